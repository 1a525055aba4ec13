"""Queues: which pair is merged next, by count or by WordPiece score, under any tie rule."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from ..schemes import Scheme
from .choice import Key, forbids, has_forbidden, pair_scores, tie_key
from .merge import Born, Boundaries
from .tokens import Tokens

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

    def add(self, born: Born, new: int) -> None:
        """Add the pairs born with the token `new`; each takes its count from its loser."""
        losers, left, right = born.losers, born.with_left, born.with_right
        self.lefts += [self.lefts[loser] for loser in losers[:left]]
        self.lefts += [new] * (len(losers) - left)
        self.rights += [new] * left
        self.rights += [self.rights[loser] for loser in losers[left:right]]
        self.rights += [new] * (len(losers) - right)
        self.take(losers, born.taken)
        self.boundaries += born.boundaries

    def take(self, losers: Sequence[int], taken: Sequence[int]) -> None:
        """Count pairs just born, each of which takes so many occurrences from its loser."""
        counts = self.counts
        for loser, occurrences in zip(losers, taken, strict=True):
            counts[loser] -= occurrences
        counts += taken

    def end(self, pair: int) -> None:
        """Take a pair out, which was merged wherever it was."""
        self.counts[pair] = 0
        self.boundaries[pair] = []


def pair_rule(scheme: Scheme, uncovered: range, tokens: Tokens, pairs: Pairs) -> Rule | None:
    """Return the function pair id -> which rule keeps it from being merged; `None` without rules.

    uncovered: as in `Cells`.
    """
    if not has_forbidden(scheme, uncovered):
        return None
    lefts, rights = pairs.lefts, pairs.rights
    return lambda pair: forbids(lefts[pair], rights[pair], tokens, scheme, uncovered)


def merge_key(
    scheme: Scheme,
    tokens: Tokens,
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

    rule = tie_key(scheme.tie_rule, tokens, lefts, rights, first_cell)
    if forbids is None:
        return rule

    def rule_unless_forbidden(pair: int) -> object:
        return None if forbids(pair) else rule(pair)

    return rule_unless_forbidden


def queue_of(
    scheme: Scheme, pairs: Pairs, key: Key, frequencies: np.ndarray, least: int
) -> CountQueue | ScoreQueue:
    """Return what finds the best pair by the scheme's score; arguments as `ScoreQueue` has them."""
    if scheme.score == "count":
        return CountQueue(pairs, key)
    return ScoreQueue(pairs, key, frequencies, least)


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

    def merged(self, pair: int, losers: Sequence[int], replaced: int) -> None:
        """Take in the pairs born in a merge: each took from one of the `losers`."""
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
    """The pair with the largest count(ab) / (count(a) * count(b)).

    A merge changes count(a) and count(b), so the score of every pair with a or b in it; those are
    scored again, and no others.
    """

    def __init__(self, pairs: Pairs, key: Key, frequencies: np.ndarray, least: int) -> None:
        self._pairs, self._least = pairs, least
        self._frequencies, self._tokens = frequencies.astype(np.float64), len(frequencies)
        self._lefts = self._rights = np.zeros(0, dtype=np.int32)
        self._counts = np.zeros(0, dtype=np.int64)
        self._with = [array("i") for _ in range(self._tokens)]
        self._often, self._rare = _Scored(pairs, key), _Scored(pairs, key)
        self.tie_counts: list[int] = []
        self._born = 0
        self._score(self._take_born())

    def choose(self) -> int | None:
        """Return the winner's pair id, or `None` when no pair is left.

        Pairs with less than the minimum count are returned only when there is no other.
        """
        for scored in (self._often, self._rare):
            best, tied = scored.choose()
            if best is not None:
                self.tie_counts.append(tied)
                return best
        return None

    def merged(self, pair: int, losers: Sequence[int], replaced: int) -> None:
        """Take in the pairs born in a merge, and score what it touched."""
        a, b = self._pairs.lefts[pair], self._pairs.rights[pair]
        self._frequencies = _with_room(self._frequencies, self._tokens + 1)
        self._frequencies[self._tokens] = replaced
        self._frequencies[a] -= replaced
        self._frequencies[b] -= replaced
        self._tokens += 1
        self._with.append(array("i"))
        self._counts[pair] = 0
        self._counts[losers] = list(map(self._pairs.counts.__getitem__, losers))
        touched = [self._pairs_with(a)]
        if a != b:
            rows = self._pairs_with(b)
            touched.append(rows[(self._lefts[rows] != a) & (self._rights[rows] != a)])
        # Born pairs can have a or b in them too, and are scored once.
        self._score(np.concatenate((*touched, self._take_born())))

    def _take_born(self) -> np.ndarray:
        """Take in the pairs born since the last time, and return them."""
        first, pairs = self._born, self._pairs
        self._born = born = len(pairs.counts)
        for name in ("counts", "lefts", "rights"):
            column = _with_room(getattr(self, f"_{name}"), born)
            column[first:born] = getattr(pairs, name)[first:]
            setattr(self, f"_{name}", column)
        for pair in range(max(first, 1), born):
            left, right = pairs.lefts[pair], pairs.rights[pair]
            self._with[left].append(pair)
            if left != right:
                self._with[right].append(pair)
        return np.arange(first, born)

    def _pairs_with(self, token: int) -> np.ndarray:
        """Return the pairs with a token in them, those that this merge ended included."""
        rows = np.array(self._with[token], dtype=np.intp)
        live = rows[self._counts[rows] > 0]
        if 2 * len(live) < len(rows):
            self._with[token] = array("i", live.tolist())
        return rows

    def _score(self, rows: np.ndarray) -> None:
        counts = self._counts[rows]
        sides = self._frequencies[self._lefts[rows]], self._frequencies[self._rights[rows]]
        scores = pair_scores(counts, *sides)
        if self._least > 1:
            self._rare.update(rows, np.where(counts < self._least, scores, 0))
            scores = np.where(counts >= self._least, scores, 0)
        self._often.update(rows, scores)


