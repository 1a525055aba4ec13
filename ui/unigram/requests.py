"""The run of the page Unigram. No Streamlit here: workers import this."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial

from bpe import PRESETS, Corpus
from bpe.unigram import UnigramTraining, train_unigram
from ui.corpora.run import RecordHandle
from ui.corpora.waiting import Cancel
from ui.corpora.worker import report

SCHEME = PRESETS["sentencepiece"]
"""The spelling of words: normalized, with a mark in front."""

LARGE = 1000
"""Distinct words from which on a corpus has pieces enough for a real vocabulary."""


@dataclass(frozen=True)
class UnigramRun(RecordHandle):
    """A Unigram training down to `size` pieces, by default as many as suit the corpus."""

    size: int | None = None

    @property
    def key(self) -> Hashable:
        """All that decides the pieces."""
        return "unigram", self.source.digest, self.size

    def without_size(self) -> UnigramRun:
        """Return the run that stands in for one whose vocabulary cannot be so small."""
        return replace(self, size=None, is_fallback=True)

    def learn(self) -> UnigramTraining:
        """Train."""
        corpus = self.source.corpus(SCHEME)
        report("pruning", 0, 0)
        return train_unigram(
            corpus,
            vocab_size=self.size or _suitable_size(corpus),
            on_progress=partial(report, "pruning"),
        )

    def summarize(self, cancel: Cancel | None = None) -> UnigramSummary:
        """Return how long the run is and how many pieces are left."""
        found: UnigramSummary = self.read(_summary, cancel=cancel)
        return found


@dataclass(frozen=True)
class UnigramSummary:
    """Rounds, pieces at the end, and distinct words of a Unigram training."""

    rounds: int
    pieces: int
    words: int


def _summary(training: UnigramTraining) -> UnigramSummary:
    return UnigramSummary(len(training), len(training.pieces), len(training.corpus))


def _suitable_size(corpus: Corpus) -> int:
    """Return a size small enough for pruning to bite, and large enough to be of use."""
    smallest = 1 + len(set("".join(corpus.words)))  # the mark, and each character
    if len(corpus) < LARGE:
        return smallest + max(2, smallest // 3)
    return max(2000, smallest + 1000)
