"""Fewest tokens: what the vocabulary of a real tokenizer could do, whatever its rules do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Protocol

Piece = Callable[[int, int], "int | None"]
"""(begin, end) among the units of a stretch of a word -> the id of the token that spells it."""


class Spelling(Protocol):
    """What is asked of a tokenizer."""

    @property
    def longest(self) -> int:
        """Units that a token has at most."""

    def spells(self, id_: int) -> bool:
        """Say whether a token spells text: it is not special, unknown or in place of a byte."""

    def spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, Piece]:
        """Return how many units the tokens of a stretch have, and what finds a token by its place.

        The stretch begins the word, or ends it, where that is said.
        """


def fewest_tokens(tokenizer: Spelling, ids: Sequence[int]) -> list[int]:
    """Return as few tokens as can be for the text of one word, given as the library encoded it.

    Tokens that spell nothing stay, and part the word. Of several ways, the one whose first token is
    longest, then whose second one is, and so on.
    """
    found: list[int] = []
    at = 0
    for spells, group in groupby(ids, tokenizer.spells):
        stretch = list(group)
        begins, at = at == 0, at + len(stretch)
        if spells:
            size, piece = tokenizer.spelling(stretch, begins, at == len(ids))
            stretch = _shortest(size, piece, tokenizer.longest) or stretch
        found += stretch
    return found


def _shortest(size: int, piece: Piece, longest: int) -> list[int]:
    """Return the ids of the shortest way from 0 to `size`, found from the right; none without."""
    counts: list[int | None] = [None] * size + [0]
    ways = [(0, 0)] * size
    for at in reversed(range(size)):
        for end in range(at + 1, min(size, at + longest) + 1):
            before, best = counts[end], counts[at]
            if before is None or (best is not None and before + 1 > best):
                continue
            id_ = piece(at, end)
            if id_ is not None:
                counts[at], ways[at] = before + 1, (end, id_)
    ids: list[int] = []
    at = 0
    while at < size and counts[0] is not None:
        at, id_ = ways[at]
        ids.append(id_)
    return ids
