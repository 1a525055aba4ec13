"""Errors: one sentence each, naming the argument, the rule, the value and the way out."""

import copy
import re
from pickle import dumps, loads

import pytest

from bpe import Corpus, CorpusError, train
from bpe.errors import SENTENCES
from tests.data import SIX_WORDS

SENTENCE = re.compile(
    r"^(?P<name>\w+)(?: of .+)? must be (?P<rule>.+), got (?P<value>.+?)\. (?P<way>.+)\.$"
)

WRONG = [
    ("max_merges", lambda: train(SIX_WORDS, max_merges=-1), "-1"),
    ("vocab_size", lambda: train(SIX_WORDS, vocab_size=-1), "-1"),
    ("vocab_size", lambda: train(SIX_WORDS, vocab_size=11), "11"),
    ("min_frequency", lambda: train(SIX_WORDS, min_frequency=0), "0"),
    ("count", lambda: Corpus.from_counts({"low": 0}), "0"),
    ("count", lambda: Corpus.from_counts({"low": 1.5}), "1.5"),
    ("count", lambda: Corpus.from_counts({"low": True}), "True"),
    ("count", lambda: Corpus.from_counts({"low": 2**53 + 1}), "9007199254740993"),
    *(("share", lambda n=n: Corpus.from_counts({"a": 2}).split(n), f"{n}") for n in (0, 1, -0.1)),
    ("counts", lambda: train({"low": 2**52, "lowest": 2**52}), "4.95e+16"),
    ("limit", lambda: next(train(SIX_WORDS, max_merges=3).top_pairs(0)), "0"),
    ("step", lambda: next(train(SIX_WORDS, max_merges=3).top_pairs(5, stop=4)), "4"),
    ("text", lambda: train(SIX_WORDS).tokenizer().encode(b"low"), "bytes"),
    ("text", lambda: train(SIX_WORDS, "gpt").tokenizer().encode("lo\ud800w"), "U+D800"),
    ("scheme", lambda: train(SIX_WORDS, "bert"), "'bert'"),
    ("scheme", lambda: train(SIX_WORDS, ["paper"]), "['paper']"),
    ("scheme", lambda: Corpus.from_text(SIX_WORDS, "roberta"), "'roberta'"),
]


@pytest.mark.parametrize(("name", "call", "value"), WRONG)
def test_a_wrong_argument_gets_one_sentence(name, call, value):
    """The sentence has the form `<name> must be <rule>, got <value>. <way out>.`"""
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    found = SENTENCE.match(message)
    assert found, message
    assert found["name"] == name
    assert value in found["value"]
    assert "\n" not in message


@pytest.mark.parametrize("given", ["", " ", "\n\t \n", "\u3000\u00a0", {}, {"": 3}])
def test_a_text_without_words_is_the_readers_to_mend(given):
    """Empty and blank texts, no word and an empty one raise `CorpusError`, which pages show."""
    with pytest.raises(CorpusError) as caught:
        train(given, "paper")
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda e: loads(dumps(e))])
def test_an_error_carries_its_values_into_another_process(copied):
    """Code, values and sentence survive a copy; numbers are numbers."""
    with pytest.raises(CorpusError) as caught:
        Corpus.from_counts({"low": 2**53 + 1})
    error = copied(caught.value)
    assert (type(error), error.code) == (CorpusError, "count_large")
    assert error.values == {"word": "'low'", "largest": 2**53, "count": str(2**53 + 1)}
    assert str(error) == str(caught.value)
    assert "count of 'low' must be at most 9007199254740992, got 9007199254740993." in str(error)


@pytest.mark.parametrize("counts", [{"low" * 1000: 0}, {"low": 10**4000}, {"low": 10**5000}])
def test_a_long_value_is_cut_in_the_sentence(counts):
    """A word as long as a text does not fill the screen, nor does a number; some none can write."""
    with pytest.raises(CorpusError) as caught:
        Corpus.from_counts(counts)
    assert len(str(caught.value)) < 200


def test_each_sentence_has_rule_value_and_way_out():
    """It begins with the name or the file and ends with what to do, in words of this kind alone."""
    form = r"(?:[a-z_]+\b|\{\w+\}|tokenizer\.json).* must .*(?:, got| has none).*\. [A-Z][^X]*\."
    assert [code for code in SENTENCES if not re.fullmatch(form, SENTENCES[code])] == []
