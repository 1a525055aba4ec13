"""The tabs on two whole runs: how they part, and rare pairs."""

import pandas as pd
import streamlit as st

from bpe import Training
from bpe.readings.two_runs import FEW, TwoRuns
from ui.controls.asked import Asked
from ui.controls.controls import again
from ui.controls.running import leaving
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t
from ui.wordpiece import PAGE, charts, tables

RARE = "wordpiece_fold_rare"
"""The fold with what is asked for by `rare_panel`."""

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
            {run: frame[f"tokens_{run}"] for run in names},
            step,
            y=t("charts.tokens_axis"),
            names=names,
        ),
        alt=t("wordpiece.tokens_alt", **numbers),
    )
    _likelihood(bpe_run, wordpiece_run, step)
    heading("wordpiece.shared_heading", **numbers)
    st.altair_chart(
        charts.two_runs(
            {"gain": frame["shared"], "quiet": frame["learned"]},
            step,
            y=t("wordpiece.shared_axis"),
            names={"gain": t("wordpiece.shared_both"), "quiet": t("wordpiece.learned")},
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


LEAST = (1, 2, 5, 10, 50)
"""Minimum frequencies offered at a click."""

COMPARED_CELLS = 1_000_000
"""Characters in distinct words up to which every minimum frequency is tried."""


def rare_panel(bpe: Asked, wordpiece: Asked) -> None:
    """Show how often the merged pairs occurred, and what a minimum frequency changes."""
    bpe_run, wordpiece_run = bpe.training, wordpiece.training
    least = wordpiece_run.min_frequency
    heading("wordpiece.rare_heading")
    sums = tables.rarity(bpe_run, wordpiece_run)
    if not sums["merges"]:
        say("wordpiece.rare_none", wordpiece_run.scheme, least=least)
        return
    say(
        "wordpiece.rare_say",
        wordpiece_run.scheme,
        few=FEW,
        rare=sums["rare"],
        merges=sums["merges"],
        rare_bpe=sums["rare_bpe"],
        merges_bpe=len(bpe_run.merges),
        median=f"{sums['median']:,g}",
        median_bpe=f"{sums['median_bpe']:,g}",
    )
    st.altair_chart(
        charts.merged_counts(
            tables.merged_counts(bpe_run, wordpiece_run),
            least,
        ),
        alt=t("wordpiece.merged_alt", median=f"{sums['median']:,g}", least=least),
    )
    tried = sorted({*LEAST, least})
    if wordpiece_run.counters["cells"] > COMPARED_CELLS:
        tried = sorted({1, least})
    rows, cancel = [], leaving(PAGE, RARE)
    for number in tried:
        others = (again(asked, cancel, min_frequency=number) for asked in (bpe, wordpiece))
        rows.append(tables.rarity(*others))
    frame = (
        pd.DataFrame(rows)
        .astype({"median": "Float64"})
        .assign(used=[number == least for number in tried])
    )
    title = heading("wordpiece.least_heading")
    table(
        frame,
        ("min_frequency", "merges", "median", "rare", "shared", "corpus_tokens"),
        title,
        area="wordpiece",
        names={"few": FEW},
        badges={"used": t("wordpiece.badge_used")},
    )
    st.caption(t("wordpiece.least_note"))


def _likelihood(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Draw by how much each run has raised the likelihood of the corpus."""
    frame = tables.by_step(bpe_run, wordpiece_run)
    last = int(frame["step"].iloc[-1])
    if not last:
        return
    at = max(step, 1)
    values = {run: f"{frame[f'likelihood_{run}'].iloc[at]:+,.0f}" for run in ("bpe", "wordpiece")}
    say("wordpiece.likelihood", wordpiece_run.scheme, step=at, **values)
    st.altair_chart(
        charts.two_runs(
            {run: frame[f"likelihood_{run}"] for run in ("bpe", "wordpiece")},
            step,
            y=t("wordpiece.likelihood_axis"),
            names={run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")},
        ),
        alt=t("wordpiece.likelihood_alt", step=at, **values),
    )
