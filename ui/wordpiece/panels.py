"""Lay out two runs in lockstep: what stands beside, the player, and a tab for each thing asked."""

import streamlit as st

from ui.controls.details import Panel
from ui.corpora.run import Run
from ui.draw.parts import inline_row
from ui.player import move_player, two_run_player
from ui.shell import session
from ui.shell.navigation import link
from ui.shell.tabs import PANEL
from ui.shell.text import t
from ui.wordpiece import PAIR
from ui.wordpiece.encode import encode_panel
from ui.wordpiece.forcing import force_another
from ui.wordpiece.pairs import pairs_panel
from ui.wordpiece.parting import parting_panel
from ui.wordpiece.runs import LIBRARY, beside_picker, kind, names, parting, rules_picker

KEY = "wordpiece"
FORCE = "force"
"""The fragment that offers the pairs of the step."""


def part_step(first: Run, second: Run) -> int:
    """Return the step at which the page opens: where the two runs part."""
    return parting(first.training, second.training) or 0


def lockstep(first: Run, second: Run) -> None:
    """Draw both runs below the line on which one chooses what stands beside."""
    part = parting(first.training, second.training)
    forces = kind() == PAIR
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
        if forces:
            st.fragment(_force, key=FORCE)(first, second, part or 0)
        elif kind() == LIBRARY:
            rules_picker()
    two_run_player(
        first,
        second,
        names((first, second)),
        key=KEY,
        default=part or 0,
        follows=[PANEL, FORCE] if forces else [PANEL],
    )


def _force(first: Run, second: Run, start: int) -> None:
    step = session.step(max(len(first), len(second)), start)
    force_another(first.training.snapshot(min(step, len(first))))


def _pairs(first: Run, second: Run, step: int) -> None:
    pairs_panel((first.training, second.training), names((first, second)), step)
    if kind() == "score":
        link("train", t("wordpiece.often_said"), tab="claims")


PANELS: dict[str, Panel] = {
    "pairs": _pairs,
    "parting": lambda first, second, step: parting_panel(
        (first.training, second.training), names((first, second)), step
    ),
    "encode": lambda first, second, step: encode_panel(
        (first.training, second.training), names((first, second)), step
    ),
}
