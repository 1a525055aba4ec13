"""The worker processes: a pool of pebble's, which ends, cancels and replaces them.

What a task reports comes back over a board, an array that app and workers share.
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import pickle
import sys
import threading
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import suppress
from importlib.machinery import ModuleSpec
from typing import Any

import psutil
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from ui.corpora.jobs import MEMORY
from ui.corpora.worker import ROW, STAGES, Task, begin, perform

MODULES = (
    "ui.corpora.run",
    "ui.corpora.making",
    "ui.corpora.foreign",
    "ui.corpora.uploads",
    "ui.player.cutting",
)
"""What is imported once, where workers are made as copies."""

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
        pool, row = self._begin(), ROW * task.slot
        self._board[row : row + ROW] = [0] * ROW
        return pool.schedule(perform, (task,), timeout=SLOW * task.seconds)

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


def _pool(count: int) -> tuple[ProcessPool, Any]:
    os.environ |= _ALONE
    board = CONTEXT.RawArray("q", 4 * count)
    pool = ProcessPool(count, initializer=begin, initargs=(board,), context=CONTEXT)
    assert pool.active  # which starts it
    return pool, board


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
