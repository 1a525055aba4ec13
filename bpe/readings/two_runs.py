"""Two runs of one corpus, by count and by score: where they part, and what each has learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..merging.cells import Token
from ..training import Training
from .likelihood import NATS_PER_BIT, log_likelihoods

FEW = 2
"""Occurrences of a pair up to which it is called rare."""


class Learned(NamedTuple):
    """Tokens learned by a step, oldest first: by both runs, by the first or the second alone."""

    both: tuple[Token, ...]
    first: tuple[Token, ...]
    second: tuple[Token, ...]


@dataclass(frozen=True)
class RunCurves:
    """What a run is like at each step of the longer of two: arrays from 0 to its end.

    Attributes:
        tokens: tokens in the corpus. learned: tokens learned.
        rise: of the log-likelihood of the corpus since step 0, in bits.
    """

    tokens: np.ndarray
    learned: np.ndarray
    rise: np.ndarray


@dataclass(frozen=True)
class MergedCounts:
    """How often the pairs that a run merged occurred.

    Attributes:
        merges: merges in all. rare: merges of pairs that occurred at most `FEW` times.
        median: the middle count; None where nothing was merged.
    """

    merges: int
    rare: int
    median: float | None


class TwoRuns:
    """Two records of one corpus, read side by side; a run that has ended stays as it is."""

    def __init__(self, first: Training, second: Training) -> None:
        self.runs = (first, second)
        self.last = max(len(first), len(second))

    @property
    def parting(self) -> int | None:
        """The first step at which the two choose differently; None where they never do."""
        first, second = self.runs
        both = zip(first.merges, second.merges, strict=False)
        return next((one.rank for one, other in both if one.pair != other.pair), None)

    @property
    def meeting(self) -> int | None:
        """The first step after the parting at which both split every word alike; None for never."""
        parting = self.parting
        if parting is None:
            return None
        first, second = self.runs
        both = min(len(first), len(second)) + 1
        equal = first.token_counts[:both] == second.token_counts[:both]
        steps = np.flatnonzero(equal[parting + 1 :]) + parting + 1
        return next((step for step in steps.tolist() if self._alike(step)), None)

    def _alike(self, step: int) -> bool:
        """Whether all tokens begin at the same places, and so are the same."""
        begins = []
        for run in self.runs:
            ids, cells = run.snapshot(step).row
            begins.append(cells[ids >= 0])
        return np.array_equal(begins[0], begins[1])

    def curves(self) -> tuple[RunCurves, RunCurves]:
        """Return each run by step."""
        first, second = self.runs
        return self._curves(first), self._curves(second)

    def shared(self) -> np.ndarray:
        """Return how many learned tokens both vocabularies have, by step."""
        born = [self._born(run) for run in self.runs]
        meet = sorted(max(born[0][token], born[1][token]) for token in born[0].keys() & born[1])
        return np.searchsorted(meet, np.arange(self.last + 1), side="right")

    def learned(self, step: int) -> Learned:
        """Return the tokens learned by a step."""
        first, second = ([merge.token for merge in run.merges[:step]] for run in self.runs)
        in_first, in_second = set(first), set(second)
        return Learned(
            both=tuple(token for token in first if token in in_second),
            first=tuple(token for token in first if token not in in_second),
            second=tuple(token for token in second if token not in in_first),
        )

    def _curves(self, run: Training) -> RunCurves:
        at = np.minimum(np.arange(self.last + 1), len(run))
        likelihoods = log_likelihoods(run)
        rise = (likelihoods - likelihoods[0]) / NATS_PER_BIT
        return RunCurves(run.token_counts[at], at, rise[at])

    @staticmethod
    def _born(run: Training) -> Mapping[Token, int]:
        """Return the step at which each token was learned, the first where there are two."""
        return {merge.token: merge.rank + 1 for merge in reversed(run.merges)}


def merged_counts(training: Training) -> MergedCounts:
    """Sum up how often the pairs that a run merged occurred."""
    counts = np.array([merge.count for merge in training.merges])
    return MergedCounts(
        merges=len(counts),
        rare=int((counts <= FEW).sum()),
        median=float(np.median(counts)) if len(counts) else None,
    )
