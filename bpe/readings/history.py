"""History: what the first merges of a list say about the text that it was learned from.

The merge of a pair comes early where the pair was frequent, so a list read from its beginning is a
description of its corpus.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import regex

from ..merging.cells import Token
from ..schemes import Scheme

Kind = Literal["indent", "space", "latin", "script", "digits", "signs", "part"]
KINDS: tuple[Kind, ...] = ("indent", "space", "latin", "script", "digits", "signs", "part")
"""What a token reads: only white space; a space before something (or the mark of a word's begin);
Latin letters; letters of another script; digits; other signs; a part of a character."""

_OF: dict[Kind, regex.Pattern[str]] = {
    "indent": regex.compile(r"\s+"),
    "part": regex.compile(r".*\ufffd.*", regex.S),
    "space": regex.compile(r"\s.*", regex.S),
    "latin": regex.compile(r"[^\p{L}]*\p{Latin}.*", regex.S),
    "script": regex.compile(r".*\p{L}.*", regex.S),
    "digits": regex.compile(r".*\p{N}.*", regex.S),
}


class Merges(Protocol):
    """What is asked of a tokenizer, learned here or read from a file."""

    @property
    def scheme(self) -> Scheme:
        """How its tokens are marked."""

    @property
    def merges(self) -> Sequence[tuple[int, int, int]]:
        """(left, right, new) ids by rank."""

    def named(self, ids: Sequence[int], /) -> tuple[Token, ...]:
        """Return the tokens of ids."""


@dataclass(frozen=True)
class Made:
    """A merge of a list: its rank, the pair, the token it makes, and what kind that is."""

    rank: int
    pair: tuple[Token, Token]
    token: Token
    kind: Kind


def first_merges(tokenizer: Merges, limit: int) -> list[Made]:
    """Return the first merges of a tokenizer's list; none for a model without merges."""
    merges = tokenizer.merges[:limit]
    mark = tokenizer.scheme.mark if tokenizer.scheme.boundary == "prefix" else ""
    return [
        Made(rank, (left, right), new, kind_of(new, mark))
        for rank, (left, right, new) in enumerate(map(tokenizer.named, merges))
    ]


def kind_of(token: Token, mark: str = "") -> Kind:
    """Return the kind of a token; `mark` is what stands for a space before a word."""
    text = token.decode("utf-8", "replace") if isinstance(token, bytes) else token
    text = text.replace(mark, " ") if mark else text
    return next((kind for kind, pattern in _OF.items() if pattern.fullmatch(text)), "signs")


def kinds(merges: Sequence[Made]) -> Mapping[Kind, int]:
    """Return how many of some merges make a token of each kind, in the order of `KINDS`."""
    return {kind: sum(made.kind == kind for made in merges) for kind in KINDS}
