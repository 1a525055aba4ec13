"""Giving back what nobody needs any more: once a minute while there are readers, and a while after.

Whatever keeps things for readers says here how it forgets them. What is left in circles then goes
too, such as the event loops of sessions that have ended: nothing else looks for it, since looking
after every run would hold up all readers.
"""

import linecache
import threading
from collections.abc import Callable

from ui.corpora.resident import give_back, keep_together

PERIOD = 60.0
"""Seconds between two times."""

LAST = 15
"""Times after the last reader has come: by then all has been forgotten that will be."""

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


# The source of whatever once stood in a traceback.
tidies(linecache.clearcache)
keep_together()
shared = Tidying()
