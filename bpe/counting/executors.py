"""Executors: processes of this machine, or the workers of a Dask cluster."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ..errors import CorpusError, library, short

AHEAD = 3
"""Files that each worker has before it, or that wait to be taken."""

PATIENCE = 10
"""Seconds within which a scheduler has to answer."""


def in_order(
    executor: Executor, workers: int, count: Callable[[Path], Any], paths: Iterable[Path]
) -> Iterator[Any]:
    """Yield the result of counting each file, in the order of the files."""
    waiting: deque[Future[Any]] = deque()
    for path in paths:
        try:
            waiting.append(executor.submit(count, path))
        except OSError as error:
            # A process that begins while another's end closes the pool finds nothing to talk to.
            raise BrokenProcessPool from error
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def on_processes(processes: int) -> Iterator[tuple[Executor, int]]:
    """Yield a pool of processes; all end at once when counting is cancelled.

    Raises `CorpusError` where one was ended from outside.
    """
    kept, ours = Pipe(duplex=False)
    # A fresh process each: a copy of this one might hold another thread's lock for ever.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (kept,))
    try:
        yield pool, processes
    except BrokenProcessPool as error:
        raise CorpusError("counter_lost") from error
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of a Dask cluster; another worker counts the file of one that dies.

    The scheduler and each worker need this package, and see the files under the same names.
    Raises `CorpusError` for a cluster that cannot be reached, has no worker or lacks this package.
    """
    distributed = library("distributed")
    try:
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            workers = len(client.nthreads())
            if not workers:
                raise RuntimeError("it has no worker")
            # Files may have changed since they were counted last.
            yield client.get_executor(pure=False), workers
    except distributed.KilledWorker as error:
        raise CorpusError("counter_lost") from error
    except (CorpusError, FileNotFoundError):
        raise
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        said = " ".join(str(error).split())[:120]
        raise CorpusError("cluster", address=short(address), error=said) from error


def _begin(kept: Connection) -> None:
    """Ignore Ctrl+C, and end when the parent process ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_closed, args=(kept,), daemon=True).start()


def _end_when_closed(kept: Connection) -> None:
    with suppress(EOFError, OSError):
        kept.recv()
    os._exit(1)
