"""The characters and spaces that a tokenizer loses from a text, compared with expected losses."""

import json

import pytest

from bpe import train
from bpe.interchange import load, to_tokenizer_json
from bpe.readings.losses import TextLosses, text_losses
from ui.tokenizers import opened

TEXT = "Héllo,  wörld\n\t2024 🦙 e\u0301 \x00 天"


@pytest.mark.parametrize(
    ("name", "decoded", "spaces", "dropped", "unknown"),
    [
        ("o200k", TEXT, False, (), ()),
        ("mistral", TEXT, False, (), ()),
        (
            "qwen",
            TEXT.replace("e\u0301", "é"),
            False,
            (),
            (),
        ),  # it composes e\u0301 to é, and loses nothing else
        ("bert", "hello, world 2024 [UNK] e 天", True, ("\u0301", "\x00"), ("🦙",)),
        ("clip", "héllo , wörld 2 0 2 4 🦙 é \x00 天 ", True, (), ()),
    ],
)
def test_of_real_tokenizers_those_that_drop_white_space_are_told(
    name, decoded, spaces, dropped, unknown
):
    """BERT and CLIP drop white space; byte-level tokenizers and byte fallback keep everything."""
    assert text_losses(opened(name), TEXT) == TextLosses(decoded, spaces, dropped, unknown)


def test_characters_are_dropped_without_bytes_and_without_an_unknown_token():
    """A run and its tokenizer.json drop unknown characters, and may merge across them."""
    training = train("low lower lowest", "huggingface")
    for tokenizer in (
        training.tokenizer(),
        load({"tokenizer.json": to_tokenizer_json(training).encode()}),
    ):
        found = text_losses(tokenizer, "lo🦙wer low!bé")
        assert (found.spaces, found.dropped, found.unknown) == (True, ("🦙", "!", "b", "é"), ())
    model = {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, " ": 3}, "merges": ["a b"]}
    ours = load({"t.json": json.dumps({"model": model}).encode()})
    assert ours.encode("axb b").tokens == ["ab", " ", "b"]
    assert ours.places("xaxb xxb") == [(1, 4), (4, 5), (7, 8)]
    assert text_losses(ours, "axb b") == TextLosses("ab   b", True, ("x",), ())
    assert text_losses(ours, "ab b").dropped == ()


def test_unknown_characters_are_named_as_they_stand_in_the_text():
    """Neighbouring unknown characters are named together, and each group once."""
    training = train("low lower lowest", "sentencepiece")
    assert text_losses(training.tokenizer(), "low bé low bé").unknown == ("bé",)
