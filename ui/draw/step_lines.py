"""Draw numbers by step as lines, one a series, with the current step marked and steps to click."""

from collections.abc import Mapping

import altair as alt
import pandas as pd

from ui.draw.charts import AXIS, steps, thin, written
from ui.draw.palette import Palette, palette
from ui.shell.text import t

DASHES = ([1, 0], [7, 4], [2, 3], [10, 3, 2, 3])
"""Strokes of the series, in their order, for whoever does not tell the colours apart."""

PICK = "pick"
"""The name of the selection that a click on a point makes."""


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
    pick: bool = False,
    stairs: bool = False,
    marked: tuple[str, int, str] | None = None,
) -> alt.LayerChart | alt.FacetChart:
    """Draw `frame` (columns step, value, series) by step.

    `series` names the lines, in order; `y` is the title of the axis, `x` of the one below where
    "step" is something else; `number` is the format of values, `ticks` that of the axis; `last` the
    end of the axis; `marked` a series, a step and a label to put at that point. With `pick` a click
    selects the step of the nearest point, under the name `PICK`; with `stairs` a value holds until
    the next one.
    """
    x, colours = x or t("charts.step"), palette()
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
    colour = alt.Color(
        "line:N",
        sort=lines,
        scale=alt.Scale(domain=lines, range=colours.series[: len(lines)]),
        legend=legend if many else None,
    )
    dash = alt.StrokeDash(
        "line:N",
        sort=lines,
        scale=alt.Scale(domain=lines, range=DASHES[: len(lines)]),
        legend=legend if many else None,
    )
    tooltip = [
        *([alt.Tooltip("line:N", title=" ")] if many else []),
        alt.Tooltip("step:Q", title=x, format=",d"),
        alt.Tooltip("value:Q", title=y, format=number),
    ]
    chart = alt.Chart(drawn)
    here = alt.Chart(drawn[drawn["step"] == step])
    rule = alt.Chart(pd.DataFrame({"step": [step]})).mark_rule(
        color=colours.quiet, strokeWidth=2, strokeDash=[3, 3]
    )
    layers: list[alt.Chart] = [
        rule.encode(across),
        chart.mark_line(
            strokeWidth=2.5, clip=True, interpolate="step-after" if stairs else "linear"
        ).encode(across, up, colour, dash),
        here.mark_point(filled=True, size=90, opacity=1).encode(across, up, colour),
    ]
    late = step > 0.8 * end
    now = drawn[drawn["step"] == step].sort_values("value")
    values = [float("-inf"), *now["value"], float("inf")]
    for place, (_, row) in enumerate(now.iterrows(), 1):
        # A number stands below its line where its neighbour above is nearer than the one below it,
        # so that two never lie on each other: the lowest below, the highest above.
        below = many and values[place + 1] - values[place] <= values[place] - values[place - 1]
        at = alt.Chart(now.loc[[row.name]]).encode(across, up)
        text, dx, dy = alt.Text("value:Q", format=number), -9 if late else 9, 16 if below else -13
        layers += written(at, text, dx=dx, dy=dy, fontSize=16)
    if marked is not None:
        layers += _marked(frame, marked, across, up, colours, end)
    if pick:
        near = alt.selection_point(
            name=PICK, fields=["step"], nearest=True, on="click", clear=False, empty=False
        )
        dots = chart.mark_point(size=60, opacity=0, filled=True)
        layers.append(dots.encode(across, up, tooltip=tooltip).add_params(near))
    else:
        layers.append(chart.mark_point(size=60, opacity=0).encode(across, up, tooltip=tooltip))
    headed = {"title": alt.Title(title, offset=10)} if title else {}
    return alt.layer(*layers).properties(height=height, **headed)


def _marked(
    frame: pd.DataFrame,
    marked: tuple[str, int, str],
    across: alt.X,
    up: alt.Y,
    colours: Palette,
    end: int,
) -> list[alt.Chart]:
    """Ring the point of a series at a step and say what it is, below the line."""
    name, step, label = marked
    point = frame[(frame["series"] == name) & (frame["step"] == step)].assign(label=label)
    at = alt.Chart(point).encode(across, up)
    ring = at.mark_point(
        shape="diamond", size=220, strokeWidth=3, color=colours.ink, filled=False, opacity=1
    )
    dx = -12 if step > 0.6 * end else 12
    return [ring, *written(at, "label:N", dx=dx, dy=20, fontSize=16)]
