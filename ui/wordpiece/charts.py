"""Draw BPE and WordPiece against each other with Altair."""

from collections.abc import Mapping

import altair as alt
import pandas as pd

from ui.draw.charts import AXIS, steps, thin
from ui.draw.palette import Palette

PLACES = {"wordpiece": 0, "bpe": 1, "gain": 2}
"""The place in the palette of each run: one colour a run on every chart."""


def two_runs(
    frame: pd.DataFrame,
    columns: Mapping[str, str],
    step: int,
    *,
    x: str,
    y: str,
    names: Mapping[str, str],
    palette: Palette,
) -> alt.LayerChart | alt.FacetChart:
    """Draw one line a run by step, with the current step marked.

    `columns` names a column for each line, by the name of its colour;
    `names` says what each line is called.
    """
    colours = colours_of(palette)
    kept = thin(frame, step)
    long = pd.concat(
        [
            pd.DataFrame({"step": kept["step"], "run": names[run], "value": kept[column]})
            for run, column in columns.items()
        ],
        ignore_index=True,
    )
    colour = alt.Color(
        "run:N",
        title=None,
        scale=alt.Scale(
            domain=[names[run] for run in columns], range=[colours[run] for run in columns]
        ),
        legend=alt.Legend(
            orient="top", labelLimit=400, symbolType="stroke", symbolStrokeWidth=4, symbolSize=300
        ),
    )
    across = steps(x, int(frame["step"].max()))
    up = alt.Y(
        "value:Q",
        title=y,
        scale=alt.Scale(zero=True, nice=True),
        axis=alt.Axis(format=",d", tickMinStep=1, tickCount=5, minExtent=AXIS),
    )
    tooltip = [
        alt.Tooltip("run:N", title=" "),
        alt.Tooltip("step:Q", title=x, format=",d"),
        alt.Tooltip("value:Q", title=y, format=",d"),
    ]
    chart = alt.Chart(long)
    line = chart.mark_line(strokeWidth=3, interpolate="step-after").encode(
        across, up, color=colour, tooltip=tooltip
    )
    rule = alt.Chart(pd.DataFrame({"step": [step]}))
    rule = rule.mark_rule(color=palette.ink, strokeWidth=1.5, opacity=0.7).encode(across)
    here = alt.Chart(long[long["step"] == step])
    dot = here.mark_point(size=120, filled=True, opacity=1).encode(
        across, up, color=colour, tooltip=tooltip
    )
    return alt.layer(line, rule, dot).properties(height=270)


def merged_counts(
    frame: pd.DataFrame, least: int, texts: Mapping[str, str], palette: Palette
) -> alt.LayerChart | alt.FacetChart:
    """Draw how often the pair of each merge occurred, by step, on a log scale.

    `texts` has step, count, least, and the names of the runs as bpe and wordpiece.
    """
    colours = colours_of(palette)
    stride = -(-len(frame) // 2_000) or 1
    kept = frame[frame["step"] % stride == 0] if stride > 1 else frame
    drawn = kept.assign(run=kept["run"].map({run: texts[run] for run in ("bpe", "wordpiece")}))
    domain = [texts["bpe"], texts["wordpiece"]]
    across = alt.X(
        "step:Q", title=texts["step"], axis=alt.Axis(format=",d", tickMinStep=1, grid=False)
    )
    up = alt.Y(
        "count:Q",
        title=texts["count"],
        scale=log_scale(pd.concat([frame["count"], pd.Series([least])])),
        axis=alt.Axis(format=",d", minExtent=AXIS, values=_ticks(int(frame["count"].max()))),
    )
    dots = (
        alt.Chart(drawn)
        .mark_point(filled=True, size=60, opacity=0.75)
        .encode(
            across,
            up,
            color=alt.Color(
                "run:N",
                title=None,
                scale=alt.Scale(domain=domain, range=[colours["bpe"], colours["wordpiece"]]),
                legend=alt.Legend(orient="top", labelLimit=400),
            ),
            shape=alt.Shape(
                "run:N",
                title=None,
                scale=alt.Scale(domain=domain, range=["square", "diamond"]),
                legend=alt.Legend(orient="top", labelLimit=400),
            ),
            tooltip=[
                alt.Tooltip("run:N", title=" "),
                alt.Tooltip("step:Q", title=texts["step"], format=",d"),
                alt.Tooltip("count:Q", title=texts["count"], format=",d"),
            ],
        )
    )
    if least == 1:
        return alt.layer(dots).properties(height=300)
    rule = alt.Chart(pd.DataFrame({"count": [least], "label": [texts["least"]]}))
    line = rule.mark_rule(color=palette.ink, strokeDash=[6, 4], strokeWidth=1.5).encode(up)
    name = rule.mark_text(
        color=palette.ink, align="left", baseline="bottom", x=6, dy=-4, fontSize=14
    ).encode(up, text="label:N")
    return alt.layer(dots, line, name).properties(height=300)


def log_scale(values: pd.Series) -> alt.Scale:
    """Return a log scale with a margin around all values."""
    if values.empty:
        return alt.Scale(type="log", domain=[1, 10])
    low, high = float(values.min()), float(values.max())
    return alt.Scale(type="log", domain=[low / 1.6, high * 1.8], nice=False)


def _ticks(highest: int) -> list[int]:
    """Return 1, 2, 5, 10, ... up to the highest; beyond 1,000 powers of ten."""
    steps = (1, 2, 5) if highest <= 1_000 else (1,)
    powers = range(len(str(highest)))
    return [step * 10**power for power in powers for step in steps if step * 10**power <= highest]


def colours_of(palette: Palette) -> dict[str, str]:
    """Name the palette's colours by what they stand for."""
    named = {name: palette.series[place] for name, place in PLACES.items()}
    return named | {"quiet": palette.quiet}
