"""The tab on two futures: where their merges differ, and how far apart they are."""

from math import isnan

import pandas as pd
import streamlit as st

from bpe.readings.two_runs import TwoRuns
from ui.draw.charts import step_lines
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.text import t
from ui.whatif import tables
from ui.whatif.run import ForkedRun

TOKENS = 40
"""Tokens named that only one future has."""

HEIGHT = 230
"""Of a chart, in pixels."""

_MEETING = {
    (True, True): "whatif.meet",
    (True, False): "whatif.meet_and_part",
    (False, True): "whatif.meet_apart",
    (False, False): "whatif.meet_apart_and_part",
}
"""Whether two futures meet at the same step, and whether they stay together -> what is said."""


def say_futures(forked: ForkedRun) -> None:
    """Say where the two futures part, whether they meet again, and how far apart they end."""
    both = forked.futures
    if both is None:
        return
    run, fork = both.runs
    scheme, parting, met = run.scheme, both.parting, both.met
    if parting is None:
        say("whatif.never_part", scheme)
        return
    one, other = run.merges[parting], fork.merges[parting]
    pairs = {"run": one.pair, "fork": other.pair}
    say("whatif.part", scheme, pairs, step=parting, count=one.count, others=other.count)
    learned = both.learned(both.last)
    ends = {
        "both": len(learned.both),
        "lost": len(learned.first),
        "gained": len(learned.second),
        "tokens": run.token_counts[-1],
        "other": fork.token_counts[-1],
    }
    if met is None:
        say("whatif.never_meet", scheme, **ends)
        return
    again = both.parts_again(met)
    say(
        _MEETING[met.first == met.second, again is None],
        scheme,
        step=met.first,
        of_fork=met.second,
        again=met.first + (again or 0),
        **ends,
    )


def futures_panel(forked: ForkedRun, step: int) -> None:
    """List where the two differ; draw how far apart they are, and what only one has learned."""
    both = forked.futures
    if both is None:
        say("whatif.no_fork")
        return
    with st.container(key="whatif_differences"):
        _differences(both)
    _apart(both, step)


def _apart(both: TwoRuns, step: int) -> None:
    """Draw how far apart the two are at each step; name what only one has learned by now."""
    frame = tables.by_step(both)
    step = min(step, both.last)
    now = frame[frame["step"] == step].set_index("series")["value"]
    numbers = {name: int(now[name]) for name in ("more", "learned", "shared")}
    more, shared = beside()
    with more:
        heading("whatif.more_heading", step=step, more=numbers["more"])
        alt = t("whatif.more_alt", **numbers)
        _lines(frame, step, ("more",), "whatif.more_axis", alt)
    with shared:
        heading("whatif.shared_heading", **numbers)
        alt = t("whatif.shared_alt", **numbers)
        _lines(frame, step, ("learned", "shared"), "whatif.tokens_axis", alt)
    if step:
        learned = both.learned(step)
        for name, tokens in (("run", learned.first), ("fork", learned.second)):
            said = f"whatif.only_{name}" if tokens else f"whatif.only_{name}_none"
            if len(tokens) > TOKENS:
                said = f"whatif.only_{name}_last"
            shown = {"tokens": tokens[-TOKENS:]}
            say(said, both.runs[0].scheme, shown, n=len(tokens), shown=TOKENS)


def _lines(frame: pd.DataFrame, step: int, names: tuple[str, ...], axis: str, alt: str) -> None:
    chart = step_lines(
        frame[frame["series"].isin(names)],
        step,
        series={name: t(f"whatif.line_{name}") for name in names},
        y=t(axis),
        height=HEIGHT,
    )
    st.altair_chart(chart, alt=alt)


def _differences(both: TwoRuns) -> None:
    """List the steps at which the two merge different pairs, with when the other catches up."""
    frame = tables.differences(both)
    title = heading("whatif.differences_heading", n=len(both.differences()))
    say("whatif.differences_how")
    if frame.empty:
        return
    cells = {
        "first_count": lambda row: _number(row["first_count"]),
        "second_count": lambda row: _number(row["second_count"]),
        "first_later": lambda row: _later(row["first_later"], row["first"]),
        "second_later": lambda row: _later(row["second_later"], row["second"]),
    }
    columns = ("first", "first_count", "first_later", "second", "second_count", "second_later")
    table(frame, ("step", *columns), title, both.runs[0].scheme, area="whatif", labels=cells)


def _number(count: float | None) -> str:
    """Write a number; nothing for none, which a column of numbers holds as NaN."""
    return "" if count is None or isnan(count) else f"{count:,.0f}"


def _later(step: float | None, pair: object) -> str:
    """Say when the other future makes the token of a pair; nothing where there is no pair."""
    if pair is None:
        return ""
    return t("whatif.at", step=_number(step)) if _number(step) else t("whatif.never")
