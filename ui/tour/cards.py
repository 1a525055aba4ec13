"""The stops of the lesson and the cards of the tour: where they lead, and what is done there.

The words of a card are `tour.title_<name>`, `tour.card_<name>`, which asks, and
`tour.after_<name>`, which says what came of it once it is done. Whatever they and the stops say in
numbers is true of the record at the address they open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

FILES = tuple(
    Path(__file__).with_name(name)
    for name in ("guide.html", "guide.css", "guide.js", "card.js", "place.js", "presenter.js")
)
"""What the component is made of that every page mounts."""


@dataclass(frozen=True)
class Tab:
    """A tab of a page, or a part of one, by their names."""

    page: str
    name: str


@dataclass(frozen=True)
class Card:
    """One card of the tour.

    Attributes:
        name: what its words are called.
        page: the page it plays on.
        query: what the address of that page says besides.
        points: controls it points at, the first that is in sight. A selector after " >> " is
            looked up inside the component that the one before it finds.
        done: everything that has to be seen in the browser for the card to be done. Of "step" the
            smallest one or "last", of the others what their name says.
        shows: what came of it, brought in sight once the card is done.
    """

    name: str
    page: str
    query: Mapping[str, str]
    points: tuple[str | Tab, ...]
    done: Mapping[str, str | Tab]
    shows: str = ""


@dataclass(frozen=True)
class Stop:
    """One stop of the lesson: a page with the rest of its address, and how long it takes.

    Its words are `tour.<what>_<name>`: `ask` the question, `say` the answer in one sentence, `most`
    what most say to that, `show` what else to show.
    """

    name: str
    page: str
    minutes: int
    query: Mapping[str, str] = field(default_factory=dict)


def _stepped(
    name: str, page: str, query: Mapping[str, str], button: str, step: str, key: str = ""
) -> Card:
    """Return a card that is done once the player of its page stands at a step.

    key: of the player, where it is not called like its page.
    """
    player = f".st-key-{key or page}"
    points = (f"{player} >> [data-do={button}]",)
    return Card(name, page, query, points, {"player": player, "step": step})


def _opened(name: str, page: str, query: Mapping[str, str], tab: str) -> Card:
    """Return a card that is done once a tab of its page is open; a closed panel comes first."""
    details = f".st-key-{page} >> [data-do=details]"
    return Card(name, page, query, (Tab(page, tab), details), {"tab": Tab(page, tab)})


def _used(name: str, page: str, query: Mapping[str, str], how: str, control: str) -> Card:
    """Return a card that is done once a control is typed into or checked."""
    return Card(name, page, query, (control,), {how: control})


def _encoding(word: str) -> dict[str, str]:
    return {"corpus": "low-lower", "sentence": word}


_SIX = {"corpus": "six-words"}
_START = _SIX | {"step": "0"}
_HIDDEN, _SHOWN = {"hide": "1"}, {"hide": "0"}
_OWN = ".st-key-pasted_text textarea"
_TIES = ".st-key-train_fold_ties"
_SECOND_MERGED = ".st-key-wordpiece >> .run:last-child .merged"

CARDS = (
    _stepped("token", "train", _START | _SHOWN, "last", "last"),
    _stepped("merge", "train", _START | _HIDDEN, "next", "1"),
    Card(
        "tie",
        "train",
        _START | _SHOWN,
        (f"{_TIES} summary", Tab("train", "pairs"), ".st-key-train >> [data-do=details]"),
        {"opened": f"{_TIES} details"},
        f"{_TIES} details",
    ),
    Card(
        "mark",
        "train",
        _SIX | {"step": "3"},
        (".st-key-scheme input",),
        {"choice": "scheme", "value": "huggingface"},
    ),
    _opened("stop", "train", _SIX | {"step": "19"}, "stop"),
    _used("encode", "encode", _encoding("newer"), "typed", ".st-key-encode_text textarea"),
    _stepped("longest", "encode", _encoding("lowest"), "last", "last", "encode_trace"),
    _stepped("unknown", "encode", _encoding("highest"), "last", "last", "encode_trace"),
    _used("bytes", "bytes", {}, "typed", ".st-key-bytes_text input"),
    replace(
        _stepped("score", "wordpiece", {"corpus": "hug", "step": "0"} | _HIDDEN, "next", "1"),
        shows=_SECOND_MERGED,
    ),
    _stepped("unigram", "unigram", _START | _SHOWN, "next", "1"),
    _used(
        "real",
        "models",
        {"model": "gpt2", "beside": "o200k"},
        "typed",
        ".st-key-models_text textarea",
    ),
    Card(
        "own",
        "train",
        {},
        (_OWN, ".st-key-corpus input"),
        {"choice": "corpus", "value": "pasted", "gone": _OWN},
    ),
)
"""In the order in which they are read."""

_READ = {
    "sentence": "Rare words, like snowflakeology, are cut into pieces. 少见的词会被切成几块。",
}

PLAN = (
    Stop("read", "models", 4, _READ),
    Stop("why", "home", 4, {"at": "why"}),
    Stop("first", "train", 4, {"corpus": "newer-wider", "step": "1"}),
    Stop("vote", "vote", 7, {"corpus": "newer-wider", "step": "3"}),
    Stop("ties", "train", 5, _START),
    Stop("novel", "train", 4, {"corpus": "pride-and-prejudice", "step": "0"}),
    Stop("encode", "encode", 6, _encoding("lowest")),
    Stop("bytes", "bytes", 4),
    Stop("score", "wordpiece", 4, {"corpus": "hug", "step": "0"}),
    Stop("end", "models", 3, _READ),
)
"""A lesson of 45 minutes: nine stops and a closing card."""

SPARE = (
    Stop("unigram", "unigram", 3, _START),
    Stop("when", "train", 3, {"corpus": "first-chapters", "tab": "stop"}),
)
"""What there is to show if there is time."""

STOPS = (*map(str, range(1, len(PLAN))), PLAN[-1].name)
PHASES = ("question", "answer")
"""What an address says of where the lesson is."""

RECALL = ("first", "ties", "new")
"""What the closing card asks for next week: `tour.recall_<name>`."""

NEW = "slowest"
"""A word that the six do not have."""
