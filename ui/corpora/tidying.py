"""Giving back what nobody needs any more: once a minute while there are readers, and a while after.

Whatever keeps things for readers says here how it forgets them. What is left in reference cycles
then goes too, such as the event loops of sessions that have ended: nothing else looks for it, since
looking after every run would hold up all readers.

The C library keeps what is freed in pieces, and a heap of its own for each of many threads: what
sessions leave behind would stay with the process.
"""

import ctypes
import gc
import linecache
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

PERIOD = 60.0
"""Seconds between two times."""

LAST = 15
"""Times after the last reader has come: by then all has been forgotten that will be."""

HEAPS = 2
"""Heaps of the C library: one thread at a time runs Python, so that hardly one has to wait."""

LARGE = 2**20
"""Bytes from which on a piece is the system's own again as soon as it is freed."""

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # of malloc.h

_forget: list[Callable[[], object]] = []


def tidies(forget: Callable[[], object]) -> Callable[[], object]:
    """Have a function called each time; return it."""
    _forget.append(forget)
    return forget


def tidy() -> None:
    """Give back now."""
    for forget in _forget:
        forget()
    give_back()


class Tidying:
    """Calls `tidy` from time to time; no thread is left once all is tidy."""

    def __init__(self, period: float = PERIOD, last: int = LAST, what: Callable[[], object] = tidy):
        self._period, self._last, self._what = period, last, what
        self._lock = threading.Lock()
        self._more = 0

    def soon(self) -> None:
        """Say that there was a reader."""
        with self._lock:
            begins, self._more = not self._more, self._last
            if begins:
                self._wait()

    def _wait(self) -> None:
        timer = threading.Timer(self._period, self._go)
        timer.name, timer.daemon = "tidying", True
        timer.start()

    def _go(self) -> None:
        try:
            self._what()
        finally:
            with self._lock:
                self._more -= 1
                if self._more:
                    self._wait()


def keep_together() -> None:
    """Have the C library keep few heaps and give back large pieces at once, where it is GNU's."""
    _tell("mallopt", _M_ARENA_MAX, HEAPS)
    _tell("mallopt", _M_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Free what is in reference cycles, and give free memory back to the system (with glibc).

    What is left is here to stay, modules above all: until the next time nobody looks through it,
    which would hold up every reader for 0.2 s.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _tell("malloc_trim", 0)


def _tell(function: str, *values: int) -> None:
    """Call a function of the C library, if it has one of that name."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            getattr(ctypes.CDLL(None), function)(*values)


# The source of whatever once stood in a traceback.
tidies(linecache.clearcache)
keep_together()
shared = Tidying()
