"""A text or a file of the reader's own: pasting, uploading, and correcting how it was read."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe import CorpusError
from bpe.input.encodings import ENCODINGS
from bpe.input.opening import MEGABYTE
from ui.catalogue import LANGUAGES, Refusal
from ui.controls.notes import rules_for
from ui.corpora import sources, uploads
from ui.corpora.jobs import Job
from ui.corpora.sources import Source
from ui.corpora.uploads import Content, Upload, reading, short_cell, upload_of
from ui.corpora.waiting import Cancel, result_of
from ui.samples import training_samples
from ui.shell import own, session
from ui.shell.choices import OWN_TEXTS
from ui.shell.text import language, quoted, sentence, t
from ui.spool import SpoolFile, file_of

LARGEST = uploads.LARGEST // MEGABYTE  # of a file, in MB


def process_upload(key: str, take: Callable[[Upload], object], cancel: Cancel) -> None:
    """Read the pending upload of the box `key`, if there is one, and call `take(upload)`.

    To be called before anything is drawn that depends on it. Progress is shown; *Cancel* calls
    `cancel`. An upload that is refused leaves what was there before.
    """
    run_upload_job(key, lambda job, upload: take(upload_of(job, upload)), cancel)


def run_upload_job(
    key: str, take: Callable[[Job[Any], Any], object], cancel: Cancel | None = None
) -> None:
    """Run the pending upload job of a box and call `take(job, result)`."""
    job = session.recall(f"{key}_brought")
    if not isinstance(job, Job):
        return
    try:
        result = result_of(job, cancel=partial(_cancel_upload, key, cancel))
    except CorpusError as error:
        session.remember(f"{key}_brought", error)
        return
    leave_upload(key)
    take(job, result)
    st.rerun()


def queue_upload(key: str, make: Callable[[], Job[Any]]) -> None:
    """Queue a job on an upload; one that is refused as it is made leaves what was there before."""
    brought: Job[Any] | CorpusError
    try:
        brought = make()
    except CorpusError as error:
        brought = error
    session.remember(f"{key}_brought", brought)


def leave_upload(key: str) -> None:
    """Keep nothing of the last file given to a box, nor why it was refused."""
    session.take(f"{key}_brought")


def refused(key: str) -> CorpusError | None:
    """Return why the last file given to a box was refused, if it was."""
    brought = session.recall(f"{key}_brought")
    return brought if isinstance(brought, CorpusError) else None


def _cancel_upload(key: str, cancel: Cancel | None) -> None:
    leave_upload(key)
    if cancel is not None:
        cancel()


def files_in(key: str) -> dict[str, SpoolFile]:
    """Return what the box `key` holds as it changes, by name.

    Of a session that has sent too much the server keeps the newest files alone, and all others
    stand in the box still. Raises `Refusal` where it has none of those that do.
    """
    value = session.value(key)
    files = value if isinstance(value, list) else [] if value is None else [value]
    kept = {file.name: file_of(file.getvalue()) for file in files if isinstance(file, UploadedFile)}
    if files and not kept:
        raise Refusal("files_gone")
    return kept


def upload_box(label: str, **options: Any) -> None:
    """Draw Streamlit's box for files; where the server would take none, a way to where it does."""
    if session.keeps_no_cookie():
        st.caption(t("controls.upload_framed"))
        st.link_button(t("controls.open_alone"), session.permalink(), icon=":material/open_in_new:")
    else:
        st.file_uploader(label, **options)


def file_box(key: str, label: str) -> None:
    """Draw a box for one file, and below it why the last one given was refused.

    It takes every kind of file: what is no text is refused in the reader's language.
    """
    upload_box(label, max_upload_size=LARGEST, key=key, on_change=_uploaded, args=(key,))
    error = refused(key)
    if error is not None:
        st.error(sentence(error))
    if _may_be_in_another_encoding(key):
        st.selectbox(
            t("controls.encoding"),
            ENCODINGS,
            index=None,
            placeholder=t("controls.encoding_refused"),
            key=f"{key}_encoding",
            on_change=_encoding_chosen,
            args=(key,),
        )


