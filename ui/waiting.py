"""Wait for a job, with a progress bar that can be cancelled.

A button press inside a fragment waits until the fragment is drawn; one outside interrupts it. So
the page has one hidden button, outside of all fragments, and *Cancel* next to a bar is markup that
presses it (`frame.js`). streamlit/streamlit#11030 would end this.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from ui import state
from ui.jobs import Job, Result, shared
from ui.shims import is_in_page
from ui.text import t

KEY = "give_up"
"""The key of the hidden button."""

_OFFERED = "waits_for"

_place: ContextVar[DeltaGenerator | None] = ContextVar("place", default=None)


def place_bars(key: str) -> None:
    """Draw all later progress bars of a page or a fragment here.

    A bar anywhere else would move everything below it, and the browser would recreate the fields,
    tabs and components there.
    """
    _place.set(st.container(key=f"{key}_waits").empty())


@contextmanager
def bars_placed(key: str) -> Iterator[None]:
    """Draw the progress bars of a block here."""
    before = _place.get()
    place_bars(key)
    try:
        yield
    finally:
        _place.set(before)


def cancel_button() -> None:
    """Draw the page's hidden button."""
    offered: list[Callable[[], object]] = []
    st.session_state[_OFFERED] = offered
    st.button(t("common.cancel"), key=KEY, on_click=_pressed, args=(offered,))


def _pressed(offered: list[Callable[[], object]]) -> None:
    shared.leave(state.reader())
    for cancel in offered[-1:]:
        cancel()


def result_of(job: Job[Result], cancel: Callable[[], object] | None = None) -> Result:
    """Return the result of a job; while the page waits for it, show a progress bar.

    cancel: called if the reader presses *Cancel*. It must lead to a page without this job, by
        default to the page's first run.

    Raises CorpusError.
    """
    if not is_in_page():  # except in the thread of a download
        return shared.result(job)
    bar: DeltaGenerator | None = None
    place: DeltaGenerator | None = None
    shown: Any = None

    def look(stage: str, done: int, total: int) -> None:
        nonlocal bar, place, shown
        state.reader()  # Streamlit ends the run here if the reader has left
        now = min(1.0, done / total) if total else 0.0, _stage(stage, done, total)
        if bar is None:
            place = _place.get() or st.empty()
            with place.container(horizontal=True, vertical_alignment="bottom"):
                bar = st.progress(*now)
                st.session_state.setdefault(_OFFERED, []).append(cancel or state.reset_run)
                st.html(
                    f'<button class="cancel">{escape(t("common.cancel"))}</button>', width="content"
                )
        elif now != shown:
            bar.progress(*now)
        shown = now

    try:
        return shared.result(job, state.reader(), state.owner(), look)
    finally:
        if place is not None:
            place.empty()


def in_worker(
    key: Hashable,
    function: Callable[..., Result],
    *arguments: Any,
    cancel: Callable[[], object] | None = None,
) -> Result:
    """Run `function(*arguments)`, which takes seconds, in a worker; records are sent there."""
    job: Job[Result] = Job(key, function, arguments, stage="reading", keeps=True)
    return result_of(job, cancel)


_FIRST_STAGES = {
    "merging": "counting",
    "pruning": "seeding",
    "checking": "measuring",
    "listing": "opening",
}
"""First progress value of a stage with an unknown amount of work."""


def _stage(stage: str, done: int, total: int) -> str:
    if total:
        return t(f"controls.stage_{stage}", done=done, total=total)
    return t(f"controls.stage_{_FIRST_STAGES.get(stage, stage)}", before=done)
