"""The tab on two runs as wholes: where they part, whether they meet, what only one has learned."""

from collections.abc import Sequence

import streamlit as st

from bpe import Training
from bpe.readings.comparison import TwoRuns, differing_rules, shared_token_counts
from ui.draw.parts import beside, heading
from ui.draw.say import say
from ui.draw.table import Column, draw_table
from ui.shell.text import t
from ui.wordpiece import tables
from ui.wordpiece.runs import are_alike, parting

BEFORE, AFTER = 2, 6
"""Merges shown before the parting and from it on."""

TOKENS = 40
"""Tokens named that only one run has."""

MERGES = (
    Column("step", "number"),
    Column("pair", "pair", header="merged"),
    Column("count", "number", header="times"),
)

_MEETING = {
    (True, True): "wordpiece.meet",
    (True, False): "wordpiece.meet_and_part",
    (False, True): "wordpiece.meet_apart",
    (False, False): "wordpiece.meet_apart_and_part",
}
"""Whether two runs meet at the same step, and whether they stay together -> what is said."""


def parting_panel(runs: Sequence[Training], names: Sequence[str], step: int) -> None:
    """Say where two runs part; of the same words, list all steps at which they do."""
    first, second = runs
    labels = dict(zip(("a", "b"), names, strict=True))
    part = parting(first, second)
    if part is None:
        say("wordpiece.same", **labels)
        return
    if are_alike(first, second):
        both = TwoRuns(first, second)
        _meeting(both, labels)
        _differences(both, labels)
        _learned(both, labels, step)
    else:
        _rules(first, second, part, labels)


def _meeting(both: TwoRuns, labels: dict[str, str]) -> None:
    """Say whether the two split all words alike again."""
    met, learned = both.met, both.learned(both.last)
    ends = {"both": len(learned.both), "lost": len(learned.first), "gained": len(learned.second)}
    if met is None:
        say("wordpiece.never_meet", **labels, **ends)
        return
    again = both.parts_again(met)
    say(
        _MEETING[met.first == met.second, again is None],
        step=met.first,
        of_other=met.second,
        again=met.first + (again or 0),
        **labels,
        **ends,
    )


def _differences(both: TwoRuns, labels: dict[str, str]) -> None:
    """List the steps at which the two merge different pairs, with when the other catches up."""
    title = heading("wordpiece.differences_heading", n=len(both.differences()))
    columns = (
        Column("step", "number"),
        Column("first", "tokens"),
        Column("first_later", format=_later),
        Column("second", "tokens"),
        Column("second_later", format=_later),
    )
    scheme = both.runs[0].scheme
    draw_table(tables.differences(both), columns, title, scheme, area="wordpiece", names=labels)


def _learned(both: TwoRuns, labels: dict[str, str], step: int) -> None:
    """Name what only one has learned by now."""
    learned = both.learned(step)
    for label, tokens in zip(labels.values(), (learned.first, learned.second), strict=True):
        if tokens:
            shown = {"tokens": tokens[-TOKENS:]}
            name = "wordpiece.only_last" if len(tokens) > TOKENS else "wordpiece.only"
            say(name, both.runs[0].scheme, shown, label=label, n=len(tokens), shown=TOKENS)


def _rules(first: Training, second: Training, step: int, labels: dict[str, str]) -> None:
    """Say what each merges where they part, in which rules they differ, and what both learn."""
    parts = (t(f"wordpiece.rule_{part}") for part in differing_rules(first.scheme, second.scheme))
    say("wordpiece.differ", parts=t("wordpiece.list").join(parts))
    both, in_first, in_second = shared_token_counts(first, second)
    say("wordpiece.ends", both=both, first=in_first, second=in_second, **labels)
    for place, run, label in zip(beside(), (first, second), labels.values(), strict=True):
        with place:
            title = t("wordpiece.merges_of", name=label)
            st.subheader(title, anchor=False)
            badges = {"parts": t("wordpiece.parts_here")}
            rows = tables.merges_around(run, step, BEFORE, AFTER)
            draw_table(rows, MERGES, title, run.scheme, area="wordpiece", badges=badges)


def _later(step: int | None) -> str:
    """Say when the other run makes the token of a pair; nothing where there is no pair."""
    if step is None:
        return ""
    return t("wordpiece.never") if step == tables.NEVER else t("wordpiece.at", step=step)
