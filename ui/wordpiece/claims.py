"""The tab on what is often said, beside what the record and the likelihood say."""

import streamlit as st

from bpe import Training
from ui.controls.controls import sample_training
from ui.corpora.samples import training_samples
from ui.draw.palette import palette
from ui.draw.parts import claim, heading
from ui.draw.say import say
from ui.shell.text import t
from ui.wordpiece import charts, tables


def claims_panel(bpe_run: Training, wordpiece_run: Training, step: int) -> None:
    """Set what is often said beside what the record and the likelihood say."""
    heading("wordpiece.claims_heading")
    scheme, now = wordpiece_run.scheme, min(step, len(wordpiece_run.merges))
    with st.container(border=True):
        claim("wordpiece", "gain")
        found = tables.measured(wordpiece_run, now)
        won = found.winners
        if won:
            bits = {f"{by}_bits": f"{found.gain_bits[row]:+,.1f}" for by, row in won.items()}
            tokens = {by: found.pair(row) for by, row in won.items()}
            say("wordpiece.claim_gain_now", scheme, tokens, step=now, **bits)
        _likelihood(bpe_run, wordpiece_run, step)
    with st.container(border=True):
        claim("wordpiece", "hug")
        hug = sample_training(training_samples()["hug"], "wordpiece")
        _say_hug(hug)
    for name in ("library", "google", "merges"):
        with st.container(border=True):
            claim("wordpiece", name)


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
            frame,
            {run: f"likelihood_{run}" for run in ("bpe", "wordpiece")},
            step,
            x=t("charts.step"),
            y=t("wordpiece.likelihood_axis"),
            names={run: t(f"wordpiece.of_{run}") for run in ("bpe", "wordpiece")},
            palette=palette(),
        ),
        alt=t("wordpiece.likelihood_alt", step=at, **values),
    )


def _say_hug(hug: Training) -> None:
    """Say which of hug and hugs is learned first, with the scores of that step."""
    step = next(merge.rank for merge in hug.merges if merge.token == "hugs")
    rows = tables.pairs(hug, step, limit=None).set_index("pair")
    first, second = rows.loc[[hug.merges[step].pair]].iloc[0], rows.loc[[("hu", "##g")]].iloc[0]
    say(
        "wordpiece.claim_hug_now",
        hug.scheme,
        {"hugs": hug.merges[step].pair, "hug": ("hu", "##g")},
        step=step,
        **{
            f"{name}_{column}": f"{row[column]}"
            for name, row in (("hugs", first), ("hug", second))
            for column in ("count", "left_count", "right_count", "fraction")
        },
    )
