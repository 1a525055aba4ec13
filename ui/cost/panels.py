"""Lay out what a vocabulary costs: the curve with its minimum, the player, and a tab each."""

from functools import partial

import streamlit as st

from bpe import Training
from ui.controls.asked import Asked
from ui.controls.steps import click_steps
from ui.cost import PAGE
from ui.cost.merge import merge_panel
from ui.cost.tables import PARTS, bits, curve, lengths
from ui.cost.unseen import unseen_panel
from ui.draw.charts import step_lines
from ui.draw.parts import styles
from ui.draw.say import say_written, sentence
from ui.player import player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

WORDS = 5

HEIGHT = 360
"""Of the curves, in pixels: a projector shows the player whole below them."""


def cost_player(training: Training) -> int:
    """Draw the description length above the player, what it says below; return the step."""
    styles()
    with st.container(key="cost_stage"):
        picture = st.container()
        opening = curve(training).best_step
        step = player(training, key="cost", default=opening, words=WORDS, brief=True)
        with picture:
            _curves(training, step)
    say_written(least_said(training))
    st.caption(t("cost.click"))
    return step


def cost_panels(asked: Asked, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        PAGE,
        {
            "merge": partial(merge_panel, asked.training, step),
            "unseen": partial(unseen_panel, asked, step),
        },
    )


def least_said(training: Training) -> str:
    """Say, as HTML, at which step text and vocabulary together are shortest."""
    costs, last = curve(training), len(training)
    best, total = costs.best_step, costs.total_bits
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
        size=int(training.vocabulary_sizes[best]),
    )


def _curves(training: Training, step: int) -> None:
    """Draw the sum and its two parts by step; a click moves the player."""
    costs = curve(training)
    best, total = costs.best_step, costs.total_bits
    chart = step_lines(
        lengths(costs),
        step,
        series={name: t(f"cost.line_{name}") for name in PARTS},
        title=t("cost.length_title"),
        y=t("cost.length_axis"),
        number=",.0f",
        ticks="~s",
        height=HEIGHT,
        pick=True,
    )
    said = t(
        "cost.length_alt",
        step=step,
        total=bits(total[step]),
        corpus=bits(costs.corpus_bits[step]),
        vocabulary=bits(costs.vocabulary_bits[step]),
        best=best,
        least=bits(total[best]),
    )
    click_steps(chart, "cost_lengths", len(training), best, said)
