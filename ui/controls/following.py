"""Rerun only what follows the step: stepping costs neither a page's frame nor its player."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ui.controls.asked import Asked
from ui.controls.running import result_of
from ui.corpora.queue import shared
from ui.corpora.requests import Request
from ui.corpora.sources import Source
from ui.shell import guide, session
from ui.shell.fragments import FOLLOWING, MENU_LINKS
from ui.shell.frame import Bar
from ui.shell.runs import Run
from ui.shell.share import is_shared

Part = Callable[[Asked, int], object]
"""Draws one part of a page that follows the step, which it is given."""

Follows = Callable[[Part], None]
"""Draws a part, from now on anew whenever the reader rests at another step."""


class _Runs:
    """Counts the runs of one fragment since what is around it was drawn."""

    def __init__(self) -> None:
        self._before = False

    def is_again(self) -> bool:
        before, self._before = self._before, True
        return before


@dataclass(frozen=True)
class _Page:
    """What a page shows, without the training: the queue's store keeps that, within its budget."""

    request: Request
    source: Source
    run: Run | None

    def asked(self, runs: _Runs) -> Asked | None:
        """Return what the page asks for; None where all of it must be drawn anew."""
        # The frame shows the run and, on demand, the address with the step.
        shown = session.run_shown() != self.run or guide.shows_code() or is_shared()
        if runs.is_again() and (shown or shared.stored(self.request.job) is None):
            return None
        return Asked(result_of(self.request.job), self.request, self.source)

    def follows(self, part: Part) -> None:
        st.fragment(_follow, key=FOLLOWING)(_Runs(), self, part)

    def leads(self, part: Part) -> None:
        st.fragment(_follow, key=MENU_LINKS)(_Runs(), self, part)


def follow_step(bar: Bar, asked: Asked, draw: Callable[[Asked, Follows], None]) -> None:
    """Draw with `draw` a player and, by what it is given for that, what follows; end the page.

    The player must follow with `FOLLOWING`; what leads to other pages is `MENU_LINKS`.
    """
    _playing(_Runs(), _Page(asked.request, asked.source, session.run_shown()), bar, draw)
    bar.share()


@st.fragment
def _playing(runs: _Runs, page: _Page, bar: Bar, draw: Callable[[Asked, Follows], None]) -> None:
    asked = page.asked(runs)
    if asked is None:
        st.rerun()
        return
    draw(asked, page.follows)
    page.leads(lambda _asked, _step: bar.renew_links())


def _follow(runs: _Runs, page: _Page, part: Part) -> None:
    asked = page.asked(runs)
    if asked is None:
        st.rerun()
        return
    part(asked, session.step(len(asked.training.merges), asked.opening))
