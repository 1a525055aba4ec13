"""One word by each method, all words by two, its wall of merges; what tokens hide of a text."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.encoding.alignment import PlacedToken, place_tokens
from bpe.encoding.roundtrip import POLICIES
from bpe.readings.letters import (
    digit_grouping,
    digit_groups,
    letter_counts,
    split_character,
    word_forms,
)
from bpe.readings.word_encoding import (
    compare_methods,
    encode_by_each_method,
    first_whole_step,
    merge_wall,
)
from bpe.text.characters import is_text

TEXT = "banana bandana cabana canada panama anagram manana ananas nanny abba bab"


@pytest.mark.parametrize("method", ["longest-match", "longest-token-first", "fewest-tokens"])
@pytest.mark.parametrize("preset", ["paper", "subword-nmt", "huggingface", "gpt"])
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
    found = compare_methods(training, step, method)
    rows = {each.text: (each.count, each.merges, each.other) for each in found.differences}
    assert rows == expected
    assert len(rows) > 1 or method != "longest-match" or preset == "paper"
    counts = [each.count for each in found.differences]
    assert counts == sorted(counts, reverse=True), "what happens often is read first"
    assert found.words == len(training.corpus)
    assert found.occurrences == sum(training.corpus.counts)
    signs = [found.where(sign) for sign in (-1, 0, 1)]
    assert sum(words for words, _ in signs) == len(expected)
    assert sum(occurrences for _, occurrences in signs) == found.differing_occurrences
    assert found.tokens == sum(n * (len(b) - len(a)) for n, a, b in expected.values())


@pytest.mark.parametrize("rule", POLICIES)
def test_a_word_with_an_unknown_letter_is_encoded_by_each_rule_its_own_first(rule):
    """Best are the rules that give the word back."""
    scheme = replace(PRESETS["paper"], unknown=rule)
    found = encode_by_each_method(train("low lower lowest", scheme).tokenizer(), "low slöw", 1)
    assert (found.text, found.unknown) == ("slöw", ("ö",))
    rules = [each.name for each in found.endings]
    assert rules == [rule, *(other for other in POLICIES if other != rule)]
    back = {"unk": "sl<unk>w", "pass": "slöw", "drop": "slw", "bytes": "slöw"}
    assert {each.name: each.back for each in found.endings} == back
    assert {each.name for each in found.endings if each.is_best} == {"pass", "bytes"}


def test_a_trace_is_whole_from_the_step_that_leaves_no_byte_alone():
    """The first step of whole characters, 0 where no merge comes after or none was broken."""
    tokenizer = train("今天 今天 今天 今日 low", "gpt").tokenizer()
    [word] = tokenizer.encode("今天").words
    step = first_whole_step(word)
    assert all(map(is_text, word.steps[step - 1].tokens))
    assert not all(map(is_text, word.steps[step - 2].tokens))
    assert step < len(word.steps)
    assert [first_whole_step(each) for each in tokenizer.encode("low 明").words] == [0, 0]
    assert first_whole_step(tokenizer.encode("a今天").words[0]) == 0


@given(st.text("abc", min_size=1, max_size=9))
def test_a_wall_of_bricks_has_every_merge_of_a_word(word):
    """Its rows have no gap, its end is the word's tokens, and one may begin at any step."""
    [encoded] = train("abc abab cab caab bcc", "huggingface").tokenizer().encode(word).words
    for first in range(len(encoded.steps) + 1):
        wall = merge_wall(encoded, first)
        made = sorted((brick.rank, brick.token) for brick in wall if brick.rank is not None)
        steps = encoded.steps[first:]
        joined = ((step.rank, "".join(step.pair)) for step in steps for _ in step.places)
        assert made == sorted(joined)
        height = max(brick.until for brick in wall)
        width = sum(brick.level == 0 for brick in wall)
        for row in range(height):
            there = (each for each in wall if each.level <= row < each.until)
            here = sorted(there, key=lambda brick: brick.start)
            assert [brick.start for brick in here[1:]] == [brick.end for brick in here[:-1]]
            assert (here[0].start, here[-1].end) == (0, width)
        assert tuple(brick.token for brick in here) == encoded.tokens


def cut(text, *sizes):
    """Lay tokens of these sizes over a text."""
    found, at = [], 0
    for size in sizes:
        found.append(PlacedToken(text[at : at + size], 0, at, at + size))
        at += size
    return found


def test_letters_and_digits_are_those_of_each_token():
    """Letters in any case; a token without digits is no group."""
    assert letter_counts("Strawberry", cut("Strawberry", 2, 3, 5), "R") == [0, 1, 2]
    assert letter_counts("RÄr", cut("RÄr", 1, 2), "r") == [1, 1]
    assert letter_counts("", [], "r") == []
    assert digit_groups(" 12a345", cut(" 12a345", 3, 1, 2, 1)) == ["12", "34", "5"]


def test_a_word_keeps_its_letters_in_every_form():
    """Only case, a space and an s differ."""
    forms = word_forms("mcDonald")
    assert forms["capital"] == "McDonald"
    assert {form.strip().casefold().removesuffix("s") for form in forms.values()} == {"mcdonald"}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("ones", lambda n: [1] * len(n)),
        ("left", lambda n: [3] * (len(n) // 3) + [len(n) % 3]),
        ("right", lambda n: [len(n) % 3] + [3] * (len(n) // 3)),
        ("learned", lambda n: [2] * (len(n) // 2) + [len(n) % 2]),
    ],
)
def test_how_digits_are_grouped_is_seen_on_numbers(name, rule):
    assert digit_grouping(lambda n: cut(n, *filter(None, rule(n)))) == name


def test_a_character_of_several_tokens_is_half_characters():
    """The first such one, and how many tokens; letters that stand together are none."""
    tokenizer = train("low low", "gpt").tokenizer()
    text = "low 好"
    assert split_character(text, place_tokens(tokenizer, text, tokenizer.encode(text))) == ("好", 3)
    assert split_character("low", place_tokens(tokenizer, "low", tokenizer.encode("low"))) is None
