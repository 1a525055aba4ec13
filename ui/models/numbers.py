"""The chapter Numbers: how digits are grouped."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpe.readings.spelled import grouping
from ui.corpora.remembered import remembered
from ui.draw.say import say
from ui.models.asked import Asked
from ui.models.markup import ruler
from ui.models.parts import beside, placed
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import t

MOST_DIGITS = 12
OPENING = "12345678"


def numbers_panel(asked: Asked) -> None:
    """Show a number as it grows by a digit at a time, and say how its digits are grouped."""
    say("models.numbers_why")
    typed = st.text_input(
        t("models.numbers_number"),
        max_chars=MOST_DIGITS,
        width=320,
        **session.kept("models_numbers_number", OPENING),
    )
    number = "".join(filter(str.isdecimal, typed))[:MOST_DIGITS]
    if not number:
        say("models.numbers_none")
        return
    for side in beside(asked):
        say(f"models.numbers_{_grouping(side.tokenizer, side=side)}")
        grown = [number[:length] for length in range(1, len(number) + 1)]
        rows = [(each, placed(side, each)) for each in grown]
        st.html(ruler(rows, t("models.numbers_ruler", name=side.title)))
    say("models.numbers_so")


@remembered(last=1)
def _grouping(tokenizer: object, *, side: Side) -> str:
    return grouping(partial(placed, side))
