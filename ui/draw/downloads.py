"""Buttons that hand out files: made when asked for, bounded, and named by what they are."""

import io
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from pathlib import PurePath

import regex
import streamlit as st

from bpe import Training
from bpe.unigram import UnigramTraining
from ui.catalogue import Refusal
from ui.corpora.samples import training_samples
from ui.draw.sheets import MOST_BYTES
from ui.shell import session

OWN_TEXT = "own-text"
KINDS = {".csv": "text/csv", ".html": "text/html", ".zip": "application/zip"}
"""What a file is, by how its name ends; all others are plain text."""

LONGEST_NAME = 40
# Characters of all tokens together: a text twice over makes each token of it the next one's half.
MOST_SPELLED = MOST_BYTES // 5


def packed(files: Iterable[tuple[str, bytes | str]]) -> bytes:
    """Return a zip of files, name and content; the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


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


def check_fits(training: Training) -> None:
    """Raise Refusal where the tokens are too long to be written whole, as other libraries need."""
    if sum(map(len, training.tokens)) > MOST_SPELLED:
        raise Refusal("long_tokens", limit=MOST_SPELLED)


def file_name(training: Training | UnigramTraining, what: str, step: int | None = None) -> str:
    """Return a file's name: corpus, scheme, step where it is of one, and what it holds.

    >>> from bpe import train
    >>> file_name(train("low lower lowest"), "pairs.csv", 3)
    'own-text-paper-step-3-pairs.csv'
    """
    scheme = "unigram" if isinstance(training, UnigramTraining) else training.scheme.name
    step_part = [] if step is None else [f"step-{step}"]
    return "-".join([_corpus_name(training.corpus.source), _safe(scheme), *step_part, what])


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
