"""Running jobs for a page: progress that can be cancelled, and the last success to go back to."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import CorpusError
from ui.corpora.jobs import Job, Result
from ui.corpora.results import shared
from ui.shell import giving_up, reader, session
from ui.shell.choices import OWN_PAIR, OWN_TEXTS, Choices
from ui.shell.text import refusal, t

Cancel = Callable[[], object]

OWN = {"corpus": OWN_TEXTS, "pair": (OWN_PAIR,)}
"""The choice that says which texts -> the kinds of own text that it can name."""


@dataclass(frozen=True)
class RunFamily:
    """Pages that fall back on each other's runs, and the choice that says which texts they take."""

    name: str
    texts: str = "corpus"


MERGES = RunFamily("merges")


@dataclass(frozen=True)
class Requests:
    """Requests that belong together, each with its `job`, and where their texts come from."""

    origin: Any
    each: tuple[Any, ...]


@dataclass(frozen=True)
class LastSuccess:
    """The last requests that were met, and what led to them: choices and own texts."""

    requests: Requests
    choices: Choices
    own_texts: dict[str, object]


def last_success(family: RunFamily) -> LastSuccess | None:
    """Return what succeeded last, or None while nothing has."""
    return session.recall(f"good_{family.name}")


def results_or_last(
    family: RunFamily,
    requests: Requests | None,
    fallback: Callable[[], Requests],
    fits: Callable[[Requests], bool] = lambda requests: True,
) -> tuple[Requests, list[Any]]:
    """Return the requests with their results.

    While there are none (the reader has given no text yet), or where one fails, that is said and
    the last success stands in for them, if it `fits` the page; else the fallback.
    """
    progress = st.empty()
    if requests is not None:
        try:
            cancel: Cancel = partial(go_back, family)
            results = [result_of(each.job, progress, cancel) for each in requests.each]
        except CorpusError as error:
            st.error(refusal(error))
        else:
            own_texts = {kind: session.recall(kind) for kind in OWN[family.texts]}
            success = LastSuccess(requests, session.choices(), own_texts)
            session.remember(f"good_{family.name}", success)
            return requests, results
    before = last_success(family)
    requests = before.requests if before is not None and fits(before.requests) else fallback()
    st.caption(t("controls.last_good"))
    cancel = partial(begin_anew, family)
    return requests, [result_of(each.job, progress, cancel) for each in requests.each]


def result_of(
    job: Job[Result], progress: DeltaGenerator | None = None, cancel: Cancel | None = None
) -> Result:
    """Look the result up, or have the job done and show how far it is.

    The bar has a button that gives it up; `cancel` leads to where it is not asked for again: by
    default to what the page opens with. Raises CorpusError.
    """
    success = last_success(MERGES)
    for request in success.requests.each if success is not None else ():
        shared.stored(request.job)  # what the page stands on goes last to make room
    bar = _Bar(st.empty() if progress is None else progress, cancel or partial(begin_anew, MERGES))
    try:
        return shared.get(job, session.reader(), reader.owner(), bar.look)
    finally:
        bar.clear()


class _Bar:
    """How far a job is, with a button that gives it up; drawn once it has taken a while."""

    def __init__(self, place: DeltaGenerator, cancel: Cancel):
        self._place, self._cancel = place, cancel
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
        with self._place.container(horizontal=True, vertical_alignment="bottom"):
            bar = st.progress(*said)
            giving_up.offer(partial(_give_up, self._cancel))
        return bar

    def clear(self) -> None:
        """Take it away."""
        if self._bar is not None:
            self._place.empty()


def _give_up(cancel: Cancel) -> None:
    """Wait no longer, from a callback."""
    shared.queue.leave(session.reader())
    cancel()


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


def go_back(family: RunFamily) -> None:
    """Go back to the last success, at its step, from a callback."""
    success = last_success(family)
    for kind, content in (success.own_texts if success else {}).items():
        session.remember(kind, content)
    begin_anew(family, success.choices if success else None)


def begin_anew(family: RunFamily, choices: Choices | None = None) -> None:
    """Show what choices stand for, else what the page opens with."""
    choices = choices or Choices()
    run = replace(choices.run, text=session.choices().run.text)
    before = {name: choices.get(name) for name in (family.texts, "step")}
    session.choose(run=run, **before)
