"""The picture of a lattice: a browser component that draws what `ui.unigram.drawing` laid out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ui.draw import CHIPS, PALETTE
from ui.shell import session
from ui.shell.component import component

_HERE = Path(__file__).resolve().parent

FILES = (PALETTE, CHIPS, *(_HERE / name for name in ("lattice.html", "lattice.css", "lattice.js")))
"""What it is made of in a browser."""

_mount = component("unigram_lattice", *FILES)


def lattice(drawing: dict[str, Any], key: str, asks: Callable[[str], None] | None = None) -> None:
    """Draw a lattice; `asks` takes the piece that was clicked, which is a string from outside."""
    _mount(
        key=key,
        data=drawing | {"asks": asks is not None},
        on_piece_change=lambda: _hear(key, asks),
        height="content",
    )


def _hear(key: str, asks: Callable[[str], None] | None) -> None:
    piece = (session.value(key) or {}).get("piece")
    if asks is not None and isinstance(piece, str):
        asks(piece)
