"""A slow trainer that can be set to the known mistakes, and that can be led by a given list.

The ways in which hand-written trainers differ from the rule are one setting each: how they count,
merge and keep their counts. None of them is a rule of this engine.

It counts for itself, since the engine makes none of these mistakes; nothing that is shown as the
record is read from here. Led by a list, it says of each merge whether it was best by its counts,
and which tie rules would have taken it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, cast

from ..encoding.ranks import replace_pair
from ..merging.cells import Token, join, places_of
from ..merging.choice import descending, forbidden, has_forbidden
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.bytelevel import to_alias

Counting = Literal["every", "apart", "single", "short"]
Merging = Literal["left", "right", "once", "twice", "text", "dropped"]
Keeping = Literal["exact", "frozen", "kept", "unborn"]
Score = Literal["count", "wordpiece"]

WORK = 4_000_000
"""Tokens, and fifths of pairs, that are gone through before a list is led no further."""

TIE_RULES = (
    *("first", "last", "largest", "smallest", "smallest-ids", "smallest-alias-ids", "largest-ids"),
    *("shortest", "longest", "largest-token", "smallest-token", "largest-alias", "smallest-alias"),
)
"""The tie rules that are known here, in the order of `SlowTrainer.keys`."""

MOST_TIED = 3_000
"""Tied pairs up to which the place of each is looked up."""


@dataclass(frozen=True)
class Words:
    """Words spelled in tokens, and how often each counts; in corpus order."""

    spelled: tuple[tuple[Token, ...], ...]
    weights: tuple[int, ...]

    @property
    def size(self) -> int:
        """Tokens of the distinct words."""
        return sum(map(len, self.spelled))


@dataclass(frozen=True)
class Behaviour:
    """How a trainer counts and merges; the defaults are what the rule says.

    Attributes:
        counting: "every" occurrence; those "apart": of (a, a) in "aaa" one, not two; a "single"
            one in each word; or all but a word's last pair ("short").
        merging: from the "left"; from the "right"; "once" a word; "twice", where the right token
            is merged and stays as well; as "text", where the end of a longer token is taken for
            the token; or with a word's last token "dropped" where it is not merged.
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
    if counting in ("every", "short"):
        return Counter(pairwise(word if counting == "every" else word[:-1]))
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


def _dropped(word: Sequence[Token], pair: Pair, new: Token) -> list[Token]:
    places = places_of(word, pair)
    merged = replace_pair(word, places, new)
    return merged if places and places[-1] == len(word) - 2 else merged[:-1]


MERGE: dict[Merging, Callable[[Sequence[Token], Pair, Token], list[Token]]] = {
    "left": _left,
    "right": _right,
    "once": _once,
    "twice": _twice,
    "text": _text,
    "dropped": _dropped,
}


def as_words(spelled: Iterable[Sequence[Token]], weights: Iterable[int]) -> Words:
    """Return words of anything that can be gone through."""
    return Words(tuple(map(tuple, spelled)), tuple(weights))


@dataclass(frozen=True)
class Led:
    """How far a list was followed.

    Attributes:
        merges: leading merges that were best, whatever the tie rule.
        by_rule: tie rule -> leading merges that were its choice.
        decided: tie rule -> merges among those that it had to choose of several.
        is_cut: whether the work ended before the list did.
    """

    merges: int
    by_rule: Mapping[str, int]
    decided: Mapping[str, int]
    is_cut: bool = False


