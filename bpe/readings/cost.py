"""Cost: how many bits a corpus and its vocabulary take at each step.

The coding model, in words: the corpus is written token by token with a code that gives a token of
frequency f among N the ideal length log2(N / f); the vocabulary is written as a list of its tokens,
each spelled in the alphabet and ended by one sign. In a formula, with A units in the alphabet:

    L(D, V) = L(D | V) + L(V)
    L(D | V) = N log2 N - sum over tokens of f log2 f
    L(V) = sum over tokens of (units + 1) log2(A + 1)

The two-part code is that of Rissanen (1978); de Marcken (1996) and Creutz and Lagus (2002) use it
for vocabularies of word parts. A boundary mark counts as one unit of the alphabet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..corpus import Corpus
from ..training import Training


@dataclass(frozen=True)
class CostCurve:
    """One number for each step, from 0 to the end.

    Attributes:
        tokens: tokens in the text (occurrences).
        in_use: vocabulary entries that occur in the text.
        vocabulary_size: vocabulary entries: alphabet, mark and merges.
        corpus_bits: L(D | V), in bits, with the text's own frequencies.
        vocabulary_bits: L(V), in bits.
        units: characters or bytes in the text, marks of their own included.
        words: words in the text (occurrences).
        left_out: words (occurrences) that hold a unit outside the alphabet and are not counted.
        model_bits: L(D | V) with the frequencies of the training text, one added to each entry,
            so that a text it was not trained on has a code; comparable between texts.
    """

    tokens: np.ndarray
    in_use: np.ndarray
    vocabulary_size: np.ndarray
    corpus_bits: np.ndarray
    vocabulary_bits: np.ndarray
    units: int
    words: int
    left_out: int
    model_bits: np.ndarray

    @property
    def total_bits(self) -> np.ndarray:
        """L(D, V), in bits."""
        total: np.ndarray = self.corpus_bits + self.vocabulary_bits
        return total

    @property
    def best_step(self) -> int:
        """The first step at which L(D, V) is least."""
        return self.least("total_bits")

    def least(self, name: str) -> int:
        """Return the first step at which one of the numbers by step, an attribute, is least."""
        return int(np.argmin(getattr(self, name)))

    def turning_point(self, name: str) -> int | None:
        """Return the step from which on one of the numbers by step rises, or None for no such step.

        A curve goes down in small ups and downs, so its least value alone is no turning point. It
        is one where it comes before the last tenth of the steps, and the curve ends higher above it
        than it ever rose on the way down.
        """
        values = np.asarray(getattr(self, name))
        lowest = self.least(name)
        down = values[: lowest + 1]
        taken_back = float(np.max(down - np.minimum.accumulate(down)))
        rises = float(values[-1] - values[lowest]) > taken_back
        return lowest if rises and 10 * lowest <= 9 * (len(values) - 1) else None

    @property
    def entropy(self) -> np.ndarray:
        """Bits per token: the entropy of the token frequencies."""
        return _per(self.corpus_bits, self.tokens)

    @property
    def tokens_per_word(self) -> np.ndarray:
        """Tokens per word, marks included."""
        return _per(self.tokens, self.words)

    @property
    def units_per_token(self) -> np.ndarray:
        """Characters (or bytes) per token, marks of their own included."""
        return _per(np.full(len(self.tokens), self.units), self.tokens)

    @property
    def share_in_use(self) -> np.ndarray:
        """The part of the vocabulary that occurs in the text, from 0 to 1."""
        share: np.ndarray = self.in_use / self.vocabulary_size
        return share

    @property
    def model_bits_per_unit(self) -> np.ndarray:
        """Bits per character (or byte) under the smoothed code of the training text."""
        return _per(self.model_bits, self.units)


def description_length(training: Training) -> CostCurve:
    """Return the cost of the training text at every step, read from the record."""
    frequencies = training.snapshot(0).token_frequencies
    return _curve(training, frequencies, training.replacements, sum(training.corpus.counts), 0)


def description_length_of(training: Training, corpus: Corpus) -> CostCurve:
    """Return the cost at every step of words the tokenizer was not trained on.

    The words are encoded once with all merges: an ordered pass applies a prefix of the merges
    first, so what tokens were made of, and how often, holds the token frequencies of every step.
    """
    tokenizer = training.tokenizer()
    alphabet = len(training.alphabet)
    frequencies = [0] * (alphabet + len(training))
    known, left_out = 0, 0
    for word, count in zip(corpus.words, corpus.counts, strict=True):
        ids, unknown = tokenizer.split(word)
        if unknown:
            left_out += count
            continue
        known += count
        for id_ in ids:
            frequencies[id_] += count
    # Taken apart from the last merge on, each token gives its two parts what it has by then.
    for rank, (left, right) in reversed(list(enumerate(training.merge_ids.tolist()))):
        made = frequencies[alphabet + rank]
        frequencies[left] += made
        frequencies[right] += made
    replaced = np.array(frequencies[alphabet:], dtype=np.int64)
    return _curve(training, frequencies[:alphabet], replaced, known, left_out)


def _curve(
    training: Training, frequencies: Iterable[int], replaced: np.ndarray, words: int, left_out: int
) -> CostCurve:
    """Follow the token frequencies of a text through the merges of the training."""
    alphabet, merges = len(training.alphabet), len(training)
    here = [*np.asarray(frequencies).tolist(), *[0] * merges]
    trained = [*training.snapshot(0).token_frequencies.tolist(), *[0] * merges]
    units = int(sum(here))
    in_use = sum(count > 0 for count in here)
    # Sum of f log2 f, and of f log2(1 + f in training): a merge changes three entries of each.
    own = sum(float(times_log(count)) for count in here)
    modelled = sum(f * np.log2(1 + t) for f, t in zip(here, trained, strict=True) if f)
    rows = [(units, in_use, own, modelled)]
    for rank, (left, right) in enumerate(training.merge_ids.tolist()):
        new = alphabet + rank
        touched = {left, right, new}
        own -= sum(float(times_log(here[id_])) for id_ in touched)
        modelled -= sum(here[id_] * np.log2(1 + trained[id_]) for id_ in touched)
        in_use -= sum(here[id_] > 0 for id_ in touched)
        for counts, occurrences in (
            (here, int(replaced[rank])),
            (trained, int(training.replacements[rank])),
        ):
            counts[new] += occurrences
            counts[left] -= occurrences
            counts[right] -= occurrences
        own += sum(float(times_log(here[id_])) for id_ in touched)
        modelled += sum(here[id_] * np.log2(1 + trained[id_]) for id_ in touched)
        in_use += sum(here[id_] > 0 for id_ in touched)
        rows.append((rows[-1][0] - int(replaced[rank]), in_use, own, modelled))
    tokens, used, own_sums, modelled_sums = map(np.array, zip(*rows, strict=True))
    size = alphabet + np.arange(merges + 1)
    spelled = np.cumsum(token_units(training) + 1)[alphabet - 1 :]
    return CostCurve(
        tokens=tokens,
        in_use=used,
        vocabulary_size=training.vocabulary_sizes,
        corpus_bits=np.maximum(0, times_log(tokens) - own_sums),
        vocabulary_bits=spelled * np.log2(alphabet + 1),
        units=units,
        words=words,
        left_out=left_out,
        model_bits=tokens * np.log2(training.token_counts + size) - modelled_sums,
    )


def token_units(training: Training) -> np.ndarray:
    """Return the number of alphabet units in each token, by id."""
    return np.array(training.token_sizes)


def times_log(x: np.ndarray | float) -> np.ndarray | float:
    """Return x log2 x, and 0 for 0."""
    return x * np.log2(np.maximum(x, 1))


def _per(amount: np.ndarray | int, each: np.ndarray | int) -> np.ndarray:
    """Return amount / each, and 0 where there is nothing to divide by."""
    return np.divide(
        amount, each, out=np.zeros(np.broadcast(amount, each).shape), where=np.asarray(each) > 0
    )
