"""The two runs of the page, and the choice of what stands beside the first."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError, Training
from bpe.readings.comparison import TwoRuns, differing_rules, parting_step
from ui.cache import remembered
from ui.controls.controls import choose_paired_runs, choose_run
from ui.controls.pickers import clamp_step, picker, scheme_name
from ui.corpora.run import Run
from ui.frame import Bar
from ui.shell import session
from ui.shell.text import refusal, t
from ui.wordpiece import PAIR
from ui.wordpiece.fork import fork_of, written

SCORE, LIBRARY = "score", "library"

LIBRARIES = ("gpt", "sentencepiece")
"""The rules that stand beside at first: the second where the run has the first."""


def kind() -> str:
    """Return what stands beside: the score, another pair, or a library's rules."""
    chosen = session.choices().get("against")
    return LIBRARY if chosen in PRESETS else chosen or SCORE


def two_runs(bar: Bar) -> tuple[Run, Run]:
    """Draw the pickers; return the run and what stands beside it."""
    if kind() == SCORE:
        scored, counted = choose_paired_runs(bar, score="count")
        return counted, scored
    run = choose_run(bar)
    try:
        other = _forked(run) if kind() == PAIR else _by_rules(run)
    except CorpusError as error:
        st.error(refusal(error))
        return run, run
    clamp_step(max(len(run), len(other)))
    return run, other


def names(two: Sequence[Run]) -> tuple[str, str]:
    """Return what the two runs are called."""
    if kind() == LIBRARY:
        first, second = (each.scheme.name for each in two)
        return first, second
    return t(f"wordpiece.first_{kind()}"), t(f"wordpiece.second_{kind()}")


@remembered
def parting(first: Training, second: Training) -> int | None:
    """Return the step at which two runs first differ, or None."""
    if are_alike(first, second):
        return TwoRuns(first, second).parting
    return parting_step(first, second)


def are_alike(first: Training, second: Training) -> bool:
    """Whether two runs split the same words, by rules that differ in the score at most."""
    return {*differing_rules(first.scheme, second.scheme)} <= {"score"}


def beside_picker(first: Run) -> None:
    """Let the reader choose what stands beside."""
    own = first.scheme.name
    kinds = {SCORE: None, PAIR: PAIR, LIBRARY: _library(own)}
    st.segmented_control(
        t("wordpiece.beside"),
        list(kinds),
        required=True,
        format_func=lambda each: t(f"wordpiece.beside_{each}"),
        key=session.widget("wordpiece_beside", kind()),
        on_change=lambda: session.choose(
            against=kinds[session.value("wordpiece_beside") or kind()], step=None
        ),
        label_visibility="collapsed",
    )


def rules_picker() -> None:
    """Let the reader choose whose rules stand beside."""
    labels = {name: scheme_name(name) for name in PRESETS}
    chosen, name = session.choices().get("against"), t("wordpiece.rules")
    picker("against", name, labels, chosen, "", label_visibility="collapsed", width=260)


def _library(own: str) -> str:
    return LIBRARIES[own == LIBRARIES[0]]


def _by_rules(run: Run) -> Run:
    """Return the same text by the rules of the library that was chosen."""
    other = replace(run, scheme=PRESETS[session.choices()["against"]])
    other.summarize(partial(_cancel, {"against": None}))
    return other


def _forked(run: Run) -> Run:
    """Return the run with another pair first, which is trained on from there."""
    fork = fork_of(run.training)
    if fork is None:
        return run
    pair = fork.pair(run.training)
    if pair is None:
        st.warning(t("wordpiece.unreached", step=fork.step, steps=len(run)))
        return run
    other = replace(run, forced=((fork.step, pair),))
    other.summarize(partial(_cancel, {"forks": written(None)}))
    return other


def _cancel(instead: dict[str, str | None]) -> None:
    """Show something else beside, from a callback, where the training of this is cancelled."""
    session.choose(**instead)
