"""The chapter on the first merges of a list, played on a text."""

from functools import lru_cache

import streamlit as st

from bpe.readings.history import Played, as_run
from ui.corpora.samples import training_samples
from ui.draw.parts import switch
from ui.draw.say import say
from ui.models.sides import Compared
from ui.player import player
from ui.shell import session
from ui.shell.text import t

MOST = 500
OPENING = 100
TEXTS = ("novel", "typed")
NOVEL = 4_000
"""Characters of the novel on which a list is played."""

WORDS = 12
"""Words in the player."""


def history_panel(compared: Compared) -> None:
    """Play the first merges of one of the two lists: what they do to a text, at each rank."""
    say("models.history_what")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        place = switch(
            t("models.word_by"), (0, 1), compared.labels.__getitem__, "models_history_of", 1
        )
        on = switch(
            t("models.history_text"),
            TEXTS,
            lambda name: t(f"models.history_on_{name}"),
            "models_history_on",
        )
        limit = st.slider(
            t("models.history_limit"), 10, MOST, step=10, **session.kept("models_history", OPENING)
        )
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


@lru_cache
def _novel() -> str:
    path = training_samples()["first-chapters"].path
    return path.read_text(encoding="utf-8")[:NOVEL]
