"""Replay: how the merges of a real tokenizer lead to the tokens its library gave for a word."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import groupby, islice, pairwise
from typing import Any, NamedTuple

from ..encoding.encoded import EncodedWord, TraceStep
from ..merging.cells import Token

Find = Callable[[int, int], "tuple[int, int] | None"]
"""(left id, right id) -> rank of their merge and the id it makes, or None."""

LONGEST = 400
"""Parts of a word that is replayed: what is shown of all its steps grows with the square."""

_GONE = -1


class Merge(NamedTuple):
    """A merge in a word; `at` is the place of the left one among the parts at the start."""

    rank: int
    at: int
    pair: tuple[int, int]
    new: int


def merges_of(ids: list[int], find: Find) -> Iterator[Merge]:
    """Yield the merges of a word, the lowest rank first, of equal ones the leftmost.

    Each is made in `ids` as soon as the next is asked for; what it leaves empty there is below 0.
    """
    size = len(ids)
    following, preceding = list(range(1, size + 1)), list(range(-1, size - 1))
    heap: list[Merge] = []

    def look(at: int, after: int) -> None:
        if at >= 0 and after < size and (found := find(ids[at], ids[after])) is not None:
            heappush(heap, Merge(found[0], at, (ids[at], ids[after]), found[1]))

    for at in range(size - 1):
        look(at, at + 1)
    while heap:
        merge = heappop(heap)
        at, after = merge.at, following[merge.at]
        if after == size or (ids[at], ids[after]) != merge.pair:
            continue
        yield merge
        ids[at], ids[after] = merge.new, _GONE
        following[at] = after = following[after]
        if after < size:
            preceding[after] = at
        look(preceding[at], at)
        look(at, after)


def last_pair(start: Iterable[int], find: Find, limit: int) -> tuple[int, int] | None:
    """Return the two that are left of a word by merges of rank below `limit`; None if more are."""
    ids = list(start)
    size = len(ids)
    for merge in merges_of(ids, find):
        if size == 2 or merge.rank >= limit:
            break
        size -= 1
    left = [id_ for id_ in ids if id_ != _GONE]
    return (left[0], left[1]) if len(left) == 2 else None


@dataclass(frozen=True)
class Steps(Sequence[TraceStep]):
    """The steps of a word. What is kept grows with its length: a step is made when it is read.

    Attributes:
        start: ids before any merge. merges: all of them, in order.
        ranks: two neighbours at any step -> the rank of their merge, or None.
        names: id -> token.
    """

    start: tuple[int, ...]
    merges: tuple[Merge, ...]
    ranks: Mapping[tuple[int, int], int | None]
    names: Mapping[int, Token]

    def __iter__(self) -> Iterator[TraceStep]:
        ids, starts = list(self.start), list(range(len(self.start)))
        for pair, merges in groupby(self.merges, lambda merge: merge.pair):
            candidates = tuple(self.ranks[each] for each in pairwise(ids))
            places: list[int] = []
            for merge in merges:
                at = bisect_left(starts, merge.at)
                # Each merge so far has moved this one to the left.
                places.append(at + len(places))
                ids[at : at + 2] = [merge.new]
                del starts[at + 1]
            left, right = self._named(pair)
            yield TraceStep(merge.rank, (left, right), self._named(ids), candidates, tuple(places))

    def __len__(self) -> int:
        return sum(1 for _ in groupby(merge.pair for merge in self.merges))

    def __getitem__(self, at: Any) -> Any:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def _named(self, ids: Iterable[int]) -> tuple[Token, ...]:
        return tuple(self.names[id_] for id_ in ids)


@dataclass(frozen=True)
class Replay:
    """Every merge of one word, from its smallest parts to the tokens of the library.

    Attributes:
        start: ids before any merge. tokens: what they are. steps: the merges, in order; none where
            `why` says so.
        why: why there are no steps: "unigram", "wordpiece" or "wordlevel" for a model without
            merges, "whole" for a word that is taken whole before any merge, "parts" where a
            character has no token of its own, "other" where merges lead elsewhere, "fewest" where
            no merge was asked for, "long" for a word of more than `LONGEST` parts; else None.
    """

    start: tuple[int, ...]
    tokens: tuple[Token, ...]
    steps: Sequence[TraceStep] = ()
    why: str | None = None


Key = tuple[str, tuple[int, ...]]
"""A word, and its ids."""


class Replays(dict[Key, Replay]):
    """The replays of a text's words, made when they are first asked for: equal words have one."""

    def __init__(self, make: Callable[[tuple[int, ...]], Replay]) -> None:
        self._make = make

    def __missing__(self, key: Key) -> Replay:
        replay = self[key] = self._make(key[1])
        return replay


@dataclass(frozen=True)
class FileWord(EncodedWord):
    """A word as a library cut and encoded it."""

    _tokenizer: Mapping[Key, Replay] = field(repr=False, compare=False)  # type: ignore[assignment]

    @property
    def replay(self) -> Replay:
        """How its merges lead to its tokens, or why none do."""
        return self._tokenizer[self.text, self.ids]

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
    parts = tuple(islice(start, LONGEST + 1))
    if len(parts) > LONGEST:
        return unmoved(end, token, "long")
    found: dict[tuple[int, int], tuple[int, int] | None] = {}

    def looked_up(left: int, right: int) -> tuple[int, int] | None:
        if (left, right) not in found:
            found[left, right] = find(left, right)
        return found[left, right]

    ids = list(parts)
    merges = tuple(merges_of(ids, looked_up))
    if [id_ for id_ in ids if id_ != _GONE] != list(end):
        return unmoved(end, token, whole if len(end) == 1 else "other")
    ranks = {pair: made and made[0] for pair, made in found.items()}
    names = {id_: token(id_) for id_ in {*parts, *(merge.new for merge in merges)}}
    steps = Steps(parts, merges, ranks, names)
    return Replay(parts, tuple(names[id_] for id_ in parts), steps)


def unmoved(ids: Sequence[int], token: Callable[[int], Token], why: str | None = None) -> Replay:
    """Return the replay of a word without steps."""
    return Replay(tuple(ids), tuple(map(token, ids)), (), why)
