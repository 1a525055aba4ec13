"""Draw BPE and WordPiece against each other, and the pairs at a step by count and by score."""

from collections.abc import Mapping, Sequence
from math import log2
from typing import Literal

import altair as alt
import numpy as np
import pandas as pd

from ui.draw.charts import AXIS, step_lines, written
from ui.draw.palette import Palette, palette
from ui.draw.tables import by_series
from ui.shell.text import t

PLACES = {"wordpiece": 0, "bpe": 1, "gain": 2}
"""The place in the palette of each run: one colour a run on every chart."""


def two_runs(
    series: Mapping[str, Sequence[float] | np.ndarray],
    step: int,
    *,
    y: str,
    names: Mapping[str, str],
) -> alt.LayerChart | alt.FacetChart:
    """Draw one line a run by step, with the current step marked.

    `series` has the values of each line, by the name of its colour; `names` says what each is
    called.
    """
    return step_lines(
        by_series(series),
        step,
        series={run: names[run] for run in series},
        colours=colours_of(palette()),
        y=y,
        height=270,
        stairs=True,
    )


def merged_counts(frame: pd.DataFrame, least: int) -> alt.LayerChart | alt.FacetChart:
    """Draw how often the pair of each merge occurred, by step, on a log scale.

    A minimum frequency, the `least` count, is a line.
    """
    colours = colours_of(palette())
    runs = {run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")}
    texts = {"step": t("charts.step"), "count": t("wordpiece.merged_axis")}
    stride = -(-len(frame) // 2_000) or 1
    kept = frame[frame["step"] % stride == 0] if stride > 1 else frame
    drawn = kept.assign(run=kept["run"].map(runs))
    domain = list(runs.values())
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
    rule = alt.Chart(
        pd.DataFrame({"count": [least], "label": [t("wordpiece.least_line", least=least)]})
    )
    line = rule.mark_rule(color=colours["ink"], strokeDash=[6, 4], strokeWidth=1.5).encode(up)
    name = rule.mark_text(
        color=colours["ink"], align="left", baseline="bottom", x=6, dy=-4, fontSize=16
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
    return named | {"quiet": palette.quiet, "ink": palette.ink}


RUN_OF = {"count": "bpe", "score": "wordpiece", "gain": "gain"}
"""What chooses, and whose colour it has."""

_SHAPES = {"count": "square", "score": "diamond", "gain": "triangle-up"}


def scatter(places: pd.DataFrame, winners: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw count against score on log axes, each winner marked and named.

    `places` and `winners` as `ui.wordpiece.tables` makes them.
    """
    colours = colours_of(palette())
    axes = ("count", "score", "gain", "pairs", "pair")
    texts = {name: t(f"wordpiece.axis_{name}") for name in axes}
    across = alt.X(
        "count:Q", title=texts["count"], scale=log_scale(places["count"]), axis=_axis("~s")
    )
    up = alt.Y(
        "score:Q", title=texts["score"], scale=log_scale(places["score"]), axis=_axis(".2~g")
    )
    dots = (
        alt.Chart(places)
        .mark_circle(color=colours["quiet"], opacity=0.5)
        .encode(
            across,
            up,
            size=alt.Size("pairs:Q", scale=alt.Scale(type="sqrt", range=[30, 400]), legend=None),
            tooltip=[
                alt.Tooltip("example:N", title=texts["pair"]),
                alt.Tooltip("pairs:Q", title=texts["pairs"], format=",d"),
                alt.Tooltip("count:Q", title=texts["count"], format=",d"),
                alt.Tooltip("score:Q", title=texts["score"], format=".3g"),
                alt.Tooltip("gain:Q", title=texts["gain"], format=",.1f"),
            ],
        )
    )
    merged = _together(winners)
    middle = (places["count"].min() * places["count"].max()) ** 0.5 if len(places) else 1
    layers = [dots]
    for number, row in enumerate(merged.to_dict("records")):
        here = alt.Chart(pd.DataFrame([row]))
        colour = colours[RUN_OF[row["by"]]]
        layers.append(
            here.mark_point(
                shape=_SHAPES[row["by"]], color=colour, size=260, strokeWidth=3, opacity=1
            ).encode(across, up)
        )
        layers += written(
            here.encode(across, up),
            "label:N",
            dx=-16 if row["count"] > middle else 16,
            dy=(-15, 17, -15)[number % 3],
            color=colour,
            fontSize=16,
        )
    return alt.layer(*layers).properties(height=420)


def rank_lines(lines: pd.DataFrame, top: int) -> alt.LayerChart | alt.FacetChart:
    """Draw a line from each pair's place by count to its place by score.

    The first `top` places are a line each; below them, past a dashed rule, the scale is a log one.
    """
    colours = colours_of(palette())
    sides = [t(f"wordpiece.side_{by}") for by in ("count", "score")]
    long = pd.concat(
        [
            lines.assign(side=sides[at], place=lines[f"place_{by}"], at=by)
            for at, by in enumerate(("count", "score"))
        ],
        ignore_index=True,
    )
    long["height"] = [_height(place, top) for place in long["place"]]
    long["number"] = [f"{place:,}" for place in long["place"]]
    long["label"] = [
        f"{row.pair}\u2002{row.number}" if row.at == "count" else f"{row.number}\u2002{row.pair}"
        for row in long.itertuples()
    ]
    x = alt.X(
        "side:N",
        sort=sides,
        title=None,
        scale=alt.Scale(padding=0.5),
        axis=alt.Axis(
            labelAngle=0, orient="top", ticks=False, domain=False, labelPadding=14, labelFontSize=15
        ),
    )
    lowest = long["height"].max() + 0.6
    y = alt.Y(
        "height:Q", scale=alt.Scale(reverse=True, domain=[0.4, lowest], nice=False), axis=None
    )
    tooltip = [
        alt.Tooltip("pair:N", title=t("wordpiece.axis_pair")),
        alt.Tooltip("place_count:Q", title=sides[0], format=",d"),
        alt.Tooltip("place_score:Q", title=sides[1], format=",d"),
        alt.Tooltip("count:Q", title=t("wordpiece.axis_count"), format=",d"),
        alt.Tooltip("score:Q", title=t("wordpiece.axis_score"), format=".3g"),
    ]
    roles = ["", "count", "score", "both"]
    winners = [colours["bpe"], colours["wordpiece"], colours["gain"]]
    drawn = alt.Chart(long)
    shade = alt.Color(
        "won:N", scale=alt.Scale(domain=roles, range=[colours["quiet"], *winners]), legend=None
    )
    ink = alt.Color(
        "won:N", scale=alt.Scale(domain=roles, range=[colours["ink"], *winners]), legend=None
    )
    width = alt.condition("datum.won != ''", alt.value(4), alt.value(1.5))
    layers = [
        drawn.mark_line(opacity=0.9).encode(
            x, y, detail="pair:N", color=shade, strokeWidth=width, tooltip=tooltip
        ),
        drawn.mark_circle(size=90, opacity=1).encode(x, y, color=shade, tooltip=tooltip),
    ]
    leading, won = long["place"] <= top, long["won"] != ""
    beside: list[tuple[str, Literal["left", "right"], int]] = [
        ("count", "right", -14),
        ("score", "left", 14),
    ]
    for by, align, dx in beside:
        for rows, text in ((leading, "label:N"), (won & ~leading, "number:N")):
            layers.append(
                alt.Chart(long[(long["at"] == by) & rows])
                .mark_text(align=align, dx=dx, fontSize=16)
                .encode(x, y, text=text, color=ink)
            )
    if lowest > top + 0.6:
        rule = alt.Chart(pd.DataFrame({"height": [top + 0.7], "label": [t("wordpiece.beyond")]}))
        layers.append(rule.mark_rule(color=colours["quiet"], strokeDash=[4, 4]).encode(y))
        layers.append(
            rule.mark_text(
                color=colours["ink"], align="left", baseline="top", x=0, dy=6, fontSize=16
            ).encode(y, text="label:N")
        )
    return alt.layer(*layers).resolve_scale(color="independent").properties(height=int(38 * lowest))


def _height(place: int, top: int) -> float:
    """Return how far down a place is drawn: a line each up to `top`, a line a doubling beyond."""
    return float(place) if place <= top else top + 1 + log2(place / top)


def _together(winners: pd.DataFrame) -> pd.DataFrame:
    """Give each pair one label that names all that choose it."""
    rows = []
    for pair, group in winners.groupby("pair", sort=False):
        who = ", ".join(t(f"wordpiece.by_{by}") for by in group["by"])
        rows.append({**group.iloc[0].to_dict(), "label": f"{pair}  ({who})"})
    return pd.DataFrame(rows)


def _axis(form: str) -> alt.Axis:
    return alt.Axis(format=form, tickCount=6, grid=True, gridOpacity=0.4)
