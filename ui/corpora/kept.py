"""Texts of readers' own, kept so that a reload of the page finds them: in memory, and bounded.

They stay on the server, since a browser's own storage can only be asked once the page is there,
too late for the first picture. A text is found by a key that nobody can guess, which the reader's
browser holds as a cookie: the tabs of one browser share it, and no other browser can ask for it.
The key never stands in an address. What is not asked for in a while is forgotten, and of more
than the budget the oldest; nothing is written to disk.
"""

import pickle
import zlib

from ui.corpora.limits import LARGEST
from ui.corpora.store import Store
from ui.corpora.tidying import tidies

BUDGET = 2 * LARGEST
"""Bytes of all texts together, as they are kept: packed."""

SECONDS = 2 * 3600
"""How long a text is kept after it was last asked for."""


class OwnTexts:
    """The texts of each reader, by kind."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self.store = Store(budget, SECONDS, lambda readers: sum(map(_size, readers)))

    def keep(self, reader: str, kind: str, text: object) -> None:
        """Keep a text in place of the reader's last of this kind."""
        texts = (self.store.get(reader) or {}) | {kind: zlib.compress(pickle.dumps(text), 1)}
        if _size(texts) <= self._budget:
            self.store.put(reader, texts)

    def of(self, reader: str) -> dict[str, object]:
        """Return the reader's texts by kind; none where the key is nobody's."""
        texts = (self.store.get(reader) or {}).items()
        return {kind: pickle.loads(zlib.decompress(text)) for kind, text in texts}


def _size(texts: dict[str, bytes]) -> int:
    return sum(map(len, texts.values()))


shared = OwnTexts()
tidies(shared.store.forget_unasked)
