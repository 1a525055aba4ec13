"""Long words: the window of tokens that is shown around the next merge."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..training import Training

Places = Sequence[int]

ROOM = 60
"""Tokens in a window."""


class Window(NamedTuple):
    """The visible tokens of a long word from one change of it to the next.

    Places in it count the gap before it, where there is one.

    Attributes:
        first, end, size: the place in the word of its first token and that behind the last; how
            many tokens the word has.
        coming: places of the left ones of the two tokens that the next change joins.
        made: places of the tokens that the last change made.
        moved: the place in the window before of the token that the first one is, or begins with.
    """

    first: int
    end: int
    size: int
    coming: tuple[int, ...]
    made: tuple[int, ...]
    moved: int


def word_windows(
    sizes: Sequence[int], coming: Sequence[Places], made: Sequence[Places], room: int = ROOM
) -> list[Window]:
    """Return the window of each split of a word: `room` tokens around the next change.

    sizes: the tokens of each split. coming, made: the places in it of what the next change joins,
    by the left tokens, or begins with, and of what the last one made.
    """
    found: list[Window] = []
    before, gap = 0, 0
    joined: Places = ()
    for size, lefts, fresh in zip(sizes, coming, made, strict=True):
        place = next(iter((*lefts, *fresh)), 0)
        first = max(min(place - room // 2, size - room), 0)
        end = min(first + room, size)
        moved = first - before + gap + sum(left - n < first for n, left in enumerate(joined))
        before, gap, joined = first, int(first > 0), lefts
        pairs = tuple(left - first + gap for left in lefts if first <= left < end - 1)
        new = tuple(each - first + gap for each in fresh if first <= each < end)
        found.append(Window(first, end, size, pairs, new, moved))
    return found


def joined_windows(size: int, joins: Sequence[Places], room: int = ROOM) -> list[Window]:
    """Return the windows of a word of so many tokens: at each change some are joined.

    joins: the places of the left ones at each change, as they were before it.

    >>> [window.moved for window in joined_windows(100, [(0, 2), (90,)], 10)]
    [0, 87, 1]
    """
    sizes = accumulate((-len(lefts) for lefts in joins), initial=size)
    made = [[left - number for number, left in enumerate(lefts)] for lefts in joins]
    return word_windows([*sizes], [*joins, ()], [(), *made], room)


def changed_windows(sizes: Sequence[int], made: Sequence[Places]) -> list[Window]:
    """Return the windows of a word that is cut anew: the places of what each split has made.

    What a split makes next begins where the first of that does: up to there both are the same.
    """
    return [each._replace(coming=()) for each in word_windows(sizes, [*made[1:], ()], made)]


def visible_ids(training: Training, word: str, seen: Sequence[Window]) -> Iterator[list[int]]:
    """Yield the ids of the tokens in the window of each split of a word of the corpus."""
    cells = training.cells_of(training.word_index(word))
    for step, window in zip(training.steps_of(cells), seen, strict=True):
        begins = np.flatnonzero(training.log.erased[cells] > step)
        stop = cells.start + begins[window.end] if window.end < window.size else cells.stop
        yield training.cut_ids(slice(cells.start + begins[window.first], stop), step)
