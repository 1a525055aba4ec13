"""What a reader might send to take the app down: made when it is needed, never stored.

Each is as small as its effect allows, and comes through a door that every reader has: a box for a
file, a box for a text, or a link.
"""

import os

from tests.browser.wall.bombs.bomb import Bomb
from tests.browser.wall.bombs.links import LINKS, PASTED
from tests.browser.wall.bombs.lists import LISTS
from tests.browser.wall.bombs.tables import PAIRS, TABLES
from tests.browser.wall.bombs.texts import TEXTS
from tests.browser.wall.bombs.tokenizers import TOKENIZERS

__all__ = ["ATTACK", "BOMBS", "Bomb"]

ATTACK = os.environ.get("ATTACK", "")
"""Names, or the beginnings of names, of what is sent; "all" for all of it."""

BOMBS = (*TABLES, *TEXTS, *PASTED, *TOKENIZERS, *LISTS, *PAIRS, *LINKS)
