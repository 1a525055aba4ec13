"""The tab: why this run stopped, and the curve of what text and vocabulary take together."""

import streamlit as st

from bpe import Training
from ui.corpora.run import Run
from ui.draw.lines import LineChart, draw_lines
from ui.draw.parts import fold, heading
from ui.draw.say import merge_tokens, say, say_written, sentence
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.stop.bits import bits, curve
from ui.train.stop.merge import merge_panel
from ui.train.stop.unseen import unseen_panel

HEIGHT = "clamp(12.5rem, 100svh - 35.5rem, 24rem)"

PARTS = ("total", "corpus", "vocabulary")
"""The sum and its two parts, as the chart draws them."""


def stop_panel(run: Run, step: int) -> None:
    """Say why the run stopped; draw what each step costs; tell where that is least when run."""
    training = run.training
    say_why(training)
    costs, picture = curve(training), st.container()
    with fold(t("stop.fold_least"), fold_key("least")) as is_asked:
        if is_asked:
            say_written(least_said(training))
    if len(training):
        with picture:
            series = {t(f"stop.line_{name}"): getattr(costs, f"{name}_bits") for name in PARTS}
            title, least = t("stop.length_title"), costs.best_step if is_asked else None
            curves = LineChart(
                "stop_curve", PAGE.name, series, step, title, marked=least, height=HEIGHT
            )
            draw_lines(curves)
    with fold(t("stop.fold_terms"), fold_key("terms")) as is_asked:
        if is_asked:
            merge_panel(training, step)
            for name in ("words", "limits"):
                st.caption(t(f"stop.model_{name}"))
    with fold(t("stop.fold_unseen"), fold_key("unseen")) as is_asked:
        if is_asked:
            unseen_panel(run, step)


def say_why(training: Training) -> None:
    """Say why training stopped and which merge would have been next."""
    stop = training.stop
    heading("tables.stop_heading")
    count = stop.merge.count if stop.merge else 0
    say(f"tables.stop_{stop.reason}", n=len(training), count=count)
    if stop.merge is None:
        say("tables.stop_no_next")
    else:
        say("tables.stop_next", training.scheme, merge_tokens(stop.merge), count=count)


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
        f"stop.least_{kind}",
        best=best,
        bits=bits(total[best]),
        start=bits(total[0]),
        last=last,
        end=bits(total[-1]),
        size=int(training.vocabulary_sizes[best]),
    )
