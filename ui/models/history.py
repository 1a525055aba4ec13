"""The chapters on the first merges of a list."""

from functools import lru_cache

import pandas as pd
import streamlit as st

from bpe.merging.cells import Token
from bpe.readings.history import Kind, Made, Played, as_run, first_merges, kinds
from ui.corpora.samples import training_samples
from ui.draw.parts import switch
from ui.draw.say import say
from ui.draw.table import table
from ui.models.sides import Compared, beside
from ui.player import player
from ui.shell import session
from ui.shell.text import t

MOST = 500
OPENING = 100
EXAMPLES = 8
TEXTS = ("novel", "typed")
NOVEL = 4_000
"""Characters of the novel on which a list is played."""

WORDS = 12
"""Words in the player."""

ROWS = 40
"""Merges that a table has at most."""


def _limit() -> int:
    """Let the reader choose how many merges are looked at."""
    return st.slider(
        t("models.history_limit"), 10, MOST, step=10, **session.kept("models_history", OPENING)
    )


def history_panel(compared: Compared) -> None:
    """Play the first merges of one of the two lists: what they do to a text, at each rank."""
    say("models.history_what")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        place = switch(
            t("models.word_by"), (0, 1), compared.labels.__getitem__, "models_history_of", 1
        )
        on = switch(
            t("models.report_text"),
            TEXTS,
            lambda name: t(f"models.history_on_{name}"),
            "models_history_on",
        )
        limit = _limit()
    side = compared.sides[place]
    if side.training is not None:
        say("models.history_own")
        return
    text = compared.text if on == "typed" else _novel()
    played: Played | None = side.told(as_run, text, limit)
    if played is None:
        say("models.history_nothing")
        return
    step = player(played.training, key="models_past", address=False, compact=True, words=WORDS)
    merges = len(played.ranks)
    if step < merges:
        rank = played.ranks[step]
        merge = played.training.merges[step]
        say("models.history_at", side.scheme, {"pair": merge.pair}, rank=rank, name=side.title)
    else:
        say("models.history_end", n=merges, limit=limit)
    st.caption(t("models.history_forced"))


def lists_panel(compared: Compared) -> None:
    """Count the kinds of the first merges and list the first of them, for both tokenizers."""
    say("models.history_what")
    limit = _limit()
    for side in beside(compared):
        merges: list[Made] = side.told(first_merges, limit)
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


@lru_cache
def _novel() -> str:
    path = training_samples()["first-chapters"].path
    return path.read_text(encoding="utf-8")[:NOVEL]
