"""A text or a file of the reader's own: pasting, uploading, and correcting how it was read."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.controls.counted import rules_for
from ui.controls.files import LARGEST, encoding_picker, file_box, process_upload, refused
from ui.corpora import limits, sources
from ui.corpora.content import Content, Upload
from ui.corpora.sources import Source
from ui.corpora.tables import shortened
from ui.corpora.waiting import Cancel
from ui.samples import training_samples
from ui.shell import own, session
from ui.shell.choices import OWN_TEXTS
from ui.shell.text import quoted, t

FILE = "file"
BOX = "own_box"
"""The button that takes either."""


def chosen_source(corpus_name: str) -> Source | None:
    """The corpus chosen, or None while the reader has not given one yet."""
    if corpus_name == "pasted":
        text = session.recall("pasted")
        return None if text is None else sources.of_text(text, t("controls.corpus_pasted"))
    if corpus_name == "uploaded":
        upload = session.recall("uploaded")
        return None if upload is None else sources.of_upload(upload)
    return sources.of_sample(training_samples()[corpus_name])


def settle_file(cancel: Cancel) -> None:
    """Read the pending upload, before anything that depends on it is drawn."""
    process_upload(FILE, _read, cancel)


def own_text(corpus_name: str, bar: DeltaGenerator, *, either: bool = False) -> None:
    """Take a text or a file of one's own: in sight while it is missing, else behind a button.

    The button stands in the bar while such a text is chosen, or always, for `either` of the two.
    """
    if _is_missing(corpus_name):
        label = t("controls.no_file" if corpus_name == "uploaded" else "controls.own_text")
        with st.expander(label, expanded=True, icon=_ICONS[corpus_name]):
            _TAKE[corpus_name]()
    elif either:
        label = t("controls.text_or_file")
        with bar.popover(label, icon=_ICONS["pasted"], key=BOX, on_change="rerun", width="content"):
            for take in _TAKE.values():
                take()
    elif corpus_name in OWN_TEXTS:
        with own_box(_given(corpus_name), False, bar, _ICONS[corpus_name]):
            _TAKE[corpus_name]()


def _is_missing(corpus_name: str) -> bool:
    no_text = corpus_name in OWN_TEXTS and session.recall(corpus_name) is None
    return no_text or (corpus_name == "uploaded" and refused(FILE) is not None)


def _given(corpus_name: str) -> str:
    if corpus_name == "pasted":
        return t("controls.own_text")
    return t("controls.file_used", name=quoted(session.recall("uploaded").name))


def own_box(label: str, missing: bool, bar: DeltaGenerator, icon: str) -> DeltaGenerator:
    """Return the place where own text is given: open while it is missing, else out of the way."""
    if missing:
        return st.expander(label, expanded=True, icon=icon)
    return bar.popover(t("controls.your_text"), help=label, icon=icon, width="content")


def pasting_box(label: str, key: str, height: int, **looks: Any) -> None:
    """Draw a box to paste into, and say how much it takes: a browser drops more without a word."""
    most = limits.LONGEST_PASTED
    st.text_area(label, key=key, height=height, max_chars=most, persist_state="session", **looks)
    st.caption(t("controls.longest_pasted", most=most))


def _paste() -> None:
    """Take a text. It becomes the corpus when the button is pressed."""
    with st.form("paste", border=False):
        pasting_box(t("controls.own_text"), "pasted_text", 160, label_visibility="collapsed")
        st.form_submit_button(t("controls.use_text"), on_click=_pasted, type="primary")


def _pasted() -> None:
    own.give("pasted", session.value("pasted_text"))
    _taken("pasted")


def _taken(kind: str, **rules: str) -> None:
    """Show what was given, and nothing over it."""
    session.widget(BOX, False)
    session.choose(corpus=kind, step=None, **rules)


def _upload() -> None:
    """Take a file, show how it was read, and let the reader correct that."""
    file_box(FILE, t("controls.file", limit=LARGEST))
    upload = session.recall("uploaded")
    if upload is not None:
        _how_it_was_read(upload)


_TAKE = {"pasted": _paste, "uploaded": _upload}
_ICONS = {"pasted": ":material/edit_note:", "uploaded": ":material/upload_file:"}


def _read(upload: Upload) -> None:
    own.give("uploaded", upload)
    rules: dict[str, str] = {}
    if upload.content.scheme is not None:
        rules = rules_for(upload.content.scheme, session.choices().run)
    _taken("uploaded", **rules)


def _how_it_was_read(upload: Upload) -> None:
    """Show the encoding and the columns that were guessed, to correct."""
    cells = st.columns(3)
    with cells[0]:
        encoding_picker(FILE, "encoding", upload)
    if upload.content.kind == "table":
        with cells[1]:
            _column_picker(upload, upload.content, "word")
        with cells[2]:
            _column_picker(upload, upload.content, "count")


def _column_picker(upload: Upload, table: Content, role: str) -> None:
    key = f"{role}_column"
    labels = dict(enumerate(map(shortened, table.columns)))
    st.selectbox(
        t(f"controls.{key}"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(key, getattr(table, role)),
        on_change=lambda: _chosen(upload, replace(table, **{role: session.value(key)})),
    )


def _chosen(upload: Upload, table: Content) -> None:
    own.give("uploaded", replace(upload, content=table))
    session.choose(step=None)
