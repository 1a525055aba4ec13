"""Trainings shared by all sessions: each run once, kept within a budget of bytes.

A training runs in a thread of its own, so a page that is left or redrawn meanwhile does not lose
the work; a run that nobody waits for any more stops.
"""

import gc
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import bpe
from bpe import PRESETS, Corpus, Scheme, Training
from bpe.merging.cells import alphabet_size
from bpe.merging.values import Pair
from bpe.unigram import UnigramTraining, train_unigram

BUDGET = 512 * 2**20
AT_ONCE = 1
PATIENCE = 5.0  # seconds after which a run without a waiting reader stops


class Cancelled(Exception):
    """The run was given up because nobody waits for it."""


Record = TypeVar("Record")
Progress = Callable[[int, int], object]
Keep = Callable[["Run[Any]", "Future[Any]"], None]


@dataclass(frozen=True)
class Asking(Generic[Record]):
    """What to train: equal requests share one training.

    Attributes:
        stage: what a run calls the time it learns in.
        digest: identifies the content of the corpus.
        corpus: makes the corpus; called in the training's thread.
    """

    stage: ClassVar[str]

    digest: str
    corpus: Callable[[], Corpus] = field(compare=False, repr=False)

    def train(self, corpus: Corpus, on_progress: Progress) -> Record:
        """Train on the corpus. Raises CorpusError where the vocabulary cannot hold its alphabet."""
        raise NotImplementedError


@dataclass(frozen=True)
class Request(Asking[Training]):
    """Ask for merges. Scheme, limits and forced merges are as `bpe.train` takes them."""

    stage: ClassVar[str] = "merging"

    scheme: Scheme
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int = 1
    forced: tuple[tuple[int, Pair], ...] = ()

    def train(self, corpus: Corpus, on_progress: Progress) -> Training:
        """Train on the corpus. Raises CorpusError where the vocabulary cannot hold its alphabet."""
        return bpe.train(
            corpus,
            self.scheme,
            max_merges=self.max_merges,
            vocab_size=self.vocab_size,
            min_frequency=self.min_frequency,
            forced=dict(self.forced),
            on_progress=on_progress,
        )


@dataclass(frozen=True)
class UnigramRequest(Asking[UnigramTraining]):
    """Ask for a Unigram training of `vocab_size` pieces, by default as many as suit the corpus."""

    stage: ClassVar[str] = "pruning"

    vocab_size: int | None = None

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


class Run(Generic[Record]):
    """One training on its way.

    Attributes:
        stage: "waiting" for its turn, "reading" the corpus, or the request's own: "merging" or
            "pruning".
        done, total: merges (or EM passes) done and asked for; total is 0 while unknown.
    """

    def __init__(self, request: Asking[Record]):
        self.request = request
        self.stage = "waiting"
        self.done = self.total = 0
        self._waiting: dict[str, float] = {}

    def begin(self, workers: ThreadPoolExecutor, keep: "Keep") -> None:
        """Get in line for a worker; `keep` is called at the end, however it ends."""
        self._future = workers.submit(self._train)
        self._future.add_done_callback(lambda future: keep(self, future))

    def wait(self, reader: str, seconds: float) -> bool:
        """Wait for the end, at most so long, and say whether it has come."""
        self._waiting[reader] = time.monotonic() + seconds
        over = bool(futures.wait([self._future], seconds).done)
        self._waiting[reader] = time.monotonic()
        return over

    def leave(self, reader: str) -> None:
        """Stop waiting; the run goes on only if others wait for it."""
        self._waiting[reader] = float("-inf")

    def result(self) -> Record:
        """Return the training, or raise what stopped it."""
        return self._future.result()

    def _train(self) -> Record:
        self._go_on()
        self.stage = "reading"
        corpus = self.request.corpus()
        self._go_on()
        self.stage = self.request.stage
        return self.request.train(corpus, self._progress)

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        self._go_on()

    def _go_on(self) -> None:
        """Raise Cancelled once no reader has asked for the result for a while."""
        last_asked = max(list(self._waiting.values()), default=time.monotonic())
        if last_asked + PATIENCE < time.monotonic():
            raise Cancelled


class Trainings:
    """The most recently used trainings, and the runs on their way."""

    def __init__(self, budget: int = BUDGET, at_once: int = AT_ONCE):
        self._budget = budget
        self._workers = ThreadPoolExecutor(at_once, thread_name_prefix="training")
        self._lock = threading.RLock()
        self._finished: OrderedDict[Asking[Any], Any] = OrderedDict()
        self._runs: dict[Asking[Any], Run[Any]] = {}

    def finished(self, request: Asking[Record]) -> Record | None:
        """Look up a finished training."""
        with self._lock:
            if request in self._finished:
                self._finished.move_to_end(request)
            return self._finished.get(request)

    def start(self, request: Asking[Record]) -> Run[Record]:
        """Join the run of an equal request, or begin one."""
        with self._lock:
            run = self._runs.get(request)
            if run is None:
                run = self._runs[request] = Run(request)
                run.begin(self._workers, self._keep)
            return run

    def leave(self, request: Asking[Any], reader: str) -> None:
        """Stop waiting for a run, if it is still on its way."""
        with self._lock:
            if request in self._runs:
                self._runs[request].leave(reader)

    def get(self, request: Asking[Record]) -> Record:
        """Return the training, waiting for it as long as it takes."""
        training = self.finished(request)
        if training is None:
            run = self.start(request)
            while not run.wait("get", 1.0):
                pass
            training = run.result()
        return training

    @property
    def nbytes(self) -> int:
        """Bytes of the trainings kept."""
        with self._lock:
            return sum(training.nbytes for training in self._finished.values())

    def __len__(self) -> int:
        """How many trainings are kept."""
        return len(self._finished)

    def _keep(self, run: Run[Any], future: Future[Any]) -> None:
        with self._lock:
            self._runs.pop(run.request, None)
            if future.cancelled() or future.exception() is not None:
                return
            # The name alone: what makes the corpus may hold another training.
            self._finished[replace(run.request, corpus=_made)] = future.result()
            given_up = False
            while self.nbytes > self._budget and len(self._finished) > 1:
                self._finished.popitem(last=False)
                given_up = True
        if given_up:
            gc.collect()  # a record and what was read off it point at each other


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


def _engine() -> bytes:
    """Identify the engine by its source, so that a record never outlives the code it came from."""
    files = sorted(Path(bpe.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


shared = Trainings()
