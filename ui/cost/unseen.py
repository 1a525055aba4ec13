"""The tab on text that the run has not seen: bits per byte of it, by step."""

import streamlit as st

from bpe import CorpusError, Training
from bpe.readings.cost import CostCurve, description_length_of
from ui.controls.asked import Asked
from ui.controls.held_out import SHARE, Held, learned_from, parted
from ui.controls.running import leaving, result_of
from ui.corpora.cache import remembered
from ui.corpora.readings import reading
from ui.cost import PAGE
from ui.cost.tables import curve
from ui.draw.charts import step_lines
from ui.draw.parts import heading
from ui.draw.say import say
from ui.draw.tables import by_series
from ui.shell.text import t


def unseen_panel(asked: Asked, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    heading("cost.unseen_heading")
    st.markdown(t("cost.unseen_how", share=f"{SHARE:.0%}"))
    try:
        kept, held_out = parted(asked.training)
    except CorpusError:
        say("cost.unseen_one_word")
        return
    training = learned_from(kept, asked, PAGE)
    curves = {"seen": curve(training), "unseen": _curve_of(training, held_out)}
    unseen = curves["unseen"]
    if not unseen.size:
        say("cost.unseen_unknown")
        return
    here = min(step, len(training))
    numbers = {name: f"{costs.bits_per_byte[here]:.3f}" for name, costs in curves.items()}
    turning = unseen.turning_point
    said = "falls" if turning is None else "turns"
    say(f"cost.unseen_{said}", step=here, lowest=turning or 0, last=len(training), **numbers)
    chart = step_lines(
        by_series({name: costs.bits_per_byte for name, costs in curves.items()}),
        here,
        series={name: t(f"cost.line_{name}") for name in curves},
        title=t("cost.unseen_title"),
        y=t("cost.length_axis"),
        number=",.3f",
        ticks=",.3~f",
        last=len(training),
        zero=False,
    )
    st.altair_chart(chart, alt=t("cost.unseen_alt", step=here, **numbers))
    if unseen.left_out:
        st.caption(t("cost.unseen_left_out", n=unseen.left_out))
    st.caption(t("cost.unseen_why"))


@remembered
def _curve_of(training: Training, held_out: Held) -> CostCurve:
    """Return the cost at every step of a text that the run has not seen."""
    asked = reading(description_length_of, training, held_out.corpus)
    found: CostCurve = result_of(asked, cancel=leaving(PAGE))
    return found
