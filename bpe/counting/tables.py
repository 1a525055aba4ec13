"""Tables: words and their counts in a file, in their order, to be trained on later.

What they were counted from goes with them: in the schema of a Parquet file, in the first row of a
third column of a CSV, and as the first line of a `.jsonl`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain, islice, repeat
from pathlib import Path, PurePath
from typing import IO, Any, NamedTuple

from ..errors import CorpusError, short
from ..input.kinds import UNBOUNDED, Limits, unpacked_name
from ..input.opening import check_size, open_file, pyarrow, read_within, unpacked, written_whole
from ..input.rows import Parquet, cells, lines_in
from .origin import Origin, from_json, to_json

COUNTED = "counted"
"""What a file calls the origin of its counts."""

_COLUMNS = ("word", "count")
_SUFFIXES = (".parquet", ".csv", ".jsonl")
_ROWS = 1 << 16
_FIRST = 1 << 20
"""Bytes of a first line, or of what stands in its place, that may tell that a file holds counts."""


class Table(NamedTuple):
    """What a file of counts holds; its rows are read as they are asked for."""

    origin: Origin | None
    rows: Iterable[tuple[Any, Any]]


def write_counts(path: Path, counts: dict[str, int], origin: Origin | None = None) -> None:
    """Write counts, as Parquet, CSV or JSON a line, as the name says; the order is kept.

    Raises `CorpusError` for another name, and for Parquet where pyarrow is not installed.
    """
    check_kind(path.name)
    told = None if origin is None else to_json(origin)
    with written_whole(path) as part:
        if path.suffix.lower() == ".parquet":
            _write_parquet(part, counts, told)
        else:
            with part.open("w", encoding="utf-8", newline="") as file:
                write = _write_csv if path.suffix.lower() == ".csv" else _write_json
                write(file, counts, told)


def _write_csv(file: IO[str], counts: dict[str, int], told: str | None) -> None:
    table = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
    if told is None:
        table.writerow(_COLUMNS)
        table.writerows(counts.items())
        return
    table.writerow((*_COLUMNS, COUNTED))
    cells = chain([told], repeat(""))
    table.writerows((word, count, next(cells)) for word, count in counts.items())


def _write_json(file: IO[str], counts: dict[str, int], told: str | None) -> None:
    if told is not None:
        file.write(f'{{"{COUNTED}": {told}}}\n')
    for word, count in counts.items():
        file.write(json.dumps({"word": word, "count": count}, ensure_ascii=False) + "\n")


def check_kind(name: str) -> None:
    """Raise `CorpusError` for a name that no file of counts has, or a library that is missing."""
    kind = PurePath(name).suffix.lower()
    if kind not in _SUFFIXES:
        raise CorpusError("counts_kind", file=name)
    if kind == ".parquet":
        pyarrow()


def holds_counts(name: str, source: Path | IO[bytes], *, with_origin: bool = False) -> bool:
    """Say whether a file is one of counts, by its name, and its first line or its columns.

    With `with_origin` only those that say what they were made of are. What pyarrow says of a broken
    table it says here too.
    """
    if _kind(name) is None:
        return False
    with _file(name, source, UNBOUNDED) as file:
        if _kind(name) == ".parquet":
            table = Parquet(file)
            is_told = not with_origin or COUNTED.encode() in table.metadata
            return table.columns == _COLUMNS and is_told
        line = file.readline(_FIRST)
    return _begins_counts(_kind(name), line) and (not with_origin or COUNTED.encode() in line)


def read_counts(
    name: str, source: Path | IO[bytes], limits: Limits = UNBOUNDED
) -> tuple[dict[str, int], Origin | None]:
    """Return the counts that `write_counts` wrote, in their order, and what they were made of.

    Raises `CorpusError` for a file that is none of those, or has a word twice, or words of twice as
    many characters as the limits allow bytes.
    """
    counts: dict[str, int] = {}
    size = 0
    with opened(name, source, limits) as table:
        for word, count in table.rows:
            if not isinstance(word, str) or type(count) is not int or word in counts:
                raise CorpusError("counts_file", file=name, value=short((word, count)))
            counts[word] = count
            size += len(word)
            if limits.size is not None:
                check_size(name, size, 2 * limits.size)
    return counts, table.origin


@contextmanager
def opened(name: str, source: Path | IO[bytes], limits: Limits = UNBOUNDED) -> Iterator[Table]:
    """Open a file of counts; what is wrong with it is said in one sentence, then or later.

    Before rows are asked for, no more is read than the first line or the schema.
    """
    kind = _kind(name)
    if kind is None:
        raise CorpusError("counts_kind", file=name)
    with _file(name, source, limits) as file:
        try:
            yield {".parquet": _of_parquet, ".csv": _of_csv, ".jsonl": _of_json}[kind](file, limits)
        except CorpusError:
            raise
        except (ValueError, TypeError, KeyError, csv.Error, RecursionError) as error:
            said = short(" ".join(str(error).split()))
            raise CorpusError("counts_file", file=name, value=said) from error
        except OSError as error:
            if error.filename:
                raise
            raise CorpusError("counts_file", file=name, value=short(str(error))) from error


@contextmanager
def _file(name: str, source: Path | IO[bytes], limits: Limits) -> Iterator[IO[bytes]]:
    """Open a file as what is packed in it; one that is open already is read from its start."""
    with open_file(source) if isinstance(source, Path) else nullcontext(source) as raw:
        raw.seek(0)
        file = unpacked(raw, name, limits)
        if file is not raw and _kind(name) == ".parquet":
            file = io.BytesIO(read_within(file, name, limits.most))
        yield file


def _kind(name: str) -> str | None:
    """Return the suffix of a file of counts, unpacked; None for another's."""
    kind = PurePath(unpacked_name(name)).suffix.lower()
    return kind if kind in _SUFFIXES else None


