"""A table as a CSV file: as the page shows it, safe in a spreadsheet, never too large to make."""

import csv
from collections.abc import Callable
from functools import lru_cache
from numbers import Real
from typing import Any

import pandas as pd
import regex

from ui.draw.tables import WORDS
from ui.draw.tokens import Token, visible

MOST_BYTES = 10_000_000
"""Bytes of one file; rows beyond are left out."""

LONGEST = 1_000
"""Characters of a token, or tokens of a split; an ellipsis stands for the rest."""

LONGEST_NAMED = 40
"""Characters of a word that is an example of where a pair occurs."""

# What makes a formula of a cell, also in the full-width form that some spreadsheets take alike;
# where numbers have a decimal comma, a cell begins behind a semicolon too.
_FORMULA = regex.compile(r"(^|;)(?=[=+\-@＝＋－＠])")


def as_csv(frame: pd.DataFrame, left_out: str) -> bytes:
    """Write a table as UTF-8 with a byte order mark, tokens with a glyph for what would not show.

    A text that a spreadsheet would take for a formula is preceded by an apostrophe. Where a file
    would have more than `MOST_BYTES`, its last row says `left_out`.
    """
    # Made anew for each file: few tokens come again and again in it.
    glyphs = lru_cache(maxsize=None)(_glyphs)
    width = len(frame.columns)
    last = _line([left_out, *[""] * (width - 1)])
    parts = ["\ufeff".encode() + _line([*frame.columns])]
    size = len(parts[0]) + len(last)
    for row in frame.itertuples(index=False, name=None):
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
