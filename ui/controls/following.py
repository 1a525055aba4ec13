"""Rerun only what follows the step: stepping costs neither the frame of a page nor its controls."""

from __future__ import annotations

from collections.abc import Callable
from weakref import ref

import streamlit as st

from bpe import Training
from ui.controls.asked import Asked
from ui.corpora.sources import Source
from ui.corpora.trainings import Request
from ui.shell import guide, session
from ui.shell.frame import Bar
from ui.shell.runs import Run
from ui.shell.share import is_shared


class _Runs:
    """Counts the runs of one fragment since its page was drawn."""

    def __init__(self) -> None:
        self._before = False

    def is_again(self) -> bool:
        before, self._before = self._before, True
        return before


def follow_step(bar: Bar, asked: Asked, draw: Callable[[Asked], None]) -> None:
    """Draw with `draw` all that follows the step, the player included, and end the page.

    Between two runs the session holds no training, so `draw` must not hold one either.
    """
    run = session.run_shown()
    _follow(_Runs(), bar, ref(asked.training), asked.request, asked.source, run, draw)
    bar.share()


@st.fragment
def _follow(
    runs: _Runs,
    bar: Bar,
    training: ref[Training],
    request: Request,
    source: Source,
    run: Run | None,
    draw: Callable[[Asked], None],
) -> None:
    found = training()
    # The frame shows the run and, on demand, the address with the step.
    shown = session.run_shown() != run or guide.shows_code() or is_shared()
    if found is None or (runs.is_again() and shown):
        st.rerun()
        return
    draw(Asked(found, request, source))
    bar.lead_on()
