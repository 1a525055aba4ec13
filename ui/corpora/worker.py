"""Inside a process of its own for work that may be long or hostile.

It takes tasks from its standard input, one at a time, and answers on its standard output; the app's
side of it is `ui/corpora/pool.py`. It imports no Streamlit, and ends when its input does.
"""

import os
import pickle
import signal
import struct
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

import psutil

from ui.corpora.tidying import give_back

GRACE = 2.0
"""Seconds more than its own after which a task ends by itself, should nobody be left to end it."""

LIMITED = 2
"""Times the memory of a task at which the system refuses more; until then, the app watches."""

OFTEN = 0.05
"""Seconds between two reports."""

NICE = psutil.BELOW_NORMAL_PRIORITY_CLASS if sys.platform == "win32" else 5
"""What the system is told of a worker's turn beside the app's."""

SPARE = 4 * 2**20
"""Bytes that a task may leave behind before they are looked for, which takes 0.03 s."""

OPEN = 2
"""Resources that a process keeps open."""


@dataclass(frozen=True)
class Task:
    """What to call, and what it may take: see `ui.corpora.jobs.Job`.

    Attributes:
        seconds, memory: of a processor, and bytes by which the process may grow.
        resource: what is to be open; its key is None where nothing is.
        load: makes it, from `source`, which is None where it should be open already.
    """

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    seconds: float
    memory: int
    resource: Hashable = None
    load: Callable[..., object] | None = None
    source: tuple[Any, ...] | None = None


class NotOpen(Exception):
    """The resource of a task is not open here, and nothing was given to open it."""


class TooLarge(Exception):
    """More comes than may come."""


def send(stream: BinaryIO, thing: object) -> None:
    """Write a thing; arrays go as they are, beside the pickle, and are copied by nobody."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(thing, 5, buffer_callback=buffers.append)
    parts = [memoryview(data), *(buffer.raw() for buffer in buffers)]
    stream.write(struct.pack(f"<Q{len(parts)}Q", len(parts), *(part.nbytes for part in parts)))
    for part in parts:
        stream.write(part)
    stream.flush()


def receive(stream: BinaryIO, most: float = float("inf")) -> Any:
    """Read what `send` wrote.

    Raises `EOFError` where the other side is gone, and `TooLarge`, before any of it is read, where
    it has more than `most` bytes.
    """
    [count] = struct.unpack("<Q", _read(stream, 8))
    if 8 * count > most:
        raise TooLarge
    sizes = struct.unpack(f"<{count}Q", _read(stream, 8 * count))
    if sum(sizes) > most:
        raise TooLarge
    data, *buffers = [_read(stream, size) for size in sizes]
    return pickle.loads(data, buffers=buffers)


def _read(stream: BinaryIO, size: int) -> bytearray:
    data = bytearray(size)
    view = memoryview(data)
    while view:
        count = stream.readinto(view)  # type: ignore[attr-defined]
        if not count:
            raise EOFError
        view = view[count:]
    return data


def main(*modules: str) -> None:
    """Import what tasks need, say so, and do tasks until there are no more.

    Answers are pairs: ("ready", process id), ("begun", None), ("said", what the task reported),
    and last ("done", result) or ("raised", error).
    """
    # Whatever a library prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for module in modules:
        import_module(module)
    process = psutil.Process()
    # Whoever steps through a page comes before what anybody waits for.
    process.nice(NICE)
    least = process.memory_info().rss
    send(answers, ("ready", process.pid))
    tasks: SimpleQueue[Task | Exception] = SimpleQueue()
    Thread(target=_listen, args=(tasks,), daemon=True).start()
    opened: OrderedDict[Hashable, object] = OrderedDict()
    while True:
        task = tasks.get()
        if isinstance(task, Exception):
            send(answers, _raised(task))
            continue
        send(answers, ("begun", None))
        _limit(task.memory)
        _alarm(task.seconds + GRACE)
        send(answers, _answer(task, opened, answers))
        _alarm(0)
        # The one who asked has the answer; whoever comes next finds a small process.
        del task
        if process.memory_info().rss > least + SPARE:
            give_back()
            least = process.memory_info().rss


def _listen(tasks: "SimpleQueue[Task | Exception]") -> None:
    """Take tasks from the app; end at once where it is gone, in the middle of a task, too."""
    while True:
        try:
            tasks.put(receive(sys.stdin.buffer))
        except EOFError:
            os._exit(0)
        except Exception as error:  # noqa: BLE001 - the one who asked is told
            tasks.put(error)


def _answer(
    task: Task, opened: OrderedDict[Hashable, object], answers: BinaryIO
) -> tuple[str, object]:
    last, what = 0.0, None

    def report(*values: Any) -> None:
        nonlocal last, what
        if values[0] != what or time.monotonic() - last > OFTEN:
            send(answers, ("said", values))
            last, what = time.monotonic(), values[0]

    try:
        resources = () if task.resource is None else (_resource(task, opened),)
        return "done", task.function(report, *resources, *task.arguments)
    except Exception as error:  # noqa: BLE001 - the one who asked is told
        return _raised(error)


def _resource(task: Task, opened: OrderedDict[Hashable, object]) -> object:
    if task.resource not in opened:
        if task.source is None or task.load is None:
            raise NotOpen
        opened[task.resource] = task.load(*task.source)
        while len(opened) > OPEN:
            opened.popitem(last=False)
    opened.move_to_end(task.resource)
    return opened[task.resource]


def _raised(error: Exception) -> tuple[str, Exception]:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever an error that cannot be pickled raises
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note("".join(traceback.format_tb(error.__traceback__)))
    return "raised", error


def _limit(memory: int) -> None:
    """Have the system refuse what goes far beyond the memory; the app's side watches the rest."""
    try:
        import resource
    except ImportError:  # on Windows
        return
    most = psutil.Process().memory_info().vms + LIMITED * memory
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return


def _alarm(seconds: float) -> None:
    """Let the system end this process after so much more work, or 0 for no such thing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
