"""A text or a file of the reader's own: pasting, uploading, and correcting how it was read."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.controls.counted import rules_for
from ui.controls.files import LARGEST, encoding_picker, file_box, refused, settle
from ui.controls.running import RunFamily
from ui.corpora import limits, sources
from ui.corpora.samples import training_samples
from ui.corpora.sources import Source, Upload
from ui.corpora.tables import TableFile, shortened
from ui.corpora.uploads import CountsFile
from ui.shell import own, session
from ui.shell.text import quoted, t

FILE = "file"


def chosen_source(corpus_name: str) -> Source | None:
    """The corpus chosen, or None while the reader has not given one yet."""
    if corpus_name == "pasted":
        text = session.recall("pasted")
        return None if text is None else sources.of_text(text, t("controls.corpus_pasted"))
    if corpus_name == "uploaded":
        upload = session.recall("uploaded")
        return None if upload is None else sources.of_upload(upload)
    return sources.of_sample(training_samples()[corpus_name])


def settle_file(family: RunFamily) -> None:
    """Read the file that was brought, before anything that depends on it is drawn.

    Cancelled, it leads to the last success of the `family`.
    """
    settle(FILE, _read, family)


def own_text(corpus_name: str, bar: DeltaGenerator) -> None:
    """Take a text or a file of one's own, behind a button of the bar once there is one."""
    if corpus_name == "pasted":
        _paste(bar)
    else:
        _upload(bar)


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


def _paste(bar: DeltaGenerator) -> None:
    """Take a text. It becomes the corpus when the button is pressed."""
    missing = session.recall("pasted") is None
    box = own_box(t("controls.own_text"), missing, bar, ":material/edit_note:")
    with box, st.form("paste", border=False):
        pasting_box(t("controls.own_text"), "pasted_text", 160, label_visibility="collapsed")
        st.form_submit_button(t("controls.use_text"), on_click=_pasted, type="primary")


def _pasted() -> None:
    own.give("pasted", session.value("pasted_text"))
    session.choose(corpus="pasted", step=None)


def _upload(bar: DeltaGenerator) -> None:
    """Take a file, show how it was read, and let the reader correct that."""
    upload = session.recall("uploaded")
    label = (
        t("controls.no_file")
        if upload is None
        else t("controls.file_used", name=quoted(upload.name))
    )
    missing = upload is None or refused(FILE) is not None
    with own_box(label, missing, bar, ":material/upload_file:"):
        file_box(FILE, t("controls.file", limit=LARGEST))
        if upload is not None:
            _how_it_was_read(upload)


def _read(upload: Upload) -> None:
    own.give("uploaded", upload)
    rules: dict[str, str] = {}
    if isinstance(upload.content, CountsFile) and upload.content.scheme is not None:
        rules = rules_for(upload.content.scheme, session.choices().run)
    session.choose(corpus="uploaded", step=None, **rules)


def _how_it_was_read(upload: Upload) -> None:
    """Show the encoding and the columns that were guessed, to correct."""
    cells = st.columns(3)
    with cells[0]:
        encoding_picker(FILE, "encoding", upload)
    if isinstance(upload.content, TableFile):
        with cells[1]:
            _column_picker(upload, upload.content, "word")
        with cells[2]:
            _column_picker(upload, upload.content, "count")


def _column_picker(upload: Upload, table: TableFile, role: str) -> None:
    key = f"{role}_column"
    labels = dict(enumerate(map(shortened, table.columns)))
    st.selectbox(
        t(f"controls.{key}"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(key, getattr(table, role)),
        on_change=lambda: _chosen(upload, replace(table, **{role: session.value(key)})),
    )


def _chosen(upload: Upload, table: TableFile) -> None:
    own.give("uploaded", replace(upload, content=table))
    session.choose(step=None)
