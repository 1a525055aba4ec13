"""The chapter Special tokens: one string read three ways, one token twice, one added by hand."""

from collections.abc import Callable, Mapping

import streamlit as st

from bpe.readings.placed import Placed
from bpe.words import at_special
from ui.draw.say import say
from ui.draw.tokens import exact, shown_text
from ui.models.asked import Asked, beside, placed
from ui.models.markup import Row, token_rows
from ui.models.sides import Side, side_of
from ui.shell import session
from ui.shell.text import t

LONGEST_STRING = 120
OPENING = "Stop here<|endoftext|>and go on"
GREETING = "Hello"
NEIGHBOURS = "After chemotherapy her hemoglobin fell."
ADDED = "hemo"
NAMED = 4
FRAMES = "bert"
"""A tokenizer at hand that puts special tokens around a text."""


def special_panel(asked: Asked) -> None:
    """Let the reader choose what to look at."""
    say("models.special_why")
    part = st.segmented_control(
        t("models.special_part"),
        list(PARTS),
        required=True,
        format_func=lambda name: t(f"models.special_part_{name}"),
        label_visibility="collapsed",
        **session.kept("models_special_part", next(iter(PARTS))),
    )
    PARTS[part or "ways"](asked)


def _ways(asked: Asked) -> None:
    """Read a string as text, with its special tokens, and say what refuses it."""
    text = _string("models_special_text", "models.special_text", OPENING)
    if not text:
        say("models.empty")
        return
    for side in beside(asked):
        special, first = side.special(text, NAMED)
        plain, read = placed(side, text), _read_with(side, text, special)
        by_itself = any(each.id in special.values() for each in plain)
        named = [part for part, is_special in at_special(text, tuple(special)) if is_special]
        rows: list[Row] = [] if by_itself else [(t("models.special_plain"), plain)]
        rows += [(t("models.special_read"), read)] if named else []
        st.html(token_rows(rows, side.scheme, t("models.special_table")))
        if not named:
            some = ", ".join(map(shown_text, first))
            say("models.special_some" if some else "models.special_none", names=some)
        elif by_itself:
            say("models.special_always")
        else:
            say("models.special_refused", name=shown_text(named[0]))
    say("models.special_so")


def _twice(asked: Asked) -> None:
    """Put special tokens around a text, and around one that already begins with the first."""
    say("models.twice_why")
    text = _string("models_twice_text", "models.twice_text", GREETING)
    if not text:
        say("models.empty")
        return
    plain = [side for side in asked.sides if side.framed(text) == side.ids(text)]
    if len(plain) < len(asked.sides):
        for side in beside(asked):
            _framed(side, text)
    else:
        names = " / ".join(dict.fromkeys(side.title for side in plain))
        say("models.twice_nowhere", names=names)
        side = side_of(FRAMES)
        st.header(side.label, anchor=False)
        _framed(side, text)
    say("models.twice_so")


def _framed(side: Side, text: str) -> None:
    once, ids = side.framed(text), side.ids(text)
    if once == ids:
        say("models.twice_none")
        return
    first = exact(side.token(once[0]))
    again = side.framed(f"{first}{text}")
    rows = [
        (t("models.twice_once"), _unplaced(side, once)),
        (t("models.twice_again"), _unplaced(side, again)),
    ]
    st.html(token_rows(rows, side.scheme, t("models.twice_table")))
    doubled = again[:2] == once[:1] * 2
    say(f"models.twice_{'doubled' if doubled else 'spelled'}", name=shown_text(first))


def _added(asked: Asked) -> None:
    """Add a token that no merge made, and show what becomes of the words that it stands in."""
    say("models.added_why")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = _string("models_added_text", "models.added_text", NEIGHBOURS)
        added = _string("models_added_token", "models.added_token", ADDED)
    if not text or not added:
        say("models.empty")
        return
    for side in beside(asked):
        before = placed(side, text)
        known = side.spelled(added, " ")
        new = side.next_id() if known is None else known
        after = _read_with(side, text, {added: new})
        rows = [(t("models.added_before"), before), (t("models.added_after"), after)]
        st.html(token_rows(rows, side.scheme, t("models.added_table")))
        say("models.added_count", before=len(before), after=len(after))
    say("models.added_so")


PARTS: dict[str, Callable[[Asked], None]] = {"ways": _ways, "twice": _twice, "added": _added}
"""What one can look at; its label is `models.special_part_<name>`."""


def _string(key: str, label: str, opening: str) -> str:
    return st.text_input(t(label), max_chars=LONGEST_STRING, **session.kept(key, opening))[
        :LONGEST_STRING
    ]


def _read_with(side: Side, text: str, special: Mapping[str, int]) -> list[Placed]:
    """Return the tokens of a text with each name of a special token as that token."""
    found: list[Placed] = []
    at = 0
    for part, is_special in at_special(text, tuple(special)):
        if is_special:
            found.append(Placed(part, special[part], at, at + len(part)))
        else:
            found += placed(side, part)
        at += len(part)
    return found


def _unplaced(side: Side, ids: list[int]) -> list[Placed]:
    return [Placed(side.token(id_), id_, 0, 0) for id_ in ids]
