"""Running what was asked for: progress that can be cancelled, and the last run to go back to."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import CorpusError
from ui.corpora.asking import Asking, Cancelled, Record
from ui.corpora.line import Run
from ui.corpora.trainings import Trainings, shared
from ui.shell import session
from ui.shell.choices import LIMITS, OWN_PAIR, OWN_TEXTS, RULES, Choices
from ui.shell.page import Page
from ui.shell.tabs import open_tab
from ui.shell.text import refusal, t

PATIENT = 0.4  # seconds a training may take before its progress is shown
_progress_shown = count()

Cancel = Callable[[Asking[Any]], None]

OWN = {"corpus": OWN_TEXTS, "pair": (OWN_PAIR,)}
"""The choice that says which texts -> the kinds of own text that it can name."""


@dataclass(frozen=True)
class Errand:
    """Pages that fall back on each other's runs, and the choice that says which texts they take."""

    name: str
    texts: str = "corpus"


MERGES = Errand("merges")


@dataclass(frozen=True)
class Wish:
    """Requests that belong together, and where their texts come from."""

    origin: Any
    requests: tuple[Any, ...]


@dataclass(frozen=True)
class Good:
    """The last wish that was granted, and what led to it: choices and own texts."""

    wish: Wish
    choices: Choices
    own_texts: dict[str, object]


def last_good(errand: Errand) -> Good | None:
    """Return what was granted last, or None while nothing was."""
    return session.recall(f"good_{errand.name}")


def granted(
    errand: Errand,
    wish: Wish | None,
    fallback: Callable[[], Wish],
    fits: Callable[[Wish], bool] = lambda wish: True,
) -> tuple[Wish, list[Any]]:
    """Return the wish with its trainings.

    While there is none (the reader has given no text yet), or where training fails, that is said
    and the last good one stands in for it, if it `fits` the page; else the fallback.
    """
    progress, cancel = st.empty(), partial(go_back, errand)
    if wish is not None:
        try:
            trainings = [trained(request, progress, cancel) for request in wish.requests]
        except CorpusError as error:
            st.error(refusal(error))
        else:
            own_texts = {kind: session.recall(kind) for kind in OWN[errand.texts]}
            good = Good(wish, session.choices(), own_texts)
            session.remember(f"good_{errand.name}", good)
            return wish, trainings
    before = last_good(errand)
    wish = before.wish if before is not None and fits(before.wish) else fallback()
    st.caption(t("controls.last_good"))
    return wish, [trained(request, progress, cancel) for request in wish.requests]


def trained(
    request: Asking[Record],
    progress: DeltaGenerator | None = None,
    cancel: Cancel | None = None,
    among: Trainings = shared,
) -> Record:
    """Look the training up, or run it and show how far it is.

    `cancel` gives the run up, and leads to where it is not asked for again.
    """
    progress = st.empty() if progress is None else progress
    training = among.finished(request)
    while training is None:
        _hold(among)
        run = among.start(request, session.reader())
        if not run.wait(session.reader(), PATIENT):
            _show_progress(run, progress, cancel or partial(go_back, MERGES), among)
        try:
            training = run.result()
        except Cancelled:  # by another reader, just before this one joined
            continue
    return training


def _hold(among: Trainings) -> None:
    """Let what the page stands on not fall out for what is made beside it."""
    good = last_good(MERGES)
    for request in good.wish.requests if good is not None else ():
        among.finished(request)


def _show_progress(
    run: Run[Any], progress: DeltaGenerator, cancel: Cancel, among: Trainings
) -> None:
    with progress.container(horizontal=True, vertical_alignment="bottom"):
        bar = st.progress(0.0, text=_stage(run, among))
        # A page may wait for several runs, one after the other: each button needs its own key.
        st.button(
            t("common.cancel"),
            key=f"cancel_{next(_progress_shown)}",
            on_click=cancel,
            args=(run.request,),
        )
    while not run.wait(session.reader(), 0.1):
        bar.progress(min(1.0, run.done / run.total) if run.total else 0.0, text=_stage(run, among))
    progress.empty()


def _stage(run: Run[Any], among: Trainings = shared) -> str:
    if run.total:
        return t(f"controls.stage_{run.stage}", done=run.done, total=run.total)
    if run.stage == "waiting":
        return t("controls.stage_waiting", before=among.before(run))
    first = {"merging": "counting", "pruning": "seeding", "checking": "measuring"}
    return t(f"controls.stage_{first.get(run.stage, run.stage)}")


def leaving(page: Page) -> Cancel:
    """Return what cancels a run only the open tab of a row asks for: it leaves the tab, too.

    The tab would begin the run again; the first of a row asks for none.
    """

    def leave(request: Asking[Any]) -> None:
        shared.leave(request, session.reader())
        open_tab(page)

    return leave


def go_back(errand: Errand, request: Asking[Any]) -> None:
    """Give the run up and go back to the one before, at its step, from a callback."""
    shared.leave(request, session.reader())
    good = last_good(errand)
    before = good.choices if good else Choices()
    for kind, content in (good.own_texts if good else {}).items():
        session.remember(kind, content)
    names = (errand.texts, *RULES, *LIMITS, "fair", "step")
    session.choose(**{name: before.get(name) for name in names})
