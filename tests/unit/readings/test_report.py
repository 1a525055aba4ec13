"""The report card, against plain recounts of the same text and formulas written out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.interchange import load, to_subword_nmt_codes
from bpe.readings.report import (
    gini,
    is_whole,
    learned_ids,
    renyi_efficiency,
    report,
    said_in,
    words_of,
)
from tests.cases import for_each

TEXT = "low low lower lowest newest newest widest, the lower the better: naïve 3 times 3"
SEEN = "low low low lower newest newest newest widest the the better, : times 3 naive"
FREQUENCIES = st.lists(st.integers(1, 1000), min_size=1, max_size=30)


def mean_difference(numbers):
    """Return the mean difference of each two numbers, over twice their mean."""
    pairs = [abs(one - other) for one in numbers for other in numbers]
    return sum(pairs) / len(pairs) / (2 * sum(numbers) / len(numbers))


@for_each("preset", PRESETS)
def test_a_report_counts_what_the_encoding_has(preset):
    """Tokens, characters, bytes, the used part of the vocabulary: by a plain recount."""
    tokenizer = train(SEEN, preset, max_merges=30).tokenizer()
    found = report(tokenizer, TEXT)
    ids = tokenizer.encode(TEXT).ids
    known = [id_ for id_ in ids if id_ < tokenizer.unknown_id]
    assert found.tokens == len(ids)
    assert found.unknown == len(ids) - len(known)
    learned = tokenizer.vocab_size - len(tokenizer.special_ids)
    assert (found.vocabulary, found.used) == (learned, len(set(known)))
    assert found.characters_per_token == len(TEXT) / len(ids)
    assert found.bytes_per_token == (len(TEXT) + 1) / len(ids)
    assert found.tokens_per_word == len(ids) / 15
    assert found.unused_share == pytest.approx(1 - len(set(known)) / learned)
    assert sorted(found.frequencies, reverse=True) == list(found.frequencies)
    assert len(found.frequencies) == len(set(ids))


@for_each("preset", sorted(set(PRESETS) - {"minbpe"}))
def test_whole_words_are_those_of_one_token(preset):
    """Each word of the text by itself; a byte scheme has some of them with their space alone."""
    tokenizer = train(SEEN, preset, max_merges=60).tokenizer()
    found = report(tokenizer, TEXT)
    single = {
        word
        for word in words_of(TEXT)
        if word.isascii() and 1 in (len(tokenizer.encode(each).ids) for each in (word, " " + word))
    }
    assert {"low", "newest"} <= single
    assert found.whole == sum(n for word, n in words_of(TEXT).items() if word in single)
    assert found.whole_share == found.whole / 15


@for_each(
    ("preset", "word"),
    [("wordpiece", "xyz"), ("sentencepiece", "xyz"), ("huggingface", "xlow"), ("huggingface", "x")],
)
def test_a_word_that_is_lost_in_part_is_not_whole(preset, word):
    """One token for the unknown, or what is left when the unknown is dropped."""
    tokenizer = train("low low low", preset, max_merges=9).tokenizer()
    assert is_whole(tokenizer, "low", learned_ids(tokenizer))
    assert not is_whole(tokenizer, word, learned_ids(tokenizer))


def test_codes_from_a_file_have_an_id_for_the_unknown_that_is_no_token():
    """subword-nmt passes on what it does not know; nothing of that is vocabulary."""
    codes = to_subword_nmt_codes(train("low low lower newest", "subword-nmt", max_merges=5))
    found = report(load({"x.codes": codes.encode()}), "low xx")
    assert (found.tokens, found.unknown, found.used, found.whole) == (3, 2, 1, 1)
    assert found.vocabulary == len(load({"x.codes": codes.encode()}).tokens)


@given(power=st.sampled_from([0.5, 1, 2, 2.5, 3]), frequencies=FREQUENCIES)
def test_renyi_efficiency_is_its_formula(power, frequencies):
    """From 0 to 1, and 1 where all are as frequent; the formula with plain logarithms."""
    found = renyi_efficiency(frequencies, power)
    if len(frequencies) == 1:
        assert found is None
        return
    shares = [each / sum(frequencies) for each in frequencies]
    if power == 1:
        entropy = -sum(share * math.log(share) for share in shares)
    else:
        entropy = math.log(sum(share**power for share in shares)) / (1 - power)
    assert found == pytest.approx(entropy / math.log(len(frequencies)))
    assert -1e-9 <= found <= 1 + 1e-9
    assert renyi_efficiency([7] * len(frequencies), power) == pytest.approx(1)


def test_a_power_is_above_zero():
    """Anything else is refused by name."""
    with pytest.raises(ValueError, match=r"power must be above 0, got 0\."):
        renyi_efficiency([1, 2], 0)


@given(frequencies=FREQUENCIES)
def test_gini_is_half_the_mean_difference_over_the_mean(frequencies):
    """Every two frequencies compared; the order they are given in plays no role."""
    assert gini(frequencies) == pytest.approx(mean_difference(frequencies))
    assert gini(frequencies[::-1]) == pytest.approx(gini(frequencies))


def test_nothing_to_divide_by_is_none():
    """An empty text, a text of one token, and no text with spaces between words."""
    tokenizer = train("aaa aaa", "huggingface").tokenizer()
    empty = report(tokenizer, "")
    measures = (
        *(empty.tokens_per_word, empty.characters_per_token, empty.bytes_per_token),
        *(empty.whole_share, empty.efficiency, empty.inequality),
    )
    assert measures == (None,) * 6
    assert (empty.tokens, empty.unused_share) == (0, 1)
    one = report(tokenizer, "aaa")
    assert (one.tokens_per_word, one.whole_share, one.efficiency, one.inequality) == (1, 1, None, 0)


@for_each(
    ("text", "words"),
    [
        ("It's 3 o'clock.", ["It", "s", "3", "o", "clock"]),
        ("हिन्दी और", ["हिन्दी", "और"]),
        ("人人生而自由，all", []),
        ("the word 人", ["the", "word", "人"]),
        ("ไทย", []),
    ],
)
def test_words_are_runs_of_letters_where_spaces_part_them(text, words):
    """Text that is mostly of unspaced scripts has no words to count."""
    assert list(words_of(text).elements()) == words


SENTENCES = {"English": "all are born free", "Deutsch": "alle sind frei", "中文": "人人生而自由"}


def test_a_sentence_costs_its_tokens_and_what_is_unknown_is_told():
    """The first language is what the others are compared with."""
    tokenizer = train("all are born free and are all free", "paper").tokenizer()
    found = said_in(tokenizer, SENTENCES)
    assert [each.language for each in found] == list(SENTENCES)
    counts = {name: tokenizer.encode(text).ids for name, text in SENTENCES.items()}
    assert [each.tokens for each in found] == list(map(len, counts.values()))
    unknown = [ids.count(tokenizer.unknown_id) for ids in counts.values()]
    assert [each.unknown for each in found] == unknown
    assert unknown[0] == 0 < unknown[2]
    first = found[0].tokens
    assert [each.premium for each in found] == [each.tokens / first for each in found]
    assert (found[2].characters, found[2].bytes) == (6, 18)


def test_a_first_sentence_without_tokens_compares_with_nothing():
    """An empty text, or one that is dropped whole."""
    tokenizer = train("aa aa", "huggingface").tokenizer()
    assert [each.premium for each in said_in(tokenizer, {"x": "", "y": "aa"})] == [None, None]
