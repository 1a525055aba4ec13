"""The merge loop: which merges, in which order, and why it stops."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.merging.cells import lay_out
from bpe.merging.loop import run
from tests import twin
from tests.strategies import (
    corpora,
    long_words,
    schemes,
    words,
)


def pairs(training):
    return [merge.pair for merge in training.merges]


@pytest.mark.parametrize("wide", [0, inf])
def test_pairs_that_print_alike_are_told_apart_by_their_ids(wide):
    """When nothing else decides, the smaller ids win, and no detail of the engine does.

    In the word a▁a the text holds the mark's character: (▁, a) is a pair of the text and another
    one with the mark, and both would make ▁a. The text's ▁ has the smaller id.
    """
    corpus, scheme = Corpus.from_counts({"a▁a": 1}), PRESETS["sentencepiece"]
    log = run(lay_out(corpus.words, corpus.counts, scheme), scheme, inf, wide=wide)
    first = log.merged[0]
    assert (log.lefts[first], log.rights[first]) == (1, 0)
    assert pairs(train(corpus, scheme)) == twin.merges(corpus, scheme)


@given(
    corpus=corpora(st.one_of(words, long_words)),
    wide=st.sampled_from((0, 1, 3, 48)),
    scheme=schemes,
    minimum=st.integers(1, 3),
)
def test_the_vectorised_and_the_plain_path_write_the_same_log(corpus, wide, scheme, minimum):
    """Where long lists of occurrences begin is a matter of speed alone, down to the pairs' ids."""
    cells = lay_out(corpus.words, corpus.counts, scheme)
    plain = vars(run(cells, scheme, inf, minimum, wide=inf))
    vectorised = vars(run(cells, scheme, inf, minimum, wide=wide))
    # A boundary that was never erased holds a pair, and the pairs' ids are the same.
    for name, value in plain.items():
        same = value.tolist() if hasattr(value, "tolist") else value
        found = vectorised[name]
        assert (found.tolist() if hasattr(found, "tolist") else found) == same, name
