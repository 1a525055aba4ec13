"""The stops of the lesson: where they lead, what they ask and answer, and what a reader does there.

The presenter, the teacher's notes and the cards of the tour are views of them. The words of a stop
are `tour.<what>_<name>`: `ask` the question, `say` the answer in one sentence, `most` what most say
to it, `show` what else to show, and `do` what a card of the tour asks its reader to do. Whatever
they say in numbers is true of the record at the address they open. A language may have texts of its
own for a stop: its words are true of those.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from ui.languages import LANGUAGES

FILES = tuple(Path(__file__).with_name(name) for name in ("guide.html", "guide.css", "guide.js"))
"""What the component is made of that every page mounts."""


@dataclass(frozen=True)
class LessonStop:
    """One stop of the lesson, and a card of the tour where its reader has something to do.

    Attributes:
        name: what its words are called.
        page: the page it plays on.
        minutes: how long it takes in a lesson.
        query: what the address of that page says besides.
        points: what its card points at, the first that is in sight. A selector after " >> " is
            looked up inside the component that the one before it finds.
        done: everything that has to be seen in the browser for the card to be done: the step of a
            player, at least or "last"; a choice of the address; what is gone.
    """

    name: str
    page: str
    minutes: int
    query: Mapping[str, str] = field(default_factory=dict)
    points: tuple[str, ...] = ()
    done: Mapping[str, str] = field(default_factory=dict)

    def in_language(self, lang: str) -> Self:
        """Return the stop as it is in a language, which may have a text of its own for it."""
        return replace(self, query=LANGUAGES[lang].lesson.get(self.name, self.query))

    @property
    def asked(self) -> dict[str, str]:
        """What the address says where the answer is hidden."""
        return {**self.query, "hide": "1"}


def _stepped(button: str, step: str, key: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return what a card points at that is done once a player stands at a step, and that."""
    player = f".st-key-{key}"
    return (f"{player} >> [data-do={button}]",), {"player": player, "step": step}


def _pressed(button: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the same of a button that goes away."""
    return (button,), {"gone": button}


_READ = {
    "model": "gpt2",
    "beside": "o200k",
    "sentence": "Rare words, like snowflakeology, are cut into pieces. 少见的词会被切成几块。",
}
_START = {"corpus": "six-words", "step": "0"}
_FIRST = {"corpus": "newer-wider", "step": "1"}
_VOTED = {"corpus": "newer-wider", "step": "3"}
_NOVEL = {"corpus": "pride-and-prejudice", "step": "0"}
_LOWEST = {"corpus": "low-lower", "sentence": "lowest"}
_HUG = {"corpus": "hug", "step": "0"}
_OWN = ".st-key-pasted_text textarea"

PLAN = (
    LessonStop("read", "models", 4, _READ, *_pressed(".st-key-models_uncover button")),
    LessonStop("why", "home", 4, {"at": "why"}, *_pressed(".st-key-home_why button")),
    LessonStop("first", "train", 4, _FIRST, *_stepped("next", "2", "train")),
    LessonStop("vote", "vote", 7, _VOTED),
    LessonStop("ties", "train", 5, _START, *_stepped("next", "1", "train")),
    LessonStop("novel", "train", 4, _NOVEL, *_stepped("next", "1", "train")),
    LessonStop("encode", "encode", 6, _LOWEST, *_stepped("last", "last", "encode_trace")),
    LessonStop("bytes", "bytes", 4, {}, *_pressed(".st-key-bytes_reveal button")),
    LessonStop("score", "wordpiece", 4, _HUG, *_stepped("next", "1", "wordpiece")),
    LessonStop("end", "models", 3, _READ),
)
"""A lesson of 45 minutes: nine stops and a closing card."""

SPARE = (
    LessonStop("unigram", "unigram", 3, _START),
    LessonStop("when", "train", 3, {"corpus": "first-chapters", "tab": "stop"}),
)
"""What there is to show if there is time."""

_OWN_DONE = {"choice": "corpus", "value": "pasted", "gone": _OWN}
OWN = LessonStop("own", "train", 0, {}, (_OWN, ".st-key-corpus input"), _OWN_DONE)
CARDS = (*(stop for stop in PLAN if stop.done), OWN)
"""The tour: what one can do alone, and at its end one's own text."""

STOPS = (*map(str, range(1, len(PLAN))), PLAN[-1].name)
PHASES = ("question", "answer")
"""What an address says of where the lesson is."""

RECALL = ("first", "ties", "new")
"""What the closing card asks for next week: `tour.recall_<name>`."""

NEW = "slowest"
"""A word that the six do not have."""
