"""A token looked up, held against a slow search through all numbers."""

import unicodedata

import pytest

from bpe import train
from bpe.readings.tokenizers import Asked, find_in, reads
from tests.cases import for_each
from ui.corpora.tokenizers import opened


def slow(tokenizer, wanted: str) -> list[int]:
    """Ask every number in turn, and sort what fits as often as it takes."""
    found = []
    for id_ in tokenizer.ids:
        text = reads(tokenizer.token(id_), tokenizer.scheme)
        if str(id_) == wanted or (text and wanted in text):
            found.append((str(id_) != wanted, text != wanted, len(text), id_))
    return [each[-1] for each in sorted(found)]


@for_each("name", ["gpt2", "mistral", "bert", "clip"])
def test_by_text_and_by_number_it_is_what_a_slow_search_finds(name):
    """A space, a byte of a character, a mark of any kind, a special token."""
    for wanted in ("strawberry", " straw", " SolidGoldMagikarp", "2024", "[", "ing ", "9" * 5_000):
        found, slowly = find_in(opened(name), Asked(wanted), 20), slow(opened(name), wanted)
        assert (found.count, [hit.id for hit in found.hits]) == (len(slowly), slowly[:20])


def test_the_numbers_that_the_story_names_are_those_of_the_lists():
    """GPT-2's name of a user, and two of the longest Chinese tokens of GPT-4o."""
    [name] = find_in(opened("gpt2"), Asked(" SolidGoldMagikarp"), 20).hits
    assert (name.id, opened("gpt2").encode(" SolidGoldMagikarp").ids) == (43453, [43453])
    longest = find_in(opened("o200k"), Asked("", "Han"), 20).hits
    assert {177431, 181081} <= {hit.id for hit in longest}
    sizes = [sum(unicodedata.name(c, "").startswith("CJK") for c in hit.text) for hit in longest]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece"])
def test_a_run_is_searched_without_what_it_has_for_the_unknown(scheme):
    """That has no spelling; the end of a word reads as a space."""
    training = train("highest higher lower lowest", scheme)
    found = find_in(training.tokenizer(), Asked("est"), 20)
    assert {hit.token for hit in found.hits} == {
        token for token in training.tokens if "est" in reads(token, training.scheme)
    }
