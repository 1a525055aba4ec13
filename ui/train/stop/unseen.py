"""Text that a run has not seen: held out while the rest is learned from, in bits per byte."""

from dataclasses import replace

import streamlit as st

from bpe import Corpus, CorpusError, Training
from bpe.readings.cost import CostCurve, description_length_of
from ui.controls.asked import Asked
from ui.controls.running import Cancel, leaving, result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import digest, given
from ui.corpora.readings import reading
from ui.draw.charts import step_lines
from ui.draw.say import say
from ui.draw.tables import by_series
from ui.shell.text import t
from ui.train import PAGE, fold_key
from ui.train.stop.bits import curve

SHARE, SEED = 0.2, 0
"""Part of the occurrences that is held out, and by what it is drawn."""


class Held:
    """A corpus held out, told from others by what it is, not by what it holds."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus


def unseen_panel(asked: Asked, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    st.markdown(t("stop.unseen_how", share=f"{SHARE:.0%}"))
    try:
        kept, held_out = _parted(asked.training)
    except CorpusError:
        say("stop.unseen_one_word")
        return
    cancel = leaving(PAGE, fold_key("unseen"))
    training = _learned_from(kept, asked, cancel)
    curves = {"seen": curve(training), "unseen": _curve_of(training, held_out, cancel=cancel)}
    unseen = curves["unseen"]
    if not unseen.size:
        say("stop.unseen_unknown")
        return
    here = min(step, len(training))
    numbers = {name: f"{costs.bits_per_byte[here]:.3f}" for name, costs in curves.items()}
    turning = unseen.turning_point
    said = "falls" if turning is None else "turns"
    say(f"stop.unseen_{said}", step=here, lowest=turning or 0, last=len(training), **numbers)
    chart = step_lines(
        by_series({name: costs.bits_per_byte for name, costs in curves.items()}),
        here,
        series={name: t(f"stop.line_{name}") for name in curves},
        title=t("stop.unseen_title"),
        y=t("stop.length_axis"),
        number=",.3f",
        ticks=",.3~f",
        last=len(training),
        zero=False,
    )
    st.altair_chart(chart, alt=t("stop.unseen_alt", step=here, **numbers))
    if unseen.left_out:
        st.caption(t("stop.unseen_left_out", n=unseen.left_out))
    st.caption(t("stop.unseen_why"))


@remembered
def _parted(training: Training) -> tuple[Corpus, Held]:
    """Part the corpus of a run: what is kept, and what is held out.

    Raises `CorpusError` where it has one occurrence of one word only.
    """
    kept, held_out = training.corpus.split(SHARE, SEED)
    return kept, Held(held_out)


def _learned_from(kept: Corpus, asked: Asked, cancel: Cancel) -> Training:
    """Learn from the part that is kept, with the settings of a reader's run."""
    request = replace(
        asked.request,
        digest=digest("kept", asked.request.digest, f"{SHARE} {SEED}"),
        corpus=given(kept),
    )
    training: Training = result_of(request.job, cancel=cancel)
    return training


@remembered
def _curve_of(training: Training, held_out: Held, *, cancel: Cancel) -> CostCurve:
    """Return the cost at every step of a text that the run has not seen."""
    asked = reading(description_length_of, training, held_out.corpus)
    found: CostCurve = result_of(asked, cancel=cancel)
    return found
