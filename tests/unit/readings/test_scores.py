"""Score and likelihood gain of every pair, held against a recount of the whole corpus."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import isclose, log

from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.readings.scores import measure_pairs, score_of
from tests import strategies, twin


def likelihood(words, counts) -> float:
    """Recount the tokens and sum n ln(n / N)."""
    frequencies = Counter()
    for word, count in zip(words, counts, strict=True):
        for token in word:
            frequencies[token] += count
    total = sum(frequencies.values())
    return sum(n * log(n / total) for n in frequencies.values())


def assert_equals_recount(training, limit=None):
    """Compare every pair at every step with merging it and counting the whole corpus again."""
    counts = training.corpus.counts
    for state in twin.run(training.corpus, training.scheme, limit, training.min_frequency):
        snapshot = training.snapshot(state.step)
        found = measure_pairs(snapshot)
        start = likelihood(state.words, counts)
        pairs = list(zip(found.lefts.tolist(), found.rights.tolist(), strict=True))
        assert set(pairs) == set(state.counts)
        scores = {score_of(snapshot, pair) for pair in snapshot.pairs()}
        assert scores == {*map(found.by_hand, range(len(found)))}
        for row, (a, b) in enumerate(pairs):
            count = state.counts[a, b]
            n_a, n_b = state.token_counts[a], state.token_counts[b]
            after = [twin.apply(word, (a, b), -1) for word in state.words]
            assert found.count[row] == count
            assert (found.left_count[row], found.right_count[row]) == (n_a, n_b)
            assert found.by_hand(row).fraction == Fraction(count, n_a * n_b)
            gain = (likelihood(after, counts) - start) / log(2)
            assert isclose(found.gain[row], gain, rel_tol=1e-9, abs_tol=1e-9)


@given(strategies.corpora(), strategies.schemes, st.integers(1, 4))
def test_random_corpora_agree_with_a_recount(corpus, scheme, min_frequency):
    """Runs, look-alike marks and odd characters under every scheme."""
    assert_equals_recount(train(corpus, scheme, min_frequency=min_frequency), limit=6)


def test_a_corpus_of_single_tokens_has_nothing_to_measure():
    """No pair, no error."""
    found = measure_pairs(train("a b a", "huggingface").snapshot(0))
    assert len(found) == 0


def test_a_real_text_keeps_its_digits():
    """Gains of a book are right to nine digits although the likelihood itself is in millions."""
    words = [f"w{number % 97:x}{'ab' * (number % 5)}" for number in range(3000)]
    corpus = Corpus.from_counts(Counter(words) | {"the": 2_000_000})
    scheme = replace(PRESETS["wordpiece"], score="count")
    assert_equals_recount(train(corpus, scheme, max_merges=1), limit=1)
