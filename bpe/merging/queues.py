"""Queues: which pair is merged next, by count or by WordPiece score, under any tie rule."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from ..schemes import Scheme
from .cells import Token
from .choice import Key, forbidden, has_forbidden, pair_scores, tie_key
from .merge import Boundaries

Rule = Callable[[int], str | None]
"""A pair's id -> which rule forbids it, or `None`."""


@dataclass
class Pairs:
    """Every pair born so far, by pair id: parallel lists.

    Attributes:
        lefts, rights: the ids of the two tokens; entry 0 is no pair.
        counts: occurrences now.
        boundaries: the cells at which the pair was born, ascending (a list or an int32 array);
            none any more once it has been merged. Some may no longer be live.
    """

    lefts: list[int]
    rights: list[int]
    counts: list[int]
    boundaries: list[Boundaries]


def pair_rule(
    scheme: Scheme, uncovered: range, tokens: list[Token], sizes: list[int], pairs: Pairs
) -> Rule | None:
    """Return the function pair id -> which rule keeps it from being merged; `None` without rules.

    uncovered: as in `Cells`; sizes: the cells of each token.
    """
    if not has_forbidden(scheme, uncovered):
        return None
    lefts, rights = pairs.lefts, pairs.rights

    def rule(pair: int) -> str | None:
        left, right = lefts[pair], rights[pair]
        if left in uncovered or right in uncovered:
            return "coverage"
        return forbidden(tokens[left], tokens[right], scheme, sizes[left] + sizes[right])

    return rule


def merge_key(
    scheme: Scheme,
    tokens: list[Token],
    pairs: Pairs,
    at: array[int],
    forbids: Rule | None,
    weights: np.ndarray | None = None,
) -> Key:
    """Return `tie_key` under the scheme's own rule, and `None` for a pair that must not be merged.

    `at` holds for each cell the pair that meets at the boundary before it; `forbids` is what
    `pair_rule` returned. A pair's key stays valid while its count is unchanged, so it is computed
    only for pairs that come to the front. Where the counts are those of a part of the corpus,
    `weights` tell for each cell what it has of it.
    """
    lefts, rights, boundaries = pairs.lefts, pairs.rights, pairs.boundaries

    def first_cell(pair: int) -> int:
        cells = boundaries[pair]
        for cell in cells if isinstance(cells, list) else cells.data:
            if at[cell] == pair and (weights is None or weights[cell]):
                return cell
        raise AssertionError("a pair with a count has a live boundary")

    rule = tie_key(scheme.tie_rule, scheme, tokens, lefts, rights, first_cell)
    if forbids is None:
        return rule

    def rule_unless_forbidden(pair: int) -> object:
        return None if forbids(pair) else rule(pair)

    return rule_unless_forbidden


class CountQueue:
    """The pair with the largest count. The largest count never rises, so buckets do.

    Losing count moves no entry: when a bucket is opened, entries that have lost since go to the
    bucket of their present count, and what remains are the ties, ordered by the tie rule.
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

    def choose(self) -> int | None:
        """Return the winner's pair id, or `None` when no pair is left.

        The winner stays where it is: once it, or another in its place, has been merged, what lost
        count by that is dropped or filed anew when it comes to the front.
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

    def merged(self, a: int, b: int, replaced: int, first_born: int) -> None:
        """Take in the pairs born in this step."""
        counts, best, buckets = self._pairs.counts, self._best, self._buckets
        for pair in range(first_born, len(counts)):
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
    """The pair with the largest count(ab) / (count(a) * count(b)).

    A merge changes count(a) and count(b), so the score of every pair with a or b in it; those are
    computed again. Scores can rise, so there are no buckets: the best is searched each time.
    """

    def __init__(self, pairs: Pairs, key: Key, frequencies: np.ndarray, least: int) -> None:
        self._pairs, self._key, self._least = pairs, key, least
        self._lefts = np.array(pairs.lefts, dtype=np.int32)
        self._rights = np.array(pairs.rights, dtype=np.int32)
        self._scores = np.zeros(len(pairs.counts))
        self._rare = np.zeros(len(pairs.counts))
        self._frequencies = frequencies.astype(np.float64)
        self._born = len(pairs.counts)
        self.tie_counts: list[int] = []
        self._score(np.arange(self._born))

    def choose(self) -> int | None:
        """Return the winner's pair id, or `None` when no pair is left.

        Pairs with less than the minimum count are returned only when there is no other.
        """
        for scores in (self._scores[: self._born], self._rare[: self._born]):
            while len(scores) and (best := scores.max()) > 0:
                keyed = [
                    (self._key(pair), pair) for pair in np.flatnonzero(scores == best).tolist()
                ]
                allowed = [entry for entry in keyed if entry[0] is not None]
                if allowed:
                    self.tie_counts.append(len(allowed))
                    return min(allowed)[1]
                scores[[pair for _, pair in keyed]] = 0
        return None

    def merged(self, a: int, b: int, replaced: int, first_born: int) -> None:
        """Take in the pairs born in this step, and score what the merge of a and b touched."""
        born = len(self._pairs.counts)
        self._grow(born)
        self._lefts[first_born:born] = self._pairs.lefts[first_born:]
        self._rights[first_born:born] = self._pairs.rights[first_born:]
        self._frequencies = np.append(self._frequencies, replaced)
        self._frequencies[a] -= replaced
        self._frequencies[b] -= replaced
        self._born = born
        lefts, rights = self._lefts[:first_born], self._rights[:first_born]
        touched = (lefts == a) | (rights == a) | (lefts == b) | (rights == b)
        self._score(np.concatenate((np.flatnonzero(touched), np.arange(first_born, born))))

    def _score(self, rows: np.ndarray) -> None:
        counts = np.array([self._pairs.counts[row] for row in rows.tolist()], dtype=np.float64)
        of_left = self._frequencies[self._lefts[rows]]
        scores = pair_scores(counts, of_left, self._frequencies[self._rights[rows]])
        self._scores[rows] = np.where(counts >= self._least, scores, 0)
        self._rare[rows] = np.where(counts < self._least, scores, 0)

    def _grow(self, size: int) -> None:
        if size > len(self._scores):
            room = np.zeros(max(size, 2 * len(self._scores)) - len(self._scores))
            self._scores = np.concatenate((self._scores, room))
            self._rare = np.concatenate((self._rare, room))
            self._lefts = np.concatenate((self._lefts, room.astype(np.int32)))
            self._rights = np.concatenate((self._rights, room.astype(np.int32)))
