"""The Unigram training as a job. No Streamlit here: workers import this."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bpe import Corpus
from bpe.unigram import UnigramTraining, train_unigram
from ui.corpora.jobs import Job
from ui.corpora.worker import report

LARGE = 1000
"""Distinct words from which on a corpus has pieces enough for a real vocabulary."""


@dataclass(frozen=True)
class UnigramRequest:
    """A training down to `size` pieces, by default as many as suit the corpus.

    Digest, corpus and the last two are as `Request` has them.
    """

    digest: str
    corpus: Callable[[], Corpus]
    size: int | None = None
    is_ours: bool = False
    is_long: bool = False

    @property
    def job(self) -> Job[UnigramTraining]:
        """The training asked for."""
        return Job(
            key=("pieces", self.digest, self.size),
            function=learn,
            arguments=(self.corpus, self.size),
            stage="reading",
            is_ours=self.is_ours,
            is_long=self.is_long,
            is_kept=True,
        )


def learn(made: Callable[[], Corpus], size: int | None) -> UnigramTraining:
    """Make the corpus and train."""
    corpus = made()
    report("pruning", 0, 0)
    return train_unigram(
        corpus, vocab_size=size or _suitable_size(corpus), on_progress=partial(report, "pruning")
    )


def _suitable_size(corpus: Corpus) -> int:
    """Return a size small enough for pruning to bite, and large enough to be of use."""
    smallest = 1 + len(set("".join(corpus.words)))  # the mark, and each character
    if len(corpus) < LARGE:
        return smallest + max(2, smallest // 3)
    return max(2000, smallest + 1000)
