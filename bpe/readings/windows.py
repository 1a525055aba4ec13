"""Of a word too long to be shown: its tokens around its last change and its next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise

import numpy as np

from ..encoding.encoded import EncodedWord, TraceStep
from ..merging.cells import Token
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

    def ids(step: int, alive: np.ndarray, span: Span) -> Sequence[int]:
        start, stop = span
        return training.cut_ids(slice(cells.start + start, cells.start + stop), step)

    changes = np.split(changed, begins)[1:]
    return _glimpses(len(erased), [0, *steps.tolist()], changes, ids, room)


def trace_glimpses(word: EncodedWord, trace: Sequence[TraceStep], room: int) -> list[Glimpse]:
    """Return what to show of an encoded word at its start and after each step of its trace.

    `step` counts the steps of this trace, and `ids` are places among the word's tokens after it.
    `trace` has the steps that change the word, in order. Else as `glimpses`.

    >>> from bpe import train
    >>> tokenizer = train("abab-", "huggingface", max_merges=1).tokenizer()
    >>> [word] = tokenizer.encode("-" * 30 + "ab").words
    >>> [each.ids for each in trace_glimpses(word, word.steps, 8)]
    [(None, 29, 30, 31), (None, 29, 30)]
    """
    starts = list(range(len(word.start_tokens)))
    changes = []
    for step in trace:
        if step.pair:
            gone = [starts[place + 1] for place in step.places]
        else:  # one token was cut out, of as many as are fewer now, and it itself
            [first] = step.places
            gone = starts[first + 1 : first + 1 + len(starts) - len(step.tokens)]
        changes.append(np.array(gone, dtype=np.int64))
        left = set(gone)
        starts = [cell for cell in starts if cell not in left]

    def places(step: int, alive: np.ndarray, span: Span) -> Sequence[int]:
        return _numbers(alive, span)

    steps = range(len(changes) + 1)
    return list(_glimpses(len(word.start_tokens), steps, changes, places, room))


def recut_glimpses(history: Sequence[tuple[int, Sequence[Token]]], room: int) -> list[Glimpse]:
    """Return what to show of a word whose splits are no joinings: (step it begins at, tokens) each.

    `ids` are places among the tokens of the split; `coming` and `kept` are empty. Else as
    `glimpses`.

    >>> splits = [(0, ("ab",) * 20), (3, ("ab",) * 18 + ("a", "ba", "b"))]
    >>> [(each.ids, each.made) for each in recut_glimpses(splits, 8)]
    [((None, 17, 18, 19), ()), ((None, 18, 19, 20), (1, 2, 3))]
    """
    edges = [np.array([0, *accumulate(map(len, tokens))]) for _, tokens in history]
    size = int(edges[0][-1])
    alive = [np.isin(np.arange(size), each) for each in edges]
    changes = [np.flatnonzero(before != after) for before, after in pairwise(alive)]
    nothing = np.array([], dtype=np.int64)
    found = []
    for at, (step, tokens) in enumerate(history):
        made, coming = [nothing, *changes, nothing][at : at + 2]
        spans = _spans(alive[at], coming, made, room, size / len(tokens))
        drawn = _Drawn(alive[at], spans)
        old = {*pairwise(edges[max(at - 1, 0)].tolist())}
        new = [start for start, end in pairwise(edges[at].tolist()) if (start, end) not in old]
        ids = drawn.filled(size, partial(_numbers, alive[at]))
        places = tuple(drawn.at(np.array(new, dtype=np.int64)).tolist())
        found.append(Glimpse(step, ids, (), places, ()))
    return found


def _glimpses(
    size: int,
    steps: Sequence[int],
    changes: Sequence[np.ndarray],
    ids: Callable[[int, np.ndarray, Span], Sequence[int]],
    room: int,
) -> Iterator[Glimpse]:
    """Yield the glimpses of a word of `size` cells: one at each of `steps`.

    `changes` has the cells at which no token begins any more from each step on but the first;
    `ids` returns what stands at a step, by the cells at which a token begins then, in a span.
    """
    nothing = np.array([], dtype=np.int64)
    alive, before = np.ones(size, dtype=bool), _Drawn(nothing, [])
    for step, made, coming in zip(steps, [nothing, *changes], [*changes, nothing], strict=True):
        alive[made] = False
        seen = made[np.isin(made, before.starts)]
        width = size / np.count_nonzero(alive)
        drawn = _Drawn(alive, _spans(alive, coming, seen, room, width))
        places = drawn.lefts(coming), drawn.holding(made), drawn.kept(before, made)
        yield Glimpse(step, drawn.filled(size, partial(ids, step, alive)), *places)
        before = drawn


def _numbers(alive: np.ndarray, span: Span) -> Sequence[int]:
    """Return which tokens of a word stand in a span, by the cells at which a token begins."""
    return range(*(int(np.count_nonzero(alive[:cell])) for cell in span))


class _Drawn:
    """What is drawn of a word: which cells its tokens begin with, and at which place each stands.

    One place is taken wherever tokens are left out.
    """

    def __init__(self, alive: np.ndarray, spans: list[Span]) -> None:
        self.spans = spans
        each = [start + np.flatnonzero(alive[start:stop]) for start, stop in spans]
        self.starts = np.concatenate([np.array([], dtype=np.int64), *each])
        skipped = int(bool(spans) and spans[0][0] > 0)
        window = np.repeat(np.arange(len(each)), [len(starts) for starts in each])
        self.places = np.arange(len(self.starts)) + window + skipped

    def at(self, cells: np.ndarray) -> np.ndarray:
        """Return the places of the tokens that begin with these cells; some may not be drawn."""
        return np.asarray(self.places[np.isin(self.starts, cells)])

    def filled(self, size: int, ids: Callable[[Span], Sequence[int]]) -> tuple[int | None, ...]:
        """Return what stands in the windows, and None where tokens of `size` cells are left out."""
        found: list[int | None] = []
        for span in self.spans:
            found += [None] * (span[0] > 0 and not found)
            found += ids(span)
            found += [None] * (span[1] < size)
        return tuple(found)

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
    alive: np.ndarray, coming: np.ndarray, made: np.ndarray, room: int, width: float
) -> list[Span]:
    """Return what is drawn, in order and apart; `width` is that of a token, in cells."""
    around = min(AROUND, max(room // 4 - 1, 1))
    places = np.unique(np.concatenate((coming, made)))
    if not len(places):
        return [(0, _after(alive, 0, room))]
    near = [np.searchsorted(places, places + way * around * width) for way in (-1, 1)]
    fullest = places[np.argsort(near[0] - near[1], kind="stable")]
    first = [
        cell for each in (coming, made) for cell in fullest[np.isin(fullest, each)][:1].tolist()
    ]
    spans: list[Span] = []
    for cell in dict.fromkeys((*first, *fullest.tolist())):
        if cell not in first and any(start < cell < stop for start, stop in spans):
            continue
        start = _before(alive, cell, around + 1)
        stop = _after(alive, cell, around + 1)
        room -= int(np.count_nonzero(alive[start:stop]))
        if room < 0:
            break
        spans.append((start, stop))
    apart: list[Span] = []
    for start, stop in sorted(spans):
        if apart and start <= apart[-1][1]:
            start, stop = apart[-1][0], max(stop, apart.pop()[1])
        apart.append((start, stop))
    return apart


def _before(alive: np.ndarray, cell: int, tokens: int) -> int:
    """Return where the token begins that stands so many before a cell, or the first one."""
    size = 8 * tokens
    while True:
        low = max(cell - size, 0)
        starts = np.flatnonzero(alive[low:cell])[-tokens:]
        if len(starts) == tokens or not low:
            return low + int(starts[0])
        size *= 8


def _after(alive: np.ndarray, cell: int, tokens: int) -> int:
    """Return where the token ends that is as many after a cell's beginning, or the last one."""
    size = 8 * tokens
    while True:
        ends = np.flatnonzero(alive[cell + 1 : cell + 1 + size])[:tokens]
        if len(ends) == tokens:
            return cell + 1 + int(ends[-1])
        if cell + 1 + size >= len(alive):
            return len(alive)
        size *= 8
