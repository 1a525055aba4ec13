"""The training that a page asks for, as a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import bpe
from bpe import Corpus, Scheme, Training
from bpe.merging.values import Pair
from ui.catalogue import Refusal
from ui.corpora import limits
from ui.corpora.jobs import Job
from ui.corpora.worker import report


@dataclass(frozen=True)
class Request:
    """Ask for merges. Scheme, limits and forced merges are as `bpe.train` takes them.

    Attributes:
        digest: identifies the content of the corpus.
        corpus: makes it, in whatever process the training runs: pickle has to carry it.
        is_ours, is_long: as `Job` has them.
    """

    digest: str
    corpus: Callable[[], Corpus] = field(compare=False, repr=False)
    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()
    is_ours: bool = field(default=False, compare=False, repr=False)
    is_long: bool = field(default=False, compare=False, repr=False)

    @property
    def job(self) -> Job[Training]:
        """The training asked for."""
        return Job(
            # What makes the corpus is no part of it: it may hold another training.
            key=replace(self, corpus=_made),
            function=Request.train,
            arguments=(self,),
            stage="reading",
            is_ours=self.is_ours,
            is_long=self.is_long,
            is_kept=True,
            said="training",
        )

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


def _made() -> Corpus:
    raise NotImplementedError  # whoever finds the training needs no corpus
