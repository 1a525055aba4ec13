r"""What a pair is worth: its WordPiece score, its PMI, and the likelihood gained by merging it.

The model is the unigram model of the tokens as they stand: a token t that occurs n(t) times among
N has probability n(t) / N, and the log-likelihood of the corpus is

    L = sum of n(t) ln(n(t) / N)  =  sum of f(n(t)) - f(N),    with f(n) = n ln n.

Merging (a, b) where it can be replaced r times takes r occurrences from a and from b, makes a new
token that occurs r times, and leaves N - r tokens. All other terms stay, so the exact gain is

    [f(n(a) - r) - f(n(a))] + [f(n(b) - r) - f(n(b))] + f(r) - [f(N - r) - f(N)];

for a pair of equal tokens the first two brackets become one, f(n(a) - 2r) - f(n(a)). In a run of
equal tokens occurrences overlap: "aaaa" has three of (a, a), and two can be replaced. The *count*
has all of them, as in training; the gain uses the replacements, read off the row of the corpus at
that step, for each run of n equal tokens the whole half of n.

To first order the gain is r (PMI - 1) nats where the pair is rare beside both tokens: many
occurrences weigh as much as a strong bond. The WordPiece score knows only the bond: PMI =
ln(N count(ab) / (n(a) n(b))) = ln(N score), so at one step it ranks pairs as the score does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from ..merging.choice import pair_scores
from ..merging.values import Pair
from ..training import Snapshot, Training

Measure = Literal["count", "score", "pmi", "gain"]

Sort = Measure | Literal["left_count", "right_count"]
"""What pairs can be sorted by."""

CHOICES: tuple[Measure, ...] = ("count", "score", "gain")
"""What can choose the next merge; PMI chooses as the score does."""

NATS_PER_BIT = float(np.log(2))


@dataclass(frozen=True)
class PairMeasures:
    """Every pair of a snapshot and what it is worth: parallel arrays in the order of birth.

    Attributes:
        lefts, rights: token ids.
        count: occurrences, overlapping ones included.
        left_count, right_count: occurrences of the two tokens.
        score: count / (left_count * right_count).
        pmi: pointwise mutual information in bits; p(ab) is taken as count / token_count.
        gain: exact gain in log-likelihood of the unigram model if the pair were merged now, in
            bits; negative where merging makes the corpus less likely.
    """

    lefts: np.ndarray
    rights: np.ndarray
    count: np.ndarray
    left_count: np.ndarray
    right_count: np.ndarray
    score: np.ndarray
    pmi: np.ndarray
    gain: np.ndarray
    _snapshot: Snapshot = field(repr=False, compare=False)
    _pairs: np.ndarray = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.count)

    def pair(self, row: int) -> Pair:
        """Return the two tokens of a row."""
        tokens = self._snapshot.training.tokens
        return tokens[self.lefts[row]], tokens[self.rights[row]]

    def fraction(self, row: int) -> Fraction:
        """Return the score of a row as it is written by hand."""
        return Fraction(
            int(self.count[row]), int(self.left_count[row]) * int(self.right_count[row])
        )

    def order(self, by: Sort) -> np.ndarray:
        """Return the rows, the largest `by` first; among equals what would be merged next leads.

        The others stand in the order of birth. PMI has the winner of the score, which it follows.
        """
        values = getattr(self, by)
        rows = np.argsort(-values, kind="stable")
        first = self.winners.get("score" if by == "pmi" else by)
        # A smallest count can keep the best pairs from being merged; then these stay on top.
        if first is None or values[first] < values[rows[0]]:
            return rows
        return np.append(first, rows[rows != first])

    def places(self, by: Measure) -> np.ndarray:
        """Return each row's place in `order`, from 1: a place has one pair."""
        rows = self.order(by)
        places = np.empty(len(rows), dtype=np.int64)
        places[rows] = np.arange(1, len(rows) + 1)
        return places

    @cached_property
    def winners(self) -> dict[str, int]:
        """The row that the count, the score and the gain would merge next; empty without any pair.

        The run's minimum frequency and tie rule hold: a rarer pair wins only where no other is
        left. For the run's own measure this is the run's next merge.
        """
        training = self._snapshot.training
        allowed = np.ones(len(self), dtype=bool)
        if training.has_forbidden:
            allowed = np.array([not training.forbids(pair) for pair in self._pairs.tolist()])
        if not allowed.any():
            return {}
        frequent = allowed & (self.count >= training.min_frequency)
        if frequent.any():
            allowed = frequent
        rows: dict[str, int] = {}
        for by in CHOICES:
            values = np.where(allowed, getattr(self, by), -np.inf)
            tied = self._pairs[values == values.max()].tolist()
            chosen = self._snapshot.choose(tied)[training.scheme.tie_rule]
            rows[by] = int(np.searchsorted(self._pairs, chosen))
        return rows

    def ranks(self, by: Measure) -> np.ndarray:
        """Return each row's rank, from 1; equal values share the smallest."""
        values: np.ndarray = getattr(self, by)
        return 1 + len(values) - np.searchsorted(np.sort(values), values, side="right")