def _may_be_in_another_encoding(key: str) -> bool:
    """Say whether the file that is in a box was refused for its bytes."""
    error = refused(key)
    is_of_bytes = error is not None and error.code in ("binary", "wrong_encoding")
    return is_of_bytes and session.value(key) is not None


def _expected() -> tuple[str, ...]:
    """Return the encodings that the reader's language has tried first."""
    return LANGUAGES[language()].encodings


def _encoding_chosen(key: str) -> None:
    encoding = session.value(f"{key}_encoding")
    queue_file(key, lambda file, name: reading(file, name, encoding, _expected()))


def _uploaded(key: str) -> None:
    session.widget(f"{key}_encoding", None)
    queue_file(key, lambda file, name: reading(file, name, expected=_expected()))


def queue_file(key: str, job_of: Callable[[SpoolFile, str], Job[Any]]) -> None:
    """Queue the job on the one file of a box, as it changes; nothing where it was emptied."""

    def make() -> Job[Any]:
        [(name, file)] = files_in(key).items()
        return job_of(file, name)

    if session.value(key) is None:
        leave_upload(key)
    else:
        queue_upload(key, make)


def encoding_picker(key: str, widget: str, upload: Upload) -> None:
    """Show the encoding that the file of the box `key` was read in, to read it in another."""
    guess = upload.content.encoding
    if guess is None or _may_be_in_another_encoding(key):
        return

    # The picker is this file's own: what a browser still tells of the one before is not heard.
    widget = f"{widget}_{upload.key}"

    def read_again() -> None:
        encoding = session.value(widget)
        queue_upload(key, lambda: reading(upload.file, upload.name, encoding))

    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in ENCODINGS if name != guess)],
        key=session.widget(widget, guess),
        on_change=read_again,
        help=t("controls.encoding_help"),
    )


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
    is_missing = _is_missing(corpus_name)
    if either and not is_missing:
        label = t("controls.text_or_file")
        with bar.popover(label, icon=_ICONS["pasted"], key=BOX, on_change="rerun", width="content"):
            for take in _TAKE.values():
                take()
    elif corpus_name in OWN_TEXTS:
        label = _label(corpus_name, is_missing)
        with own_box(label, is_missing, bar, _ICONS[corpus_name]):
            _TAKE[corpus_name]()


def _is_missing(corpus_name: str) -> bool:
    no_text = corpus_name in OWN_TEXTS and session.recall(corpus_name) is None
    return no_text or (corpus_name == "uploaded" and refused(FILE) is not None)


def _label(corpus_name: str, is_missing: bool) -> str:
    if corpus_name == "pasted":
        return t("controls.own_text")
    if is_missing:
        return t("controls.no_file")
    return t("controls.file_used", name=quoted(session.recall("uploaded").name))


def own_box(label: str, missing: bool, bar: DeltaGenerator, icon: str) -> DeltaGenerator:
    """Return the place where own text is given: open while it is missing, else out of the way."""
    if missing:
        return st.expander(label, expanded=True, icon=icon)
    return bar.popover(t("controls.your_text"), help=label, icon=icon, width="content")


def pasting_box(
    label: str, key: str, height: int, most: int = uploads.LONGEST_PASTED, **looks: Any
) -> None:
    """Draw a box to paste into, and say how much it takes: a browser drops more without a word."""
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
    name = f"{role}_column"
    key = f"{name}_{upload.key}"
    labels = dict(enumerate(map(short_cell, table.columns)))
    st.selectbox(
        t(f"controls.{name}"),
        list(labels),
        format_func=labels.__getitem__,
        key=session.widget(key, getattr(table, role)),
        on_change=lambda: _chosen(upload, replace(table, **{role: session.value(key)})),
    )


def _chosen(upload: Upload, table: Content) -> None:
    own.give("uploaded", replace(upload, content=table))
    session.choose(step=None)
