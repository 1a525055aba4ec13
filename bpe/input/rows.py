"""Rows: tables read row by row, only the columns that are asked for, each text held once."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import IO, Any

import numpy as np

from ..errors import CorpusError
from .kinds import UNBOUNDED, Limits
from .opening import pyarrow

_LONGEST_CELL = 2**31 - 1
_BATCH, _FEW = 4096, 16
_TEXTS = ("string", "large_string", "binary", "large_binary")
_NUMBERS = ("int", "uint", "float", "double", "halffloat", "decimal", "bool")
_BROKEN = (ValueError, IndexError, OSError, OverflowError, NotImplementedError, csv.Error)
_FLAT = (*_TEXTS, *_NUMBERS, "time", "date", "dictionary")


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text with their ends, and hold no copy of it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def lines_in(file: IO[bytes], limits: Limits = UNBOUNDED) -> Iterator[str]:
    """Yield the lines of a UTF-8 file with their ends.

    Raises `UnicodeDecodeError`, and `CorpusError` for a line longer than what is held at once.
    """
    number = 1
    while line := file.readline(limits.whole + 1):
        if len(line) > limits.whole:
            raise CorpusError("long_row", row=number, limit=limits.whole)
        yield line.decode("utf-8")
        number += 1


def cells(
    lines: Iterable[str], delimiter: str = ",", *, strict: bool = False, limits: Limits = UNBOUNDED
) -> Iterator[list[str]]:
    """Yield the rows of a CSV that are not blank, each as long as it is.

    Raises `csv.Error` for what is none, and `CorpusError` for too many rows and too long ones.
    """
    rows = held = 0

    def bounded() -> Iterator[str]:
        nonlocal held
        for line in lines:
            held += len(line)
            if held > limits.whole:
                raise CorpusError("long_row", row=rows + 1, limit=limits.whole)
            yield line

    longest = csv.field_size_limit(_LONGEST_CELL)
    try:
        for row in csv.reader(bounded(), delimiter=delimiter, strict=strict):
            held = 0
            if not row:
                continue
            rows += 1
            check_rows(rows, limits)
            check_columns(len(row), limits)
            yield row
    finally:
        csv.field_size_limit(longest)


def check_columns(columns: int, limits: Limits) -> None:
    """Raise `CorpusError` for more columns than a table may have."""
    if limits.columns is not None and columns > limits.columns:
        raise CorpusError("many_columns", limit=limits.columns)


def check_rows(rows: int, limits: Limits) -> None:
    """Raise `CorpusError` for more rows than a table may have."""
    if limits.rows is not None and rows > limits.rows:
        raise CorpusError("many_rows", limit=limits.rows)


class Parquet:
    """A Parquet file. Only what says what is in it is read as it is opened.

    Attributes:
        columns: their names, in order.
        metadata: what was written beside them.
        rows: how many there are.
        groups: bytes of each group of rows, as far as the file says so.
    """

    def __init__(self, file: IO[bytes], limits: Limits = UNBOUNDED):
        """Open it. Raises what pyarrow raises, and `CorpusError` beyond the limits."""
        self._file, self._library = file, pyarrow()
        self._table = self._library.parquet.ParquetFile(file)
        found, schema = self._table.metadata, self._table.schema_arrow
        check_rows(found.num_rows, limits)
        check_columns(found.num_columns, limits)
        self.columns: tuple[str, ...] = tuple(schema.names)
        self.metadata: dict[bytes, bytes] = schema.metadata or {}
        self.rows: int = found.num_rows
        self.groups = [found.row_group(at).total_byte_size for at in range(found.num_row_groups)]
        self._types = dict(zip(schema.names, map(str, schema.types), strict=True))

    def holds_text(self, column: str) -> bool:
        """Say whether a column is there and holds texts."""
        return self._types.get(column) in ("string", "large_string", "string_view")

    def read(
        self, columns: Sequence[str], groups: slice = slice(None), batch: int = _BATCH
    ) -> Iterator[list[list[Any]]]:
        """Yield a list of values for each column, for some rows after the other.

        Equal texts of a list are one object, so that a small file cannot make many long ones.
        Columns of lists and the like are not read: their values are None.
        """
        chosen = list(range(len(self.groups))[groups])
        texts = [name for name in columns if self._types[name] in _TEXTS]
        plain = [name for name in columns if self._types[name].startswith(_FLAT)]
        if self._has_shared_prefixes(chosen):
            batch, texts = min(batch, _FEW), []
        table = self._library.parquet.ParquetFile(
            self._file, metadata=self._table.metadata, read_dictionary=texts
        )
        for rows in table.iter_batches(batch, chosen, plain, use_threads=False):
            yield [
                self._values(rows.column(name)) if name in plain else [None] * len(rows)
                for name in columns
            ]

    def _has_shared_prefixes(self, groups: Iterable[int]) -> bool:
        """Say whether a few bytes may stand for a text as long as the one before them."""
        found = self._table.metadata
        parts = (
            found.row_group(group).column(at) for group in groups for at in range(found.num_columns)
        )
        return "DELTA_BYTE_ARRAY" in chain.from_iterable(part.encodings for part in parts)

    def _values(self, column: Any) -> list[Any]:
        if not self._library.types.is_dictionary(column.type):
            values: list[Any] = column.to_pylist()
            return values
        places = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        used, at = np.unique(places, return_inverse=True)
        there = self._library.array(used[used >= 0])
        once = [None] * int(used[:1].min(initial=0) < 0) + column.dictionary.take(there).to_pylist()
        return [once[place] for place in at.tolist()]


@contextmanager
def refusals(name: str) -> Iterator[None]:
    """Say in one sentence what those who read tables say of a broken one."""
    try:
        yield
    except CorpusError:
        raise
    except _BROKEN as error:
        if isinstance(error, OSError) and error.filename:
            raise
        said = " ".join(str(error).split())[:120]
        raise CorpusError("broken_table", file=name, error=said) from error
