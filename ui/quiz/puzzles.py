"""Puzzles: goals, answers that the engine judges, and a puzzle of one's own for others."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import PRESETS, CorpusError, Training
from bpe.readings.lessons import (
    LAST_MERGE,
    LONGEST,
    LONGEST_TOKEN,
    MOST_WORDS,
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
from ui.corpora.samples import SCHOOL_YEAR, samples
from ui.draw import tables
from ui.draw.say import say
from ui.draw.table import table
from ui.quiz import PAGE, PUZZLE
from ui.shell import session
from ui.shell.tabs import open_tab
from ui.shell.text import language, refusal, t

GOAL = Goal(words=6, merge=3, scheme="paper", token="ing")
GOALS = {"en": GOAL, "zh": replace(GOAL, token="学生")}
"""The goal that the page itself sets, by the language of its words."""


def code_of(goal: Goal) -> str:
    """Spell a goal for an address.

    >>> code_of(GOAL)
    '6.3.paper.ing'
    """
    return f"{goal.words}.{goal.merge}.{goal.scheme}.{goal.token}"


def goal_of(code: str) -> Goal | None:
    """Read a goal from an address; None for what is none.

    >>> goal_of("6.3.paper.ing") == GOAL, goal_of("6.3.paper."), goal_of("many")
    (True, None, None)
    """
    words, _, rest = code.partition(".")
    merge, _, rest = rest.partition(".")
    scheme, _, token = rest.partition(".")
    if not all(each.isascii() and each.isdigit() and len(each) < 3 for each in (words, merge)):
        return None
    try:
        return Goal(int(words), int(merge), scheme, token)
    except ValueError:
        return None


def linked() -> Goal | None:
    """Return the goal that a link asked for; one that cannot be is given up, and that is said."""
    code = session.recall(PUZZLE)
    if code is None:
        return None
    goal = goal_of(code)
    if goal is None:
        session.remember(PUZZLE, None)
        session.report("puzzle", code)
        st.rerun()
    return goal


def put(goal: Goal) -> None:
    """Put a goal to the reader of this session, from a callback."""
    session.remember(PUZZLE, code_of(goal))
    session.remember("quiz_which", None)
    open_tab(PAGE, "puzzles")


def ask(goal: Goal) -> None:
    """Say what a goal asks for."""
    kind = "one" if goal.words == 1 else "many"
    say(
        f"quiz.ask_merge_{kind}",
        PRESETS[goal.scheme],
        {"token": (goal.token,)},
        words=goal.words,
        merge=goal.merge,
        scheme=scheme_name(goal.scheme),
    )


def own_panel() -> None:
    """Let a teacher set a goal, and show the puzzle and its link."""
    st.markdown(t("quiz.own_how"))
    goal = _goal()
    if goal is None:
        st.caption(t("quiz.own_empty"))
        return
    ask(goal)
    link = session.permalink({"tab": "puzzles", "puzzle": code_of(goal)})
    st.code(link, language=None, wrap_lines=True)
    label = t("quiz.own_try")
    st.button(label, key="quiz_own_try", icon=":material/extension:", on_click=put, args=(goal,))


def _goal() -> Goal | None:
    """Draw the four parts of a goal; None while there is no token."""
    words, merge, token, scheme = st.columns(4, vertical_alignment="bottom")
    most = _number(words, "own_words", GOAL.words, MOST_WORDS)
    place = _number(merge, "own_merge", GOAL.merge, LAST_MERGE)
    made = token.text_input(
        t("quiz.own_token"), key="quiz_own_token", max_chars=LONGEST_TOKEN, persist_state="session"
    )
    labels = {name: scheme_name(name) for name in PRESETS}
    rules = scheme.selectbox(
        t("quiz.own_scheme"),
        list(labels),
        format_func=labels.__getitem__,
        key="quiz_own_scheme",
        persist_state="session",
    )
    return Goal(most, place, rules, made[:LONGEST_TOKEN]) if made.strip() else None


def _number(column: DeltaGenerator, name: str, opening: int, most: int) -> int:
    return column.number_input(
        t(f"quiz.{name}"),
        min_value=1,
        max_value=most,
        key=session.begin_with(f"quiz_{name}", opening),
        persist_state="session",
    )


RUNS = {"en": "first-chapters", "zh": SCHOOL_YEAR}
"""The sample whose run decides the puzzle about longest match."""

MERGES = {"one_more": 3, "unused": 4}
"""Merges that the runs of a puzzle have."""

EXAMPLES = {
    "en": {
        "ing": ("sing ring king",),
        "linked": ("sing ring king",),
        "schemes": ("low low",),
        "longest": ("neighbour",),
        "one_more": ("low lower", "low lowers"),
        "unused": ("a a b ab",),
    },
    "zh": {
        "ing": ("大学生 中学生 小学生",),
        "linked": ("大学生 中学生 小学生",),
        "schemes": ("大学 大学",),
        "longest": ("也不是",),
        "one_more": ("大学 大学生", "大学 大学生会"),
        "unused": ("大 大 学 大学",),
    },
}
"""An answer that each puzzle opens with, a text a field: nearly right, to be changed."""

ROWS = LAST_MERGE
"""Merges of a run that are shown as evidence."""


def puzzles_panel() -> None:
    """Draw the puzzle that is chosen, the box for an answer, and what the record says of it."""
    goal = linked()
    puzzles: dict[str, Callable[[], Verdict | None]] = {
        "unused": _never_used,
        "schemes": _first_merges,
        "ing": partial(_nth_merge, GOALS[_words()]),
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


def _words() -> str:
    """Return the language of the words that the page asks about."""
    return session.spoken("words")


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
    """Take the reader's answer, at first an example: a text a field; None where one is empty."""
    with st.form(f"quiz_{puzzle}", border=False):
        texts = [
            st.text_input(
                t(f"quiz.field_{field}"),
                key=session.begin_with(f"quiz_answer_{puzzle}_{field}", example),
                max_chars=LONGEST,
                persist_state="session",
            )
            for field, example in zip(fields, EXAMPLES[_words()][puzzle], strict=True)
        ]
        st.form_submit_button(t("quiz.train"), type="primary", icon=":material/play_arrow:")
    return texts if all(map(str.strip, texts)) else None


def _nth_merge(goal: Goal) -> Verdict | None:
    ask(goal)
    answer = _answer("ing" if goal == GOALS[_words()] else "linked", "words")
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
    sample = samples()[RUNS[_words()]]
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
