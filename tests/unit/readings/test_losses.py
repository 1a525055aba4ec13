"""Losses of a text in a model are reported; complete texts are not."""

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
        ),  # it composes, and loses nothing else
        ("bert", "hello, world 2024 [UNK] e 天", True, ("\u0301", "\x00"), ("🦙",)),
        ("clip", "héllo , wörld 2 0 2 4 🦙 é \x00 天 ", True, (), ()),
    ],
)
def test_of_real_tokenizers_those_that_drop_white_space_are_told(
    name, decoded, spaces, dropped, unknown
):
    """BERT, and CLIP; byte-level ones and those that fall back to bytes keep all."""
    assert text_losses(opened(name), TEXT) == TextLosses(decoded, spaces, dropped, unknown)


def test_characters_are_dropped_without_bytes_and_without_an_unknown_token():
    """In the run, and in its file; also if a merge reaches over them."""
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
    """Of a run that has an unknown token, and of its file."""
    training = train("low lower lowest", "sentencepiece")
    assert text_losses(training.tokenizer(), "low bé low bé").unknown == ("bé",)
