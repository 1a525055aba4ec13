"""Trainings shared by all sessions: each run once, kept within a budget of bytes.

A training runs in a thread or a process of its own, so a page that is left or redrawn meanwhile
does not lose the work; a run that nobody waits for any more stops.
"""

import gc
import hashlib
import os
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import bpe
from bpe import PRESETS, Corpus, Parts, Scheme, Training
from bpe.merging.cells import alphabet_size
from bpe.merging.parity import Measure
from bpe.merging.values import Pair
from bpe.readings.joint import JoinedCorpus
from bpe.unigram import UnigramTraining, train_unigram
from ui.catalogue import Refusal
from ui.corpora.asking import Asking, Progress, Record
from ui.corpora.line import Line, Run
from ui.corpora.shelf import Shelf
from ui.corpora.tidying import tidies
from ui.corpora.workers import IDLE_MEMORY, Ended, Workers

BUDGET = 320 * 2**20
AT_ONCE = max(1, (os.cpu_count() or 1) - 1)
"""Trainings of any length at a time, each in a process of its own; one core is for the readers."""

MODULES = ("ui.corpora.trainings", "ui.corpora.making")

MOST_MERGES = 50_000
"""Merges that hardly any text has more of."""

COUNTING = 50
"""Merges that take about as long to learn as the words take to be counted."""

UNASKED = 600.0
"""Seconds after which a record that nobody has asked for is given back."""

REFUSALS = 200
"""Runs that ended badly and are remembered."""

AGAIN = 60.0
"""Seconds after which a run whose process died for no known reason may be tried again."""


@dataclass(frozen=True)
class Request(Asking[Training]):
    """Ask for merges. Scheme, limits and forced merges are as `bpe.train` takes them.

    Attributes:
        parity: what the run evens out between the parts of a joined corpus; None for plain BPE.
    """

    stage: ClassVar[str] = "merging"
    is_of_merges: ClassVar[bool] = True

    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()
    parity: Measure | None = None

    @property
    def weight(self) -> int:
        """How much work it is, about: bytes of text times merges asked for."""
        limits = (self.max_merges, self.vocab_size, self.size, MOST_MERGES)
        return self.size * (COUNTING + min(limit for limit in limits if limit is not None))

    def train(self, corpus: Corpus, on_progress: Progress) -> Training:
        """Train on the corpus. Raises CorpusError where the vocabulary cannot hold its alphabet."""
        parts = None
        if self.parity is not None and isinstance(corpus, JoinedCorpus):
            parts = Parts(corpus.parts, self.parity)
        return bpe.train(
            corpus,
            self.scheme,
            max_merges=self.max_merges,
            vocab_size=self.vocab_size,
            min_frequency=self.min_frequency,
            forced=dict(self.forced),
            parts=parts,
            on_progress=on_progress,
        )


@dataclass(frozen=True)
class UnigramRequest(Asking[UnigramTraining]):
    """Ask for a Unigram training of `vocab_size` pieces, by default as many as suit the corpus."""

    stage: ClassVar[str] = "pruning"

    vocab_size: int | None = None

    @property
    def weight(self) -> int:
        """How much work it is, about: its passes take as long as so many merges."""
        return self.size * min(self.size, 5_000)

    def train(self, corpus: Corpus, on_progress: Progress) -> UnigramTraining:
        """Train on the corpus. Raises CorpusError where the vocabulary cannot hold its alphabet."""
        size = self.vocab_size or _suitable_size(corpus)
        return train_unigram(corpus, vocab_size=size, on_progress=on_progress)


LARGE = 1000  # distinct words from which on a corpus has pieces enough for a real vocabulary


