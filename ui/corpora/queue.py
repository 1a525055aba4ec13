"""The queue in which jobs wait: every reader in turn, quick before long, each job once.

A page that is left or redrawn meanwhile does not lose the work; a job that nobody waits for any
more ends. Pebble, which does the work, has no such order.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from copy import copy
from functools import partial
from typing import Any, cast, get_args

from cachetools import TTLCache
from pebble import ProcessFuture

from bpe import CorpusError
from ui.corpora.jobs import MEMORY, Cancelled, Job, Result, Why
from ui.corpora.limits import LONG_AT_ONCE
from ui.corpora.queued import MOMENT, QueuedJob
from ui.corpora.worker import Task
from ui.corpora.workers import SLOW, Workers, answer

QUICK_AT_ONCE = 2
"""Workers that do quick jobs alone; one reader has one of them at most."""

LOOK = 0.25
"""Seconds between two looks at who still waits."""

Keep = Callable[[Job[Any], Any, int], object]

GRACE = 30.0
"""Seconds for which a worker may take to begin."""

REFUSALS, AGAIN = 200, 600.0
"""Jobs that ended at a limit and are remembered, and for how many seconds."""


class JobQueue:
    """Jobs that wait and run, in slots: the first few are for quick jobs alone.

    A job begins as a quick one unless it is known to be long; when its moment is over it begins
    again as a long one. No reader has all slots of a kind, so that nobody's quick job waits for a
    long one. Of jobs that wait, each reader's first comes before anybody's second.
    """

    def __init__(
        self, keep: Keep = lambda job, result, size: None, long_at_once: int = LONG_AT_ONCE
    ):
        """Take what is to be done with results, and how many long jobs run at a time."""
        self._keep = keep
        self._refused: TTLCache[Hashable, CorpusError] = TTLCache(REFUSALS, AGAIN)
        self.workers = Workers(QUICK_AT_ONCE + long_at_once)
        self._most_long = max(1, long_at_once - 1)
        self._lock = threading.RLock()
        self._jobs: dict[Hashable, QueuedJob[Any]] = {}
        # Jobs begun for each owner since it last had none.
        self._turns: Counter[Hashable] = Counter()
        self._is_watched = False

    def start(
        self, job: Job[Result], reader: str = "", owner: Hashable = None
    ) -> QueuedJob[Result]:
        """Join an equal job, or begin one.

        A reader has one job at a time: what else they waited for is left. The owner, by default the
        reader, is who takes turns: all tabs of one browser. A job that took all memory or time is
        not tried again for a while, but ends as it did.
        """
        with self._lock:
            if reader:
                self.leave_all(reader, but=job)
            if job.key in self._jobs:
                return self._jobs[job.key]
            queued = QueuedJob(job, owner or reader or None, self.workers, self.before)
            refusal = self._refused.get(job.key)
            if refusal is not None:
                queued.end(copy(refusal))
                return queued
            self._jobs[job.key] = queued
            self._fill_slots()
            if not self._is_watched:
                self._is_watched = True
                threading.Thread(target=self._watch, name="jobs", daemon=True).start()
            return queued

    def before(self, queued: QueuedJob[Any]) -> int:
        """Return how many jobs have to end before it is this one's turn; 0 where none has."""
        with self._lock:
            waiting = self._in_turn()
            return 1 + waiting.index(queued) if queued in waiting else 0

    def leave(self, job: Job[Any], reader: str) -> None:
        """Stop waiting for a job, if it is still on its way."""
        with self._lock:
            queued = self._jobs.get(job.key)
            if queued is not None:
                queued.leave(reader)
                if queued.is_given_up:
                    self._stop(queued, Cancelled())

    def leave_all(self, reader: str, but: Job[Any] | None = None) -> None:
        """Stop waiting for whatever a reader waits for, but for one job."""
        with self._lock:
            for other in [each for each in self._jobs.values() if each.has_reader(reader)]:
                if other.job != but:
                    self.leave(other.job, reader)

    def _in_turn(self) -> list[QueuedJob[Any]]:
        """Sort what waits: each reader's first job before anybody's second, quick before long."""
        turns, order = self._turns.copy(), {}
        waiting = [each for each in self._jobs.values() if each.slot is None]
        for queued in sorted(waiting, key=lambda each: (each.is_long, each.arrival)):
            order[queued] = (turns[queued.owner], queued.is_long, queued.arrival)
            turns[queued.owner] += 1
        return sorted(waiting, key=order.__getitem__)

    def _fill_slots(self) -> None:
        """Let all begin whose turn it is."""
        for queued in self._in_turn():
            slots = range(QUICK_AT_ONCE, self.workers.count)
            slots, most = (slots, self._most_long) if queued.is_long else (range(QUICK_AT_ONCE), 1)
            running = {each.slot: each for each in self._jobs.values() if each.slot in slots}
            has = sum(each.owner == queued.owner for each in running.values())
            if len(running) < len(slots) and has < most:
                queued.slot = min(set(slots) - set(running))
                self._turns[queued.owner] += 1
                self._work(queued)

    def _work(self, queued: QueuedJob[Any]) -> None:
        """Give a worker the job, within its limits or, of a quick one, within its moment."""
        assert queued.slot is not None
        task = Task(queued.job, queued.slot, queued.seconds, queued.source)
        # Of a worker that dies as it takes a task pebble may never tell.
        queued.until = time.monotonic() + 2 * SLOW * task.seconds + GRACE
        queued.doing = self.workers.do(task)
        queued.doing.add_done_callback(partial(self._over, queued))

    def _over(self, queued: QueuedJob[Any], future: ProcessFuture[bytes]) -> None:
        """Take the answer of a worker, or why there is none."""
        how, value = answer(future)
        with self._lock:
            if queued.doing is not future or queued.slot is None:  # nobody waits for it any more
                return
            queued.slot = None
            try:
                if how == "closed" and queued.job.resource is not None and queued.source is None:
                    queued.source, queued.is_long = queued.job.resource.arguments(), True
                elif how == "time" and not queued.is_long and queued.job.seconds > MOMENT:
                    queued.is_long = True
                elif how in get_args(Why):
                    self._end(queued, self._refusal(queued.job, cast("Why", how)))
                else:
                    if how == "done":
                        self._keep(queued.job, value, len(future.result()))
                    self._end(queued, value)
            except CorpusError as error:
                self._end(queued, error)
            self._fill_slots()

    def _refusal(self, job: Job[Any], why: Why) -> CorpusError:
        """Return what is said of the limit that a job passed, and remember it."""
        refusal = self._refused[job.key] = job.refusal(why)
        return copy(refusal)

    def _end(self, queued: QueuedJob[Any], result: Any) -> None:
        del self._jobs[queued.job.key]
        if all(other.owner != queued.owner for other in self._jobs.values()):
            del self._turns[queued.owner]
        queued.end(result)

    def _stop(self, queued: QueuedJob[Any], error: Exception) -> None:
        """End a job before it is done, and its process where it has one."""
        doing, queued.doing, queued.slot = queued.doing, None, None
        if doing is not None:
            doing.cancel()  # type: ignore[no-untyped-call]
        self._end(queued, error)
        self._fill_slots()

    def _watch(self) -> None:
        """End what nobody waits for and, where the system sets no limit, what takes much memory."""
        while True:
            time.sleep(LOOK)
            with self._lock:
                for queued in list(self._jobs.values()):
                    if queued.is_given_up:
                        self._stop(queued, Cancelled())
                    elif self.workers.memory(queued.slot) > MEMORY:
                        self._stop(queued, self._refusal(queued.job, "memory"))
                    elif queued.slot is not None and queued.until < time.monotonic():
                        self._stop(queued, self._refusal(queued.job, "died"))
                if not self._jobs:
                    self._is_watched = False
                    return
