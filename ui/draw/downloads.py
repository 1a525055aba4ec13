"""Files to download: made when asked for, bounded, named by what they are; tables as CSV."""

import csv
import io
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from functools import lru_cache
from numbers import Real
from pathlib import PurePath
from typing import Any

import regex
import streamlit as st

from bpe import Training
from bpe.unigram import UnigramTraining
from ui.catalogue import Refusal
from ui.corpora.samples import training_samples
from ui.draw.readings import WORDS, Rows
from ui.draw.tokens import Token, visible
from ui.shell import session

MOST_BYTES = 10_000_000
"""Bytes of one file; rows beyond are left out."""

LONGEST = 1_000
"""Characters of a token, or tokens of a split; an ellipsis stands for the rest."""

LONGEST_NAMED = 40
"""Characters of a word that is an example of where a pair occurs."""

# What makes a formula of a cell, also in the full-width form that some spreadsheets take alike;
# where numbers have a decimal comma, a cell begins behind a semicolon too.
_FORMULA = regex.compile(r"(^|;)(?=[=+\-@＝＋－＠])")

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


def as_csv(rows: Rows, left_out: str) -> bytes:
    """Write a table as UTF-8 with a byte order mark, tokens with a glyph for what would not show.

    A text that a spreadsheet would take for a formula is preceded by an apostrophe. Where a file
    would have more than `MOST_BYTES`, its last row says `left_out`.
    """
    # Made anew for each file: few tokens come again and again in it.
    glyphs = lru_cache(maxsize=None)(_glyphs)
    last = _line([left_out, *[""] * (len(rows.names) - 1)])
    parts = ["\ufeff".encode() + _line([*rows.names])]
    size = len(parts[0]) + len(last)
    for row in rows.cells:
        line = _line([_cell(value, glyphs) for value in row])
        size += len(line)
        if size > MOST_BYTES:
            return b"".join([*parts, last])
        parts.append(line)
    return b"".join(parts)


class _Echo:
    """A file for `csv.writer` that hands back what is written."""

    def write(self, line: str) -> str:
        return line


_write = csv.writer(_Echo()).writerow


def _line(cells: list[object]) -> bytes:
    # Half of a surrogate pair has no UTF-8.
    return _write(cells).encode("utf-8", "backslashreplace")


def _cell(value: Any, glyphs: Callable[..., str]) -> object:
    """Return a number, or text with a glyph for what would not show; several parted by spaces."""
    if isinstance(value, str | bytes):
        return _no_formula(glyphs(value))
    if not isinstance(value, tuple):
        return value if isinstance(value, Real) and value == value else ""
    if value and isinstance(value[0], tuple):  # words, each with its count
        named = [glyphs(word, LONGEST_NAMED) for word, _ in value[:WORDS]]
        return _no_formula(" ".join(named) + " …" * (len(value) > WORDS))
    text = " ".join(map(glyphs, value[:LONGEST]))
    return _no_formula(text + " …" * (len(value) > LONGEST))


def _glyphs(token: Token, longest: int = LONGEST) -> str:
    return visible(token[:longest]) + "…" * (len(token) > longest)


def _no_formula(text: str) -> str:
    return _FORMULA.sub(r"\1'", text)
