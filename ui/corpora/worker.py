"""Inside a process of its own for work that may be long or hostile.

It takes tasks from its standard input, one at a time, and answers on its standard output; the app's
side of it is `ui/corpora/workers.py`. It imports no Streamlit, and ends when its input does.
"""

import os
import pickle
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from ui.corpora.resident import give_back

GRACE = 2.0
"""Seconds after which a task whose time is over ends by itself, should nobody be left to end it."""

STATM = Path("/proc/self/statm")

OFTEN = 0.05
"""Seconds between two reports."""

Report = Callable[..., None]


@dataclass(frozen=True)
class Task:
    """What to call, and how long it may take.

    Attributes:
        function: found by its name, so it stands in a module. It is given `report` first, which
            takes anything that pickle can carry, its first value the name of what is being done.
        arguments: what follows.
        seconds: of the clock.
    """

    function: Callable[..., object]
    arguments: tuple[Any, ...]
    seconds: float


@dataclass(frozen=True)
class Begun:
    """That a task has arrived: from now on it is what a process dies of."""


@dataclass(frozen=True)
class Said:
    """What a task reported on its way."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Done:
    """What a task returned."""

    value: object


@dataclass(frozen=True)
class Raised:
    """What a task raised."""

    error: BaseException


def send(stream: BinaryIO, thing: object) -> None:
    """Write a thing; arrays go as they are, beside the pickle, and are copied by nobody."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(thing, 5, buffer_callback=buffers.append)
    parts = [memoryview(data), *(buffer.raw() for buffer in buffers)]
    stream.write(struct.pack(f"<Q{len(parts)}Q", len(parts), *(part.nbytes for part in parts)))
    for part in parts:
        stream.write(part)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read what `send` wrote. Raises `EOFError` where the other side is gone."""
    [count] = struct.unpack("<Q", _read(stream, 8))
    sizes = struct.unpack(f"<{count}Q", _read(stream, 8 * count))
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


def main(memory: str, *modules: str) -> None:
    """Import what tasks need, say so, and do tasks until there are no more; `memory` in bytes."""
    # Whatever a library prints must not come between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for module in modules:
        import_module(module)
    _limit(int(memory))
    send(answers, Done(None))
    while True:
        try:
            task = receive(sys.stdin.buffer)
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - the one who asked is told
            send(answers, _raised(error))
            continue
        send(answers, Begun())
        _alarm(task.seconds + GRACE)
        send(answers, _answer(task, answers))
        _alarm(0)
        # The one who asked has the answer; whoever comes next finds a small process.
        del task
        give_back()


def _answer(task: Task, answers: BinaryIO) -> Done | Raised:
    last, what = 0.0, None

    def report(*values: Any) -> None:
        nonlocal last, what
        if values[0] != what or time.monotonic() - last > OFTEN:
            send(answers, Said(values))
            last, what = time.monotonic(), values[0]

    try:
        return Done(task.function(report, *task.arguments))
    except Exception as error:  # noqa: BLE001 - the one who asked is told
        return _raised(error)


def _raised(error: Exception) -> Raised:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - whatever an error that cannot be pickled raises
        error = RuntimeError(f"{type(error).__name__}: {error}")
    error.add_note("".join(traceback.format_tb(error.__traceback__)))
    return Raised(error)


def _limit(memory: int) -> None:
    """Have the system refuse what goes far beyond the memory; the app's side watches the rest."""
    try:
        import resource
    except ImportError:
        return
    try:
        now = int(STATM.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + memory, now + memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return


def _alarm(seconds: float) -> None:
    """Let the system end this process after so many seconds, or 0 for no such thing."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
