"""Counts: words and how often each occurs as a CSV, which says by which rules they were found."""

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO

from ..errors import CorpusError
from ..input.kinds import UNBOUNDED, Limits, kind_of
from ..input.opening import written_whole
from ..input.rows import cells, lines_in, table_errors
from ..schemes import Scheme, scheme_of
from ..words import check_words

MARK = b"# bpe counts: "
"""The first bytes of a file of counts, before the scheme as JSON (null where unknown)."""

_COLUMNS = ["word", "count"]


def write_counts(path: Path, counts: Iterable[tuple[str, int]], scheme: Scheme | None) -> None:
    """Write words with their counts, in order. Raises `CorpusError` for a name not of a CSV."""
    check_name(path)
    # Half of a surrogate pair, which a word can be, has no UTF-8: it is written as if it had.
    with (
        written_whole(path) as part,
        part.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        rules = None if scheme is None else asdict(scheme)
        file.write(f"{MARK.decode()}{json.dumps(rules)}\r\n")
        table = csv.writer(file)
        table.writerow(_COLUMNS)
        table.writerows(counts)


def check_name(path: Path) -> None:
    """Raise `CorpusError` for a name that no file of counts has."""
    if path.suffix.lower() != ".csv":
        raise CorpusError("counts_kind", file=path.name)


def holds_counts(file: IO[bytes], name: str) -> bool:
    """Say whether an unpacked file holds counts, by its name and its first bytes."""
    return kind_of(name) == "cells" and file.read(len(MARK)) == MARK


def read_scheme(file: IO[bytes], name: str, limits: Limits = UNBOUNDED) -> Scheme | None:
    """Return by which rules the words of a file were found; its first line alone is read.

    None where that is not known. Raises `CorpusError` for a file that `write_counts` did not write.
    """
    with table_errors(name, counts=True):
        line = next(lines_in(file, limits), b"")
        if not line.startswith(MARK):
            raise ValueError(line[:60])
        rules = json.loads(line[len(MARK) :])
        return None if rules is None else scheme_of(rules)


def read_counts(
    file: IO[bytes], name: str, wanted: Scheme | None = None, limits: Limits = UNBOUNDED
) -> tuple[dict[str, int], Scheme | None]:
    """Return counts in their order, and by which rules their words were found.

    Raises `CorpusError` for a file that `write_counts` did not write, and, before its words are
    read, for one whose words are not those of the scheme that is wanted.
    """
    scheme = read_scheme(file, name, limits)
    if scheme is not None and wanted is not None:
        check_words(scheme, wanted)
    counts: dict[str, int] = {}
    with table_errors(name, counts=True):
        lines = (line.decode("utf-8", "surrogatepass") for line in lines_in(file, limits))
        rows = cells(lines, strict=True, limits=limits)
        if next(rows, None) != _COLUMNS:
            raise ValueError("no line that says word,count")
        for word, count in rows:
            if word in counts or not (count.isascii() and count.isdecimal()):
                raise ValueError((word, count))
            counts[word] = int(count)
    return counts, scheme
