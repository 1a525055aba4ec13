"""Compare ways to encode: ordered merges and another method, on every word of the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..encoding.encoded import Method
from ..merging.cells import Token
from ..training import Training

LONGEST = 200
"""Characters in a word up to which a duel looks at it."""


@dataclass(frozen=True)
class Difference:
    """A word that two methods encode differently, and how often it occurs."""

    text: str
    count: int
    merges: tuple[Token, ...]
    other: tuple[Token, ...]

    @property
    def gain(self) -> int:
        """Tokens the other method needs more (above 0) or fewer (below 0)."""
        return len(self.other) - len(self.merges)


@dataclass(frozen=True)
class Duel:
    """Ordered merges and another method on every word of the corpus.

    Attributes:
        method: the other method.
        words, occurrences: how many were compared.
        left_out: words that were not, being longer than `LONGEST`.
        differences: the words encoded differently, most frequent first.
    """

    method: Method
    words: int
    occurrences: int
    left_out: int
    differences: tuple[Difference, ...]

    @cached_property
    def differing_occurrences(self) -> int:
        """Occurrences of the words encoded differently."""
        return sum(each.count for each in self.differences)

    @property
    def word_share(self) -> float:
        """Share of the words that are encoded differently, 0 to 1."""
        return len(self.differences) / self.words if self.words else 0.0

    @property
    def occurrence_share(self) -> float:
        """Share of their occurrences, 0 to 1."""
        return self.differing_occurrences / self.occurrences if self.occurrences else 0.0

    @cached_property
    def tokens(self) -> int:
        """Tokens the other method needs more (or fewer) in the whole corpus."""
        return sum(each.gain * each.count for each in self.differences)

    def where(self, sign: int) -> tuple[int, int]:
        """Return (words, occurrences) with fewer (-1), as many (0) or more (1) tokens."""
        found = [each for each in self.differences if (each.gain > 0) - (each.gain < 0) == sign]
        return len(found), sum(each.count for each in found)


def duel(training: Training, step: int, method: Method) -> Duel:
    """Encode every word of the corpus with the first `step` merges and by another method.

    The split by ordered merges is the one of the record.
    """
    tokenizer, snapshot = training.tokenizer(step), training.snapshot(step)
    differences, words, occurrences = [], 0, 0
    for word, count in training.corpus.items():
        if len(word) > LONGEST:
            continue
        words += 1
        occurrences += count
        merges = snapshot.tokens(word)
        other, _ = tokenizer.encode_word(word, method)
        if merges != other:
            differences.append(Difference(word, count, merges, other))
    differences.sort(key=lambda each: -each.count)
    left_out = len(training.corpus) - words
    return Duel(method, words, occurrences, left_out, tuple(differences))
