"""Lay out two runs in lockstep: what stands beside, the player, and a tab for each thing asked."""

import streamlit as st

from ui.controls.asked import Asked
from ui.controls.following import Follows, Part, draw_panel
from ui.draw.parts import inline_row
from ui.player import duo_player, move_player
from ui.shell import session
from ui.shell.fragments import FOLLOWING
from ui.shell.navigation import link
from ui.shell.text import t
from ui.wordpiece import PAGE, PAIR
from ui.wordpiece.encode import encode_panel
from ui.wordpiece.forcing import force_another
from ui.wordpiece.pairs import pairs_panel
from ui.wordpiece.parting import parting_panel
from ui.wordpiece.runs import LIBRARY, beside_picker, kind, names, parting, rules_picker

KEY = "wordpiece"


def opening(first: Asked, second: Asked) -> int:
    """Return the step at which the page opens: where the two runs part."""
    return parting(first.training, second.training) or 0


def shown() -> tuple[str | None, ...]:
    """Return the choices that decide what stands beside."""
    return tuple(session.choices().get(name) for name in ("against", "forks"))


def lockstep(first: Asked, second: Asked, follows: Follows, *, of: tuple[str | None, ...]) -> None:
    """Draw both runs below the line on which one chooses; what follows their step below them.

    of: the choices that the runs were asked for by.
    """
    if of != shown():
        st.rerun()
    part = parting(first.training, second.training)
    with inline_row("wordpiece"):
        beside_picker(first)
        if part is None:
            st.caption(t("wordpiece.never_part"))
        else:
            st.button(
                t("wordpiece.part_at", step=part),
                key="wordpiece_part",
                icon=":material/call_split:",
                on_click=move_player,
                args=(KEY, part, part),
            )
        if kind() == PAIR:
            follows(_force)
        elif kind() == LIBRARY:
            rules_picker()
    duo_player(
        first.training,
        second.training,
        names((first, second)),
        key=KEY,
        default=part or 0,
        follows=FOLLOWING,
    )
    draw_panel(PAGE, PANELS, follows)


def _force(first: Asked, second: Asked, step: int) -> None:
    force_another(first.training.snapshot(min(step, len(first.training))))


def _pairs(first: Asked, second: Asked, step: int) -> None:
    pairs_panel((first.training, second.training), names((first, second)), step)
    if kind() == "score":
        link("train", t("wordpiece.often_said"), tab="claims")


PANELS: dict[str, Part] = {
    "pairs": _pairs,
    "parting": lambda first, second, step: parting_panel(
        (first.training, second.training), names((first, second)), step
    ),
    "encode": lambda first, second, step: encode_panel(
        (first.training, second.training), names((first, second)), step
    ),
}
