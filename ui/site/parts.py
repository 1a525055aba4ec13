"""Markup that the app writes and hands to Streamlit: on the site it has a component of its own."""

from collections.abc import Sequence
from pathlib import Path

from ui.draw.tokens import PALETTE
from ui.site.page import Frame, Part

_HERE = Path(__file__).resolve().parent
_MARKUP = tuple(_HERE / f"markup.{kind}" for kind in ("html", "css", "js"))


def markup(frames: Sequence[str | Sequence[str] | None], *styles: Path) -> Part:
    """Return markup for each thing to pick, or for each step of the page's player."""
    return Part((PALETTE, *styles, *_MARKUP), [_given(each) for each in frames])


def _given(written: str | Sequence[str] | None) -> Frame | Sequence[Frame] | None:
    if written is None:
        return None
    if isinstance(written, str):
        return {"markup": written}
    return [{"markup": each} for each in written]
