"""The merge loop: which merges, in which order, and why it stops."""

from dataclasses import replace
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.merging.cells import lay_out
from bpe.merging.loop import run
from tests import twin
from tests.data import HUG, SIX_WORDS
from tests.strategies import (
    corpora,
    long_words,
    schemes,
    words,
)

TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}

GOLDEN = [
    (
        PRESETS["paper"],
        "e+s es+t est+</w> l+o lo+w n+e ne+w new+est</w> low+</w> w+i",
        [9, 9, 9, 7, 7, 6, 6, 6, 5, 3],
    ),
    (
        replace(PRESETS["paper"], boundary="attached"),
        "e+s es+t</w> l+o n+e ne+w new+est</w> lo+w</w> w+i wi+d wid+est</w>",
        [9, 9, 7, 6, 6, 6, 5, 3, 3, 3],
    ),
]


def pairs(training):
    return [merge.pair for merge in training.merges]


@pytest.mark.parametrize(("scheme", "merges", "counts"), GOLDEN)
def test_the_textbook_corpus_gives_the_known_merges(scheme, merges, counts):
    """Low, lower, newest, widest: ten merges, for the schemes that no library trains."""
    training = train(TEXTBOOK, scheme, max_merges=10)
    assert ["+".join(pair) for pair in pairs(training)] == merges.split()
    assert [merge.count for merge in training.merges] == counts


def test_six_words_give_the_merges_of_the_lesson():
    """The example of the design: five merges fill a vocabulary of seventeen."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    assert [merge.token for merge in training.merges] == ["es", "est", "est</w>", "er", "er</w>"]
    assert training.alphabet == (*sorted(set(SIX_WORDS) - {" "}), "</w>")
    assert training.snapshot(3).tokens("highest") == ("h", "i", "g", "h", "est</w>")


def test_wordpiece_prefers_hugs_to_hug():
    """The score divides by the tokens' counts: 1/15 for hu + ##gs beats 2/45 for hu + ##g."""
    training = train(HUG, "wordpiece")
    tokens = [merge.token for merge in training.merges]
    assert tokens[:4] == ["##gs", "hu", "hugs", "hug"]
    assert training.merges[2].score == pytest.approx(1 / 15)
    assert training.merges[2].count == 5


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
