"""A reader's own tokenizers: uploaded files are opened, and stay for the session.

The newest upload is shown, and earlier ones can be picked. Files without a tokenizer are refused
with a sentence; the page does not change.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from bpe import CorpusError
from bpe.input.opening import MEGABYTE, check_size
from bpe.interchange import Opened
from bpe.player.tokens import visible
from ui.own_text import uploads
from ui.own_text.boxes import files_in, upload_box
from ui.popover import close_popover, popover, times_closed
from ui.spool import SpoolFile
from ui.state import OWN_FILES
from ui.text import in_list, quoted, sentence, t
from ui.tokenizers import keep, key_of, opened, resource_of, shipped, uploaded_resource
from ui.uploaded_tokenizer import Uploaded, opening
from ui.waiting import result_of

WORD_PATTERNS = ("gpt4", "cl100k", "o200k", "llama3", "qwen", "gpt2", "text")
"""Split patterns to choose from, for files that do not state theirs."""

INCOMPLETE = ("files", "half")
"""Error codes of files that may be a tokenizer together with others."""

POPOVER = "tokenizer_popover"
UPLOADED = "tokenizer_uploaded"
"""The uploaded files until they are open, or their `CorpusError`."""

PATTERNLESS = "tokenizer_patternless"
"""Uploaded files that wait for the reader's choice of a split pattern."""


@dataclass(frozen=True)
class OwnTokenizer:
    """Files that the reader uploaded together.

    Attributes:
        key: for `tokenizer_of`.
        names: of the files.
        number: distinguishes tokenizers of this session whose files have equal names, from 1.
    """

    key: str
    names: tuple[str, ...]
    number: int = 1

    def title(self, safe: Callable[[str], str] = str) -> str:
        """Return its title for the reader; `safe` escapes file names."""
        files = safe(in_list(map(visible, self.names)))
        name = "files_open" if self.number == 1 else "files_open_again"
        return t(f"bytes.{name}", files=files, n=self.number)


def own_tokenizers() -> dict[str, OwnTokenizer]:
    """Return the tokenizers that the reader has uploaded in this session, by key, oldest first."""
    return st.session_state.get(OWN_FILES) or {}


def tokenizer_button(label: str, note: str) -> None:
    """Draw the button of the box for files; both are reset after an upload."""
    key = f"tokenizer_upload_{times_closed(POPOVER)}"
    limit = uploads.MAX_TOKENIZER_BYTES // MEGABYTE
    icon = ":material/upload_file:"
    with popover(label, POPOVER, icon):
        upload_box(
            t("bytes.files_upload", limit=limit),
            accept_multiple_files=True,
            max_upload_size=limit,
            key=key,
            on_change=partial(_take, key),
        )
        st.caption(note)


def _take(key: str) -> None:
    close_popover(POPOVER)  # it would cover the message about the files
    try:
        files = files_in(key)
        largest = max(files, key=lambda name: files[name].nbytes, default="")
        size = sum(file.nbytes for file in files.values())
        check_size(largest, size, uploads.MAX_TOKENIZER_BYTES)
    except CorpusError as error:
        st.session_state[UPLOADED] = error
    else:
        st.session_state[UPLOADED] = files


def open_uploaded(then: Callable[[str], object]) -> None:
    """Open the files that were uploaded last; call `then` with the tokenizer's key.

    A tokenizer of several files may need two uploads. Progress is shown, and can be cancelled.
    Files without a split pattern wait for the reader's choice.
    """
    files = st.session_state.get(UPLOADED)
    if not files or not isinstance(files, dict):
        return
    earlier = st.session_state.get(PATTERNLESS) or st.session_state.get("tokenizer_incomplete")
    error = _error_of(files)
    if error is not None and error.code in INCOMPLETE and earlier:
        together = _error_of({**earlier, **files})
        if together is None or together.code == "pattern_needed":
            files, error = {**earlier, **files}, together
    code = error and error.code
    st.session_state["tokenizer_incomplete"] = files if code in INCOMPLETE else {}
    st.session_state[PATTERNLESS] = files if code == "pattern_needed" else None
    st.session_state[UPLOADED] = None if code == "pattern_needed" else error
    if error is None:
        key, own, names = keep(files), own_tokenizers(), tuple(files)
        alike = [each.number for each in own.values() if each.names == names]
        new = OwnTokenizer(key, names, max(alike, default=0) + 1)
        st.session_state[OWN_FILES] = {**own, key: own.get(key, new)}
        then(key)
        st.rerun()


def _error_of(files: dict[str, SpoolFile]) -> CorpusError | None:
    """Return the error of files that are not a tokenizer, or None."""
    try:
        resource = uploaded_resource(files, _words_of(key_of(files)))
        result_of(opening(resource), cancel=_cancel_upload)
    except CorpusError as error:
        return error
    return None


def _cancel_upload() -> None:
    st.session_state[UPLOADED] = None


def say_refused() -> None:
    """Show the error of the last uploaded files, or ask for their split pattern."""
    error, files = st.session_state.get(UPLOADED), st.session_state.get(PATTERNLESS)
    if isinstance(error, CorpusError):
        st.error(t("bytes.files_refused", sentence=sentence(error)))
    if files:
        key = key_of(files)
        choose = t("bytes.files_words_choose")
        chosen = partial(_pattern_chosen, key)
        _ask_for_pattern(key, tuple(files), index=None, placeholder=choose, on_change=chosen)


def _pattern_chosen(key: str) -> None:
    files = st.session_state[PATTERNLESS]
    st.session_state[PATTERNLESS] = None
    if _words_of(key):
        st.session_state[UPLOADED] = files


def tokenizer_of(key: str, cancel_worker: Callable[[], object] | None = None) -> Opened | Uploaded:
    """Return a tokenizer that comes with the app by its name, or uploaded files by their key.

    cancel_worker: if given, a tokenizer of the app is also opened in a worker, for slow questions
        or many tokenizers; it is called if the reader cancels. An own tokenizer is then dropped.

    Raises `CorpusError` for files without a tokenizer, and `Refusal` if they exceed a limit or are
    no longer stored.
    """
    if key in shipped() and cancel_worker is None:
        return opened(key)
    resource = resource_of(key, _words_of(key))
    ask = partial(result_of, cancel=cancel_worker if key in shipped() else partial(_drop, key))
    return Uploaded(resource, ask(opening(resource)), ask)


def _drop(key: str) -> None:
    left = {name: each for name, each in own_tokenizers().items() if name != key}
    st.session_state[OWN_FILES] = left or None


def _words_of(key: str) -> str | None:
    """Return the reader's pattern for uploaded files that state none."""
    words: str | None = st.session_state.get(f"tokenizer_words_{key}")
    return words


def ask_how_words_are_cut(key: str) -> None:
    """Let the reader choose another pattern for uploaded files that state none."""
    if _words_of(key):
        _ask_for_pattern(key, own_tokenizers()[key].names)


def _ask_for_pattern(key: str, names: Sequence[str], **options: Any) -> None:
    st.selectbox(
        t("bytes.files_words"),
        WORD_PATTERNS,
        format_func=lambda name: t(f"bytes.files_words_{name}"),
        help=t("bytes.files_words_why"),
        key=f"tokenizer_words_{key}",
        persist_state="session",
        **options,
    )
    st.caption(t("bytes.files_words_asked", files=quoted(in_list(names))))
