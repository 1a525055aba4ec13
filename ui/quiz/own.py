"""A puzzle of one's own: a form sets the goal, and a link puts it to others."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import PRESETS
from bpe.readings.puzzles import LAST_MERGE, LONGEST_TOKEN, MOST_WORDS, Goal
from ui.controls.pickers import scheme_name
from ui.quiz.goals import GOAL, ask, code_of, put
from ui.shell import session
from ui.shell.text import t


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
