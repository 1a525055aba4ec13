"""The whole run: its totals by step."""

import streamlit as st

from bpe import Training
from ui.draw import tables
from ui.draw.charts import is_wide, step_lines
from ui.draw.say import say
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
