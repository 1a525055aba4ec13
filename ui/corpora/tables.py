"""Tables of words and counts: which column is which, and the words of two of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain, islice

from bpe.input.encodings import decode_file
from bpe.input.kinds import Limits
from bpe.input.rows import cells, table_errors
from ui.catalogue import Refusal
from ui.corpora import limits as sizes
from ui.corpora.content import Content

_WORD_NAMES = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}
_HEAD = 100
"""Rows that tell which columns are the words and the counts."""

_LONGEST_NAME = 40


def table_of(data: bytes, name: str, encoding: str, limits: Limits) -> Content:
    """Say what is in rows of cells. Raises CorpusError where they are no table."""
    rows, encoding = _rows(data, name, encoding, limits)
    head = list(islice(rows, _HEAD + 1))
    total, width = len(head), max(map(len, head), default=0)
    for row in rows:
        total, width = total + 1, max(width, len(row))
    if not total:
        raise Refusal("no_words")
    if width < 2:
        raise Refusal("one_column")
    head = [row + [""] * (width - len(row)) for row in head]
    if _has_names(head[0]):
        return _guessed(head[0], head[1:], total - 1, encoding)
    return _guessed([str(number + 1) for number in range(width)], head, total, encoding)


def _rows(data: bytes, name: str, encoding: str, limits: Limits) -> tuple[Iterator[list[str]], str]:
    """Read rows of comma-, semicolon- or tab-separated cells. Returns them and the encoding."""
    text, encoding = decode_file(data, encoding)
    first = next((line for line in StringIO(text) if line != "\n"), "")
    delimiter = "\t" if name.lower().endswith(".tsv") else max(",;\t", key=first.count)
    return cells(StringIO(text), delimiter, limits=limits), encoding


def _has_names(first: Sequence[str]) -> bool:
    """Say whether a first row is one of names, since no cell of it is a count."""
    return all(_count(cell) is None for cell in first)


def _guessed(
    columns: Sequence[str], head: Sequence[Sequence[str]], rows: int, encoding: str
) -> Content:
    """Find the words and the counts among the columns."""
    if not rows:
        raise Refusal("no_words")
    numeric = [
        position
        for position in range(len(columns))
        if all(_count(row[position]) is not None for row in head[:_HEAD])
    ]
    # Tables without usual names tend to put the count right after the word, and ranks before it.
    first_text = next((each for each in range(len(columns)) if each not in numeric), 0)
    after = [position for position in numeric if position > first_text] or numeric
    count = _position(columns, _COUNT_NAMES, numeric, default=after[0] if after else 1)
    others = [position for position in range(len(columns)) if position != count]
    texts = [position for position in others if position not in numeric]
    word = _position(columns, _WORD_NAMES, others, default=(texts or others)[0])
    names = tuple(shortened(name, _LONGEST_NAME) for name in columns)
    return Content("table", None, encoding, rows, names, word, count)


def _position(columns: Sequence[str], names: set[str], among: Iterable[int], default: int) -> int:
    """Find the first of some columns that bears one of the usual names."""
    named = (position for position in among if columns[position].strip().lower() in names)
    return next(named, default)


def word_counts(data: bytes, name: str, table: Content, limits: Limits) -> dict[str, int]:
    """Read words and counts from two columns of a file, unpacked; equal words are added up.

    Raises CorpusError for a count that is not a positive whole number, and where no word is left.
    """
    if table.word == table.count:
        raise Refusal("same_column")
    counts: dict[str, int] = {}
    with table_errors(name):
        rows, _ = _rows(data, name, table.encoding or "", limits)
        first = next(rows, [])
        rows = rows if _has_names(first) else chain([first], rows)
        for number, row in enumerate(rows, start=1):
            text, amount = (_cell(row, at) for at in (table.word, table.count))
            if not text:
                continue
            found = _count(amount)
            if found is None:
                raise Refusal("bad_count", row=number, value=shortened(amount))
            if length := sizes.beyond(text):
                raise Refusal("long_word", length=length, limit=sizes.LONGEST_WORD)
            counts[text] = counts.get(text, 0) + found
    if not counts:
        raise Refusal("no_words")
    return counts


def _cell(row: Sequence[str], at: int) -> str:
    return row[at].strip() if at < len(row) else ""


def _count(cell: str) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    match = re.fullmatch(r"\s*\+?([0-9]{1,15})(?:\.0+)?\s*", cell)
    return (int(match[1]) or None) if match else None


def shortened(text: str, most: int = 20) -> str:
    """Return a text as a label can show it."""
    return text if len(text) <= most else text[: most - 1] + "…"
