"""Scores of a pair: its WordPiece score, and the likelihood gained by merging it.

The model is the unigram model of the current tokens: a token t that occurs n(t) times among
N has probability n(t) / N, and the log-likelihood of the corpus is

    L = sum of n(t) ln(n(t) / N)  =  sum of f(n(t)) - f(N),    with f(n) = n ln n.

Merging (a, b) with r replacements takes r occurrences from a and from b, makes a new token that
occurs r times, and leaves N - r tokens. All other terms stay, so the exact gain is

    [f(n(a) - r) - f(n(a))] + [f(n(b) - r) - f(n(b))] + f(r) - [f(N - r) - f(N)];

for a pair of equal tokens the first two brackets become one, f(n(a) - 2r) - f(n(a)). In a run of
equal tokens occurrences overlap: "aaaa" has three of (a, a), and two can be replaced. The *count*
includes all of them, as in training; the gain uses the replacements, computed from the corpus at
that step: n // 2 for each run of n equal tokens.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ..merging.values import Pair, PairCount
from ..training import Snapshot, Training
from .description_length import times_log, times_log_drop


class Score(NamedTuple):
    """A pair's WordPiece score as computed by hand: count(ab) / (count(a) × count(b))."""

    together: int
    left: int
    right: int

    @property
    def fraction(self) -> Fraction:
        """The score in lowest terms."""
        return Fraction(self.together, self.left * self.right)

    def __str__(self) -> str:
        return f"{self.fraction.numerator:,}/{self.fraction.denominator:,}"


def score_of(snapshot: Snapshot, pair: PairCount) -> Score:
    """Return the terms of the score of one pair of a snapshot."""
    left, right = (int(snapshot.token_frequencies[id_]) for id_ in pair.ids)
    return Score(pair.count, left, right)


@dataclass(frozen=True)
class PairMeasures:
    """Every pair of a snapshot with its measures: parallel arrays in the order of birth.

    Attributes:
        lefts, rights: token ids.
        count: occurrences, overlapping ones included.
        left_count, right_count: occurrences of the two tokens.
        gain: exact gain in log-likelihood of the unigram model if the pair were merged now, in
            bits; negative if merging makes the corpus less likely.
    """

    lefts: np.ndarray
    rights: np.ndarray
    count: np.ndarray
    left_count: np.ndarray
    right_count: np.ndarray
    gain: np.ndarray
    _snapshot: Snapshot = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.count)

    def pair(self, row: int) -> Pair:
        """Return the two tokens of a row."""
        tokens = self._snapshot.training.tokens
        return tokens[self.lefts[row]], tokens[self.rights[row]]

    def by_hand(self, row: int) -> Score:
        """Return the terms of the score of a row."""
        return Score(int(self.count[row]), int(self.left_count[row]), int(self.right_count[row]))


def measure_pairs(snapshot: Snapshot) -> PairMeasures:
    """Measure every pair that occurs at a step.

    >>> from bpe import PRESETS, train
    >>> training = train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece")
    >>> pairs = measure_pairs(training.snapshot(0))
    >>> best = max(range(len(pairs)), key=lambda row: pairs.by_hand(row).fraction)
    >>> pairs.pair(best), pairs.pair(pairs.gain.argmax())
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
    from_right = np.where(twins, 0, times_log_drop(right_count, replaced))
    taken = times_log_drop(left_count, replaced * (1 + twins)) + from_right
    gain = taken + times_log(replaced) - times_log_drop(total, replaced)
    return PairMeasures(lefts, rights, count, left_count, right_count, gain, snapshot)


def _twins_replaced(snapshot: Snapshot) -> np.ndarray:
    """Return for each token ID the replacements of the pair (token, token).

    A run of n equal tokens in a word has n - 1 occurrences of the pair and n // 2
    replacements: of two overlapping occurrences the left one is merged.
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


def merged_scores(training: Training) -> list[Score]:
    """Return the terms of the score of each merge's pair, in any run.

    >>> from bpe import train
    >>> merged_scores(train({"hug": 10, "hugs": 5}, "wordpiece"))[0]
    Score(together=15, left=15, right=15)
    """
    met = training.frequencies_met(training.initial_frequencies, training.replacements).tolist()
    return [Score(merge.count, *parts) for merge, parts in zip(training.merges, met, strict=True)]


def written_scores(training: Training) -> list[str]:
    """Write each merge's score as computed by hand: "5 / (20 × 5) = 0.05"."""
    return [
        f"{together:,} / ({left:,} × {right:,}) = {merge.score:.3g}"
        for merge, (together, left, right) in zip(
            training.merges, merged_scores(training), strict=True
        )
    ]
