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
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

import psutil

from bpe.input.kinds import MEGABYTE
from ui.corpora.jobs import Job, Why
from ui.corpora.worker import NotOpen, Task, TooLarge, receive, send

ROOT = Path(__file__).resolve().parents[2]

IDLE = 256 * MEGABYTE
"""Bytes by which a process may have grown and still be given another job; twice as many where it
keeps a resource open."""

START = 60.0
"""Seconds a process may take to get ready."""

TRIES = 3
"""Processes that a job is offered to, should they die before it arrives."""

LOOK = 0.04
"""Seconds between two looks at a process that works."""

SLOW = 10
"""Times its seconds that a job may take by the clock: a busy machine does other work first."""

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


class Ended(Exception):
    """A process came to its end before its job did.

    Attributes:
        why: a limit that was passed, it "died", or it was "stopped" when asked.
        begun: whether the job had arrived there.
    """

    def __init__(self, why: Why | Literal["stopped"], begun: bool = True):
        super().__init__(why)
        self.why, self.begun = why, begun


class Worker:
    """One process. It is started at once and gets ready by itself.

    Attributes:
        opened: the key of the resource that its last job had open, or None.
    """

    def __init__(self, modules: tuple[str, ...]):
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *modules],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | _ALONE,
        )
        # Not always the one that was started: on Windows a virtual environment starts another.
        self._python: psutil.Process | None = None
        self._base = 0
        self._until, self._most = 0.0, float("inf")
        self.opened: Hashable = None

    @property
    def pid(self) -> int:
        """The number the system knows the process by."""
        return self._process.pid if self._python is None else self._python.pid

    @property
    def grown(self) -> int:
        """Bytes that the process has taken since it was ready."""
        with suppress(psutil.Error):
            if self._python is not None:
                return int(self._python.memory_info().rss) - self._base
        return 0

    @property
    def worked(self) -> float:
        """Seconds of a processor that the process has taken."""
        with suppress(psutil.Error):
            if self._python is not None:
                return float(sum(self._python.cpu_times()[:2]))
        return 0.0

    @property
    def is_alive(self) -> bool:
        """Whether it can be given a job."""
        return self._process.poll() is None

    @property
    def is_small(self) -> bool:
        """Whether it holds so little that it may rest."""
        return self.grown < (IDLE if self.opened is None else 2 * IDLE)

    def do(self, job: Job[Any], said: Callable[..., object], stop: Callable[[], bool]) -> Any:
        """Return what the job's function returns, or raise what it raises.

        said: called with what it reports. stop: asked all the time; True ends the process. Raises
        `Ended`, and then the process is no more.
        """
        ended: list[Why | Literal["stopped"]] = []
        over, begun = threading.Event(), threading.Event()
        watch = threading.Thread(target=self._watch, args=(job, stop, over, ended), daemon=True)
        self._until, self._most = time.monotonic() + START, float("inf")
        watch.start()
        try:
            self._get_ready()
            kind, value = self._answer(job, job.seconds, None, said, begun)
            if isinstance(value, NotOpen) and job.resource is not None:
                # No name for what it is made from: an error that is kept holds all names here.
                seconds = job.seconds + job.resource.seconds
                kind, value = self._answer(job, seconds, job.resource.arguments(), said, begun)
        except (OSError, EOFError, TooLarge) as error:
            over.set()
            watch.join()
            self.end()
            why: Why = "size" if isinstance(error, TooLarge) else "died"
            raise Ended(ended[0] if ended else why, begun.is_set()) from error
        finally:
            over.set()
            watch.join()
        if isinstance(value, MemoryError):
            self.end()
            raise Ended("memory") from value
        if kind == "raised":
            raise value
        self.opened = None if job.resource is None else job.resource.key
        return value

    def _answer(
        self,
        job: Job[Any],
        seconds: float,
        source: tuple[Any, ...] | None,
        said: Callable[..., object],
        begun: threading.Event,
    ) -> tuple[str, Any]:
        """Give the process a job, what its resource is made from too, and wait for its end."""
        resource = job.resource and (job.resource.key, job.resource.load, source)
        self._until, self._most = time.monotonic() + SLOW * seconds, self.worked + seconds
        task = Task(job.function, job.arguments, seconds, job.memory, *(resource or ()))
        send(self._tasks, task)
        while True:
            kind, value = receive(self._answers, job.most)
            begun.set()
            if kind == "said":
                said(*value)
            elif kind != "begun":
                return kind, value

    def _get_ready(self) -> None:
        if self._python is None:
            _, pid = receive(self._answers)
            python = psutil.Process(pid)
            self._base, self._python = python.memory_info().rss, python

    def end(self) -> None:
        """End the process, whatever it does."""
        with suppress(psutil.Error):
            if self._python is not None:
                self._python.kill()
        self._process.kill()
        self._process.wait()
        for stream in (self._tasks, self._answers):
            with suppress(OSError):  # what was still to be written to one that is gone
                stream.close()

    @property
    def _tasks(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdin)

    @property
    def _answers(self) -> BinaryIO:
        return cast("BinaryIO", self._process.stdout)

    def _watch(
        self,
        job: Job[Any],
        stop: Callable[[], bool],
        over: threading.Event,
        ended: list[Why | Literal["stopped"]],
    ) -> None:
        """End the process where it must not go on, and note why."""
        while not over.wait(LOOK):
            if stop():
                ended.append("stopped")
            elif self.worked > self._most or time.monotonic() > self._until:
                ended.append("time")
            elif self.grown > job.memory:
                ended.append("memory")
            if ended:
                with suppress(psutil.Error):
                    if self._python is not None:
                        self._python.kill()
                self._process.kill()
                return


class Pool:
    """Processes that wait for jobs, at most `spare` of them; more are made where all are busy.

    Nobody is kept waiting here: how many jobs there are at a time is for others to say.
    """

    def __init__(self, modules: tuple[str, ...] = (), spare: int = 1):
        """Take the modules that jobs need, which each process imports before its first."""
        self._modules, self._spare = modules, spare
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        atexit.register(self.end)

    def do(
        self,
        job: Job[Any],
        said: Callable[..., object] = lambda *values: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Any:
        """Do a job in a process and return its result, or raise what it raises.

        What it reports is passed on to `said`. Raises `Ended` where the process died, took more
        than the job may take, or `stop` returned True.
        """
        for _ in range(TRIES):
            try:
                with self._worker(job.resource and job.resource.key) as worker:
                    return worker.do(job, said, stop)
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
                self._idle.append(Worker(self._modules))

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
    def _worker(self, opened: Hashable) -> Iterator[Worker]:
        with self._lock:
            # The one that has the resource open, else the one that worked last.
            idle = [worker for worker in reversed(self._idle) if worker.is_alive]
            worker = max(idle, key=lambda each: each.opened == opened, default=None)
            if worker is None:
                worker = Worker(self._modules)
            self._idle = [each for each in self._idle if each is not worker and each.is_alive]
            self._busy.add(worker)
        try:
            yield worker
        finally:
            with self._lock:
                self._busy.discard(worker)
                is_kept = worker.is_alive and worker.is_small and len(self._idle) < self._spare
                if is_kept:
                    self._idle.append(worker)
            if not is_kept:
                worker.end()
                self.warm()
