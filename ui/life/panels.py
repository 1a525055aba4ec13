"""Lay out the life of a token: the skyline of a word, its uses over time, the player, the tabs."""

from functools import partial
from pathlib import Path

import streamlit as st

from ui.controls.asked import Asked
from ui.controls.steps import click_steps
from ui.draw.charts import step_lines
from ui.draw.parts import line, styles
from ui.draw.say import say
from ui.draw.tokens import Token, visible
from ui.life import PAGE, tables
from ui.life.shown import Shown, choose, opening
from ui.life.skyline import draw_skyline
from ui.life.tabs import everyone_panel, family_panel
from ui.player import player
from ui.shell.tabs import draw_tabs
from ui.shell.text import t

PLAYER = "life"
WORDS = 5
HEIGHT = 210
"""Of the curve, in pixels."""

STYLE = Path(__file__).with_name("life.css")


def life_picture(asked: Asked) -> tuple[Shown, int]:
    """Draw the pickers, the skyline, the curve and the player; return what is shown, and when."""
    styles(STYLE)
    training = asked.training
    with line("life"):
        shown = choose(training)
    default = opening(training).born
    with st.container(key="life_stage"):
        skyline, curve = st.columns([3, 2], gap="medium")
        # The skyline shows every merge to come, so there is no answer to hide.
        step = player(
            training,
            key=PLAYER,
            default=default,
            words=WORDS,
            compact=True,
            brief=True,
            hide=None,
        )
        with skyline:
            before, after = draw_skyline(shown, step, PLAYER)
        with curve, st.container(key="life_said"):
            _say_life(shown, step)
            _curve(shown, step, default)
    st.caption(t("life.how"))
    if before:
        st.caption(t("life.stretch", before=before, after=after))
    elif after:
        st.caption(t("life.beginning", n=after))
    return shown, step


def life_panels(shown: Shown, step: int) -> None:
    """Draw all tabs for one step; only the open one is computed."""
    draw_tabs(
        PAGE,
        {
            "family": partial(family_panel, shown, step),
            "everyone": partial(everyone_panel, shown),
        },
    )


def _say_life(shown: Shown, step: int) -> None:
    """Say when the token was born, what it has now, and what was left of it."""
    life, training = shown.life, shown.training
    now = int(tables.uses_of(training, life.id)[step])
    birth = "born" if life.born else "first" if life.births else "never"
    end = "gone" if life.gone else "left" if life.births else "never"
    if birth == "never":
        say("life.said_never", training.scheme, {"token": (life.token,)})
        return
    told: dict[str, tuple[Token, ...]] = {"token": (life.token,)}
    present = "life.now_unborn" if step < life.born else "life.now"
    if life.born:
        told["pair"] = training.merges[life.born - 1].pair
    say(
        f"life.said_{birth}_{end}",
        training.scheme,
        told,
        born=life.born,
        births=life.births,
        left=life.left,
        share=f"{life.share:.1%}",
        gone=life.gone or 0,
        now=t(present, n=now, step=step),
    )


def _curve(shown: Shown, step: int, default: int) -> None:
    """Draw how often the token is used, by step; a click on it moves the player."""
    training, life = shown.training, shown.life
    name = visible(life.token)
    frame = tables.uses_by_step(training, life.id, step)
    chart = step_lines(
        frame,
        step,
        series={"uses": t("life.uses")},
        y=t("life.uses"),
        height=HEIGHT,
        pick=True,
        stairs=True,
    )
    alt = t(
        "life.uses_alt",
        token=name,
        born=life.born,
        births=life.births,
        step=step,
        now=tables.uses_of(training, life.id)[step],
        left=life.left,
    )
    click_steps(chart, "life_uses", len(training), default, alt)
