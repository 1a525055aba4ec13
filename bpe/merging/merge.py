"""One merge: every live boundary of a pair is erased, and the pairs around it are born.

Two equivalent implementations: a plain loop for few boundaries, and numpy for many.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

# Shorter lists are faster in a plain loop than in numpy; anything from 32 to 96 is within 5 %.
WIDE = 48

# A boundary as one sortable number: its side of the new token, the pair, the cell.
CELL_BITS = 31
CELL = (1 << CELL_BITS) - 1
_AFTER, _BETWEEN = 1 << 61, 1 << 62
_PAIR = (1 << 61) - 1 - CELL

Boundaries = list[int] | np.ndarray


class Chosen(NamedTuple):
    """The pair that a step merges: its ID, the sizes of its two tokens, and its step.

    Attributes:
        pair: its ID. `left_size`, `right_size`: number of cells of its tokens.
        twins: whether both tokens are equal, so that occurrences can overlap ("aaa").
        step: the step that this merge leads to; `first_born`: the ID of the first pair it makes.
    """

    pair: int
    left_size: int
    right_size: int
    twins: bool
    step: int
    first_born: int


class Born(NamedTuple):
    """The result of a merge: occurrences replaced, and the pairs born from `first_born` on.

    Attributes:
        replaced: occurrences replaced, computed only for twins (two equal tokens), for which they
            can be fewer than the count.
        losers: for each new pair the pair that loses to it; `taken`: the occurrences taken;
            `boundaries`: their cells.
        with_left, with_right: the index in these lists up to which the new token is the right one,
            and the index from which it is both. Within each of these three parts pairs are in the
            order of their first boundary.
    """

    replaced: int
    losers: list[int]
    taken: list[int]
    boundaries: list[Boundaries]
    with_left: int
    with_right: int


def merge_narrow(
    at: array[int], weight_of: Callable[[int], int], boundaries: list[int], chosen: Chosen
) -> Born:
    """Merge the chosen pair at each live boundary, left to right, in a plain loop.

    at: for each cell the pair at the boundary before it. `weight_of` returns the count of a cell's
    word. `boundaries` are ascending; some may no longer be live.
    """
    best, a_size, b_size, twins, step, first_born = chosen
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    between: list[int] = []
    replaced = met = 0
    last_end = -1
    for boundary in boundaries:
        # Of the two boundaries in "aaa" the second is now the end of the new token.
        if at[boundary] != best or boundary == last_end:
            continue
        at[boundary] = -step
        if twins:
            replaced += weight_of(boundary)
        start, end = boundary - a_size, boundary + b_size
        left, right = at[start], at[end]
        if start == last_end:
            # Two new tokens are adjacent only where b and a were, so this is always the same pair.
            met = left
            after[met].pop()
            if not after[met]:
                del after[met]
            between.append(start)
        elif left:
            if left in before:
                before[left].append(start)
            else:
                before[left] = [start]
        if right:
            if right in after:
                after[right].append(end)
            else:
                after[right] = [end]
        last_end = end
    losers, groups = [*before, *after], [*before.values(), *after.values()]
    if between:
        losers.append(met)
        groups.append(between)
    for pair, group in enumerate(groups, first_born):
        for boundary in group:
            at[boundary] = pair
    taken = [
        weight_of(group[0]) if len(group) == 1 else sum(map(weight_of, group)) for group in groups
    ]
    return Born(replaced, losers, taken, [*groups], len(before), len(before) + len(after))


def merge_wide(at: np.ndarray, weights: np.ndarray, boundaries: np.ndarray, chosen: Chosen) -> Born:
    """Do the same as `merge_narrow`, with numpy."""
    best, a_size, b_size, twins, step, first_born = chosen
    live = boundaries[at[boundaries] == best]
    if twins:
        # In each run of overlapping occurrences every second one is merged, from the left.
        index = np.arange(len(live))
        run_starts = np.where(np.diff(live, prepend=-a_size) == a_size, 0, index)
        live = live[(index - np.maximum.accumulate(run_starts)) % 2 == 0]
    starts, ends = live - a_size, live + b_size
    keys = np.concatenate((at[starts], at[ends])).astype(np.int64) << CELL_BITS
    keys |= np.concatenate((starts, ends))
    keys[len(starts) :] |= _AFTER
    at[live] = -step
    replaced = int(weights[live].sum()) if twins else 0

    touching = np.flatnonzero(starts[1:] == ends[:-1])
    if len(touching):
        keys[len(starts) + touching] = 0
        keys[touching + 1] |= _BETWEEN
    keys = keys[keys & _PAIR != 0]
    if not len(keys):
        return Born(replaced, [], [], [], 0, 0)
    keys.sort()
    cells = (keys & CELL).astype(np.int32)
    groups = keys >> CELL_BITS
    first = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
    sides_and_losers = groups[first]
    # Sort by first boundary within each side.
    order = np.argsort(keys[first] & ~_PAIR)
    numbers = np.empty(len(order), dtype=np.int32)
    numbers[order] = np.arange(first_born, first_born + len(order), dtype=np.int32)
    ends = np.append(first[1:], len(cells))
    at[cells] = np.repeat(numbers, ends - first)
    edges = zip(first[order].tolist(), ends[order].tolist(), strict=True)
    return Born(
        replaced,
        (sides_and_losers[order] & (_PAIR >> CELL_BITS)).tolist(),
        np.add.reduceat(weights[cells], first)[order].tolist(),
        [cells[start:end] for start, end in edges],
        int(np.searchsorted(sides_and_losers, _AFTER >> CELL_BITS)),
        int(np.searchsorted(sides_and_losers, _BETWEEN >> CELL_BITS)),
    )
