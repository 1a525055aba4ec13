"""Score, PMI and likelihood gain of every pair, held against a recount of the whole corpus."""

from collections import Counter
from dataclasses import replace
from math import isclose, log, log2
from typing import get_args

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.readings.likelihood import Measure, log_likelihood, log_likelihoods, measure
from tests import strategies, twin
from tests.cases import for_each

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


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
        found = measure(snapshot)
        start = likelihood(state.words, counts)
        assert isclose(log_likelihood(snapshot), start, abs_tol=1e-9)
        pairs = list(zip(found.lefts.tolist(), found.rights.tolist(), strict=True))
        assert set(pairs) == set(state.counts)
        total = state.token_count
        for row, (a, b) in enumerate(pairs):
            count = state.counts[a, b]
            n_a, n_b = state.token_counts[a], state.token_counts[b]
            after = [twin.apply(word, (a, b), -1) for word in state.words]
            assert found.count[row] == count
            assert (found.left_count[row], found.right_count[row]) == (n_a, n_b)
            assert found.score[row] == count / (n_a * n_b)
            assert isclose(found.pmi[row], log2(count * total / (n_a * n_b)), abs_tol=1e-12)
            gain = (likelihood(after, counts) - start) / log(2)
            assert isclose(found.gain[row], gain, rel_tol=1e-9, abs_tol=1e-9)


@for_each("score", ["count", "wordpiece"])
@for_each("counts", [HUG, {"aaaa": 3, "aaa": 2, "baab": 1}, {"aabaab": 2, "ababab": 5, "a": 7}])
def test_every_number_is_what_a_recount_finds(counts, score):
    """On toys with runs of equal characters, at every step of either run."""
    for boundary in ("none", "continuation", "suffix"):
        scheme = strategies.scheme(boundary, score=score)
        assert_equals_recount(train(counts, scheme))


@given(strategies.corpora(), strategies.schemes, st.integers(1, 4))
def test_random_corpora_agree_with_a_recount(corpus, scheme, min_frequency):
    """Runs, look-alike marks and odd characters under every scheme."""
    assert_equals_recount(train(corpus, scheme, min_frequency=min_frequency), limit=6)


@given(strategies.corpora(), strategies.schemes, st.integers(1, 4))
def test_the_winner_by_the_runs_own_measure_is_its_next_merge(corpus, scheme, min_frequency):
    """Minimum frequency, tie rule and forbidden pairs hold; the record says the same."""
    training = train(corpus, scheme, min_frequency=min_frequency)
    by = "count" if scheme.score == "count" else "score"
    for step in range(len(training) + 1):
        snapshot = training.snapshot(step)
        found = measure(snapshot)
        row = found.winners.get(by)
        assert (row is None) == (snapshot.next is None)
        if row is not None:
            assert found.pair(row) == snapshot.next.pair
            assert found.count[row] == snapshot.next.count


@given(strategies.corpora(), strategies.schemes)
def test_the_likelihood_by_step_is_that_of_each_step(corpus, scheme):
    """Adding up the gains of a run gives the likelihood at each of its steps."""
    training = train(corpus, scheme)
    found = log_likelihoods(training)
    expected = [log_likelihood(training.snapshot(step)) for step in range(len(training) + 1)]
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-9)


@given(strategies.corpora(), strategies.schemes)
def test_each_pair_has_a_place_of_its_own_and_the_largest_value_the_first(corpus, scheme):
    """A place is where a pair stands in the order, from 1; what would be merged next leads."""
    training = train(corpus, scheme, max_merges=3)
    for snapshot in training.snapshots():
        found = measure(snapshot)
        for by in get_args(Measure):
            places, values = found.places(by).tolist(), getattr(found, by).tolist()
            assert sorted(places) == list(range(1, len(found) + 1))
            in_order = [value for _, value in sorted(zip(places, values, strict=True))]
            assert in_order == sorted(values, reverse=True)
            leader = found.winners.get("score" if by == "pmi" else by)
            if leader is not None and values[leader] == max(values):
                assert places[leader] == 1


def test_pmi_ranks_as_the_score_does_and_equal_values_share_a_rank():
    """PMI is the logarithm of the score times the number of tokens."""
    found = measure(train(HUG, "wordpiece").snapshot(1))
    assert found.ranks("pmi").tolist() == found.ranks("score").tolist() == [1] * 6
    assert dict(zip(found.count.tolist(), found.ranks("count").tolist(), strict=True)) == {
        17: 1,
        16: 2,
        15: 3,
        5: 5,
        4: 6,
    }


def test_a_corpus_of_single_tokens_has_nothing_to_measure():
    """No pair, no winner, no error."""
    found = measure(train("a b a", "huggingface").snapshot(0))
    assert len(found) == 0
    assert found.winners == {}


def test_a_real_text_keeps_its_digits():
    """Gains of a book are right to nine digits although the likelihood itself is in millions."""
    words = [f"w{number % 97:x}{'ab' * (number % 5)}" for number in range(3000)]
    corpus = Corpus.from_counts(Counter(words) | {"the": 2_000_000})
    scheme = replace(PRESETS["wordpiece"], score="count")
    assert_equals_recount(train(corpus, scheme, max_merges=1), limit=1)
