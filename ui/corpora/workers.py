"""Processes for work that may be long or hostile: limited in memory and time, and ended at once.

A process that dies, or has to be ended, costs the one who asked an error that says why; it is
replaced. What crosses the border is pickled, arrays beside the pickle as they are.
"""

import atexit
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from ui.corpora.limits import MEGABYTE
from ui.corpora.resident import resident
from ui.corpora.worker import Begun, Raised, Said, Task, receive, send

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1024 * MEGABYTE
"""Bytes by which a task may let its process grow."""

IDLE_MEMORY = 256 * MEGABYTE
"""Bytes by which a process may have grown and still be given another task."""

_LIMITED = 2
"""Times the memory at which the system itself refuses more; until then, the process is watched."""

START = 60.0
"""Seconds a process may take to get ready."""

TRIES = 3
"""Processes that a task is offered to, should they die before it arrives."""

LOOK = 0.04
"""Seconds between two looks at a process that works."""

_START = "import sys; from ui.corpora.worker import main; main(*sys.argv[1:])"
# One thread each: the cores are for the processes, and every thread reserves memory.
_ALONE = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Arrow's own pools keep what is given back to them.
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}

Why = Literal["memory", "time", "died", "stopped"]


class Ended(Exception):
    """A process came to its end before its task did.

    Attributes:
        why: it took too much "memory" or "time", it "died", or it was "stopped" when asked.
        begun: whether the task had arrived there.
    """

    def __init__(self, why: Why, begun: bool = True):
        super().__init__(why)
        self.why, self.begun = why, begun


class Worker:
    """One process. It is started at once and gets ready by itself."""

    def __init__(self, modules: tuple[str, ...], memory: int):
        self._memory = memory
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, str(_LIMITED * memory), *modules],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | _ALONE,
        )
        self._base: int | None = None

    @property
    def pid(self) -> int:
        """The number the system knows the process by."""
        return self._process.pid

    @property
    def grown(self) -> int:
        """Bytes that the process has taken since it was ready."""
        return (resident(self._process.pid) or 0) - (self._base or 0)

    @property
    def is_alive(self) -> bool:
        """Whether it can be given a task."""
        return self._process.poll() is None

    def do(self, task: Task, said: Callable[..., object], stop: Callable[[], bool]) -> Any:
        """Return what the task returns, or raise what it raises.

        said: called with what the task reports. stop: asked all the time; True ends the process.
        Raises `Ended`, and then the process is no more.
        """
        ended: list[Why] = []
        over = threading.Event()
        watch = threading.Thread(target=self._watch, args=(task.seconds, stop, over, ended))
        watch.daemon = True
        watch.start()
        begun = False
        try:
            self._get_ready()
            send(self._tasks, task)
            answer = receive(self._answers)
            begun = True
            while isinstance(answer, Begun | Said):
                if isinstance(answer, Said):
                    said(*answer.values)
                answer = receive(self._answers)
        except (OSError, EOFError) as error:
            over.set()
            watch.join()
            self.end()
            raise Ended(ended[0] if ended else "died", begun) from error
        finally:
            over.set()
            watch.join()
        if isinstance(answer, Raised):
            if isinstance(answer.error, MemoryError):
                self.end()
                raise Ended("memory") from answer.error
            raise answer.error
        return answer.value

    def _get_ready(self) -> None:
        if self._base is None:
            receive(self._answers)
            self._base = resident(self._process.pid) or 0

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for stream in (self._tasks, self._answers):
            try:
                stream.close()
            except OSError:  # what was still to be written to one that is gone
                continue

    @property
    def _tasks(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdin)

    @property
    def _answers(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdout)

    def _watch(
        self, seconds: float, stop: Callable[[], bool], over: threading.Event, ended: list[Why]
    ) -> None:
        """End the process where it must not go on, and note why."""
        until = time.monotonic() + START
        was_ready = False
        while not over.wait(LOOK):
            if not was_ready and self._base is not None:
                was_ready, until = True, time.monotonic() + seconds
            if stop():
                ended.append("stopped")
            elif time.monotonic() > until:
                ended.append("time")
            elif self._base is not None and self.grown > self._memory:
                ended.append("memory")
            if ended:
                self._process.kill()
                return


class Workers:
    """Processes that wait for tasks, at most `spare` of them; more are made where all are busy.

    Nobody is kept waiting here: how many tasks there are at a time is for others to say.
    """

    def __init__(
        self,
        modules: tuple[str, ...] = (),
        spare: int = 1,
        memory: int = MEMORY,
        idle: int = IDLE_MEMORY,
    ):
        """Take the modules that tasks need, which each process imports before its first."""
        self._modules, self._spare, self._memory, self._most = modules, spare, memory, idle
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        atexit.register(self.end)

    def do(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float,
        said: Callable[..., object] = lambda *values: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Any:
        """Call a function in a process and return what it returns, or raise what it raises.

        It is called with `report` first; what it reports is passed on to `said`. Raises `Ended`
        where the process died, took more than its memory or `seconds`, or `stop` returned True.
        """
        task = Task(function, arguments, seconds)
        for _ in range(TRIES):
            try:
                with self._worker() as worker:
                    return worker.do(task, said, stop)
            except Ended as ended:
                # One that died while it rested is nobody's fault.
                if ended.begun or ended.why != "died":
                    raise
        raise Ended("died", begun=False)

    def warm(self) -> None:
        """Have the spare processes started, if they are not: they get ready by themselves."""
        with self._lock:
            self._idle = [worker for worker in self._idle if worker.is_alive]
            while len(self._idle) + len(self._busy) < self._spare:
                self._idle.append(Worker(self._modules, self._memory))

    def end(self) -> None:
        """End all processes."""
        with self._lock:
            workers = [*self._idle, *self._busy]
            self._idle.clear()
        for worker in workers:
            worker.end()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes there are, the busy ones first."""
        with self._lock:
            return tuple(worker.pid for worker in (*self._busy, *self._idle))

    @contextmanager
    def _worker(self) -> Iterator[Worker]:
        with self._lock:
            # The one that worked last: it has what its last task left in memory.
            worker = self._idle.pop() if self._idle else None
            if worker is None or not worker.is_alive:
                worker = Worker(self._modules, self._memory)
            self._busy.add(worker)
        try:
            yield worker
        finally:
            with self._lock:
                self._busy.discard(worker)
                keep = worker.is_alive and worker.grown < self._most
                if keep and len(self._idle) < self._spare:
                    self._idle.append(worker)
                    worker = None
            if worker is not None:
                worker.end()
                self.warm()
