"""A board of gaps: the reader splits a text first, then sees the tokens of a model."""

from collections.abc import Sequence
from pathlib import Path

from bpe.encoding.alignment import Segment
from bpe.player.gaps import gaps_of
from bpe.player.page import GAPS
from bpe.player.payload import as_json
from bpe.player.plurals import Forms, forms_of
from bpe.player.tokens import PALETTE
from ui.catalogue import LANGUAGES, catalogue
from ui.component import component
from ui.text import language

MAX_CHARS = 300
"""Maximal length of a text on the board, in characters."""

SAID = ("board", "found", "all", "wrong", "many", "is_cut", "is_whole", "check", "again", "keys")

_HERE = Path(__file__).parent
_mount = component("gaps", PALETTE, GAPS, _HERE / "gaps.css", _HERE / "gaps.js")


def says() -> dict[str, Forms]:
    """Return the board's texts in the reader's language."""
    lang = language()
    said = {name: forms_of(catalogue(lang)[f"gaps.{name}"]) for name in SAID}
    return {**said, "between": LANGUAGES[lang].between}


def draw_gaps(key: str, found: Sequence[Segment], ask: str) -> None:
    """Draw the board of a text and its question; the browser marks right and wrong gaps."""
    shown, size = list[Segment](), 0
    for segment in found:
        size += len(segment.text)
        if size > MAX_CHARS and shown:
            break
        shown.append(segment)
    _mount(
        key=key, data={"gaps": as_json(gaps_of(shown, {**says(), "ask": ask}))}, height="content"
    )
