"""Stages of a tokenizer.json: where they cut, and patterns that would never end."""

import json
import time

import pytest

from bpe.interchange import load
from tests.cases import for_each
from tests.oracle.files.test_reading import texts

tokenizers = pytest.importorskip("tokenizers")
made = tokenizers.pre_tokenizers


def digits(behavior):
    """Cut at each digit."""
    return made.Split(tokenizers.Regex("[0-9]"), behavior)


CUTS = {
    "spaces, then digits": [made.WhitespaceSplit(), digits("isolated")],
    "digits dropped, then spaces": [digits("removed"), made.WhitespaceSplit()],
    "three times": [made.WhitespaceSplit(), digits("merged_with_next"), made.Punctuation()],
    "marks, then digits": [made.Metaspace("_", "first"), digits("merged_with_previous")],
    "marks on each, then digits": [made.Metaspace("_", "always"), digits("isolated")],
    "digits, then marks on each": [digits("isolated"), made.Metaspace("_", "always")],
    "digits, then marks where the text begins": [digits("isolated"), made.Metaspace("_", "first")],
}
LETTERS = ["a", "bc", " ", "  ", "1", "22", "!", "_"]


@for_each("name", CUTS)
def test_a_word_stands_where_the_library_has_it(name):
    """Each stage cuts what the one before has left; its places are those of the whole text."""
    vocabulary = {letter: id_ for id_, letter in enumerate("abc 12!_")}
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    theirs.pre_tokenizer = made.Sequence(CUTS[name])
    ours = load({"t.json": theirs.to_str().encode()})
    for text in texts(LETTERS, size=200):
        found = [(word.text, word.start, word.end) for word in ours.encode(text).words]
        cut = theirs.pre_tokenizer.pre_tokenize_str(text)
        for word, (start, end) in cut:
            ours_word, *place = found.pop(0)
            assert ours_word == word, repr(text)
            assert place == [start, end], repr(text)
        assert not found


@for_each(
    "stages",
    [
        {"pre_tokenizer": {"type": "Split", "behavior": "Isolated", "invert": False}},
        {"normalizer": {"type": "Replace", "content": ""}},
    ],
)
def test_a_pattern_that_never_ends_is_stopped(stages):
    """A stranger's pattern does not keep the machine busy: the library gives it up."""
    [stage] = stages.values()
    stage["pattern"] = {"Regex": "(a|b|ab)*(?=c)"}
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    ours = load({"t.json": json.dumps({"model": model, **stages}).encode()})
    start = time.process_time()
    assert ours.encode("ab" * 200).ids == [0] * 200
    assert time.process_time() - start < 5
