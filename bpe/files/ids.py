"""The ids a tokenizer has, one bit each, and merges that cost little until they are asked for."""

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

    def __contains__(self, id_: object) -> bool:
        if not isinstance(id_, Integral):
            return False
        return 0 <= int(id_) < len(self._known) and bool(self._known[int(id_)])

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._known).tolist())

    def __len__(self) -> int:
        return int(self._known.sum())


class FoundMerges(Lazy[Merge]):
    """Merges by rank, each found when asked for: some files list only what merges make."""

    def __init__(self, made: Sequence[int], find: Callable[[int], tuple[int, int]]) -> None:
        """Take the ids made, by rank, and what finds the pair that makes one."""
        self._made, self._find = made, find

    def __len__(self) -> int:
        return len(self._made)

    def at(self, rank: int) -> Merge:
        new = self._made[rank]
        return (*self._find(new), new)


class MergeColumns(Lazy[Merge]):
    """(left, right, new) ids by rank, 24 bytes each, found by their pair in a sorted column."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        """Take the merges by rank; of a pair that comes twice, the later place counts."""
        later = {merge[:2]: merge for merge in reversed(merges)}
        columns = np.array([*reversed(later.values())], np.uint32).reshape(-1, 3)
        keys = columns[:, 0].astype(np.uint64) << np.uint64(32) | columns[:, 1]
        order = np.argsort(keys)
        self._columns, self._keys, self._order = columns, keys[order], order.astype(np.uint32)

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
