"""The words of the corpus at a step, and those that the last merge changed."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bpe import Snapshot
from ui.controls.pins import pin_box
from ui.draw import tables
from ui.draw.parts import beside, heading
from ui.draw.say import merge_tokens, say
from ui.draw.table import Parts, Table, put, written
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
    write = partial(_words_written, snapshot, title, search)
    kept = None if search else (snapshot.training, ("words", snapshot.step))
    put(Parts(write, kept), search)


def _words_written(snapshot: Snapshot, title: str, search: str, is_rest: bool) -> Table:
    return written(
        partial(tables.words, snapshot, search=search),
        ("word", "count", "tokens", "length"),
        title,
        snapshot.training.scheme,
        area="tables",
        badges={"changed": t("tables.badge_changed")},
        bars="count",
        is_rest=is_rest,
    )


def _changed_words(snapshot: Snapshot) -> None:
    title = heading("tables.changed_heading", step=snapshot.step)
    merge = snapshot.previous
    if merge is None:
        say("tables.step_zero")
        return
    say("tables.changed_by", snapshot.training.scheme, merge_tokens(merge))
    write = partial(_changed_written, snapshot, title)
    put(Parts(write, (snapshot.training, ("changed words", snapshot.step))))


def _changed_written(snapshot: Snapshot, title: str, is_rest: bool) -> Table:
    return written(
        partial(tables.changed_words, snapshot),
        ("word", "count", "tokens"),
        title,
        snapshot.training.scheme,
        area="tables",
        titles={"tokens": "before_after"},
        above={"tokens": "before_tokens"},
        is_rest=is_rest,
    )
