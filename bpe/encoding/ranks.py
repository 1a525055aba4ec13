"""Ranks: merge the ids of one word, the lowest rank first.

`ranks` is (left id, right id) -> rank, and `made` has the new id of each rank.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, repeat
from typing import TypeVar

Ranks = Mapping[tuple[int, int], int]
Item = TypeVar("Item")

_NONE = 1 << 60


def merge(ids: list[int], ranks: Ranks, made: Sequence[int]) -> list[int]:
    """Merge the leftmost pair of lowest rank until none is left; may change `ids`."""
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
