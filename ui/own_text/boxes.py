"""The reader's own text or file: pasting, uploading, and correcting how it was read."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe import PRESETS, CorpusError, Scheme
from bpe.counting import rules_of
from bpe.input.encodings import ENCODINGS
from bpe.input.opening import MEGABYTE
from bpe.input.report import ReadAs
from bpe.input.tables import NO_COUNTS, short_cell
from bpe.words import differences
from ui import state
from ui.catalogue import LANGUAGES, Refusal
from ui.jobs import Job
from ui.own_text import sources, store, uploads
from ui.own_text.sources import Source
from ui.own_text.uploads import Upload, reading, upload_of
from ui.popover import close_popover, popover
from ui.samples import training_samples
from ui.spool import SpoolFile, file_of
from ui.state import NO_SPECIAL, OWN_TEXTS, Settings, scheme_of
from ui.text import language, quoted, sentence, t
from ui.waiting import result_of

MAX_FILE_MEGABYTES = uploads.MAX_FILE_BYTES // MEGABYTE  # file size in MB


def process_upload(
    key: str, take: Callable[[Upload], object], cancel: Callable[[], object]
) -> None:
    """Read the pending upload of the box `key`, if there is one, and call `take(upload)`.

    Call it before drawing anything that depends on the upload. Progress is shown; *Cancel* calls
    `cancel`. A refused upload changes nothing.
    """
    run_upload_job(key, lambda job, upload: take(upload_of(job, upload)), cancel)


def run_upload_job(
    key: str, take: Callable[[Job[Any], Any], object], cancel: Callable[[], object] | None = None
) -> None:
    """Run the pending upload job of a box and call `take(job, result)`."""
    job = st.session_state.get(f"{key}_brought")
    if not isinstance(job, Job):
        return
    try:
        result = result_of(job, cancel=partial(_cancel_upload, key, cancel))
    except CorpusError as error:
        refuse(key, error)
        return
    leave_upload(key)
    take(job, result)
    st.rerun()


def queue_upload(key: str, make: Callable[[], Job[Any]]) -> None:
    """Queue a job on an upload; if creating the job is refused, nothing changes."""
    brought: Job[Any] | CorpusError
    try:
        brought = make()
    except CorpusError as error:
        brought = error
    st.session_state[f"{key}_brought"] = brought


def leave_upload(key: str) -> None:
    """Forget the last file of a box, and the reason for its refusal."""
    st.session_state.pop(f"{key}_brought", None)


def refuse(key: str, error: CorpusError) -> None:
    """Show an error below a box, as that of its last file."""
    st.session_state[f"{key}_brought"] = error


def refused(key: str) -> CorpusError | None:
    """Return the error of the last file of a box, if it was refused."""
    brought = st.session_state.get(f"{key}_brought")
    return brought if isinstance(brought, CorpusError) else None


def _cancel_upload(key: str, cancel: Callable[[], object] | None) -> None:
    leave_upload(key)
    if cancel is not None:
        cancel()


def files_in(key: str) -> dict[str, SpoolFile]:
    """Return the files of the box `key`, by name.

    If a session has uploaded too much, the server keeps only the newest files; the box still names
    the others. Raises `Refusal` if the server has none of the named files.
    """
    value = st.session_state.get(key)
    files = value if isinstance(value, list) else [] if value is None else [value]
    kept = {file.name: file_of(file.getvalue()) for file in files if isinstance(file, UploadedFile)}
    if files and not kept:
        raise Refusal("files_gone")
    return kept


def upload_box(label: str, **options: Any) -> None:
    """Draw Streamlit's box for files, or a link if the server accepts no files here."""
    if state.keeps_no_cookie():
        st.caption(t("controls.upload_framed"))
        st.link_button(t("controls.open_alone"), state.permalink(), icon=":material/open_in_new:")
    else:
        st.file_uploader(label, **options)


def file_box(key: str, label: str) -> None:
    """Draw a box for one file, and below it the error of the last one.

    It accepts every kind of file: other files are refused in the reader's language.
    """
    upload_box(label, max_upload_size=MAX_FILE_MEGABYTES, key=key, on_change=_uploaded, args=(key,))
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
    """Return whether the file in a box was refused for its bytes."""
    error = refused(key)
    is_of_bytes = error is not None and error.code in ("binary", "unknown_encoding")
    return is_of_bytes and st.session_state.get(key) is not None


