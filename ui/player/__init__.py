"""The step player: one browser component on every page that replays a run.

Python cuts a payload from the record and sends it once; stepping, scrubbing and playing happen in
the browser, which reports the step when the reader rests. Python moves the player with a new
`generation`; the payload itself never contains the current step.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

import streamlit as st

from bpe import CorpusError
from bpe.player.cutting import PlayerPayload, cut_bets, cut_rows, cut_two_bets, cut_two_runs
from bpe.player.page import FILES, GAPS
from bpe.player.payload import BARS, ROWS, CutOptions
from ui import cache, state
from ui.catalogue import catalogue
from ui.component import component
from ui.links import links_to_run
from ui.panel import rerun_only
from ui.player.position import Hiding, OnClick, PlayerPosition, player_notes
from ui.runs import Run
from ui.shims import is_only_fragment_requested
from ui.text import corpus_name, language, refusal, scheme_name, t
from ui.waiting import in_worker

_HERE = Path(__file__).resolve().parent
_mount = component(
    "step_player",
    *FILES,
    GAPS,
    _HERE / "component.js",
    _HERE / "component.css",
    _HERE / "lesson.css",
)

AREA_TEXTS = ("area", "area_means")
"""Texts of a score drawn as an area."""

WORDS_BESIDE, PAIRS_BESIDE = 8, 5
"""Number of words and pairs in a player of two runs, to fit on a projector."""


class TieRules(TypedDict):
    """The tie rules that a player lists: what they are called, by name, and which one holds."""

    label: str
    names: dict[str, str]
    now: str


def step_player(
    run: Run,
    key: str,
    *,
    pinned: Sequence[str] = (),
    default: int | None = None,
    address: bool = True,
    words: int = ROWS,
    alone: bool = False,
    brief: bool = False,
    on_click: OnClick | None = None,
    hide: bool | None = False,
    follows: Sequence[str] = (),
    rules: TieRules | None = None,
) -> int:
    """Draw the player of a run and return its step.

    It shows the pinned words first, then the most frequent ones; `alone`: no pairs; `brief`, below
    a more detailed picture: only its controls until the player fills the screen. With `address` the
    step is that of the reader's choices and of the page's address, omitted there if it is `default`
    (by default the run's start step); without, the player has its own step. A click on a word, a
    token or a leading pair calls `on_click`, and so does a choice of the tie `rules` that
    are below the pairs. With `hide` the answer is always hidden; with None it
    never is, for a page that shows it next to the player. There are no bets on forced merges.

    follows: the fragments of the page that are redrawn when the reader stops; by default the whole
        page.

    For each bet on the next merge, and for an answer shown without a bet, the browser's document
    gets an event "bet" with `detail` {key, run, step, verdict, hints}: `verdict` is as in
    `bpe.readings.prediction`, or "revealed"; `run` is 0, or 1 for the second of two. After drawing
    a step, the document gets an event "step" with `detail` {key, step}; an event "go" with the same
    `detail` moves the player: so another picture on the page can be synchronized with it. With
    `anew` in its `detail` the player forgets all bets.
    """
    options = player_options(pinned, words=words, alone=alone)
    position = _position((run,), key, default, address=address)
    return _play_runs(
        (run,), (options,), position, hide, on_click, brief=brief, follows=follows, rules=rules
    )


def two_run_player(
    first: Run,
    second: Run,
    titles: tuple[str, str],
    key: str,
    *,
    default: int = 0,
    pinned: Sequence[str] = (),
    follows: Sequence[str] = (),
    areas: bool = False,
) -> int:
    """Draw two runs in one list of words, moved together; `follows` is as in `step_player`.

    With `pinned` it shows only these words. The shorter run stays at its end while the longer one
    continues. With `areas` the score of each run's next merge is drawn: its count as a square in
    the rectangle of its parts' counts.
    """
    options = two_run_options(titles, pinned, areas=areas)
    position = _position((first, second), key, default, address=True)
    return _play_runs((first, second), options, position, hide=False, follows=follows)


def two_run_options(
    titles: tuple[str, str], pinned: Sequence[str] = (), *, areas: bool = False
) -> tuple[CutOptions, CutOptions]:
    """Return the options for cutting each of two runs, in the reader's language."""
    words = 0 if pinned else WORDS_BESIDE
    alike = CutOptions(tuple(pinned), words, "", PAIRS_BESIDE, language(), areas=areas)
    one, other = (alike._replace(title=title) for title in titles)
    return one, other


def player_options(
    pinned: Sequence[str] = (), *, words: int = ROWS, alone: bool = False
) -> CutOptions:
    """Return the options for cutting a run, in the reader's language."""
    return CutOptions(tuple(pinned), words, "", 0 if alone else BARS, language())


def move_player(key: str, step: int, default: int) -> None:
    """Move a player from another control, even if it has not reported its step yet."""
    state.choose_step(step, default)
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
    rules: TieRules | None = None,
) -> int:
    """Cut the payload of runs and mount their player, or show the error if it is refused."""
    place = st.container(key=f"{position.key}_waits")
    with place:
        try:
            found = _payload(runs, options)
        except CorpusError as error:
            st.error(refusal(error))
            found = None
    if found is None:
        st.empty()  # reserve the player's place: the places below it do not change
        return position.wanted()

    def judge() -> str | None:
        bets = cut_bets if len(runs) == 1 else cut_two_bets
        key = ("bets", *(run.key for run in runs), *(each._replace(lang="") for each in options))
        with place:
            try:
                records = [run.training for run in runs]
                show = partial(state.hide_answer, False)
                return in_worker(key, bets, *records, *options, cancel=show)
            except CorpusError as error:
                st.error(refusal(error))
                return None

    return _play_cut(
        found, position, hide, judge, on_click, brief=brief, follows=follows, rules=rules
    )


