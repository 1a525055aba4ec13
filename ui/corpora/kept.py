"""Texts of readers' own, kept so that a reload of the page finds them: in memory, and bounded.

They stay on the server, since a browser's own storage can only be asked once the page is there,
too late for the first picture. A text is found by a key that nobody can guess, which the reader's
browser holds as a cookie: the tabs of one browser share it, and no other browser can ask for it.
The key never stands in an address; nothing is written to disk.
"""

import pickle
import zlib

from ui.corpora.cache import Cache
from ui.corpora.cache import shared as shared_cache


def keep(reader: str, kind: str, text: object, cache: Cache = shared_cache) -> None:
    """Keep a text, packed, in place of the reader's last of this kind."""
    kept = cache.get(("own", reader), {})
    cache.put(("own", reader), kept | {kind: zlib.compress(pickle.dumps(text), 1)})


def texts_of(reader: str, cache: Cache = shared_cache) -> dict[str, object]:
    """Return the reader's texts by kind; none where the key is nobody's."""
    kept = cache.get(("own", reader), {}).items()
    return {kind: pickle.loads(zlib.decompress(text)) for kind, text in kept}
