"""Draw vocabulary size against tokens with Altair, the rate of unknown words as colour."""

from collections.abc import Mapping

import altair as alt
import pandas as pd

from ui.draw.palette import RISING, palette
from ui.shell.text import t

SHAPES = ("circle", "diamond", "triangle-up")


def levels(frame: pd.DataFrame, names: Mapping[str, str]) -> alt.LayerChart | alt.FacetChart:
    """Draw a `ui.levels.tables.points` frame: a curve for subwords, a shape a level.

    `names`: level -> its name.
    """
    columns, ink = ("vocabulary", "tokens", "unknown", "step", "level"), palette().ink
    titles = {name: t(f"levels.axis_{name}") for name in columns}
    frame = frame.assign(name=[names[level] for level in frame["level"]])
    across = alt.X(
        "vocabulary:Q",
        title=titles["vocabulary"],
        scale=alt.Scale(type="log", nice=False, padding=24),
        axis=alt.Axis(format=",d", tickCount=6, grid=False),
    )
    up = alt.Y(
        "tokens:Q",
        title=titles["tokens"],
        scale=alt.Scale(zero=True, nice=True),
        axis=alt.Axis(format="~s", tickCount=5),
    )
    most = max(float(frame["unknown"].max()), 0.01)
    colour = alt.Color(
        "unknown:Q",
        title=titles["unknown"],
        scale=alt.Scale(domain=[0, most], range=[*RISING]),
        legend=alt.Legend(format=".0%", orient="bottom", gradientLength=180, titleLimit=300),
    )
    tooltip = [
        alt.Tooltip("name:N", title=titles["level"]),
        alt.Tooltip("step:Q", title=titles["step"], format=",d"),
        alt.Tooltip("vocabulary:Q", title=titles["vocabulary"], format=",d"),
        alt.Tooltip("tokens:Q", title=titles["tokens"], format=",d"),
        alt.Tooltip("unknown:Q", title=titles["unknown"], format=".1%"),
    ]
    curve = alt.Chart(frame[~frame["named"]])
    line = curve.mark_line(strokeWidth=2, opacity=0.6, color=ink).encode(across, up)
    dots = curve.mark_circle(size=45, opacity=1).encode(across, up, colour, tooltip=tooltip)
    named = alt.Chart(frame[frame["named"]])
    shape = alt.Shape(
        "name:N",
        title=None,
        sort=list(names.values()),
        scale=alt.Scale(domain=list(names.values()), range=list(SHAPES)),
        legend=alt.Legend(
            orient="top", columns=1, labelFontSize=16, labelLimit=300, rowPadding=0, symbolSize=120
        ),
    )
    points = named.mark_point(filled=True, size=260, opacity=1, stroke=ink, strokeWidth=2)
    points = points.encode(across, up, colour, shape, tooltip=tooltip)
    return alt.layer(line, dots, points).properties(height=400)
