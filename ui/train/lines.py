"""Numbers by step as lines: a component whose mark and the page's player move each other."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ui.draw import CHIPS
from ui.draw.charts import DASHES
from ui.draw.palette import PALETTES
from ui.shell.component import component
from ui.shell.text import t
from ui.train import PAGE

STROKES = ("solid", "dashed", "dotted", "double")

_HERE = Path(__file__).resolve().parent
_mount = component(
    "lines_by_step", CHIPS, *(_HERE / f"lines.{kind}" for kind in ("html", "css", "js"))
)


def draw_lines(
    series: Mapping[str, Sequence[float]],
    title: str,
    step: int,
    key: str,
    *,
    marked: int | None = None,
    stairs: bool = False,
    tall: str = "clamp(12.5rem, 100svh - 35.5rem, 24rem)",
) -> None:
    """Draw lines: name of each -> a number for each step, drawn as a whole one.

    `step` is the player's, `marked` one to set apart; with `stairs` a value holds until the next;
    `tall` is how high they are drawn, as styles say it.
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
    about = {
        "title": title,
        "axis": t("charts.step"),
        "marked": marked,
        "stairs": stairs,
        "tall": tall,
    }
    data = {"lines": drawn, "step": step, "player": PAGE.name, **about}
    _mount(key=key, data=data, height="content")
