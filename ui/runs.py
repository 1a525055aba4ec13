"""Runs: the inputs of a record, and access to the record, which is in the app's cache.

A reader's text is trained on in a worker process, within limits; the record returns together with
the player's payload. An evicted record is trained again. Workers import this module: it must not
import Streamlit.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Thread
from typing import Any, Self

import bpe
from bpe import PRESETS, Corpus, Scheme, Training
from bpe.input.opening import MEGABYTE
from bpe.merging.values import Pair
from bpe.player.cutting import PlayerPayload, cut_run
from bpe.player.payload import CutOptions
from bpe.unigram import UnigramTraining, train_unigram
from ui import cache, jobs
from ui.catalogue import Refusal
from ui.jobs import Job, report
from ui.own_text.sources import Source
from ui.spool import digest

_Made = tuple[Any, CutOptions | None, PlayerPayload | None]
"""A record, and the payload of a player with some options."""

MAX_RECORD_BYTES = 64 * MEGABYTE
"""Maximum bytes of a record: nine million characters of distinct words, or 200 MB of prose."""

MAX_TOKEN_CHARS = 8_000_000
"""Maximum characters of all tokens of a run. A text that occurs twice would become one token, as
would half of it, a quarter of it, and so on."""

_training_here = threading.Lock()


@dataclass(frozen=True)
class AnyRun(ABC):
    """The input of a record.

    Attributes:
        source: the corpus.
        is_fallback: whether the page shows this instead of the chosen run.
    """

    source: Source
    is_fallback: bool = field(default=False, compare=False, kw_only=True)

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """Everything the record depends on."""

    @abstractmethod
    def learn(self) -> Any:
        """Train the record, in a worker. Raises CorpusError."""

    def without_size(self) -> Self:
        """Return the run to show if the vocabulary limit is too small."""
        return replace(self, is_fallback=True)

    @property
    def record(self) -> Any:
        """The record, from the cache or trained again. Raises CorpusError."""
        return self.train()

    def train(
        self, cancel: Callable[[], object] | None = None, options: CutOptions | None = None
    ) -> Any:
        """Return the record; while a worker trains it, the page shows a progress bar.

        cancel: called if the reader presses *Cancel*; it must choose something that can be shown.
        options: of the page's player, whose payload the worker also returns.

        Raises CorpusError.
        """
        found = cache.shared.get(self.key)
        if found is not None:
            return found
        if self.source.is_small:  # training on a few built-in words takes less time than a message
            with _training_here:
                found = cache.shared.get(self.key)
                if found is None:
                    found = self.learn()
                    cache.shared.put(self.key, found)
            return found
        # Workers import this module, but not Streamlit.
        from ui.waiting import result_of

        return self._keep(result_of(self._job(options), cancel=cancel))

    def train_ahead(self) -> None:
        """Train in the background, for the reader's next page."""
        Thread(target=self._train_ahead, daemon=True).start()

    def _train_ahead(self) -> None:
        if cache.shared.get(self.key) is None:
            self._keep(jobs.shared.result(self._job(None), "ahead"))

    def _job(self, options: CutOptions | None) -> Job[_Made]:
        # Requests for different payloads, such as other languages, share the same training.
        return Job(
            key=("learn", self.key),
            function=_learn,
            arguments=(self, options),
            stage="reading",
            is_long=self.source.is_long,
            max_bytes=MAX_RECORD_BYTES,
            error_prefix="training",
        )

    def _keep(self, made: _Made) -> Any:
        record, options, payload = made
        cache.shared.put(self.key, record)
        if payload is not None:
            cache.shared.put(("payload", self.key, options), payload)
        return record


def _learn(run: AnyRun, options: CutOptions | None) -> _Made:
    record = run.learn()
    return record, options, None if options is None else cut_run(record, options)


@dataclass(frozen=True)
class Run(AnyRun):
    """A run of merges. Scheme, limits and forced merges are the arguments of `bpe.train`."""

    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()

    @property
    def key(self) -> Hashable:
        limits = self.max_merges, self.vocab_size, self.min_frequency
        return "run", self.source.digest, self.scheme, limits, self.forced

    @property
    def code(self) -> str:
        """A name, for addresses, of the text and rules that determine the token IDs."""
        return digest(repr((self.source.digest, self.scheme, self.min_frequency)))[:8]

    @property
    def training(self) -> Training:
        """The record. Raises CorpusError."""
        return self.record

    def payload(self, options: CutOptions) -> PlayerPayload:
        """Return the payload of a player with these options. Raises CorpusError."""
        key = ("payload", self.key, options)
        found: PlayerPayload | None = cache.shared.get(key)
        if found is None:
            found = cut_run(self.training, options)
            cache.shared.put(key, found)
        return found

    def __len__(self) -> int:
        """Number of merges learned."""
        return len(self.training)

    def __bool__(self) -> bool:
        """True, also if it learns nothing."""
        return True

    @property
    def start_step(self) -> int:
        """An interesting step of the source."""
        return min(self.source.step, len(self))

    def without_size(self) -> Self:
        merges = self.source.merges if self.max_merges is None else self.max_merges
        return replace(self, max_merges=merges, vocab_size=None, is_fallback=True)

    def with_rules(self, **rules: Any) -> Self:
        """Return the run of the same source with the same limits and other rules."""
        return replace(self, scheme=replace(self.scheme, **rules), forced=())

    def learn(self) -> Training:
        """Train. Raises Refusal if tokens grow character by character to very long ones."""
        corpus = self.source.corpus(self.scheme)
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
        if size > MAX_TOKEN_CHARS:
            raise Refusal("long_run", size=size, limit=MAX_TOKEN_CHARS)
        return training


LARGE_UNIGRAM_WORDS = 1_000
"""Minimum number of distinct words with enough pieces for a real Unigram vocabulary."""


@dataclass(frozen=True)
class UnigramRun(AnyRun):
    """A Unigram training down to `size` pieces, by default a suitable number for the text."""

    size: int | None = None

    @property
    def key(self) -> Hashable:
        return "unigram", self.source.digest, self.size

    @property
    def training(self) -> UnigramTraining:
        """The record. Raises CorpusError."""
        return self.record

    def without_size(self) -> Self:
        return replace(self, size=None, is_fallback=True)

    def learn(self) -> UnigramTraining:
        corpus = self.source.corpus(PRESETS["sentencepiece"])
        report("pruning", 0, 0)
        size = self.size or _suitable_size(corpus)
        return train_unigram(corpus, vocab_size=size, on_progress=partial(report, "pruning"))


def _suitable_size(corpus: Corpus) -> int:
    """Return a size small enough to prune something, and large enough to be useful."""
    smallest = 1 + len(set("".join(corpus.words)))  # the mark, and each character
    if len(corpus) < LARGE_UNIGRAM_WORDS:
        return smallest + max(2, smallest // 3)
    return max(2000, smallest + 1000)
