"""The tab on text that the run has not seen."""

from dataclasses import replace
from typing import Any

import streamlit as st

from bpe import CorpusError, Training
from bpe.readings.cost import CostCurve, description_length_of
from ui.controls.running import leaving, result_of
from ui.corpora.jobs import digest, given, size_of
from ui.corpora.readings import reading
from ui.corpora.remembered import remembered
from ui.cost import PAGE, tables
from ui.cost.run import Run, clickable
from ui.draw.palette import palette
from ui.draw.say import say
from ui.draw.step_lines import step_lines
from ui.draw.table import table
from ui.shell.text import t

SHARE = 0.2
"""Part of the occurrences that is held out."""

SEED = 0


def unseen_panel(run: Run, step: int) -> None:
    """Train on a part of the corpus; follow it and the part it never saw, step by step."""
    st.header(t("cost.unseen_heading"), anchor=False)
    st.markdown(t("cost.unseen_how", share=f"{SHARE:.0%}"))
    try:
        kept, held_out = tables.parted(run.training, SHARE, SEED)
    except CorpusError:
        say("cost.unseen_one_word")
        return
    request = replace(
        run.asked.request,
        digest=digest("kept", run.asked.request.digest, f"{SHARE} {SEED}"),
        corpus=given(kept),
        size=size_of(kept),
    )
    training = result_of(request.job, cancel=leaving(PAGE))
    seen, unseen = tables.curve(training), _curve_of(training, held_out)
    if not unseen.words:
        say("cost.unseen_unknown")
        return
    last = len(training)
    here = min(step, last)
    series = {"seen": seen, "unseen": unseen}
    _say_unseen(seen, unseen, here, last)
    frame = tables.measures(here, series)
    table(
        frame,
        ("name", "seen", "unseen"),
        t("cost.unseen_heading"),
        labels={"name": lambda row: t(f"cost.measure_{row['name']}")},
        area="cost",
    )
    if unseen.left_out:
        st.caption(t("cost.unseen_left_out", n=unseen.left_out))
    for place, name in enumerate(tables.MEASURES):
        if place % 2 == 0:
            cells = st.columns(2)
        with cells[place % 2]:
            _measure(run, frame.iloc[place], name, series, here, last)


@remembered(last=4)
def _curve_of(training: Training, held_out: tables.Held) -> CostCurve:
    """Return the cost at every step of a text that the run has not seen."""
    asked = reading(description_length_of, training, held_out.corpus)
    curve: CostCurve = result_of(asked, cancel=leaving(PAGE))
    return curve


def _say_unseen(seen: CostCurve, unseen: CostCurve, here: int, last: int) -> None:
    turning = unseen.turning_point("model_bits_per_unit")
    say(
        f"cost.unseen_said_{'falls' if turning is None else 'turns'}",
        step=here,
        seen=f"{seen.tokens_per_word[here]:.2f}",
        unseen=f"{unseen.tokens_per_word[here]:.2f}",
        lowest=turning or 0,
        last=last,
    )


def _measure(run: Run, values: Any, name: str, series: Any, here: int, last: int) -> None:
    """Draw one number by step, for the text that was seen and the one that was not."""
    frame = tables.measure(name, series)
    _, number = tables.MEASURES[name]
    label = t(f"cost.measure_{name}")
    clickable(
        run,
        step_lines(
            frame,
            here,
            series={line: t(f"cost.line_{line}") for line in series},
            title=label,
            x=t("charts.step"),
            y=t(f"cost.axis_{name}"),
            palette=palette(),
            number=number,
            ticks=number if number in (",d", ".0%") else ",.3~f",
            last=last,
            height=300,
            pick=True,
            log=name == "tokens" and bool((frame["value"] > 0).all()),
        ),
        f"cost_{name}",
        t("cost.measure_alt", name=label, step=here, seen=values["seen"], unseen=values["unseen"]),
    )
