"""The step player: one browser component on every page that replays a run.

Python cuts a payload from the record and sends it once; stepping, scrubbing and playing happen in
the browser, which reports the step when the reader rests. Python moves the player by a new
`generation`; the payload itself never names the current step.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import streamlit as st

from bpe import Encoding, Scheme, Training
from ui import session
from ui.catalogue import catalogue
from ui.player.payload import encoding_run, payload, training_run
from ui.text import language

WORDS = 30

_HERE = Path(__file__).resolve().parent
_PALETTE = _HERE.parent / "palette.css"


def _read(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


_mount = st.components.v2.component(
    "step_player",
    html=_read(_HERE / "player.html"),
    css=_read(_PALETTE, _HERE / "player.css"),
    js=_read(_HERE / "player.js"),
    isolate_styles=True,
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
) -> int:
    """Draw the player of a training and return the step it rests at.

    Shows the pinned words first, then the most frequent ones. With `address` the step is the one
    of the session's choices and of the page's address, left out of it at `default`; without, the
    player keeps its own. A `step` that differs from the one asked for last moves the player.
    """
    source = _training_source(training, tuple(pinned), words, language())
    rest = _Rest(key, len(training.merges), default, address)
    return _play(source, _fingerprint(training), rest, step)


def duo_player(
    training_a: Training,
    training_b: Training,
    titles: tuple[str, str],
    key: str,
    step: int | None = None,
    *,
    default: int = 0,
    address: bool = True,
    words: int = 12,
) -> int:
    """Draw two trainings side by side, moved by one set of controls.

    The shorter one rests at its end while the longer goes on.
    """
    source = _duo_source(training_a, training_b, tuple(titles), words, language())
    last = max(len(training_a.merges), len(training_b.merges))
    run = _fingerprint(training_a) + _fingerprint(training_b)
    return _play(source, run, _Rest(key, last, default, address), step)


def encode_player(encoding: Encoding, scheme: Scheme, key: str) -> int:
    """Draw the trace of an encoding: all words at once, each by its own merges."""
    run = encoding_run(encoding, scheme, _translate(language()))
    rest = _Rest(key, run["steps"], default=0, address=False)
    return _play(_written([run], language()), _hash(run["words"]), rest, None)


@lru_cache(maxsize=16)
def _training_source(training: Training, pinned: tuple[str, ...], words: int, lang: str) -> str:
    return _written([_run(training, pinned, words, lang)], lang)


@lru_cache(maxsize=4)
def _duo_source(a: Training, b: Training, titles: tuple[str, str], words: int, lang: str) -> str:
    return _written(
        [_run(each, (), words, lang, title) for each, title in zip((a, b), titles, strict=True)],
        lang,
    )


def _run(
    training: Training, pinned: Sequence[str], words: int, lang: str, title: str = ""
) -> dict[str, object]:
    return training_run(training, pinned, words, _translate(lang), title=title)


def _translate(lang: str) -> Callable[..., str]:
    entries = catalogue(lang)
    return lambda key, **values: entries[key].format(**values)


def _written(runs: list[dict], lang: str) -> str:
    """Write the payload as one string: quick to compare, so that it is parsed only when new."""
    return json.dumps(payload(runs, _translate(lang)), ensure_ascii=False, separators=(",", ":"))


@lru_cache(maxsize=64)
def _fingerprint(training: Training) -> str:
    """Name a run by what it learned, in whatever language it is shown."""
    return _hash([[merge.pair, merge.count] for merge in training.merges])


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode("utf-8", "backslashreplace")).hexdigest()


@dataclass(frozen=True)
class _Rest:
    """Where one player stands, as far as Python knows: in the session, by its key."""

    key: str
    last: int
    default: int
    address: bool

    @property
    def notes(self) -> dict:
        """What outlives a rerun: `step` and `start` of this `generation` of this `run`."""
        return st.session_state.setdefault(
            f"{self.key}_player", {"generation": 0, "step": None, "report": None}
        )

    def clamp(self, step: int) -> int:
        return min(max(step, 0), self.last)

    def wanted(self) -> int:
        """Return the step that the reader, the address or Python chose last."""
        if self.address:
            return session.step(self.last, self.clamp(self.default))
        return self.clamp(self.notes.get("chosen", self.default))

    def choose(self, step: int) -> None:
        if self.address:
            session.choose_step(self.clamp(step), self.clamp(self.default))
        else:
            self.notes["chosen"] = self.clamp(step)

    def hear(self) -> None:
        """Take over a step that the browser has reported since the last time.

        The report comes from outside: whatever is not a step of this generation is ignored.
        """
        report = (st.session_state.get(self.key) or {}).get("step")
        if report is None or report == self.notes["report"]:
            return
        self.notes["report"] = report
        generation = self.notes["generation"]
        match report:
            case [int(told), int(step)] if told == generation and type(step) is int:
                pass
            case int(step) if type(step) is int:
                pass
            case _:
                return
        step = self.clamp(step)
        self.notes["step"] = step
        self.choose(step)


def _play(source: str, run: str, rest: _Rest, asked: int | None) -> int:
    """Mount the component where it should stand now; return the step it stands at."""
    notes = rest.notes
    here = rest.key in st.session_state and notes.get("run") == run
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
        },
        default={"step": None},
        on_step_change=rest.hear,
        height="content",
    )
    return step
