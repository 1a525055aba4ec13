"""Leaders: the first pairs of each step, and how many tie for the lead, for many steps in one pass.

A pair is born with its largest count and only loses, so by count a heap of old entries will do: one
that has lost since it was filed is filed anew when it comes to the front.
"""

import itertools
from bisect import insort
from collections.abc import Iterator
from heapq import heapify, heappop, heappush

import numpy as np

from .choice import pair_scores
from .columns import Columns
from .view import View, with_first

Leader = tuple[int, int, float]
"""A pair's id, its count and its score."""


def leaders(columns: Columns, limit: int, start: int, stop: int) -> Iterator[list[Leader]]:
    """Yield up to `limit` leaders of each step from `start` to `stop`, in the order of `pairs`.

    Pairs that a rule of the scheme forbids are left out.
    """
    by = _by_count if columns.scheme.score == "count" else _by_score
    return by(columns, limit, start, stop)


def _by_count(columns: Columns, limit: int, start: int, stop: int) -> Iterator[list[Leader]]:
    log = columns.log
    counts = View(columns, start).pair_counts.tolist()
    heap = [(-count, pair) for pair, count in enumerate(counts) if count]
    heapify(heap)
    ends, merged = log.step_ends.tolist(), log.merged.tolist()
    births = log.births[: ends[stop]].tolist()
    taken_from = log.taken_from[: ends[stop]].tolist()
    # In order, and each pair either here or filed in the heap, once.
    top: list[tuple[int, int]] = []
    for step in range(start, stop + 1):
        if step > start:
            born = slice(ends[step - 1], ends[step])
            for loser, count in zip(taken_from[born], births[born], strict=True):
                counts[loser] -= count
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
        yield [(pair, counts[pair], counts[pair]) for pair in pairs]


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
        """Return up to `limit` pairs from the floor on that no rule forbids, the best first."""
        found = np.flatnonzero(scores >= floor)
        found = found[np.argsort(-scores[found], kind="stable")].tolist()
        return list(itertools.islice((each for each in found if not columns.forbids(each)), limit))

    for step in range(start, stop + 1):
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
            # Leave a reserve, so that the whole is looked through only now and then.
            reserve *= 8
            floor = (
                least if reserve >= size else max(np.partition(scores, -reserve)[-reserve], least)
            )
            pairs = best()
        pairs = with_first(pairs, columns.next_pair(step), limit)
        yield [(pair, counts[pair].item(), scores[pair].item()) for pair in pairs]


def count_tied(columns: Columns) -> np.ndarray:
    """Return how many pairs tie for the lead at each step that has a merge (int64).

    A pair's count is a step function, and the count that the rule takes only falls: so the steps at
    which one of its values leads are a range, found by bisection and added up as differences.
    Scores can rise; where they decide, the run wrote the number down.
    """
    log, end = columns.log, len(columns)
    if log.score_ties is not None:
        return np.array(log.score_ties[:end], dtype=np.int64)
    born_at = np.repeat(np.arange(1, end + 1), np.diff(log.step_ends))
    initial = np.arange(len(log.initial_counts))
    later = len(initial) + np.arange(len(log.births))
    # One row an event: births, losses, then the merges that end a pair.
    pairs = np.concatenate((initial, later, log.taken_from, log.merged))
    steps = np.concatenate((np.zeros_like(initial), born_at, born_at, np.arange(1, end + 1)))
    change = np.concatenate((log.initial_counts, log.births, -log.births, np.zeros(end, np.int64)))
    ended = np.arange(len(pairs)) >= len(pairs) - end
    # Rows were put down as births, losses, merges, so a stable sort keeps that order in a step.
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