def _suitable_size(corpus: Corpus) -> int:
    """Keep few enough pieces for pruning to bite, and enough to be of use."""
    smallest = alphabet_size(corpus.words, PRESETS["sentencepiece"])
    if len(corpus) < LARGE:
        return smallest + max(2, smallest // 3)
    return max(2000, smallest + 1000)


@dataclass
class _Finished:
    """A record, and when it was last asked for."""

    record: Any
    last: float


class Trainings:
    """The most recently used trainings, and the runs on their way."""

    def __init__(
        self,
        budget: int = BUDGET,
        at_once: int = AT_ONCE,
        modules: tuple[str, ...] = MODULES,
        idle: int = IDLE_MEMORY,
        shelf: Shelf | None = None,
    ):
        """Take the bytes to keep, and how many long ones run at a time.

        modules: what processes import. idle: bytes with which they are kept. shelf: what is shared
        with other processes of the app.
        """
        self._budget, self._shelf = budget, shelf or Shelf()
        # One more is for what is quick.
        self.workers = Workers(modules, spare=at_once + 1, idle=idle)
        self._line = Line(self.workers, at_once, self._shelf)
        self._lock = threading.RLock()
        self._finished: OrderedDict[Asking[Any], _Finished] = OrderedDict()
        self._runs: dict[Asking[Any], Run[Any]] = {}
        self._refused: OrderedDict[Asking[Any], tuple[Refusal, float]] = OrderedDict()

    def finished(self, request: Asking[Record]) -> Record | None:
        """Look up a finished training."""
        with self._lock:
            kept = self._finished.get(request)
            if kept is not None:
                self._finished.move_to_end(request)
                kept.last = time.monotonic()
                return kept.record
        record = self._shelf.find(request)
        if record is not None:
            self._hold(request, record)
        return record

    def start(self, request: Asking[Record], reader: str | None = None) -> Run[Record]:
        """Join the run of an equal request, or begin one.

        A reader has one run at a time: what else they waited for is left. A run that took all
        memory or time is not tried again, but ends as it did.
        """
        with self._lock:
            if reader is not None:
                for other in [each for each in self._runs.values() if each.waits(reader)]:
                    if other.request != request:
                        self.leave(other.request, reader)
            run = self._runs.get(request)
            if run is not None:
                return run
            refusal = self._refusal(request)
            if refusal is not None:
                run = Run(request)
                run.fail(refusal)
                return run
            run = self._runs[request] = Run(request, self._keep)
            self._line.join(run)
            return run

    def before(self, run: Run[Any]) -> int:
        """Return how many runs have to end before one begins; 0 for one that has begun."""
        return self._line.before(run)

    def leave(self, request: Asking[Any], reader: str) -> None:
        """Stop waiting for a run, if it is still on its way."""
        with self._lock:
            if request in self._runs:
                run = self._runs[request]
                run.leave(reader)
                self._line.leave(run)

    def get(self, request: Asking[Record]) -> Record:
        """Return the training, waiting for it as long as it takes."""
        training = self.finished(request)
        if training is None:
            run = self.start(request)
            while not run.wait("get", 1.0):
                pass
            training = run.result()
        return training

    def forget_unasked(self) -> None:
        """Give back what nobody has asked for in a while; it goes with the next collection."""
        with self._lock:
            before = time.monotonic() - UNASKED
            for name in [name for name, kept in self._finished.items() if kept.last < before]:
                del self._finished[name]

    @property
    def nbytes(self) -> int:
        """Bytes of the trainings kept; a corpus that several of them have counts once."""
        with self._lock:
            kept = [each.record for each in self._finished.values()]
        corpora = [record.corpus for record in kept if isinstance(record, Training)]
        once = {id(corpus): corpus.nbytes for corpus in corpora}
        twice = sum(corpus.nbytes for corpus in corpora) - sum(once.values())
        return sum(record.nbytes for record in kept) - twice

    def __len__(self) -> int:
        """How many trainings are kept."""
        return len(self._finished)

    def _keep(self, run: Run[Any], end: Any) -> None:
        with self._lock:
            del self._runs[run.request]
            if isinstance(end, BaseException):
                self._remember(_name(run.request), end)
                return
        if run.request.is_kept:
            self._hold(run.request, end)

    def _hold(self, request: Asking[Any], record: Any) -> None:
        """Keep a record, and give up the oldest ones beyond the budget."""
        given_up = False
        with self._lock:
            self._share_corpus(record)
            self._finished[_name(request)] = _Finished(record, time.monotonic())
            while self.nbytes > self._budget and len(self._finished) > 1:
                self._finished.popitem(last=False)
                given_up = True
        if given_up:
            gc.collect()  # a record and what was read off it point at each other

    def _share_corpus(self, made: Any) -> None:
        """Let a run have the corpus of another where it is equal: half of the bytes of both."""
        if not isinstance(made, Training):
            return
        for kept in self._finished.values():
            if not isinstance(kept.record, Training) or kept.record.corpus != made.corpus:
                continue
            if kept.record.corpus.origin == made.corpus.origin:
                made.corpus = kept.record.corpus
                return

    def _remember(self, name: Asking[Any], error: BaseException) -> None:
        """Remember what a process could not bear."""
        if not isinstance(error.__cause__, Ended) or not isinstance(error, Refusal):
            return
        died = error.__cause__.why == "died"
        self._refused[name] = error, time.monotonic() + AGAIN if died else float("inf")
        while len(self._refused) > REFUSALS:
            self._refused.popitem(last=False)

    def _refusal(self, request: Asking[Any]) -> Refusal | None:
        """Return why a request is not tried again, if it is not."""
        refusal, until = self._refused.get(request, (None, 0.0))
        if refusal is not None and until < time.monotonic():
            del self._refused[request]
            return None
        return refusal


def _name(request: Asking[Any]) -> Asking[Any]:
    """Return the name alone: what makes the corpus may hold another training."""
    return replace(request, corpus=_made)


def _made() -> Corpus:
    raise NotImplementedError  # whoever finds the training needs no corpus


def digest(*parts: str | bytes) -> str:
    """Identify a content, told apart from every other by more than its first characters."""
    whole = hashlib.sha256(_engine())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()


@cache
def _engine() -> bytes:
    """Identify the engine by its source, so that a record never outlives the code it came from."""
    files = sorted(Path(bpe.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


shared = Trainings(shelf=Shelf.of_environment())
tidies(shared.forget_unasked)
