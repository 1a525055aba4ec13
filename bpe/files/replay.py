"""Replay: how the merges of a real tokenizer lead to the tokens its library gave for a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ..encoding import ranks
from ..encoding.encoded import EncodedWord, Method, TraceStep
from ..merging.cells import Token

Find = Callable[[int, int], "tuple[int, int] | None"]
"""(left id, right id) -> rank of their merge and the id it makes, or None."""


LONGEST = 3_000
"""Parts of a word that is replayed: each merge looks at all that are left."""


@dataclass(frozen=True)
class Replay:
    """Every merge of one word, from its smallest parts to the tokens of the library.

    Attributes:
        start: ids before any merge. steps: the merges, in order; none where `why` says so.
        why: why there are no steps: "unigram", "wordpiece" or "wordlevel" for a model without
            merges, "whole" for a word that is taken whole before any merge, "parts" where a
            character has no token of its own, "other" where merges lead elsewhere, "fewest" where
            no merge was asked for, "long" for a word of more than `LONGEST` parts; else None.
    """

    start: tuple[int, ...]
    steps: tuple[TraceStep, ...] = ()
    why: str | None = None


@dataclass(frozen=True)
class Replayed:
    """A word's tokens and its replay, as `EncodedWord` asks for them."""

    make: Callable[[], Replay]
    named: Callable[[Sequence[int]], tuple[Token, ...]]

    @cached_property
    def replay(self) -> Replay:
        """The replay, made when it is first asked for."""
        return self.make()

    def start(self, word: str) -> tuple[tuple[Token, ...], tuple[int, ...]]:
        """Return the tokens and the ids before any merge."""
        start = self.replay.start
        return self.named(start), start

    def trace(self, word: str, method: Method = "merges") -> tuple[TraceStep, ...]:
        """Return every merge."""
        return self.replay.steps


@dataclass(frozen=True)
class FileWord(EncodedWord):
    """A word as a library cut and encoded it; `why` says why there are no steps, or is None."""

    _tokenizer: Replayed = field(repr=False, compare=False)

    @property
    def why(self) -> str | None:
        """The reason there is no replay; see `Replay`."""
        return self._tokenizer.replay.why


def replay(
    start: Sequence[int],
    end: Sequence[int],
    find: Find,
    named: Callable[[Sequence[int]], tuple[Token, ...]],
    whole: str = "other",
) -> Replay:
    """Merge from `start` until nothing is left to merge, and hold the result against `end`.

    The lowest rank goes first, of equal ones the leftmost. One pair at a time, as these libraries
    do; the same pair again is shown in the same step. `whole`: why there is no replay where a word
    that is one token comes out otherwise.
    """
    if len(start) > LONGEST:
        return Replay(tuple(end), (), "long")
    ids = list(start)
    steps: list[TraceStep] = []
    last = None
    while True:
        found = [find(left, right) for left, right in pairwise(ids)]
        known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
        if not known:
            break
        rank, at, new = min(known)
        merged = ids[at], ids[at + 1]
        candidates = tuple(None if each is None else each[0] for each in found)
        places: tuple[int, ...] = (at,)
        ids = ranks.replace_pair(ids, places, new)
        if merged == last:
            before = steps.pop()
            # Each merge so far has moved this one to the left.
            candidates = before.candidates
            places = (*before.places, at + len(before.places))
        (left, right), tokens = named(merged), named(ids)
        steps.append(TraceStep(rank, (left, right), tokens, candidates, places))
        last = merged
    if ids != list(end):
        return Replay(tuple(end), (), whole if len(end) == 1 else "other")
    return Replay(tuple(start), tuple(steps))
