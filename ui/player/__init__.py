"""The step player: one browser component on every page that replays a run.

Python cuts a payload from the record and sends it once; stepping, scrubbing and playing happen in
the browser, which reports the step when the reader rests. Python moves the player by a new
`generation`; the payload itself never names the current step.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe import CorpusError, Scheme, Training
from bpe.encoding.encoded import EncodedText
from ui.corpora.cache import remembered
from ui.draw import CHIPS, LINES, PALETTE
from ui.player.beside import cuts_beside, rows_beside
from ui.player.cutting import WORDS, How, cut_run, judged, translation
from ui.player.guessing import Hiding, can_guess, rank_bets, span, window
from ui.player.payload import PAIRS, as_json, encoding_run, packed, payload, traces_of
from ui.player.rest import Asks, Rest
from ui.shell import session, shims
from ui.shell.address import SCRIPT
from ui.shell.component import component
from ui.shell.fragments import rerun_only
from ui.shell.navigation import links_to_run
from ui.shell.shims.asked import is_asked_alone
from ui.shell.tabs import SCRIPT as PANEL
from ui.shell.text import language, refusal, t

_GIVEN_UP = "player_given_up"

_HERE = Path(__file__).resolve().parent
# fmt: off
_SCRIPTS = (
    "player", "controls", "clock", "stage", "room", "keys", "run", "both", "row", "ask", "glide",
    "leaders", "light", "details", "guess", "question", "picks", "bets", "verdicts",
    "covers",
    "packed", "report",
)
# fmt: on
FILES = (
    PALETTE,
    CHIPS,
    *LINES,
    SCRIPT,
    shims.SCRIPT,
    PANEL,
    *(_HERE / name for name in ("player.html", "player.css", "both.css", "guess.css")),
    *(_HERE / f"{name}.js" for name in _SCRIPTS),
)
"""What the player is made of in a browser."""

_mount = component("step_player", *FILES)


def player(
    training: Training,
    key: str,
    pinned: Sequence[str] = (),
    *,
    default: int = 0,
    address: bool = True,
    words: int = WORDS,
    alone: bool = False,
    brief: bool = False,
    asks: Asks | None = None,
    hide: bool | None = False,
    follows: str | None = None,
) -> int:
    """Draw the player of a training and return the step it rests at.

    Shows the pinned words first, then the most frequent ones; `alone` neither pairs nor curve;
    `brief`, below a picture that says more, its controls alone until the player fills the screen.
    With `address` the step is the one of the session's choices and of the page's address, left out
    of it at `default`; without, the player keeps its own. A click on a word or a leading pair is
    told to `asks`. With `hide` the answer is hidden whatever the reader chose; with None it never
    is, for a page that shows it beside the player. A merge that is forced is not asked for.
    `follows` names the part of the page that is drawn anew where the reader rests, in place of the
    part the player stands in; all of it stands below the player, and while none of it is on the
    screen the server hears of a step only after a long rest.
    For each bet on the next merge, and where the answer is shown without one, the browser's
    document gets an event "bet" with `detail` {key, run, step, verdict, hints}: `verdict` is as in
    `bpe.readings.prediction`, or "revealed"; `run` is 0, or 1 for the second of two.
    Whenever it has drawn a step, the document gets an event "step" with `detail` {key, step}; an
    event "go" like it moves the player: so another picture on the page can follow and lead. With
    `anew` in its `detail` the player asks everything again.
    """
    how = How(tuple(pinned), words, "", 0 if alone else PAIRS, language())
    rest = Rest(key, len(training), default, address)
    guessed = hide or (hide is not None and can_guess(training))
    hiding = Hiding(key, bool(hide)) if guessed else None
    return _play_runs([(training, how)], rest, hiding, asks, follows, brief=brief)


def duo_player(
    training_a: Training,
    training_b: Training,
    titles: tuple[str, str],
    key: str,
    *,
    default: int = 0,
    follows: str | None = None,
) -> int:
    """Draw two trainings in one list of words, moved together; `follows` is as in `player`.

    The shorter one rests at its end while the longer goes on.
    """
    cuts = cuts_beside(training_a, training_b, titles)
    rest = Rest(key, max(len(training_a), len(training_b)), default, address=True)
    guessed = can_guess(training_a) and can_guess(training_b)
    return _play_runs(cuts, rest, Hiding(key) if guessed else None, follows=follows)


def move_player(key: str, step: int, default: int) -> None:
    """Move a player from another control, also from a step that it has not told of yet."""
    session.choose_step(step, default)
    session.notes(f"{key}_player", generation=0, report=None)["step"] = None


def _play_runs(
    cuts: list[tuple[Training, How]],
    rest: Rest,
    hiding: Hiding | None,
    asks: Asks | None = None,
    follows: str | None = None,
    *,
    brief: bool = False,
) -> int:
    """Mount the player of runs of merges; where they cannot be cut, say why in its place."""
    run = "".join(fingerprint(training) for training, _ in cuts)
    # One place for all that may be said or waited for, and one for the player: Streamlit tells the
    # parts of a page below it by how much stands above them.
    place = st.container(key=f"{rest.key}_waits")
    with place:
        runs = _sent(cuts, run)
    if runs is None:
        st.empty()
        return rest.wanted()
    source = payload(runs, rest.last, translation(language()), rows=rows_beside(cuts))
    judge = None if hiding is None else partial(_bets, place, cuts, rest, hiding)
    return _play(source, run, rest, hiding, judge, asks, follows, brief=brief)


def _sent(cuts: Sequence[tuple[Training, How]], run: str) -> list[str] | None:
    """Return the runs as they go to the browser; None where they are not to be had."""
    if session.recall(_GIVEN_UP) == run:
        st.caption(t("player.given_up"))
        st.button(t("player.draw"), on_click=session.remember, args=(_GIVEN_UP, None))
        return None
    give_up = partial(session.remember, _GIVEN_UP, run)
    try:
        return [cut_run(training, how, cancel=give_up).sent for training, how in cuts]
    except CorpusError as error:
        st.error(refusal(error))
        return None


def encode_player(
    encoding: EncodedText, scheme: Scheme, key: str, *, hide: bool = False, default: int = 0
) -> int:
    """Draw the trace of an encoding: all words at once, each by its own merges.

    It opens at the step `default`. `hide` and the event "bet" are as in `player`.
    """
    run = encoding_run(encoding, scheme, translation(language()))
    rest = Rest(key, run["steps"], default=default, address=False)
    source = payload([as_json(run)], run["steps"], translation(language()))
    judge = partial(_rank_bets, encoding)
    return _play(source, _hash(run["words"]), rest, Hiding(key, hide), judge)


def covered_player(run: dict[str, Any], key: str, *, default: int = 0) -> int:
    """Draw a run whose rows are covered before its first step: see `ui.player.payload.covered`.

    It opens at the step `default`, and again wherever the answer is hidden or shown anew.
    """
    rest = Rest(key, run["steps"], default=default, address=False)
    source = payload([as_json(run)], run["steps"], translation(language()))
    return _play(source, f"{_hash(run['words'])}{session.answer_hidden()[0]}", rest)


def replay_player(
    record: object,
    cut: Callable[[], dict[str, Any]],
    steps: int,
    key: str,
    *,
    counted: str = "step",
) -> int:
    """Draw a run that is no run of merges below its picture: rows of splits and a caption a step.

    record: what `cut` reads; the run it returns is as in `ui.player.payload`, with `recut` set
    where a split is no joining of the one before. counted: what a step is called,
    "step" or "round". The rows stand where the player fills the screen, the sentence always.
    """
    lang = language()
    cut_run, run = _replay(record, lang, cut=cut)
    source = payload([cut_run], steps, translation(lang), counted=counted)
    return _play(source, run, Rest(key, steps, 0, address=True), brief=True)


def _bets(
    place: DeltaGenerator,
    cuts: Sequence[tuple[Training, How]],
    rest: Rest,
    hiding: Hiding,
    step: int,
) -> str | None:
    """Return the bets on each run around a step; the same text while the window will do.

    What has to be said or waited for stands in `place`.
    """
    notes, steps = rest.notes, span(sum(len(training.ids) for training, _ in cuts))
    kept = notes.get("judged") if notes.get("judged_of") == notes["run"] else None
    notes["judged"] = start, stop = window(step, rest.last, steps, kept)
    notes["judged_of"] = notes["run"]
    show = partial(session.hide_answer, False)
    with place:
        try:
            rows = [judged(each, how, start, stop, cancel=show) for each, how in cuts]
        except CorpusError as error:
            st.error(refusal(error))
            return None
    return f"[{','.join(rows)}]"


def _rank_bets(encoding: EncodedText, step: int) -> str:
    """Return the bets on every step of a trace, whichever is shown."""
    return as_json([rank_bets(traces_of(encoding))])


@remembered
def fingerprint(training: Training) -> str:
    """Name a run by what it learned, in whatever language it is shown."""
    numbers = (training.merge_ids, training.log.counts, training.log.forced)
    return _hash((training.alphabet, *(each.tolist() for each in numbers)))[:16]


@remembered
def _replay(record: object, lang: str, *, cut: Callable[[], dict[str, Any]]) -> tuple[str, str]:
    """Return what `cut` reads off a record, for the browser, and a name for the run."""
    run = cut()
    return packed(as_json(run)), _hash(run["words"])


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()


def _play(
    source: str,
    run: str,
    rest: Rest,
    hiding: Hiding | None = None,
    judge: Callable[[int], str | None] | None = None,
    asks: Asks | None = None,
    follows: str | None = None,
    *,
    brief: bool = False,
) -> int:
    """Mount the component where it should stand now; return the step it stands at.

    `judge` returns the bets around a step, for a player that can hide the answer.
    """
    notes = rest.notes
    here = session.value(rest.key) is not None and notes.get("run") == run
    if here:
        rest.hear()
    elif notes.get("run") != run:
        notes.pop("chosen", None)  # of a run that a player without address has left
    if hiding is not None and session.value(rest.key) is not None:
        hiding.hear()
    step = rest.wanted()
    if not here or step != notes["step"]:
        # A new run, a player that was away, or a step that the address asks for.
        notes.update(run=run, step=step, start=step, generation=notes["generation"] + 1)
    hidden = hiding is not None and hiding.hidden
    # Bets on other steps go to the player itself.
    told = partial(_rested, rest, follows) if follows and not hidden else rest.hear
    _mount(
        key=rest.key,
        data={
            "payload": source,
            "key": rest.key,
            "run": run,
            "visit": session.reader(),
            "generation": notes["generation"],
            "start": notes["start"],
            "home": rest.clamp(rest.default),
            "address": rest.address,
            "links": links_to_run() if rest.address else {},
            "asks": asks is not None,
            "below": bool(follows),
            "brief": brief,
            "hide": hiding.told if hiding else None,
            "bets": judge(step) if hidden and judge else None,
        },
        default={"step": None, "hide": None},
        on_step_change=told,
        on_asked_change=partial(rest.answer, asks),
        on_details_change=rest.turned,
        on_hide_change=hiding.hear if hiding else _nothing,
        height="content",
    )
    return step


def _rested(rest: Rest, follows: str) -> None:
    rest.hear()
    if is_asked_alone():
        rerun_only(follows)


def _nothing() -> None:
    """Hear nothing: this player has no answer to hide."""
