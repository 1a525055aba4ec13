"""The page Predict the merge: a round, its score, and what it shows."""

from pathlib import Path
from typing import Any

import streamlit as st

from ui.catalogue import catalogue
from ui.controls.controls import colour_by
from ui.draw.downloads import offer
from ui.draw.parts import styles
from ui.draw.say import say
from ui.frame import Bar
from ui.player import encode_player, step_player
from ui.player.cutting import cut_text
from ui.quiz import LAST_DRAW
from ui.quiz.rounds import KINDS, Round, make_round
from ui.quiz.worksheet import worksheet
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import language, t

MOST = 3
"""Points for the right pair, as `score.js` gives them."""

_HERE = Path(__file__).resolve().parent
_TEXTS = ("score", "points", "run", "best", "reset", "late", "onward")

FILES = tuple(_HERE / f"score.{kind}" for kind in ("html", "css", "js"))
"""What it is made of in a browser."""

_mount = component("quiz_score", *FILES)


def score(place: str, steps: int, player: str) -> int | None:
    """Draw the score of a round of so many `steps`; it hears what the player of that key tells.

    The browser keeps it under the name `place`.

    Returns the points once every step has been bet on or shown, else None.
    """
    _mount(
        key="quiz_score",
        data=score_data(place, steps, player),
        default={"over": None},
        on_over_change=lambda: None,
        width="content",
        height="content",
    )
    # It comes from outside, and may still be that of the round before.
    match (session.value("quiz_score") or {}).get("over"):
        case [str(of), int(points)] if of == place:
            return points if 0 <= points <= steps * MOST else None
    return None


def score_data(place: str, steps: int, player: str) -> dict[str, Any]:
    """Return what the script of the score is given."""
    return {
        "key": player,
        "place": place,
        "steps": steps,
        "text": {name: catalogue(language())[f"quiz.score_{name}"] for name in _TEXTS},
    }


STYLE = Path(__file__).with_name("quiz.css")


def quiz_page(bar: Bar) -> None:
    """Ask for the next merge of a short run, step by step; say afterwards what it shows."""
    styles(STYLE)
    asked = _chosen(bar)
    with st.container(horizontal=True, vertical_alignment="center", key="quiz_question"):
        say("quiz.asked", number=str(asked.seed), question=t(f"quiz.question_{asked.name}"))
        points = score(asked.place, asked.steps, asked.place)
    colour_by(asked.run)
    if points is not None:
        _over(asked, points)
    if asked.word is None:
        step_player(asked.run, asked.place, address=False, hide=True)
    else:
        cut = asked.run.read(cut_text, asked.word, language())
        encode_player(cut, asked.place, hide=True)
    if points is None:
        with st.expander(t("quiz.shows"), icon=":material/lightbulb:", key="quiz_shows"):
            _lesson(asked)
    with bar.more["downloads"]:
        _on_paper(asked)


def _over(asked: Round, points: int) -> None:
    """Say at the end of a round what it has shown, with the score and the way to the next."""
    with st.container(border=True, key="quiz_over"):
        st.header(t("quiz.over", points=points, most=asked.steps * MOST), anchor=False)
        _lesson(asked)
        is_last = asked.number == len(KINDS)
        following = (1, asked.seed % LAST_DRAW + 1) if is_last else (asked.number + 1, 1)
        st.button(
            t("quiz.next_round"),
            key="quiz_next",
            type="primary",
            icon=":material/arrow_forward:",
            on_click=_choose,
            args=following,
        )


def _chosen(bar: Bar) -> Round:
    """Draw the picker of rounds and the way to another of the same kind."""
    chosen = session.choices()
    number, seed = chosen.get("round") or 1, chosen.get("seed") or 1
    labels = {each: f"{each}. {t(f'quiz.round_{kind.name}')}" for each, kind in enumerate(KINDS, 1)}
    with bar.pickers:
        st.selectbox(
            t("quiz.round"),
            list(labels),
            format_func=labels.__getitem__,
            key=session.widget("quiz_round", number),
            on_change=lambda: _choose(session.value("quiz_round"), 1),
        )
        st.button(
            t("quiz.another"),
            key="quiz_another",
            icon=":material/casino:",
            on_click=_choose,
            args=(number, seed % LAST_DRAW + 1),
        )
    return make_round(number, seed, session.choices().get("words") or language())


def _choose(number: int, seed: int) -> None:
    session.choose(round=None if number == 1 else number, seed=None if seed == 1 else seed)


def _lesson(asked: Round) -> None:
    """Say what the round shows, and where its record does."""
    st.markdown(t(f"quiz.learn_{asked.name}"))
    found = asked.found
    say(f"quiz.found_{found.code}", asked.run.scheme, found.tokens, **found.values)


def _on_paper(asked: Round) -> None:
    """Offer the round as a worksheet."""
    lang = language()
    name = f"{asked.number}-{asked.name}-{asked.seed}-worksheet.html"
    offer(t("quiz.worksheet"), lambda: worksheet(asked, lang), name, "quiz_worksheet")
    st.caption(t("quiz.worksheet_how"))
