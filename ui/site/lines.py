"""Numbers by step as lines, which the app has a library of charts draw."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ui.draw import CHIPS
from ui.draw.charts import DASHES
from ui.draw.palette import PALETTES
from ui.player.alone import KEY
from ui.shell.text import t
from ui.site.page import Frame

_HERE = Path(__file__).resolve().parent
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
