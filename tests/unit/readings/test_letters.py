"""What tokens hide of a text: parts of characters, letters and digits."""

import pytest

from bpe import train
from bpe.encoding.alignment import PlacedToken, place_tokens
from bpe.readings.letters import (
    digit_grouping,
    digit_groups,
    letter_counts,
    split_character,
    word_forms,
)


def cut(text, *sizes):
    """Lay tokens of these sizes over a text."""
    found, at = [], 0
    for size in sizes:
        found.append(PlacedToken(text[at : at + size], 0, at, at + size))
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
    """Each rule is told from the others."""
    assert digit_grouping(lambda n: cut(n, *filter(None, rule(n)))) == name


def test_a_character_of_several_tokens_is_half_characters():
    """The first such one, and how many tokens; letters that stand together are none."""
    tokenizer = train("low low", "gpt").tokenizer()
    text = "low 好"
    assert split_character(text, place_tokens(tokenizer, text, tokenizer.encode(text))) == ("好", 3)
    assert split_character("low", place_tokens(tokenizer, "low", tokenizer.encode("low"))) is None
