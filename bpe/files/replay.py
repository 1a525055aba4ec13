"""Replay: how the merges of a real tokenizer lead to the tokens its library gave for a word."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import islice, pairwise
from typing import Self

from ..encoding.encoded import EncodedWord, TraceStep
from ..merging.cells import Token

Find = Callable[[int, int], "tuple[int, int] | None"]
"""(left id, right id) -> rank of their merge and the id it makes, or None."""

LONGEST = 400
"""Parts of a word that is replayed: the tokens of all steps grow with the square of it."""


@dataclass(frozen=True)
class Replay:
    """Every merge of one word, from its smallest parts to the tokens of the library.

    Attributes:
        tokens: those before any merge. steps: the merges, in order; none where `why` says so.
        why: why there are no steps: "unigram", "wordpiece", "wordlevel" or "characters" for a model
            without merges, "whole" for a word that is taken whole before any merge, "parts" where a
            character has no token of its own, "other" where merges lead elsewhere, "fewest" where
            no merge was asked for, "long" for a word of more than `LONGEST` parts; else None.
    """

    tokens: tuple[Token, ...]
    steps: tuple[TraceStep, ...] = ()
    why: str | None = None


@dataclass(frozen=True)
class FileWord(EncodedWord):
    """A word as a library cut and encoded it."""

    _tokenizer: Callable[[tuple[int, ...]], Replay] = field(  # type: ignore[assignment]
        repr=False, compare=False
    )

    @cached_property
    def replay(self) -> Replay:
        """How its merges lead to its tokens, or why none do."""
        return self._tokenizer(self.ids)

    @property
    def start_tokens(self) -> tuple[Token, ...]:
        """The tokens before the first step."""
        return self.replay.tokens

    @property
    def steps(self) -> Sequence[TraceStep]:
        """Every step from `start_tokens` to `tokens`, in order."""
        return self.replay.steps

    @property
    def why(self) -> str | None:
        """The reason there is no replay; see `Replay`."""
        return self.replay.why

    def without_tokenizer(self) -> Self:
        """Return the same word with its replay in place of the tokenizer."""
        return replace(self, _tokenizer={self.ids: self.replay}.__getitem__)


def replay(
    start: Iterable[int],
    end: Sequence[int],
    find: Find,
    token: Callable[[int], Token],
    whole: str = "other",
) -> Replay:
    """Merge from `start` until nothing is left to merge, and hold the result against `end`.

    The lowest rank goes first, of equal ones the leftmost. One pair at a time, as these libraries
    do; the same pair again is shown in the same step. `whole`: why there is no replay where a word
    that is one token comes out otherwise.
    """
    ids = list(islice(start, LONGEST + 1))
    named = tuple(map(token, end))
    if len(ids) > LONGEST:
        return Replay(named, why="long")
    find, token = cache(find), cache(token)
    tokens = tuple(map(token, ids))
    steps: list[TraceStep] = []
    last: tuple[int, int] | None = None
    places: tuple[int, ...]
    while (following := _following(ids, find)) is not None:
        rank, at, new, ranks = following
        pair, places = (ids[at], ids[at + 1]), (at,)
        if pair == last:
            before = steps.pop()
            # Each merge so far has moved this one to the left.
            ranks, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        ids[at : at + 2] = [new]
        made = tuple(map(token, ids))
        steps.append(TraceStep(rank, (token(pair[0]), token(pair[1])), made, ranks, places))
    if ids != list(end):
        return Replay(named, why=whole if len(end) == 1 else "other")
    return Replay(tokens, tuple(steps))


def _following(
    ids: Sequence[int], find: Find
) -> tuple[int, int, int, tuple[int | None, ...]] | None:
    """Return rank, place and new id of the merge that goes next, and the ranks of all pairs."""
    found = [find(left, right) for left, right in pairwise(ids)]
    known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
    return (*min(known), tuple(each and each[0] for each in found)) if known else None
