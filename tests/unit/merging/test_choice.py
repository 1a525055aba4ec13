"""What makes a pair the best: the score, the rules for tokens, and the tie rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from bpe.merging.choice import descending, forbidden, pair_scores
from tests.cases import for_each


def test_the_score_divides_by_both_tokens():
    """15 of hu + ##g beside 15 hu and 20 ##g; a pair that is gone has none, nor its tokens."""
    counts, lefts, rights = np.array([15, 0, 3]), np.array([15, 4, 3]), np.array([20, 0, 1])
    assert pair_scores(counts, lefts, rights).tolist() == [15 / 300, 0.0, 1.0]
    assert pair_scores(counts[:0], lefts[:0], rights[:0]).tolist() == []


def test_the_score_of_large_counts_does_not_overflow():
    """The product of two counts is more than 64 bits hold."""
    large = np.array([2**40])
    assert pair_scores(large, large, large).tolist() == [2.0**-40]


def test_equal_scores_are_equal_floats():
    """Each is rounded once, also where the product of both tokens is more than a float holds."""
    counts = np.array([75_224_439, 50_149_626])
    first, second = pair_scores(counts, counts, np.full(2, counts.sum())).tolist()
    assert first == second == 1 / 125_374_065


@for_each(
    ("left", "right", "reason"),
    [
        ("a", "b", None),
        ("a", "1", "script"),
        ("a", "▁", "mark"),
        ("▁", "a", None),
        ("a" * 8, "b" * 8, None),
        ("a" * 8, "b" * 9, "length"),
    ],
)
def test_only_a_scheme_with_rules_forbids_a_merge(left, right, reason):
    """SentencePiece's do; everyone else merges what comes."""
    assert forbidden(left, right, PRESETS["sentencepiece"]) == reason
    assert forbidden(left, right, PRESETS["paper"]) is None
    assert forbidden(left.encode(), right.encode(), PRESETS["gpt"]) is None


@given(tokens=st.lists(st.text("ab\0\x7f\xff\u4e00\udc80\U0010ffff", max_size=5)))
def test_the_largest_token_comes_first(tokens):
    """In the order of code points, of a token and its beginning the whole first; bytes alike."""
    assert sorted(tokens, key=descending) == sorted(tokens, reverse=True)
    spelled = [token.encode("utf-8", "surrogatepass") for token in tokens]
    assert sorted(spelled, key=descending) == sorted(spelled, reverse=True)
