"""The chapter Tokens nobody trained: what merges leave behind, and what encoding never comes to."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bpe import Training
from bpe.readings.untrained import Entry, Vocabulary, look_through
from ui.corpora.foreign import AnyTokenizer, ask
from ui.corpora.remembered import remembered
from ui.draw.names import lives_of
from ui.draw.say import say
from ui.draw.table import table
from ui.models.asked import Asked
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import t

ROWS = 40
"""Tokens that a table has at most."""

LONGEST = 10
"""Longest tokens that are shown."""


def unused_panel(asked: Asked) -> None:
    """Let the reader choose one of the two, and look through its vocabulary."""
    say("models.unused_what")
    place = st.segmented_control(
        t("models.unused_of"),
        (0, 1),
        required=True,
        format_func=asked.labels.__getitem__,
        label_visibility="collapsed",
        **session.kept("models_unused", 1),
    )
    side = asked.sides[place or 0]
    if side.training is not None:
        _left_over(side.training)
    else:
        _looked_through(side)


def _left_over(training: Training) -> None:
    """Show what is left of each merged token at the end of the reader's own run."""
    found = [life for life in lives_of(training) if life.born]
    never = sum(not each.left for each in found)
    say("models.unused_never", n=never, all=len(found))
    rows = sorted(found, key=lambda each: each.share)[:ROWS]
    frame = pd.DataFrame(
        [
            {"token": each.token, "rank": each.rank, "born": each.births, "left": each.left}
            | {"share": each.share}
            for each in rows
        ],
        columns=["token", "rank", "born", "left", "share"],
    )
    if len(frame):
        table(
            frame,
            tuple(frame.columns),
            t("models.tab_unused"),
            training.scheme,
            area="models",
            labels={"share": lambda row: f"{row['share']:.1%}"},
        )
    st.caption(t("models.unused_residue"))


def _looked_through(side: Side) -> None:
    """Show the longest tokens of a real vocabulary, and those that encoding does not come to."""
    with st.spinner(t("models.unused_running")):
        found = _look_through(side.tokenizer)
    n = len(found.unreachable)
    say("models.unused_reached", n=n, asked=found.asked, partial=found.partial)
    if n:
        _entries(side, found.unreachable[:ROWS], "models.unused_table", ("token", "id", "tokens"))
        if n > ROWS:
            st.caption(t("models.unused_more", shown=ROWS))
    st.caption(t("models.unused_why"))
    say("models.unused_longest")
    _entries(side, found.longest, "models.unused_longest", ("reads", "length", "id"))


def _entries(side: Side, entries: Sequence[Entry], caption: str, columns: Sequence[str]) -> None:
    frame = pd.DataFrame(
        [
            {"token": entry.token, "reads": entry.text, "length": len(entry.text), "id": entry.id}
            | {"tokens": tuple(map(side.token, entry.ids))}
            for entry in entries
        ]
    )
    table(frame, columns, t(caption), side.scheme, area="models", titles={"tokens": "instead"})


@remembered(last=1)
def _look_through(tokenizer: AnyTokenizer) -> Vocabulary:
    return ask(tokenizer, look_through, LONGEST)
