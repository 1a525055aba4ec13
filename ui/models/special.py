"""The chapter Special tokens: one string read three ways."""

from __future__ import annotations

import streamlit as st

from bpe.readings.placed import Placed
from bpe.readings.prompts import at_special
from ui.draw.say import say
from ui.draw.tokens import shown_text
from ui.models.asked import Asked
from ui.models.markup import Row, token_rows
from ui.models.parts import beside, placed
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import t

LONGEST_STRING = 120
OPENING = "Stop here<|endoftext|>and go on"
NAMED = 4


def special_panel(asked: Asked) -> None:
    """Read a string as text, with its special tokens, and say what refuses it."""
    say("models.special_why")
    text = st.text_input(
        t("models.special_text"),
        max_chars=LONGEST_STRING,
        **session.kept("models_special_text", OPENING),
    )[:LONGEST_STRING]
    if not text:
        say("models.empty")
        return
    for side in beside(asked):
        special = side.special()
        plain, read = placed(side, text), _as_special(side, text)
        by_itself = any(each.id in special.values() for each in plain)
        named = [part for part in at_special(text, special) if part.special is not None]
        rows: list[Row] = [] if by_itself else [(t("models.special_plain"), plain)]
        rows += [(t("models.special_read"), read)] if named else []
        st.html(token_rows(rows, side.scheme, t("models.special_table")))
        if not named:
            some = ", ".join(shown_text(name) for name in list(special)[:NAMED])
            say("models.special_some" if some else "models.special_none", names=some)
        elif by_itself:
            say("models.special_always")
        else:
            say("models.special_refused", name=shown_text(named[0].text))
    say("models.special_so")


def _as_special(side: Side, text: str) -> list[Placed]:
    """Return the tokens of a text with each name of a special token as that token."""
    found: list[Placed] = []
    at = 0
    for part in at_special(text, side.special()):
        if part.special is None:
            found += placed(side, part.text)
        else:
            found.append(Placed(part.text, part.special, at, at + len(part.text)))
        at += len(part.text)
    return found
