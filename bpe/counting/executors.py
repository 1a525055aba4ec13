"""Executors: who counts, processes of this machine or the workers of a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import TypeVar

from ..errors import CorpusError, library, short

AHEAD = 3
"""Calls that each process has before it, or that wait to be taken."""

PATIENCE = 10
"""Seconds within which a scheduler has to answer."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(
    executor: Executor, function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[Result]:
    """Yield what a function returns of each item, in their order, whichever is done first."""
    waiting: deque[Future[Result]] = deque()
    for item in items:
        try:
            with _interrupts_held():
                waiting.append(executor.submit(function, item))
        except OSError as error:
            # A process that begins while another's end closes the pool finds nothing to talk to.
            raise BrokenProcessPool from error
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def on_processes(processes: int) -> Iterator[Executor]:
    """Let processes count. Raises `CorpusError` where one was ended from outside."""
    # A fresh process each: a copy of this one might hold another thread's lock for ever.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise CorpusError("counter_lost") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def on_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Let the workers of a Dask cluster count; yields how many there are, too.

    The scheduler and each worker need this package, and see the files under the same names. A
    worker that dies changes nothing: what it had counted is counted again by another.

    Raises `CorpusError` for a cluster that cannot be reached or lacks this package.
    """
    distributed = library("distributed")
    try:
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            workers = len(client.nthreads())
            if not workers:
                raise CorpusError("no_workers", address=short(address))
            # Files may have changed since they were counted last.
            yield client.get_executor(pure=False), workers
    except distributed.KilledWorker as error:
        raise CorpusError("counter_lost") from error
    except (CorpusError, FileNotFoundError):
        raise
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        said = " ".join(str(error).split())[:120]
        raise CorpusError("cluster", address=short(address), error=said) from error


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl+C back while a process may begin, which then never gets it, and take it after.

    The process inherits what is blocked. Here a thread of the executor's may take the signal all
    the same, and Python would interrupt the main one.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda *_: came.append(1)) if is_main else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if is_main:
            signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
    if came:
        signal.raise_signal(signal.SIGINT)


def _begin() -> None:
    """Leave Ctrl+C to the process that asks, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        connection.wait([parent.sentinel])
        os._exit(1)
