"""A slow trainer with the known mistakes as settings; it can follow a given list of merges.

Each setting is one way in which hand-written trainers deviate from the rule: how they count, merge
and update their counts. The engine has none of these deviations, so this trainer counts and chooses
by itself; nothing shown as the record comes from here.

It also serves as an independent check of the engine: `tests/twin.py` makes it recount everything at
each step. When it follows a list, it reports how many leading merges were best by its counts, and
how many each tie rule would have chosen.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from ..encoding.matching import replace_pair
from ..merging.cells import Token, join, places_of
from ..merging.choice import forbidden, has_forbidden, renumber
from ..schemes import Scheme, tie_choices
from ..text.characters import bytes_by_id

Counting = Literal["every", "apart", "single", "short"]
Merging = Literal["left", "right", "once", "twice", "text", "dropped", "sweep", "sweeps"]
Keeping = Literal["exact", "frozen", "kept", "unborn", "batch", "level"]

Item = Any
"""A token: its text, or a nested pair whose text `SlowTrainer.text` returns."""

Pair = tuple[Item, Item]
Words = tuple[tuple[tuple[Item, ...], int], ...]
"""Words spelled in tokens, each with its count; in corpus order."""

WORK = 4_000_000
"""Work limit for following a list, in tokens (a pair costs a fifth of a token)."""

MAX_TIED_PAIRS = 3_000
"""Maximum number of tied pairs for which the tie rules are evaluated."""

LAST = "last"
"""A tie rule that no library uses: among equal pairs, the one whose first occurrence comes last."""

NO_RULE = "none"
"""Instead of a tie rule: each merge was among the best, but no known rule chooses all of them."""


def known_rules(scheme: Scheme) -> tuple[str, ...]:
    """Return the names of the tie rules with which a list is tried."""
    return (*tie_choices(scheme), LAST)


class Behaviour(NamedTuple):
    """Settings of a trainer; the defaults are correct.

    Attributes:
        counting: "every" occurrence; non-overlapping ones ("apart": (a, a) in "aaa" counts once);
            one per word ("single"); or all except a word's last pair ("short").
        merging: from the "left"; from the "right"; "once" per word; "twice": the right token is
            merged and also kept; as "text": the end of a longer token also matches; or with a
            word's last token "dropped" unless it is merged. Or each word is encoded again from its
            characters, in one "sweep" or in repeated "sweeps" until nothing
            changes: from the left, merging any known pair, whatever its rank.
        keeping: "exact" counts; counts from before any merge ("frozen"); adjacent pairs keep the
            count that they lost ("kept"); pairs with the new token are never counted ("unborn");
            everything is recounted only after each "batch" of merges, or after all pairs with the
            highest count ("level").
        batch: number of merges per batch.
    """

    counting: Counting = "every"
    merging: Merging = "left"
    keeping: Keeping = "exact"
    batch: int = 0


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
    # Neither occurs in a corpus: 0xFF is not valid in UTF-8, U+FFFF is not a character.
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

Known = Mapping[Pair, Item]
"""Pair -> the merged token."""


def _sweep(word: Sequence[Item], known: Known) -> list[Item]:
    merged, last = [], word[0]
    for token in word[1:]:
        if (last, token) in known:
            last = known[last, token]
        else:
            merged.append(last)
            last = token
    return [*merged, last]


def _sweeps(word: Sequence[Item], known: Known) -> list[Item]:
    merged, at = list[Item](), 0
    while at < len(word):
        pair = tuple(word[at : at + 2])
        merged.append(known.get(pair, word[at]))
        at += 1 + (pair in known)
    return merged if len(merged) == len(word) else _sweeps(merged, known)


ENCODE: dict[Merging, Callable[[Sequence[Item], Known], list[Item]]] = {
    "sweep": _sweep,
    "sweeps": _sweeps,
}

KEEPS: dict[Keeping, Callable[[int], bool]] = {
    "exact": lambda change: True,
    **dict.fromkeys(("frozen", "batch", "level"), lambda change: False),
    "kept": lambda change: change > 0,
    "unborn": lambda change: change < 0,
}
"""The changes of a pair's count in a word that the trainer applies."""


