"""Download buttons for files made on demand, and the files' names."""

import unicodedata
from collections.abc import Callable
from pathlib import PurePath

import regex
import streamlit as st

from ui.own_text import store
from ui.samples import training_samples

OWN_TEXT = "own-text"
KINDS = {".csv": "text/csv", ".html": "text/html", ".zip": "application/zip"}
"""Media type of a file by its extension; all others are plain text."""

MAX_NAME_CHARS = 40


def offer(
    label: str,
    data: Callable[[], bytes | str],
    file: str,
    key: str,
) -> None:
    """Draw a download button; `data` makes the file when it is pressed."""
    st.download_button(
        label,
        data,
        file,
        KINDS.get(PurePath(file).suffix, "text/plain"),
        key=key,
        on_click="ignore",
        icon=":material/download:",
    )


def file_name(source: str, scheme: str, what: str, step: int | None = None) -> str:
    """Return a file's name: corpus, scheme, step if it has one, and content.

    >>> file_name("", "paper", "pairs.csv", 3)
    'own-text-paper-step-3-pairs.csv'
    """
    step_part = [] if step is None else [f"step-{step}"]
    return "-".join([_corpus_name(source), _safe(scheme), *step_part, what])


def _corpus_name(source: str) -> str:
    """Return a sample's name or that of this reader's own file; never another reader's."""
    for sample in training_samples().values():
        if sample.path.name == source:
            return sample.name
    upload = store.texts().get("uploaded")
    mine = upload is not None and upload.name == source
    return (_safe(PurePath(source).stem) if mine else "") or OWN_TEXT


def _safe(name: str) -> str:
    """Return a short name: letters and digits of any script, hyphens for everything else."""
    name = unicodedata.normalize("NFC", name)[: 10 * MAX_NAME_CHARS]
    return regex.sub(r"[^\p{L}\p{M}\p{N}]+", "-", name)[:MAX_NAME_CHARS].strip("-")
