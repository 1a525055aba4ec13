"""Jobs: functions called in worker processes, within limits on time, memory and result size.

Everything a reader provides is decoded, counted and trained on here, so that no text can make the
app slow or large. `shared.result(job)` waits for a job and returns what its function returned. A
quick job never waits for a long one, a browser has one long job at a time, and a job without
waiting readers is cancelled. pebble runs the processes; the order of jobs is decided here.

Workers import this module: it must not import Streamlit.
"""

from __future__ import annotations

import atexit
import logging
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from concurrent import futures
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import asynccontextmanager, contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from errno import ENOENT, ENOSPC
from importlib.machinery import ModuleSpec
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, Generic, TypeVar

import psutil
from cachetools import TTLCache
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from bpe import CorpusError
from bpe.input.opening import MEGABYTE
from bpe.player.text import FIRST
from ui.cache import HOST_BYTES, Cache
from ui.cache import shared as shared_cache
from ui.catalogue import Refusal, catalogue

_log = logging.getLogger(__name__)

MAX_MEMORY_BYTES = min(1024 * MEGABYTE, HOST_BYTES // 4)
"""Maximum growth of a process during a job, in bytes."""

MAX_SECONDS = 900.0
"""Processor time of a long job."""

QUICK_SECONDS = 1.0
"""Processor time of a quick job. One that needs more starts again as a long job."""

MAX_RESULT_BYTES = 72 * MEGABYTE
"""Maximum bytes of a pickled result: a record of 64 MB, and its player's payload."""

SLOW = 10
"""Maximum ratio of wall-clock time to CPU time of a job on a busy machine."""

START_SECONDS = 30.0
"""Maximum seconds for a worker process to start."""

ABANDONED_AFTER = 5.0
"""Seconds after which a job without waiting readers is cancelled. A redrawn page waits again."""

POLL = 0.4
"""Seconds a reader waits at a time. No bar is drawn for a job that ends sooner."""

QUICK_WORKERS = 2
LONG_WORKERS = max(1, min((os.cpu_count() or 1) - 1, HOST_BYTES // (1024 * MEGABYTE)))
"""Number of simultaneous long jobs. One core is reserved for the pages."""

PRELOADED = ("ui.own_text.uploads", "ui.runs", "ui.uploaded_tokenizer")
"""Modules imported before workers are forked from the fork server."""

STAGES = (
    "waiting",
    "file",
    "reading",
    "merging",
    "pruning",
    "measuring",
    "checking",
    "opening",
    "listing",
)
"""Stages that a job can report; a worker sends the index."""

Result = TypeVar("Result")


class Cancelled(Exception):
    """The job was cancelled because no reader waits for it."""


@dataclass(frozen=True)
class Job(Generic[Result]):
    """A call `function(*arguments)`. Jobs with equal keys share one call and one result.

    Attributes:
        key: everything the result depends on.
        function: a function of a module. It may `report` its progress.
        arguments: picklable.
        stage: its first stage, one of `STAGES`.
        is_long: whether it is known to take more than `QUICK_SECONDS`.
        seconds, max_bytes: limits on processor time and on the pickled result.
        keeps: whether the result goes into the cache.
        error_prefix: the sentence for an exceeded limit is `errors.<prefix>_<limit>` if there is
            one, else `errors.work_<limit>`.
    """

    key: Hashable
    function: Callable[..., Result] = field(compare=False, repr=False)
    arguments: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    stage: str = field(default="measuring", compare=False)
    is_long: bool = field(default=False, compare=False)
    seconds: float = field(default=MAX_SECONDS, compare=False)
    max_bytes: int = field(default=MAX_RESULT_BYTES, compare=False)
    keeps: bool = field(default=False, compare=False)
    error_prefix: str = field(default="work", compare=False)

    def refusal(self, limit: str, **values: str) -> Refusal:
        """Return the error for an exceeded limit ("memory", "time", "size"), a process that "died",
        or a library that "failed".
        """
        code = f"{self.error_prefix}_{limit}"
        return Refusal(
            code if f"errors.{code}" in catalogue(FIRST) else f"work_{limit}",
            memory=MAX_MEMORY_BYTES // MEGABYTE,
            seconds=math.ceil(self.seconds),
            minutes=round(self.seconds / 60),
            most=self.max_bytes // MEGABYTE,
            **values,
        )


# In a worker process -----------------------------------------------------------------------------

_board: Any = None
_slot = 0
_is_long = True
_opened: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

MAX_OPEN_BYTES = 256 * MEGABYTE
"""Maximum growth of a worker by open objects, in bytes. The last opened object always stays."""


class TakesLong(Exception):
    """Raised by a quick job that has to open something first, which only a long job may do."""


def report(stage: str, done: int, total: int) -> None:
    """Report the progress of the job that runs in this worker process."""
    if _board is not None:
        _board[3 * _slot : 3 * _slot + 3] = [STAGES.index(stage), done, total]


def keep_open(key: Hashable, load: Callable[..., Any], *arguments: Any) -> Any:
    """Return `load(*arguments)`, kept open in this worker across jobs.

    A quick job opens nothing: if the object is not open yet, the job restarts as a long one. Raises
    MemoryError for an object of more than twice `MAX_OPEN_BYTES`.
    """
    if key not in _opened:
        if not _is_long:
            raise TakesLong
        before = psutil.Process().memory_info().rss
        opened = load(*arguments)
        grown = max(0, psutil.Process().memory_info().rss - before)
        if grown > 2 * MAX_OPEN_BYTES:
            raise MemoryError
        _opened[key] = opened, grown
    _opened.move_to_end(key)
    while len(_opened) > 1 and sum(size for _, size in _opened.values()) > MAX_OPEN_BYTES:
        _opened.popitem(last=False)
    return _opened[key][0]


def _start_worker(board: Any) -> None:
    global _board
    _board = board
    # The app may kill a worker inside a library call.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Pages have priority over jobs.
    process = psutil.Process()
    if sys.platform == "win32":
        process.nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        process.nice(max(5, process.nice()))


def _run(call: bytes, is_long: bool, slot: int, seconds: float, memory: int) -> bytes:
    """Run a pickled job in this worker; return (outcome, result or error), pickled.

    Every error is returned as bytes that can be unpickled: another exception would end the whole
    pool.
    """
    global _slot, _is_long
    _slot, _is_long = slot, is_long
    job: Job[Any] = pickle.loads(call)
    try:
        with _limits(seconds, memory):
            answer = pickle.dumps(("done", job.function(*job.arguments)), 5)
    except MemoryError:
        answer = pickle.dumps(("memory", None), 5)
    except TakesLong:
        answer = pickle.dumps(("long", None), 5)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a panic in a Rust library is no Exception
        return pickle.dumps(("raised", _picklable(error)), 5)
    return answer if len(answer) <= job.max_bytes else pickle.dumps(("size", None), 5)


_REFUSALS = {ENOENT: "files_gone", ENOSPC: "disk_full"}
"""Code of an error of the spool -> the refusal; a cleaner of /tmp may delete its files."""


def _picklable(error: BaseException) -> BaseException:
    where = "".join(traceback.format_tb(error.__traceback__))
    if isinstance(error, OSError) and error.errno in _REFUSALS:
        error = Refusal(_REFUSALS[error.errno])
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever an error that cannot be pickled raises
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(where)
    return error


@contextmanager
def _limits(seconds: float, memory: int) -> Iterator[None]:
    """Limit memory and processor time of the process, on Linux by the system.

    On other systems the app measures the processes' memory, and ends slow ones by wall-clock time.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + memory, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (before, hard))


# In the app: the processes -----------------------------------------------------------------------

# Libraries in a worker use one thread (the cores are for the processes, and every thread reserves
# memory), and return freed memory to the system.
_WORKER_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_TRIM_THRESHOLD_": "1048576",
    "MALLOC_MMAP_THRESHOLD_": "1048576",
}

FORKS = "forkserver" in multiprocessing.get_all_start_methods()
_context: Any = type(multiprocessing.get_context("forkserver" if FORKS else "spawn"))()
if FORKS:
    # A fork of a small server process with all imports starts in milliseconds. A fork of the app
    # itself would copy its threads' locks.
    _context.set_forkserver_preload(list(PRELOADED))

_is_linux = sys.platform == "linux"
_EXIT_CODES = {-27: "time", -6: "memory"} if _is_linux else {-9: "memory", 15: "memory"}
"""Exit code -> exceeded limit: SIGPROF, SIGABRT (a library without memory); elsewhere our own
SIGKILL, on Windows 15."""


class _WorkerProcess(_context.Process):  # type: ignore[misc]
    """A process that does not run a page's script.

    A new process imports the main module of its parent, which Streamlit replaces by the current
    page. A module whose `__spec__` is `__main__` is not imported.
    """

    def start(self) -> None:
        main = sys.modules["__main__"]
        if main.__spec__ is None:
            main.__spec__ = ModuleSpec("__main__", None)
        super().start()


_context.Process = _WorkerProcess


class Workers:
    """A pool of worker processes. It starts with the first job, and restarts if it breaks."""

    def __init__(self, count: int):
        self.count = count
        self._lock = threading.Lock()
        self._pool: ProcessPool | None = None
        self._board: Any = []
        # Before pebble's own exit handler, which would leave a starting worker alive.
        atexit.register(self.stop)

    def start(self) -> ProcessPool:
        """Start the processes if they are not running."""
        with self._lock:
            # A worker that dies while all others are idle ends pebble's pool.
            if self._pool is not None and not self._pool.active:
                self._stop(self._pool)
            if self._pool is None:
                os.environ |= _WORKER_ENVIRONMENT
                _restart_forkserver()
                self._board = _context.RawArray("q", 3 * self.count)
                self._pool = ProcessPool(
                    self.count, initializer=_start_worker, initargs=(self._board,), context=_context
                )
                assert self._pool.active  # which starts it
            return self._pool

    def submit(
        self,
        job: Job[Any],
        is_long: bool,
        slot: int,
        seconds: float,
        memory: int = MAX_MEMORY_BYTES,
    ) -> ProcessFuture[bytes]:
        """Run a job in a worker. Cancelling the future ends the process immediately."""
        future: ProcessFuture[bytes] = ProcessFuture()
        try:
            call = pickle.dumps(job, 5)
        except Exception as error:  # noqa: BLE001 - a file is gone, or no process can be sent it
            future.set_result(pickle.dumps(("raised", _picklable(error)), 5))
            return future
        try:
            pool = self.start()
            self._board[3 * slot : 3 * slot + 3] = [0, 0, 0]
            arguments = call, is_long, slot, seconds, memory
            return pool.schedule(_run, arguments, timeout=SLOW * seconds)
        except (BrokenExecutor, OSError) as error:
            _log.warning("No worker process can start: %r", error)
            future.set_exception(BrokenExecutor())
            return future

    def progress(self, slot: int) -> tuple[str, int, int] | None:
        """Return the last report of the job in a slot: stage, done, total."""
        stage, done, total = self._board[3 * slot : 3 * slot + 3]
        return (STAGES[stage], done, total) if stage else None

    def end_large(self) -> None:
        """End each process that uses too much memory, on systems without a limit."""
        for process in () if _is_linux else psutil.Process().children(True):
            with suppress(psutil.Error):
                if process.memory_info().rss > MAX_MEMORY_BYTES:
                    process.kill()

    def stop(self) -> None:
        """End all processes."""
        with self._lock:
            if self._pool is not None:
                self._stop(self._pool)

    def _stop(self, pool: ProcessPool) -> None:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()
        self._pool = None


def _restart_forkserver() -> None:
    """End the fork server if a /tmp cleaner deleted its socket."""
    server: Any = forkserver._forkserver
    address = server._forkserver_address
    if address is None or Path(address).exists():
        return
    _log.warning("The folder that workers are started from is gone: %s", address)
    Path(address).parent.mkdir(mode=0o700, exist_ok=True)
    Path(address).touch()  # the server deletes it at its end
    os.kill(server._forkserver_pid, signal.SIGKILL)
    server._stop()


def outcome(future: ProcessFuture[bytes]) -> tuple[str, Any]:
    """Return a job's outcome ("done", "raised", or the exceeded limit), and its result or error."""
    try:
        how, value = pickle.loads(future.result())
        return how, value
    except TimeoutError:
        return "time", None
    except ProcessExpired as expired:
        return _EXIT_CODES.get(expired.exitcode, "died"), None
    except (CancelledError, BrokenExecutor):
        return "died", None
    except Exception as error:  # noqa: BLE001 - arguments or a result that cannot be pickled
        return "raised", error


# In the app: who waits for what ------------------------------------------------------------------


@dataclass(eq=False)
class _Entry:
    """A job that waits, or runs in a slot.

    Attributes:
        owner: the browser that requested it: it has one job of a kind at a time.
        readers: waiting session -> time by which it should ask again.
        deadline: time by which its worker must have answered.
        gives_way: time at which it is interrupted for another waiting long job; it restarts after
            that one, and then runs to its end.
    """

    job: Job[Any]
    owner: Hashable
    is_long: bool
    readers: dict[str, float] = field(default_factory=dict)
    slot: int | None = None
    future: ProcessFuture[bytes] | None = None
    deadline: float = math.inf
    gives_way: float | None = None
    ended: tuple[str, Any] | None = None

    @property
    def seconds(self) -> float:
        return self.job.seconds if self.is_long else min(self.job.seconds, QUICK_SECONDS)

    @property
    def is_abandoned(self) -> bool:
        return max(self.readers.values(), default=0.0) < time.monotonic()


class Jobs:
    """Runs jobs in worker processes, and keeps results in a cache.

    There is no background scheduler: each waiting reader checks whether its own job may start.
    """

    def __init__(
        self, cache: Cache = shared_cache, quick: int = QUICK_WORKERS, long: int = LONG_WORKERS
    ):
        self.cache = cache
        self.workers = Workers(quick + long)
        self._slots = {False: range(quick), True: range(quick, quick + long)}
        self._changed = threading.Condition(threading.RLock())
        self._entries: dict[Hashable, _Entry] = {}
        self._refused: TTLCache[Hashable, CorpusError] = TTLCache(200, 600.0)
        self._last_turns: dict[Hashable, float] = {}
        self._is_watched = False

    def result(
        self,
        job: Job[Result],
        reader: str = "",
        owner: Hashable = None,
        look: Callable[[str, int, int], object] = lambda stage, done, total: None,
    ) -> Result:
        """Return the result of a job: from the cache, or from a worker.

        reader: names the session that waits. It waits for one job at a time. owner: names the
            browser, by default the reader.
        look: called with (stage, done, total) every `POLL` seconds. Before a job starts, the stage
            is "waiting", and the number is that of the jobs before it.

        Raises CorpusError from the function, `Refusal` for an exceeded limit (which is cached for
        ten minutes), and exceptions of `look`.
        """
        missing: Any = object()
        while True:
            found = self.cache.get(job.key, missing)
            if found is not missing:
                return found
            with self._changed:
                refused = self._refused.get(job.key)
                if refused is not None:
                    raise copy(refused)
                entry = self._join(job, reader, owner or reader)
            while self._wait(entry, reader) is None:
                look(*self._progress(entry))
            assert entry.ended is not None
            how, value = entry.ended
            if how == "done":
                return value
            if how != "cancelled":
                raise copy(value)
            # Cancelled by this reader, whose page run `look` ends, or together with another job.
            look(*self._progress(entry))

    def leave(self, reader: str, but: Job[Any] | None = None) -> None:
        """Stop waiting for all jobs of a reader, except one."""
        with self._changed:
            for entry in [*self._entries.values()]:
                if entry.job != but and entry.readers.pop(reader, 0.0) and entry.is_abandoned:
                    self._end(entry, "cancelled")

    def _join(self, job: Job[Any], reader: str, owner: Hashable) -> _Entry:
        if reader:
            self.leave(reader, but=job)
        entry = self._entries.get(job.key)
        if entry is None:
            entry = self._entries[job.key] = _Entry(job, owner, job.is_long)
        entry.readers[reader] = time.monotonic() + ABANDONED_AFTER
        if not self._is_watched:
            self._is_watched = True
            threading.Thread(target=self._watch, name="jobs", daemon=True).start()
        return entry

    def _wait(self, entry: _Entry, reader: str) -> tuple[str, Any] | None:
        """Start the job if it is due; wait for its end, at most `POLL` seconds."""
        with self._changed:
            entry.readers[reader] = time.monotonic() + POLL + ABANDONED_AFTER
            self._start_if_due(entry)
            future = entry.future
            if future is None and entry.ended is None:
                self._changed.wait(POLL)
                self._start_if_due(entry)
                future = entry.future
                if future is None:
                    return entry.ended
        if future is not None and futures.wait([future], POLL).done:
            with self._changed:
                self._settle(entry, future)
        return entry.ended

    def _start_if_due(self, entry: _Entry) -> None:
        """Run a job in a free slot of its kind if all jobs before it have a slot."""
        if entry.future is not None or entry.ended is not None:
            return
        slots = self._slots[entry.is_long]
        taken = [each.slot for each in self._entries.values() if each.slot in slots]
        if entry not in self._queue(entry.is_long)[: len(slots) - len(taken)]:
            return
        entry.slot = min({*slots} - {*taken})
        self._last_turns[entry.owner, entry.is_long] = time.monotonic()
        # pebble may never report a worker that dies while it takes a job.
        entry.deadline = time.monotonic() + 2 * SLOW * entry.seconds + START_SECONDS
        if entry.is_long:
            is_first = entry.gives_way is None
            entry.gives_way = time.monotonic() + entry.seconds / 2 if is_first else math.inf
        entry.future = self.workers.submit(entry.job, entry.is_long, entry.slot, entry.seconds)
        entry.future.add_done_callback(self._wake)

    def _queue(self, is_long: bool) -> list[_Entry]:
        """Return the waiting jobs of a kind whose owners have no running job, in order.

        The owner of the last job comes after all others; otherwise first come, first served.
        """
        owners = {each.owner for each in self._entries.values() if self._runs(each, is_long)}
        queue = []
        for entry in self._entries.values():
            if entry.is_long == is_long and entry.future is None and entry.owner not in owners:
                owners.add(entry.owner)
                queue.append(entry)
        return sorted(queue, key=lambda each: self._last_turns.get((each.owner, is_long), 0.0))

    def _runs(self, entry: _Entry, is_long: bool) -> bool:
        return entry.is_long == is_long and entry.slot is not None

    def _wake(self, future: object) -> None:
        # Called in the thread in which a job ends, possibly the submitting one: only wake the
        # others.
        with self._changed:
            self._changed.notify_all()

    def _settle(self, entry: _Entry, future: ProcessFuture[bytes]) -> None:
        """Store the outcome of a finished job, once, for all waiting readers."""
        if entry.future is not future:
            return
        how, value = outcome(future)
        if not entry.is_long and (
            how == "long" or (how == "time" and entry.seconds < entry.job.seconds)
        ):
            entry.is_long = True
            self._stop_running(entry)
        elif how == "done":
            if entry.job.keeps:
                self.cache.put(entry.job.key, value)
            self._end(entry, how, value)
        elif how == "raised" and isinstance(value, CorpusError):
            self._end(entry, how, value)
        elif how == "raised":
            _log.error("%s failed", entry.job.function, exc_info=value)
            self._refuse(entry, "failed", reason=type(value).__name__)
        else:
            self._refuse(entry, how)
        self._changed.notify_all()

    def _refuse(self, entry: _Entry, limit: str, **values: str) -> None:
        refusal = self._refused[entry.job.key] = entry.job.refusal(limit, **values)
        self._end(entry, limit, refusal)

    def _end(self, entry: _Entry, how: str, value: Any = None) -> None:
        self._stop_running(entry)
        entry.ended = how, value
        self._entries.pop(entry.job.key, None)
        if all(other.owner != entry.owner for other in self._entries.values()):
            for is_long in (False, True):
                self._last_turns.pop((entry.owner, is_long), None)
        self._changed.notify_all()

    def _should_give_way(self, entry: _Entry) -> bool:
        is_due = (entry.gives_way or math.inf) < time.monotonic()
        return is_due and entry.slot is not None and bool(self._queue(True))

    def _stop_running(self, entry: _Entry) -> None:
        future, entry.future, entry.slot = entry.future, None, None
        entry.deadline = math.inf
        if future is not None and not future.done():
            future.cancel()  # type: ignore[no-untyped-call]
        self._changed.notify_all()

    def _progress(self, entry: _Entry) -> tuple[str, int, int]:
        with self._changed:
            if entry.slot is not None:
                return self.workers.progress(entry.slot) or (entry.job.stage, 0, 0)
            queue = self._queue(entry.is_long)
            return "waiting", 1 + queue.index(entry) if entry in queue else len(queue), 0

    def _watch(self) -> None:
        """Cancel jobs without waiting readers, and refuse jobs past their deadline."""
        while self._is_watched:
            time.sleep(0.25)
            self.workers.end_large()
            with self._changed:
                for entry in [*self._entries.values()]:
                    if entry.is_abandoned:
                        self._end(entry, "cancelled")
                    elif entry.deadline < time.monotonic():
                        self._refuse(entry, "died")
                    elif self._should_give_way(entry):
                        self._stop_running(entry)
                        self._entries[entry.job.key] = self._entries.pop(entry.job.key)
                self._is_watched = bool(self._entries)


shared = Jobs()


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Lifespan of `st.App`: run worker processes while the server runs."""
    # Switch often, so that a drawing thread does not wait for a computing one.
    sys.setswitchinterval(0.001)
    threading.Thread(target=shared.workers.start, name="workers", daemon=True).start()
    yield
    shared.workers.stop()
