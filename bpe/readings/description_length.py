"""Description length: the bits that a corpus and its vocabulary take at each step.

The coding model, in words: the corpus is written token by token with a code that gives a token of
frequency f among N the ideal length log2(N / f); the vocabulary is written as a list of its tokens,
each spelled in the alphabet and ended by one sign. In a formula, with A units in the alphabet:

    L(D, V) = L(D | V) + L(V)
    L(D | V) = N log2 N - sum over tokens of f log2 f
    L(V) = sum over tokens of (units + 1) log2(A + 1)

The two-part code is that of Rissanen (1978); de Marcken (1996) and Creutz and Lagus (2002) use it
for vocabularies of word parts. A boundary mark counts as one unit of the alphabet.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..corpus import Corpus
from ..encoding.roundtrip import with_policy
from ..errors import check_place
from ..merging.cells import Token
from ..merging.values import Pair
from ..text.characters import as_bytes
from ..training import Training


@dataclass(frozen=True)
class CostCurve:
    """One number for each step, from 0 to the end.

    Attributes:
        corpus_bits: L(D | V), in bits, with the text's own frequencies.
        vocabulary_bits: L(V), in bits.
        model_bits: L(D | V) with the frequencies of the training text, plus one for each entry and
            for `<unk>`, so that unseen texts have a code; comparable between texts.
        size: UTF-8 bytes of the words, marks left out.
        unknown: characters (occurrences) outside the alphabet, each written as `<unk>`.
    """

    corpus_bits: np.ndarray
    vocabulary_bits: np.ndarray
    model_bits: np.ndarray
    size: int
    unknown: int

    @property
    def total_bits(self) -> np.ndarray:
        """L(D, V), in bits."""
        return np.asarray(self.corpus_bits + self.vocabulary_bits)

    @property
    def best_step(self) -> int:
        """The first step at which L(D, V) is least."""
        return int(np.argmin(self.total_bits))

    @property
    def bits_per_byte(self) -> np.ndarray:
        """Bits per UTF-8 byte of the words under the smoothed code, independent of the tokens."""
        return np.asarray(self.model_bits / max(self.size, 1))

    @property
    def turning_point(self) -> int | None:
        """The step after which the smoothed code needs more bits, or None.

        The curve falls with small fluctuations, so its minimum alone is not a turning point. It is
        one if it comes before the last tenth of the steps, and the final rise exceeds every earlier
        one.
        """
        values = self.model_bits
        lowest = int(np.argmin(values))
        down = values[: lowest + 1]
        taken_back = float(np.max(down - np.minimum.accumulate(down)))
        rises = float(values[-1] - values[lowest]) > taken_back
        return lowest if rises and 10 * lowest <= 9 * (len(values) - 1) else None


def description_length(training: Training) -> CostCurve:
    """Return the cost of the training text at every step, read from the record."""
    frequencies = training.snapshot(0).token_frequencies
    size = sum(count * len(as_bytes(word)) for word, count in training.corpus.items())
    return _curve(training, frequencies, training.replacements, size, 0)


def description_length_of(training: Training, corpus: Corpus) -> CostCurve:
    """Return the cost at every step of words the tokenizer was not trained on.

    The words are encoded once with all merges: in an ordered pass every step is a prefix of the
    merges, so the tokens' parts and their counts give the token frequencies of every step.
    """
    tokenizer = with_policy(training.tokenizer(), "pass")
    alphabet = len(training.alphabet)
    frequencies = [0] * (alphabet + len(training) + 1)  # the last entry is `<unk>`
    size = 0
    for word, count in corpus.items():
        ids, _ = tokenizer.split(word)
        size += count * len(as_bytes(word))
        for id_ in ids:
            frequencies[id_] += count
    unknown = frequencies.pop()
    # From the last merge backwards, add each token's occurrences to its two parts.
    for rank, (left, right) in reversed(list(enumerate(training.merge_ids.tolist()))):
        made = frequencies[alphabet + rank]
        frequencies[left] += made
        frequencies[right] += made
    first, replaced = np.split(np.array(frequencies, dtype=np.int64), [alphabet])
    return _curve(training, first, replaced, size, unknown)


def _curve(
    training: Training,
    frequencies: np.ndarray,
    replaced: np.ndarray,
    size: int,
    unknown: int,
) -> CostCurve:
    """Follow the token frequencies of a text through the merges of the training."""
    alphabet, merges = len(training.alphabet), len(training)
    trained = training.snapshot(0).token_frequencies
    here = _counts_around_merges(training, frequencies, replaced)
    seen = _counts_around_merges(training, trained, training.replacements)

    def by_step(measure: Callable[..., np.ndarray | float]) -> np.ndarray:
        """Return the sum of a measure over all tokens at each step: a merge changes three."""
        before, after = map(measure, here, seen)
        start = np.sum(measure(frequencies, trained))
        return np.cumsum(np.append(start, np.sum(after - before, axis=1)))

    tokens = by_step(lambda own, _: own) + unknown
    own_sums = by_step(lambda own, _: times_log(own)) + times_log(unknown)
    modelled_sums = by_step(lambda own, other: own * np.log2(1 + other))
    entries = alphabet + np.arange(merges + 1) + 1
    spelled = np.cumsum(np.array(training.token_sizes) + 1)[alphabet - 1 :]
    return CostCurve(
        corpus_bits=np.maximum(0, times_log(tokens) - own_sums),
        vocabulary_bits=spelled * np.log2(alphabet + 1),
        model_bits=tokens * np.log2(training.token_counts + entries) - modelled_sums,
        size=size,
        unknown=unknown,
    )


def _counts_around_merges(
    training: Training, frequencies: np.ndarray, replaced: np.ndarray
) -> np.ndarray:
    """Return occurrences of left, right and new token before each merge, and after it."""
    before = training.frequencies_met(frequencies, replaced)
    # For two equal tokens only the left one counts, and it loses two occurrences.
    twins = training.merge_ids[:, :1] == training.merge_ids[:, 1:]
    before = np.where(twins, before * [1, 0], before)
    new = replaced[:, np.newaxis]
    after = before - new * np.where(twins, [2, 0], [1, 1])
    return np.stack((np.hstack((before, 0 * new)), np.hstack((after, new))))


@dataclass(frozen=True)
class CostTerms:
    """Change by one merge, in bits; the five terms add up to `total`.

    With f(a), f(b) before the merge of (a, b) into c, n occurrences replaced and g(x) = x log2 x:
    `length` is g(N - n) - g(N), because the text has fewer tokens; `left` g(f(a)) - g(f(a) - n);
    `right` the same for b (if a is b, `left` has both: g(f(a)) - g(f(a) - 2n)); `new` is -g(n);
    `spelling` is the cost of c in the vocabulary.
    """

    length: float
    left: float
    right: float
    new: float
    spelling: float

    @property
    def text(self) -> float:
        """L(D | V) after the merge less before."""
        return self.length + self.left + self.right + self.new

    @property
    def total(self) -> float:
        """L(D, V) after the merge less before; below 0 the merge pays for itself."""
        return self.text + self.spelling


@dataclass(frozen=True)
class MergeNumbers:
    """The counts before and after a merge.

    Attributes:
        pair, token: the merged pair, and the new token.
        replaced: occurrences of the pair that were replaced.
        total, left, right: tokens in the text, and occurrences of the two, before the merge.
        total_after, left_after, right_after: the same after the merge.
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
        """True for a pair of two equal tokens, which lose two occurrences per merge."""
        return self.pair[0] == self.pair[1]


