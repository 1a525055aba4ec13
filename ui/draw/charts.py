"""Draw numbers by step as lines, one a series, with the current step marked.

Colours and fonts come from the app's theme.
"""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from ui.draw.palette import palette
from ui.shell.text import t

POINTS = 800
"""Steps drawn at most; a longer run is drawn at evenly spaced ones, the current step included."""

DOTS = 60
"""A line alone of at most so many steps gets a dot at each."""

AXIS = 56
"""Pixels kept for the labels on the left, so that charts below each other line up."""

DASHES = ([1, 0], [7, 4], [2, 3], [10, 3, 2, 3])
"""Strokes of the series, in their order, for whoever does not tell the colours apart."""


def step_lines(
    frame: pd.DataFrame,
    step: int,
    *,
    series: Mapping[str, str],
    y: str,
    x: str = "",
    title: str = "",
    number: str = ",d",
    ticks: str | None = None,
    last: int | None = None,
    height: int = 250,
    log: bool = False,
    zero: bool = True,
    stairs: bool = False,
) -> alt.LayerChart | alt.FacetChart:
    """Draw `frame` (columns step, value, series) by step.

    `series` names the lines, in order; `y` is the title of the axis, which says so where it is a
    `log` one, `x` of the one below where "step" is something else; `number` is the format of
    values, `ticks` that of the axis; `last` the end of the axis. With `stairs` a value holds until
    the next one.
    """
    x, y, theme = x or t("charts.step"), y + (t("charts.log") if log else ""), palette()
    drawn = pd.concat(
        [thin(part, step) for _, part in frame.groupby("series", sort=False)], ignore_index=True
    )
    drawn["line"] = drawn["series"].map(series)
    lines = list(series.values())
    end = max(int(frame["step"].max()) if last is None else last, 1)
    across = steps(x, end)
    scale = alt.Scale(type="log") if log else alt.Scale(zero=zero, nice=True)
    up = alt.Y(
        "value:Q",
        title=y,
        scale=scale,
        axis=alt.Axis(
            format=ticks or number,
            tickCount=5,
            tickMinStep=1 if number.endswith("d") else alt.Undefined,
            minExtent=AXIS,
            values=_powers(frame["value"]) if log and is_wide(frame["value"]) else alt.Undefined,
        ),
    )
    many = len(lines) > 1
    legend = alt.Legend(
        orient="top",
        title=None,
        symbolType="stroke",
        symbolStrokeWidth=3,
        symbolSize=500,
        labelLimit=320,
    )
    colour, dash = (
        channel(
            "line:N",
            sort=lines,
            scale=alt.Scale(domain=lines, range=looks[: len(lines)]),
            legend=legend if many else None,
        )
        for channel, looks in ((alt.Color, list(theme.series)), (alt.StrokeDash, DASHES))
    )
    tooltip = [
        *([alt.Tooltip("line:N", title=" ")] if many else []),
        alt.Tooltip("step:Q", title=x, format=",d"),
        alt.Tooltip("value:Q", title=y, format=number),
    ]
    chart = alt.Chart(drawn)
    here = alt.Chart(drawn[drawn["step"] == step])
    rule = alt.Chart(pd.DataFrame({"step": [step]})).mark_rule(
        color=theme.quiet, strokeWidth=2, strokeDash=[3, 3]
    )
    layers: list[alt.Chart] = [
        rule.encode(across),
        chart.mark_line(
            strokeWidth=2.5,
            clip=True,
            interpolate="step-after" if stairs else "linear",
            point=stairs and not many and len(drawn) <= DOTS,
        ).encode(across, up, colour, dash),
        here.mark_point(filled=True, size=90, opacity=1).encode(across, up, colour),
    ]
    # The number stands where the line is not: left of the mark near the end, and on a rise.
    rises = not many and drawn["value"].iloc[-1] > drawn["value"].iloc[0]
    late = step > (0.1 if rises else 0.8) * end
    now = drawn[drawn["step"] == step].sort_values("value")
    values = [float("-inf"), *now["value"], float("inf")]
    for place, (_, row) in enumerate(now.iterrows(), 1):
        # A number stands below its line where its neighbour above is nearer than the one below it,
        # so that two never lie on each other: the lowest below, the highest above.
        below = many and values[place + 1] - values[place] <= values[place] - values[place - 1]
        at = alt.Chart(now.loc[[row.name]]).encode(across, up)
        text, dx, dy = alt.Text("value:Q", format=number), -9 if late else 9, 16 if below else -13
        layers += written(at, text, dx=dx, dy=dy, fontSize=16)
    layers.append(chart.mark_point(size=60, opacity=0).encode(across, up, tooltip=tooltip))
    headed = {"title": alt.Title(title, offset=10)} if title else {}
    return alt.layer(*layers).properties(height=height, **headed)


def steps(title: str, last: int) -> alt.X:
    """Return the axis of steps, from 0 to the last."""
    return alt.X(
        "step:Q",
        title=title,
        axis=alt.Axis(format=",d", tickMinStep=1, grid=False),
        scale=alt.Scale(domain=[0, max(last, 1)], nice=False),
    )


def written(at: alt.Chart, text: str | alt.Text, **look: Any) -> list[alt.Chart]:
    """Write beside a point, on a rim of paper that keeps lines off the letters.

    `look` has how far off in pixels, as dx and dy, and what else differs: fontSize, color.
    """
    colours = palette()
    look = {"color": colours.ink, "fontWeight": "bold", **look}
    look["align"] = "right" if look["dx"] < 0 else "left"
    rim = at.mark_text(**look, stroke=colours.paper, strokeWidth=5, strokeJoin="round")
    return [each.encode(text=text) for each in (rim, at.mark_text(**look))]


def is_wide(values: pd.Series) -> bool:
    """Tell whether values span more than two orders of magnitude, and so need a log scale."""
    lowest, highest = values.min(), values.max()
    return bool(lowest > 0 and highest > 100 * lowest)


def _powers(values: pd.Series) -> list[int]:
    """Return the powers of ten up to the largest: a log axis would draw a line at every digit."""
    return [10**power for power in range(len(str(int(values.max()))) + 1)]


def thin(frame: pd.DataFrame, step: int) -> pd.DataFrame:
    """Keep at most about `POINTS` rows: the first, the last, the current step, the rest evenly."""
    stride = -(-len(frame) // POINTS) or 1
    kept = (frame["step"] % stride == 0) | (frame["step"] == step)
    kept |= frame["step"] == frame["step"].max()
    return frame[kept]
