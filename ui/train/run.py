"""The whole run: its totals by step, and why it stopped."""

import streamlit as st

from bpe import Training
from ui.draw import tables
from ui.draw.charts import is_wide, step_lines
from ui.draw.parts import heading
from ui.draw.say import merge_tokens, say
from ui.shell.text import t


def over_time_panel(training: Training, step: int) -> None:
    """Draw the run's totals by step with the current step marked."""
    if not len(training.merges):
        say("charts.nothing")
        return
    frame = tables.over_time(training)
    for column in ("tokens", "vocabulary", "winner"):
        known = frame[column].dropna().astype("int64")
        title = t(f"charts.{column}_title")
        st.altair_chart(
            step_lines(
                tables.by_series({column: known}),
                step,
                series={column: title},
                title=title,
                y=t(f"charts.{column}_axis"),
                last=len(training),
                log=is_wide(known),
                stairs=True,
            ),
            alt=t(
                f"charts.{column}_alt",
                step=step,
                first=known.iloc[0],
                now=known[step] if step in known.index else "–",
                last=known.iloc[-1],
            ),
        )


def stop_panel(training: Training) -> None:
    """Say why training stopped and which merge would have been next."""
    stop = training.stop
    heading("tables.stop_heading")
    count = stop.merge.count if stop.merge else 0
    say(f"tables.stop_{stop.reason}", n=len(training), count=count)
    if stop.merge is None:
        say("tables.stop_no_next")
    else:
        say("tables.stop_next", training.scheme, merge_tokens(stop.merge), count=count)
    totals = tables.over_time(training)
    first, last = totals.iloc[0], totals.iloc[-1]
    numbers = {"merges": (f"{len(training):,}", " ")} | {
        name: (f"{last[name]:,}", t("tables.stop_from", first=first[name]))
        for name in ("vocabulary", "tokens")
    }
    with st.container(horizontal=True):
        for name, (number, start) in numbers.items():
            st.metric(
                t(f"tables.stop_{name}"),
                number,
                start,
                delta_color="off",
                delta_arrow="off",
                border=True,
                width="content",
            )
