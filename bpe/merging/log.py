"""Log: the arrays that the merge loop writes. Every reading of a run is read from them."""

from dataclasses import dataclass

import numpy as np

from .cells import Token
from .values import Reason


@dataclass(frozen=True)
class Log:
    """The log of a run. Pair ids count births from 1, and pair 0 is no pair.

    Merge `i` leads from step `i` to `i + 1`.

    Attributes:
        tokens: every token, in id order: the alphabet, then the merges.
        erased: for each cell the step at which the boundary before it was erased, or `never`
            (uint16 where that is enough, else int32).
        lefts, rights: the token ids of each pair (int32).
        initial_counts: occurrences of the pairs that step 0 has.
        births: occurrences at birth of each later pair; `taken_from`: the pair that lost them.
        step_ends: births up to each step, one entry more than there are merges.
        merged: the pair of each merge; `counts`: its occurrences then; `replacements`: how many
            of them were replaced (fewer where they overlap).
        next: the pair that would have been merged next, or `None`.
        forced: the steps at which a given pair was merged, ascending; the last may be that of
            `next`. `passed_over`: the pair that the rule takes at each of them (it may be the very
            one); `passed_counts`: its occurrences then.
        score_ties: pairs tied for the lead at each choice, where the score is not the count.
        counters: merges, boundaries examined, pairs born, cells: exact amounts of work.
    """

    tokens: tuple[Token, ...]
    erased: np.ndarray
    lefts: np.ndarray
    rights: np.ndarray
    initial_counts: np.ndarray
    births: np.ndarray
    taken_from: np.ndarray
    step_ends: np.ndarray
    merged: np.ndarray
    counts: np.ndarray
    replacements: np.ndarray
    next: int | None
    forced: np.ndarray
    passed_over: np.ndarray
    passed_counts: np.ndarray
    score_ties: list[int] | None
    counters: dict[str, int]

    @property
    def never(self) -> int:
        """What stands in `erased` for a boundary that no merge erased: more than any step."""
        return int(np.iinfo(self.erased.dtype).max)

    def stopped_by(self, limit: Reason, most: float) -> Reason:
        """Return why a run with a `limit` of so many merges at `most` stopped."""
        if self.next is None:
            return "no_pairs"
        return "min_frequency" if len(self.merged) < most else limit
