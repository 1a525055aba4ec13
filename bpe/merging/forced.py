"""Forced merges: at some steps of a run a given pair is merged, whatever the rule would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Integral

from ..errors import CorpusError, short
from .cells import Token
from .merge import Boundaries, Chosen
from .queues import Pairs, Rule
from .tokens import Tokens
from .values import Pair


def check_forced(forced: object) -> dict[int, Pair]:
    """Return forced merges as step -> pair, in the order of the steps.

    Raises `ValueError` for a step that is no whole number of 0 or more, and for what is no pair of
    tokens.
    """
    if not isinstance(forced, Mapping):
        raise ValueError(
            f"forced must be a mapping step -> (left, right), got {short(forced)}. "
            "Leave it out to force nothing."
        )
    for step, pair in forced.items():
        if isinstance(step, bool) or not isinstance(step, Integral) or step < 0:
            raise ValueError(
                f"forced must have whole numbers of 0 or more as its steps, got {step!r}. "
                "Use the rank of the merge, counted from 0."
            )
        tokens = isinstance(pair, (tuple, list)) and [isinstance(each, Token) for each in pair]
        if tokens != [True, True]:
            raise ValueError(
                f"forced of step {step} must be a pair of two tokens, got {short(pair)}. "
                "Give (left, right) as merge.pair has them."
            )
    return {int(step): (pair[0], pair[1]) for step, pair in sorted(forced.items())}


class Forced:
    """Finds the pairs to be forced among those that occur, by their tokens.

    Pairs are found by the ids of their tokens. That table is kept up to the last forced step only,
    and not at all where nothing is forced.
    """

    over = False
    chosen_for: Sequence[int] = ()

    def __init__(
        self, forced: Mapping[int, Pair], forbids: Rule | None, tokens: Tokens, pairs: Pairs
    ) -> None:
        self._forced, self._forbids, self._tokens, self._pairs = forced, forbids, tokens, pairs
        self.last = max(forced, default=-1)
        self._ids: dict[Token, list[int]] = {}
        self._numbers: dict[tuple[int, int], int] = {}
        if forced:
            for number, token in enumerate(tokens):
                self._ids.setdefault(token, []).append(number)
            self.born(1)

    def __contains__(self, step: int) -> bool:
        """Whether a pair is forced at a step."""
        return step in self._forced

    def born(self, first: int) -> None:
        """Take in the pairs from the id `first` on."""
        lefts, rights = self._pairs.lefts[first:], self._pairs.rights[first:]
        self._numbers.update(
            (ids, number) for number, ids in enumerate(zip(lefts, rights, strict=True), first)
        )

    def merged(self, chosen: Chosen, boundaries: Boundaries, losers: Sequence[int]) -> None:
        """Take in what a merge made, while a later step is forced."""
        if chosen.step <= self.last:
            token = len(self._tokens) - 1
            self._ids.setdefault(self._tokens[token], []).append(token)
            self.born(chosen.first_born)
        elif self._numbers:
            self._numbers = {}

    def pair(self, step: int) -> int:
        """Return the id of the pair forced at a step.

        Of pairs that read alike (a mark, and the same characters typed as text) it is the most
        frequent one, then that of the smallest ids. Raises `CorpusError` for a pair that does not
        occur at that step and for one that a rule forbids.
        """
        left, right = self._forced[step]
        found = [
            (-self._pairs.counts[number], ids, number)
            for ids in ((a, b) for a in self._ids.get(left, ()) for b in self._ids.get(right, ()))
            if (number := self._numbers.get(ids, 0)) and self._pairs.counts[number]
        ]
        if not found:
            raise CorpusError("forced_absent", step=step, left=short(left), right=short(right))
        rules = [None if self._forbids is None else self._forbids(each[2]) for each in found]
        allowed = [each for each, rule in zip(found, rules, strict=True) if rule is None]
        if not allowed:
            raise CorpusError(
                "forced_forbidden", step=step, left=short(left), right=short(right), rule=rules[0]
            )
        return min(allowed)[2]

    def check_reached(self, steps: int) -> None:
        """Raise `CorpusError` for a forced step that a run cannot reach, as it ends before it."""
        late = [step for step in self._forced if step > steps]
        if late:
            raise CorpusError("forced_late", step=min(late), last=steps)
