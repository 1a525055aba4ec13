"""Ranks: merge the ids of one word, the lowest rank first.

`ranks` is (left id, right id) -> rank, and `made` has the new id of each rank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise, repeat
from typing import TypeVar

Ranks = Mapping[tuple[int, int], int]
Item = TypeVar("Item")

LONG = 48
"""From this many tokens on a heap finds the lowest rank faster than a search of the whole word."""

_NONE = 1 << 60
_GONE = -1


def merge(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Merge the leftmost pair of lowest rank until none is left; may change `ids`."""
    if len(ids) > LONG:
        return _merge_long(ids, ranks, made)
    rank_of = ranks.get
    found = list(map(rank_of, pairwise(ids), repeat(_NONE)))
    while found:
        rank = min(found)
        if rank == _NONE:
            break
        at = found.index(rank)
        new = ids[at] = made[rank]
        del ids[at + 1], found[at]
        if at:
            found[at - 1] = rank_of((ids[at - 1], new), _NONE)
        if at < len(found):
            found[at] = rank_of((new, ids[at + 1]), _NONE)
    return ids


def replace_pair(ids: Sequence[Item], places: Sequence[int], new: Item) -> list[Item]:
    """Return `ids` with `new` for the two from each of `places`.

    >>> replace_pair([1, 1, 1, 1, 1], [0, 2], 2)
    [2, 2, 1]
    """
    replaced: list[Item] = []
    last = 0
    for at in places:
        replaced += [*ids[last:at], new]
        last = at + 2
    return [*replaced, *ids[last:]]


def _merge_long(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Do what `merge` does with a heap and links between neighbours."""
    size = len(ids)
    following, preceding = list(range(1, size + 1)), list(range(-1, size - 1))
    heap = [(ranks[pair], at, pair) for at, pair in enumerate(pairwise(ids)) if pair in ranks]
    heapify(heap)
    while heap:
        rank, at, (left, right) = heappop(heap)
        after = following[at]
        if ids[at] != left or after == size or ids[after] != right:
            continue
        ids[at], ids[after] = made[rank], _GONE
        following[at] = after = following[after]
        if after < size:
            preceding[after] = at
        for start, end in ((preceding[at], at), (at, after)):
            if start >= 0 and end < size and (pair := (ids[start], ids[end])) in ranks:
                heappush(heap, (ranks[pair], start, pair))
    return [id_ for id_ in ids if id_ != _GONE]
