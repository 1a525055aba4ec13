"""Pool: processes that count parts while this one reads."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process

from ..errors import CorpusError
from ..schemes import Scheme
from .parts import count_part
from .reading import Piece

AHEAD = 2
"""Parts that wait for each process."""


def counted(
    parts: Iterator[list[Piece]], scheme: Scheme, processes: int
) -> Iterator[dict[str, int]]:
    """Yield the counts of each part, in the order of the parts, whichever is counted first.

    Raises `CorpusError` where a process was ended from outside.
    """
    try:
        yield from _counted(parts, scheme, processes)
    except BrokenProcessPool as error:
        raise CorpusError("counter_lost") from error


def _counted(
    parts: Iterator[list[Piece]], scheme: Scheme, processes: int
) -> Iterator[dict[str, int]]:
    # A fresh process each: a copy of this one might hold another thread's lock for ever.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin)
    waiting: deque[Future[dict[str, int]]] = deque()
    try:
        for part in parts:
            waiting.append(_submitted(pool, part, scheme))
            if len(waiting) > processes * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(
    pool: ProcessPoolExecutor, part: list[Piece], scheme: Scheme
) -> Future[dict[str, int]]:
    try:
        with _interrupts_held():
            return pool.submit(count_part, part, scheme)
    except OSError as error:
        # A process that begins while another's end closes the pool finds nothing to talk to.
        raise BrokenProcessPool from error


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl+C back while a process may begin, which then never gets it, and take it after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave Ctrl+C to the process that reads, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        connection.wait([parent.sentinel])
        os._exit(1)