def _payload(runs: tuple[Run, ...], options: Sequence[CutOptions]) -> PlayerPayload:
    if len(runs) == 1:
        return runs[0].payload(options[0])
    key = ("payload", *(run.key for run in runs), *options)
    found: PlayerPayload | None = cache.shared.get(key)
    if found is None:
        first, second = runs
        found = cut_two_runs(first.training, second.training, *options)
        cache.shared.put(key, found)
    return found


def _play_cut(
    cut: PlayerPayload,
    position: PlayerPosition,
    hide: bool | None,
    judge: Callable[[], str | None],
    on_click: OnClick | None = None,
    **looks: Any,
) -> int:
    source = cut.in_language(language())
    guessed = cut.can_guess and hide is not None
    hiding = Hiding(position.key, bool(hide)) if guessed else None
    return _play(source, cut.name, position, hiding, judge, on_click, **looks)


def encode_player(cut: PlayerPayload, key: str, *, hide: bool = False) -> int:
    """Draw the trace of an encoding: all words at once, each by its own merges.

    `hide` and the event "bet" are as in `step_player`.
    """
    position = PlayerPosition(key, cut.steps, default=0, address=False)
    source = cut.in_language(language())
    return _play(source, cut.name, position, Hiding(key, hide), lambda: cut.bets)


def covered_player(run: dict[str, Any], key: str, *, default: int = 0) -> int:
    """Draw a run whose rows are covered before its first step: see `bpe.player.payload.covered`.

    It opens at the step `default`, also after the answer was hidden or shown again.
    """
    cut = cut_rows(run)
    position = PlayerPosition(key, cut.steps, default=default, address=False)
    name = f"{cut.name}{state.state().hide_number}{state.choices().hide}"
    return _play(cut.in_language(language()), name, position)


def rounds_player(cut: PlayerPayload, key: str) -> int:
    """Draw a run of rounds below its picture: rows of splits and a caption per round.

    The rows are visible only if the player fills the screen, the caption always.
    """
    source = cut.in_language(language(), "round")
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
    rules: TieRules | None = None,
) -> int:
    """Mount the component in its place; return its step.

    `judge` returns all bets, for a player that can hide the answer.
    """
    position = replace(position, run=run)
    notes = position.notes
    here = st.session_state.get(position.key) is not None and notes.get("run") == run
    if here:
        position.read_report()
    if hiding is not None and st.session_state.get(position.key) is not None:
        hiding.hear()
    step = position.wanted()
    if not here or step != notes["step"]:
        # A new run, a player that was not on the page, or a step in the address.
        notes.update(run=run, step=step, start=step, generation=notes["generation"] + 1)
    hidden = hiding is not None and hiding.hidden
    # In a fragment a step reruns only the player, whose place its followers can use.
    mount = st.fragment(_mount, key=f"{position.key}_fragment") if follows else _mount
    mount(
        key=position.key,
        data={
            "payload": source,
            "key": position.key,
            "run": run,
            "visit": state.reader(),
            "generation": notes["generation"],
            "start": notes["start"],
            "home": position.clamp(position.default),
            "address": position.address,
            "links": links_to_run() if position.address else {},
            "asks": on_click is not None,
            "below": bool(follows),
            "brief": brief,
            "rules": rules,
            "areas": {name: catalogue(language())[f"wordpiece.{name}"] for name in AREA_TEXTS},
            "about": _about(),
            "without": (state.choices().without or "").replace(",", " "),
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


def _about() -> str:
    """Return corpus and scheme of the page's run, for a saved picture; "" if it has none."""
    shown = state.settings()
    if shown is None or shown.corpus is None or shown.scheme is None:
        return ""
    is_pair = shown.corpus == state.OWN_PAIR
    corpus = t("joint.two_files") if is_pair else corpus_name(shown.corpus)
    return f"{corpus} · {scheme_name(shown.scheme)}"


def _rested(position: PlayerPosition, follows: Sequence[str]) -> None:
    """Apply the step and redraw only its followers, or the page if more was requested."""
    position.read_report()
    if is_only_fragment_requested():
        rerun_only(*follows)
    st.rerun()


def _and_page(callback: Callable[[], None], in_fragment: bool) -> None:
    """Run a callback and redraw the page instead of the fragment alone."""
    callback()
    if in_fragment:
        st.rerun()


def _nothing() -> None:
    """Ignore reports: this player has no answer to hide."""
