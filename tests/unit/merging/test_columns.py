"""The columns of a run, read over all its steps."""

import gc
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, train
from tests import twin
from tests.strategies import corpora, scheme, schemes


@given(corpus=corpora(max_words=5), scheme=schemes, limit=st.integers(1, 8), data=st.data())
def test_top_pairs_are_the_snapshots_pairs_at_every_step(corpus, scheme, limit, data):
    """The cheap walk over all steps, or some, says what the snapshots say."""
    training = train(corpus, scheme)
    last = len(training.merges)
    start = data.draw(st.integers(0, last))
    stop = data.draw(st.none() | st.integers(start, last))
    expected = [
        [pair for pair in training.snapshot(k).pairs() if not pair.forbidden][:limit]
        for k in range(start, (last if stop is None else stop) + 1)
    ]
    found = list(training.top_pairs(limit, start, stop))
    assert found == expected
    assert all(type(pair.count) is int for pairs in found for pair in pairs)


def test_top_pairs_by_score_are_as_many_as_asked_for_where_better_ones_are_forbidden():
    corpus = Corpus.from_counts({"a": 1, "baa</w></w>": 1, "\\1ab</w>e\u0301</w>": 2})
    rules = scheme("prefix", score="wordpiece", rules="sentencepiece")
    found = list(train(corpus, rules).top_pairs(2))[8]
    assert [pair.pair for pair in found] == [("<", "/"), (">", "<")]


@given(corpus=corpora(max_words=5), scheme=schemes, data=st.data())
def test_other_counts_of_the_same_words_are_weighed_by_the_same_splits(corpus, scheme, data):
    """Tokens by step, and occurrences by token, as adding up the words of the twin gives them."""
    counts = data.draw(st.lists(st.integers(0, 9), min_size=len(corpus), max_size=len(corpus)))
    training, steps = train(corpus, scheme), twin.run(corpus, scheme)
    expected = [sum(n * len(word) for n, word in zip(counts, s.words, strict=True)) for s in steps]
    found = training.token_counts_in(counts)
    assert (found.tolist(), found.dtype) == (expected, "int64")
    for snapshot, step in zip(training.snapshots(), steps, strict=True):
        occurrences = [0] * len(step.tokens)
        for n, word in zip(counts, step.words, strict=True):
            for id_ in word:
                occurrences[id_] += n
        assert snapshot.frequencies_in(counts).tolist() == occurrences
        row = [id_ for word in step.words for id_ in (-1, *word)]
        ids, cells = snapshot.row
        assert ids.tolist() == [*row, -1]
        words = [at for at, word in enumerate(step.words) for _ in word]
        assert training.words_at(cells[ids >= 0]).tolist() == words


@pytest.mark.parametrize(
    ("text", "scheme", "merges"),
    [
        (" ".join(f"w{n}x{n * n}" for n in range(1000)), "paper", 100),
        (" ".join(f"w{n}x{n * n}" for n in range(200)), "paper", 2000),
        ("abcdefgh" * 10_000, "minbpe", 20),
    ],
)
def test_the_size_of_a_record_is_about_what_it_takes(text, scheme, merges):
    """The budget of shared runs adds these up: rather more than less of what is allocated."""
    train(text, scheme, max_merges=merges)
    tracemalloc.start()
    training = train(text, scheme, max_merges=merges)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 < training.nbytes / taken < 4
