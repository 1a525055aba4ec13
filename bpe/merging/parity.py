"""Parity: each step merges the best pair of that part of the corpus which is worst off.

Parity-aware BPE (Foroutan et al. 2025, arXiv 2508.04796), as `ParityBpeTrainer` of the library
tokenizers 0.23.3 trains it in its base variant: with `measure` "tokens" as it does without a
development set, with "compression" as with equal ratios.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from ..errors import check_choice, short
from ..schemes import Scheme
from .cells import Cells, spread
from .choice import Key
from .merge import Boundaries, Chosen
from .queues import Pairs, Rule, merge_key, queue_of
from .tokens import Tokens
from .values import Pair

Measure = Literal["tokens", "compression"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True)
class Parts:
    """The parts of a corpus, languages for instance, that are to be served alike.

    Attributes:
        counts: for each part how often it has each word, in the order of the corpus's words.
        measure: who is worst off. "tokens": the part with the most tokens, which is fair where the
            parts say the same; "compression": the part with the least initial tokens a token.
            Among equals it is the first.

    Raises `ValueError` for another measure, and for counts that are not of the same words.

    >>> from bpe import Corpus, Parts, train
    >>> corpus = Corpus.from_counts({"low": 5, "hut": 2})
    >>> parts = Parts(([5, 0], [0, 2]))
    >>> [merge.token for merge in train(corpus, max_merges=2, parts=parts).merges]
    ['lo', 'low']
    """

    counts: tuple[Sequence[int], ...]
    measure: Measure = "tokens"

    def __post_init__(self) -> None:
        check_choice("measure", self.measure, MEASURES)
        if not isinstance(self.counts, tuple | list) or not all(
            isinstance(each, Sequence | np.ndarray) for each in self.counts
        ):
            raise ValueError(
                f"counts must be one sequence of numbers a part, got {short(self.counts)}. "
                "Give one number a word for each part."
            )
        lengths = [len(counts) for counts in self.counts]
        if not lengths or len(set(lengths)) > 1:
            raise ValueError(
                f"counts must be one number a word for each part, got {lengths} numbers. "
                "Give 0 for a word that a part has not."
            )


def check_parts(parts: Parts, counts: Sequence[int], forced: Mapping[int, Pair]) -> None:
    """Raise `ValueError` where parts do not add up to a corpus's counts, or merges are forced."""
    if not isinstance(parts, Parts):
        raise ValueError(f"parts must be Parts or None, got {short(parts)}. Leave it out for none.")
    if [sum(each) for each in zip(*parts.counts, strict=True)] != list(counts):
        raise ValueError(
            "parts must add up to the counts of the corpus, got other sums. "
            "Give for each part one number a word, in the order of corpus.words."
        )
    if forced:
        raise ValueError(
            f"forced must be empty where parts choose every merge, got {len(forced)} merges. "
            "Leave out one of the two."
        )


class Parity:
    """Chooses each step's pair, by what each part of the corpus has of every pair.

    Attributes:
        chosen_for: the part that each step's pair was chosen for; the last may be that of the
            merge that would come next.
        over: whether no part has a pair left that occurs often enough.
    """

    last = math.inf

    def __init__(
        self,
        parts: Parts,
        cells: Cells,
        scheme: Scheme,
        tokens: Tokens,
        pairs: Pairs,
        at: array[int],
        forbids: Rule | None,
        min_frequency: int,
    ) -> None:
        self._measure, self._least, self._pairs, self._at = parts.measure, min_frequency, pairs, at
        self._parts = []
        for counts in parts.counts:
            weights = spread(counts, cells.starts, len(cells.ids))
            key = merge_key(scheme, tokens, pairs, at, forbids, weights)
            self._parts.append(_Part(weights, cells, scheme, pairs, key, min_frequency))
        self.chosen_for: list[int] = []
        self.over = False

    def __contains__(self, step: int) -> bool:
        """True: every step is chosen here."""
        return True

    def pair(self, step: int) -> int | None:
        """Return the pair for the part that is worst off, or `None` when no pair is left.

        Parts without a pair that occurs often enough are passed over; where all are, the run is
        over, and the pair is the one that is too rare.
        """
        rare = None
        for number in sorted(range(len(self._parts)), key=self._ease):
            part = self._parts[number]
            found = part.queue.choose()
            if found is not None and part.counts[found] >= self._least:
                self.chosen_for.append(number)
                return found
            rare = found if rare is None else rare
        self.over = True
        return rare

    def merged(self, chosen: Chosen, boundaries: Boundaries, losers: Sequence[int]) -> None:
        """Take in what a merge did: where the pair was born, and which pairs have lost."""
        groups = self._pairs.boundaries[chosen.first_born :]
        cells = np.concatenate([*groups, []]).astype(np.intp)
        edges = np.cumsum([0, *map(len, groups)])
        erased: np.ndarray | None = None
        if chosen.twins:
            erased = np.asarray(boundaries, dtype=np.intp)
            erased = erased[np.frombuffer(self._at, np.int32)[erased] == -chosen.step]
        for part in self._parts:
            part.merged(chosen, losers, cells, edges, erased)

    def check_reached(self, steps: int) -> None:
        """Allow any end."""

    def _ease(self, number: int) -> float:
        """Return what is smallest for the part that is worst off."""
        part = self._parts[number]
        if self._measure == "tokens":
            return -part.length
        return part.initial_length / part.length if part.length else math.inf


class _Part:
    """One part of the corpus: its tokens now, its counts of all pairs, and the best of them."""

    def __init__(
        self,
        weights: np.ndarray,
        cells: Cells,
        scheme: Scheme,
        pairs: Pairs,
        key: Key,
        min_frequency: int,
    ) -> None:
        self._weights = weights
        self.initial_length = self.length = int(weights.sum())
        self.counts = [int(weights[group].sum()) if len(group) else 0 for group in pairs.boundaries]
        self._own = Pairs(pairs.lefts, pairs.rights, self.counts, pairs.boundaries)
        frequencies = np.bincount(cells.ids, weights, len(cells.alphabet) + 1)[1:]
        self.queue = queue_of(scheme, self._own, key, frequencies, min_frequency)

    def merged(
        self,
        chosen: Chosen,
        losers: Sequence[int],
        cells: np.ndarray,
        edges: np.ndarray,
        erased: np.ndarray | None,
    ) -> None:
        """Take in a merge: `cells` of the pairs born, one after the other up to their `edges`."""
        pair = chosen.pair
        replaced = self.counts[pair] if erased is None else int(self._weights[erased].sum())
        sums = np.concatenate(([0], np.cumsum(self._weights[cells])))
        self._own.take(losers, np.diff(sums[edges]).tolist())
        self.counts[pair] = 0
        self.length -= replaced
        self.queue.merged(pair, losers, replaced)
