"""Several vocabularies of one corpus, against the records and against plain sets."""

from itertools import combinations

import pytest

from bpe import PRESETS, train
from bpe.readings.vocabularies import overlaps, split_words, vocabularies
from bpe.unigram import train_unigram

SIX = "highest higher lower lowest lowest cooler coolest"


@pytest.fixture(scope="module")
def unigram():
    return train_unigram(SIX, vocab_size=17)


@pytest.fixture(scope="module")
def others(unigram):
    return {
        "bpe": train(unigram.corpus, PRESETS["sentencepiece"], vocab_size=17),
        "wordpiece": train(unigram.corpus, "wordpiece", vocab_size=16),
    }


@pytest.fixture(scope="module")
def compared(unigram, others):
    return vocabularies(unigram, others)


def test_each_has_the_numbers_of_its_record(compared, unigram, others):
    """Names, sizes, tokens in the corpus and the mean length, counted from the records."""
    assert [each.name for each in compared] == ["bpe", "wordpiece", "unigram"]
    assert [len(each.tokens) for each in compared] == [17, 16, 17]
    assert [each.is_full for each in compared] == [True, False, True]
    counts = dict(zip(unigram.corpus.words, unigram.corpus.counts, strict=True))
    assert counts["lowest"] == 2
    for each in compared:
        tokens = sum(len(each.split(word)) * count for word, count in counts.items())
        assert each.token_count == tokens
        assert each.tokens_per_word == tokens / 7
    assert compared[0].tokens == frozenset(others["bpe"].tokens)
    lengths = [len(token.replace("▁", "")) for token in unigram.pieces]
    assert compared[2].mean_length == pytest.approx(sum(lengths) / 17)


def test_all_are_spelled_alike(compared, others, unigram):
    """What each says spells the marked word, whatever mark its own scheme has."""
    for word in unigram.corpus.words:
        for each in compared:
            assert "".join(each.split(word)) == "▁" + word
            assert set(each.split(word)) <= each.tokens
        snapshot = others["wordpiece"].snapshot(len(others["wordpiece"]))
        pieces = [token.removeprefix("##") for token in snapshot.tokens(word)]
        assert [token.removeprefix("▁") for token in compared[1].split(word)] == pieces
        assert compared[2].split(word) == unigram.model.best("▁" + word)


def test_every_token_is_in_one_overlap(compared):
    """The groups partition the union; those that all have come first, the longest token first."""
    found = overlaps(compared)
    sizes = [len(each.names) for each in found]
    assert sizes == sorted(sizes, reverse=True)
    assert all(not {*one.tokens} & {*other.tokens} for one, other in combinations(found, 2))
    for each in compared:
        mine = [token for group in found if each.name in group.names for token in group.tokens]
        assert set(mine) == each.tokens
    for group in found:
        lengths = [len(token) for token in group.tokens]
        assert lengths == sorted(lengths, reverse=True)


def test_words_are_split_by_each_the_most_frequent_first(compared, unigram):
    """Every word once, with its count; a search leaves those that contain it, in any case."""
    found = list(split_words(compared, unigram))
    assert {each.text for each in found} == {*unigram.corpus.words}
    assert (found[0].text, found[0].count) == ("lowest", 2)
    for each in found:
        assert each.splits == tuple(every.split(each.text) for every in compared)
        assert each.is_alike == (each.splits[0] == each.splits[1] == each.splits[2])
    assert {each.text for each in split_words(compared, unigram, "COOL")} == {"cooler", "coolest"}


def test_byte_tokens_cannot_be_spelled_in_characters(unigram):
    """The sentence says what to train instead."""
    with pytest.raises(ValueError, match="tokens must be characters"):
        vocabularies(unigram, {"gpt": train(SIX, "gpt", max_merges=2)})
