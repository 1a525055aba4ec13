"""The ids a tokenizer has, one bit each, and the merges as three columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from numbers import Integral

import numpy as np

from ..merging.lazy import Lazy

Merge = tuple[int, int, int]
"""Left, right and new id."""


class Ids(Collection[int]):
    """Ids in order. Holes cost little, and a vocabulary of 200,000 takes 200 kB."""

    def __init__(self, ids: Iterable[int]) -> None:
        """Take ids in any order; none is negative."""
        given = np.fromiter(ids, np.int64)
        self._known = np.zeros(int(given.max(initial=-1)) + 1, np.bool_)
        self._known[given] = True
        self._size = int(self._known.sum())

    def __contains__(self, id_: object) -> bool:
        if not isinstance(id_, Integral):
            return False
        return 0 <= int(id_) < len(self._known) and bool(self._known[int(id_)])

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._known).tolist())

    def __len__(self) -> int:
        return self._size


class FoundMerges(Lazy[Merge]):
    """Merges by rank, each found when asked for: a file of ranks lists only what they make."""

    def __init__(self, made: Iterable[int], find: Callable[[int], tuple[int, int]]) -> None:
        """Take the ids made, by rank, and what finds the pair that makes one."""
        self._made = np.fromiter(made, np.uint32)
        self._find = find

    def __len__(self) -> int:
        return len(self._made)

    def at(self, rank: int) -> Merge:
        new = int(self._made[rank])
        return (*self._find(new), new)


class MergeColumns(Lazy[Merge]):
    """(left, right, new) ids by rank, 12 bytes each, found by their pair in a sorted column."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        """Take the merges by rank; of a pair that comes twice, the later place counts."""
        if len({merge[:2] for merge in merges}) < len(merges):
            later = {merge[:2]: merge for merge in reversed(merges)}
            merges = list(reversed(later.values()))
        columns = [
            np.fromiter(column, np.uint32, len(merges)) for column in zip(*merges, strict=True)
        ]
        self._columns = np.stack(columns or [np.empty(0, np.uint32)] * 3, axis=1)
        keys = self._columns[:, 0].astype(np.uint64) << np.uint64(32) | self._columns[:, 1]
        self._order = np.argsort(keys).astype(np.uint32)
        self._keys = keys[self._order]

    def find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the id it makes, or None."""
        key = np.uint64(left << 32 | right)
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            return None
        rank = int(self._order[at])
        return rank, int(self._columns[rank, 2])

    def __len__(self) -> int:
        return len(self._columns)

    def at(self, rank: int) -> Merge:
        left, right, new = self._columns[rank].tolist()
        return left, right, new
