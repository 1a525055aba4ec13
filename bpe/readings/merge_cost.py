"""What one merge changes in the cost of a text and its vocabulary, exactly and by a formula."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from operator import sub

import numpy as np

from ..merging.cells import Token
from ..merging.values import Pair
from ..training import Training
from .cost import times_log, token_units


@dataclass(frozen=True)
class CostTerms:
    """What one merge changes, in bits; the five terms add up to `change`.

    With f(a), f(b) before the merge of (a, b) into c, n occurrences replaced and g(x) = x log2 x:
    `length` is g(N - n) - g(N), from the text having fewer tokens; `left` g(f(a)) - g(f(a) - n);
    `right` the same for b (where a is b, `left` has both: g(f(a)) - g(f(a) - 2n)); `new` is -g(n);
    `spelling` is what c costs in the vocabulary.
    """

    length: float
    left: float
    right: float
    new: float
    spelling: float

    @property
    def tokens(self) -> float:
        """What the three tokens change: the two that lose occurrences, and the new one."""
        return self.left + self.right + self.new

    @property
    def text(self) -> float:
        """L(D | V) after the merge less before."""
        return self.length + self.tokens

    @property
    def change(self) -> float:
        """L(D, V) after the merge less before; below 0 the merge pays for itself."""
        return self.text + self.spelling

    def __sub__(self, other: CostTerms) -> CostTerms:
        """Return by how much each term is more than the other's."""
        return CostTerms(*map(sub, astuple(self), astuple(other)))


@dataclass(frozen=True)
class MergeNumbers:
    """The counts that a merge meets and leaves.

    Attributes:
        pair, token: what was merged, and what it became.
        replaced: occurrences of the pair that were replaced.
        total, left, right: tokens in the text, and occurrences of the two, before the merge.
        total_after, left_after, right_after: the same after it.
    """

    pair: Pair
    token: Token
    replaced: int
    total: int
    left: int
    right: int
    total_after: int
    left_after: int
    right_after: int

    @property
    def is_twins(self) -> bool:
        """Whether the pair is of two equal tokens, which loses two occurrences a merge."""
        return self.pair[0] == self.pair[1]


def merge_numbers(training: Training, rank: int) -> MergeNumbers:
    """Look up what the merge of that rank met. Raises `ValueError` for a rank never learned."""
    if rank not in range(len(training)):
        raise ValueError(
            f"rank must be from 0 to {len(training) - 1}, got {rank!r}. Use merge.rank."
        )
    left, right = training.merge_ids[rank].tolist()
    before, after = training.snapshot(rank), training.snapshot(rank + 1)
    old, new = before.token_frequencies, after.token_frequencies
    merge = training.merges[rank]
    return MergeNumbers(
        pair=merge.pair,
        token=merge.token,
        replaced=int(training.replacements[rank]),
        total=before.token_count,
        left=int(old[left]),
        right=int(old[right]),
        total_after=after.token_count,
        left_after=int(new[left]),
        right_after=int(new[right]),
    )


def merge_terms(training: Training, rank: int) -> CostTerms:
    """Return what the merge of that rank changed. Raises `ValueError` for a rank never learned."""
    met = merge_numbers(training, rank)
    spelling = token_units(training)[len(training.alphabet) + rank] + 1
    right = times_log(met.right) - times_log(met.right_after)
    return CostTerms(
        length=float(times_log(met.total_after) - times_log(met.total)),
        left=float(times_log(met.left) - times_log(met.left_after)),
        right=0.0 if met.is_twins else float(right),
        new=-float(times_log(met.replaced)),
        spelling=float(spelling * np.log2(len(training.alphabet) + 1)),
    )


def pmi_terms(training: Training, rank: int) -> CostTerms:
    """Return the same change as a popular formula has it: minus count times PMI.

    Its derivation, n log2(N n / (f(a) f(b))) bits gained, holds N, f(a) and f(b) at what they were
    before the merge, and leaves the vocabulary out. So each term is n times a logarithm; what is
    missing in each is how the merge itself changes that number. The missing parts add up to about
    n / ln 2 bits, by which the formula promises too much, where the pair is rare beside its parts.
    """
    met = merge_numbers(training, rank)
    left, right = (float(met.replaced * np.log2(count)) for count in (met.left, met.right))
    return CostTerms(
        length=float(-met.replaced * np.log2(met.total)),
        left=left + right if met.is_twins else left,
        right=0.0 if met.is_twins else right,
        new=-float(times_log(met.replaced)),
        spelling=0.0,
    )
