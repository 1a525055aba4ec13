"""Draw the lives of all tokens: when each was born, how often, and what it kept."""

import altair as alt
import pandas as pd

from ui.draw.charts import picked, ringed
from ui.draw.palette import palette
from ui.shell.text import t

PICK = "token"
"""The name of the selection that a click on a point makes."""

_SHAPES = {"gone": "cross", "nearly": "triangle-down", "in_use": "circle"}
_PLACES = {"gone": 0, "nearly": 3, "in_use": 1}
"""Of each fate in the palette."""


def lives(frame: pd.DataFrame, shown: pd.DataFrame, last: int) -> alt.LayerChart | alt.FacetChart:
    """Draw birth against what was left, a point a token, as large as it had occurrences at birth.

    Colour and shape say its fate.
    `frame` has the rows of `ui.life.tables.everyone` to draw, `shown` that of the token whose life
    is told, if it is to be marked; `last` is the last step.
    """
    fates, colours = list(_SHAPES), palette()
    texts = {name: t(f"life.column_{name}") for name in ("token", "births", "left")}
    texts |= {name: t(f"life.axis_{name}") for name in ("born", "share")}
    texts |= {name: t(f"life.fate_{name}") for name in fates}
    across = alt.X(
        "born:Q",
        title=texts["born"],
        scale=alt.Scale(type="log", domain=[1, max(last, 2)], nice=False),
        axis=alt.Axis(format=",d", grid=False, values=_steps(last)),
    )
    up = alt.Y(
        "share:Q",
        title=texts["share"],
        scale=alt.Scale(domain=[-0.06, 1.06], nice=False),
        axis=alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    names = [texts[fate] for fate in fates]
    legend = alt.Legend(orient="top", title=None, symbolSize=140, labelLimit=320)
    drawn = frame.drop(columns=["token"]).assign(label=frame["fate"].map(texts))
    colour = alt.Color(
        "label:N",
        scale=alt.Scale(domain=names, range=[colours.series[_PLACES[fate]] for fate in fates]),
        legend=legend,
    )
    shape = alt.Shape(
        "label:N", scale=alt.Scale(domain=names, range=list(_SHAPES.values())), legend=legend
    )
    points = (
        alt.Chart(drawn)
        .mark_point(strokeWidth=1.5, filled=True, opacity=0.6)
        .encode(
            across,
            up,
            colour,
            shape,
            size=alt.Size("births:Q", scale=alt.Scale(type="sqrt", range=[40, 900]), legend=None),
            tooltip=[
                alt.Tooltip("drawn:N", title=texts["token"]),
                alt.Tooltip("born:Q", title=texts["born"], format=",d"),
                alt.Tooltip("births:Q", title=texts["births"], format=",d"),
                alt.Tooltip("left:Q", title=texts["left"], format=",d"),
                alt.Tooltip("share:Q", title=texts["share"], format=".1%"),
            ],
        )
        .add_params(picked(PICK, "id"))
    )
    at = alt.Chart(shown.drop(columns=["token"])).encode(across, up)
    late = bool(len(shown)) and int(shown["born"].iloc[0]) > 0.8 * last
    label = ringed(at, "drawn:N", dx=-14 if late else 14)
    return alt.layer(points, *label).properties(height=380)


def _steps(last: int) -> list[int]:
    """Return the steps named on a log axis, the last one too."""
    named = [digit * 10**power for power in range(7) for digit in (1, 2, 5)]
    return [*(step for step in named if step < 0.8 * last), last]
