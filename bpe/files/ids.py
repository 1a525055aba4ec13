"""The ids a tokenizer has, one bit each, and its merges, 20 bytes each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from numbers import Integral

import numpy as np

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


class MergeColumns:
    """Merges by rank, each found by its pair in a sorted column."""

    def __init__(self, merges: Sequence[Merge]) -> None:
        """Take the merges by rank; of a pair that comes twice, the later place counts."""
        later = {merge[:2]: merge for merge in reversed(merges)}
        columns = np.array([*reversed(later.values())], np.uint32).reshape(-1, 3)
        keys = columns[:, 0].astype(np.uint64) << np.uint64(32) | columns[:, 1]
        self._ranks = np.argsort(keys)
        self._keys, self._made = keys[self._ranks], columns[self._ranks, 2]

    def find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the id it makes, or None."""
        key = np.uint64(left << 32 | right)
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            return None
        return int(self._ranks[at]), int(self._made[at])

    def __len__(self) -> int:
        return len(self._keys)
