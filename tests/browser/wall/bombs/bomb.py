"""One thing that a reader might send to take the app down, and what several of them are made of."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MEGABYTE = 2**20
LARGEST = 19_900_000
"""Bytes of a file that the box takes: 20 MB in thousands, a little less."""

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Bomb:
    """Something hostile, and the door it comes through.

    Attributes:
        door: "corpus", "pair", "tokenizer" or "list" for a box, "pasted" for text, or "link".
        name: tells it from the others; those of a kind begin alike.
        files: makes the files for the box, by name.
        query: of the address at which the page is opened.
        page: the page of a link.
        text: what is typed once the files are taken: to encode, to train on, or a list to check.
        press: the button that is pressed once the page is still.
        patience: seconds after which the reader presses "Cancel".
        times: how often the files are sent, a little different each time.
        together: how many tabs open the link at once.
        harmless: whether the app may take it and show a result; else it has to be refused.
        quick: whether every run of the tests sends it.
    """

    door: str
    name: str
    files: Callable[[], Files] = dict
    query: Mapping[str, str] = field(default_factory=dict)
    page: str = "train"
    text: str = ""
    press: str = ""
    patience: float = 40.0
    times: int = 1
    together: int = 1
    harmless: bool = True
    quick: bool = False


def bomb(
    door: str, name: str, file: str = "", make: Callable[[], bytes] | None = None, **more: object
) -> Bomb:
    """Return a bomb of one file, of the files that are given by name, or of none."""
    if make is not None:
        more["files"] = lambda: {file: make()}
    return Bomb(door, name, **more)  # type: ignore[arg-type]


def packed(make: Callable[[], bytes]) -> bytes:
    """Pack by gzip what is made."""
    return gzip.compress(make(), 9, mtime=0)


def as_json(value: object) -> bytes:
    """Write JSON."""
    return json.dumps(value).encode()


def words(number: int) -> bytes:
    """Return so many distinct words, one a line."""
    return b"\n".join(b"w%x" % each for each in range(number))


def letters(length: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
    """Return one word of so many letters."""
    return "".join(random.Random(length).choices(alphabet, k=length))


def noise(size: int, seed: int = 1) -> bytes:
    """Return bytes at random."""
    return random.Random(seed).randbytes(size)


EMPTY = gzip.compress(b"", mtime=0)
"""A member of an archive that holds nothing."""

PATTERN = "(a|aa)+$"
PATTERNS = {
    "alternatives": PATTERN,
    "nested": "(a+)+$",
    "ahead": "(?=(a+)+$)a",
    "behind": r"(?<=(?:a|aa){1,40})b|(a|aa)+$",
    "lazy": "(a*?)*?b",
    "star": "(.*)*x",
    "backwards": r"(a+)\1+$|(a*a*)*b",
    "fuzzy": "(?:aaaaaaaaaaaaaaaaaaaaaaaab){e<=12}c",
    "long": "a{4294967294}",
    "squared": "(?:a{65535}){65535}",
    "class": "(?:[ab]{3000}){1000}",
    "nothing": "(?:)*(?:a|)*$",
}
"""Patterns that take for ever on letters, or to be read at all."""
