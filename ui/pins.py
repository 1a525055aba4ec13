"""The words that a reader has pinned to a player."""

from functools import partial

import streamlit as st

from ui import state
from ui.draw.table_rows import word_of_row
from ui.draw.tokens import shorten
from ui.runs import Run
from ui.text import t

MAX_PINS = 8
"""Maximum number of pinned words."""

OFFERED = 300
"""Maximum number of words offered at a time; a search narrows them down."""


def pinned_words(run: Run, key: str) -> tuple[str, ...]:
    """Return the reader's pinned words that occur in this corpus."""
    shown = st.session_state.pop(f"{key}_clicked", None)
    pinned: tuple[str, ...] = st.session_state.get(f"{key}_pinned", ())
    if shown is not None:
        word = word_of_row(run.training, shown)
        others = tuple(each for each in pinned if each != word)
        if word is not None:
            pinned = others if word in pinned else (*others, word)[-MAX_PINS:]
            st.session_state[f"{key}_pinned"] = pinned
    corpus = run.training.corpus
    return tuple(word for word in pinned if corpus.place(word) is not None)


def pin_clicked(key: str, shown: str) -> None:
    """Pin or unpin the word with this name in the player, from a callback."""
    st.session_state[f"{key}_clicked"] = shown


def pin_box(run: Run, key: str, offered: tuple[str, ...]) -> None:
    """Let the reader pin some of the offered words to the player."""
    chosen = pinned_words(run, key)
    st.multiselect(
        t("tables.pin"),
        [*chosen, *(word for word in offered if word not in chosen)],
        format_func=shorten,
        key=state.shows(f"{key}_pin", list(chosen)),
        on_change=partial(_pin, key),
        max_selections=MAX_PINS,
        placeholder=t("tables.pin_placeholder"),
        help=t("tables.pin_help"),
        select_all=False,
    )


def _pin(key: str) -> None:
    st.session_state[f"{key}_pinned"] = tuple(st.session_state[f"{key}_pin"])
    st.rerun()  # the player is not in the fragment of the panel