class SlowTrainer:
    """Words, their pairs' counts, and one merge after the other."""

    def __init__(
        self, words: Words, scheme: Scheme, behaviour: Behaviour, alphabet: Iterable[Item] = ()
    ) -> None:
        """`alphabet`: all tokens by ID; by default in the usual order."""
        self.scheme, self.behaviour = scheme, behaviour
        self.words: list[Sequence[Item]] = [word for word, _ in words]
        self.weights = [weight for _, weight in words]
        used = {token for word in self.words for token in word}
        known = [*alphabet] or _alphabet(used, scheme)
        self.ids = {token: id_ for id_, token in enumerate(known)}
        self.sizes = dict.fromkeys(self.ids, 1)
        self.work = self.batched = 0
        self._rule = cache(self.rule)  # never changes for given tokens
        self._other_id = renumber(scheme, "value" if scheme.byte_order == "gpt2" else "gpt2")
        self.known: dict[Pair, Item] = {}
        if behaviour.merging in ENCODE:
            self._between: Any = b"" if scheme.units == "bytes" else "\uffff"
            self._units = self.words[:]
            self._spelled = [self._between.join(word) for word in self.words]
            self._spelling = {token: token for token in known}
        self.count_anew()

    def text(self, token: Item) -> Token:
        """Return the text of a token."""
        return token  # type: ignore[no-any-return]

    def made(self, pair: Pair) -> Item:
        """Return the token that merging a pair makes."""
        left, right = pair
        # If words are joined into one, a word's first token has no mark.
        if self.scheme.boundary == "continuation":
            right = right.removeprefix(self.scheme.mark)
        return left + right

    def rule(self, pair: Pair) -> str | None:
        """Return the name of the scheme's rule that forbids merging a pair, or None."""
        return forbidden(*pair, self.scheme, self.sizes[pair[0]] + self.sizes[pair[1]])

    def count_anew(self) -> None:
        """Count every word from the beginning."""
        self.work += sum(map(len, self.words))
        words, self.words = self.words, [()] * len(self.words)
        self.counted = [Counter[Pair]()] * len(words)
        self.counts: dict[Pair, int] = {}
        self.tokens: Counter[Item] = Counter()
        for at, word in enumerate(words):
            self._count(at, word, KEEPS["exact"])

    def best(self, least: int = 1) -> list[Pair]:
        """Return the best-scoring pairs that are frequent enough and may merge."""
        counts = self.counts
        self.work += len(counts) // 5
        if least > 1:
            counts = {pair: n for pair, n in counts.items() if n >= least}
        if self.known:
            counts = {pair: n for pair, n in counts.items() if pair not in self.known}
        if has_forbidden(self.scheme):
            counts = {pair: n for pair, n in counts.items() if self._rule(pair) is None}
        scores: Mapping[Pair, float | Fraction] = counts
        if self.scheme.score == "wordpiece":
            rounded = {pair: n / self.over(pair) for pair, n in counts.items()}
            most = max(rounded.values(), default=0)
            # Different scores may round to the same float.
            near = [pair for pair, score in rounded.items() if score == most]
            scores = {pair: Fraction(counts[pair], self.over(pair)) for pair in near}
        best = max(scores.values(), default=0)
        return [pair for pair, score in scores.items() if score == best] if best > 0 else []

    def over(self, pair: Pair) -> int:
        """Return the denominator of WordPiece's score of a pair."""
        # With stale counts, a counted pair may contain a token that no longer occurs.
        return max(1, self.tokens[pair[0]] * self.tokens[pair[1]])

    def chosen(self, pairs: Iterable[Pair], rule: str) -> Pair:
        """Return the pair that a tie rule chooses; if texts are equal, the smallest IDs win."""
        ids, text = self.ids, self.text
        if rule in ("first", LAST):
            tied = dict.fromkeys(pairs)
            if self.behaviour.keeping in ("frozen", "batch", "level"):
                return next(iter(tied) if rule == "first" else reversed(tied))
            # With stale counts, it may no longer occur.
            seen = (pair for counted in self.counted for pair in counted if pair in tied)
            if rule == "first":
                return next(seen, next(iter(tied)))
            self.work += sum(map(len, self.counted)) // 5
            return next(reversed(dict.fromkeys(seen)), next(reversed(tied)))
        by_id = sorted(pairs, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
        if rule == "smallest-ids":
            return by_id[0]
        if rule.startswith("smallest-ids-"):
            other_id = self._other_id
            return min(by_id, key=lambda pair: (other_id(ids[pair[0]]), other_id(ids[pair[1]])))
        if rule == "shortest":
            texts = {pair: join(text(pair[0]), text(pair[1]), self.scheme) for pair in by_id}
            return min(by_id, key=lambda pair: (len(texts[pair]), texts[pair]))
        choose: Callable[..., Pair] = max if rule == "largest" else min
        return choose(by_id, key=lambda pair: (text(pair[0]), text(pair[1])))

    def merge(self, pair: Pair) -> None:
        """Merge a pair as the behaviour says."""
        counting, merging, keeping, batch = self.behaviour
        new = self.made(pair)
        self.take_in(new, self.sizes[pair[0]] + self.sizes[pair[1]])
        if merging in ENCODE:
            self._encode_anew(pair, new)
            return
        level = self.counts.get(pair, 0)
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
        self.batched += 1
        is_level_done = keeping == "level" and max(self.counts.values(), default=0) < level
        if is_level_done or (keeping == "batch" and self.batched % batch == 0):
            self.count_anew()

    def _encode_anew(self, pair: Pair, new: Item) -> None:
        """Encode again, from characters or bytes, every word whose text contains the new token."""
        self.known[pair] = new
        spelling = self._between.join(self._spelling[token] for token in pair)
        self._spelling.setdefault(new, spelling)
        for at, spelled in enumerate(self._spelled):
            if spelling in spelled:
                self.work += len(self._units[at])
                encoded = ENCODE[self.behaviour.merging](self._units[at], self.known)
                self._count(at, encoded, KEEPS["exact"])

    def take_in(self, token: Item, size: int) -> None:
        """Assign the next ID to a new token; `size` is its length in tokens of the alphabet."""
        self.ids.setdefault(token, len(self.ids))
        self.sizes.setdefault(token, size)

    def _count(self, at: int, word: Sequence[Item], keeps: Callable[[int], bool]) -> None:
        """Replace a word, and update the counts as far as the behaviour does."""
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
"""Name in `known_rules` -> number of leading merges chosen by that rule; for `NO_RULE`, the
best."""


def lead(trainer: SlowTrainer, pairs: Sequence[Pair], work: int = WORK) -> Led:
    """Follow a list while each of its merges is among the best, within the work limit."""
    rules = known_rules(trainer.scheme)
    led: Led = {}
    followed = 0
    for pair in pairs:
        if trainer.work > work or pair not in (best := trainer.best()):
            break
        for rule in rules if len(best) > 1 else ():
            is_asked = rule not in led and len(best) <= MAX_TIED_PAIRS
            if not is_asked or trainer.chosen(best, rule) != pair:
                led.setdefault(rule, followed)
        trainer.merge(pair)
        followed += 1
    return dict.fromkeys((*rules, NO_RULE), followed) | led


def _alphabet(tokens: Iterable[Token], scheme: Scheme) -> list[Token]:
    """Return the tokens before any merge in the order of their ids."""
    bytes_: list[Token] = []
    if scheme.units == "bytes":
        bytes_ = [bytes([byte]) for byte in bytes_by_id(scheme.byte_order)]
    own = scheme.mark if scheme.boundary in ("suffix", "prefix") else None
    others = {*tokens} - {*bytes_}
    return bytes_ + sorted(others, key=lambda token: (token == own, len(token) > 1, token))
