"""The words that a reader has pinned to a player; the page keeps them, and a link brings them."""

from functools import partial

import streamlit as st

from bpe import Training
from ui.corpora.run import Run
from ui.draw.parts import clicked, keep_clicked
from ui.draw.readings import word_of_row
from ui.draw.tokens import shorten
from ui.shell import session
from ui.shell.text import t

PINS = 8
"""Words one can pin to the player."""

OFFERED = 300
"""Words offered for pinning at a time; a search narrows them down."""


def pinned_words(run: Run, key: str) -> tuple[str, ...]:
    """Return the words the reader pinned, those of them this corpus has."""
    _take_clicked(run, key)
    pinned = clicked(f"{key}_pinned")[-PINS:]
    return run.read(words_of_corpus, pinned) if pinned else ()


def words_of_corpus(training: Training, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of some words that the corpus of a run has."""
    return tuple(word for word in words if training.corpus.place(word) is not None)


def pin_clicked(key: str, shown: str) -> None:
    """Pin the word that the player shows so, or let it go, at the next run: from a callback."""
    session.remember(f"{key}_clicked", shown)


def _take_clicked(run: Run, key: str) -> None:
    """Pin or let go the word that was clicked; beyond `PINS` the oldest goes."""
    shown = session.take(f"{key}_clicked")
    if shown is None:
        return
    word = run.read(word_of_row, shown)
    pinned = clicked(f"{key}_pinned")
    others = tuple(each for each in pinned if each != word)
    if word is not None:
        now = others if word in pinned else (*others, word)[-PINS:]
        keep_clicked(f"{key}_pinned", now)


def pin_box(run: Run, key: str, offered: tuple[str, ...]) -> None:
    """Let the reader pin words to the player, of those that are offered."""
    chosen = pinned_words(run, key)
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
    keep_clicked(f"{key}_pinned", session.value(widget))
    st.rerun()  # the player is no part of what follows its step
