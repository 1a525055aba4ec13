"""This corpus trained by each tie rule: where the runs part, and what they share."""

import streamlit as st

from bpe import TIE_RULES, Training
from bpe.readings.comparison import TwoRuns
from ui.cache import remembered
from ui.corpora.run import Run
from ui.draw.readings import Rows
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.shell.text import t

FIRST = 8
"""Merges set beside each other."""

CELLS = 1_000_000
"""Tokens before any merge up to which a corpus is trained on again without being asked to."""


def rules_panel(run: Run) -> None:
    """Train the corpus by every tie rule; show where the runs part and what they share."""
    training = run.training
    if training.counters["cells"] > CELLS and not st.toggle(
        t("train.rules_all"), key="train_rules"
    ):
        return
    runs: dict[str, Training] = {rule: run.with_rules(tie_rule=rule).training for rule in TIE_RULES}
    runs[training.scheme.tie_rule] = training
    rows = [
        (rule, run is training, *_compared(training, run), len(training), int(run.token_counts[-1]))
        for rule, run in runs.items()
    ]
    rows.sort(key=lambda row: not row[1])
    columns = (
        Column("rule", message="ties.is_{rule}"),
        Column("parting", format=_at),
        Column("meeting", format=_at),
        Column("shared", template="{shared:,} / {all:,}"),
        Column("total", "number"),
    )
    draw_table(
        Rows(("rule", "used", "parting", "meeting", "shared", "all", "total"), rows),
        columns,
        t("train.rules_heading"),
        area="train",
        badges={"used": t("tables.badge_used")},
    )
    partings = [row[2] for row in rows if row[2] is not None]
    if partings:
        _beside(runs, training, max(0, min(partings) - 1))
    else:
        say("train.rules_alike", rules=len(runs))


@remembered
def _compared(training: Training, run: Training) -> tuple[int | None, int | None, int]:
    two = TwoRuns(training, run)
    return two.parting, two.meeting, len({*two.learned(two.last).both})


def _at(step: int | None) -> str:
    return t("train.never") if step is None else f"{step:,}"


def _beside(runs: dict[str, Training], training: Training, start: int) -> None:
    """Set the tokens that runs learn beside each other, a rank a row."""
    say("train.rules_from", start=start)
    merges = [run.merges for run in runs.values()]
    rows = [
        (rank, *(each[rank].token if rank < len(each) else None for each in merges))
        for rank in range(start, min(start + FIRST, max(map(len, merges))))
    ]
    columns = (Column("rank", "number"), *(Column(rule, "token") for rule in runs))
    found = Rows(("rank", *runs), rows)
    draw_table(found, columns, t("train.rules_heading"), training.scheme, area="ties")
