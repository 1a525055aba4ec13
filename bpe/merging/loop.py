"""run(): the merge loop, once, with everything recorded.

How it is fast without compiled code (the same idea makes the record small):

* A boundary between two tokens is named by the cell at which the right token begins, and `at`
  contains the pair at that boundary. Erasing a boundary is one write, `at[cell] = -step`, and these
  writes are the history of every word.
* Each pair keeps the list of boundaries at which it was born. Lists are never cleaned: an entry is
  live exactly if `at` still contains the pair.
* A merge makes a new token, so every pair with it is born in that step, with the largest count it
  will ever have, and takes that count from exactly one older pair. Afterwards a pair only loses.
  One entry per birth records every pair's count at every step.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count, product
from numbers import Integral

import numpy as np

from ..errors import CorpusError, short
from ..schemes import Scheme
from .cells import Cells, Token, join
from .columns import Log
from .merge import CELL, CELL_BITS, WIDE, Born, Boundaries, Chosen, merge_narrow, merge_wide
from .queues import Pairs, Rule, merge_key, pair_rule, queue_of
from .values import Pair


def check_forced(forced: object) -> dict[int, Pair]:
    """Return forced merges as step -> pair, in the order of the steps.

    Raises `ValueError` for a step that is not a whole number of 0 or more, and for anything but a
    pair of tokens.
    """
    if not isinstance(forced, Mapping):
        raise ValueError(
            f"forced must be a mapping step -> (left, right), got {short(forced)}. "
            "Leave it out to force nothing."
        )
    for step, pair in forced.items():
        if isinstance(step, bool) or not isinstance(step, Integral) or step < 0:
            raise ValueError(
                f"forced must have whole numbers of 0 or more as its steps, got {step!r}. "
                "Use the rank of the merge, counted from 0."
            )
        tokens = isinstance(pair, (tuple, list)) and [isinstance(each, Token) for each in pair]
        if tokens != [True, True]:
            raise ValueError(
                f"forced of step {step} must be a pair of two tokens, got {short(pair)}. "
                "Give (left, right) as merge.pair has them."
            )
    return {int(step): (pair[0], pair[1]) for step, pair in sorted(forced.items())}


class Forced:
    """Look-up of forced pairs, by their tokens, among the pairs born so far.

    Attributes:
        pairs: step -> the pair that is merged then.
    """

    def __init__(
        self, forced: Mapping[int, Pair], forbids: Rule, tokens: Sequence[Token], born: Pairs
    ) -> None:
        self.pairs, self._forbids, self._tokens, self._born = forced, forbids, tokens, born
        self._ids: dict[Token, list[int]] = {}
        self._named = 0
        self._numbers: dict[tuple[int, int], int] = {}

    def pair(self, step: int) -> int:
        """Return the ID of the pair forced at a step.

        Among pairs with the same text (a mark, and the same characters typed as text) the most
        frequent one wins, then the one with the smallest IDs. Raises `CorpusError` for a pair that
        does not occur at that step and for a forbidden pair.
        """
        left, right = self.pairs[step]
        self._take_born()
        counts = self._born.counts
        found = [
            (-counts[number], ids, number)
            for ids in product(self._ids.get(left, ()), self._ids.get(right, ()))
            if counts[number := self._numbers.get(ids, 0)]
        ]
        if not found:
            raise CorpusError("forced_absent", step=step, left=short(left), right=short(right))
        rules = [self._forbids(number) for _, _, number in found]
        allowed = [each for each, rule in zip(found, rules, strict=True) if rule is None]
        if not allowed:
            raise CorpusError(
                "forced_forbidden", step=step, left=short(left), right=short(right), rule=rules[0]
            )
        return min(allowed)[2]

    def check_reached(self, steps: int) -> None:
        """Raise `CorpusError` for a forced step after the end of the run."""
        late = [step for step in self.pairs if step > steps]
        if late:
            raise CorpusError("forced_late", step=min(late), last=steps)

    def _take_born(self) -> None:
        """Index the tokens and the pairs born since the last call."""
        for number in range(self._named, len(self._tokens)):
            self._ids.setdefault(self._tokens[number], []).append(number)
        first, self._named = len(self._numbers), len(self._tokens)
        ids = zip(self._born.lefts[first:], self._born.rights[first:], strict=True)
        self._numbers.update(zip(ids, count(first), strict=False))


Progress = Callable[[int, int], object]


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Pause the garbage collector: training creates many objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_without_garbage_collection()
def run(
    cells: Cells,
    scheme: Scheme,
    limit: float,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
    *,
    forced: Mapping[int, Pair] | None = None,
    wide: float = WIDE,
) -> Log:
    """Merge the best pair up to `limit` times and return the log.

    `forced` maps steps to pairs that are merged there, whatever the rule would choose and however
    rare they are. The queue is still consulted, so that the pair the rule would have chosen is
    recorded. `wide` is the list length from which numpy does a merge; results do not depend on it.
    """
    if on_progress is not None and not callable(on_progress):
        raise ValueError(
            f"on_progress must be a function, got {short(on_progress)}. Leave it out for none."
        )
    loop = _Loop(cells, scheme, min_frequency, forced or {}, wide)
    total = int(min(limit, loop.spelled))
    tick = max(1, total // 200)
    while True:
        done = len(loop.merged)
        if on_progress and done % tick == 0:
            on_progress(done, total)
        best = loop.next_pair()
        if best is None or loop.is_too_rare(best) or done >= limit:
            break
        loop.merge(best)
    if done < limit:
        loop.forced.check_reached(done)
    if on_progress:
        on_progress(done, done)
    return loop.log(best)


class _Loop:
    """The state of a run: the current pairs, and the log of each step."""

    def __init__(
        self,
        cells: Cells,
        scheme: Scheme,
        min_frequency: int,
        forced: Mapping[int, Pair],
        wide: float,
    ) -> None:
        self.spelled = int(np.count_nonzero(cells.ids))
        self.scheme, self.weights = scheme, cells.weights
        self.min_frequency, self.wide = min_frequency, wide
        self.pairs, self.at = _initial_pairs(cells)
        self.at_view = np.frombuffer(self.at, np.int32)
        self.weight_of = array(self.weights.dtype.char, self.weights.tobytes()).__getitem__
        self.initial_counts = np.array(self.pairs.counts, dtype=self.weights.dtype)
        self.tokens: list[Token] = list(cells.alphabet)
        self.sizes = [1] * len(self.tokens)
        forbids = pair_rule(scheme, self.tokens, self.sizes, self.pairs)
        key = merge_key(scheme, self.tokens, self.pairs, self.at, forbids)
        self.queue = queue_of(scheme, self.pairs, key, cells.frequencies, min_frequency)
        self.forced = Forced(forced, forbids, self.tokens, self.pairs)

        self.merged: list[int] = []
        self.merged_counts: list[int] = []
        self.replacements: list[int] = []
        self.births, self.taken_from = array(self.weights.dtype.char), array("q")
        self.step_ends = [0]
        self.forced_steps: list[int] = []
        self.passed_over: list[int] = []
        self.passed_counts: list[int] = []
        self.examined = 0

    def next_pair(self) -> int | None:
        """Return the pair of this step, or `None` if none is left.

        If one is forced, also record the pair that the rule would choose.
        """
        best, step = self.queue.best_pair(), len(self.merged)
        if step not in self.forced.pairs:
            return best
        self.forced_steps.append(step)
        self.passed_over.append(best or 0)
        self.passed_counts.append(self.pairs.counts[best or 0])
        return self.forced.pair(step)

    def is_too_rare(self, pair: int) -> bool:
        """Return whether the pair of `next_pair` is too rare, which ends the run."""
        is_forced = len(self.merged) in self.forced.pairs
        return not is_forced and self.pairs.counts[pair] < self.min_frequency

    def merge(self, best: int) -> None:
        """Merge a pair at its live boundaries, and record the changes."""
        pairs, tokens = self.pairs, self.tokens
        a, b, count = pairs.lefts[best], pairs.rights[best], pairs.counts[best]
        boundaries, sizes = pairs.boundaries[best], self.sizes
        step, first_born = len(self.merged) + 1, len(pairs.counts)
        chosen = Chosen(best, sizes[a], sizes[b], a == b, step, first_born)
        born = self._erase(boundaries, chosen)
        replaced = born.replaced if a == b else count
        pairs.add(born, len(tokens))
        pairs.end(best)
        tokens.append(join(tokens[a], tokens[b], self.scheme))
        sizes.append(sizes[a] + sizes[b])

        self.taken_from.extend(born.losers)
        self.births.extend(born.taken)
        self.merged.append(best)
        self.merged_counts.append(count)
        self.replacements.append(replaced)
        self.step_ends.append(len(self.births))
        self.queue.merged(best, born.losers, replaced)

    def _erase(self, boundaries: Boundaries, chosen: Chosen) -> Born:
        """Erase each live boundary, in numpy or in a plain loop, whichever is faster."""
        self.examined += len(boundaries)
        if len(boundaries) > self.wide:
            cells = np.asarray(boundaries, dtype=np.int32)
            return merge_wide(self.at_view, self.weights, cells, chosen)
        listed = boundaries if isinstance(boundaries, list) else boundaries.tolist()
        return merge_narrow(self.at, self.weight_of, listed, chosen)

    def log(self, following: int | None) -> Log:
        """Return the log; `following` is the pair that would be merged next."""
        small = np.uint16 if len(self.tokens) < np.iinfo(np.uint16).max else np.int32
        erased = np.where(self.at_view < 0, -self.at_view, np.iinfo(small).max)
        return Log(
            tokens=tuple(self.tokens),
            erased=erased.astype(small),
            lefts=np.array(self.pairs.lefts, dtype=np.int32),
            rights=np.array(self.pairs.rights, dtype=np.int32),
            initial_counts=self.initial_counts,
            births=np.array(self.births, dtype=self.weights.dtype),
            taken_from=np.array(self.taken_from, dtype=np.intp),
            step_ends=np.array(self.step_ends, dtype=np.int64),
            merged=np.array(self.merged, dtype=np.int32),
            counts=np.array(self.merged_counts, dtype=np.int64),
            replacements=np.array(self.replacements, dtype=np.int64),
            next=following,
            forced=np.array(self.forced_steps, dtype=np.int64),
            passed_over=np.array(self.passed_over, dtype=np.int32),
            passed_counts=np.array(self.passed_counts, dtype=np.int64),
            score_ties=self.queue.tie_counts,
            counters={
                "merges": len(self.merged),
                "examined": self.examined,
                "born": len(self.pairs.counts) - 1,
                "cells": self.spelled,
            },
        )


def _initial_pairs(cells: Cells) -> tuple[Pairs, array[int]]:
    """Return the initial pairs, in the order of their first occurrence.

    Also return for each cell the pair at the boundary before it, 0 if there is none.
    """
    ids = cells.ids
    boundaries = np.flatnonzero((ids[1:] > 0) & (ids[:-1] > 0)) + 1
    size = len(cells.alphabet) + 1
    keys = ids[boundaries - 1].astype(np.int64) * size + ids[boundaries]
    if size**2 < 1 << (63 - CELL_BITS):
        # Sorting the numbers themselves is several times faster than sorting an index.
        keys = keys << CELL_BITS | boundaries
        keys.sort()
        boundaries, keys = keys & CELL, keys >> CELL_BITS
    else:
        order = np.argsort(keys, kind="stable")
        boundaries, keys = boundaries[order], keys[order]
    boundaries = boundaries.astype(np.int32)
    at = array("i", bytes(4 * len(ids)))
    pairs = Pairs([-1], [-1], [0], [[]])
    if len(keys):
        first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
        counts = np.add.reduceat(cells.weights[boundaries], first)
        seen = np.argsort(boundaries[first])
        numbers = np.empty(len(seen), dtype=np.int32)
        numbers[seen] = np.arange(1, len(seen) + 1)
        np.frombuffer(at, np.int32)[boundaries] = np.repeat(
            numbers, np.diff(np.append(first, len(keys)))
        )
        groups = np.split(boundaries, first[1:])
        firsts = boundaries[first[seen]]
        pairs.lefts += (ids[firsts - 1] - 1).tolist()
        pairs.rights += (ids[firsts] - 1).tolist()
        pairs.counts += counts[seen].tolist()
        pairs.boundaries += [groups[group] for group in seen.tolist()]
    return pairs, at
