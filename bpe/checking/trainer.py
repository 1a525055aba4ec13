"""A slow trainer with the known mistakes as settings; it can follow a given list of merges.

The ways in which hand-written trainers differ from the rule are one setting each: how they count,
merge and keep their counts. None of them is a rule of this engine.

It counts and chooses for itself, since the engine makes none of these mistakes; nothing that is
shown as the record is read from here. So the engine is held against it, too: `tests/twin.py` has it
count everything anew at each step. Led by a list, it says how far each merge was best by its
counts, and how far each tie rule would have taken it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from ..encoding.matching import replace_pair
from ..merging.cells import Token, join, places_of
from ..merging.choice import forbidden, has_forbidden
from ..schemes import TIE_RULES, Scheme

Counting = Literal["every", "apart", "single", "short"]
Merging = Literal["left", "right", "once", "twice", "text", "dropped"]
Keeping = Literal["exact", "frozen", "kept", "unborn"]

Item = Any
"""A token: its text, or what `SlowTrainer.text` finds the text of."""

Pair = tuple[Item, Item]
Words = tuple[tuple[tuple[Item, ...], int], ...]
"""Words spelled in tokens, and how often each counts; in corpus order."""

WORK = 4_000_000
"""Tokens, and fifths of pairs, that are gone through before a list is led no further."""

MOST_TIED = 3_000
"""Tied pairs up to which the tie rules are asked."""

NO_RULE = "none"
"""In place of a tie rule: each merge was among the best, and no known rule takes them all."""


class Behaviour(NamedTuple):
    """How a trainer counts and merges; the defaults are right.

    Attributes:
        counting: "every" occurrence; those "apart": of (a, a) in "aaa" one, not two; a "single"
            one in each word; or all but a word's last pair ("short").
        merging: from the "left"; from the "right"; "once" a word; "twice", where the right token
            is merged and stays as well; as "text", where the end of a longer token is taken for
            the token; or with a word's last token "dropped" where it is not merged.
        keeping: "exact" counts; those before any merge ("frozen"); neighbours keep what they lost
            ("kept"); pairs with the new token are never counted ("unborn").
    """

    counting: Counting = "every"
    merging: Merging = "left"
    keeping: Keeping = "exact"


def count_pairs(word: Sequence[Item], counting: Counting) -> Counter[Pair]:
    """Count the pairs of one word.

    >>> count_pairs("aaa", "every"), count_pairs("aaa", "apart")
    (Counter({('a', 'a'): 2}), Counter({('a', 'a'): 1}))
    """
    if counting in ("every", "short"):
        return Counter(pairwise(word if counting == "every" else word[:-1]))
    if counting == "single":
        return Counter(dict.fromkeys(pairwise(word), 1))
    counts: Counter[Pair] = Counter()
    last: dict[Pair, int] = {}
    for at, pair in enumerate(pairwise(word)):
        if last.get(pair) != at - 1:
            counts[pair] += 1
            last[pair] = at
    return counts


Merge = Callable[[Sequence[Item], Pair, Item], list[Item]]


def _left(word: Sequence[Item], pair: Pair, new: Item) -> list[Item]:
    return replace_pair(word, places_of(word, pair), new)


def _twice(word: Sequence[Item], pair: Pair, new: Item) -> list[Item]:
    return [new if each == pair else each[0] for each in pairwise([*word, None])]


def _text(word: Sequence[Item], pair: Pair, new: Item) -> list[Item]:
    # Neither occurs in a corpus: 0xFF is no byte of UTF-8, U+FFFF no character.
    between: Any = b"\xff" if isinstance(new, bytes) else "\uffff"
    return list(between.join(word).replace(between.join(pair), new).split(between))


def _dropped(word: Sequence[Item], pair: Pair, new: Item) -> list[Item]:
    places = places_of(word, pair)
    merged = replace_pair(word, places, new)
    return merged if places and places[-1] == len(word) - 2 else merged[:-1]


MERGE: dict[Merging, Merge] = {
    "left": _left,
    "right": lambda word, pair, new: _left(word[::-1], pair[::-1], new)[::-1],
    "once": lambda word, pair, new: replace_pair(word, places_of(word, pair)[:1], new),
    "twice": _twice,
    "text": _text,
    "dropped": _dropped,
}

KEEPS: dict[Keeping, Callable[[int], bool]] = {
    "exact": lambda change: True,
    "frozen": lambda change: False,
    "kept": lambda change: change > 0,
    "unborn": lambda change: change < 0,
}
"""Which changes of a pair's count in a word are noticed."""


