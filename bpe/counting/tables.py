"""Tables: words and their counts in a file, in their order, to be trained on later.

What they were counted from goes with them: in the schema of a Parquet file, as the head of a third
column of a CSV, and as the first line of a `.jsonl`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import CorpusError, short
from .origin import Origin, from_json, to_json
from .reading import library

COUNTED = "counted"
"""What a file calls the origin of its counts."""

_COLUMNS = ("word", "count")
_ROWS = 1 << 16
_LONGEST = 2**31 - 1
_FIRST = 1 << 20
"""Bytes of a first line that may tell that a file holds counts."""


class Table(NamedTuple):
    """What a file of counts holds; its rows are read as they are asked for."""

    origin: Origin | None
    rows: Iterable[tuple[Any, Any]]


def write_counts(path: Path, counts: dict[str, int], origin: Origin | None = None) -> None:
    """Write counts, as Parquet, CSV or JSON a line, as the name says; the order is kept.

    Raises `CorpusError` for another name, and for Parquet where pyarrow is not installed.
    """
    kind = _kind(path.name)
    told = None if origin is None else to_json(origin)
    if kind == ".parquet":
        _write_parquet(path, counts, told)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        if kind == ".csv":
            more, blank = ((), ()) if told is None else ((f"{COUNTED} {told}",), ("",))
            table = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
            table.writerow((*_COLUMNS, *more))
            table.writerows((word, count, *blank) for word, count in counts.items())
            return
        if told is not None:
            file.write(f'{{"{COUNTED}": {told}}}\n')
        for word, count in counts.items():
            row = {"word": word, "count": count}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def check_kind(name: str) -> None:
    """Raise `CorpusError` for a name that no file of counts has, or a library that is missing."""
    if _kind(name) == ".parquet":
        library()


def holds_counts(path: Path) -> bool:
    """Say whether a file is one of counts and no text, by its name and its first line."""
    kind = path.suffix.lower()
    if kind == ".parquet":
        return True
    if kind not in (".csv", ".jsonl"):
        return False
    with path.open("rb") as file:
        return _begins_counts(kind, file.readline(_FIRST))


def tells_origin(name: str, data: bytes) -> bool:
    """Say whether a file's content begins as that of counts that say what they were made of.

    What pyarrow says of a broken table it says here too.
    """
    kind = Path(name).suffix.lower()
    if kind == ".parquet":
        schema = library().parquet.read_schema(io.BytesIO(data))
        return COUNTED.encode() in (schema.metadata or {})
    line = data[:_FIRST].partition(b"\n")[0] + b"\n"
    return _begins_counts(kind, line) and COUNTED.encode() in line


def read_counts(name: str, source: Path | bytes) -> tuple[dict[str, int], Origin | None]:
    """Return the counts that `write_counts` wrote, in their order, and what they were made of.

    Raises `CorpusError` for a file that is none of those, or has a word twice.
    """
    counts: dict[str, int] = {}
    with opened(name, source) as table:
        for word, count in table.rows:
            if not isinstance(word, str) or type(count) is not int or word in counts:
                raise CorpusError("counts_file", file=name, value=short((word, count)))
            counts[word] = count
    return counts, table.origin


@contextmanager
def opened(name: str, source: Path | bytes) -> Iterator[Table]:
    """Open a file of counts; what is wrong with it is said in one sentence, then or later.

    Before rows are asked for, no more is read than the first line or the schema.
    """
    kind = _kind(name)
    open_table = {".parquet": _of_parquet, ".csv": _of_csv, ".jsonl": _of_json}[kind]
    with io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as file:
        try:
            yield open_table(file)
        except CorpusError:
            raise
        except (ValueError, TypeError, KeyError, csv.Error, RecursionError) as error:
            said = short(" ".join(str(error).split()))
            raise CorpusError("counts_file", file=name, value=said) from error
        except OSError as error:
            if error.filename:
                raise
            raise CorpusError("counts_file", file=name, value=short(str(error))) from error


def _kind(name: str) -> str:
    kind = Path(name).suffix.lower()
    if kind not in (".parquet", ".csv", ".jsonl"):
        raise CorpusError("counts_kind", file=name)
    return kind


def _begins_counts(kind: str, line: bytes) -> bool:
    if kind == ".csv":
        head = b'"word","count"'
        return line == head + b"\r\n" or line.startswith(head + b',"counted {')
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and tuple(found) in ((COUNTED,), _COLUMNS)


def _write_parquet(path: Path, counts: dict[str, int], told: str | None) -> None:
    pyarrow = library()
    schema = pyarrow.schema(
        [("word", pyarrow.string()), ("count", pyarrow.int64())],
        metadata=None if told is None else {COUNTED: told},
    )
    items = iter(counts.items())
    with pyarrow.parquet.ParquetWriter(
        str(path), schema, compression="zstd", use_dictionary=False
    ) as file:
        while rows := list(islice(items, _ROWS)):
            words, numbers = map(list, zip(*rows, strict=True))
            file.write_table(pyarrow.table({"word": words, "count": numbers}, schema))


def _of_parquet(file: IO[bytes]) -> Table:
    # A word that stands in many rows is held once, however long it is.
    table = library().parquet.ParquetFile(file, read_dictionary=["word"])
    schema = table.schema_arrow
    if tuple(schema.names) != _COLUMNS:
        raise ValueError(f"the columns {schema.names}")
    told = (schema.metadata or {}).get(COUNTED.encode())
    return Table(None if told is None else from_json(told), _parquet_rows(table))


def _parquet_rows(table: Any) -> Iterator[tuple[Any, Any]]:
    for batch in table.iter_batches(batch_size=_ROWS, use_threads=False):
        words, counts = batch.columns
        held = getattr(words, "dictionary", words)
        if len(held) < len(words):
            raise ValueError("a word twice")
        yield from zip(words.to_pylist(), counts.to_pylist(), strict=True)


def _of_csv(file: IO[bytes]) -> Table:
    rows = _csv_rows(io.TextIOWrapper(file, encoding="utf-8", newline=""))
    head = next(rows, [])
    if tuple(head[:2]) != _COLUMNS or len(head) > 3:
        raise ValueError(head)
    if len(head) == 2:
        return Table(None, ((word, int(count)) for word, count in rows))
    name, _, told = head[2].partition(" ")
    if name != COUNTED:
        raise ValueError(head)
    return Table(from_json(told), ((word, int(count)) for word, count, _ in rows))


def _csv_rows(file: Iterable[str]) -> Iterator[list[str]]:
    longest = csv.field_size_limit(_LONGEST)
    try:
        yield from csv.reader(file, strict=True)
    finally:
        csv.field_size_limit(longest)


def _of_json(file: IO[bytes]) -> Table:
    lines = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
    first = json.loads(next(lines, "null"))
    if isinstance(first, dict) and tuple(first) == (COUNTED,):
        return Table(from_json(json.dumps(first[COUNTED])), map(_json_row, lines))
    return Table(None, _json_rows(first, lines))


def _json_rows(first: Any, lines: Iterable[str]) -> Iterator[tuple[Any, Any]]:
    yield _row(first)
    yield from map(_json_row, lines)


def _json_row(line: str) -> tuple[Any, Any]:
    return _row(json.loads(line))


def _row(found: Any) -> tuple[Any, Any]:
    if not isinstance(found, dict) or tuple(found) != _COLUMNS:
        raise ValueError(found)
    return found["word"], found["count"]
