"""The words that a reader has pinned to a player; the session keeps them."""

from functools import partial

import streamlit as st

from bpe import Snapshot, Training
from ui.draw import readings
from ui.draw.readings import word_of_row
from ui.draw.tokens import shorten
from ui.shell import session
from ui.shell.text import t

PINS = 8
"""Words one can pin to the player."""

OFFERED = 300
"""Words offered for pinning at a time; a search narrows them down."""


def pinned_words(training: Training, key: str) -> tuple[str, ...]:
    """Return the words the reader pinned, those of them this corpus has."""
    _take_clicked(training, key)
    pinned = session.recall(f"{key}_pinned", ())
    return tuple(word for word in pinned if training.corpus.place(word) is not None)


def pin_clicked(key: str, shown: str) -> None:
    """Pin the word that the player shows so, or let it go, at the next run: from a callback."""
    session.remember(f"{key}_clicked", shown)


def _take_clicked(training: Training, key: str) -> None:
    """Pin or let go the word that was clicked; beyond `PINS` the oldest goes."""
    shown = session.recall(f"{key}_clicked")
    if shown is None:
        return
    session.remember(f"{key}_clicked", None)
    word = word_of_row(training, shown)
    pinned = session.recall(f"{key}_pinned", ())
    others = tuple(each for each in pinned if each != word)
    if word is not None:
        now = others if word in pinned else (*others, word)[-PINS:]
        session.remember(f"{key}_pinned", now)


def pin_box(snapshot: Snapshot, key: str, search: str) -> None:
    """Let the reader pin words to the player, of those that `search` finds."""
    chosen = pinned_words(snapshot.training, key)
    offered = readings.find_words(snapshot, search, OFFERED)
    widget = f"{key}_pin"
    st.multiselect(
        t("tables.pin"),
        [*chosen, *(word for word in offered if word not in chosen)],
        format_func=shorten,
        key=session.widget(widget, list(chosen)),
        on_change=partial(_pin, key, widget),
        max_selections=PINS,
        placeholder=t("tables.pin_placeholder"),
        help=t("tables.pin_help"),
        select_all=False,
    )


def _pin(key: str, widget: str) -> None:
    """Take over the words that were chosen to be pinned."""
    session.remember(f"{key}_pinned", tuple(session.value(widget)))
    st.rerun()  # the player is no part of what follows its step
