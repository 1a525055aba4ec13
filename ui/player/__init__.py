"""The step player: one browser component on every page that replays a run.

Python cuts a payload from the record and sends it once; stepping, scrubbing and playing happen in
the browser, which reports the step when the reader rests. Python moves the player by a new
`generation`; the payload itself never names the current step.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import CorpusError
from ui.corpora.run import Run, read
from ui.corpora.waiting import Cancel
from ui.draw.tokens import PALETTE
from ui.player.cutting import (
    WORDS,
    CutOptions,
    EncodingPayload,
    PlayerPayload,
    RowsPayload,
    cut_bets,
    cut_run,
    cut_two_bets,
    cut_two_runs,
    name_of_rows,
)
from ui.player.payload import PAIRS, as_json, payload
from ui.player.rest import Hiding, OnClick, PlayerPosition, player_notes
from ui.shell import session
from ui.shell.component import component
from ui.shell.navigation import links_to_run
from ui.shell.shims import is_asked_alone
from ui.shell.tabs import rerun_only
from ui.shell.text import language, refusal

_HERE = Path(__file__).resolve().parent
_PARTS = ("player.html", "player.css", "both.css", "guess.css", "component.js")
FILES = (PALETTE, *(_HERE / name for name in _PARTS))
"""What the player is made of in a browser."""

_mount = component("step_player", *FILES, _HERE / "lesson.css")

WORDS_BESIDE, PAIRS_BESIDE = 8, 5
"""Words and pairs of a player of two runs, so that a projector has them whole."""


def step_player(
    run: Run,
    key: str,
    *,
    pinned: Sequence[str] = (),
    default: int | None = None,
    address: bool = True,
    words: int = WORDS,
    alone: bool = False,
    brief: bool = False,
    on_click: OnClick | None = None,
    hide: bool | None = False,
    follows: Sequence[str] = (),
) -> int:
    """Draw the player of a run and return the step it stands at.

    It shows the pinned words first, then the most frequent ones; `alone` no pairs;
    `brief`, below a picture that says more, its controls alone until the player fills the screen.
    With `address` the step is that of the session's choices and of the page's address, left out of
    it at `default`, by default the run's start step; without, the player keeps its own. A click on
    a word, a token or a leading pair goes to `on_click`. With `hide` the answer is hidden whatever
    the reader chose; with None it never is, for a page that shows it beside the player. A merge
    that is forced is not asked for.

    follows: the fragments of the page that are drawn anew where the reader rests; by default all of
    the page is.

    For each bet on the next merge, and where the answer is shown without one, the browser's
    document gets an event "bet" with `detail` {key, run, step, verdict, hints}: `verdict` is as in
    `bpe.readings.prediction`, or "revealed"; `run` is 0, or 1 for the second of two.
    Whenever it has drawn a step, the document gets an event "step" with `detail` {key, step}; an
    event "go" like it moves the player: so another picture on the page can follow and lead. With
    `anew` in its `detail` the player asks everything again.
    """
    options = player_options(pinned, words=words, alone=alone)
    position = _position((run,), key, default, address=address)
    return _play_runs((run,), (options,), position, hide, on_click, brief=brief, follows=follows)


def two_run_player(
    first: Run,
    second: Run,
    titles: tuple[str, str],
    key: str,
    *,
    default: int = 0,
    follows: Sequence[str] = (),
) -> int:
    """Draw two runs in one list of words, moved together; `follows` is as in `step_player`.

    The shorter one rests at its end while the longer goes on.
    """
    options = two_run_options(titles)
    position = _position((first, second), key, default, address=True)
    return _play_runs((first, second), options, position, hide=False, follows=follows)


def two_run_options(titles: tuple[str, str]) -> tuple[CutOptions, CutOptions]:
    """Return how a player of two runs cuts each of them, in the reader's language."""
    lang = language()
    one, other = (
        CutOptions((), WORDS_BESIDE, title, PAIRS_BESIDE, lang, sums=True) for title in titles
    )
    return one, other


def player_options(
    pinned: Sequence[str] = (), *, words: int = WORDS, alone: bool = False
) -> CutOptions:
    """Return how a player of these looks cuts its run, in the reader's language."""
    return CutOptions(tuple(pinned), words, "", 0 if alone else PAIRS, language())


def move_player(key: str, step: int, default: int) -> None:
    """Move a player from another control, also from a step that it has not reported yet."""
    session.choose_step(step, default)
    player_notes(key)["step"] = None


def _position(
    runs: Sequence[Run], key: str, default: int | None, *, address: bool
) -> PlayerPosition:
    start = runs[0].start_step if default is None else default
    return PlayerPosition(key, max(map(len, runs)), start, address)


