"""What is drawn of a record is the same for all who look at it: made once, kept within a budget."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar
from weakref import ref

from ui.corpora.tidying import tidies
from ui.shell.text import language

BUDGET = 64 * 2**20
"""Bytes of markup that are kept for all sessions together."""

Drawn = TypeVar("Drawn", bound=tuple[Any, ...])


class Shared:
    """The markup looked at last, by record, language and name; it keeps no record alive."""

    def __init__(self, budget: int = BUDGET):
        self._budget = budget
        self._lock = Lock()
        self._kept: OrderedDict[tuple[ref[object], str, Hashable], tuple[Any, ...]] = OrderedDict()
        self.nbytes = 0

    def __call__(self, record: object, name: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """Return what `draw` returns, a tuple of texts and numbers, from now on without asking it.

        `name` says all that it depends on besides the record and the reader's language.
        """
        key = (ref(record), language(), name)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]  # type: ignore[return-value]
        drawn = draw()
        with self._lock:
            self._forget(key)
            self._kept[key] = drawn
            self.nbytes += _size(drawn)
            while self.nbytes > self._budget:
                self._forget(next(iter(self._kept)))
        return drawn

    def forget_gone(self) -> None:
        """Forget what was drawn of records that are no more."""
        with self._lock:
            for key in [key for key in self._kept if key[0]() is None]:
                self._forget(key)

    def _forget(self, key: tuple[ref[object], str, Hashable]) -> None:
        if key in self._kept:
            self.nbytes -= _size(self._kept.pop(key))


shared = Shared()
tidies(shared.forget_gone)


def _size(drawn: tuple[Any, ...]) -> int:
    """Return about how many bytes it takes: markup is nearly all ASCII, but for some languages."""
    texts = (each for each in drawn if isinstance(each, str))
    return 200 + sum(len(text) if text.isascii() else 4 * len(text) for text in texts)
