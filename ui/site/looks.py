"""How tokens are named, coloured and drawn, said for a page that draws its own: see `looks.js`."""

from typing import Any

from bpe.notebook import COLOURS, UNKNOWN
from ui.draw.tokens import named_characters
from ui.player.rows import LONGEST_DRAWN


def looks() -> dict[str, Any]:
    """Return what `Looks` of looks.js is given, in the language that is spoken."""
    return {
        "names": [*named_characters().items()],
        "colours": COLOURS,
        "unknown": UNKNOWN,
        "longest": LONGEST_DRAWN,
    }