def _play_runs(
    runs: tuple[Run, ...],
    options: Sequence[CutOptions],
    position: PlayerPosition,
    hide: bool | None,
    on_click: OnClick | None = None,
    *,
    brief: bool = False,
    follows: Sequence[str] = (),
) -> int:
    """Read the payload of runs and mount their player; where that fails, say why in its place."""
    cut, bets = (cut_run, cut_bets) if len(runs) == 1 else (cut_two_runs, cut_two_bets)
    place = st.container(key=f"{position.key}_waits")
    with place:
        found: PlayerPayload | None = _read_or_say(runs, cut, options, session.reset_run)
    if found is None:
        st.empty()  # the place of the player: what stands below it keeps its own
        return position.wanted()

    def judge() -> str | None:
        with place:
            return _read_or_say(runs, bets, options, partial(session.hide_answer, False))

    return _play_cut(found, position, hide, judge, on_click, brief=brief, follows=follows)


def _read_or_say(
    runs: tuple[Run, ...],
    function: Callable[..., Any],
    options: Sequence[CutOptions],
    cancel: Cancel,
) -> Any:
    """Return what is read off the runs; None where it is refused, which is said."""
    try:
        return read(runs, function, *options, cancel=cancel)
    except CorpusError as error:
        st.error(refusal(error))
        return None


def _play_cut(
    cut: PlayerPayload,
    position: PlayerPosition,
    hide: bool | None,
    judge: Callable[[], str | None],
    on_click: OnClick | None = None,
    *,
    brief: bool = False,
    follows: Sequence[str] = (),
) -> int:
    source = payload(cut.runs, cut.steps, language(), rows=cut.rows)
    guessed = cut.can_guess and hide is not None
    hiding = Hiding(position.key, bool(hide)) if guessed else None
    return _play(source, cut.run, position, hiding, judge, on_click, brief=brief, follows=follows)


def encode_player(cut: EncodingPayload, key: str, *, hide: bool = False) -> int:
    """Draw the trace of an encoding: all words at once, each by its own merges.

    `hide` and the event "bet" are as in `step_player`.
    """
    position = PlayerPosition(key, cut.steps, default=0, address=False)
    source = payload([cut.run], cut.steps, language())
    return _play(source, cut.name, position, Hiding(key, hide), lambda: cut.bets)


def covered_player(run: dict[str, Any], key: str, *, default: int = 0) -> int:
    """Draw a run whose rows are covered before its first step: see `ui.player.payload.covered`.

    It opens at the step `default`, and again wherever the answer is hidden or shown anew.
    """
    position = PlayerPosition(key, run["steps"], default=default, address=False)
    source = payload([as_json(run)], run["steps"], language())
    return _play(source, f"{name_of_rows(run['words'])}{session.answer_hidden()[0]}", position)


def rounds_player(cut: RowsPayload, key: str) -> int:
    """Draw a run of rounds below its picture: rows of splits and a caption a round.

    The rows stand where the player fills the screen, the sentence always.
    """
    source = payload([cut.run], cut.steps, language(), counted="round")
    position = PlayerPosition(key, cut.steps, 0, address=True)
    return _play(source, cut.name, position, brief=True)


def _play(
    source: str,
    run: str,
    position: PlayerPosition,
    hiding: Hiding | None = None,
    judge: Callable[[], str | None] | None = None,
    on_click: OnClick | None = None,
    *,
    brief: bool = False,
    follows: Sequence[str] = (),
) -> int:
    """Mount the component where it should stand now; return the step it stands at.

    `judge` returns all bets, for a player that can hide the answer.
    """
    position = replace(position, run=run)
    notes = position.notes
    here = session.value(position.key) is not None and notes.get("run") == run
    if here:
        position.read_report()
    if hiding is not None and session.value(position.key) is not None:
        hiding.hear()
    step = position.wanted()
    if not here or step != notes["step"]:
        # A new run, a player that was away, or a step that the address asks for.
        notes.update(run=run, step=step, start=step, generation=notes["generation"] + 1)
    hidden = hiding is not None and hiding.hidden
    # In a fragment a step asks for the player alone, in whose place what follows it can be drawn.
    mount = st.fragment(_mount, key=f"{position.key}_fragment") if follows else _mount
    mount(
        key=position.key,
        data={
            "payload": source,
            "key": position.key,
            "run": run,
            "visit": session.reader(),
            "generation": notes["generation"],
            "start": notes["start"],
            "home": position.clamp(position.default),
            "address": position.address,
            "links": links_to_run() if position.address else {},
            "asks": on_click is not None,
            "below": bool(follows),
            "brief": brief,
            "hide": hiding.told if hiding else None,
            "bets": judge() if hidden and judge else None,
        },
        default={"step": None, "hide": None},
        on_step_change=partial(_rested, position, follows) if follows else position.read_report,
        on_asked_change=partial(_and_page, partial(position.answer, on_click), bool(follows)),
        on_details_change=position.turned,
        on_hide_change=partial(_and_page, hiding.hear if hiding else _nothing, bool(follows)),
        height="content",
    )
    return step


def _rested(position: PlayerPosition, follows: Sequence[str]) -> None:
    """Take over the step and draw what follows it alone, or the page if more was asked for."""
    position.read_report()
    if is_asked_alone():
        rerun_only(*follows)
    st.rerun()


def _and_page(callback: Callable[[], None], in_fragment: bool) -> None:
    """Run a callback and have the page drawn, which a fragment would not by itself."""
    callback()
    if in_fragment:
        st.rerun()


def _nothing() -> None:
    """Hear nothing: this player has no answer to hide."""
