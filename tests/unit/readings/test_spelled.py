"""What tokens hide: letters and digits, on tokens laid by hand and on real tokenizers."""

import pytest

from bpe.readings.placed import Placed, placed
from bpe.readings.spelled import digit_groups, grouping, letter_counts, word_forms
from tests.cases import for_each


def cut(text, *sizes):
    """Lay tokens of these sizes over a text."""
    found, at = [], 0
    for size in sizes:
        found.append(Placed(text[at : at + size], 0, at, at + size))
        at += size
    return found


def test_letters_are_counted_in_each_token_whatever_their_case():
    """All of them together are those of the text."""
    assert letter_counts("Strawberry", cut("Strawberry", 2, 3, 5), "R") == [0, 1, 2]
    assert letter_counts("RÄr", cut("RÄr", 1, 2), "r") == [1, 1]
    assert letter_counts("", [], "r") == []


def test_a_word_keeps_its_letters_in_every_form():
    """Only case, a space and an s differ."""
    forms = word_forms("mcDonald")
    assert forms["capital"] == "McDonald"
    assert {form.strip().casefold().removesuffix("s") for form in forms.values()} == {"mcdonald"}


def test_groups_are_the_digits_of_each_token():
    """A token without digits is no group."""
    assert digit_groups(" 12a345", cut(" 12a345", 3, 1, 2, 1)) == ["12", "34", "5"]


@for_each(
    ("name", "rule"),
    [
        ("ones", lambda n: [1] * len(n)),
        ("left", lambda n: [3] * (len(n) // 3) + [len(n) % 3]),
        ("right", lambda n: [len(n) % 3] + [3] * (len(n) // 3)),
        ("learned", lambda n: [2] * (len(n) // 2) + [len(n) % 2]),
    ],
)
def test_how_digits_are_grouped_is_seen_on_numbers(name, rule):
    """Each rule is told from the others."""
    assert grouping(lambda n: cut(n, *filter(None, rule(n)))) == name


@for_each(
    ("tokenizer", "name"),
    [
        ("gpt2", "learned"),
        ("cl100k", "left"),
        ("o200k", "left"),
        ("qwen", "ones"),
        ("deepseek", "left"),
        ("mistral", "ones"),
        ("tekken", "ones"),
        ("clip", "ones"),
        ("bert", "learned"),
    ],
)
def test_real_tokenizers_group_digits_as_their_patterns_say(tokenizer, name):
    """{1,3} takes threes from the left; one \\p{N} takes ones; GPT-2 has no limit."""
    pytest.importorskip("tiktoken")
    pytest.importorskip("tokenizers")
    pytest.importorskip("sentencepiece")
    from ui.corpora.tokenizers import opened

    real = opened(tokenizer)
    assert grouping(lambda number: placed(real, number, real.encode(number))) == name
