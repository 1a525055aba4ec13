"""A tokenizer read from a file: what it has not; a replay is the same merges in order."""

import json
import random
from itertools import pairwise, repeat

import pytest

from bpe import train
from bpe.encoding.encoded import TraceStep
from bpe.encoding.matching import replace_pair
from bpe.files.tokenizer import LONGEST, replay
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


def slow_steps(ids, find, token):
    """Look at all pairs before each merge; return the steps and what is left."""
    steps, last = [], None
    while True:
        found = [find(left, right) for left, right in pairwise(ids)]
        known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
        if not known:
            return steps, ids
        rank, at, new = min(known)
        pair = ids[at], ids[at + 1]
        candidates, places = tuple(each and each[0] for each in found), (at,)
        ids = replace_pair(ids, places, new)
        if pair == last:
            before = steps.pop()
            candidates, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        tokens = tuple(map(token, ids))
        steps.append(TraceStep(rank, tuple(map(token, pair)), tokens, candidates, places))


def of(made):
    return lambda *pair: made.get(pair)


def merges(draw, letters, size):
    """Return merges of random earlier tokens with ranks in random order: (left, right) -> made."""
    known = list(range(letters))
    made = {}
    for new in range(letters, letters + size):
        pair = draw.choice(known), draw.choice(known)
        if pair not in made:
            made[pair] = draw.randrange(size), new
            known.append(new)
    return made


def test_every_step_is_that_of_a_slow_twin():
    """Words of few letters, with merges in any order, equal ranks and overlapping pairs."""
    draw = random.Random(7)
    for _ in range(600):
        letters = draw.randrange(1, 4)
        made = merges(draw, letters, draw.randrange(1, 14))
        word = [draw.randrange(letters) for _ in range(draw.randrange(0, 40))]
        steps, end = slow_steps(word, of(made), str)
        found = replay(word, end, of(made), str)
        assert found.why is None
        assert found.tokens == tuple(map(str, word))
        assert found.steps == tuple(steps)


def test_other_tokens_than_the_librarys_are_said():
    """There is no replay then, and the word is as the library has it."""
    for end, whole, why in (((9,), "whole", "whole"), ((0, 9), "whole", "other")):
        found = replay([0, 1], end, lambda *pair: None, str, whole)
        assert (found.tokens, found.steps, found.why) == (tuple(map(str, end)), (), why)


def test_a_lesson_ends_at_so_many_parts():
    """A longer word, or an endless one, is said to be long before anything is looked up."""
    for parts, why in (([0] * LONGEST, None), ([0] * (LONGEST + 1), "long"), (repeat(0), "long")):
        found = replay(parts, [0] * LONGEST, of({}), str)
        assert (found.why, found.tokens) == (why, ("0",) * LONGEST)
