"""The queue in which jobs wait: every reader in turn, quick before long, each job once.

A page that is left or redrawn meanwhile does not lose the work; a job that nobody waits for any
more ends. Pebble, which does the work, has no such order.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent import futures
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import suppress
from functools import partial
from importlib.machinery import ModuleSpec
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, cast, get_args

import psutil
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from bpe.input.opening import MEGABYTE
from ui.cache import HOST
from ui.corpora.jobs import MEMORY, Cancelled, Job, Result, TakesLong, Why
from ui.corpora.worker import ROW, STAGES, Task, begin, perform

_log = logging.getLogger(__name__)

MODULES = (
    "ui.corpora.run",
    "ui.corpora.uploads",
    "ui.corpora.sandboxed",
    "ui.player.cutting",
    "ui.train.token.readings",
)
"""What is imported once, where workers are made as copies."""

LONG_AT_ONCE = max(1, min((os.cpu_count() or 1) - 1, HOST // (1024 * MEGABYTE)))
"""Long jobs at a time, each in a process of its own; one core is for the readers."""

SLOW = 10
"""Times its seconds that a job may take by the clock: a busy machine does other work first."""

# One thread each: the cores are for the processes, and every thread reserves memory. What is freed
# goes back to the system.
_ALONE = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
    "MALLOC_MMAP_THRESHOLD_": "1048576",
}


_COPIES = "forkserver" in multiprocessing.get_all_start_methods()
CONTEXT: Any = type(multiprocessing.get_context("forkserver" if _COPIES else "spawn"))()
if _COPIES:
    CONTEXT.set_forkserver_preload(list(MODULES))


_LIMITED = sys.platform == "linux"
_ENDS = {-27: "time", -6: "memory"} if _LIMITED else {-9: "memory", 15: "memory"}
"""Which limit a process passed that ended so: by SIGPROF; by SIGABRT, as libraries do that get no
more memory. Where the system sets no limit we end it: by SIGKILL, or by 15 on Windows."""


class WorkerProcess(CONTEXT.Process):  # type: ignore[misc]
    """A process that does not begin by running the script of a page.

    A new one imports the main module of the process that starts it, which Streamlit replaces by
    the page it draws. A module that says of itself that it is `__main__` is left alone.
    """

    def start(self) -> None:
        """Start it."""
        main = sys.modules["__main__"]
        if main.__spec__ is None:
            main.__spec__ = ModuleSpec("__main__", None)
        super().start()


CONTEXT.Process = WorkerProcess


class Workers:
    """So many processes, each of which does one task at a time; they start with the first."""

    def __init__(self, count: int):
        """Take how many there are; the slots of tasks are numbered from 0."""
        self.count = count
        self._lock = threading.Lock()
        self._pool: ProcessPool | None = None
        self._board: Any = []
        # Before pebble's own end, which leaves a worker that begins just then.
        atexit.register(self.end)

    def warm(self) -> None:
        """Have the processes started, if they are not; nobody has to wait for it."""
        if self._pool is None:
            threading.Thread(target=self._begin, name="workers", daemon=True).start()

    def _begin(self) -> ProcessPool:
        with self._lock:
            # A worker that dies while all rest ends pebble's pool: there is a new one then.
            if self._pool is not None and not self._pool.active:
                self._stop(self._pool)
            if self._pool is None:
                self._pool, self._board = _pool(self.count)
            return self._pool

    def do(self, task: Task) -> ProcessFuture[bytes]:
        """Have a task done. The future may be cancelled at any time, which ends its process."""
        try:
            pool, row = self._begin(), ROW * task.slot
            self._board[row : row + ROW] = [0] * ROW
            return pool.schedule(perform, (task,), timeout=SLOW * task.seconds)
        except (BrokenExecutor, OSError) as error:
            _log.warning("No worker can begin: %r", error)
            return _none_began()

    def said(self, slot: int) -> tuple[str, int, int] | None:
        """Return the stage that the task of a slot reported last, how much is done and of what."""
        stage, done, total = self._board[ROW * slot : ROW * (slot + 1)]
        return (STAGES[stage], done, total) if stage else None

    def end_the_large(self) -> None:
        """End each process with too much memory, where the system itself sets no limit."""
        for process in () if _LIMITED else psutil.Process().children(True):
            with suppress(psutil.Error):
                if process.memory_info().rss > MEMORY:
                    process.kill()

    def end(self) -> None:
        """End all processes."""
        with self._lock:
            if self._pool is not None:
                self._stop(self._pool)

    def _stop(self, pool: ProcessPool) -> None:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()
        self._pool = None


def _none_began() -> ProcessFuture[bytes]:
    """Return what ends as where a worker died, in another thread as there."""
    future: ProcessFuture[bytes] = ProcessFuture()
    threading.Thread(target=future.set_exception, args=(BrokenExecutor(),)).start()
    return future


def _pool(count: int) -> tuple[ProcessPool, Any]:
    os.environ |= _ALONE
    _renew_forkserver()
    board = CONTEXT.RawArray("q", ROW * count)
    pool = ProcessPool(count, initializer=begin, initargs=(board,), context=CONTEXT)
    assert pool.active  # which starts it
    return pool, board


def _renew_forkserver() -> None:
    """End what workers are copies of, where its socket was tidied away: another one begins."""
    server: Any = forkserver._forkserver
    address = server._forkserver_address
    if address is None or Path(address).exists():
        return
    _log.warning("The folder that workers are started from is gone: %s", address)
    Path(address).parent.mkdir(mode=0o700, exist_ok=True)
    Path(address).touch()  # which is taken away as it ends
    os.kill(server._forkserver_pid, signal.SIGKILL)
    server._stop()


def answer(future: ProcessFuture[bytes]) -> tuple[str, Any]:
    """Return how a task ended and its value, or which limit it passed."""
    try:
        how, value = pickle.loads(future.result())
        return how, value
    except TimeoutError:
        return "time", None
    except ProcessExpired as expired:
        return _ENDS.get(expired.exitcode, "died"), None
    except (CancelledError, BrokenExecutor):
        return "died", None
    except Exception as error:  # noqa: BLE001 - what could not be sent is the asker's mistake
        return "raised", error


QUICK_AT_ONCE, MOMENT = 2, 1.0
"""Workers that do quick jobs alone, and seconds of a processor that one takes at most."""

PATIENCE, LOOK = 5.0, 0.25
"""Seconds after which a job that no reader has waited for ends, and between two looks at that."""

GRACE = 30.0
"""Seconds for which a worker may take to begin."""

Keep = Callable[[Job[Any], Any, int], object]


class QueuedJob(futures.Future[Result]):
    """One job on its way, and its result when it has come.

    Attributes:
        job: what is done.
        owner: whose turn it takes.
        seconds: of a processor that it may take: of a quick one a moment at most.
        readers: who waits for it, and until when they are waited for.
        slot: the slot in which it is done; None while it waits for its turn.
        until: when its worker must have answered, whatever it does.
    """

    def __init__(self, job: Job[Result], owner: Hashable):
        """Take the job, and whose turn it takes."""
        super().__init__()
        self.job, self.owner = job, owner
        self.seconds = job.seconds if job.is_long else min(job.seconds, MOMENT)
        self.readers: dict[str, float] = {}
        self.slot: int | None = None
        self.until = 0.0
        self.doing: ProcessFuture[bytes] | None = None

    def wait(self, reader: str, seconds: float = 0.0) -> bool:
        """Wait for the end, at most so long, and say whether it has come."""
        self.readers[reader] = time.monotonic() + seconds + PATIENCE
        return bool(futures.wait([self], seconds).done)

    @property
    def is_given_up(self) -> bool:
        """Whether no reader has asked for the result for a while."""
        return max([*self.readers.values()], default=0.0) < time.monotonic()


class JobQueue:
    """Jobs that wait and run, in slots: the first few are for quick jobs alone.

    No reader has all slots of a kind. Of jobs that wait, each reader's first comes before anybody's
    second.
    """

    def __init__(self, keep: Keep, long_at_once: int = LONG_AT_ONCE):
        """Take what keeps results and their sizes, and how many long jobs run at a time."""
        self._keep = keep
        self.workers = Workers(QUICK_AT_ONCE + long_at_once)
        self._quick, self._long = range(QUICK_AT_ONCE), range(QUICK_AT_ONCE, self.workers.count)
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
        reader, is who takes turns: all tabs of one browser. A quick one whose moment is over, or
        whose resource is not open, raises `TakesLong`.
        """
        with self._lock:
            if reader:
                self.leave(reader, but=job)
            queued = self._jobs.get(job.key) or QueuedJob(job, owner or reader)
            queued.wait(reader)
            if job.key not in self._jobs:
                self._jobs[job.key] = queued
                self._fill_slots()
            if not self._is_watched:
                self._is_watched = True
                threading.Thread(target=self._watch, name="jobs", daemon=True).start()
            return queued

    def leave(self, reader: str, but: Job[Any] | None = None) -> None:
        """Stop waiting for whatever a reader waits for, but for one job."""
        with self._lock:
            for queued in [*self._jobs.values()]:
                if queued.job != but and queued.readers.pop(reader, 0.0) and queued.is_given_up:
                    self._end(queued, Cancelled())
            self._fill_slots()

    def progress(self, queued: QueuedJob[Any]) -> tuple[str, int, int]:
        """Return the stage (the job's own, then what it reports), how much is done, of what.

        Before, "waiting", and how many jobs have to end before it is this one's turn.
        """
        with self._lock:
            if queued.slot is not None:
                return self.workers.said(queued.slot) or (queued.job.stage, 0, 0)
            waiting = self._in_turn()
            return "waiting", 1 + waiting.index(queued) if queued in waiting else 0, 0

    def _in_turn(self) -> list[QueuedJob[Any]]:
        """Sort what waits: each reader's first job before anybody's second, quick before long."""
        turns, order = self._turns.copy(), {}
        waiting = [each for each in self._jobs.values() if each.slot is None]
        for queued in sorted(waiting, key=lambda each: each.job.is_long):
            order[queued] = turns[queued.owner], queued.job.is_long
            turns[queued.owner] += 1
        return sorted(order, key=order.__getitem__)

    def _fill_slots(self) -> None:
        """Let all begin whose turn it is."""
        for queued in self._in_turn():
            slots = self._long if queued.job.is_long else self._quick
            taken = {each.slot: each.owner for each in self._jobs.values() if each.slot in slots}
            has = [*taken.values()].count(queued.owner)
            if len(taken) == len(slots) or has == max(1, len(slots) - 1):
                continue
            self._turns[queued.owner] += 1
            slot = queued.slot = min({*slots} - {*taken})
            # Of a worker that dies as it takes a task pebble may never tell.
            queued.until = time.monotonic() + 2 * SLOW * queued.seconds + GRACE
            task = Task(queued.job, slot, queued.seconds)
            queued.doing = self.workers.do(task)
            queued.doing.add_done_callback(partial(self._over, queued))

    def _over(self, queued: QueuedJob[Any], future: ProcessFuture[bytes]) -> None:
        """Take the answer of a worker, or why there is none."""
        how, value = answer(future)
        with self._lock:
            if queued.doing is not future:  # nobody waits for it any more
                return
            if how == "closed" or (how == "time" and queued.seconds < queued.job.seconds):
                self._end(queued, TakesLong())
            elif how in get_args(Why):
                self._refuse(queued, cast("Why", how))
            else:
                if how == "done":
                    self._keep(queued.job, value, len(future.result()))
                self._end(queued, value)
            self._fill_slots()

    def _refuse(self, queued: QueuedJob[Any], why: Why) -> None:
        """End a job at a limit, and have that kept."""
        refusal = queued.job.refusal(why)
        self._keep(queued.job, refusal, 0)
        self._end(queued, refusal)

    def _end(self, queued: QueuedJob[Any], result: Any) -> None:
        """Give all who wait a result, or raise an error there; end what still works for it."""
        doing, queued.doing, queued.slot = queued.doing, None, None
        if doing is not None:
            doing.cancel()  # type: ignore[no-untyped-call]
        del self._jobs[queued.job.key]
        if all(other.owner != queued.owner for other in self._jobs.values()):
            del self._turns[queued.owner]
        is_error = isinstance(result, BaseException)
        (queued.set_exception if is_error else queued.set_result)(result)

    def _watch(self) -> None:
        """End what nobody waits for, and what no worker will ever answer."""
        while self._is_watched:
            time.sleep(LOOK)
            self.workers.end_the_large()
            with self._lock:
                for queued in [*self._jobs.values()]:
                    if queued.is_given_up:
                        self._end(queued, Cancelled())
                    elif queued.slot is not None and queued.until < time.monotonic():
                        self._refuse(queued, "died")
                self._fill_slots()
                self._is_watched = bool(self._jobs)
