"""What is kept for readers, within a budget of bytes and for as long as somebody asks for it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import Any

from bpe import Training
from ui.corpora.remembered import forget


def bytes_of(values: Collection[Any]) -> int:
    """Add up `nbytes`; a corpus that several trainings have counts once."""
    corpora = [value.corpus for value in values if isinstance(value, Training)]
    once = {id(corpus): corpus.nbytes for corpus in corpora}
    twice = sum(corpus.nbytes for corpus in corpora) - sum(once.values())
    return sum(value.nbytes for value in values) - twice


@dataclass
class _Entry:
    value: Any
    asked: float


class Store:
    """Values by key: of more than the budget, those last asked for longest ago go first."""

    def __init__(
        self,
        budget: float,
        seconds: float,
        weigh: Callable[[Collection[Any]], float] = bytes_of,
        now: Callable[[], float] = time.monotonic,
    ):
        """Take what all values may weigh together, and for how long each is kept when unasked."""
        self._budget, self._seconds, self._weigh, self._now = budget, seconds, weigh, now
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = threading.RLock()

    def get(self, key: Hashable) -> Any:
        """Return what is kept under the key, or None."""
        with self._lock:
            self.forget_unasked()
            entry = self._entries.get(key)
            if entry is None:
                return None
            entry.asked = self._now()
            self._entries.move_to_end(key)
            return entry.value

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value; the newest one stays even where it alone is beyond the budget."""
        with self._lock:
            self._entries[key] = _Entry(value, self._now())
            self._entries.move_to_end(key)
            while len(self._entries) > 1 and self.nbytes > self._budget:
                _, entry = self._entries.popitem(last=False)
                forget(entry.value)

    def drop(self, key: Hashable) -> None:
        """Keep it no longer, if it is kept."""
        with self._lock:
            self._entries.pop(key, None)

    def values(self) -> list[Any]:
        """Return all that is kept, what was asked for longest ago first."""
        with self._lock:
            return [entry.value for entry in self._entries.values()]

    def forget_unasked(self) -> None:
        """Give back what nobody has asked for in a while."""
        with self._lock:
            before = self._now() - self._seconds
            for key in [key for key, entry in self._entries.items() if entry.asked < before]:
                forget(self._entries.pop(key).value)

    @property
    def nbytes(self) -> float:
        """What all that is kept weighs."""
        return self._weigh(self.values())

    def __len__(self) -> int:
        """How many values are kept."""
        return len(self._entries)
