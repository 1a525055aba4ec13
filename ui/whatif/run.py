"""The run of the page and the fork that is shown beside it; the line on which forks are made."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError, PairCount, Snapshot, Training
from bpe.readings.two_runs import TwoRuns
from ui.controls.asked import Asked
from ui.controls.controls import training_controls
from ui.controls.running import leaving, result_of
from ui.corpora.jobs import Job, given
from ui.corpora.results import shared
from ui.draw.parts import LIVE, styles
from ui.draw.say import say_on_line
from ui.draw.tables import matcher
from ui.player import duo_player, player
from ui.shell import session
from ui.shell.frame import Bar
from ui.shell.text import quoted, refusal, t
from ui.whatif import PAGE
from ui.whatif.fork import Fork, choose, fork_of, shown_pair, written

TIED, CHARACTERS = 3, 30
"""Tied pairs that have a button of their own at most, and characters on these buttons."""

leave_tab = leaving(PAGE)
STYLE = Path(__file__).with_name("whatif.css")

LONGEST = 24
"""Characters of a pair on a button."""

FOUND = 8
"""Pairs that a search offers."""

WORDS = 8
"""Words shown of each run, so that a projector has the player whole."""


@dataclass(frozen=True)
class ForkedRun:
    """A run, its fork, and the training of that; None where there is none."""

    run: Asked
    fork: Fork | None
    other: Training | None

    @property
    def training(self) -> Training:
        """The run as it is."""
        return self.run.training

    @property
    def futures(self) -> TwoRuns | None:
        """The run and the fork; None where there is no fork."""
        return None if self.other is None else TwoRuns(self.training, self.other)


def forked_run(bar: Bar) -> ForkedRun:
    """Draw the pickers; return the run with its fork, which is trained."""
    asked = training_controls(bar)
    fork, other = fork_of(asked.training), None
    if fork is not None:
        try:
            other = _trained(asked, fork)
        except CorpusError as error:
            st.error(refusal(error))
        else:
            if other is None:
                steps = len(asked.training)
                st.warning(t("whatif.unreached", step=fork.step, steps=steps))
    return ForkedRun(asked, fork, other)


def _trained(asked: Asked, fork: Fork) -> Training | None:
    """Train on from a fork; None where the run has no such step or tokens.

    Raises CorpusError where the pair does not occur there.
    """
    pair, corpus = fork.pair(asked.training), asked.training.corpus
    if pair is None:
        return None
    forced = ((fork.step, pair),)
    request = replace(asked.request, corpus=given(corpus), forced=forced)
    return result_of(request.job, cancel=partial(_give_up, written(None)))


def _give_up(alone: str, job: Job[Any]) -> None:
    """Give up the fork whose training is cancelled."""
    shared.queue.leave(job, session.reader())
    choose(alone)


def lockstep(forked: ForkedRun) -> int:
    """Draw the line that forks and below it both futures; return the step they rest at."""
    styles(STYLE)
    controls = st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="whatif_forking"
    )
    training, fork = forked.training, forked.fork
    if forked.other is None or fork is None:
        step = player(training, key="whatif_alone", default=forked.run.opening, words=WORDS)
    else:
        step = duo_player(
            training,
            forked.other,
            (t("whatif.as_it_is"), t("whatif.with_fork", name=fork.label(training))),
            key="whatif",
            default=fork.step,
            words=WORDS,
        )
    with controls:
        _forcing(forked, training.snapshot(min(step, len(training))))
    return step


def _forcing(forked: ForkedRun, snapshot: Snapshot) -> None:
    """Offer the pairs that could be merged at this step instead, tied ones with a click."""
    step, following = snapshot.step, snapshot.next
    if step == len(forked.training) or following is None:
        say_on_line("whatif.at_the_end")
        return
    tied = [each for each in snapshot.ties if each.pair != following.pair]
    say_on_line("whatif.instead_tied" if tied else "whatif.instead", step=step)
    room = CHARACTERS
    for place, each in enumerate(tied[:TIED]):
        room -= len(shown_pair(each.pair))
        if place == 0 or room >= 0:
            _force(step, each, f"whatif_tied_{place}")
    with st.popover(t("whatif.any"), icon=":material/search:", width="content"):
        search = st.text_input(
            t("whatif.search"),
            key="whatif_search",
            placeholder=t("whatif.search_example"),
            live=LIVE,
        )
        found = _found(snapshot, search)
        if not found:
            st.caption(t("whatif.search_nothing"))
        for place, each in enumerate(found):
            _force(step, each, f"whatif_found_{place}", counted=True)


def _found(snapshot: Snapshot, search: str) -> list[PairCount]:
    """Return the first pairs that show a search, those that no rule forbids."""
    matches = matcher(search)
    pairs = snapshot.pairs() if search else snapshot.pairs(20 * FOUND)
    following = snapshot.next.pair if snapshot.next else None
    possible = (
        each
        for each in pairs
        if not each.forbidden and each.pair != following and matches(*each.pair)
    )
    return [each for each, _ in zip(possible, range(FOUND), strict=False)]


def _force(step: int, pair: PairCount, key: str, *, counted: bool = False) -> None:
    """Draw the button that forces a pair at a step."""
    shown = quoted(shown_pair(pair.pair), LONGEST)
    st.button(
        f"{shown} · {pair.count:,}" if counted else shown,
        key=key,
        on_click=choose,
        args=(written(Fork(step, *pair.ids)),),
        help=None if counted else t("whatif.force_help", step=step, n=pair.count),
    )
