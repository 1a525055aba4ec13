"""What one merge changes, against the curve and against a recount of its tokens."""

from math import log2
from string import ascii_lowercase, ascii_uppercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, train
from bpe.readings.cost import description_length
from bpe.readings.merge_cost import CostTerms, merge_numbers, merge_terms, pmi_terms
from tests.unit.readings.test_cost import WORDS, frequencies


@given(words=WORDS, preset=st.sampled_from(["paper", "huggingface", "minbpe"]))
def test_the_numbers_of_a_merge_are_counts_before_and_after(words, preset):
    """Also for a pair of equal tokens, which loses two at once."""
    training = train(Corpus.from_counts(words), preset)
    for merge in training.merges:
        met = merge_numbers(training, merge.rank)
        before, after = (frequencies(training, merge.rank + more) for more in (0, 1))
        left, right = merge.pair
        assert (met.pair, met.token) == (merge.pair, merge.token)
        assert (met.left, met.left_after) == (before[left], after[left])
        assert (met.right, met.right_after) == (before[right], after[right])
        assert (met.total, met.total_after) == (sum(before.values()), sum(after.values()))
        assert met.replaced == met.total - met.total_after
        assert met.is_twins == (left == right)


def test_sums_and_differences_go_term_by_term():
    """The text is all but the spelling; the tokens are all of the text but its length."""
    terms = CostTerms(length=-32.0, left=1.0, right=2.0, new=-4.0, spelling=8.0)
    assert (terms.tokens, terms.text, terms.change) == (-1.0, -33.0, -25.0)
    assert terms - CostTerms(1.0, 2.0, 3.0, 4.0, 5.0) == CostTerms(-33.0, -1.0, -1.0, -8.0, 3.0)


@given(words=WORDS, preset=st.sampled_from(["paper", "huggingface", "minbpe"]))
def test_the_terms_of_a_merge_add_up_to_the_change_of_the_curve(words, preset):
    """Runs of one letter included, where fewer occurrences are replaced than counted."""
    training = train(Corpus.from_counts(words), preset)
    total = description_length(training).total_bits
    for rank in range(len(training)):
        change = merge_terms(training, rank).change
        assert change == pytest.approx(total[rank + 1] - total[rank], abs=1e-6)


@given(words=WORDS, preset=st.sampled_from(["paper", "huggingface", "minbpe"]))
def test_the_popular_formula_is_count_times_pmi_in_its_terms(words, preset):
    """With PMI = log2(N n / (f(a) f(b))), all of them before the merge."""
    training = train(Corpus.from_counts(words), preset)
    for rank, merge in enumerate(training.merges):
        counts, n = frequencies(training, rank), int(training.replacements[rank])
        total = sum(counts.values())
        pmi = log2(total * n / (counts[merge.pair[0]] * counts[merge.pair[1]]))
        terms = pmi_terms(training, rank)
        assert terms.change == pytest.approx(-n * pmi, abs=1e-6)
        assert terms.new == merge_terms(training, rank).new
        assert terms.spelling == 0


def test_the_popular_formula_promises_about_one_nat_an_occurrence_too_much():
    """Where the pair is rare beside its parts; a merge that takes all of both promises more."""
    words = {f"{a}{b}": 20 for a in ascii_lowercase for b in ascii_uppercase}
    training = train(words, "huggingface", max_merges=1)
    exact, popular = merge_terms(training, 0), pmi_terms(training, 0)
    missing = exact.change - exact.spelling - popular.change
    assert missing == pytest.approx(20 / np.log(2), rel=0.06)
    assert exact.length - popular.length < 0
    assert exact.left - popular.left > 0


def test_a_rank_never_learned_has_no_terms():
    """Neither exact nor popular."""
    training = train("low low", "paper")
    for terms in (merge_terms, pmi_terms):
        with pytest.raises(ValueError, match="rank must be"):
            terms(training, 99)
