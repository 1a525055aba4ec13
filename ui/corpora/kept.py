"""Texts of readers' own, kept so that a reload of the page finds them: in memory, and bounded.

They stay on the server, since a browser's own storage can only be asked once the page is there,
too late for the first picture. A text is found by a key that nobody can guess, which the reader's
browser holds as a cookie: the tabs of one browser share it, and no other browser can ask for it.
The key never stands in an address. What is not asked for in a while is forgotten, and of more
than the budget the oldest; nothing is written to disk.
"""

import time
from collections.abc import Callable

from ui.corpora.limits import LARGEST
from ui.corpora.store import Store
from ui.corpora.tidying import tidies

BUDGET = 2 * LARGEST
"""Bytes of all texts together, as they are kept."""

SECONDS = 2 * 3600
"""How long a text is kept after it was last asked for."""

Texts = dict[str, tuple[object, int]]


class OwnTexts:
    """The texts of each reader, by kind."""

    def __init__(
        self,
        budget: int = BUDGET,
        seconds: float = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._budget = budget
        self.store = Store(budget, seconds, lambda readers: sum(map(_size, readers)), now)

    def keep(self, reader: str, kind: str, text: object, nbytes: int) -> None:
        """Keep a text of `nbytes` bytes in place of the reader's last of this kind."""
        texts: Texts = (self.store.get(reader) or {}) | {kind: (text, nbytes)}
        if _size(texts) <= self._budget:
            self.store.put(reader, texts)

    def of(self, reader: str) -> dict[str, object]:
        """Return the reader's texts by kind; none where the key is nobody's."""
        return {kind: text for kind, (text, _) in (self.store.get(reader) or {}).items()}


def _size(texts: Texts) -> int:
    return sum(size for _, size in texts.values())


shared = OwnTexts()
tidies(shared.store.forget_unasked)
