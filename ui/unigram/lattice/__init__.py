"""The picture of a lattice: a browser component that draws what `ui.unigram.drawing` laid out."""

from pathlib import Path
from typing import Any

from ui.draw import PALETTE
from ui.shell.component import component

_HERE = Path(__file__).resolve().parent

FILES = (PALETTE, *(_HERE / name for name in ("lattice.html", "lattice.css", "lattice.js")))
"""What it is made of in a browser."""

_mount = component("unigram_lattice", *FILES)


def lattice(drawing: dict[str, Any], key: str) -> None:
    """Draw a lattice."""
    _mount(key=key, data=drawing, height="content")