class SlowTrainer:
    """Words, their pairs' counts, and one merge after the other."""

    def __init__(
        self, words: Words, scheme: Scheme, behaviour: Behaviour, alphabet: Iterable[Item] = ()
    ) -> None:
        """Take words and rules; `alphabet` has all tokens by id, else in the usual order."""
        self.scheme, self.behaviour = scheme, behaviour
        self.words: list[Sequence[Item]] = [word for word, _ in words]
        self.weights = [weight for _, weight in words]
        used = {token for word in self.words for token in word}
        known = [*alphabet] or _alphabet(used, scheme)
        self.ids = {token: id_ for id_, token in enumerate(known)}
        self.sizes = dict.fromkeys(self.ids, 1)
        self.work = sum(map(len, self.words))
        self._rule = cache(self.rule)  # a pair's tokens tell for good
        self.count_anew()

    def text(self, token: Item) -> Token:
        """Return the text of a token."""
        return token  # type: ignore[no-any-return]

    def made(self, pair: Pair) -> Item:
        """Return the token that a pair is merged to."""
        return join(*pair, self.scheme)

    def rule(self, pair: Pair) -> str | None:
        """Return which rule of the scheme keeps a pair from being merged, or None."""
        return forbidden(*pair, self.scheme, self.sizes[pair[0]] + self.sizes[pair[1]])

    def count_anew(self) -> None:
        """Count every word from the beginning."""
        words, self.words = self.words, [()] * len(self.words)
        self.counted = [Counter[Pair]()] * len(words)
        self.counts: dict[Pair, int] = {}
        self.tokens: Counter[Item] = Counter()
        for at, word in enumerate(words):
            self._count(at, word, KEEPS["exact"])

    def best(self, least: int = 1) -> list[Pair]:
        """Return the pairs that share the lead, of those that occur often enough and may merge."""
        counts = self.counts
        self.work += len(counts) // 5
        if least > 1:
            counts = {pair: n for pair, n in counts.items() if n >= least}
        if has_forbidden(self.scheme):
            counts = {pair: n for pair, n in counts.items() if self._rule(pair) is None}
        scores: Mapping[Pair, float | Fraction] = counts
        if self.scheme.score == "wordpiece":
            rounded = {pair: n / self.over(pair) for pair, n in counts.items()}
            most = max(rounded.values(), default=0)
            # Scores that differ may be the same float.
            near = [pair for pair, score in rounded.items() if score == most]
            scores = {pair: Fraction(counts[pair], self.over(pair)) for pair in near}
        best = max(scores.values(), default=0)
        return [pair for pair, score in scores.items() if score == best] if best > 0 else []

    def over(self, pair: Pair) -> int:
        """Return what WordPiece divides the count of a pair by."""
        # Where counts are stale, a token can be gone that a pair still counts.
        return max(1, self.tokens[pair[0]] * self.tokens[pair[1]])

    def chosen(self, pairs: Iterable[Pair], rule: str) -> Pair:
        """Return the pair that a tie rule takes; of those that read alike the smallest ids."""
        ids, text = self.ids, self.text
        if rule == "first":
            tied = dict.fromkeys(pairs)
            # Where counts are stale, it may be nowhere.
            seen = (pair for counted in self.counted for pair in counted if pair in tied)
            return next(seen, next(iter(tied)))
        by_id = sorted(pairs, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
        if rule == "smallest-ids":
            return by_id[0]
        if rule == "shortest":
            texts = {pair: join(text(pair[0]), text(pair[1]), self.scheme) for pair in by_id}
            return min(by_id, key=lambda pair: (len(texts[pair]), texts[pair]))
        choose: Callable[..., Pair] = max if rule == "largest" else min
        return choose(by_id, key=lambda pair: (text(pair[0]), text(pair[1])))

    def merge(self, pair: Pair) -> None:
        """Merge a pair as the behaviour says."""
        counting, merging, keeping = self.behaviour
        new = self.made(pair)
        self.take_in(new, self.sizes[pair[0]] + self.sizes[pair[1]])
        apply, is_wide = MERGE[merging], merging in ("text", "dropped") or counting == "short"
        for at, word in enumerate(self.words):
            if not is_wide and pair not in self.counted[at]:
                continue
            after = apply(word, pair, new)
            self.work += len(word)
            for token in after if merging == "text" else ():
                self.take_in(token, 1)
            if list(word) != after:
                self._count(at, after, KEEPS[keeping])
        if keeping != "exact":
            self.counts.pop(pair, None)

    def take_in(self, token: Item, size: int) -> None:
        """Give a new token the next id; `size` is in tokens of the alphabet."""
        self.ids.setdefault(token, len(self.ids))
        self.sizes.setdefault(token, size)

    def _count(self, at: int, word: Sequence[Item], keeps: Callable[[int], bool]) -> None:
        """Replace a word, and update the counts as far as the behaviour notices."""
        weight, counts = self.weights[at], self.counts
        before, old = self.words[at], self.counted[at]
        now = count_pairs(word, self.behaviour.counting)
        self.words[at], self.counted[at] = word, now
        for pair in {**old, **now}:
            change = now[pair] - old[pair]
            if change and keeps(change):
                counts[pair] = counts.get(pair, 0) + change * weight
                if not counts[pair]:
                    del counts[pair]
        if self.scheme.score == "wordpiece":
            self.tokens.subtract({token: weight * n for token, n in Counter(before).items()})
            self.tokens.update({token: weight * n for token, n in Counter(word).items()})


Led = dict[str, int]
"""Tie rule -> leading merges of a list that were best and its choice; for `NO_RULE` those that were
best, whatever the tie rule."""


def lead(trainer: SlowTrainer, pairs: Sequence[Pair], work: int = WORK) -> Led:
    """Follow a list while each of its merges is among the best, within the limit of work."""
    led: Led = {}
    followed = 0
    for pair in pairs:
        if trainer.work > work or pair not in (best := trainer.best()):
            break
        for rule in TIE_RULES if len(best) > 1 else ():
            is_asked = rule not in led and len(best) <= MOST_TIED
            if not is_asked or trainer.chosen(best, rule) != pair:
                led.setdefault(rule, followed)
        trainer.merge(pair)
        followed += 1
    return dict.fromkeys((*TIE_RULES, NO_RULE), followed) | led


def _alphabet(tokens: Iterable[Token], scheme: Scheme) -> list[Token]:
    """Return the tokens before any merge in the order of their ids."""
    bytes_ = [bytes([byte]) for byte in range(256)] if scheme.units == "bytes" else []
    own = scheme.mark if scheme.boundary in ("suffix", "prefix") else None
    return sorted({*tokens, *bytes_}, key=lambda token: (token == own, len(token) > 1, token))
