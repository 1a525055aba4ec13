"""Rows: lines and tables read one by one, within limits."""

import csv
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from ..errors import CorpusError
from .kinds import UNBOUNDED, Limits

_LONGEST_CELL = 2**31 - 1
_BROKEN = (ValueError, IndexError, OSError, OverflowError, RuntimeError, csv.Error)


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


@contextmanager
def table_errors(name: str, *, counts: bool = False) -> Iterator[None]:
    """Turn errors about a broken table, or broken counts, into `CorpusError`."""
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
