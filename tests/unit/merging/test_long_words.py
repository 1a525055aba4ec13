"""One long word: as exact as many short ones, and work and memory that grow as its length."""

import pickle
import random
import time
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, train
from bpe.merging.cells import lay_out
from bpe.merging.loop import run
from bpe.merging.tokens import LONG
from tests import twin
from tests.strategies import corpora, schemes

TWICE = "abcabdacbd" * 8
# Words whose tokens read alike for long: repeated, mirrored, with a mark typed as text.
ALIKE = (
    "ab" * 90,
    TWICE + "x" + TWICE + "y" + TWICE,
    "#" * 70 + TWICE + "##" + TWICE + "</w>" * 20 + TWICE + "</w" + "\u2581\u2581" + TWICE,
    "".join("ab"[number.bit_count() % 2] for number in range(200)),
)


def one_word(size, letters=26):
    draw = random.Random(size)
    return Corpus.from_counts(
        {"".join(draw.choices("abcdefghijklmnopqrstuvwxyz"[:letters], k=size)): 1}
    )


@settings(max_examples=80, deadline=None)
@given(
    corpus=corpora(st.text("ab#\u2581<", min_size=1, max_size=40), max_words=4),
    rules=schemes,
    ties=st.sampled_from(TIE_RULES),
    long=st.integers(1, 5),
)
def test_where_tokens_are_no_longer_kept_spelled_changes_nothing(corpus, rules, ties, long):
    """Neither what is merged nor how a token reads."""
    rules = replace(rules, tie_rule=ties)
    cells = lay_out(corpus.words, corpus.counts, rules)
    spelled, unspelled = (vars(run(cells, rules, inf, long=each)) for each in (10**9, long))
    for name, value in spelled.items():
        assert np.array_equal(value, unspelled[name]), name
    tokens = tuple(spelled["tokens"])
    assert unspelled["tokens"] == tokens
    assert unspelled["tokens"][-2:] == tokens[-2:]
    assert unspelled["tokens"].lengths == list(map(len, tokens))


@pytest.mark.parametrize("preset", PRESETS)
def test_words_that_read_alike_train_as_the_twin_does(preset):
    """Under every tie rule: tokens beyond `LONG` are told apart where they differ."""
    for word in ALIKE:
        for ties in TIE_RULES:
            scheme, corpus = replace(PRESETS[preset], tie_rule=ties), Corpus.from_counts({word: 1})
            training = train(corpus, scheme)
            assert [merge.pair for merge in training.merges] == twin.merges(corpus, scheme), ties
            longest = max(training.token_sizes)
            assert longest > LONG or preset == "sentencepiece"
            assert training.token_sizes[-1] <= len(training.ids)
            sizes = [len(token) for token in training.tokens]
            assert sizes == training.tokens.lengths


def seconds(size, preset):
    corpus = one_word(size)
    start = time.process_time()
    train(corpus, preset)
    return time.process_time() - start


@pytest.mark.parametrize("preset", ["cs336", "wordpiece", "paper"])
def test_time_grows_about_as_the_word_does(preset):
    """Four times the word takes about four times as long; where it grew as n * n, sixteen."""
    ratios = (seconds(6_000, preset) / seconds(1_500, preset) for _ in range(3))
    assert any(ratio < 4**1.3 * 1.3 for ratio in ratios)


def test_memory_grows_as_the_word_does():
    """A chain of merges holds no token of thousands of letters; read, they are whole."""
    training = train(one_word(8_000), "cs336")
    assert max(training.token_sizes) == 8_000
    assert len(pickle.dumps(training)) < 150 * 8_000
    copied = pickle.loads(pickle.dumps(training))
    assert copied.tokens[-1] == training.tokens[-1]
    assert copied.merges[-1] == training.merges[-1]
    assert len(copied.merges[-1].token) == copied.token_sizes[-1]
