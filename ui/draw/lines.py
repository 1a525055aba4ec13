"""Numbers by step as lines: a component whose mark and the page's player move each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ui.shell.component import component
from ui.shell.text import t

LINES = Path(__file__).with_name("lines.css")
"""How numbers by step look as lines, in a component."""

Theme = Literal["light", "dark"]

SERIES: dict[Theme, tuple[str, str, str, str]] = {
    "light": ("#c2255c", "#0060a0", "#00704a", "#8a5a00"),
    "dark": ("#ff8fb1", "#6cb8f0", "#4fd1a5", "#e0b050"),
}
"""Colours of lines and bars, in order, the primary colour first: 4.5:1 or more on the paper."""

DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""Strokes of the series, in their order, for whoever does not tell the colours apart; and in the
legend."""

STROKES = ("solid", "dashed", "dotted", "double")

Values = Sequence[float] | np.ndarray

WIDE = 100
"""How many times the least value the largest may be before a log scale is used."""

_HERE = Path(__file__).resolve().parent
_FILES = ("lines.html", "lines_alone.js")
_mount = component("lines_by_step", LINES, *(_HERE / name for name in _FILES))


@dataclass(frozen=True)
class LineChart:
    """Lines over the steps of a run, and how they are drawn.

    Attributes:
        key: of the component; player: the name of the player that shares its step.
        series: the name of each line, and its value at each step.
        unit: what a step is called, "step" or "round".
        last: the last step of the axis, that of the longest line unless given.
        marked: a step that is set apart.
        digits: decimal places of the values.
        from_zero: the scale begins at 0, not at the least value.
        log: a wide range has a log scale.
        stairs: a value holds until the next step.
        height: as CSS says it.
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
        """The title, and of each line its start, current and end value."""
        lines = (self._line_text(name, values) for name, values in self.series.items())
        return " ".join([self.title, *lines]).strip()

    def _line_text(self, name: str, values: Values) -> str:
        now = values[self.step : self.step + 1]
        first, last, *here = (f"{each:,.{self.digits}f}" for each in (values[0], values[-1], *now))
        return t("charts.told", name=name, first=first, now=here[0] if here else "–", last=last)

    def payload(self) -> dict[str, Any]:
        """Return what the component draws."""
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
    """Draw lines by step; their mark follows the player, and a drag leads it."""
    _mount(key=chart.key, data=chart.payload(), height="content")
