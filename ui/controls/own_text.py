"""A text or a file of the reader's own: pasting, uploading, and correcting how it was read."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import CorpusError
from bpe.input.encodings import ENCODINGS
from bpe.input.kinds import SUFFIXES
from ui.controls.counted import rules_for
from ui.corpora import limits, sources
from ui.corpora.samples import training_samples
from ui.corpora.sources import Source, Upload
from ui.corpora.uploads import CountsFile, TableFile, shortened
from ui.shell import own, session
from ui.shell.text import quoted, refusal, t

LARGEST = limits.LARGEST // limits.MEGABYTE  # of a file, in MB


def chosen_source(corpus_name: str) -> Source | None:
    """The corpus chosen, or None while the reader has not given one yet."""
    if corpus_name == "pasted":
        text = session.recall("pasted")
        return None if text is None else sources.of_text(text, t("controls.corpus_pasted"))
    if corpus_name == "uploaded":
        upload = session.recall("uploaded")
        return None if upload is None else sources.of_upload(upload)
    return sources.of_sample(training_samples()[corpus_name])


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


def _paste(bar: DeltaGenerator) -> None:
    """Take a text. It becomes the corpus when the button is pressed."""
    missing = session.recall("pasted") is None
    box = own_box(t("controls.own_text"), missing, bar, ":material/edit_note:")
    with box, st.form("paste", border=False):
        st.text_area(
            t("controls.own_text"),
            key="pasted_text",
            height=160,
            persist_state="session",
            label_visibility="collapsed",
        )
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
    missing = upload is None or refused("file") is not None
    with own_box(label, missing, bar, ":material/upload_file:"):
        file_box("file", t("controls.file", limit=LARGEST), _read)
        if upload is not None:
            _how_it_was_read(upload)


def file_box(key: str, label: str, take: Callable[[Upload], object]) -> None:
    """Draw a box for one file, and below it why the last one given was refused.

    `take` is called with a file that was read.
    """
    st.file_uploader(
        label,
        type=SUFFIXES,
        max_upload_size=LARGEST,
        key=key,
        on_change=_uploaded,
        args=(key, take),
    )
    error = refused(key)
    if error is not None:
        st.error(refusal(error))


def refused(key: str) -> CorpusError | None:
    """Return why the last file given to a box was refused, if it was."""
    return session.recall(f"{key}_refused")


def _uploaded(key: str, take: Callable[[Upload], object]) -> None:
    file = session.value(key)
    session.remember(f"{key}_refused", None)
    if file is not None:
        _open(key, take, file.name, file.getvalue())


def _open(
    key: str,
    take: Callable[[Upload], object],
    name: str,
    data: bytes,
    encoding: str | None = None,
) -> None:
    """Read a file; one that does not fit leaves what was there before."""
    try:
        upload = sources.opened(name, data, encoding)
    except CorpusError as error:
        session.remember(f"{key}_refused", error)
        return
    session.remember(f"{key}_refused", None)
    take(upload)


def encoding_picker(
    key: str, widget: str, upload: Upload, take: Callable[[Upload], object]
) -> None:
    """Show the encoding that the file of the box `key` was read in, to read it in another."""
    guess = upload.content.encoding
    if guess is None:
        return
    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in ENCODINGS if name != guess)],
        key=session.widget(widget, guess),
        on_change=lambda: _open(key, take, upload.name, upload.data, session.value(widget)),
        help=t("controls.encoding_help"),
    )


def _read(upload: Upload) -> None:
    own.give("uploaded", upload)
    rules = {}
    if isinstance(upload.content, CountsFile):
        rules = rules_for(upload.content.origin.scheme, session.choices())
    session.choose(corpus="uploaded", step=None, **rules)


def _how_it_was_read(upload: Upload) -> None:
    """Show the encoding and the columns that were guessed, to correct."""
    cells = st.columns(3)
    with cells[0]:
        encoding_picker("file", "encoding", upload, _read)
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
        key=session.widget(key, getattr(upload, role)),
        on_change=lambda: _column_chosen(replace(upload, **{role: session.value(key)})),
    )


def _column_chosen(upload: Upload) -> None:
    own.give("uploaded", upload)
    session.choose(step=None)
