"""Forced merges: at some steps of a run a given pair is merged, whatever the rule would take."""

from collections.abc import Mapping, Sequence
from itertools import count, product
from numbers import Integral

from ..errors import CorpusError, short
from .cells import Token
from .queues import Pairs, Rule
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
    """Finds the pairs to be forced among those born so far, by their tokens.

    Attributes:
        pairs: step -> the pair that is merged then.
    """

    def __init__(
        self, forced: Mapping[int, Pair], forbids: Rule, tokens: Sequence[Token], born: Pairs
    ) -> None:
        self.pairs, self._forbids, self._tokens, self._born = forced, forbids, tokens, born
        self._ids: dict[Token, list[int]] = {}
        self._named = 0
        self._numbers: dict[tuple[int, int], int] = {}

    def pair(self, step: int) -> int:
        """Return the id of the pair forced at a step.

        Of pairs that read alike (a mark, and the same characters typed as text) it is the most
        frequent one, then that of the smallest ids. Raises `CorpusError` for a pair that does not
        occur at that step and for one that a rule forbids.
        """
        left, right = self.pairs[step]
        self._take_born()
        counts = self._born.counts
        found = [
            (-counts[number], ids, number)
            for ids in product(self._ids.get(left, ()), self._ids.get(right, ()))
            if counts[number := self._numbers.get(ids, 0)]
        ]
        if not found:
            raise CorpusError("forced_absent", step=step, left=short(left), right=short(right))
        rules = [self._forbids(number) for _, _, number in found]
        allowed = [each for each, rule in zip(found, rules, strict=True) if rule is None]
        if not allowed:
            raise CorpusError(
                "forced_forbidden", step=step, left=short(left), right=short(right), rule=rules[0]
            )
        return min(allowed)[2]

    def check_reached(self, steps: int) -> None:
        """Raise `CorpusError` for a forced step that a run cannot reach, as it ends before it."""
        late = [step for step in self.pairs if step > steps]
        if late:
            raise CorpusError("forced_late", step=min(late), last=steps)

    def _take_born(self) -> None:
        """Index the tokens and the pairs born since the last call."""
        for number in range(self._named, len(self._tokens)):
            self._ids.setdefault(self._tokens[number], []).append(number)
        first, self._named = len(self._numbers), len(self._tokens)
        ids = zip(self._born.lefts[first:], self._born.rights[first:], strict=True)
        self._numbers.update(zip(ids, count(first), strict=False))
