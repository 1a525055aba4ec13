"""A tokenizer read from a file: what it is asked for and does not have."""

import json

import pytest

from bpe import train
from bpe.interchange import load, to_tiktoken, to_tokenizer_json

HOLES = {"type": "BPE", "vocab": {"a": 0, "b": 2, "ab": 5}, "merges": ["a b"]}


def loaded(name):
    """Return one tokenizer a format."""
    if name == "holes":
        return load({"tokenizer.json": json.dumps({"model": HOLES}).encode()})
    training = train("low lower", "gpt", max_merges=3)
    if name == "json":
        return load({"tokenizer.json": to_tokenizer_json(training).encode()})
    return load({"x.tiktoken": to_tiktoken(training).encode()})


@pytest.mark.parametrize("name", ["holes", "json", "tiktoken"])
def test_an_id_that_does_not_exist_is_no_text(name):
    """Every id the file has decodes; one below, above or in a hole raises, with the id."""
    ours = loaded(name)
    for token, id_ in ours.vocabulary.items():
        assert ours.decode([id_]) == ours.decode([token])
    assert ours.vocab_size == {"holes": 3, "json": 259, "tiktoken": 259}[name]
    size = max(ours.ids) + 1
    absent = [*range(size, size + 300), -1, -size, *({1, 3, 4} if name == "holes" else ())]
    for id_ in absent:
        with pytest.raises(ValueError, match=rf"id must be .*, got {id_}\. "):
            ours.decode([id_])


def test_an_added_token_is_taken_whole():
    """No merge made it."""
    sides = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": 7, "content": "abba", "special": True, **sides}]
    ours = load({"t.json": json.dumps({"model": HOLES, "added_tokens": added}).encode()})
    assert ours.encode("abbaab").ids == [ours.special["abba"], 5]


def test_a_pattern_that_does_not_exist_is_refused_at_once():
    """Not only when a text is encoded."""
    with pytest.raises(ValueError, match=r"pretokenizer must be one of .*o200k, got 'gpt5'\. "):
        load({"x.tiktoken": b""}, pretokenizer="gpt5")


def test_words_of_ranks_are_those_of_the_normalized_text_and_places_those_of_the_typed_one():
    """A letter and its accent are one there, and two characters here."""
    ours = load({"x.tiktoken": to_tiktoken(train("a", "gpt")).encode()}, normalizer="nfc")
    words = [(word.text, word.start, word.end) for word in ours.encode("e\u0301a b").words]
    assert words == [("éa", 0, 2), (" b", 2, 4)]
    assert ours.places("e\u0301a b") == [(0, 2), (0, 2), (2, 3), (3, 4), (4, 5)]
