"""The cards of the tour: where each one plays, what it points at, and what its reader does there.

The words of a card are `tour.title_<name>` and `tour.card_<name>`. Its address opens the state that
the words speak of; whatever they say in numbers is true of the record there.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Tab:
    """A tab of a page, by their names."""

    page: str
    name: str


@dataclass(frozen=True)
class Card:
    """One card.

    Attributes:
        name: what its words are called.
        page: the page it plays on.
        query: what the address of that page says besides.
        points: controls it points at, the first that is in sight. A selector after " >> " is
            looked up inside the component that the one before it finds.
        done: everything that has to be seen in the browser for the card to be done. Of "step" the
            smallest one or "last", of the others what their name says.
    """

    name: str
    page: str
    query: Mapping[str, str]
    points: tuple[str | Tab, ...]
    done: Mapping[str, str | Tab]


TRAIN = ".st-key-train"
WORD = ".st-key-encode_text textarea"
OWN = ".st-key-pasted_text textarea"
LONGEST_MATCH = ".st-key-encode_how [role=radio]:nth-child(2)"
TIES = Tab("train", "ties")
STOP = Tab("train", "stop")
UNKNOWN = Tab("encode", "unknown")


def _button(player: str, name: str) -> str:
    return f"{player} >> [data-do={name}]"


CARDS = (
    Card(
        "token",
        "train",
        {"step": "0", "tab": "pairs"},
        (_button(TRAIN, "last"),),
        {"player": TRAIN, "step": "last"},
    ),
    Card(
        "merge",
        "train",
        {"step": "0", "tab": "pairs"},
        (_button(TRAIN, "next"),),
        {"player": TRAIN, "step": "1"},
    ),
    Card("tie", "train", {"step": "0", "tab": "pairs"}, (TIES,), {"tab": TIES}),
    Card(
        "mark",
        "train",
        {"step": "3", "tab": "pairs"},
        (".st-key-scheme input",),
        {"choice": "scheme", "value": "huggingface"},
    ),
    Card("stop", "train", {"step": "19", "tab": "pairs"}, (STOP,), {"tab": STOP}),
    Card(
        "encode",
        "encode",
        {"corpus": "low-lower", "sentence": "newer", "tab": "steps"},
        (WORD,),
        {"typed": WORD},
    ),
    Card(
        "longest",
        "encode",
        {"corpus": "low-lower", "sentence": "lowest", "tab": "steps"},
        (LONGEST_MATCH,),
        {"checked": LONGEST_MATCH},
    ),
    Card(
        "unknown",
        "encode",
        {"corpus": "low-lower", "sentence": "highest", "tab": "steps"},
        (UNKNOWN,),
        {"tab": UNKNOWN},
    ),
    Card(
        "bytes",
        "bytes",
        {"tab": "strip"},
        (".st-key-bytes_text input",),
        {"typed": ".st-key-bytes_text input"},
    ),
    Card(
        "score",
        "wordpiece",
        {"corpus": "hug", "step": "0"},
        (_button(".st-key-wordpiece", "next"),),
        {"player": ".st-key-wordpiece", "step": "1"},
    ),
    Card(
        "unigram",
        "unigram",
        {"corpus": "six-words", "step": "0"},
        (_button(".st-key-unigram", "next"),),
        {"player": ".st-key-unigram", "step": "1"},
    ),
    Card(
        "own",
        "train",
        {"tab": "pairs"},
        (OWN, ".st-key-corpus input"),
        {"choice": "corpus", "value": "pasted", "gone": OWN},
    ),
)
"""In the order in which they are read."""
