"""Tables of words and counts: rows from CSV, TSV or Parquet, and which column is which."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyarrow
from pyarrow import parquet

from ui.catalogue import Refusal
from ui.corpora import limits

_WORD_NAMES = {"word", "words", "token", "term", "text", "词", "词语", "单词", "词元"}
_COUNT_NAMES = {"count", "counts", "frequency", "freq", "n", "次数", "频数", "词频", "计数"}

csv.field_size_limit(limits.LARGEST)  # a cell too long to be a word is refused by its length


@dataclass(frozen=True)
class TableFile:
    """Rows of words and counts, not yet told apart.

    Attributes:
        columns: the names, or numbers from 1 where the file gives no names.
        rows: cells as text, one tuple a row.
        word, count: positions of the columns that look like the words and the counts.
        encoding: what the cells were read in; None for a format that says so itself.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    word: int
    count: int
    encoding: str | None


def word_counts(table: TableFile, word: int, count: int) -> dict[str, int]:
    """Read words and counts from two columns; equal words are added up.

    Raises Refusal for a count that is not a positive whole number, and where no word is left.
    """
    if word == count:
        raise Refusal("same_column")
    counts: Counter[str] = Counter()
    for number, row in enumerate(table.rows, start=1):
        text = row[word].strip()
        if not text:
            continue
        amount = _count(row[count])
        if amount is None:
            raise Refusal("bad_count", row=number, value=shortened(row[count]))
        if len(text) > limits.LONGEST_WORD:
            raise Refusal("long_word", length=len(text), limit=limits.LONGEST_WORD)
        counts[text] += amount
    if not counts:
        raise Refusal("no_words")
    return dict(counts)


def rows_of_text(text: str, encoding: str, *, tabs: bool) -> TableFile:
    """Read rows of comma-, semicolon- or tab-separated cells."""
    first = text.lstrip("\n").partition("\n")[0]
    delimiter = "\t" if tabs else max(",;\t", key=first.count)
    try:
        rows = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter) if row]
    except csv.Error as error:
        raise Refusal("broken_table") from error
    return _told_apart(rows, encoding)


def _told_apart(rows: Sequence[tuple[str, ...]], encoding: str | None) -> TableFile:
    """Find the names, the words and the counts among the rows."""
    if not rows:
        raise Refusal("no_words")
    if len(rows) > limits.MOST_ROWS:
        raise Refusal("many_rows", limit=limits.MOST_ROWS)
    width = max(map(len, rows))
    if width < 2:
        raise Refusal("one_column")
    rows = [row + ("",) * (width - len(row)) for row in rows]
    if any(_count(cell) is not None for cell in rows[0]):
        columns = tuple(str(number) for number in range(1, width + 1))
    else:
        columns, rows = rows[0], rows[1:]
    return _guessed(columns, rows, encoding)


def _guessed(
    columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], encoding: str | None
) -> TableFile:
    if not rows:
        raise Refusal("no_words")
    head = rows[:100]
    numeric = [
        position
        for position in range(len(columns))
        if all(_count(row[position]) is not None for row in head)
    ]
    # Tables without usual names tend to put the count right after the word, and ranks before it.
    first_text = next((each for each in range(len(columns)) if each not in numeric), 0)
    after = [position for position in numeric if position > first_text] or numeric
    count = _position(columns, _COUNT_NAMES, numeric, default=after[0] if after else 1)
    others = [position for position in range(len(columns)) if position != count]
    texts = [position for position in others if position not in numeric]
    word = _position(columns, _WORD_NAMES, others, default=(texts or others)[0])
    return TableFile(columns, tuple(rows), word, count, encoding)


def _position(columns: Sequence[str], names: set[str], among: Iterable[int], default: int) -> int:
    """Find the first of some columns that bears one of the usual names."""
    named = (position for position in among if columns[position].strip().lower() in names)
    return next(named, default)


def rows_of_parquet(data: bytes) -> TableFile:
    """Read at most the allowed rows and bytes of cells, however small the file is."""
    rows: list[tuple[str, ...]] = []
    size = 0
    try:
        file = parquet.ParquetFile(io.BytesIO(data))
        if file.metadata.num_rows > limits.MOST_ROWS:
            raise Refusal("many_rows", limit=limits.MOST_ROWS)
        columns = tuple(file.schema_arrow.names)
        if len(columns) < 2:
            raise Refusal("one_column")
        if any(
            _unpacked_size(file, group) > limits.LARGEST for group in range(file.num_row_groups)
        ):
            raise Refusal("unpacks_too_large", limit=limits.LARGEST // limits.MEGABYTE)
        for batch in file.iter_batches(batch_size=1024, columns=list(columns)):
            size += batch.nbytes
            if size > 2 * limits.LARGEST:
                raise Refusal("unpacks_too_large", limit=limits.LARGEST // limits.MEGABYTE)
            cells = [map(_cell, column.to_pylist()) for column in batch.columns]
            rows.extend(zip(*cells, strict=True))
    except Refusal:
        raise
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
        # Values out of range and text that is not UTF-8 show only when a cell is read.
        raise Refusal("broken_parquet") from error
    return _guessed(columns, rows, None)


def _unpacked_size(file: parquet.ParquetFile, group: int) -> int:
    return file.metadata.row_group(group).total_byte_size


def _cell(value: object) -> str:
    if isinstance(value, bytes):  # how some writers store text
        return value.decode("utf-8")
    return "" if value is None else str(value)


def _count(cell: str) -> int | None:
    """Read a positive whole number, also where a spreadsheet wrote it as 12.0."""
    match = re.fullmatch(r"\+?([0-9]{1,15})(?:\.0+)?", cell.strip())
    return (int(match[1]) or None) if match else None


def shortened(text: str) -> str:
    return text if len(text) <= 20 else text[:19] + "…"
