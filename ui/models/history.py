"""The chapter History: the first merges of both lists, and what they say of the texts behind."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bpe import Tokenizer
from bpe.interchange import Opened
from bpe.merging.cells import Token
from bpe.readings.history import Kind, Made, first_merges, kinds
from ui.corpora.remembered import remembered
from ui.draw.say import say
from ui.draw.table import table
from ui.models.asked import Asked
from ui.models.parts import beside
from ui.shell import session
from ui.shell.text import t

MOST = 500
OPENING = 100
EXAMPLES = 8
ROWS = 40
"""Merges that a table has at most."""


def history_panel(asked: Asked) -> None:
    """Count the kinds of the first merges and list the first of them, for both tokenizers."""
    say("models.history_what")
    limit = st.slider(
        t("models.history_limit"), 10, MOST, step=10, **session.kept("models_history", OPENING)
    )
    for side in beside(asked):
        merges = _first(side.tokenizer, limit)
        if not merges:
            say("models.history_none")
            continue
        counts = kinds(merges)
        frame = pd.DataFrame(
            [
                {"kind": t(f"models.history_{kind}"), "sum": n, "tokens": _some(merges, kind)}
                for kind, n in counts.items()
                if n
            ]
        )
        name = t("models.history_kinds", name=side.title)
        table(
            frame,
            ("kind", "sum", "tokens"),
            name,
            side.scheme,
            area="models",
            titles={"tokens": "examples"},
            labels={"kind": lambda row: row["kind"]},
            bars="sum",
        )
        frame = pd.DataFrame(
            [{"rank": made.rank, "pair": made.pair, "token": made.token} for made in merges[:ROWS]]
        )
        name = t("models.history_list", name=side.title)
        table(frame, ("rank", "pair", "token"), name, side.scheme, area="models")
    st.caption(t("models.history_note"))


def _some(merges: list[Made], kind: Kind) -> tuple[Token, ...]:
    return tuple(made.token for made in merges if made.kind == kind)[:EXAMPLES]


@remembered(last=4)
def _first(tokenizer: Opened | Tokenizer, limit: int) -> list[Made]:
    return first_merges(tokenizer, limit)