class SlowTrainer:
    """Words, their pairs' counts, and one merge after the other."""

    def __init__(self, words: Words, scheme: Scheme, behaviour: Behaviour) -> None:
        self.scheme, self.behaviour = scheme, behaviour
        self.words: list[Sequence[Token]] = list(words.spelled)
        self.weights = words.weights
        self.counts: dict[Pair, int] = {}
        self.where: dict[Pair, set[int]] = {}
        self.tokens: Counter[Token] = Counter()
        self.work = words.size
        self._weighs = behaviour.score == "wordpiece"
        used = {token for word in words.spelled for token in word}
        self.ids = {token: id_ for id_, token in enumerate(_alphabet(used, scheme))}
        self._legal: dict[Pair, bool] = {}
        self._sizes = dict.fromkeys(used, 1)
        self._forbids = behaviour.obeys and has_forbidden(scheme)
        for at, word in enumerate(self.words):
            self._count(at, word, 1)

    def best(self) -> list[Pair]:
        """Return the pairs that share the lead, in the order in which they were first counted."""
        counts = self.counts
        self.work += len(counts) // 5
        if self.behaviour.score == "wordpiece":
            tokens = self.tokens
            scores: Mapping[Pair, float] = {
                # Where counts are stale, a token can be gone that a pair still counts.
                pair: count / max(1, tokens[pair[0]] * tokens[pair[1]])
                for pair, count in counts.items()
                if count > 0
            }
        else:
            scores = counts
        most = max(scores.values(), default=0)
        return [pair for pair, score in scores.items() if score == most] if most > 0 else []

    def merge(self, pair: Pair) -> None:
        """Merge a pair as the behaviour says."""
        new = join(*pair, self.scheme)
        apply = MERGE[self.behaviour.merging]
        if self.behaviour.merging in ("text", "dropped") or self.behaviour.counting == "short":
            touched: Iterator[int] = iter(range(len(self.words)))
        else:
            touched = iter(sorted(self.where.get(pair, ())))
        self.ids.setdefault(new, len(self.ids))
        self._sizes.setdefault(new, self._size(pair))
        keeping = self.behaviour.keeping
        for at in touched:
            before = self.words[at]
            after = apply(before, pair, new)
            self.work += len(before)
            if len(after) == len(before) and list(before) == after:
                continue
            self.words[at] = after
            if self.behaviour.merging == "text":
                for token in after:
                    self.ids.setdefault(token, len(self.ids))
            if keeping == "exact":
                self._count(at, before, -1)
                self._count(at, after, 1)
            else:
                self._keep(at, before, after, new)
        if keeping != "exact":
            self.counts[pair] = 0
        if not self.counts.get(pair):
            self.counts.pop(pair, None)
            self.where.pop(pair, None)

    def keys(self) -> dict[str, Callable[[Pair], Any]]:
        """Return tie rule -> the key whose least value wins. Places are worked out when asked."""
        ids = self.ids
        return {
            "first": self._place,
            "last": lambda pair: tuple(-part for part in self._place(pair)),
            "largest": lambda pair: tuple(map(descending, pair)),
            "smallest": lambda pair: pair,
            "smallest-ids": lambda pair: (ids[pair[0]], ids[pair[1]]),
            "smallest-alias-ids": lambda pair: (self._filed(pair[0]), self._filed(pair[1])),
            "largest-ids": lambda pair: (-ids[pair[0]], -ids[pair[1]]),
            "shortest": lambda pair: (len(new := join(*pair, self.scheme)), new),
            "longest": lambda pair: -len(join(*pair, self.scheme)),
            "largest-token": lambda pair: descending(join(*pair, self.scheme)),
            "smallest-token": lambda pair: join(*pair, self.scheme),
            "largest-alias": lambda pair: tuple(map(descending, map(to_alias, pair))),
            "smallest-alias": lambda pair: tuple(map(to_alias, pair)),
        }

    def _filed(self, token: Token) -> tuple[int, int]:
        """Return what sorts like an id where bytes are numbered by their stand-ins in files."""
        if isinstance(token, bytes) and len(token) == 1:
            return 0, ord(to_alias(token))
        return 1, self.ids[token]

    def _may(self, pair: Pair) -> bool:
        """Say whether the scheme lets a pair be merged; its tokens tell for good."""
        if pair not in self._legal:
            self._legal[pair] = not forbidden(*pair, self.scheme, self._size(pair))
        return self._legal[pair]

    def _size(self, pair: Pair) -> int:
        """Return the tokens of the alphabet that a pair is made of."""
        return sum(self._sizes.get(token, 1) for token in pair)

    def _count(self, at: int, word: Sequence[Token], sign: int) -> None:
        counts, where, weight = self.counts, self.where, sign * self.weights[at]
        for pair, times in count_pairs(word, self.behaviour.counting).items():
            if self._forbids and not self._may(pair):
                continue
            total = counts.get(pair, 0) + times * weight
            if total:
                counts[pair] = total
            else:
                counts.pop(pair, None)
            if sign > 0:
                where.setdefault(pair, set()).add(at)
            elif pair in where:
                where[pair].discard(at)
        if self._weighs:
            for token in word:
                self.tokens[token] += weight

    def _keep(self, at: int, before: Sequence[Token], after: Sequence[Token], new: Token) -> None:
        """Bring the counts up to date as far as the behaviour does; the places of pairs always."""
        weight, keeping = self.weights[at], self.behaviour.keeping
        for pair in set(pairwise(before)):
            self.where.get(pair, set()).discard(at)
        for pair in set(pairwise(after)):
            self.where.setdefault(pair, set()).add(at)
        if self._weighs:
            self.tokens.update({token: weight * n for token, n in Counter(after).items()})
            self.tokens.subtract({token: weight * n for token, n in Counter(before).items()})
        if keeping == "frozen":
            return
        old, now = (count_pairs(word, self.behaviour.counting) for word in (before, after))
        for pair in {**old, **now}:
            change = now[pair] - old[pair]
            if self._forbids and not self._may(pair):
                continue
            if (change > 0 and keeping == "kept") or (change < 0 and keeping == "unborn"):
                self.counts[pair] = self.counts.get(pair, 0) + change * weight

    def _place(self, pair: Pair) -> tuple[int, int]:
        at = min(self.where[pair], default=0)
        return at, next((i for i, each in enumerate(pairwise(self.words[at])) if each == pair), 0)


