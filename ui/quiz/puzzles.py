"""Puzzles: the reader writes, the engine trains, and the verdict shows its record."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe import PRESETS, CorpusError, Training
from bpe.readings.puzzles import (
    LAST_MERGE,
    LONGEST,
    Goal,
    Verdict,
    first_merges,
    more_by_longest,
    never_used,
    nth_merge,
    one_more,
)
from ui.controls.controls import sample_training
from ui.controls.pickers import scheme_name
from ui.corpora.samples import samples
from ui.draw import tables
from ui.draw.say import say
from ui.draw.table import table
from ui.quiz.goals import GOAL, ask, linked
from ui.shell import session
from ui.shell.text import language, refusal, t

RUN = "first-chapters"
"""The sample whose run decides the puzzle about longest match."""

MERGES = {"one_more": 3, "unused": 4}
"""Merges that the runs of a puzzle have."""

ROWS = LAST_MERGE
"""Merges of a run that are shown as evidence."""


def puzzles_panel() -> None:
    """Draw the puzzle that is chosen, the box for an answer, and what the record says of it."""
    goal = linked()
    puzzles: dict[str, Callable[[], Verdict | None]] = {
        "unused": _never_used,
        "schemes": _first_merges,
        "ing": partial(_nth_merge, GOAL),
        "longest": _more_by_longest,
        "one_more": _one_more,
    }
    if goal is not None:
        puzzles = {"linked": partial(_nth_merge, goal), **puzzles}
    name = _picked(list(puzzles))
    try:
        verdict = puzzles[name]()
    except CorpusError as error:
        st.error(refusal(error))
        return
    if verdict is None:
        st.caption(t("quiz.no_answer"))
    else:
        _show(verdict)


def _picked(names: list[str]) -> str:
    """Let the reader choose a puzzle; the one of a link comes first."""
    kept = session.recall("quiz_which")
    labels = {name: t(f"quiz.puzzle_{name}") for name in names}
    return st.selectbox(
        t("quiz.puzzle"),
        names,
        format_func=labels.__getitem__,
        key=session.widget("quiz_which", kept if kept in names else names[0]),
        on_change=session.keep,
        args=("quiz_which",),
    )


def _answer(puzzle: str, *fields: str) -> list[str] | None:
    """Take the reader's answer: a text a field; None while one of them is empty."""
    with st.form(f"quiz_{puzzle}", border=False):
        texts = [
            st.text_input(
                t(f"quiz.field_{field}"),
                key=f"quiz_answer_{puzzle}_{field}",
                max_chars=LONGEST,
                persist_state="session",
            )
            for field in fields
        ]
        st.form_submit_button(t("quiz.train"), type="primary", icon=":material/play_arrow:")
    return texts if all(map(str.strip, texts)) else None


def _nth_merge(goal: Goal) -> Verdict | None:
    ask(goal)
    answer = _answer("ing" if goal == GOAL else "linked", "words")
    return None if answer is None else nth_merge(answer[0], goal)


def _first_merges() -> Verdict | None:
    say("quiz.ask_schemes")
    labels = {name: scheme_name(name) for name in PRESETS}
    first, second = (
        column.selectbox(
            t(f"quiz.scheme_{place}"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.begin_with(f"quiz_scheme_{place}", opening),
            persist_state="session",
        )
        for place, opening, column in zip(
            ("first", "second"), ("paper", "wordpiece"), st.columns(2), strict=True
        )
    )
    answer = _answer("schemes", "text")
    return None if answer is None else first_merges(answer[0], first, second)


def _more_by_longest() -> Verdict | None:
    sample = samples()[RUN]
    training = sample_training(sample)
    say("quiz.ask_longest", run=sample.title[language()], merges=len(training))
    answer = _answer("longest", "word")
    return None if answer is None else more_by_longest(training, answer[0])


def _one_more() -> Verdict | None:
    merges = MERGES["one_more"]
    say("quiz.ask_one_more", merges=merges)
    answer = _answer("one_more", "before", "after")
    return None if answer is None else one_more(answer[0], answer[1], merges)


def _never_used() -> Verdict | None:
    merges = MERGES["unused"]
    say("quiz.ask_unused", merges=merges)
    answer = _answer("unused", "text")
    return None if answer is None else never_used(answer[0], merges)


def _show(verdict: Verdict) -> None:
    """Say whether the answer does it, why, and what the runs merged."""
    with st.container(border=True, key="quiz_verdict"):
        sign, said = ("check_circle", "solved") if verdict.solved else ("more_horiz", "not_yet")
        st.header(f":material/{sign}: {t(f'quiz.{said}')}", anchor=False)
        found, runs = verdict.found, verdict.runs
        scheme = runs[0].scheme if runs else None
        say(f"quiz.verdict_{found.code}", scheme, found.tokens, **found.values)
        places = st.columns(len(runs)) if runs else ()
        for run, place in zip(runs, places, strict=True):
            with place:
                _merges(run)


def _merges(run: Training) -> None:
    """List the first merges of a run."""
    name = t("quiz.merges_of", scheme=scheme_name(run.scheme.name))
    st.caption(name)
    scored = ("score",) if run.scheme.score != "count" else ()
    table(
        tables.merges(run).head(ROWS),
        ("rank", "pair", "token", "count", *scored, "ties"),
        name,
        run.scheme,
        area="quiz",
        labels={
            "rank": lambda row: f"{row['rank'] + 1}",
            "ties": lambda row: f"{row['ties']}" if row["ties"] > 1 else "",
        },
    )
