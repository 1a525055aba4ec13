"""Ways to encode, set beside each other: every number equals a plain recount."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.encoding.roundtrip import first_difference, round_trip
from bpe.encoding.spelling import UNKNOWN
from bpe.encoding.unknown import POLICIES, unknown_characters, with_policy
from bpe.readings.compare import (
    cloud_shares,
    counts_by_step,
    dropout_cloud,
    duel,
    split_at,
    typing_counts,
    typing_falls,
    word_history,
)

TEXT = "old older oldest smart smarter smartest cold bold folder gold stolen"
LETTERS = st.text(st.sampled_from("oldersmatxé 好"), max_size=12)


@pytest.fixture(scope="module")
def trainings():
    return {name: train(TEXT, name) for name in PRESETS}


@pytest.mark.parametrize("method", ["longest-match", "longest-token-first"])
@pytest.mark.parametrize("preset", ["paper", "subword-nmt", "huggingface", "gpt"])
def test_a_duel_is_a_plain_comparison_of_two_encodings(trainings, preset, method):
    """Words that differ, their counts, gains and losses: against a loop over the corpus."""
    training = trainings[preset]
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


def test_policies_for_what_the_alphabet_lacks():
    """`highest` where h and g were never seen, under each rule."""
    training = train(Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}), "paper")
    tokenizer = training.tokenizer()
    assert unknown_characters(tokenizer, "highest") == ["h", "g"]
    tokens = {each: with_policy(tokenizer, each).encode("highest").tokens for each in POLICIES}
    assert tokens == {
        "unk": [UNKNOWN, "i", UNKNOWN, UNKNOWN, "est</w>"],
        "pass": ["h", "i", "g", "h", "est</w>"],
        "drop": ["i", "est</w>"],
        "bytes": ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    }


def test_a_known_letter_at_a_new_place_can_be_unknown():
    """With an attached mark, `w` at the end of a word is another character than `w` within."""
    tokenizer = train("wo", "subword-nmt").tokenizer()
    assert unknown_characters(tokenizer, "ow") == ["o", "w"]


def test_bytes_know_every_character(trainings):
    """An alphabet of 256 bytes lacks nothing."""
    assert unknown_characters(trainings["gpt"].tokenizer(), "好é👩‍🚀") == []


@pytest.mark.parametrize("preset", PRESETS)
@given(text=LETTERS)
def test_a_round_trip_that_loses_something_names_a_cause(trainings, preset, text):
    """Equal texts have no difference; unequal ones first differ where said, and say why."""
    tokenizer = trainings[preset].tokenizer()
    trip = round_trip(tokenizer, text)
    assert (trip.difference is None) == (trip.decoded == trip.text)
    if trip.difference is not None:
        at = trip.difference
        assert trip.text[:at] == trip.decoded[:at]
        assert trip.text[at : at + 1] != trip.decoded[at : at + 1]
        assert trip.causes


@pytest.mark.parametrize(
    ("preset", "text", "causes"),
    [
        ("paper", "old  gold", ("spaces",)),
        ("huggingface", "old gold", ("spaces",)),
        ("sentencepiece", "ｏｌｄ", ("normalizer",)),
        ("sentencepiece", " ｏｌｄ x", ("normalizer", "spaces", "unknown")),
        ("paper", "oldx", ("unknown",)),
        ("subword-nmt", "oldx", ()),
        ("gpt", "  old\n好", ()),
    ],
)
def test_what_is_lost_on_the_way(trainings, preset, text, causes):
    """Spaces by splitting at white space, forms by the normalizer, characters by `<unk>`."""
    tokenizer = trainings[preset].tokenizer()
    assert round_trip(tokenizer, text).causes == causes


def test_the_first_difference_can_be_an_end():
    """A text that goes on differs where the other one ends."""
    assert first_difference("", "") is None
    assert first_difference("ab", "a") == 1
    assert first_difference("", "a") == 0
    assert first_difference("abc", "axc") == 1


def test_one_more_character_can_mean_fewer_tokens():
    """The count while `lowest` is typed rises to five and falls to four."""
    training = train("highest higher lower lowest cooler coolest", "paper", vocab_size=17)
    assert typing_counts(training.tokenizer(), "lowest") == [0, 2, 3, 4, 5, 5, 4]


@pytest.mark.parametrize("preset", ["paper", "subword-nmt", "huggingface", "gpt", "sentencepiece"])
@given(text=LETTERS)
def test_the_trace_holds_every_earlier_tokenizer(trainings, preset, text):
    """A word's history is what the tokenizer of each step makes of it, and so are the counts."""
    training = trainings[preset]
    tokenizer = training.tokenizer()
    encoding = tokenizer.encode(text)
    counts = counts_by_step(tokenizer, encoding)
    assert len(counts) == len(training.merges) + 1
    for step in range(0, len(training.merges) + 1, 3):
        earlier = training.tokenizer(step).encode(text)
        assert counts[step] == len(earlier.tokens)
        for word, then in zip(encoding.words, earlier.words, strict=True):
            assert [split for at, split in word_history(word) if at <= step][-1] == then.tokens


def test_a_cloud_is_seeded_and_sums_to_its_samples(trainings):
    """The same seed gives the same cloud; every split spells the word."""
    tokenizer = trainings["paper"].tokenizer()
    cloud = dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=1)
    assert cloud == dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=1)
    assert cloud != dropout_cloud(tokenizer, "smartest", 0.3, 100, seed=2)
    assert sum(count for _, count in cloud) == 100
    assert {"".join(split) for split, _ in cloud} == {"smartest</w>"}
    counts = [count for _, count in cloud]
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
    assert typing_falls(typing_counts(tokenizer, text)) == expected


def test_falls_there_are_and_the_shares_of_a_cloud_add_up():
    """`old` becomes one token with its d; each share is its count over all samples."""
    tokenizer = train(TEXT).tokenizer()
    assert typing_falls(typing_counts(tokenizer, "smartest older"))
    cloud = dropout_cloud(tokenizer, "smartest", 0.5, 40, 1)
    assert len(cloud) > 2
    assert cloud_shares(cloud) == [count / 40 for _, count in cloud]


def test_the_split_of_a_step_is_the_one_its_tokenizer_makes(trainings):
    """At every step the place in the history is that of the tokens encoded anew."""
    training = trainings["paper"]
    [word] = training.tokenizer().encode("smartest").words
    history = word_history(word)
    for step in range(len(training.merges) + 1):
        tokens = tuple(training.tokenizer(step).encode("smartest").tokens)
        assert history[split_at(history, step)][1] == tokens
