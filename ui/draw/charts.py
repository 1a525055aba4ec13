"""Draw the run over time with Altair; colours and fonts come from the app's theme."""

from typing import Any

import altair as alt
import pandas as pd

from ui.draw.palette import palette
from ui.shell.text import t

POINTS = 800
"""Steps drawn at most; a longer run is drawn at evenly spaced ones, the current step included."""

DOTS = 60
"""A run of at most so many steps gets a dot at each."""

AXIS = 56
"""Pixels kept for the labels on the left, so that charts below each other line up."""


def over_time(
    frame: pd.DataFrame, column: str, step: int, *, title: str, y: str, x: str | None = None
) -> alt.LayerChart | alt.FacetChart:
    """Draw `column` of a `ui.draw.tables.over_time` frame by step, with the current step marked.

    `x` and `y` are axis titles, with units. Values are on a log scale where `is_wide` says so, and
    then the axis says so too.
    """
    drawn = thin(frame.dropna(subset=[column]), step)[["step", column]]
    drawn = drawn.astype({column: "int64"})
    logarithmic, accent = is_wide(frame[column]), palette().accent
    x, y = x or t("charts.step"), y + (t("charts.log") if logarithmic else "")
    scale = alt.Scale(type="log") if logarithmic else alt.Scale(zero=True, nice=True)
    across = steps(x, int(frame["step"].max()))
    # A log axis would draw a line at every digit; powers of ten are enough.
    powers = (
        [10**power for power in range(len(str(drawn[column].max())) + 1)]
        if logarithmic
        else alt.Undefined
    )
    up = alt.Y(
        f"{column}:Q",
        title=y,
        scale=scale,
        axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5, minExtent=AXIS, values=powers),
    )
    tooltip = [
        alt.Tooltip("step:Q", title=x, format=",d"),
        alt.Tooltip(f"{column}:Q", title=y, format=",d"),
    ]
    chart = alt.Chart(drawn)
    line = chart.mark_line(point=len(drawn) <= DOTS, strokeWidth=2.5, interpolate="step-after")
    line = line.encode(across, up, tooltip=tooltip)
    now = alt.Chart(pd.DataFrame({"step": [step]}))
    rule = now.mark_rule(color=accent, strokeWidth=2).encode(across)
    here = alt.Chart(drawn[drawn["step"] == step])
    dot = here.mark_point(color=accent, fill=accent, size=110, opacity=1)
    dot = dot.encode(across, up, tooltip=tooltip)
    # The number stands where the line is not: left of the mark near the right edge and on a rise.
    rising = drawn[column].iloc[-1] > drawn[column].iloc[0] and step > 0.1 * frame["step"].max()
    late = rising or step > 0.9 * frame["step"].max()
    label = here.mark_text(
        color=accent,
        align="right" if late else "left",
        dx=-9 if late else 9,
        dy=-11,
        fontSize=16,
        fontWeight="bold",
    ).encode(across, up, text=alt.Text(f"{column}:Q", format=",d"))
    return alt.LayerChart(layer=[line, rule, dot, label]).properties(
        title=alt.Title(title, offset=14), height=250
    )


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


def thin(frame: pd.DataFrame, step: int) -> pd.DataFrame:
    """Keep at most about `POINTS` rows: the first, the last, the current step, the rest evenly."""
    stride = -(-len(frame) // POINTS) or 1
    kept = (frame["step"] % stride == 0) | (frame["step"] == step)
    kept |= frame["step"] == frame["step"].max()
    return frame[kept]
