"""Habits: the ways in which hand-written trainers differ from the rule, each as one setting.

A habit is a deed of the trainer (how it counts, merges, keeps its counts) on words that were found
and spelled in some way. All of them are known mistakes; none is a rule of this engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, cast

from ..encoding.ranks import places_of, replace_pair
from ..merging.cells import Token
from ..merging.values import Pair

Counting = Literal["every", "apart", "single"]
Merging = Literal["left", "right", "once", "twice", "text"]
Keeping = Literal["exact", "frozen", "kept", "unborn"]
Score = Literal["count", "wordpiece"]


@dataclass(frozen=True)
class Words:
    """Words spelled in tokens, and how often each counts; in corpus order.

    `uncovered` are tokens that are never merged, as the scheme's coverage leaves them out.
    """

    spelled: tuple[tuple[Token, ...], ...]
    weights: tuple[int, ...]
    uncovered: frozenset[Token] = frozenset()

    @property
    def size(self) -> int:
        """Tokens of the distinct words."""
        return sum(map(len, self.spelled))


@dataclass(frozen=True)
class Behaviour:
    """How a trainer counts and merges; the defaults are what the rule says.

    Attributes:
        counting: "every" occurrence; those "apart": of (a, a) in "aaa" one, not two; or a "single"
            one in each word.
        merging: from the "left"; from the "right"; "once" a word; "twice", where the right token
            is merged and stays as well; as "text", where the end of a longer token is taken for
            the token.
        keeping: "exact" counts; those before any merge ("frozen"); neighbours keep what they lost
            ("kept"); pairs with the new token are never counted ("unborn").
        score: what makes a pair good.
        obeys: whether pairs that the scheme forbids are left out.
    """

    counting: Counting = "every"
    merging: Merging = "left"
    keeping: Keeping = "exact"
    score: Score = "count"
    obeys: bool = True


def count_pairs(word: Sequence[Token], counting: Counting) -> Counter[Pair]:
    """Count the pairs of one word.

    >>> count_pairs("aaa", "every"), count_pairs("aaa", "apart")
    (Counter({('a', 'a'): 2}), Counter({('a', 'a'): 1}))
    """
    if counting == "every":
        return Counter(pairwise(word))
    if counting == "single":
        return Counter(set(pairwise(word)))
    counts: Counter[Pair] = Counter()
    last: dict[Pair, int] = {}
    for at, pair in enumerate(pairwise(word)):
        if last.get(pair) != at - 1:
            counts[pair] += 1
            last[pair] = at
    return counts


def _left(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    return replace_pair(word, places_of(word, pair), new)


def _once(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    return replace_pair(word, places_of(word, pair)[:1], new)


def _right(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    left, right = pair
    return _left(word[::-1], (right, left), new)[::-1]


def _twice(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    merged = list(word)
    for at, each in enumerate(pairwise(word)):
        if each == pair:
            merged[at] = new
    return merged


def _text(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    # Neither occurs in a corpus: 0xFF is no byte of UTF-8, U+FFFF no character.
    if isinstance(new, bytes):
        left, right = cast("tuple[bytes, bytes]", pair)
        row = b"\xff".join(cast("Sequence[bytes]", word))
        return list(row.replace(left + b"\xff" + right, new).split(b"\xff"))
    one, other = cast("tuple[str, str]", pair)
    line = "\uffff".join(cast("Sequence[str]", word))
    return list(line.replace(f"{one}\uffff{other}", new).split("\uffff"))


MERGE: dict[Merging, Callable[[Sequence[Token], Pair, Token], list[Token]]] = {
    "left": _left,
    "right": _right,
    "once": _once,
    "twice": _twice,
    "text": _text,
}


def as_words(spelled: Iterable[Sequence[Token]], weights: Iterable[int]) -> Words:
    """Return words of anything that can be gone through."""
    return Words(tuple(map(tuple, spelled)), tuple(weights))
