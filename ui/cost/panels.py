"""Lay out what a vocabulary costs: the curve with its minimum, the player, and a tab each."""

from functools import partial

import streamlit as st

from bpe import Training
from bpe.readings.cost import CostCurve
from ui.cost import PAGE, tables
from ui.cost.tabs import CostedRun, bits, clickable, merge_panel, unseen_panel
from ui.draw.charts import step_lines
from ui.draw.downloads import file_name, offer_table
from ui.draw.parts import styles
from ui.draw.say import say_written, sentence
from ui.player import player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

WORDS = 5

HEIGHT = 360
"""Of the curves, in pixels: a projector shows the player whole below them."""


def cost_player(run: CostedRun) -> int:
    """Draw the description length above the player, what it says below; return the step."""
    styles()
    with st.container(key="cost_stage"):
        picture = st.container()
        opening = run.costs.best_step
        step = player(run.training, key="cost", default=opening, words=WORDS, brief=True)
        with picture:
            _curves(run, step)
    say_written(least_said(run.training, run.costs))
    hint, file = st.columns([5, 2], vertical_alignment="center")
    hint.caption(t("cost.click"))
    offer_table(
        t("cost.download"),
        lambda: tables.all_by_step(run.costs),
        file_name(run.training, "cost.csv"),
        "cost_download",
        file,
        width="stretch",
    )
    return step


def cost_panels(run: CostedRun, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        PAGE,
        {
            "merge": partial(merge_panel, run, step),
            "unseen": partial(unseen_panel, run, step),
        },
    )


def least_said(training: Training, costs: CostCurve) -> str:
    """Say, as HTML, at which step text and vocabulary together are shortest."""
    best, last, total = costs.best_step, len(training), costs.total_bits
    kind = "start" if best == 0 else "end" if best == last else "within"
    if kind == "end" and training.stop.reason == "no_pairs":
        kind = "whole"
    if not last:
        kind = "pairless" if training.stop.reason == "no_pairs" else "none"
    return sentence(
        f"cost.least_{kind}",
        best=best,
        bits=bits(total[best]),
        start=bits(total[0]),
        last=last,
        end=bits(total[-1]),
        size=int(costs.vocabulary_size[best]),
    )


def _curves(run: CostedRun, step: int) -> None:
    """Draw the sum and its two parts by step, the minimum marked."""
    costs, best = run.costs, run.costs.best_step
    total = costs.total_bits
    lines = partial(
        step_lines,
        step=step,
        y=t("cost.length_axis"),
        height=HEIGHT,
        number=",.0f",
        pick=True,
    )
    frame = tables.lengths(costs)
    spoken = {"step": step, "total": bits(total[step]), "best": best, "least": bits(total[best])}
    parts, alone = st.columns([3, 2])
    with parts:
        chart = lines(
            frame,
            series={name: t(f"cost.line_{name}") for name in tables.PARTS},
            title=t("cost.length_title"),
            ticks="~s",
        )
        corpus, vocabulary = bits(costs.corpus_bits[step]), bits(costs.vocabulary_bits[step])
        alt = t("cost.length_alt", corpus=corpus, vocabulary=vocabulary, **spoken)
        clickable(run, chart, "cost_parts", alt)
    with alone:
        chart = lines(
            frame[frame["series"] == "total"],
            series={"total": t("cost.line_total")},
            title=t("cost.sum_title"),
            ticks=",.4~s",
            zero=False,
            marked=("total", best, t("cost.least_label", step=best)),
        )
        clickable(run, chart, "cost_sum", t("cost.sum_alt", **spoken))