def _begins_counts(kind: str | None, line: bytes) -> bool:
    if kind == ".csv":
        return line in (b'"word","count"\r\n', b'"word","count","counted"\r\n')
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and tuple(found) in ((COUNTED,), _COLUMNS)


def _write_parquet(path: Path, counts: dict[str, int], told: str | None) -> None:
    arrow = pyarrow()
    schema = arrow.schema(
        [("word", arrow.string()), ("count", arrow.int64())],
        metadata=None if told is None else {COUNTED: told},
    )
    items = iter(counts.items())
    with arrow.parquet.ParquetWriter(
        str(path), schema, compression="zstd", use_dictionary=False
    ) as file:
        while rows := list(islice(items, _ROWS)):
            words, numbers = map(list, zip(*rows, strict=True))
            file.write_table(arrow.table({"word": words, "count": numbers}, schema))


def _of_parquet(file: IO[bytes], limits: Limits) -> Table:
    table = Parquet(file, limits)
    if table.columns != _COLUMNS:
        raise ValueError(f"the columns {list(table.columns)}")
    told = table.metadata.get(COUNTED.encode())
    rows = (
        row for words, counts in table.read(_COLUMNS) for row in zip(words, counts, strict=True)
    )
    return Table(None if told is None else _origin(told), rows)


def _of_csv(file: IO[bytes], limits: Limits) -> Table:
    rows = cells(lines_in(file, limits), strict=True, limits=limits)
    head = next(rows, [])
    if tuple(head) == _COLUMNS:
        return Table(None, ((word, int(count)) for word, count in rows))
    if tuple(head) != (*_COLUMNS, COUNTED):
        raise ValueError(head)
    word, count, told = next(rows, [])
    rest = ((word, int(count)) for word, count, _ in rows)
    return Table(_origin(told), chain([(word, int(count))], rest))


def _of_json(file: IO[bytes], limits: Limits) -> Table:
    lines = map(json.loads, lines_in(file, limits))
    first = next(lines, None)
    if isinstance(first, dict) and tuple(first) == (COUNTED,):
        return Table(_origin(json.dumps(first[COUNTED])), map(_row, lines))
    return Table(None, map(_row, chain([first], lines)))


def _origin(told: str | bytes) -> Origin:
    if len(told) > _FIRST:
        raise ValueError("an origin of so many characters")
    return from_json(told)


def _row(found: Any) -> tuple[Any, Any]:
    if not isinstance(found, dict) or tuple(found) != _COLUMNS:
        raise ValueError(found)
    return found["word"], found["count"]
