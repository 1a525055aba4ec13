"""What the site has components of its own for: markup that the app writes, and lines by step.

The app hands its markup to Streamlit, and its lines to a library of charts.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ui.draw import CHIPS, PALETTE
from ui.draw.charts import DASHES
from ui.draw.palette import PALETTES
from ui.player.alone import KEY
from ui.shell.text import t
from ui.site.page import Frame, Part

_HERE = Path(__file__).resolve().parent
_MARKUP = tuple(_HERE / f"markup.{kind}" for kind in ("html", "css", "js"))
FILES = (CHIPS, *(_HERE / f"lines.{kind}" for kind in ("html", "css", "js")))
STROKES = ("solid", "dashed", "dotted", "double")


def lines(
    series: Mapping[str, Sequence[float]],
    title: str,
    step: int,
    *,
    marked: int | None = None,
    stairs: bool = False,
) -> Frame:
    """Return what the component is given: name of a line -> a whole number for each step.

    `step` is where it opens, `marked` one to set apart; with `stairs` a value holds until the next.
    """
    looks = zip(PALETTES["light"].series, PALETTES["dark"].series, DASHES, STROKES, strict=True)
    drawn = [
        {
            "name": name,
            "values": [round(value) for value in values],
            "colour": f"light-dark({light}, {dark})",
            "dash": " ".join(map(str, dash)) if dash[1] else "",
            "stroke": stroke,
        }
        for (name, values), (light, dark, dash, stroke) in zip(series.items(), looks, strict=False)
    ]
    axis = t("charts.step")
    about = {"title": title, "axis": axis, "marked": marked, "stairs": stairs}
    return {"lines": drawn, "step": step, "player": KEY, **about}


def markup(frames: Sequence[str | Sequence[str] | None], *styles: Path) -> Part:
    """Return markup for each thing to pick, or for each step of the page's player."""
    return Part((PALETTE, *styles, *_MARKUP), [_given(each) for each in frames])


def _given(written: str | Sequence[str] | None) -> Frame | Sequence[Frame] | None:
    if written is None:
        return None
    if isinstance(written, str):
        return {"markup": written}
    return [{"markup": each} for each in written]
