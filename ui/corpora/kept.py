"""Texts of readers' own, kept so that a reload of the page finds them: in memory, and bounded.

They stay on the server, since a browser's own storage can only be asked once the page is there,
too late for the first picture. A text is found by a key that nobody can guess, which the reader's
browser holds as a cookie: the tabs of one browser share it, and no other browser can ask for it.
The key never stands in an address. What is not asked for in a while is forgotten, and of more
than the budget the oldest; nothing is written to disk.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from ui.corpora.limits import LARGEST
from ui.corpora.tidying import tidies

BUDGET = 2 * LARGEST
"""Bytes of all texts together, as they are kept."""

SECONDS = 2 * 3600
"""How long a text is kept after it was last asked for."""


@dataclass
class _Reader:
    last: float
    texts: dict[str, tuple[object, int]] = field(default_factory=dict)


class Kept:
    """The texts of each reader, by kind."""

    def __init__(
        self,
        budget: int = BUDGET,
        seconds: float = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._budget, self._seconds, self._now = budget, seconds, now
        self._readers: OrderedDict[str, _Reader] = OrderedDict()
        self._lock = Lock()

    def keep(self, reader: str, kind: str, text: object, nbytes: int) -> None:
        """Keep a text of `nbytes` bytes in place of the reader's last of this kind."""
        with self._lock:
            self._forget_old()
            mine = self._readers.setdefault(reader, _Reader(self._now()))
            mine.last = self._now()
            mine.texts[kind] = (text, nbytes)
            self._readers.move_to_end(reader)
            while self._nbytes() > self._budget:
                self._readers.popitem(last=False)

    def of(self, reader: str) -> dict[str, object]:
        """Return the reader's texts by kind; none where the key is nobody's."""
        with self._lock:
            self._forget_old()
            mine = self._readers.get(reader)
            if mine is None:
                return {}
            mine.last = self._now()
            self._readers.move_to_end(reader)
            return {kind: text for kind, (text, _) in mine.texts.items()}

    def forget_old(self) -> None:
        """Forget the texts that nobody has asked for in a while."""
        with self._lock:
            self._forget_old()

    def _nbytes(self) -> int:
        return sum(size for each in self._readers.values() for _, size in each.texts.values())

    def _forget_old(self) -> None:
        before = self._now() - self._seconds
        for reader in [key for key, each in self._readers.items() if each.last < before]:
            del self._readers[reader]


shared = Kept()
tidies(shared.forget_old)
