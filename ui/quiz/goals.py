"""Goals of puzzles: as an address spells them, and as they are put to the reader."""

import streamlit as st

from bpe import PRESETS
from bpe.readings.puzzles import Goal
from ui.controls.pickers import scheme_name
from ui.draw.say import say
from ui.quiz import PAGE, PUZZLE
from ui.shell import session
from ui.shell.tabs import open_tab

GOAL = Goal(words=6, merge=3, scheme="paper", token="ing")
"""The goal that the page itself sets."""


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
