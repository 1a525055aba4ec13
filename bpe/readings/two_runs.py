"""Two runs of one corpus: where they part and meet again, and what each has learned.

By two measures or tie rules; or a run and what would have become of it had another pair been
merged at one step. Both are records; here they are only compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from ..encoding.roundtrip import agreed
from ..merging.cells import Token
from ..merging.values import Merge, PairCount
from ..training import Training

LOOKED = 50
"""Steps from the first tie on in which a fork to open with is looked for."""


class Learned(NamedTuple):
    """Tokens learned by a step, oldest first: by both runs, by the first or the second alone."""

    both: tuple[Token, ...]
    first: tuple[Token, ...]
    second: tuple[Token, ...]


class Choice(NamedTuple):
    """A pair that could be forced, and the step at which it could."""

    step: int
    pair: PairCount


class Meeting(NamedTuple):
    """A step of each of two runs at which they split every word of the corpus alike."""

    first: int
    second: int


@dataclass(frozen=True)
class Difference:
    """A step at which two runs merge different pairs; `None` where a run has ended.

    Attributes:
        step: how many merges both have applied before.
        first, second: what each run merges then.
        first_later, second_later: the step at which the other run makes the same token, if ever.
    """

    step: int
    first: Merge | None
    second: Merge | None
    first_later: int | None
    second_later: int | None


class TwoRuns:
    """Two records of one corpus, read side by side; a run that has ended stays as it is."""

    def __init__(self, first: Training, second: Training) -> None:
        self.runs = (first, second)
        self.last = max(len(first), len(second))

    @property
    def parting(self) -> int | None:
        """The first step at which the two choose differently; None where they never do."""
        return self.parts_again(Meeting(0, 0))

    @property
    def meeting(self) -> int | None:
        """The first step after the parting at which both, then, split every word alike, or None."""
        return next((met.first for met in self._meetings() if met.first == met.second), None)

    @property
    def met(self) -> Meeting | None:
        """Where the two first split every word alike after they parted, each at its own step."""
        return next(self._meetings(), None)

    def _meetings(self) -> Iterator[Meeting]:
        return iter(()) if self.parting is None else meetings(*self.runs, self.parting)

    def learned(self, step: int) -> Learned:
        """Return the tokens learned by a step."""
        first, second = ([merge.token for merge in run.merges[:step]] for run in self.runs)
        in_first, in_second = set(first), set(second)
        return Learned(
            both=tuple(token for token in first if token in in_second),
            first=tuple(token for token in first if token not in in_second),
            second=tuple(token for token in second if token not in in_first),
        )

    def parts_again(self, met: Meeting) -> int | None:
        """Return how many merges after a meeting the two choose differently; `None` for never."""
        left = [run.log.merged[step:].tolist() for run, step in zip(self.runs, met, strict=True)]
        alike = agreed(*(map(run.pair, pairs) for run, pairs in zip(self.runs, left, strict=True)))
        return alike if alike < min(map(len, left)) else None

    def differences(self) -> list[Difference]:
        """Return every step at which the two merge different pairs, or only one merges any."""
        born = [self._born(run) for run in self.runs]
        found = []
        for step, (one, other) in enumerate(zip_longest(*(run.merges for run in self.runs))):
            if one is None or other is None or one.pair != other.pair:
                first_later = born[1].get(one.token) if one else None
                second_later = born[0].get(other.token) if other else None
                found.append(Difference(step, one, other, first_later, second_later))
        return found

    @staticmethod
    def _born(run: Training) -> Mapping[Token, int]:
        """Return the step at which each token was learned, the first where there are two."""
        return {merge.token: merge.rank + 1 for merge in reversed(run.merges)}


def opening(training: Training) -> Choice | None:
    """Return a choice that is worth trying: a tie whose loser the run never merges.

    Of the first steps with such a loser it is the one that holds out longest before other merges
    have eaten it up. Without one, the first pair that lost a tie, or else the second pair of the
    first step; `None` where no step has two pairs to choose from.
    """
    tied = np.flatnonzero(training.tie_counts > 1)
    merged = set(training.log.merged.tolist())
    for step in tied[:LOOKED].tolist():
        lost = [pair for pair in training.snapshot(step).tied[1:] if pair not in merged]
        if lost:
            longest = max(lost, key=lambda pair: _last_loss(training, pair))
            return Choice(step, training.snapshot(step).pair_count(longest))
    if len(tied):
        return Choice(int(tied[0]), training.snapshot(int(tied[0])).ties[1])
    for step, pairs in zip(range(min(len(training), LOOKED)), training.top_pairs(2), strict=False):
        if len(pairs) > 1:
            return Choice(step, pairs[1])
    return None


def meetings(first: Training, second: Training, after: int = -1) -> Iterator[Meeting]:
    """Yield all steps after one at which two runs of one corpus split every word alike, in order.

    Step 0 is the first of them. The number of tokens falls with every merge, so a step of one run
    meets one step of the other at most. Equal splits are equal sets of erased boundaries, and those
    are told by the sum of a random number for each boundary; every meeting is then checked, but
    not before it is asked for.
    """
    numbers = np.random.default_rng(0).integers(1, 2**63, len(first.ids), dtype=np.uint64)
    of_second = {each: step for step, each in enumerate(_sums(second, numbers).tolist())}
    for step, each in enumerate(_sums(first, numbers).tolist()):
        other = of_second.get(each, -1)
        if min(step, other) > after and _alike(first, second, step, other):
            yield Meeting(step, other)


def _last_loss(training: Training, pair: int) -> int:
    """Return the last birth that took from a pair; -1 where none did."""
    losses = np.flatnonzero(training.log.taken_from == pair)
    return int(losses[-1]) if len(losses) else -1


def _sums(run: Training, numbers: np.ndarray) -> np.ndarray:
    """Return for each step the sum of the numbers of the boundaries that are erased by then."""
    erased = np.flatnonzero(run.log.erased < run.log.never)
    steps = run.log.erased[erased]
    order = np.argsort(steps, kind="stable")
    sums = np.concatenate(([np.uint64(0)], np.cumsum(numbers[erased[order]])))
    return sums[np.searchsorted(steps[order], np.arange(len(run) + 1), side="right")]


def _alike(first: Training, second: Training, one: int, other: int) -> bool:
    return np.array_equal(first.log.erased <= one, second.log.erased <= other)
