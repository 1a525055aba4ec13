"""Two languages, fair shares: which text each joint merge is for, and how far apart they end."""

import pandas as pd
import streamlit as st

from bpe.merging.parity import Measure
from ui.draw.charts import step_lines
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.joint import tables
from ui.joint.controls import Two
from ui.shell import session
from ui.shell.text import t

RULES = ("plain", "tokens", "compression")
RULE_WIDTH = 220
"""Pixels that leave the names room on the line of a small screen."""


def rule_picker(two: Two) -> None:
    """Let the reader choose what the joint run merges: the most frequent pair, or by turns."""
    st.selectbox(
        t("joint.rule"),
        RULES,
        format_func=lambda rule: t(f"joint.rule_{rule}"),
        key=session.widget("joint_rule", two.fair or "plain"),
        on_change=_rule_chosen,
        label_visibility="collapsed",
        width=RULE_WIDTH,
    )


def _rule_chosen() -> None:
    rule = session.value("joint_rule")
    session.choose(fair=None if rule == "plain" else rule)


def because(two: Two) -> list[str]:
    """Say for each joint merge which text it is for, and why; nothing for plain BPE."""
    if two.fair is None:
        return []
    return [
        t(
            f"joint.because_{_unit(two, two.fair)}",
            title=two.titles[side],
            own=_number(two.fair, own),
            other=_number(two.fair, other),
        )
        for side, own, other in tables.reasons(two.runs, two.fair)
    ]


def fair_shares(two: Two, step: int) -> None:
    """Show how the two texts grow alike when each merge is for the one that is worse off."""
    heading("joint.fair_heading", step=step)
    st.markdown(t("joint.fair_terms"))
    fair_run = two.joint(two.fair or "tokens")
    fair = tables.joined(fair_run, *two.runs.alone)
    plain = tables.joined(two.joint(None), *two.runs.alone)
    first, second = two.titles
    here = min(step, len(fair_run))
    served = fair_run.chosen_for[:here].count(0)
    say(
        f"joint.fair_sum_{two.fair or 'tokens'}",
        first=first,
        second=second,
        step=here,
        served_first=served,
        served_second=here - served,
    )
    lengths = tables.lengths_by_step(fair)
    gaps = tables.gaps_by_step(plain, fair)
    left, right = beside()
    with left:
        st.altair_chart(
            step_lines(
                lengths,
                here,
                series={"first": first, "second": second},
                title=t("joint.fair_lengths"),
                y=t("joint.cost_axis"),
            ),
            alt=t("joint.fair_lengths_alt", **_at(lengths, here), names=f"{first}, {second}"),
        )
    with right:
        st.altair_chart(
            step_lines(
                gaps,
                here,
                series={name: t(f"joint.line_{name}") for name in ("plain", "fair")},
                title=t("joint.fair_gaps", first=first, second=second),
                y=t("joint.fair_gaps_axis"),
            ),
            alt=t("joint.fair_gaps_alt", **_at(gaps, here), first=first, second=second),
        )
    st.caption(t("joint.fair_note"))
    st.caption(t("joint.rule_note"))


def _at(frame: pd.DataFrame, step: int) -> dict[str, int]:
    """Return what each series of a frame has at a step, for words on a chart."""
    here = frame[frame["step"] == step]
    values = zip(here["series"], here["value"], strict=True)
    return {"step": step} | {f"in_{name}": value for name, value in values}


def _unit(two: Two, fair: Measure) -> str:
    if fair == "tokens":
        return "tokens"
    return two.runs.joint.scheme.units


def _number(fair: Measure, value: float) -> str:
    return f"{value:,}" if fair == "tokens" else f"{value:.3f}"
