"""A run as a page holds it: a handle, by which its record is read wherever that is.

The record of a sample is in the app. A reader's never is: the worker that learns it writes it to a
spool file, from which every worker reads it. A page asks `run.read(function, *arguments)` and gets
plain data.
"""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, Self

import bpe
from bpe import Scheme, Training
from bpe.input.opening import MEGABYTE
from bpe.merging.values import Pair
from ui.cache import Cache, remembered
from ui.catalogue import Refusal
from ui.corpora import results, uploads
from ui.corpora.jobs import LONGEST, Job, Resource, digest
from ui.corpora.sources import Source
from ui.corpora.waiting import Cancel, result_of
from ui.corpora.worker import report
from ui.spool import SpoolFile, replace_file

Call = tuple[Any, ...]
"""A function of a module, which takes the records, and its other arguments."""

READING_MOST, FILE_MOST = 8 * MEGABYTE, 64 * MEGABYTE
"""Bytes of what is read off a record, pickled, and of a file that is made of one: the app keeps
each reading, but hands a file on."""

LONGEST_TOKEN = 40
"""Characters of a token that has its colour in tables and sentences."""

_MISSING = object()

RECORDS = Cache(1024 * MEGABYTE)
"""The spool files of readers' records, by the bytes they take on disk."""


@dataclass(frozen=True)
class RecordHandle(ABC):
    """What decides a record, and the way to read it. It holds no record.

    Attributes:
        source: the corpus.
        is_fallback: whether it stands in for what could not be had.
    """

    source: Source
    is_fallback: bool = field(default=False, compare=False, kw_only=True)

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """All that the record depends on."""

    def without_size(self) -> Self:
        """Return the run that stands in for one whose vocabulary cannot be so small."""
        return replace(self, is_fallback=True)

    @abstractmethod
    def learn(self) -> Any:
        """Make the record, in whatever process this is. Raises CorpusError."""

    @abstractmethod
    def summarize(self, cancel: Cancel | None = None) -> Any:
        """Return a few numbers about the record; it is learned for that. Raises CorpusError."""

    @property
    def is_builtin(self) -> bool:
        """Whether the record is of a sample and no word of a reader's: it may be in the app."""
        return self.source.is_builtin

    def read(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        cancel: Cancel | None = None,
        is_long: bool = False,
    ) -> Any:
        """Return `function(record, *arguments)`: plain data of at most 8 MB.

        The function is one of a module. Raises CorpusError where learning or reading does.

        is_long: it walks a large part of the record: a worker does it for samples, too.
        """
        return read((self,), function, *arguments, cancel=cancel, is_long=is_long)

    def make_file(self, function: Callable[..., bytes | str], *arguments: Any) -> bytes | str:
        """Return `function(record, *arguments)`: a file of at most 64 MB, which is not kept.

        A download is made in a thread of the server, where no page waits with a bar.
        """
        if self.is_builtin:
            return function(results.shared.get(_builtin_job(self)), *arguments)
        job: Job[bytes | str] = Job(
            key=("file", self.key, function, *arguments),
            function=function,
            arguments=arguments,
            stage="reading",
            is_long=True,
            most=FILE_MOST,
            error_prefix="training",
            resources=(_resource(self),),
        )
        return results.shared.get(job)


@dataclass(frozen=True)
class Run(RecordHandle):
    """A run of merges. Scheme, limits and forced merges are as `bpe.train` takes them."""

    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()

    @property
    def key(self) -> Hashable:
        """All that decides the merges."""
        limits = self.max_merges, self.vocab_size, self.min_frequency
        return "run", self.source.digest, self.scheme, limits, self.forced

    @property
    def code(self) -> str:
        """Name in an address what decides which ids its tokens have: the text and the rules."""
        return digest(repr((self.source.digest, self.scheme, self.min_frequency)))[:8]

    @property
    def is_builtin(self) -> bool:
        """Whether the record is of a sample and no word of a reader's."""
        return self.source.is_builtin and not self.scheme.special_tokens

    def summarize(self, cancel: Cancel | None = None) -> RunSummary:
        """Return how long the run is and why it stopped."""
        found: RunSummary = self.read(summarize, cancel=cancel)
        return found

    @property
    def summary(self) -> RunSummary:
        """How long the run is and why it stopped."""
        return self.summarize()

    def __len__(self) -> int:
        """How many merges were learned."""
        return self.summary.merges

    def __bool__(self) -> bool:
        """A handle is true, whatever it learns: that is not asked here."""
        return True

    @property
    def start_step(self) -> int:
        """The step at which the source shows something interesting."""
        return min(self.source.step, len(self))

    def without_size(self) -> Self:
        """Return the run that stands in for one whose vocabulary cannot be so small."""
        merges = self.source.merges if self.max_merges is None else self.max_merges
        return replace(self, max_merges=merges, vocab_size=None, is_fallback=True)

    def with_rules(self, **rules: Any) -> Self:
        """Return the run of the same source within the same limits, by other rules."""
        return replace(self, scheme=replace(self.scheme, **rules), forced=())

    def learn(self) -> Training:
        """Train. Raises Refusal where tokens grow letter by letter, into very long ones."""
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
        if size > uploads.ALL_TOKENS:
            raise Refusal("long_run", size=size, limit=uploads.ALL_TOKENS)
        return training