def lead(trainer: SlowTrainer, pairs: Sequence[Pair], work: int = WORK) -> Led:
    """Let a list choose the merges, as long as each was best; see `Led`."""
    keys = trainer.keys()
    ends: dict[str, int] = {}
    decided: Counter[str] = Counter()
    merges, is_cut = len(pairs), False
    for rank, pair in enumerate(pairs):
        is_cut = trainer.work > work
        if is_cut or pair not in (best := trainer.best()):
            merges = rank
            break
        for rule, key in keys.items() if len(best) > 1 else ():
            if rule in ends:
                continue
            if len(best) > MOST_TIED or min(best, key=key) != pair:
                ends[rule] = rank
            else:
                decided[rule] += 1
        trainer.merge(pair)
    by_rule = {rule: ends.get(rule, merges) for rule in keys}
    return Led(merges, by_rule, dict(decided), is_cut)


def learn(trainer: SlowTrainer, rule: str, merges: int, work: int = WORK) -> list[Pair]:
    """Return the merges that a trainer of such behaviour learns by a tie rule."""
    key = trainer.keys()[rule]
    learned: list[Pair] = []
    while len(learned) < merges and trainer.work <= work and (best := trainer.best()):
        pair = min(best, key=key)
        learned.append(pair)
        trainer.merge(pair)
    return learned


def _alphabet(tokens: Collection[Token], scheme: Scheme) -> list[Token]:
    """Return the tokens before any merge in the order of their ids."""
    if scheme.units == "bytes":
        single = [bytes([byte]) for byte in range(256)]
        return [*single, *sorted(set(tokens).difference(single))]
    mark = scheme.mark
    own = scheme.boundary in ("suffix", "prefix")

    def key(token: Token) -> tuple[int, Token]:
        if own and token == mark:
            return 2, token
        return int(len(token) > 1), token

    return sorted(tokens, key=key)
