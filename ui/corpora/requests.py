"""The trainings that pages ask for, as jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic

import bpe
from bpe import Corpus, Scheme, Training
from bpe.merging.values import Pair
from bpe.unigram import UnigramTraining, train_unigram
from ui.catalogue import Refusal
from ui.corpora import limits
from ui.corpora.jobs import Job, Result
from ui.corpora.worker import report

LARGE = 1000
"""Distinct words from which on a corpus has pieces enough for a real vocabulary."""


@dataclass(frozen=True)
class _Request(Generic[Result]):
    """Ask for a training.

    Attributes:
        digest: identifies the content of the corpus.
        corpus: makes it, in whatever process the training runs: pickle has to carry it.
        is_ours, is_long: as `Job` has them.
    """

    digest: str
    corpus: Callable[[], Corpus] = field(compare=False, repr=False)
    is_ours: bool = field(default=False, compare=False, repr=False, kw_only=True)
    is_long: bool = field(default=False, compare=False, repr=False, kw_only=True)

    @property
    def job(self) -> Job[Result]:
        """The training asked for."""
        return Job(
            # What makes the corpus is no part of it: it may hold another training.
            key=replace(self, corpus=_made),
            function=type(self).train,
            arguments=(self,),
            stage="reading",
            is_ours=self.is_ours,
            is_long=self.is_long,
            is_kept=True,
            said="training" if isinstance(self, Request) else "work",
        )

    def train(self) -> Result:
        """Train."""
        raise NotImplementedError


def _made() -> Corpus:
    raise NotImplementedError  # whoever finds the training needs no corpus


@dataclass(frozen=True)
class Request(_Request[Training]):
    """Ask for merges. Scheme, limits and forced merges are as `bpe.train` takes them."""

    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()

    def train(self) -> Training:
        """Train. Raises Refusal where tokens grow letter by letter, into very long ones."""
        corpus = self.corpus()
        report("merging", 0, 0)
        training = bpe.train(
            corpus,
            self.scheme,
            max_merges=self.max_merges,
            vocab_size=self.vocab_size,
            min_frequency=self.min_frequency,
            forced=dict(self.forced),
            on_progress=partial(report, "merging"),
        )
        size = sum(map(len, training.tokens))
        if size > limits.ALL_TOKENS:
            raise Refusal("long_run", size=size, limit=limits.ALL_TOKENS)
        return training


@dataclass(frozen=True)
class UnigramRequest(_Request[UnigramTraining]):
    """Ask for a Unigram training of `vocab_size` pieces, by default as many as suit the corpus."""

    vocab_size: int | None = None

    def train(self) -> UnigramTraining:
        """Train."""
        corpus = self.corpus()
        report("pruning", 0, 0)
        return train_unigram(
            corpus,
            vocab_size=self.vocab_size or _suitable_size(corpus),
            on_progress=partial(report, "pruning"),
        )


def _suitable_size(corpus: Corpus) -> int:
    """Keep few enough pieces for pruning to bite, and enough to be of use."""
    smallest = 1 + len(set("".join(corpus.words)))  # the mark, and each character
    if len(corpus) < LARGE:
        return smallest + max(2, smallest // 3)
    return max(2000, smallest + 1000)