@dataclass(frozen=True)
class RunSummary:
    """What a page asks of every run.

    Attributes:
        merges: how many were learned.
        alphabet: tokens before any merge.
        words: distinct words. tokens: in the corpus before any merge.
        cells: tokens of all distinct words, each once, before any merge.
        stop_reason: why training stopped.
        fingerprint: names the run by what it learned, in whatever language it is shown.
        ranks: the learned tokens by their ranks, which give them their colours. What is too long
            for a table is left out: a reading has a limit.
    """

    merges: int
    alphabet: int
    words: int
    tokens: int
    cells: int
    stop_reason: str
    fingerprint: str
    ranks: Mapping[str | bytes, int]


@remembered
def summarize(training: Training) -> RunSummary:
    """Return the summary of a record."""
    return RunSummary(
        len(training),
        len(training.alphabet),
        len(training.corpus),
        training.snapshot(0).token_count,
        int(training.counters["cells"]),
        training.stop.reason,
        fingerprint(training),
        {each: rank for each, rank in training.token_ranks.items() if len(each) <= LONGEST_TOKEN},
    )


def fingerprint(training: Training) -> str:
    """Name a run by what it learned, in whatever language it is shown."""
    numbers = (training.merge_ids, training.log.counts, training.log.forced)
    learned = training.alphabet, *(each.tolist() for each in numbers)
    named = repr(learned).encode("utf-8", "backslashreplace")
    return hashlib.sha256(named).hexdigest()[:16]


def read(
    runs: Sequence[RecordHandle],
    function: Callable[..., Any],
    *arguments: Any,
    cancel: Cancel | None = None,
    is_long: bool = False,
) -> Any:
    """Return `function(*records, *arguments)`, as `RecordHandle.read` does of one."""
    if all(run.is_builtin for run in runs) and not is_long:
        return function(*(_builtin_record(run, cancel) for run in runs), *arguments)
    return read_many(runs, [(function, *arguments)], cancel=cancel, is_long=is_long)[0]


def read_many(
    runs: Sequence[RecordHandle],
    calls: Sequence[Call],
    *,
    cancel: Cancel | None = None,
    is_long: bool = False,
) -> list[Any]:
    """Return what each call, a function and its arguments, reads: all in one trip to a worker.

    What is read is kept under each call's own key, so that asking for one again needs no trip.
    """
    keys = [("read", *(run.key for run in runs), *call) for call in calls]
    found = [results.shared.cache.get(key, _MISSING) for key in keys]
    missing = [at for at, each in enumerate(found) if each is _MISSING]
    if missing:
        job: Job[Sequence[bytes]] = Job(
            key=tuple(keys[at] for at in missing),
            function=_read,
            arguments=(len(runs), [calls[at] for at in missing]),
            stage="reading",
            is_long=is_long or any(run.source.is_long for run in runs),
            most=READING_MOST * len(missing),
            error_prefix="training",
            resources=tuple(map(_resource, runs)),
        )
        answers = result_of(job, cancel=cancel)
        for at, each in zip(missing, answers, strict=True):
            found[at] = pickle.loads(each)
            results.shared.cache.put(keys[at], found[at], len(each))
        for run in runs:
            _note_size(run)
    return found


def read_ahead(run: RecordHandle, calls: Sequence[Call], cancel: Cancel | None = None) -> None:
    """Have a worker learn a reader's run and read these off it in one trip; of a sample nothing.

    Who asks for other calls meanwhile, as a reader does in another language, waits for the first.
    """
    if run.is_builtin:
        return
    if not _file(run).nbytes:
        asked = ("learning", run.key)
        calls = results.shared.cache.get(asked, tuple(calls))
        results.shared.cache.put(asked, calls)
    read_many((run,), calls, cancel=cancel)


def learn_ahead(run: RecordHandle) -> None:
    """Have the record of a sample learned in the background, for who asks for it next."""
    wait = partial(results.shared.get, _builtin_job(run), "ahead", "ahead")
    Thread(target=wait, daemon=True).start()


def _read(*given: Any) -> Sequence[bytes]:
    """Call each function with the records, which come first: in a worker."""
    count, calls = given[-2:]
    records = given[:-2]
    assert len(records) == count
    return [pickle.dumps(function(*records, *rest), 5) for function, *rest in calls]


def _builtin_record(run: RecordHandle, cancel: Cancel | None = None) -> Any:
    return result_of(_builtin_job(run), cancel=cancel)


def _builtin_job(run: RecordHandle) -> Job[Any]:
    """Return the job that learns the record of a sample, for the app to keep."""
    return Job(
        key=run.key,
        function=type(run).learn,
        arguments=(run,),
        stage="reading",
        is_builtin=run.source.is_small,
        is_long=run.source.is_long,
        is_kept=True,
        error_prefix="training",
    )


def _file(run: RecordHandle) -> SpoolFile:
    file = RECORDS.get(run.key)
    if file is None:
        file = SpoolFile()
        RECORDS.put(run.key, file, 0)
    return file


def _resource(run: RecordHandle) -> Resource:
    return Resource(run.key, _record, (run, _file(run)), LONGEST, is_light=True)


def _note_size(run: RecordHandle) -> None:
    file = RECORDS.get(run.key)
    if file is not None:
        RECORDS.put(run.key, file, file.nbytes)


def _record(run: RecordHandle, path: str) -> Any:
    """Load a record from its spool file, or learn it and write the file: in a worker."""
    with suppress(OSError, EOFError):
        return pickle.loads(Path(path).read_bytes())
    record = run.learn()
    with suppress(OSError):  # a full disk costs time, not the result
        replace_file(path, pickle.dumps(record, 5))
    return record
