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

from bpe import Encoding, Scheme, Training
from ui.catalogue import catalogue
from ui.corpora.remembered import remembered
from ui.draw import CHIPS, PALETTE
from ui.player.payload import PAIRS, as_json, encoding_run, payload, training_run
from ui.player.rest import Asks, Rest
from ui.shell import session
from ui.shell.address import SCRIPT
from ui.shell.component import component
from ui.shell.text import language

WORDS = 30
WORDS_BESIDE = 12
PAIRS_BESIDE = 5
PAIRS_COMPACT = 5
CUTS = 6

_HERE = Path(__file__).resolve().parent
_SCRIPTS = (
    "player",
    "controls",
    "clock",
    "stage",
    "room",
    "keys",
    "run",
    "row",
    "ask",
    "glide",
    "leaders",
    "light",
    "curve",
)
_mount = component(
    "step_player",
    PALETTE,
    CHIPS,
    SCRIPT,
    *(_HERE / name for name in ("player.html", "player.css")),
    *(_HERE / f"{name}.js" for name in _SCRIPTS),
)


def player(
    training: Training,
    key: str,
    pinned: Sequence[str] = (),
    step: int | None = None,
    *,
    default: int = 0,
    address: bool = True,
    words: int = WORDS,
    compact: bool = False,
    asks: Asks | None = None,
) -> int:
    """Draw the player of a training and return the step it rests at.

    Shows the pinned words first, then the most frequent ones; `compact` shows few pairs and no
    curve. With `address` the step is the one of the session's choices and of the page's address,
    left out of it at `default`; without, the player keeps its own. A `step` that differs from the
    one asked for last moves the player. A click on a word or a leading pair is told to `asks`.
    """
    last = len(training.merges)
    pairs = PAIRS_COMPACT if compact else PAIRS
    run = _run(training, tuple(pinned), words, "", pairs, not compact, language())
    source = payload([run], last, _translate(language()))
    return _play(source, _fingerprint(training), Rest(key, last, default, address), step, asks)


def duo_player(
    training_a: Training,
    training_b: Training,
    titles: tuple[str, str],
    key: str,
    step: int | None = None,
    *,
    default: int = 0,
    address: bool = True,
    words: int = WORDS_BESIDE,
) -> int:
    """Draw two trainings side by side, moved by one set of controls.

    The shorter one rests at its end while the longer goes on.
    """
    last = max(len(training_a.merges), len(training_b.merges))
    named = zip((training_a, training_b), titles, strict=True)
    runs = [
        _run(training, (), words, title, PAIRS_BESIDE, True, language())
        for training, title in named
    ]
    source = payload(runs, last, _translate(language()))
    run = _fingerprint(training_a) + _fingerprint(training_b)
    return _play(source, run, Rest(key, last, default, address), step)


def encode_player(encoding: Encoding, scheme: Scheme, key: str) -> int:
    """Draw the trace of an encoding: all words at once, each by its own merges."""
    run = encoding_run(encoding, scheme, _translate(language()))
    rest = Rest(key, run["steps"], default=0, address=False)
    source = payload([as_json(run)], run["steps"], _translate(language()))
    return _play(source, _hash(run["words"]), rest, None)


def replay_player(
    record: object,
    cut: Callable[[], dict[str, Any]],
    steps: int,
    key: str,
    *,
    default: int = 0,
    counted: str = "step",
) -> int:
    """Draw a run that is no run of merges: rows of splits and a caption a step.

    record: what `cut` reads; the run it returns is as in `ui.player.payload`, with `recut` set
    where a split is no joining of the one before. counted: what a step is called,
    "step" or "round".
    """
    lang = language()
    cut_run, run = _replay(record, lang, cut=cut)
    source = payload([cut_run], steps, _translate(lang), counted=counted)
    return _play(source, run, Rest(key, steps, default, address=True), None)


@remembered(CUTS)
def _run(
    training: Training,
    pinned: tuple[str, ...],
    words: int,
    title: str,
    pairs: int,
    curve: bool,
    lang: str,
) -> str:
    """Cut a training for the browser."""
    translate = _translate(lang)
    return as_json(
        training_run(training, pinned, words, translate, title=title, pairs=pairs, curve=curve)
    )


@remembered(1)
def _fingerprint(training: Training) -> str:
    """Name a run by what it learned, in whatever language it is shown."""
    return _hash([[merge.pair, merge.count] for merge in training.merges])


@remembered(CUTS)
def _replay(record: object, lang: str, *, cut: Callable[[], dict[str, Any]]) -> tuple[str, str]:
    """Return what `cut` reads off a record, for the browser, and a name for the run."""
    run = cut()
    return as_json(run), _hash(run["words"])


def _translate(lang: str) -> Callable[..., str]:
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()


def _play(source: str, run: str, rest: Rest, asked: int | None, asks: Asks | None = None) -> int:
    """Mount the component where it should stand now; return the step it stands at."""
    notes = rest.notes
    here = session.drawn(rest.key) and notes.get("run") == run
    if here:
        rest.hear()
    if asked is not None and asked != notes.get("asked"):
        rest.choose(asked)
    notes["asked"] = asked
    step = rest.wanted()
    if not here or step != notes["step"]:
        # A new run, a player that was away, or a step that the address or Python asks for.
        notes.update(run=run, step=step, start=step, generation=notes["generation"] + 1)
    _mount(
        key=rest.key,
        data={
            "payload": source,
            "generation": notes["generation"],
            "start": notes["start"],
            "home": rest.clamp(rest.default),
            "address": rest.address,
            "asks": asks is not None,
        },
        default={"step": None, "asked": None},
        on_step_change=rest.hear,
        on_asked_change=partial(rest.answer, asks),
        height="content",
    )
    return step
