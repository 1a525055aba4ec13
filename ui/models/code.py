"""The chapter Code: what indentation costs."""

from __future__ import annotations

import streamlit as st

from bpe.readings.prompts import blanks
from ui.draw.say import say
from ui.models.asked import Asked
from ui.models.markup import lines
from ui.models.parts import beside, placed
from ui.shell import session
from ui.shell.text import t

INDENTS = {"two": "  ", "four": "    ", "eight": "        ", "tab": "\t"}
LINES = (
    (0, "def primes(limit):"),
    (1, "for n in range(2, limit):"),
    (2, "for d in range(2, n):"),
    (3, "if n % d == 0:"),
    (4, "break"),
    (2, "else:"),
    (3, "yield n"),
)


def code_panel(asked: Asked) -> None:
    """Indent a program by a width that the reader chooses; count what is only white space."""
    say("models.code_why")
    width = st.segmented_control(
        t("models.code_width"),
        list(INDENTS),
        required=True,
        format_func=lambda name: t(f"models.code_{name}"),
        **session.kept("models_code_width", "four"),
    )
    code = "".join(f"{INDENTS[width or 'four'] * depth}{line}\n" for depth, line in LINES)
    for side in beside(asked):
        tokens = placed(side, code)
        if not tokens:
            say("models.code_none", name=side.title)
            continue
        blank = blanks((each.token for each in tokens), side.scheme)
        say("models.code_count", n=len(tokens), blank=blank)
        st.html(lines(code, tokens, side.scheme))
    say("models.code_so")
