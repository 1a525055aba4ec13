"""How runs of one text begin by two schemes: both are learned elsewhere, and little comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import bpe
from bpe import Corpus, Scheme
from bpe.merging.cells import Token
from bpe.readings.two_runs import TwoRuns
from ui.corpora.asking import Asking, Progress
from ui.corpora.trainings import COUNTING, Request


@dataclass(frozen=True)
class Beginnings:
    """What two runs learn first.

    Attributes:
        tokens: of each run, oldest first.
        parting: the first step at which they choose differently; None where they never do.
    """

    tokens: tuple[tuple[Token, ...], ...]
    parting: int | None

    @property
    def nbytes(self) -> int:
        """Bytes that it takes, about."""
        return 100 * sum(map(len, self.tokens))


@dataclass(frozen=True)
class Beginning(Asking[Beginnings]):
    """Ask for the first merges of one corpus by the rules of two schemes."""

    stage: ClassVar[str] = "merging"
    is_of_merges: ClassVar[bool] = True

    schemes: tuple[Scheme, Scheme]
    max_merges: int
    min_frequency: int

    @property
    def weight(self) -> int:
        """How much work it is, about: bytes of text times merges asked for."""
        return self.size * (COUNTING + self.max_merges * len(self.schemes))

    def train(self, corpus: Corpus, on_progress: Progress) -> Beginnings:
        """Train by the rules of each. Raises CorpusError where a corpus does not fit them."""
        runs = [
            bpe.train(
                corpus,
                scheme,
                max_merges=self.max_merges,
                min_frequency=self.min_frequency,
                on_progress=on_progress,
            )
            for scheme in self.schemes
        ]
        tokens = tuple(tuple(merge.token for merge in run.merges) for run in runs)
        return Beginnings(tokens, TwoRuns(*runs).parting)


def beginning(request: Request, schemes: tuple[Scheme, Scheme], max_merges: int) -> Beginning:
    """Ask for the first merges of what a request is about, whose words both schemes find alike."""
    return Beginning(
        request.digest,
        request.corpus,
        schemes,
        max_merges,
        request.min_frequency,
        size=request.size,
        is_public=request.is_public,
    )