def _expected() -> tuple[str, ...]:
    """Return the encodings to try first for the reader's language."""
    return LANGUAGES[language()].encodings


def _encoding_chosen(key: str) -> None:
    encoding = st.session_state.get(f"{key}_encoding")
    queue_file(key, lambda file, name: reading(file, name, ReadAs(encoding), _expected()))


def _uploaded(key: str) -> None:
    st.session_state[f"{key}_encoding"] = None
    queue_file(key, lambda file, name: reading(file, name, expected=_expected()))


def queue_file(key: str, job_of: Callable[[SpoolFile, str], Job[Any]]) -> None:
    """Queue the job on a box's file when it changes; nothing if the box was emptied."""

    def make() -> Job[Any]:
        [(name, file)] = files_in(key).items()
        return job_of(file, name)

    if st.session_state.get(key) is None:
        leave_upload(key)
    else:
        queue_upload(key, make)


def encoding_picker(key: str, widget: str, upload: Upload) -> None:
    """Show the encoding of the file of the box `key`, and let the reader choose another."""
    guess = upload.report.only.encoding
    if guess is None or _may_be_in_another_encoding(key):
        return

    # One picker per file: late reports about the previous file's picker are ignored.
    widget = f"{widget}_{upload.key}"

    def read_again() -> None:
        _read_again(key, upload, encoding=st.session_state.get(widget))

    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in ENCODINGS if name != guess)],
        key=state.shows(widget, guess),
        on_change=read_again,
        help=t("controls.encoding_help"),
    )


def rules_for(counted: Scheme, chosen: Settings) -> dict[str, str]:
    """Return the choices with which a scheme finds the counted words.

    Empty if the reader's scheme already does, or if no available scheme does.
    """
    if chosen.scheme is not None:
        own = scheme_of(PRESETS[chosen.scheme], chosen)
        if not differences(counted, own):
            return {}
    fitting = [name for name, preset in PRESETS.items() if not differences(counted, preset)]
    if fitting:
        return {"scheme": counted.name if counted.name in fitting else fitting[0]}
    special = " ".join(counted.special_tokens) or NO_SPECIAL
    for name, preset in PRESETS.items():
        if not differences(counted, scheme_of(preset, Settings(special=special))):
            return {"scheme": name, "special": special}
    return {}


def _read_again(key: str, upload: Upload, **choices: str | None) -> None:
    """Queue the file of a box to be read with other settings."""
    read_as = upload.read_as._replace(**choices)
    queue_upload(key, lambda: reading(upload.file, upload.name, read_as, _expected()))


FILE = "file"
BOX, ONE_BOX = "own_box", "own_one"
"""Keys of the button for text and file, and of the button for the one that is chosen."""


def chosen_source(corpus_name: str) -> Source | None:
    """Return the chosen corpus, or None if the reader has not provided it yet."""
    if corpus_name == "pasted":
        text = store.texts().get("pasted")
        return None if text is None else sources.of_text(text, t("controls.corpus_pasted"))
    if corpus_name == "uploaded":
        upload = store.texts().get("uploaded")
        return None if upload is None else sources.of_upload(upload)
    return sources.of_sample(training_samples()[corpus_name])


def settle_file(cancel: Callable[[], object]) -> None:
    """Read the pending upload, before drawing anything that depends on it."""
    process_upload(FILE, _read, cancel)


def own_text(corpus_name: str, bar: DeltaGenerator, *, either: bool = False) -> None:
    """Draw the box for an own text or file: open while it is missing, else under a button.

    The button is in the bar while such a text is chosen, or always, for `either` of the two.
    """
    is_missing = _is_missing(corpus_name)
    if either and not is_missing:
        label = t("controls.text_or_file")
        with bar, popover(label, BOX, _ICONS["pasted"]):
            for take in _TAKE.values():
                take()
    elif corpus_name in OWN_TEXTS:
        label = _label(corpus_name, is_missing)
        with own_box(label, is_missing, bar, _ICONS[corpus_name]):
            _TAKE[corpus_name]()


