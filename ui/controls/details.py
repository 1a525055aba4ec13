"""The panel of a page beside its player: a fragment that reruns when the step changes."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from ui.corpora.run import Run
from ui.draw.parts import styles
from ui.lesson.stage import shows_code
from ui.shell import session
from ui.shell.choices import RunChoice
from ui.shell.giving_up import place_bars
from ui.shell.page import Page
from ui.shell.tabs import PANEL, draw_tabs, looks_at

Panel = Callable[..., object]
"""Draws one tab: given the runs of the page, and the step."""


def details(
    page: Page, panels: Mapping[str, Panel | None], *runs: Run, default: int | None = None
) -> None:
    """Draw the open tab of a page at the step: name -> what draws it, as in `page.views`.

    A tab of None is not offered.

    Where the reader rests at another step, this alone is drawn anew. `default` is the step that the
    player opens at, by default the start step of the first run.
    """
    start = runs[0].start_step if default is None else default
    st.fragment(_panel, key=PANEL)(page, panels, runs, start, session.run_shown(), _Reruns())


class _Reruns:
    """Tells the runs of a fragment after the one of the page that drew it."""

    def __init__(self) -> None:
        self._count = 0

    def is_rerun(self) -> bool:
        self._count += 1
        return self._count > 1


def _panel(
    page: Page,
    panels: Mapping[str, Panel | None],
    runs: tuple[Run, ...],
    start: int,
    shown: RunChoice | None,
    reruns: _Reruns,
) -> None:
    if reruns.is_rerun() and (session.run_shown() != shown or _frame_follows()):
        st.rerun()
    styles()
    place_bars(PANEL)
    step = session.step(max(map(len, runs)), start)
    draw_tabs(page, {name: panel and partial(panel, *runs, step) for name, panel in panels.items()})


def _frame_follows() -> bool:
    """Whether the frame shows the step now: in a code, an address or files."""
    return shows_code() or looks_at("share") or looks_at("downloads")
