"""Agreement: how much two lists of merges share, in which order, and what each costs in tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token, join
from ..merging.values import Pair
from ..training import Training

Fate = Literal["same", "moved", "other"]


@dataclass(frozen=True)
class Agreement:
    """Two lists of merges side by side.

    Attributes:
        fates: one for each merge of the list, by rank: "same" where the record has it at this
            rank, "moved" where at another, "other" where not at all.
        ours: merges of the record that the list is held against.
        shared: merges that both have. in_order: of these the most that stand in the same order.
        tokens_shared, tokens_either: tokens made by merges of both, and of one or both.
    """

    fates: tuple[Fate, ...]
    ours: int
    shared: int
    in_order: int
    tokens_shared: int
    tokens_either: int

    @property
    def share(self) -> float:
        """Merges of both as a part of the longer list, 0 to 1; 1 for two empty lists."""
        longer = max(len(self.fates), self.ours)
        return self.shared / longer if longer else 1.0

    @property
    def overlap(self) -> float:
        """Tokens of both as a part of those of one or both, 0 to 1; 1 for none."""
        return self.tokens_shared / self.tokens_either if self.tokens_either else 1.0


def agreement(theirs: Sequence[Pair], ours: Sequence[Pair], training: Training) -> Agreement:
    """Hold a list against the first merges of a record. A merge that comes again counts once."""
    rank_of = {pair: rank for rank, pair in reversed(list(enumerate(ours)))}
    fates: list[Fate] = []
    for rank, pair in enumerate(theirs):
        same = rank < len(ours) and ours[rank] == pair
        fates.append("same" if same else "moved" if pair in rank_of else "other")
    shared = [rank_of[pair] for pair in dict.fromkeys(theirs) if pair in rank_of]
    made = [{join(*pair, training.scheme) for pair in pairs} for pairs in (theirs, ours)]
    return Agreement(
        tuple(fates),
        len(ours),
        len(shared),
        _longest_rising(shared),
        len(made[0] & made[1]),
        len(made[0] | made[1]),
    )


def tokens_with(pairs: Sequence[Pair], training: Training) -> int:
    """Return the tokens of the training's corpus when it is encoded with these merges.

    The lowest rank goes first, in words cut and spelled as the scheme says. A merge of tokens that
    nothing before it makes is left out, as it can never apply.
    """
    tokens: list[Token] = list(training.alphabet)
    special = training.special_ids
    known = len(training.alphabet) - len(special)
    ids = {token: id_ for id_, token in reversed(list(enumerate(tokens[:known])))}
    merges: dict[tuple[int, int], int] = {}
    for left, right in pairs:
        if left in ids and right in ids and (ids[left], ids[right]) not in merges:
            new = join(left, right, training.scheme)
            if new not in ids:
                ids[new] = len(tokens)
                tokens.append(new)
            merges[ids[left], ids[right]] = ids[new]
    triples = [(left, right, new) for (left, right), new in merges.items()]
    tokenizer = Tokenizer(training.scheme, tokens, range(known), triples, special)
    return sum(len(tokenizer.split(word)[0]) * count for word, count in training.corpus.items())


def _longest_rising(numbers: Sequence[int]) -> int:
    """Return the length of the longest subsequence that rises."""
    ends: list[int] = []
    for number in numbers:
        at = bisect_left(ends, number)
        ends[at : at + 1] = [number]
    return len(ends)
