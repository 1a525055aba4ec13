"""Checks of a tokenizer's file: its packing, content, ids, merges, and a library's errors."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from ..errors import CorpusError, short
from ..input.opening import KINDS, check_size, packing_of_content, unpack, unpacked_name

Merge = tuple[int, int, int]
"""Left, right and new ID."""


class Ids(Collection[int]):
    """Sorted IDs. Gaps cost little; a vocabulary of 200,000 takes 200 kB."""

    def __init__(self, ids: Iterable[int]) -> None:
        """Take IDs in any order; none is negative."""
        given = np.fromiter(ids, np.int64)
        self._known = np.zeros(int(given.max(initial=-1)) + 1, np.bool_)
        self._known[given] = True

    def __contains__(self, id_: object) -> bool:
        if not isinstance(id_, Integral):
            return False
        return 0 <= int(id_) < len(self._known) and bool(self._known[int(id_)])

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._known).tolist())

    def __len__(self) -> int:
        return int(self._known.sum())


class MergeColumns:
    """Merges by rank, with look-up by pair in a sorted column."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        """Take the merges by rank; if a pair occurs twice, the later rank counts."""
        later = {merge[:2]: merge for merge in reversed(merges)}
        columns = np.array([*reversed(later.values())], np.uint32).reshape(-1, 3)
        keys = columns[:, 0].astype(np.uint64) << np.uint64(32) | columns[:, 1]
        self._ranks = np.argsort(keys)
        self._keys, self._made = keys[self._ranks], columns[self._ranks, 2]

    def find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the ID it makes, or None."""
        key = np.uint64(left << 32 | right)
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            return None
        return int(self._ranks[at]), int(self._made[at])

    def __len__(self) -> int:
        return len(self._keys)


MAX_FILE_BYTES = KINDS["tokenizer"].app.most
"""Maximum number of bytes of a file, and of its unpacked content."""

MAX_ID = 4_000_000


def check_file(name: object, data: object) -> None:
    """Raise `ValueError` unless a file is a name and bytes."""
    if not isinstance(name, str) or not isinstance(data, bytes | bytearray):
        raise ValueError(
            f"file must be a name and bytes, got {short(name)} and {short(data)}. "
            "Read it by Path.read_bytes()."
        )


def unpacked_file(name: str, data: bytes) -> tuple[str, bytes]:
    """Return a file's name and content, without gzip or zstd.

    Raises `CorpusError` if it is broken or larger than `MAX_FILE_BYTES`.
    """
    packing = packing_of_content(data)
    if packing is None:
        check_size(name, len(data), MAX_FILE_BYTES)
        return name, data
    return unpacked_name(name), unpack(name, data, KINDS["tokenizer"].app, packing)


def read_text(name: str, data: bytes) -> str:
    """Return the text of a file without a byte order mark, lines ended by "\n"."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(
            "not_text", file=name, byte=data[error.start], place=error.start
        ) from error
    if not text.strip():
        raise CorpusError("empty", file=name)
    return text.replace("\r\n", "\n")


def read_json(name: str, text: str) -> dict[str, Any]:
    """Parse a text as a JSON object."""
    try:
        value = json.loads(text, parse_int=_number)
    except json.JSONDecodeError as error:
        raise CorpusError(
            "not_json_line", file=name, line=error.lineno, column=error.colno, error=error.msg
        ) from error
    except RecursionError as error:
        raise CorpusError("not_json_deep", file=name) from error
    if not isinstance(value, dict):
        raise CorpusError("not_object", file=name, value=short(value))
    return value


def _number(digits: str) -> float:
    """Read a whole number; a number with too many digits for Python becomes infinite."""
    return int(digits) if len(digits) < 20 else float(digits)


def check_ids(ids: Mapping[Any, object], where: str) -> None:
    """Raise `CorpusError` for an ID that is not a whole number, is too large, or occurs twice."""
    seen = set[object]()
    for token, id_ in ids.items():
        is_one = type(id_) is int and 0 <= id_ <= MAX_ID
        if not is_one or id_ in seen:
            of, given = short(token), short(id_)
            if is_one:
                raise CorpusError("id_again", where=where, largest=MAX_ID, value=given, token=of)
            raise CorpusError("id", where=where, token=of, largest=MAX_ID, value=given)
        seen.add(id_)


def read_merge_lines(name: str, text: str) -> list[tuple[str, str]]:
    """Read "left right" lines after an optional #version line, with an optional count (fastBPE)."""
    pairs = []
    for number, line in enumerate(text.rstrip("\n").split("\n"), 1):
        if line.startswith("#version"):
            continue
        parts = line.strip("\r\n ").split(" ")
        if len(parts) == 3 and parts[2].isdigit():
            parts.pop()
        if len(parts) != 2 or not all(parts):
            raise CorpusError("merge_line", file=name, line=number, value=short(line))
        pairs.append((parts[0], parts[1]))
    return pairs


class MinbpeModel(NamedTuple):
    """A .model of minbpe: its pattern ("" for none), special token -> id, and merges by id."""

    pattern: str
    special: Mapping[str, int]
    merges: Sequence[tuple[int, int]]


def read_minbpe(name: str, text: str) -> MinbpeModel:
    """Read a .model of minbpe. Raises `CorpusError` for an unexpected line."""
    lines = text.rstrip("\n").split("\n")
    count = lines[2].strip()[:9] if len(lines) > 2 else ""
    first = 3 + int(count) if count.isdecimal() else 2
    special = {}
    merges = []
    for number, line in enumerate(lines[2:], 3):
        fields = line.rsplit(" ", 1) if 3 < number <= first else line.split()
        if number > first and len(fields) == 2 and all(map(str.isdecimal, fields)):
            merges.append((int(fields[0][:9]), int(fields[1][:9])))
        elif 3 < number <= first and len(fields) == 2 and fields[1].isdecimal():
            special[fields[0]] = int(fields[1][:9])
        elif number > 3 or first == 2:
            raise CorpusError("minbpe", file=name, line=number, value=short(line))
    return MinbpeModel("".join(lines[1:2]).strip(), special, merges)


@contextmanager
def library_errors(library: str, file: str) -> Iterator[None]:
    """Turn a library's errors about a file or a text into `CorpusError`.

    These libraries raise plain `Exception`, and for a pattern that exceeds its limit a Rust panic,
    which is only a `BaseException`.
    """
    try:
        yield
    except CorpusError:
        raise
    except BaseException as error:
        is_panic = type(error).__name__ == "PanicException"
        if not isinstance(error, Exception) and not is_panic:
            raise
        said = " ".join(str(error).split())[:120] or type(error).__name__
        raise CorpusError("refused", file=file, library=library, error=said) from error
