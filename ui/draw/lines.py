"""Line charts by step: a component that is synchronized with the page's player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ui.component import component
from ui.text import t

LINES = Path(__file__).with_name("lines.css")
"""Markup and styles of line charts, in a component."""

Theme = Literal["light", "dark"]

SERIES: dict[Theme, tuple[str, str, str, str]] = {
    "light": ("#c2255c", "#0060a0", "#00704a", "#8a5a00"),
    "dark": ("#ff8fb1", "#6cb8f0", "#4fd1a5", "#e0b050"),
}
"""Colours of lines and bars, in order, the primary colour first: contrast of at least 4.5:1."""

DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""Dash patterns of the series, in order, for readers who cannot distinguish the colours; also in
the legend."""

STROKES = ("solid", "dashed", "dotted", "double")

Values = Sequence[float] | np.ndarray

WIDE = 100
"""Ratio of the largest to the smallest value above which a log scale is used."""

_HERE = Path(__file__).resolve().parent
_FILES = ("lines.html", "lines_alone.js")
_mount = component("lines_by_step", LINES, *(_HERE / name for name in _FILES))


@dataclass(frozen=True)
class LineChart:
    """Lines over the steps of a run, with their options.

    Attributes:
        key: of the component; player: the name of the player that shares its step.
        series: the name of each line, and its value at each step.
        unit: the name of a step, "step" or "round".
        last: the last step of the axis, that of the longest line unless given.
        marked: a highlighted step.
        digits: decimal places of the values.
        from_zero: the scale begins at 0, not at the smallest value.
        log: a wide range has a log scale.
        stairs: a value is constant until the next step.
        height: as in CSS.
    """

    key: str
    player: str
    series: Mapping[str, Values]
    step: int
    title: str = ""
    unit: str = "step"
    last: int | None = None
    marked: int | None = None
    digits: int = 0
    from_zero: bool = True
    log: bool = False
    stairs: bool = False
    height: str = "15rem"

    @property
    def alt_text(self) -> str:
        """The title, and the start, current and end value of each line."""
        lines = (self._line_text(name, values) for name, values in self.series.items())
        return " ".join([self.title, *lines]).strip()

    def _line_text(self, name: str, values: Values) -> str:
        now = values[self.step : self.step + 1]
        first, last, *here = (f"{each:,.{self.digits}f}" for each in (values[0], values[-1], *now))
        return t("charts.told", name=name, first=first, now=here[0] if here else "–", last=last)

    def payload(self) -> dict[str, Any]:
        """Return the component's payload."""
        least = min(map(min, self.series.values()))
        most = max(map(max, self.series.values()))
        log = self.log and 0 < WIDE * least < most
        longest = max(map(len, self.series.values())) - 1
        return {
            "lines": self._lines(),
            "title": self.title,
            "told": self.alt_text,
            "axis": t(f"charts.{self.unit}"),
            "at": t(f"player.{self.unit}_of", step="{step}", steps="{steps}"),
            "value": t("player.value", name="{name}", n="{n}"),
            "log": t("charts.log") if log else "",
            "last": longest if self.last is None else self.last,
            "least": self._rounded(least) if log or not self.from_zero else 0,
            "most": self._rounded(most),
            "digits": self.digits,
            "marked": self.marked,
            "stairs": self.stairs,
            "tall": self.height,
            "step": self.step,
            "player": self.player,
        }

    def _lines(self) -> list[dict[str, Any]]:
        looks = zip(SERIES["light"], SERIES["dark"], DASHES, STROKES, strict=True)
        return [
            {
                "name": name,
                "values": [*map(self._rounded, values)],
                "colour": f"light-dark({light}, {dark})",
                "dash": dash,
                "stroke": stroke,
            }
            for (name, values), (light, dark, dash, stroke) in zip(
                self.series.items(), looks, strict=False
            )
        ]

    def _rounded(self, value: float) -> float:
        return round(float(value), self.digits or None)


def draw_lines(chart: LineChart) -> None:
    """Draw lines by step; the mark follows the player, and dragging it moves the player."""
    _mount(key=chart.key, data=chart.payload(), height="content")
