"""Numbers by step as lines: a component whose mark and the page's player move each other."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ui.draw import CHIPS, LINES
from ui.draw.palette import SERIES
from ui.shell.component import component
from ui.shell.text import t

DASHES = ("", "7 4", "2 3", "10 3 2 3")
"""Strokes of the series, in their order, for whoever does not tell the colours apart; and in the
legend."""

STROKES = ("solid", "dashed", "dotted", "double")

Values = Sequence[float] | np.ndarray

WIDE = 100
"""How many times as large as the least value the largest may be where a scale has no powers."""

_HERE = Path(__file__).resolve().parent
_FILES = ("lines.html", "lines_alone.js")
_mount = component("lines_by_step", CHIPS, *LINES, *(_HERE / name for name in _FILES))


def draw_lines(
    series: Mapping[str, Values],
    title: str,
    step: int,
    key: str,
    *,
    player: str,
    counted: str = "step",
    last: int | None = None,
    marked: int | None = None,
    digits: int = 0,
    zero: bool = True,
    powers: bool = False,
    stairs: bool = False,
    tall: str = "15rem",
) -> None:
    """Draw lines: what each counts -> a number for each step; one may end before the `last`.

    `step` is that of the player named `player`; `counted` is what a step is called, "step" or
    "round"; `marked` is one to set apart; `digits` are kept of the numbers, whose scale begins at
    `zero`, or else at the least; with `powers` a wide range has a log scale; with `stairs` a value
    holds until the next; `tall` is how high they are drawn, as styles say it.
    """
    every = np.concatenate([*series.values()])
    least, most = float(every.min()), float(every.max())
    log = powers and 0 < WIDE * least < most
    looks = zip(SERIES["light"], SERIES["dark"], DASHES, STROKES, strict=True)
    sent = partial(round, ndigits=digits or None)
    drawn = [
        {
            "name": name,
            "values": [sent(float(value)) for value in values],
            "colour": f"light-dark({light}, {dark})",
            "dash": dash,
            "stroke": stroke,
        }
        for (name, values), (light, dark, dash, stroke) in zip(series.items(), looks, strict=False)
    ]
    told = (_told(name, values, step, digits) for name, values in series.items())
    data = {
        "lines": drawn,
        "title": title,
        "told": " ".join([title, *told]).strip(),
        "axis": t(f"charts.{counted}"),
        "at": t(f"player.{counted}_of", step="{step}", steps="{steps}"),
        "log": t("charts.log") if log else "",
        "last": max(map(len, series.values())) - 1 if last is None else last,
        "least": sent(least) if log or not zero else 0,
        "most": sent(most),
        "digits": digits,
        "marked": marked,
        "stairs": stairs,
        "tall": tall,
        "step": step,
        "player": player,
    }
    _mount(key=key, data=data, height="content")


def _told(name: str, values: Values, step: int, digits: int) -> str:
    """Tell of a line what who does not see it asks: how it begins, where it is, how it ends."""
    first, *now, last = (
        f"{each:,.{digits}f}" for each in (values[0], *values[step : step + 1], values[-1])
    )
    return t("charts.told", name=name, first=first, now=now[0] if now else "–", last=last)
