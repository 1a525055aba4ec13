"""Inside a worker process: one task at a time, within the limits of its job. No Streamlit here."""

from __future__ import annotations

import pickle
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import psutil

from bpe.input.opening import MEGABYTE
from ui import cache
from ui.corpora.jobs import MEMORY, Job, Resource

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
"""What a job may be at; a worker says it by its place here."""

OPEN = 256 * MEGABYTE
"""Bytes by which a worker may grow with what it keeps open; the last one opened stays."""

LARGEST = 2 * OPEN
"""Bytes of one alone that it opens at all."""

REMEMBERED = 32 * MEGABYTE
"""Bytes of what a worker remembers of the records that it read: each reader has another one."""

NICE = psutil.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" else 5
"""What the system is told of a worker's turn beside the app's."""

ROW = 3
"""Numbers of a slot on the board, which the app reads: the stage, how much is done, of what."""

Ending = Literal["done", "raised", "closed", "memory", "size"]


@dataclass(frozen=True)
class Task:
    """A job that is to be done now.

    Attributes:
        slot: the row of the board in which the task says how far it is.
        seconds: of a processor that it may take.
        memory: bytes by which the process may grow.
    """

    job: Job[Any]
    slot: int
    seconds: float
    memory: int = MEMORY


_board: Any = []
_row = 0
_opened: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()


def begin(board: Any) -> None:
    """Prepare the process: all its tasks write how far they are on this board."""
    global _board
    _board = board
    cache.shared = cache.Cache(REMEMBERED)
    # The app ends a worker at once, in the middle of whatever a library does.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Whoever steps through a page comes before what anybody waits for.
    process = psutil.Process()
    process.nice(max(NICE, process.nice()) if sys.platform != "win32" else NICE)


def report(stage: str, done: int, total: int) -> None:
    """Say how far the job is that is done here; in the app itself nobody waits for one."""
    if _board:
        _board[_row : _row + ROW] = [STAGES.index(stage), done, total]


def perform(task: Task) -> bytes:
    """Do a task; return how it ended and its value or its error, pickled.

    Every error crosses as bytes that can be read: one that cannot would end the whole pool.
    """
    global _row
    _row = ROW * task.slot
    try:
        with _limits(task.seconds, task.memory):
            answer = pickle.dumps(_answer(task), 5)
    except MemoryError:
        return _ended("memory")
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - whoever asked is told, of a panic in Rust too
        return _ended("raised", _readable(error))
    return answer if len(answer) <= task.job.most else _ended("size")


def _ended(how: Ending, value: object = None) -> bytes:
    return pickle.dumps((how, value), 5)


def _answer(task: Task) -> tuple[Ending, object]:
    job = task.job
    for resource in job.resources:
        if resource.key not in _opened:
            if not (job.is_long or resource.is_light):
                return "closed", None
            _open(resource)
        _opened.move_to_end(resource.key)
    opened = [_opened[resource.key][0] for resource in job.resources]
    while len(_opened) > 1 and sum(size for _, size in _opened.values()) > OPEN:
        _opened.popitem(last=False)
    return "done", job.function(*opened, *job.arguments)


def _open(resource: Resource) -> None:
    before = psutil.Process().memory_info().rss
    opened = resource.load(*resource.arguments)
    grown = max(0, psutil.Process().memory_info().rss - before)
    size = getattr(opened, "nbytes", grown)
    if size > LARGEST:
        raise MemoryError
    _opened[resource.key] = opened, size


def _readable(error: BaseException) -> BaseException:
    where = "".join(traceback.format_tb(error.__traceback__))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever an error that cannot be pickled raises
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note(where)
    return error


@contextmanager
def _limits(seconds: float, memory: int) -> Iterator[None]:
    """Have the system refuse more memory, and end the process after so much work of its own.

    Both are Unix's; elsewhere the app looks at the memory, and ends what takes too long.
    """
    if sys.platform != "linux":
        yield
        return
    import resource

    most, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (psutil.Process().memory_info().vms + memory, hard))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
