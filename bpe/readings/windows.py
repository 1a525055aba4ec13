"""Of a word too long to be shown: its tokens around where it was merged last and is merged next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..training import Training

AROUND = 12
"""Tokens on each side of a merge, where there is room for two such windows."""

Span = tuple[int, int]
"""Cells of a word, from the first to before the last; a token begins at both."""


@dataclass(frozen=True)
class Glimpse:
    """What is shown of a long word from one change of it to the next.

    Attributes:
        step: the step it begins at.
        ids: the tokens in sight by id, in order; `None` where tokens are left out.
        coming: places in `ids` of the left ones of the two tokens that the next change joins.
        made: places of the tokens that the last change made.
        kept: (place, place in the glimpse before, how many) for each row of tokens that was in
            sight there too; a token that was made of two took the place of both.
    """

    step: int
    ids: tuple[int | None, ...]
    coming: tuple[int, ...]
    made: tuple[int, ...]
    kept: tuple[tuple[int, int, int], ...]


def glimpses(training: Training, word: str, room: int) -> Iterator[Glimpse]:
    """Yield what to show of a word of the corpus at each split it ever had, step 0 first.

    About `room` tokens (8 or more): windows around a merge that comes and one that was, then those
    with most merges in them. Raises `ValueError` for a word not in the corpus.

    >>> from bpe import train
    >>> training = train("-" * 30 + "ab" + "-" * 30, "huggingface", max_merges=1)
    >>> [(each.step, each.coming) for each in glimpses(training, training.corpus.words[0], 12)]
    [(0, (0, 2, 4, 6, 8)), (1, ())]
    """
    cells = training.cells_of(training.word_index(word))
    erased = training.log.erased[cells]
    changed = np.flatnonzero(erased < training.log.never)
    changed = changed[np.argsort(erased[changed], kind="stable")]
    steps, begins = np.unique(erased[changed], return_index=True)
    nothing, *changes = np.split(changed, begins)
    alive, before = len(erased), _Drawn(erased, 0, [])
    for step, made, coming in zip(
        [0, *steps.tolist()],
        [nothing, *changes],
        [*changes, nothing],
        strict=True,
    ):
        alive -= len(made)
        seen = made[np.isin(made, before.starts)]
        drawn = _Drawn(erased, step, _spans(erased, step, coming, seen, room, len(erased) / alive))
        ids: list[int | None] = []
        for start, stop in drawn.spans:
            ids += [None] * (start > 0 and not ids)
            ids += training.cut_ids(slice(cells.start + start, cells.start + stop), step)
            ids += [None] * (stop < len(erased))
        places = drawn.lefts(coming), drawn.holding(made), drawn.kept(before, made)
        yield Glimpse(step, tuple(ids), *places)
        before = drawn


class _Drawn:
    """What is drawn of a word: which cells its tokens begin with, and at which place each stands.

    One place is taken wherever tokens are left out.
    """

    def __init__(self, erased: np.ndarray, step: int, spans: list[Span]) -> None:
        self.spans = spans
        each = [start + np.flatnonzero(erased[start:stop] > step) for start, stop in spans]
        self.starts = np.concatenate([np.array([], dtype=np.int64), *each])
        skipped = int(bool(spans) and spans[0][0] > 0)
        window = np.repeat(np.arange(len(each)), [len(starts) for starts in each])
        self.places = np.arange(len(self.starts)) + window + skipped

    def at(self, cells: np.ndarray) -> np.ndarray:
        """Return the places of the tokens that begin with these cells; some may not be drawn."""
        return np.asarray(self.places[np.isin(self.starts, cells)])

    def lefts(self, cells: np.ndarray) -> tuple[int, ...]:
        """Return the places of the tokens beside those that begin with these cells."""
        drawn = set(self.places.tolist())
        return tuple(place - 1 for place in self.at(cells).tolist() if place - 1 in drawn)

    def holding(self, cells: np.ndarray) -> tuple[int, ...]:
        """Return the places of the tokens that have one of these cells inside."""
        inside = [cells[(cells > start) & (cells < stop)] for start, stop in self.spans]
        held = np.searchsorted(self.starts, np.concatenate([cells[:0], *inside]), side="right") - 1
        return tuple(np.unique(self.places[held]).tolist())

    def kept(self, before: _Drawn, made: np.ndarray) -> tuple[tuple[int, int, int], ...]:
        """Return the rows of tokens that were drawn before; `made` began right tokens there."""
        earlier = dict(zip(before.starts.tolist(), before.places.tolist(), strict=True))
        joined = set(self.holding(made))
        double = set(self.holding(made[np.isin(made, before.starts)]))
        rows: list[list[int]] = []
        expected = (-1, -1)
        for start, place in zip(self.starts.tolist(), self.places.tolist(), strict=True):
            if start not in earlier or place in joined - double:
                continue  # of a pair only one was drawn
            if (place, earlier[start]) == expected:
                rows[-1][2] += 1
            else:
                rows.append([place, earlier[start], 1])
            expected = (place + 1, earlier[start] + 1 + (place in double))
        return tuple((place, was, many) for place, was, many in rows)


def _spans(
    erased: np.ndarray, step: int, coming: np.ndarray, made: np.ndarray, room: int, width: float
) -> list[Span]:
    """Return what is drawn, in order and apart; `width` is that of a token, in cells."""
    around = min(AROUND, max(room // 4 - 1, 1))
    places = np.unique(np.concatenate((coming, made)))
    if not len(places):
        return [(0, _after(erased, step, 0, room))]
    near = [np.searchsorted(places, places + way * around * width) for way in (-1, 1)]
    fullest = places[np.argsort(near[0] - near[1], kind="stable")]
    first = [
        cell for each in (coming, made) for cell in fullest[np.isin(fullest, each)][:1].tolist()
    ]
    spans: list[Span] = []
    for cell in dict.fromkeys((*first, *fullest.tolist())):
        if cell not in first and any(start < cell < stop for start, stop in spans):
            continue
        start = _before(erased, step, cell, around + 1)
        stop = _after(erased, step, cell, around + 1)
        room -= int(np.count_nonzero(erased[start:stop] > step))
        if room < 0:
            break
        spans.append((start, stop))
    apart: list[Span] = []
    for start, stop in sorted(spans):
        if apart and start <= apart[-1][1]:
            start, stop = apart[-1][0], max(stop, apart.pop()[1])
        apart.append((start, stop))
    return apart


def _before(erased: np.ndarray, step: int, cell: int, tokens: int) -> int:
    """Return where the token begins that stands so many before a cell, or the first one."""
    size = 8 * tokens
    while True:
        low = max(cell - size, 0)
        starts = np.flatnonzero(erased[low:cell] > step)[-tokens:]
        if len(starts) == tokens or not low:
            return low + int(starts[0])
        size *= 8


def _after(erased: np.ndarray, step: int, cell: int, tokens: int) -> int:
    """Return where the token ends that is as many after a cell's beginning, or the last one."""
    size = 8 * tokens
    while True:
        ends = np.flatnonzero(erased[cell + 1 : cell + 1 + size] > step)[:tokens]
        if len(ends) == tokens:
            return cell + 1 + int(ends[-1])
        if cell + 1 + size >= len(erased):
            return len(erased)
        size *= 8
