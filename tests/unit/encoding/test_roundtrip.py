"""What encoding and decoding lose, why, and what the alphabet lacks."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from bpe.encoding.roundtrip import POLICIES, RoundTrip, round_trip, unknown_characters, with_policy
from bpe.encoding.spelling import UNKNOWN
from tests.strategies import presets, several

TEXT = "old older oldest smart smarter smartest cold bold folder gold stolen"
LETTERS = st.text(st.sampled_from("oldersmatxé 好"), max_size=12)


@pytest.fixture(scope="module")
def trainings():
    return {name: train(TEXT, name) for name in PRESETS}


def test_policies_for_what_the_alphabet_lacks():
    """`highest` where h and g were never seen, under each rule."""
    training = train(Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}), "paper")
    tokenizer = training.tokenizer()
    assert unknown_characters(tokenizer, "highest") == ["h", "g"]
    tokens = {each: with_policy(tokenizer, each).encode("highest").tokens for each in POLICIES}
    assert tokens == {
        "unk": [UNKNOWN, "i", UNKNOWN, UNKNOWN, "est</w>"],
        "pass": ["h", "i", "g", "h", "est</w>"],
        "drop": ["i", "est</w>"],
        "bytes": ["<0x68>", "i", "<0x67>", "<0x68>", "est</w>"],
    }


def test_the_letters_of_a_special_token_are_not_unknown():
    """It is one token, whatever the alphabet lacks; letters around it are looked at as before."""
    scheme = replace(PRESETS["paper"], special_tokens=("<|endoftext|>",))
    tokenizer = train("low lower", scheme).tokenizer()
    assert unknown_characters(tokenizer, "low<|endoftext|>lower") == []
    assert unknown_characters(tokenizer, "lox<|endoftext|>") == ["x"]
    assert round_trip(tokenizer, "low <|endoftext|>").unknown == ()


def test_a_known_letter_at_a_new_place_can_be_unknown():
    """With an attached mark, `w` at the end of a word is another character than `w` within."""
    tokenizer = train("wo", "subword-nmt").tokenizer()
    assert unknown_characters(tokenizer, "ow") == ["o", "w"]


def test_bytes_know_every_character(trainings):
    """An alphabet of 256 bytes lacks nothing."""
    assert unknown_characters(trainings["gpt"].tokenizer(), "好é👩‍🚀") == []


@several
@given(preset=presets, text=LETTERS)
def test_a_round_trip_that_loses_something_names_a_cause(trainings, preset, text):
    """Equal texts have no difference; unequal ones first differ where said, and say why."""
    tokenizer = trainings[preset].tokenizer()
    trip = round_trip(tokenizer, text)
    assert (trip.difference is None) == (trip.decoded == trip.text)
    if trip.difference is not None:
        at = trip.difference
        assert trip.text[:at] == trip.decoded[:at]
        assert trip.text[at : at + 1] != trip.decoded[at : at + 1]
        assert trip.causes


@pytest.mark.parametrize(
    ("preset", "text", "causes"),
    [
        ("paper", "old  gold", ("spaces",)),
        ("huggingface", "old gold", ("spaces",)),
        ("sentencepiece", "ｏｌｄ", ("normalizer",)),
        ("sentencepiece", " ｏｌｄ x", ("normalizer", "spaces", "unknown")),
        ("paper", "oldx", ("unknown",)),
        ("subword-nmt", "oldx", ()),
        ("gpt", "  old\n好", ()),
    ],
)
def test_what_is_lost_on_the_way(trainings, preset, text, causes):
    """Spaces by splitting at white space, forms by the normalizer, characters by `<unk>`."""
    tokenizer = trainings[preset].tokenizer()
    assert round_trip(tokenizer, text).causes == causes


def test_the_first_difference_can_be_an_end():
    """A text that goes on differs where the other one ends."""
    for text, back, place in (("", "", None), ("ab", "a", 1), ("", "a", 0), ("abc", "axc", 1)):
        assert RoundTrip(text, None, text, back, ()).difference == place
