"""Whole runs of one corpus side by side: under each tie rule, and with both kinds of `</w>`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from bpe import PRESETS, TIE_RULES, CorpusError, Scheme, Training
from bpe.merging.cells import Token
from bpe.readings.two_runs import TwoRuns
from bpe.schemes import TieRule
from ui.controls.asked import Asked, request_of
from ui.controls.running import leaving, result_of
from ui.corpora.remembered import remembered
from ui.corpora.requests import beginnings
from ui.draw import tables
from ui.draw.say import say
from ui.draw.table import table
from ui.shell.choices import why_mark_is_fixed
from ui.shell.text import refusal, t
from ui.train import PAGE

FIRST = 8
"""Merges set beside each other."""

CELLS = 1_000_000
"""Tokens before any merge up to which a corpus is trained on again without being asked to."""


def whole_runs(asked: Asked) -> None:
    """Train the corpus by every tie rule; show where the runs part and what they share."""
    training = asked.training
    tied = int((training.tie_counts > 1).sum())
    say("train.rules_ties", ties=tied, merges=len(training))
    if training.counters["cells"] > CELLS and not st.toggle(
        t("train.rules_all"), key="train_rules"
    ):
        return
    runs = {rule: result_of(asked.with_rules(tie_rule=rule).job) for rule in TIE_RULES}
    runs[training.scheme.tie_rule] = training
    rows = [_row(training, rule, run) for rule, run in runs.items()]
    rows.sort(key=lambda row: not row[1])
    frame = tables.frame_of(rows, "rule", "used", "parting", "meeting", "shared", "learned")
    partings = [row[2] for row in rows if row[2] is not None]
    table(
        frame,
        ("rule", "parting", "meeting", "shared"),
        t("train.rules_heading"),
        area="train",
        labels={
            "rule": lambda row: t(f"ties.is_{row['rule']}"),
            "parting": lambda row: _at(row["parting"]),
            "meeting": lambda row: _at(row["meeting"]),
            "shared": lambda row: f"{row['shared']:,} / {row['learned']:,}",
        },
        badges={"used": t("tables.badge_used")},
    )
    if not partings:
        say("train.rules_alike", rules=len(runs))
        return
    start = max(0, min(partings) - 1)
    say("train.rules_from", start=start)
    tokens: dict[str, list[Token]] = {
        rule: [merge.token for merge in run.merges] for rule, run in runs.items()
    }
    _beside(tokens, training.scheme, start, "train.rules_heading", area="ties")


def two_marks(asked: Asked) -> None:
    """Show the first merges of the corpus with `</w>` as a token and as part of the last one."""
    scheme = asked.training.scheme
    base = PRESETS["paper"] if why_mark_is_fixed(scheme) else scheme
    suffix, attached = (replace(base, boundary=each) for each in ("suffix", "attached"))
    request = request_of(asked.source, suffix, like=asked.request)
    try:
        job = beginnings(request, (suffix, attached), FIRST)
        begun = result_of(job, cancel=leaving(PAGE))
    except CorpusError as error:  # of counts, whose words are found by their own rules alone
        st.error(refusal(error))
        return
    if begun.parting is None:
        say("train.marks_alike", n=FIRST)
    else:
        say("train.marks_part", rank=begun.parting)
    _beside(
        dict(zip(("suffix", "attached"), begun.tokens, strict=True)),
        suffix,
        0,
        "train.marks_heading",
    )


def _row(
    training: Training, rule: TieRule, run: Training
) -> tuple[TieRule, bool, int | None, int | None, int, int]:
    parting, meeting, shared = _compared(training, run)
    return rule, run is training, parting, meeting, shared, len(training)


@remembered(len(TIE_RULES))
def _compared(training: Training, run: Training) -> tuple[int | None, int | None, int]:
    two = TwoRuns(training, run)
    return two.parting, two.meeting, int(two.shared()[-1])


def _at(step: int | None) -> str:
    return t("train.never") if step is None or step != step else f"{int(step):,}"


def _beside(
    runs: Mapping[str, Sequence[Token]], scheme: Scheme, start: int, title: str, area: str = "train"
) -> None:
    """Set the tokens that runs learn beside each other, a rank a row."""
    stop = min(start + FIRST, max(map(len, runs.values())))
    rows = [
        (rank, *(tokens[rank] if rank < len(tokens) else None for tokens in runs.values()))
        for rank in range(start, stop)
    ]
    table(tables.frame_of(rows, "rank", *runs), ("rank", *runs), t(title), scheme, area=area)
