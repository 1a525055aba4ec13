"""The line in which trainings wait: small before large, some here, the rest in their processes."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from itertools import count
from typing import Any, Generic

from bpe import Corpus, Training
from ui.corpora.asking import Asking, Cancelled, Record
from ui.corpora.shelf import Shelf
from ui.corpora.workers import Ended, Workers

PATIENCE = 5.0  # seconds after which a run without a waiting reader stops
LIGHT = 2**27
"""Weight of a training that is over before another process would have begun: 0.1 s."""

QUICK = 2**32
"""Weight of a training of about a second."""

_arrival = count()

Keep = Callable[["Run[Any]", Any], object]


class Run(Generic[Record]):
    """One training on its way.

    Attributes:
        stage: "waiting" for its turn, "elsewhere" while another process of the app is at it,
            "reading" the corpus, or the request's own: "merging" or "pruning".
        done, total: merges (or EM passes) done and asked for; total is 0 while unknown.
    """

    def __init__(self, request: Asking[Record], keep: Keep = lambda run, end: None):
        """Take what is asked for; `keep` is given the record or the error before anyone else."""
        self.request, self._keep = request, keep
        self.stage = "waiting"
        self.done = self.total = 0
        self.order = (request.weight, next(_arrival))
        self._waiting: dict[str, float] = {}
        self._future: Future[Record] = Future()

    def wait(self, reader: str, seconds: float) -> bool:
        """Wait for the end, at most so long, and say whether it has come."""
        self._waiting[reader] = time.monotonic() + seconds
        over = bool(futures.wait([self._future], seconds).done)
        self._waiting[reader] = time.monotonic()
        return over

    def leave(self, reader: str) -> None:
        """Stop waiting; the run goes on only if others wait for it."""
        self._waiting[reader] = float("-inf")

    def waits(self, reader: str) -> bool:
        """Say whether a reader waits for the run."""
        return self._waiting.get(reader, float("-inf")) > float("-inf")

    def result(self) -> Record:
        """Return the training, or raise what stopped it."""
        return self._future.result()

    def fail(self, error: BaseException) -> None:
        """End the run with an error."""
        try:
            self._keep(self, error)
        finally:
            self._future.set_exception(error)

    def _succeed(self, record: Record) -> None:
        try:
            self._keep(self, record)
        finally:
            self._future.set_result(record)

    @property
    def is_given_up(self) -> bool:
        """Whether no reader has asked for the result for a while."""
        last_asked = max(list(self._waiting.values()), default=time.monotonic())
        return last_asked + PATIENCE < time.monotonic()

    @cached_property
    def is_here(self) -> bool:
        """Whether it runs in this process: where that is quicker, or it cannot leave it."""
        if self.request.weight <= LIGHT:
            return True
        try:
            _Trial(BytesIO()).dump(self.request)
        except (pickle.PicklingError, AttributeError, TypeError):
            return True
        return False

    def go(self, workers: Workers, shelf: Shelf) -> None:
        """Train, here or in a process, until the end, or take what another app has trained."""
        try:
            if self.is_given_up:
                raise Cancelled
            if self.is_here:
                record = learn(self._report, self.request)
            else:
                with shelf.turn(self.request, self._wait_for_another) as record:
                    if record is None:
                        record = self._learn_elsewhere(workers)
                        shelf.put(self.request, record)
        except Ended as ended:
            if ended.why == "stopped":
                self.fail(Cancelled())
            else:
                error = self.request.refusal(ended.why)
                error.__cause__ = ended
                self.fail(error)
        except BaseException as error:  # noqa: BLE001 - whoever waits is told
            self.fail(error)
        else:
            self._succeed(record)

    def _learn_elsewhere(self, workers: Workers) -> Record:
        found: Record = workers.do(
            learn,
            self.request,
            seconds=self.request.seconds,
            said=self._said,
            stop=lambda: self.is_given_up,
        )
        return found

    def _wait_for_another(self) -> None:
        self._report("elsewhere", 0, 0)

    def _report(self, stage: str, done: int, total: int) -> None:
        self._said(stage, done, total)
        if self.is_given_up:
            raise Cancelled

    def _said(self, stage: str, done: int, total: int) -> None:
        self.stage, self.done, self.total = stage, done, total


class _Trial(pickle.Pickler):
    """Tries whether a thing can be pickled, without the texts and words that surely can."""

    def persistent_id(self, thing: object) -> int | None:
        return 0 if isinstance(thing, str | bytes | Corpus | Training) else None


def learn(report: Callable[..., None], request: Asking[Record]) -> Record:
    """Do what is asked for; say on the way how far it is."""
    report("reading", 0, 0)
    corpus = request.corpus()
    report(request.stage, 0, 0)
    return request.train(corpus, lambda done, total: report(request.stage, done, total))


@dataclass(frozen=True)
class Desk:
    """A place to train at: in this process or not, up to a weight."""

    here: bool
    heaviest: float

    def takes(self, run: Run[Any]) -> bool:
        """Say whether a run can be trained here."""
        return run.is_here == self.here and run.request.weight <= self.heaviest


class Line:
    """Runs that wait, the lightest first.

    One at a time trains in this process, which only light ones do. One process is for quick runs
    alone, so that they never wait for a long one.
    """

    def __init__(self, workers: Workers, at_once: int, shelf: Shelf | None = None):
        """Take processes, of which `at_once` train anything and one more what is quick."""
        self._workers, self._shelf = workers, shelf or Shelf()
        self._free = [Desk(True, float("inf")), Desk(False, QUICK)]
        self._free += [Desk(False, float("inf"))] * at_once
        self._waiting: list[Run[Any]] = []
        self._lock = threading.Lock()

    def join(self, run: Run[Any]) -> None:
        """Get in line."""
        with self._lock:
            self._waiting.append(run)
            self._waiting.sort(key=lambda each: each.order)
        self._begin()

    def before(self, run: Run[Any]) -> int:
        """Return how many runs have to end before it is this one's turn; 0 where none has."""
        with self._lock:
            if run not in self._waiting:
                return 0
            ahead = self._waiting[: self._waiting.index(run)]
        return 1 + sum(each.is_here == run.is_here for each in ahead)

    def leave(self, run: Run[Any]) -> None:
        """Give up a run that still waits, if nobody waits for it."""
        with self._lock:
            if run not in self._waiting or not run.is_given_up:
                return
            self._waiting.remove(run)
        run.fail(Cancelled())

    def _begin(self) -> None:
        """Let all begin whose turn it is."""
        with self._lock:
            for desk in list(self._free):
                run = next((each for each in self._waiting if desk.takes(each)), None)
                if run is not None:
                    self._waiting.remove(run)
                    self._free.remove(desk)
                    threading.Thread(
                        target=self._work, args=(desk, run), name="training", daemon=True
                    ).start()

    def _work(self, desk: Desk, run: Run[Any]) -> None:
        try:
            run.go(self._workers, self._shelf)
        finally:
            del run
            with self._lock:
                self._free.append(desk)
                self._free.sort(key=lambda each: each.heaviest)
            self._begin()
