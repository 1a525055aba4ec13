"""The queue in which jobs wait: every reader in turn, small before large, each job once.

A light job runs in a thread of the app, any other in a process. A page that is left or redrawn
meanwhile does not lose the work; a job that nobody waits for any more stops.
"""

from __future__ import annotations

import os
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Hashable
from concurrent import futures
from concurrent.futures import Future
from copy import copy
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic

from bpe import CorpusError, Training
from bpe.input.kinds import MEGABYTE
from ui.corpora.jobs import QUICK, Cancelled, Job, Result
from ui.corpora.limits import HOST
from ui.corpora.pool import Ended, Pool
from ui.corpora.store import Store
from ui.corpora.tidying import tidies

PATIENCE = 5.0
"""Seconds after which a job that no reader has waited for stops: a page may be drawn anew."""

BUDGET = min(320 * MEGABYTE, HOST // 12)
"""Bytes of the results that are kept."""

UNASKED = 600.0
"""Seconds after which a result that nobody has asked for is given back."""

AT_ONCE = max(1, min((os.cpu_count() or 1) - 1, HOST // (1024 * MEGABYTE)))
"""Jobs of any length at a time, each in a process of its own; one core is for the readers."""

QUICK_AT_ONCE = 2
"""Processes beside those that do quick jobs alone; one reader has one of them at most."""

MODULES = ("ui.corpora.requests", "ui.corpora.readings", "ui.corpora.making")
"""What processes import before their first job."""

REFUSALS = 200
"""Jobs that ended at a limit and are remembered."""

AGAIN = 60.0
"""Seconds after which a job whose process died for no known reason may be tried again."""

_arrival = count()


class QueuedJob(Generic[Result]):
    """One job on its way.

    Attributes:
        job: what is done.
        owner: whose turn it takes.
        stage: "waiting" for its turn, then the job's own, then what its function reports.
        done, total: of that stage; total is 0 while unknown.
    """

    def __init__(self, job: Job[Result], owner: Hashable = None):
        """Take the job; without an owner it has a turn of its own."""
        self.job = job
        self.order = (job.work, next(_arrival))
        self.owner = self.order if owner is None else owner
        self.stage = "waiting"
        self.done = self.total = 0
        self._asked: dict[str, float] = {}
        self._future: Future[Result] = Future()

    def wait(self, reader: str, seconds: float) -> bool:
        """Wait for the end, at most so long, and say whether it has come."""
        self._asked[reader] = time.monotonic() + seconds
        over = bool(futures.wait([self._future], seconds).done)
        self._asked[reader] = time.monotonic()
        return over

    def leave(self, reader: str) -> None:
        """Stop waiting; the job goes on only if others wait for it."""
        self._asked[reader] = float("-inf")

    def has_reader(self, reader: str) -> bool:
        """Say whether a reader waits for it."""
        return self._asked.get(reader, float("-inf")) > float("-inf")

    def result(self) -> Result:
        """Return the result, or raise what stopped it."""
        return self._future.result()

    def end(self, result: Any) -> None:
        """End with a result, or with an error."""
        if isinstance(result, BaseException):
            self._future.set_exception(result)
        else:
            self._future.set_result(result)

    @property
    def is_given_up(self) -> bool:
        """Whether no reader has asked for the result for a while."""
        last_asked = max(list(self._asked.values()), default=time.monotonic())
        return last_asked + PATIENCE < time.monotonic()

    def run(self, pool: Pool) -> Any:
        """Do the job, here or in a process; return its result or the error it ended with."""
        try:
            if self.is_given_up:
                raise Cancelled
            self.stage = self.job.stage
            if self.job.is_light:
                return self.job.function(self._report, *self.job.arguments)
            return pool.do(self.job, self._said, lambda: self.is_given_up)
        except Ended as ended:
            if ended.why == "stopped":
                return Cancelled()
            refusal = self.job.refusal(ended.why)
            refusal.__cause__ = ended
            return refusal
        except BaseException as error:  # noqa: BLE001 - whoever waits is told
            return error

    def _report(self, stage: str, done: int, total: int) -> None:
        self._said(stage, done, total)
        if self.is_given_up:
            raise Cancelled

    def _said(self, stage: str, done: int, total: int) -> None:
        self.stage, self.done, self.total = stage, done, total


@dataclass(frozen=True)
class Slot:
    """A place to run one job at a time: in the app or in a process, and up to how much work.

    Attributes:
        most: slots of this kind that one reader may have.
    """

    in_app: bool
    heaviest: float
    most: int


class JobQueue:
    """Jobs that wait and run, and the results that are kept.

    One light job at a time runs in the app. Some processes are for quick jobs alone, and no reader
    has them all, so that nobody's quick job waits for a long one. Of jobs that wait, each reader's
    first comes before anybody's second.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        store: Store | None = None,
        pool: Pool | None = None,
    ):
        """Take how many jobs of any length run at a time, and where results are kept."""
        self.store = Store(BUDGET, UNASKED) if store is None else store
        self.pool = pool or Pool(MODULES, spare=at_once + 1)
        any_length = Slot(False, float("inf"), max(1, at_once - 1))
        self._free = [Slot(True, float("inf"), 1)]
        self._free += [Slot(False, QUICK, 1)] * QUICK_AT_ONCE + [any_length] * at_once
        self._lock = threading.RLock()
        self._jobs: dict[Hashable, QueuedJob[Any]] = {}
        self._waiting: list[QueuedJob[Any]] = []
        self._running: list[tuple[Slot, QueuedJob[Any]]] = []
        # Jobs begun for each owner since it last had none.
        self._turns: Counter[Hashable] = Counter()
        self._refused: OrderedDict[Hashable, tuple[CorpusError, float]] = OrderedDict()

    def stored(self, job: Job[Result]) -> Result | None:
        """Look up the result of a job that was done."""
        found: Result | None = self.store.get(job.key)
        return found

    def start(
        self, job: Job[Result], reader: str | None = None, owner: Hashable = None
    ) -> QueuedJob[Result]:
        """Join an equal job, or begin one.

        A reader has one job at a time: what else they waited for is left. The owner, by default the
        reader, is who takes turns: all tabs of one browser. A job that took all memory or time is
        not tried again, but ends as it did.
        """
        with self._lock:
            if reader is not None:
                self.leave_all(reader, but=job)
            if job.key in self._jobs:
                return self._jobs[job.key]
            queued = QueuedJob(job, reader if owner is None else owner)
            refusal = self._refusal(job.key)
            if refusal is not None:
                queued.end(refusal)
                return queued
            self._jobs[job.key] = queued
            self._waiting.append(queued)
            self._fill_slots()
            return queued

    def get(self, job: Job[Result], owner: Hashable = None) -> Result:
        """Return the result, waiting for it as long as it takes; `owner` as in `start`."""
        result = self.stored(job)
        if result is None:
            queued = self.start(job, owner=owner)
            while not queued.wait("get", 1.0):
                pass
            result = queued.result()
        return result

    def before(self, queued: QueuedJob[Any]) -> int:
        """Return how many jobs have to end before it is this one's turn; 0 where none has."""
        with self._lock:
            if queued not in self._waiting:
                return 0
            alike = [each for each in self._in_turn() if each.job.is_light == queued.job.is_light]
            return 1 + alike.index(queued)

    def leave(self, job: Job[Any], reader: str) -> None:
        """Stop waiting for a job, if it is still on its way."""
        with self._lock:
            queued = self._jobs.get(job.key)
            if queued is None:
                return
            queued.leave(reader)
            if queued in self._waiting and queued.is_given_up:
                self._waiting.remove(queued)
                self._end(queued, Cancelled())

    def leave_all(self, reader: str, but: Job[Any] | None = None) -> None:
        """Stop waiting for whatever a reader waits for, but for one job."""
        with self._lock:
            for other in [each for each in self._jobs.values() if each.has_reader(reader)]:
                if other.job != but:
                    self.leave(other.job, reader)

    def _in_turn(self) -> list[QueuedJob[Any]]:
        """Sort what waits: each reader's first job before anybody's second, small before large."""
        turns = self._turns.copy()
        order = {}
        for queued in sorted(self._waiting, key=lambda each: each.order):
            order[queued] = (turns[queued.owner], *queued.order)
            turns[queued.owner] += 1
        return sorted(self._waiting, key=order.__getitem__)

    def _fill_slots(self) -> None:
        """Let all begin whose turn it is."""
        for slot in list(self._free):
            queued = next((each for each in self._in_turn() if self._takes(slot, each)), None)
            if queued is not None:
                self._waiting.remove(queued)
                self._free.remove(slot)
                self._running.append((slot, queued))
                self._turns[queued.owner] += 1
                work = threading.Thread(target=self._work, args=(slot, queued), daemon=True)
                work.name = "job"
                work.start()

    def _takes(self, slot: Slot, queued: QueuedJob[Any]) -> bool:
        has = sum(each == slot and other.owner == queued.owner for each, other in self._running)
        is_kind = queued.job.is_light == slot.in_app and queued.job.work <= slot.heaviest
        return is_kind and has < slot.most

    def _work(self, slot: Slot, queued: QueuedJob[Any]) -> None:
        result = queued.run(self.pool)
        try:
            if queued.job.is_kept and not isinstance(result, BaseException):
                self._share_corpus(result)
                self.store.put(queued.job.key, result)
        finally:
            with self._lock:
                self._running.remove((slot, queued))
                self._free.append(slot)
                self._free.sort(key=lambda each: each.heaviest)
                self._remember(queued.job.key, result)
                self._end(queued, result)
                del queued, result
                self._fill_slots()

    def _end(self, queued: QueuedJob[Any], result: Any) -> None:
        del self._jobs[queued.job.key]
        if all(other.owner != queued.owner for other in self._jobs.values()):
            del self._turns[queued.owner]
        queued.end(result)

    def _remember(self, key: Hashable, result: Any) -> None:
        """Remember what a process could not bear."""
        if not isinstance(result, CorpusError):
            return
        ended = result.__cause__ if isinstance(result.__cause__, Ended) else None
        if ended is not None:
            died = ended.why == "died"
            # A copy: where it was raised, all that the job was about is still in reach.
            self._refused[key] = copy(result), time.monotonic() + AGAIN if died else float("inf")
            while len(self._refused) > REFUSALS:
                self._refused.popitem(last=False)

    def _share_corpus(self, made: Any) -> None:
        """Let a run have the corpus of another where it is equal: half of the bytes of both."""
        if not isinstance(made, Training):
            return
        for kept in self.store.values():
            if not isinstance(kept, Training) or kept.corpus != made.corpus:
                continue
            if kept.corpus.scheme == made.corpus.scheme:
                made.corpus = kept.corpus
                return

    def _refusal(self, key: Hashable) -> CorpusError | None:
        """Return why a job is not tried again, if it is not."""
        refusal, until = self._refused.get(key, (None, 0.0))
        if refusal is not None and until < time.monotonic():
            del self._refused[key]
            return None
        return copy(refusal)


shared = JobQueue()
tidies(shared.store.forget_unasked)
