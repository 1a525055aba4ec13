"""Rows: tables read row by row, only the columns that are asked for, each text held once."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from ..errors import CorpusError
from .kinds import UNBOUNDED, Limits
from .opening import pyarrow

_LONGEST_CELL = 2**31 - 1
_BATCH = 4096
_TEXTS = ("string", "large_string", "binary", "large_binary")
_NUMBERS = ("int", "uint", "float", "double", "halffloat", "decimal", "bool")
_BROKEN = (ValueError, IndexError, OSError, OverflowError, RuntimeError, csv.Error)
_FLAT = (*_TEXTS, *_NUMBERS, "time", "date", "dictionary")


def lines_in(file: IO[bytes], limits: Limits = UNBOUNDED) -> Iterator[bytes]:
    """Yield the lines of a file with their ends.

    Raises `CorpusError` for a line longer than what is held at once.
    """
    number = 1
    while line := file.readline(limits.whole + 1):
        if len(line) > limits.whole:
            raise CorpusError("long_row", row=number, limit=limits.whole)
        yield line
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
            if row:
                rows += 1
                check_shape(rows, len(row), limits)
                yield row
    finally:
        csv.field_size_limit(longest)


def check_shape(rows: int, columns: int, limits: Limits) -> None:
    """Raise `CorpusError` for more rows or columns than a table may have."""
    if limits.rows is not None and rows > limits.rows:
        raise CorpusError("many_rows", limit=limits.rows)
    if limits.columns is not None and columns > limits.columns:
        raise CorpusError("many_columns", limit=limits.columns)


class Parquet:
    """A Parquet file. Only what says what is in it is read as it is opened.

    Attributes:
        columns: their names, in order.
        rows: how many there are.
        size: bytes of all rows, unpacked, as far as the file says so.
    """

    def __init__(self, file: IO[bytes], limits: Limits = UNBOUNDED):
        """Open it. Raises what pyarrow raises, and `CorpusError` beyond the limits."""
        self._file, self._library = file, pyarrow()
        table = self._library.parquet.ParquetFile(file)
        self._metadata, schema = table.metadata, table.schema_arrow
        check_shape(self._metadata.num_rows, self._metadata.num_columns, limits)
        self.columns: tuple[str, ...] = tuple(schema.names)
        self.rows: int = self._metadata.num_rows
        groups = map(self._metadata.row_group, range(table.num_row_groups))
        self.size = sum(group.total_byte_size for group in groups)
        self._types = dict(zip(schema.names, map(str, schema.types), strict=True))

    def holds_text(self, column: str) -> bool:
        """Say whether a column is there and holds texts."""
        return self._types.get(column) in ("string", "large_string", "string_view")

    def read(self, columns: Sequence[str], batch: int = _BATCH) -> Iterator[list[list[Any]]]:
        """Yield a list of values for each column, for some rows after the other.

        Equal texts of a list are one object, so that a small file cannot make many long ones.
        Columns of lists and the like are not read: their values are None.
        """
        texts = [name for name in columns if self._types[name] in _TEXTS]
        plain = [name for name in columns if self._types[name].startswith(_FLAT)]
        table = self._library.parquet.ParquetFile(
            self._file, metadata=self._metadata, read_dictionary=texts
        )
        for rows in table.iter_batches(batch, columns=plain, use_threads=False):
            yield [
                self._values(rows.column(name)) if name in plain else [None] * len(rows)
                for name in columns
            ]

    def _values(self, column: Any) -> list[Any]:
        if not self._library.types.is_dictionary(column.type):
            values: list[Any] = column.to_pylist()
            return values
        places = column.indices.to_pylist()
        once = {at: None if at is None else column.dictionary[at].as_py() for at in {*places}}
        return [once[at] for at in places]


@contextmanager
def refusals(name: str, *, counts: bool = False) -> Iterator[None]:
    """Say in one sentence what those who read tables, or counts, say of a broken one."""
    try:
        yield
    except CorpusError:
        raise
    except _BROKEN as error:
        if isinstance(error, OSError) and error.filename:
            raise
        said = " ".join(str(error).split())[:120]
        if counts:
            raise CorpusError("counts_file", file=name, error=said) from error
        raise CorpusError("broken_table", file=name, error=said) from error
