"""Plural forms: the table equals CLDR's, and a sentence takes the form of its numbers."""

import pytest
from babel import Locale

from bpe.player.plurals import (
    TABLE,
    Plural,
    categories,
    category,
    choices_of,
    fields,
    forms_of,
    read_forms,
)
from tests.plurals import as_text

NUMBERS = (*range(1300), 10_000, 99_999, 100_000, 1_000_000, 1_000_001, 2_000_000)


def test_the_table_is_what_cldr_says_of_whole_numbers():
    """After a new release of CLDR, run `python -m tests.plurals`."""
    assert TABLE.read_text(encoding="utf-8") == as_text()


@pytest.mark.parametrize(
    "lang", ["en", "zh", "pl", "ru", "ar", "cs", "fr", "pt", "pt-PT", "lt", "ga", "br", "fil", "kw"]
)
def test_a_number_has_the_category_that_babel_gives_it(lang):
    rule = Locale.parse(lang, sep="-").plural_form
    assert {n: category(lang, n) for n in NUMBERS} == {n: rule(n) for n in NUMBERS}
    assert categories(lang) == {*map(rule, NUMBERS), "other"}


def test_one_language_has_one_form_another_four():
    """Languages may be named as the folders of `locales`; a fraction has the form "other"."""
    assert categories("zh") == categories("zh-Hans") == categories("none") == {"other"}
    assert categories("pl") == categories("pl_PL") == {"one", "few", "many", "other"}
    assert category("en", 1.0) == "one"
    assert category("en", 0.5) == "other"


TWO = {
    "sentence": "Here: {n}, {m} of {what}.",
    "n": {"one": "{n} token", "other": "{n:,} tokens"},
    "m": {"one": "one merge", "other": "{m} merges"},
}


def test_a_sentence_takes_the_form_of_each_of_its_numbers():
    said = read_forms(TWO, "en")
    assert said.format(n=1, m=1, what="{n}") == "Here: 1 token, one merge of {n}."
    assert said.format(n=1, m=0, what="") == "Here: 1 token, 0 merges of ."
    assert said.format(n=2000, m=1, what=7) == "Here: 2,000 tokens, one merge of 7."
    assert said == "Here: {n:,} tokens, {m} merges of {what}."
    assert fields(said) == {"n", "m", "what"}
    assert choices_of(said) == {name: TWO[name] for name in ("n", "m")}
    assert fields(read_forms({"n": {"one": "once", "other": "often"}}, "en")) == {"n"}


def test_a_plural_sentence_needs_its_number_as_a_number():
    said = Plural({"n": {"one": "once", "other": "{n} times"}}, "en")
    assert said.format(n=1) == "once"
    with pytest.raises(
        TypeError, match=r"n must be a number, got '1,000'\. Let the sentence write"
    ):
        said.format(n="1,000")
    with pytest.raises(KeyError, match="n"):
        said.format()


def test_javascript_gets_all_forms():
    assert forms_of(read_forms(TWO, "en")) == TWO
    assert forms_of(read_forms("{n} 次", "zh")) == "{n} 次"
