"""Buttons that offer files, made when they are asked for, and the names of these."""

import unicodedata
from collections.abc import Callable
from pathlib import PurePath

import regex
import streamlit as st

from ui.samples import training_samples
from ui.shell import session

OWN_TEXT = "own-text"
KINDS = {".csv": "text/csv", ".html": "text/html", ".zip": "application/zip"}
"""What a file is, by how its name ends; all others are plain text."""

LONGEST_NAME = 40


def offer(
    label: str,
    data: Callable[[], bytes | str],
    file: str,
    key: str,
) -> None:
    """Offer a file that `data` makes when the reader asks for it."""
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
    """Return a file's name: corpus, scheme, step where it is of one, and what it holds.

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
    upload = session.recall("uploaded")
    mine = upload is not None and upload.name == source
    return (_safe(PurePath(source).stem) if mine else "") or OWN_TEXT


def _safe(name: str) -> str:
    """Return letters and digits of any script, all else as a hyphen; short."""
    name = unicodedata.normalize("NFC", name)[: 10 * LONGEST_NAME]
    return regex.sub(r"[^\p{L}\p{M}\p{N}]+", "-", name)[:LONGEST_NAME].strip("-")