def merge_numbers(training: Training, rank: int) -> MergeNumbers:
    """Look up the counts around a merge. Raises `ValueError` for an unknown rank."""
    check_place("rank", rank, len(training) - 1, "Use merge.rank.")
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
    """Return the change in bits by a merge. Raises `ValueError` for an unknown rank."""
    met = merge_numbers(training, rank)
    spelling = training.token_sizes[len(training.alphabet) + rank] + 1
    return CostTerms(
        length=float(times_log_drop(met.total, met.replaced)),
        left=-float(times_log_drop(met.left, met.left - met.left_after)),
        right=0.0 if met.is_twins else -float(times_log_drop(met.right, met.replaced)),
        new=-float(times_log(met.replaced)),
        spelling=float(spelling * np.log2(len(training.alphabet) + 1)),
    )


def pmi_bits(training: Training, rank: int) -> float:
    """Return the change of the text by a popular formula: minus count times PMI.

    Its derivation, n log2(N n / (f(a) f(b))) bits gained, keeps N, f(a) and f(b) at their values
    before the merge, and ignores the vocabulary. So it overestimates the gain by about n / ln 2
    bits if the pair is rare compared with its parts.
    """
    met = merge_numbers(training, rank)
    return float(-met.replaced * np.log2(met.total * met.replaced / met.left / met.right))


def times_log(x: np.ndarray | float) -> np.ndarray | float:
    """Return x log2 x, and 0 for 0."""
    return x * np.log2(np.maximum(x, 1))


def times_log_drop(x: np.ndarray | float, less: np.ndarray | float) -> np.ndarray:
    """Return g(x - less) - g(x) for g = `times_log`, without subtracting large numbers."""
    left = x - less
    with np.errstate(divide="ignore"):
        logarithm = np.where(left > 0, np.log1p(-(less / x)), 0)
    return np.asarray(left * logarithm / np.log(2) - less * np.log2(x))
