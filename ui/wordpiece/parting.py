"""The tab on how two runs part: tokens in the corpus, and tokens that both have learned."""

import streamlit as st

from bpe import Training
from bpe.readings.two_runs import TwoRuns
from ui.draw.palette import palette
from ui.draw.parts import heading
from ui.draw.say import say
from ui.shell.text import t
from ui.wordpiece import charts, tables

TOKENS = 40
"""Learned tokens named of each kind."""


def parting_panel(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Draw tokens in the corpus and shared tokens by step; name what only one run has."""
    frame = tables.by_step(bpe_run, wordpiece_run)
    if len(frame) == 1:
        say("charts.nothing", wordpiece_run.scheme)
        return
    now = frame.iloc[min(step, len(frame) - 1)]
    names = {run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")}
    counted = [name for name in frame.columns if not name.startswith("likelihood")]
    numbers = {name: int(now[name]) for name in counted}
    heading("wordpiece.tokens_heading", **numbers)
    st.altair_chart(
        charts.two_runs(
            frame,
            {"bpe": "tokens_bpe", "wordpiece": "tokens_wordpiece"},
            step,
            x=t("charts.step"),
            y=t("charts.tokens_axis"),
            names=names,
            palette=palette(),
        ),
        alt=t("wordpiece.tokens_alt", **numbers),
    )
    heading("wordpiece.shared_heading", **numbers)
    st.altair_chart(
        charts.two_runs(
            frame,
            {"gain": "shared", "quiet": "learned"},
            step,
            x=t("charts.step"),
            y=t("wordpiece.shared_axis"),
            names={"gain": t("wordpiece.shared_both"), "quiet": t("wordpiece.learned")},
            palette=palette(),
        ),
        alt=t("wordpiece.shared_alt", **numbers),
    )
    if not step:
        say("wordpiece.step_zero", wordpiece_run.scheme)
        return
    learned = TwoRuns(bpe_run, wordpiece_run).learned(step)
    for name, tokens in zip(("both", "bpe", "wordpiece"), learned, strict=True):
        shown = {"tokens": tokens[-TOKENS:]}
        said = f"wordpiece.{'tokens' if tokens else 'no_tokens'}_{name}"
        if len(tokens) > TOKENS:
            said = f"wordpiece.last_tokens_{name}"
        say(said, wordpiece_run.scheme, shown, n=len(tokens), shown=TOKENS)
