"""Rerun only what follows the step: stepping costs neither a page's frame nor its player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from ui.controls.asked import Asked
from ui.controls.running import result_of
from ui.corpora.requests import Request
from ui.corpora.results import shared
from ui.corpora.sources import Source
from ui.draw.parts import styles
from ui.shell import guide, session
from ui.shell.choices import Run
from ui.shell.fragments import FOLLOWING
from ui.shell.frame import Bar
from ui.shell.more import looks_at
from ui.shell.page import Page
from ui.shell.tabs import PANEL, draw_tabs

Part = Callable[..., object]
"""Draws one part of a page that follows the step: given what the page asked for, and the step."""

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
class _Shown:
    """What a page shows, without the training: the queue's store keeps that, within its budget."""

    requests: tuple[tuple[Request, Source], ...]
    opening: int
    run: Run | None

    def asked(self, runs: _Runs) -> tuple[Asked, ...] | None:
        """Return what the page asks for; None where all of it must be drawn anew."""
        # The frame shows the run and, on demand, the address with the step and its files.
        asked_for = guide.shows_code() or looks_at("share") or looks_at("downloads")
        shown = session.run_shown() != self.run or asked_for
        found = [shared.stored(request.job) for request, _ in self.requests]
        if runs.is_again() and (shown or any(each is None for each in found)):
            return None
        return tuple(
            Asked(result_of(request.job) if training is None else training, request, source)
            for training, (request, source) in zip(found, self.requests, strict=True)
        )

    def follows(self, part: Part) -> None:
        st.fragment(_follow, key=FOLLOWING)(_Runs(), self, part)


def draw_panel(page: Page, parts: Mapping[str, Part | None], follows: Follows) -> None:
    """Draw the panel of a page beside its player, a part a tab; None is a tab that is left out."""
    st.fragment(_panel, key=PANEL)(page, parts, follows)


def _panel(page: Page, parts: Mapping[str, Part | None], follows: Follows) -> None:
    styles()
    draw = {name: part and partial(follows, part) for name, part in parts.items()}
    if not draw_tabs(page, draw):
        follows(_nothing)


def _nothing(*_: object) -> None:
    """Draw nothing: without a part that follows, the player itself would be drawn anew."""


def follow_step(
    bar: Bar, *asked: Asked, draw: Callable[..., None], opening: int | None = None
) -> None:
    """Draw with `draw` a player and, by what it is given for that, what follows; end the page.

    `draw` gets what was asked for, in that order, and last a `Follows`. The player must follow with
    `FOLLOWING`, and opens at the step `opening`, or where the first that was asked for does.
    """
    requests = tuple((each.request, each.source) for each in asked)
    opens = asked[0].opening if opening is None else opening
    _playing(_Runs(), _Shown(requests, opens, session.run_shown()), draw)
    bar.end()


@st.fragment
def _playing(runs: _Runs, shown: _Shown, draw: Callable[..., None]) -> None:
    asked = shown.asked(runs)
    if asked is None:
        st.rerun()
        return
    draw(*asked, shown.follows)


def _follow(runs: _Runs, shown: _Shown, part: Part) -> None:
    asked = shown.asked(runs)
    if asked is None:
        st.rerun()
        return
    last = max(len(each.training.merges) for each in asked)
    part(*asked, session.step(last, shown.opening))
