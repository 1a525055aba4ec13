"""Queues that return the next pair, by count or by WordPiece score, under any tie rule."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from ..schemes import Scheme
from .cells import Token
from .choice import Key, forbidden, has_forbidden, pair_scores, tie_key, truly_best
from .merge import Born, Boundaries

Rule = Callable[[int], str | None]
"""A pair's ID -> name of the rule that forbids it, or `None`."""


@dataclass
class Pairs:
    """Every pair born so far, by pair ID: parallel lists.

    Attributes:
        lefts, rights: the IDs of the two tokens; entry 0 is unused.
        counts: occurrences now.
        boundaries: the cells at which the pair was born, ascending (a list or an int32 array);
            empty once it has been merged. Some may no longer be live.
    """

    lefts: list[int]
    rights: list[int]
    counts: list[int]
    boundaries: list[Boundaries]

    def add(self, born: Born, new: int) -> None:
        """Add the pairs born with the token `new`; each takes its count from its loser."""
        losers, left, right = born.losers, born.with_left, born.with_right
        self.lefts += [self.lefts[loser] for loser in losers[:left]]
        self.lefts += [new] * (len(losers) - left)
        self.rights += [new] * left
        self.rights += [self.rights[loser] for loser in losers[left:right]]
        self.rights += [new] * (len(losers) - right)
        for loser, taken in zip(losers, born.taken, strict=True):
            self.counts[loser] -= taken
        self.counts += born.taken
        self.boundaries += born.boundaries

    def end(self, pair: int) -> None:
        """Remove a pair after all of its occurrences were merged."""
        self.counts[pair] = 0
        self.boundaries[pair] = []


def pair_rule(scheme: Scheme, tokens: Sequence[Token], sizes: Sequence[int], pairs: Pairs) -> Rule:
    """Return a function: pair ID -> name of the rule that forbids it."""

    def forbids(pair: int) -> str | None:
        left, right = pairs.lefts[pair], pairs.rights[pair]
        return forbidden(tokens[left], tokens[right], scheme, sizes[left] + sizes[right])

    return forbids


def merge_key(
    scheme: Scheme, tokens: Sequence[Token], pairs: Pairs, at: array[int], forbids: Rule
) -> Key:
    """Return `tie_key` of the scheme's own rule, with `None` for a forbidden pair.

    `at` contains for each cell the pair at the boundary before it; `forbids` is a result of
    `pair_rule`. A pair's key stays valid while its count is unchanged, so it is computed only for
    the best pairs.
    """
    lefts, rights, boundaries = pairs.lefts, pairs.rights, pairs.boundaries

    def first_cell(pair: int) -> int:
        cells = boundaries[pair]
        for cell in cells if isinstance(cells, list) else cells.data:
            if at[cell] == pair:
                return cell
        raise AssertionError("a pair with a count has a live boundary")

    rule = tie_key(scheme.tie_rule, scheme, tokens, lefts, rights, first_cell)
    if not has_forbidden(scheme):
        return rule
    return lambda pair: None if forbids(pair) else rule(pair)


def queue_of(
    scheme: Scheme, pairs: Pairs, key: Key, frequencies: np.ndarray, least: int
) -> CountQueue | ScoreQueue:
    """Return the queue of the scheme's score; arguments as in `ScoreQueue`."""
    if scheme.score == "count":
        return CountQueue(pairs, key)
    return ScoreQueue(pairs, key, frequencies, least)