def _is_missing(corpus_name: str) -> bool:
    no_text = corpus_name in OWN_TEXTS and store.texts().get(corpus_name) is None
    return no_text or (corpus_name == "uploaded" and refused(FILE) is not None)


def _label(corpus_name: str, is_missing: bool) -> str:
    if corpus_name == "pasted":
        return t("controls.own_text")
    if is_missing:
        return t("controls.no_file")
    return t("controls.file_used", name=quoted(store.texts()["uploaded"].name))


def own_box(label: str, missing: bool, bar: DeltaGenerator, icon: str) -> DeltaGenerator:
    """Return the place of the boxes: open while the text is missing, else under a button."""
    if missing:
        return st.expander(label, expanded=True, icon=icon)
    with bar:
        return popover(t("controls.your_text"), ONE_BOX, icon, hint=label)


def pasting_box(
    label: str, key: str, height: int, most: int = uploads.MAX_PASTED_CHARS, **looks: Any
) -> None:
    """Draw a box to paste into, and state its limit: a browser silently drops more."""
    st.text_area(label, key=key, height=height, max_chars=most, persist_state="session", **looks)
    st.caption(t("controls.longest_pasted", most=most))


def _paste() -> None:
    """Draw the text box. Its text becomes the corpus when the button is pressed."""
    state.shows("pasted_text", st.session_state.get("pasted_text", store.texts().get("pasted")))
    with st.form("paste", border=False):
        pasting_box(t("controls.own_text"), "pasted_text", 160, label_visibility="collapsed")
        st.form_submit_button(t("controls.use_text"), on_click=_pasted, type="primary")


def _pasted() -> None:
    store.give("pasted", st.session_state["pasted_text"])
    _taken("pasted")


def _taken(kind: str, **rules: str) -> None:
    """Show the new text, and close everything above it."""
    for key in (BOX, ONE_BOX):
        close_popover(key)
    state.choose(corpus=kind, step=None, **rules)


def _upload() -> None:
    """Draw the file box, show how the file was read, and let the reader correct it."""
    file_box(FILE, t("controls.file", limit=MAX_FILE_MEGABYTES))
    upload = store.texts().get("uploaded")
    if upload is not None:
        _how_it_was_read(upload)


_TAKE = {"pasted": _paste, "uploaded": _upload}
_ICONS = {"pasted": ":material/edit_note:", "uploaded": ":material/upload_file:"}


def _read(upload: Upload) -> None:
    store.give("uploaded", upload)
    rules: dict[str, str] = {}
    scheme = rules_of(upload.report)
    if scheme is not None:
        rules = rules_for(scheme, state.choices().settings)
    _taken("uploaded", **rules)


def _how_it_was_read(upload: Upload) -> None:
    """Show the guessed encoding and columns, and let the reader correct them."""
    cells = st.columns(3)
    with cells[0]:
        encoding_picker(FILE, "encoding", upload)
    report = upload.report.only
    if report.columns and report.columns != ("",):
        columns = {str(at): short_cell(name) for at, name in enumerate(report.columns, 1)}
        with cells[1]:
            _column_picker(upload, "field", columns, str(report.text + 1))
        count = NO_COUNTS if report.count is None else str(report.count + 1)
        with cells[2]:
            _column_picker(upload, "counts", {NO_COUNTS: t("controls.no_counts"), **columns}, count)


def _column_picker(upload: Upload, role: str, labels: dict[str, str], chosen: str) -> None:
    """Offer the columns of the texts or words, or of their counts; the file is read again.

    A column is identified by its number, since several may have the same name.
    """
    name = {"field": "word_column", "counts": "count_column"}[role]
    key = f"{name}_{upload.key}"
    count = None if upload.report.only.count is None else str(upload.report.only.count + 1)
    read_as = {"field": str(upload.report.only.text + 1), "counts": count or NO_COUNTS}
    st.selectbox(
        t(f"controls.{name}"),
        list(labels),
        format_func=labels.__getitem__,
        key=state.shows(key, chosen),
        on_change=lambda: _read_again(FILE, upload, **{**read_as, role: st.session_state[key]}),
    )
