"""Ways to encode, set beside each other: every number equals a plain recount."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.readings.compare import (
    Difference,
    Duel,
    cloud_shares,
    counts_at,
    counts_by_step,
    dropout_cloud,
    duel,
    split_at,
    typing_counts,
    typing_falls,
    word_history,
)
from tests.cases import for_each

TEXT = "old older oldest smart smarter smartest cold bold folder gold stolen"
LETTERS = st.text(st.sampled_from("oldersmatxé 好"), max_size=12)


@pytest.fixture(scope="module")
def trainings():
    return {name: train(TEXT, name) for name in PRESETS}


@for_each("method", ["longest-match", "longest-token-first", "fewest-tokens"])
@for_each("preset", ["paper", "subword-nmt", "huggingface", "gpt"])
def test_a_duel_is_a_plain_comparison_of_two_encodings(preset, method):
    """Words that differ, their counts, gains and losses: against a loop over the corpus."""
    training = train({word: 1 + at for at, word in enumerate(TEXT.split())}, preset)
    step = len(training.merges) // 2
    tokenizer = training.tokenizer(step)
    expected = {}
    for word, count in zip(training.corpus.words, training.corpus.counts, strict=True):
        one = tuple(tokenizer.encode(word).tokens)
        other = tuple(tokenizer.encode(word, method).tokens)
        if one != other:
            expected[word] = (count, one, other)
    found = duel(training, step, method)
    rows = {each.text: (each.count, each.merges, each.other) for each in found.differences}
    assert rows == expected
    assert found.words == len(training.corpus)
    assert found.occurrences == sum(training.corpus.counts)
    signs = [found.where(sign) for sign in (-1, 0, 1)]
    assert sum(words for words, _ in signs) == len(expected)
    assert sum(occurrences for _, occurrences in signs) == found.differing_occurrences
    assert found.tokens == sum(n * (len(b) - len(a)) for n, a, b in expected.values())


def test_the_tokens_of_a_duel_are_weighed_with_the_words():
    """One more in a word that comes nine times, two fewer in one that comes twice: five more."""
    found = Duel(
        "longest-match",
        words=3,
        occurrences=20,
        left_out=0,
        differences=(
            Difference("smart", 9, ("smart",), ("smar", "t")),
            Difference("cold", 2, ("c", "o", "ld"), ("cold",)),
        ),
    )
    assert found.tokens == 5
    assert (found.where(1), found.where(-1), found.where(0)) == ((1, 9), (1, 2), (0, 0))
    assert (found.word_share, found.occurrence_share) == (2 / 3, 11 / 20)


def test_the_differences_come_most_frequent_first():
    """What happens often is read first."""
    training = train(Corpus.from_counts({"smarter": 2, "smart": 9, "olde": 4, "older": 1}))
    for step in range(len(training.merges) + 1):
        counts = [each.count for each in duel(training, step, "longest-match").differences]
        assert counts == sorted(counts, reverse=True)


def test_a_whole_text_as_one_word_is_left_out_of_a_duel():
    """A scheme without word cuts has one word, too long to compare; it says so."""
    found = duel(train("ab" * 300, "minbpe", max_merges=3), 3, "longest-match")
    assert (found.words, found.left_out, found.differences) == (0, 1, ())


@given(
    preset=st.sampled_from(["paper", "subword-nmt", "huggingface", "gpt", "sentencepiece"]),
    text=LETTERS,
)
def test_the_trace_holds_every_earlier_tokenizer(trainings, preset, text):
    """A word's history is what the tokenizer of each step makes of it, and so are the counts."""
    training = trainings[preset]
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode(text)
    counts = counts_by_step(tokenizer, encoding)
    assert len(counts) == len(training.merges) + 1
    every = range(0, len(counts), 3)
    assert [*counts_at(training, every, text, "merges").values()] == counts[::3]
    for step in range(0, len(training.merges) + 1, 3):
        earlier = training.tokenizer(step).encode(text)
        assert counts[step] == len(earlier.tokens)
        for word, then in zip(encoding.words, earlier.words, strict=True):
            history = word_history(word)
            assert history[split_at(history, step)][1] == then.tokens


def test_a_cloud_is_seeded_and_sums_to_its_samples(trainings):
    """The same seed gives the same cloud; every split spells the word."""
    tokenizer = trainings["paper"].tokenizer()
    cloud = dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=1)
    assert cloud == dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=1)
    assert cloud != dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=2)
    assert sum(count for _, count in cloud) == 100
    assert {"".join(split) for split, _ in cloud} == {"smartest</w>"}
    counts = [count for _, count in cloud]
    assert cloud_shares(cloud) == [count / 100 for count in counts]
    assert counts == sorted(counts, reverse=True)


def test_dropout_of_nothing_and_of_everything(trainings):
    """At 0 every sample is the usual split, at 1 every sample is the characters."""
    tokenizer = trainings["paper"].tokenizer()
    usual = tuple(tokenizer.encode("smartest").tokens)
    assert dropout_cloud(tokenizer, "smartest", 0.0, 7, seed=0) == [(usual, 7)]
    assert dropout_cloud(tokenizer, "sm", 1.0, 7, seed=0) == [(("s", "m", "</w>"), 7)]


@given(LETTERS)
def test_a_fall_is_where_the_encoding_of_one_more_character_is_shorter(text):
    """Against the text encoded with and without its last character, at every length."""
    tokenizer = train(TEXT).tokenizer()
    lengths = [len(tokenizer.encode(text[:end]).tokens) for end in range(len(text) + 1)]
    expected = [end for end in range(1, len(text) + 1) if lengths[end] < lengths[end - 1]]
    assert typing_counts(tokenizer, text) == lengths
    assert typing_falls(typing_counts(tokenizer, text)) == expected
    assert typing_falls(typing_counts(tokenizer, "smartest older"))
