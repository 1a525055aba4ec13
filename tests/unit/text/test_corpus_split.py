"""A corpus parted in two: what is trained on, and what is held out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus
from tests.cases import for_each

WORDS = st.dictionaries(st.text("abc", min_size=1, max_size=6), st.integers(1, 9), min_size=1)


@given(words=WORDS, share=st.floats(0.01, 0.99), seed=st.integers(0, 99))
def test_a_parted_corpus_loses_and_gains_nothing(words, share, seed):
    """Every occurrence is in one part, none is empty, and the same call gives the same parts."""
    corpus = Corpus.from_counts(words)
    if sum(corpus.counts) < 2:
        with pytest.raises(ValueError, match="at least 2 words to be parted, got 1"):
            corpus.split(share, seed)
        return
    kept, held_out = corpus.split(share, seed)
    assert corpus.split(share, seed) == (kept, held_out)
    one, other = (dict(zip(part.words, part.counts, strict=True)) for part in (kept, held_out))
    assert one
    assert other
    assert all(count > 0 for part in (one, other) for count in part.values())
    assert {word: one.get(word, 0) + other.get(word, 0) for word in corpus.words} == words
    for part in (kept, held_out):
        assert list(part.words) == [word for word in corpus.words if word in part.words]


def test_about_the_share_asked_for_is_held_out():
    """Of many occurrences, each drawn by itself; another seed draws others."""
    corpus = Corpus.from_counts({f"w{number}": 100 for number in range(200)})
    parts = [corpus.split(0.2, seed)[1] for seed in (0, 1)]
    for part in parts:
        assert 0.18 < sum(part.counts) / 20_000 < 0.22
        assert np.std(part.counts) > 2
    assert parts[0] != parts[1]


@for_each("share", [0, 1, -0.1, float("nan")])
def test_a_share_outside_of_zero_to_one_is_refused(share):
    """One sentence says what a share is."""
    with pytest.raises(ValueError, match="share must be more than 0 and less than 1"):
        Corpus.from_counts({"a": 2}).split(share)
