"""The two runs of the page, and the choice of what stands beside the first."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from bpe import PRESETS, CorpusError, Training
from bpe.readings.comparison import TwoRuns, differing_rules, parting_step
from ui.controls.asked import Asked, request_of
from ui.controls.controls import paired_controls, training_controls
from ui.controls.pickers import give_up_step_beyond, picker, scheme_name
from ui.controls.running import result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import given
from ui.shell import session
from ui.shell.frame import Bar
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


def two_runs(bar: Bar) -> tuple[Asked, Asked]:
    """Draw the pickers; return the run and what stands beside it."""
    if kind() == SCORE:
        scored, counted = paired_controls(bar, score="count")
        return counted, scored
    asked = training_controls(bar)
    try:
        other = _forked(asked) if kind() == PAIR else _by_rules(asked)
    except CorpusError as error:
        st.error(refusal(error))
        return asked, asked
    give_up_step_beyond(max(len(asked.training), len(other.training)))
    return asked, other


def names(two: Sequence[Asked]) -> tuple[str, str]:
    """Return what the two runs are called."""
    if kind() == LIBRARY:
        first, second = (each.request.scheme.name for each in two)
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


def beside_picker(first: Asked) -> None:
    """Let the reader choose what stands beside."""
    own = first.request.scheme.name
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


def _by_rules(asked: Asked) -> Asked:
    """Return the same text by the rules of the library that was chosen."""
    scheme = PRESETS[session.choices()["against"]]
    return _asked(asked, request_of(asked.source, scheme, like=asked.request))


def _forked(asked: Asked) -> Asked:
    """Return the run with another pair first, which is trained on from there."""
    fork = fork_of(asked.training)
    if fork is None:
        return asked
    pair, corpus = fork.pair(asked.training), asked.training.corpus
    if pair is None:
        steps = len(asked.training)
        st.warning(t("wordpiece.unreached", step=fork.step, steps=steps))
        return asked
    forced = ((fork.step, pair),)
    request = replace(asked.request, corpus=given(corpus), forced=forced)
    return _asked(asked, request, partial(_give_up, {"forks": written(None)}))


def _asked(asked: Asked, request: Any, cancel: Any = None) -> Asked:
    cancel = cancel or partial(_give_up, {"against": None})
    return Asked(result_of(request.job, cancel=cancel), request, asked.source)


def _give_up(instead: dict[str, str | None]) -> None:
    """Show something else beside, from a callback, where the training of this is cancelled."""
    session.choose(**instead)
