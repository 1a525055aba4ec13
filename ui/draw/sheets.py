"""Tables as CSV files: exact for a machine, safe in a spreadsheet, and never too large to make.

Beside each column of tokens or words stands one that holds them exactly, since what people are
shown has a glyph for a space or a control character: `<name>_json` has text as JSON, `<name>_hex`
bytes in hexadecimal, several tokens parted by a space.
"""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from numbers import Real
from typing import Any

import pandas as pd
import regex

from ui.draw.tables import TOKEN_COLUMNS, WORDS
from ui.draw.tokens import Token, visible

MOST_BYTES = 10_000_000
"""Bytes of one file; rows beyond are left out."""

LONGEST_SHOWN = 1_000
"""Characters of a token, or tokens of a split, that are shown; an ellipsis stands for the rest."""

LONGEST_NAMED = 40
"""Characters shown of a word that is an example of where a pair occurs."""

LONGEST_EXACT = 32_767
"""Characters a spreadsheet's cell can hold: a value that is longer leaves its exact cell empty."""

# What makes a formula of a cell, also in the full-width form that some spreadsheets take alike;
# where numbers have a decimal comma, a cell begins behind a semicolon too.
_FORMULA = regex.compile(r"(^|;)(?=[=+\-@＝＋－＠])")

Cell = Callable[[Any], object]


def as_csv(frames: Iterable[pd.DataFrame], left_out: str) -> bytes:
    """Write tables of the same columns one below the other, as UTF-8 with a byte order mark.

    A text that a spreadsheet would take for a formula is preceded by an apostrophe; exact cells
    never are one. Where a file would have more than `MOST_BYTES`, its last row says `left_out`.
    """
    frames = iter(frames)
    first = next(frames)
    columns = _columns(first)
    last = _line([left_out, *[""] * (len(columns) - 1)])
    parts = ["\ufeff".encode() + _line([name for name, _, _ in columns])]
    room = MOST_BYTES - len(parts[0])
    # Rows in the place of that sentence: they stay if they are the last ones.
    spare: list[bytes] = []
    for row in _rows(chain([first], frames), columns):
        line = _line(row)
        room -= len(line)
        if room < 0:
            return b"".join([*parts, last])
        (spare if room < len(last) else parts).append(line)
    return b"".join([*parts, *spare])


def _columns(frame: pd.DataFrame) -> list[tuple[str, str, Cell]]:
    """Return for each column of the file its name, the column it is made of, and how."""
    # A column of numbers may bear the name of one of tokens.
    tokens = [name for name in frame if name in TOKEN_COLUMNS and frame[name].dtype == object]
    is_bytes = any(_is_bytes(value) for name in tokens for value in frame[name])
    # Made anew for each file: few tokens come again and again in it.
    glyphs = lru_cache(maxsize=None)(_glyphs)
    found: list[tuple[str, str, Cell]] = []
    for name in frame.columns:
        if name == "words":
            found.append((name, name, lambda words: _examples(words, glyphs)))
            continue
        found.append((name, name, lambda value: _shown(value, glyphs)))
        if name == "word" or name in tokens:
            as_hex = is_bytes and name != "word"
            found.append((f"{name}_{'hex' if as_hex else 'json'}", name, _hex if as_hex else _json))
    return found


def _rows(
    frames: Iterable[pd.DataFrame], columns: list[tuple[str, str, Cell]]
) -> Iterator[list[object]]:
    """Read the tables row by row, each cell as its column writes it."""
    for frame in frames:
        cells = [frame[source].tolist() for _, source, _ in columns]
        for row in zip(*cells, strict=True):
            yield [write(value) for (_, _, write), value in zip(columns, row, strict=True)]


class _Echo:
    """A file for `csv.writer` that hands back what is written."""

    def write(self, line: str) -> str:
        return line


_write = csv.writer(_Echo()).writerow


def _line(cells: list[object]) -> bytes:
    # Half of a surrogate pair has no UTF-8; in JSON it is written in this way anyway.
    return _write(cells).encode("utf-8", "backslashreplace")


def _shown(value: object, glyphs: Callable[[Token], str]) -> object:
    """Return a cell for people: a number, or text with a glyph for what would not show."""
    if isinstance(value, tuple):
        text = " ".join(map(glyphs, value[:LONGEST_SHOWN])) + " …" * (len(value) > LONGEST_SHOWN)
    elif isinstance(value, str | bytes):
        text = glyphs(value)
    else:
        return value if isinstance(value, Real) and value == value else ""
    return _no_formula(text)


def _examples(words: tuple[tuple[str, int], ...], glyphs: Callable[..., str]) -> str:
    named = [glyphs(word, LONGEST_NAMED) for word, _ in words[:WORDS]]
    return _no_formula(" ".join(named + ["…"] * (len(words) > WORDS)))


def _glyphs(token: Token, longest: int = LONGEST_SHOWN) -> str:
    return visible(token[:longest]) + "…" * (len(token) > longest)


def _no_formula(text: str) -> str:
    return _FORMULA.sub(r"\1'", text)


def _is_bytes(value: object) -> bool:
    return isinstance(value, bytes) or (
        isinstance(value, tuple) and _is_bytes(value[:1] and value[0])
    )


def _json(value: str | tuple[str, ...] | None) -> str:
    """Return text as JSON, which begins with a quotation mark or a bracket, without semicolon."""
    if value is None or _length(value) > LONGEST_EXACT:
        return ""
    text = json.dumps(value, ensure_ascii=False).replace(";", "\\u003b")
    return text if len(text) <= LONGEST_EXACT else ""


def _hex(value: bytes | tuple[bytes, ...] | None) -> str:
    """Return bytes in hexadecimal, several tokens parted by a space."""
    if value is None or _length(value) > LONGEST_EXACT:
        return ""
    text = value.hex() if isinstance(value, bytes) else " ".join(token.hex() for token in value)
    return text if len(text) <= LONGEST_EXACT else ""


def _length(value: Token | tuple[Token, ...]) -> int:
    return sum(map(len, value)) if isinstance(value, tuple) else len(value)
