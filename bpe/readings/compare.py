"""Compare ways to encode: other methods, dropout, earlier steps, beginnings of a text.

Every split here is the training's own or comes from `Tokenizer`; this file only sets them beside
each other and counts.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..encoding.encoded import EncodedWord, Encoding, Method
from ..encoding.tokenizer import Tokenizer
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


def typing_counts(tokenizer: Tokenizer, text: str, method: Method = "merges") -> list[int]:
    """Count the tokens of each beginning of the text, from none of its characters to all."""
    return [len(tokenizer.encode(text[:end], method).tokens) for end in range(len(text) + 1)]


def typing_falls(counts: Sequence[int]) -> list[int]:
    """Return after how many characters there are fewer tokens than one character before.

    `counts` are those of `typing_counts`: the tokens after 0, 1, 2, … characters.

    >>> typing_falls([0, 1, 2, 1, 1, 2])
    [3]
    """
    return [at for at, (before, now) in enumerate(itertools.pairwise(counts), 1) if now < before]


def dropout_cloud(
    tokenizer: Tokenizer, word: str, dropout: float, samples: int, seed: int
) -> list[tuple[tuple[Token, ...], int]]:
    """Encode one word `samples` times with BPE-dropout; return its splits and their counts.

    Most frequent first; the same seed gives the same cloud.
    """
    draw = random.Random(seed).random
    drawn = Counter(tokenizer.encode_word(word, "merges", dropout, draw) for _ in range(samples))
    return [(tokens, n) for (tokens, _), n in drawn.most_common()]


def cloud_shares(cloud: Sequence[tuple[tuple[Token, ...], int]]) -> list[float]:
    """Return the share of all samples that each split of a cloud has, 0 to 1, in its order."""
    samples = sum(count for _, count in cloud)
    return [count / samples for _, count in cloud]


def word_history(word: EncodedWord) -> list[tuple[int, tuple[Token, ...]]]:
    """Return every split of a word encoded by merges, with the step it begins at.

    As the lowest rank goes first, ranks only rise: the tokenizer of step k stops before the first
    merge of rank k or above.
    """
    merged = [(step.rank + 1, step.tokens) for step in word.steps if step.rank is not None]
    return [(0, word.start_tokens), *merged]


def split_at(history: Sequence[tuple[int, tuple[Token, ...]]], step: int) -> int:
    """Return which split of a `word_history` the tokenizer of `step` gives: its place in it."""
    return max(at for at, (begins, _) in enumerate(history) if begins <= step)


def counts_by_step(tokenizer: Tokenizer, encoding: Encoding) -> list[int]:
    """Count the tokens of a text encoded by merges at each step, 0 to the last."""
    counts = [0] * (len(tokenizer.merges) + 1)
    for word in encoding.words:
        history = word_history(word)
        counts[0] += len(history[0][1])
        for (_, before), (step, after) in itertools.pairwise(history):
            counts[step] -= len(before) - len(after)
    for step in range(1, len(counts)):
        counts[step] += counts[step - 1]
    return counts


def counts_at(
    training: Training, steps: Iterable[int], text: str, method: Method
) -> dict[int, int]:
    """Count the tokens of a text encoded anew by the tokenizer of each of some steps."""
    return {step: len(training.tokenizer(step).encode(text, method).tokens) for step in steps}