_BLOCK = 256


class _Scored:
    """Pairs by their score: which is best, and by the tie rule among those that are as good.

    The best score of every block of pairs is known. Where a score has led, its pairs stand in the
    order of the tie rule, as `_front`, until none is left.
    """

    def __init__(self, pairs: Pairs, key: Key) -> None:
        self._counts, self._key = pairs.counts, key
        self._scores, self._tops = np.zeros(0), np.zeros(0)
        self._fronts: dict[float, list[tuple[object, int, int]]] = {}
        self._numbers: dict[float, int] = {}

    def update(self, rows: np.ndarray, scores: np.ndarray) -> None:
        """Take in what the scores of some pairs, each given once, are now; 0 for none."""
        size = -(-len(self._counts) // _BLOCK)
        self._tops = _with_room(self._tops, size)
        self._scores = _with_room(self._scores, len(self._tops) * _BLOCK)
        before, blocks = self._scores[rows], rows // _BLOCK
        self._scores[rows] = scores
        fallen = (scores < before) & (before == self._tops[blocks])
        if fallen.any():
            self._look_through(blocks[fallen])
        np.maximum.at(self._tops, blocks, scores)
        if self._fronts:
            led = np.flatnonzero(np.maximum(before, scores) >= min(self._fronts))
            for pair, old, new in zip(
                rows[led].tolist(), before[led].tolist(), scores[led].tolist(), strict=True
            ):
                self._move(pair, old, new)

    def choose(self) -> tuple[int | None, int]:
        """Return the best pair, `None` where there is none, and how many are as good."""
        while (best := float(self._tops.max(initial=0))) > 0:
            if best not in self._fronts:
                self._open(best)
            front = self._fronts[best]
            while front:
                _, pair, count = front[0]
                if self._scores[pair] == best and self._counts[pair] == count:
                    return pair, self._numbers[best]
                heappop(front)
            del self._fronts[best]
        return None, 0

    def _open(self, score: float) -> None:
        """Order the pairs that have the best score."""
        self._fronts[score], self._numbers[score] = [], 0
        blocks = np.flatnonzero(self._tops == score)
        found = np.flatnonzero(self._scores.reshape(-1, _BLOCK)[blocks].ravel() == score)
        for pair in (blocks[found // _BLOCK] * _BLOCK + found % _BLOCK).tolist():
            self._move(pair, 0, score)

    def _move(self, pair: int, old: float, new: float) -> None:
        if old != new and old in self._fronts:
            self._numbers[old] -= 1
            if not self._numbers[old]:
                del self._fronts[old]
        if new not in self._fronts:
            return
        key = self._key(pair)
        if key is None:
            # A rule forbids it, which it will for ever; it may come back and is looked up again.
            self._scores[pair] = 0
            self._look_through(np.array([pair // _BLOCK]))
        else:
            self._numbers[new] += old != new
            heappush(self._fronts[new], (key, pair, self._counts[pair]))

    def _look_through(self, blocks: np.ndarray) -> None:
        self._tops[blocks] = self._scores.reshape(-1, _BLOCK)[blocks].max(axis=1, initial=0)


def _with_room(column: np.ndarray, size: int) -> np.ndarray:
    """Return a column that has room for so many numbers: itself, or a larger copy."""
    if size <= len(column):
        return column
    room = np.zeros(max(size, 2 * len(column)) - len(column), dtype=column.dtype)
    return np.concatenate((column, room))
