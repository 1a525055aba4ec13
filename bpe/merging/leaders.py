"""Leaders: the best pairs of each step, and the number of tied ones, for many steps in one pass.

A pair is born with its largest count and only loses, so for counts a lazy heap suffices: an entry
whose count has dropped is pushed back when popped.
"""

import itertools
from bisect import insort
from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np

from .choice import pair_scores
from .columns import Columns
from .view import View, with_first

Leader = tuple[int, int, float, float]
"""A pair's ID, its count, its score, and its score one step before (0 if it was not born yet)."""


def leaders(columns: Columns, limit: int, start: int, stop: int) -> Iterator[list[Leader]]:
    """Yield up to `limit` leaders of each step from `start` to `stop`, in the order of `pairs`.

    Forbidden pairs are excluded. At step 0 nothing has changed.
    """
    by = _by_count if columns.scheme.score == "count" else _by_score
    first = max(start - 1, 0)
    return itertools.islice(by(columns, limit, first, stop), start - first, None)


def _by_count(columns: Columns, limit: int, start: int, stop: int) -> Iterator[list[Leader]]:
    log = columns.log
    counts = View(columns, start).pair_counts.tolist()
    heap = [(-count, pair) for pair, count in enumerate(counts) if count]
    heapify(heap)
    ends, merged = log.step_ends.tolist(), log.merged.tolist()
    births = log.births[: ends[stop]].tolist()
    taken_from = log.taken_from[: ends[stop]].tolist()
    # Sorted; each pair is exactly once either here or in the heap.
    top: list[tuple[int, int]] = []
    for step in range(start, stop + 1):
        known, lost = len(counts), dict[int, int]()
        if step > start:
            born = slice(ends[step - 1], ends[step])
            for loser, count in zip(taken_from[born], births[born], strict=True):
                counts[loser] -= count
                lost[loser] = lost.get(loser, 0) + count
                heappush(heap, (-count, len(counts)))
                counts.append(count)
            counts[merged[step - 1]] = 0
        filed, top = top, []
        for filed_as, pair in filed:
            if counts[pair] == -filed_as:
                top.append((filed_as, pair))
            elif counts[pair]:
                heappush(heap, (-counts[pair], pair))
        while heap and (len(top) < limit or heap[0] < top[-1]):
            filed_as, pair = heappop(heap)
            if counts[pair] != -filed_as:
                if counts[pair]:
                    heappush(heap, (-counts[pair], pair))
            elif not columns.forbids(pair):
                insort(top, (filed_as, pair))
        pairs = with_first([pair for _, pair in top], columns.next_pair(step), limit)
        yield [
            (pair, count, count, count + lost.get(pair, 0) if pair < known else 0)
            for pair, count in zip(pairs, map(counts.__getitem__, pairs), strict=True)
        ]


def _by_score(columns: Columns, limit: int, start: int, stop: int) -> Iterator[list[Leader]]:
    log, before = columns.log, View(columns, start)
    initial, alphabet = len(log.initial_counts), len(columns.alphabet)
    size = initial + int(log.step_ends[stop])
    lefts, rights = log.lefts[:size], log.rights[:size]
    counts, scores = np.zeros(size, dtype=np.int64), np.zeros(size)
    counts[: len(before.pair_counts)] = before.pair_counts
    scores[: len(before.pair_scores)] = before.pair_scores
    frequencies = np.zeros(alphabet + stop)
    frequencies[: alphabet + start] = before.token_frequencies
    floor, least = np.inf, np.nextafter(0, 1)

    def best() -> list[int]:
        """Return up to `limit` allowed pairs with at least the floor's score, the best first."""
        found = np.flatnonzero(scores >= floor)
        found = found[np.argsort(-scores[found], kind="stable")].tolist()
        return list(itertools.islice((each for each in found if not columns.forbids(each)), limit))

    for step in range(start, stop + 1):
        earlier = scores.copy()
        if step > start:
            born = slice(log.step_ends[step - 1], log.step_ends[step])
            counts[initial + born.start : initial + born.stop] = log.births[born]
            np.subtract.at(counts, log.taken_from[born], log.births[born])
            counts[log.merged[step - 1]] = 0
            (a, b), new = columns.merge_ids[step - 1], alphabet + step - 1
            replaced = log.replacements[step - 1]
            frequencies[new] = replaced
            frequencies[a] -= replaced
            frequencies[b] -= replaced
            touched = (lefts == a) | (rights == a) | (lefts == b) | (rights == b)
            touched[initial + born.start :] = True
            touched = np.flatnonzero(touched & (counts > 0))
            scores[log.merged[step - 1]] = 0
            scores[log.taken_from[born]] = 0
            with_tokens = frequencies[lefts[touched]], frequencies[rights[touched]]
            scores[touched] = pair_scores(counts[touched], *with_tokens)
        pairs, reserve = best(), limit
        while len(pairs) < limit and floor > least:
            # Keep a reserve, so that a full scan is rarely needed.
            reserve *= 8
            floor = (
                least if reserve >= size else max(np.partition(scores, -reserve)[-reserve], least)
            )
            pairs = best()
        pairs = with_first(pairs, columns.next_pair(step), limit)
        yield [(pair, *(each[pair].item() for each in (counts, scores, earlier))) for pair in pairs]


def count_tied(columns: Columns) -> np.ndarray:
    """Return the number of best pairs at each step that has a merge (int64).

    A pair's count is a step function, and the best count only falls: so the steps at which one of
    its values is the best are a range, found by bisection and summed as differences. Scores can
    rise; for these the run has recorded the number.
    """
    log, end = columns.log, len(columns)
    if log.score_ties is not None:
        return np.array(log.score_ties[:end], dtype=np.int64)
    born_at = np.repeat(np.arange(1, end + 1), np.diff(log.step_ends))
    initial = np.arange(len(log.initial_counts))
    later = len(initial) + np.arange(len(log.births))
    # One row per event: births, losses, then the merges that end a pair.
    pairs = np.concatenate((initial, later, log.taken_from, log.merged))
    steps = np.concatenate((np.zeros_like(initial), born_at, born_at, np.arange(1, end + 1)))
    change = np.concatenate((log.initial_counts, log.births, -log.births, np.zeros(end, np.int64)))
    ended = np.arange(len(pairs)) >= len(pairs) - end
    # Rows are in the order births, losses, merges, so a stable sort keeps that order in a step.
    order = np.lexsort((steps, pairs))
    pairs, steps, change, ended = pairs[order], steps[order], change[order], ended[order]
    last = np.append(pairs[1:] != pairs[:-1], True)
    before = np.cumsum(change) - change
    first = np.flatnonzero(np.append(True, last[:-1]))
    counts = np.cumsum(change) - np.repeat(before[first], np.diff(np.append(first, len(pairs))))
    until = np.where(last, end, np.append(steps[1:], end))

    falling = -log.counts
    reached = log.forced < end
    falling[log.forced[reached]] = -log.passed_counts[reached]
    start = np.maximum(steps, np.searchsorted(falling, -counts, side="left"))
    stop = np.minimum(until, np.searchsorted(falling, -counts, side="right"))
    leads = (start < stop) & ~ended
    leads[leads] = [not columns.forbids(pair) for pair in pairs[leads].tolist()]
    difference = np.zeros(end + 1, dtype=np.int64)
    np.add.at(difference, start[leads], 1)
    np.add.at(difference, stop[leads], -1)
    return np.cumsum(difference)[:-1]
