"""File boxes: the next run of the page reads an upload, in a worker process."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe import CorpusError
from bpe.input.encodings import ENCODINGS
from bpe.input.kinds import MEGABYTE
from ui.catalogue import Refusal
from ui.corpora import limits
from ui.corpora.content import Upload
from ui.corpora.jobs import Job
from ui.corpora.sources import upload_of
from ui.corpora.uploads import reading
from ui.corpora.waiting import Cancel, result_of
from ui.languages import LANGUAGES
from ui.shell import reader, session
from ui.shell.text import language, sentence, t

LARGEST = limits.LARGEST // MEGABYTE  # of a file, in MB


def process_upload(key: str, take: Callable[[Upload], object], cancel: Cancel) -> None:
    """Read the pending upload of the box `key`, if there is one, and call `take(upload)`.

    To be called before anything is drawn that depends on it. Progress is shown; *Cancel* calls
    `cancel`. An upload that is refused leaves what was there before.
    """
    run_upload_job(key, lambda job, content: take(upload_of(job, content)), cancel)


def run_upload_job(
    key: str, take: Callable[[Job[Any], Any], object], cancel: Cancel | None = None
) -> None:
    """Run the pending upload job of a box and call `take(job, result)`."""
    job = session.recall(f"{key}_brought")
    if job is None:
        return
    try:
        result = result_of(job, cancel=partial(_cancel_upload, key, cancel))
    except CorpusError as error:
        refuse(key, error)
        return
    session.remember(f"{key}_brought", None)
    take(job, result)
    st.rerun()


def queue_upload(key: str, make: Callable[[], Job[Any]]) -> None:
    """Queue a job on an upload; one that is refused as it is made leaves what was there before."""
    refuse(key, None)
    try:
        session.remember(f"{key}_brought", make())
    except CorpusError as error:
        refuse(key, error)


def refuse(key: str, error: CorpusError | None) -> None:
    """Note why the last file given to a box was refused; nothing else of it is kept."""
    session.remember(f"{key}_brought", None)
    session.remember(f"{key}_refused", error)


def refused(key: str) -> CorpusError | None:
    """Return why the last file given to a box was refused, if it was."""
    return session.recall(f"{key}_refused")


def _cancel_upload(key: str, cancel: Cancel | None) -> None:
    refuse(key, None)
    if cancel is not None:
        cancel()


def files_in(key: str) -> dict[str, bytes]:
    """Return what the box `key` holds as it changes: name -> bytes.

    Of a session that has sent too much the server keeps the newest files alone, and all others
    stand in the box still. Raises `Refusal` where it has none of those that do.
    """
    value = session.value(key)
    files = value if isinstance(value, list) else [] if value is None else [value]
    kept = {file.name: file.getvalue() for file in files if isinstance(file, UploadedFile)}
    if files and not kept:
        raise Refusal("files_gone")
    return kept


def upload_box(label: str, **options: Any) -> None:
    """Draw Streamlit's box for files; where the server would take none, a way to where it does."""
    if reader.keeps_no_cookie():
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
    queue_file(key, lambda data, name: reading(data, name, encoding, _expected()))


def _uploaded(key: str) -> None:
    session.widget(f"{key}_encoding", None)
    queue_file(key, lambda data, name: reading(data, name, expected=_expected()))


def queue_file(key: str, job_of: Callable[[bytes, str], Job[Any]]) -> None:
    """Queue the job on the one file of a box, as it changes; nothing where it was emptied."""

    def make() -> Job[Any]:
        [(name, data)] = files_in(key).items()
        return job_of(data, name)

    if session.value(key) is None:
        refuse(key, None)
    else:
        queue_upload(key, make)


def encoding_picker(key: str, widget: str, upload: Upload) -> None:
    """Show the encoding that the file of the box `key` was read in, to read it in another."""
    guess = upload.content.encoding
    if guess is None or _may_be_in_another_encoding(key):
        return

    def read_again() -> None:
        encoding = session.value(widget)
        queue_upload(key, lambda: reading(upload.data, upload.name, encoding))

    st.selectbox(
        t("controls.encoding"),
        [guess, *(name for name in ENCODINGS if name != guess)],
        key=session.widget(widget, guess),
        on_change=read_again,
        help=t("controls.encoding_help"),
    )