def measure(snapshot: Snapshot) -> PairMeasures:
    """Measure every pair that occurs at a step.

    >>> from bpe import PRESETS, train
    >>> training = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece")
    >>> pairs = measure(training.snapshot(0))
    >>> pairs.pair(pairs.winners["score"]), pairs.pair(pairs.winners["gain"])
    (('##g', '##s'), ('##u', '##g'))
    """
    log = snapshot.training.log
    pairs = np.flatnonzero(snapshot.pair_counts)
    lefts, rights = log.lefts[pairs], log.rights[pairs]
    count = snapshot.pair_counts[pairs].astype(np.int64)
    frequencies, total = snapshot.token_frequencies, snapshot.token_count
    left_count, right_count = frequencies[lefts], frequencies[rights]
    twins = lefts == rights
    replaced = np.where(twins, _twins_replaced(snapshot)[lefts], count)
    score = pair_scores(count, left_count, right_count)
    # The rarer token first, so that pairs with equal numbers get equal gains to the last bit.
    rarer, other = np.minimum(left_count, right_count), np.maximum(left_count, right_count)
    taken = np.where(
        twins,
        _fall(left_count, np.where(twins, 2 * replaced, 0)),
        _fall(rarer, replaced) + _fall(other, np.where(twins, 0, replaced)),
    )
    gain = taken + replaced * np.log(replaced) - _fall(np.full(len(pairs), total), replaced)
    return PairMeasures(
        lefts=lefts,
        rights=rights,
        count=count,
        left_count=left_count,
        right_count=right_count,
        score=score,
        pmi=np.log2(total * score),
        gain=gain / NATS_PER_BIT,
        _snapshot=snapshot,
        _pairs=pairs,
    )


def log_likelihood(snapshot: Snapshot) -> float:
    """Return the log-likelihood of the corpus under its own unigram model, in nats (0 or less)."""
    frequencies = snapshot.token_frequencies[snapshot.token_frequencies > 0]
    return float((frequencies * np.log(frequencies / snapshot.token_count)).sum())


def log_likelihoods(training: Training) -> np.ndarray:
    """Return the log-likelihood in nats at every step, from 0 to the end.

    The difference between two neighbours is the gain of the merge between them.
    """
    start = training.snapshot(0)
    totals = training.token_counts.astype(np.float64)
    replaced = training.replacements.astype(np.float64)
    met = training.frequencies_met(start.token_frequencies, training.replacements)
    left, right = met.T.astype(np.float64)
    # What the left one of two equal tokens has lost, the right one has not.
    right = np.where(np.diff(training.merge_ids, axis=1)[:, 0] == 0, left - replaced, right)
    lost = _fall(left, replaced) + _fall(right, replaced)
    gains = lost + replaced * np.log(replaced) - _fall(totals[:-1], replaced)
    return log_likelihood(start) + np.concatenate(([0.0], np.cumsum(gains)))


def _fall(n: np.ndarray, less: np.ndarray) -> np.ndarray:
    """Return f(n - less) - f(n) for f(n) = n ln n, without taking large numbers from each other."""
    left = n - less
    with np.errstate(divide="ignore"):
        logarithm = np.where(left > 0, np.log1p(-(less / n)), 0)
    fallen: np.ndarray = left * logarithm - less * np.log(n)
    return fallen


def _twins_replaced(snapshot: Snapshot) -> np.ndarray:
    """Return for each token id how often a pair of two of it would be replaced.

    A run of n equal tokens inside a word holds n - 1 occurrences of the pair and n // 2
    replacements: the left one of two that overlap is merged.
    """
    training = snapshot.training
    ids, cells = snapshot.row
    begins = np.flatnonzero(np.append(True, ids[1:] != ids[:-1]))
    lengths = np.diff(np.append(begins, len(ids)))
    runs = (lengths > 1) & (ids[begins] >= 0)
    begins, lengths = begins[runs], lengths[runs]
    weights = training.word_counts[training.words_at(cells[begins])]
    size = len(snapshot.token_frequencies)
    return np.bincount(ids[begins], lengths // 2 * weights, size).astype(np.int64)
