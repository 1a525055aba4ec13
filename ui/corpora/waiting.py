"""A page waits for a job, with a bar that can be cancelled."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui.corpora.jobs import Job, Result
from ui.corpora.results import shared
from ui.shell import giving_up, session
from ui.shell.text import t

Cancel = Callable[[], object]


def result_of(job: Job[Result], cancel: Cancel | None = None) -> Result:
    """Return the result of a job, with a bar that can be cancelled while a page waits for it.

    `cancel` is called where the reader presses *Cancel*: it leads to where the job is not asked
    for again, by default to what the page opens with. Raises CorpusError.
    """
    bar = _Bar(cancel or session.reset_run)
    try:
        return shared.get(job, session.reader(), session.owner(), bar.look)
    finally:
        bar.clear()


class _Bar:
    """How far a job is, with a button that cancels it; drawn once it has taken a while."""

    def __init__(self, cancel: Cancel):
        self._cancel = cancel
        self._place: DeltaGenerator | None = None
        self._bar: DeltaGenerator | None = None
        self._said: tuple[float, str] | None = None

    def look(self, stage: str, done: int, total: int) -> None:
        """Show what is new; Streamlit stops here where the reader is no longer there."""
        session.reader()
        said = min(1.0, done / total) if total else 0.0, _stage(stage, done, total)
        if self._bar is None:
            self._bar = self._drawn(*said)
        elif said != self._said:
            self._bar.progress(*said)
        self._said = said

    def _drawn(self, *said: Any) -> DeltaGenerator:
        self._place = giving_up.place_of_bars() or st.empty()
        with self._place.container(horizontal=True, vertical_alignment="bottom"):
            bar = st.progress(*said)
            giving_up.offer(partial(_cancel_job, self._cancel))
        return bar

    def clear(self) -> None:
        """Take it away."""
        if self._place is not None:
            self._place.empty()


def _cancel_job(then: Cancel) -> None:
    shared.queue.leave(session.reader())
    then()


def _stage(stage: str, done: int, total: int) -> str:
    if total:
        return t(f"controls.stage_{stage}", done=done, total=total)
    first = {
        "merging": "counting",
        "pruning": "seeding",
        "checking": "measuring",
        "listing": "opening",
    }
    return t(f"controls.stage_{first.get(stage, stage)}", before=done)