class CountQueue:
    """Queue by count. The largest count never rises, so buckets suffice.

    A loss of count moves no entry: when a bucket is opened, entries with a smaller count move to
    the bucket of their current count, and the remaining ones are the ties, ordered by the tie rule.
    """

    tie_counts: None = None

    def __init__(self, pairs: Pairs, key: Key) -> None:
        self._pairs, self._key = pairs, key
        self._buckets: dict[int, list[int]] = {}
        self._heights: list[int] = []
        self._front: list[tuple[object, int]] = []
        self._best = -1
        for pair in range(len(pairs.counts)):
            self._file(pair, pairs.counts[pair])

    def best_pair(self) -> int | None:
        """Return the winner's pair ID, or `None` if no pair is left.

        The winner stays in the queue: after the merge, entries that lost count are dropped or
        pushed back when they are popped.
        """
        counts, front = self._pairs.counts, self._front
        while True:
            while front:
                pair = front[0][1]
                if counts[pair] == self._best:
                    return pair
                heappop(front)
                self._file(pair, counts[pair])
            if not self._heights:
                return None
            self._best = best = -heappop(self._heights)
            for pair in self._buckets.pop(best):
                if counts[pair] != best:
                    self._file(pair, counts[pair])
                elif (key := self._key(pair)) is not None:
                    front.append((key, pair))
            heapify(front)

    def merged(self, pair: int, losers: Sequence[int], replaced: int) -> None:
        """Add the pairs born in a merge; each took its count from one of the `losers`."""
        counts, best, buckets = self._pairs.counts, self._best, self._buckets
        for pair in range(len(counts) - len(losers), len(counts)):
            count = counts[pair]
            if count == best:
                if (key := self._key(pair)) is not None:
                    heappush(self._front, (key, pair))
            elif count in buckets:
                buckets[count].append(pair)
            else:
                self._file(pair, count)

    def _file(self, pair: int, count: int) -> None:
        if count in self._buckets:
            self._buckets[count].append(pair)
        elif count:
            self._buckets[count] = [pair]
            heappush(self._heights, -count)


class ScoreQueue:
    """Queue by count(ab) / (count(a) * count(b)): all pairs are scored at each step.

    A merge changes count(a) and count(b), and so the score of every pair that contains a or b.
    """

    def __init__(self, pairs: Pairs, key: Key, frequencies: np.ndarray, least: int) -> None:
        self._pairs, self._key, self._least = pairs, key, least
        self._frequencies, self._tokens = frequencies.astype(np.int64), len(frequencies)
        self._lefts = self._rights = np.zeros(0, dtype=np.int32)
        self._counts = np.zeros(0, dtype=np.int64)
        self.tie_counts: list[int] = []
        self._born = 0
        self._take_born()

    def best_pair(self) -> int | None:
        """Return the winner's pair ID, or `None` if no pair is left.

        Pairs below the minimum count are returned only if there is no other.
        """
        for least in (self._least, 1):
            tied = self._tied(least)
            if tied:
                self.tie_counts.append(len(tied))
                return min(tied)[1]
        return None

    def merged(self, pair: int, losers: Sequence[int], replaced: int) -> None:
        """Add the pairs born in a merge; each took its count from one of the `losers`."""
        a, b = self._pairs.lefts[pair], self._pairs.rights[pair]
        self._frequencies = _with_room(self._frequencies, self._tokens + 1)
        self._frequencies[self._tokens] = replaced
        self._frequencies[a] -= replaced
        self._frequencies[b] -= replaced
        self._tokens += 1
        self._counts[losers] = list(map(self._pairs.counts.__getitem__, losers))
        self._counts[pair] = 0
        self._take_born()

    def _tied(self, least: int) -> list[tuple[object, int]]:
        """Return the best pairs with at least this count, each with its key."""
        while True:
            rows = np.flatnonzero(self._counts[: self._born] >= least)
            if not len(rows):
                return []
            scores = pair_scores(*self._terms(rows))
            rows = rows[scores == scores.max()]
            rows = rows[truly_best(*self._terms(rows))]
            keyed = [(self._key(pair), pair) for pair in rows.tolist()]
            allowed = [each for each in keyed if each[0] is not None]
            if allowed:
                return allowed
            # Forbidden pairs stay forbidden; a pair that loses count is looked up again.
            self._counts[rows] = 0

    def _terms(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the counts of some pairs, of their left and of their right tokens."""
        sides = self._frequencies[self._lefts[rows]], self._frequencies[self._rights[rows]]
        return self._counts[rows], *sides

    def _take_born(self) -> None:
        """Index the pairs born since the last call."""
        first, pairs = self._born, self._pairs
        self._born = born = len(pairs.counts)
        for name in ("counts", "lefts", "rights"):
            column = _with_room(getattr(self, f"_{name}"), born)
            column[first:born] = getattr(pairs, name)[first:]
            setattr(self, f"_{name}", column)


def _with_room(column: np.ndarray, size: int) -> np.ndarray:
    """Return a column with capacity for this many numbers: itself, or a larger copy."""
    if size <= len(column):
        return column
    room = np.zeros(max(size, 2 * len(column)) - len(column), dtype=column.dtype)
    return np.concatenate((column, room))
