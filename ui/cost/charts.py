"""Draw what one merge saves and costs, as bars to the left and right of nothing."""

from typing import Literal

import altair as alt
import pandas as pd

from ui.draw.palette import palette
from ui.shell.text import t

SAVES, COSTS = 2, 0
"""Places in the palette: what makes the description shorter, and what makes it longer."""


def balance(frame: pd.DataFrame, sums: tuple[str, ...]) -> alt.LayerChart | alt.FacetChart:
    """Draw a bar a row of `frame` (columns label, value in bits, name), those of `sums` in ink."""
    x, saves, costs = t("cost.change_axis"), t("cost.saves"), t("cost.costs")
    colours = palette()
    drawn = frame.assign(
        side=[
            "sum" if name in sums else saves if value < 0 else costs
            for name, value in zip(frame["name"], frame["value"], strict=True)
        ],
        text=[f"{value:+,.1f}" for value in frame["value"]],
        nothing=0.0,
    )
    reach = max(float(frame["value"].abs().max()), 1.0) * 1.5
    y = alt.Y(
        "label:N",
        sort=list(frame["label"]),
        title=None,
        axis=alt.Axis(labelLimit=240, labelFontSize=14, ticks=False, domain=False),
    )
    across = alt.X(
        "value:Q",
        title=x,
        scale=alt.Scale(domain=[-reach, reach], nice=False),
        axis=alt.Axis(format="~s", tickCount=5),
    )
    colour = alt.Color(
        "side:N",
        scale=alt.Scale(
            domain=[saves, costs, "sum"],
            range=[colours.series[SAVES], colours.series[COSTS], colours.ink],
        ),
        legend=alt.Legend(orient="top", title=None, values=[saves, costs]),
    )
    chart = alt.Chart(drawn)
    bars = chart.mark_bar(height={"band": 0.6}).encode(
        across,
        y,
        colour,
        tooltip=[alt.Tooltip("label:N", title=" "), alt.Tooltip("text:N", title=x)],
    )
    zero = alt.Chart(pd.DataFrame({"value": [0.0]})).mark_rule(color=colours.quiet)
    layers = [bars, zero.encode(x="value:Q")]
    beside: list[tuple[Literal["left", "right"], int]] = [("right", -6), ("left", 6)]
    below = drawn["value"] < 0
    for side, (align, dx) in zip((below, ~below), beside, strict=True):
        layers.append(
            alt.Chart(drawn[side])
            .mark_text(align=align, dx=dx, fontSize=16, fontWeight="bold", color=colours.ink)
            .encode(across, y, text="text:N")
        )
    return alt.layer(*layers).properties(height=44 * len(frame) + 30)
