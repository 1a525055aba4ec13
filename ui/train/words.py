"""The words of the corpus at a step, and those that the last merge changed."""

from functools import partial

import streamlit as st

from bpe import Snapshot
from ui.controls.pins import pin_box
from ui.draw import tables
from ui.draw.parts import beside, heading
from ui.draw.say import merge_tokens, say
from ui.draw.table import table
from ui.shell.text import t


def words_panel(snapshot: Snapshot, key: str) -> None:
    """Show the words and their splits beside the ones the last merge changed; pin words."""
    everything, changed = beside()
    with everything:
        _all_words(snapshot, key)
    with changed:
        _changed_words(snapshot)


def _all_words(snapshot: Snapshot, key: str) -> None:
    title = heading("tables.words_heading", step=snapshot.step)
    search = st.text_input(t("tables.words_search"), key=f"{key}_word_search")
    pin_box(snapshot, key, search)
    table(
        partial(tables.words, snapshot, search=search),
        ("word", "count", "tokens", "length"),
        title,
        snapshot.training.scheme,
        area="tables",
        search=search,
        kept=None if search else (snapshot.training, ("words", snapshot.step)),
        badges={"changed": t("tables.badge_changed")},
        bars="count",
    )


def _changed_words(snapshot: Snapshot) -> None:
    title = heading("tables.changed_heading", step=snapshot.step)
    merge = snapshot.previous
    if merge is None:
        say("tables.step_zero")
        return
    say("tables.changed_by", snapshot.training.scheme, merge_tokens(merge))
    table(
        partial(tables.changed_words, snapshot),
        ("word", "count", "tokens"),
        title,
        snapshot.training.scheme,
        area="tables",
        kept=(snapshot.training, ("changed words", snapshot.step)),
        titles={"tokens": "before_after"},
        above={"tokens": "before_tokens"},
    )
