"""Tables: words and their counts in a file, in their order, to be trained on later."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..errors import CorpusError, short
from .reading import library

_COLUMNS = ("word", "count")
_HEADER = b'"word","count"\r\n'
_ROWS = 1 << 16
_LONGEST = 2**31 - 1


def write_counts(path: Path, counts: dict[str, int]) -> None:
    """Write counts, as Parquet, CSV or JSON a line, as the name says; the order is kept.

    Raises `CorpusError` for another name, and for Parquet where pyarrow is not installed.
    """
    kind = path.suffix.lower()
    check_kind(path)
    if kind == ".parquet":
        _write_table(path, counts)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if kind == ".csv":
            table = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
            table.writerow(_COLUMNS)
            table.writerows(counts.items())
        else:
            for word, count in counts.items():
                row = {"word": word, "count": count}
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


def check_kind(path: Path) -> None:
    """Raise `CorpusError` for a name that no file of counts has, or a library that is missing."""
    if path.suffix.lower() not in (".parquet", ".csv", ".jsonl"):
        raise CorpusError("counts_kind", file=path.name)
    if path.suffix.lower() == ".parquet":
        library()


def holds_counts(path: Path) -> bool:
    """Say whether a file is one of counts and no text, by its name and its first line."""
    kind = path.suffix.lower()
    if kind == ".parquet":
        return True
    if kind not in (".csv", ".jsonl"):
        return False
    with path.open("rb") as file:
        line = file.readline(1 << 20)
    if kind == ".csv":
        return line == _HEADER
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and tuple(found) == _COLUMNS


def read_counts(path: Path) -> dict[str, int]:
    """Return the counts that `write_counts` wrote, in their order.

    Raises `CorpusError` for a file that is none of those, or has a word twice.
    """
    check_kind(path)
    kind = path.suffix.lower()
    rows = {".parquet": _table_rows, ".csv": _csv_rows, ".jsonl": _json_rows}[kind](path)
    counts: dict[str, int] = {}
    try:
        for word, count in rows:
            if not isinstance(word, str) or type(count) is not int or word in counts:
                raise CorpusError("counts_file", file=path.name, value=short((word, count)))
            counts[word] = count
    except CorpusError:
        raise
    except (ValueError, csv.Error, RecursionError) as error:
        said = short(" ".join(str(error).split()))
        raise CorpusError("counts_file", file=path.name, value=said) from error
    except OSError as error:
        if error.filename:
            raise
        raise CorpusError("counts_file", file=path.name, value=short(str(error))) from error
    return counts


def _write_table(path: Path, counts: dict[str, int]) -> None:
    pyarrow = library()
    schema = pyarrow.schema([("word", pyarrow.string()), ("count", pyarrow.int64())])
    items = iter(counts.items())
    with pyarrow.parquet.ParquetWriter(str(path), schema) as file:
        while rows := list(islice(items, _ROWS)):
            words, numbers = map(list, zip(*rows, strict=True))
            file.write_table(pyarrow.table({"word": words, "count": numbers}, schema))


def _table_rows(path: Path) -> Iterator[tuple[Any, Any]]:
    table_library = library().parquet
    with path.open("rb") as file:
        table = table_library.ParquetFile(file)
        if tuple(table.schema_arrow.names) != _COLUMNS:
            raise CorpusError(
                "counts_file", file=path.name, value=short(list(table.schema_arrow.names))
            )
        for batch in table.iter_batches():
            yield from zip(batch.column(0).to_pylist(), batch.column(1).to_pylist(), strict=True)


def _csv_rows(path: Path) -> Iterator[tuple[Any, Any]]:
    longest = csv.field_size_limit(_LONGEST)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file, strict=True)
            header = next(rows, [])
            if tuple(header) != _COLUMNS:
                raise CorpusError("counts_file", file=path.name, value=short(header))
            for row in rows:
                word, count = row
                yield word, int(count)
    finally:
        csv.field_size_limit(longest)


def _json_rows(path: Path) -> Iterator[tuple[Any, Any]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            row = json.loads(line)
            if not isinstance(row, dict) or tuple(row) != _COLUMNS:
                raise CorpusError("counts_file", file=path.name, value=short(row))
            yield row["word"], row["count"]
