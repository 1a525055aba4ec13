"""The chapter History: the first merges of both lists, as a run and as tables."""

from collections.abc import Callable
from functools import lru_cache

import pandas as pd
import streamlit as st

from bpe.merging.cells import Token
from bpe.readings.history import Kind, Made, Played, as_run, first_merges, kinds
from ui.corpora.foreign import AnyTokenizer, ask
from ui.corpora.remembered import remembered
from ui.corpora.samples import training_samples
from ui.draw.say import say
from ui.draw.table import table
from ui.models.asked import Asked, beside
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


def history_panel(asked: Asked) -> None:
    """Play the first merges of a list on a text, or count them by kind and list them."""
    say("models.history_what")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = st.segmented_control(
            t("models.history_view"),
            list(VIEWS),
            required=True,
            format_func=lambda name: t(f"models.history_{name}"),
            label_visibility="collapsed",
            **session.kept("models_history_view", next(iter(VIEWS))),
        )
        limit = st.slider(
            t("models.history_limit"), 10, MOST, step=10, **session.kept("models_history", OPENING)
        )
    VIEWS[view or "run"](asked, limit)


def _run(asked: Asked, limit: int) -> None:
    """Play the first merges of one of the two lists: what they do to a text, at each rank."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        place = st.segmented_control(
            t("models.word_by"),
            (0, 1),
            required=True,
            format_func=asked.labels.__getitem__,
            **session.kept("models_history_of", 1),
        )
        on = st.segmented_control(
            t("models.report_text"),
            TEXTS,
            required=True,
            format_func=lambda name: t(f"models.history_on_{name}"),
            **session.kept("models_history_on", TEXTS[0]),
        )
    side = asked.sides[place or 0]
    if side.training is not None:
        say("models.history_own")
        return
    played = _played(side.tokenizer, asked.text if on == "typed" else _novel(), limit)
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


def _tables(asked: Asked, limit: int) -> None:
    """Count the kinds of the first merges and list the first of them, for both tokenizers."""
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


VIEWS: dict[str, Callable[[Asked, int], None]] = {"run": _run, "lists": _tables}
"""How the merges are shown; its label is `models.history_<name>`."""


def _some(merges: list[Made], kind: Kind) -> tuple[Token, ...]:
    return tuple(made.token for made in merges if made.kind == kind)[:EXAMPLES]


@lru_cache
def _novel() -> str:
    path = training_samples()["first-chapters"].path
    return path.read_text(encoding="utf-8")[:NOVEL]


@remembered(last=4)
def _played(tokenizer: AnyTokenizer, text: str, limit: int) -> Played | None:
    return ask(tokenizer, as_run, text, limit)


@remembered(last=4)
def _first(tokenizer: AnyTokenizer, limit: int) -> list[Made]:
    return ask(tokenizer, first_merges, limit)
