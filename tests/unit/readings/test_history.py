"""The first merges of a list, and what kind of token each makes."""

import pytest

from bpe import train
from bpe.interchange import load, to_tiktoken
from bpe.readings.history import KINDS, first_merges, kind_of, kinds
from tests.cases import for_each

CODE = "def f(x):\n    return x\n\ndef g(y):\n    return y\n"


@for_each(
    ("token", "kind"),
    [
        (b"    ", "indent"),
        (b"\n\n", "indent"),
        (b" the", "space"),
        ("▁the", "space"),
        ("▁", "indent"),
        (b"ing", "latin"),
        ("'ll", "latin"),
        ("ция", "script"),
        ("的", "script"),
        (b"20", "digits"),
        (b"//", "signs"),
        (b"\xe4\xb8", "part"),
        (b" \xd0", "part"),
    ],
)
def test_a_token_is_of_one_kind(token, kind):
    """By what it reads; a token that is no whole character is a part of one."""
    assert kind_of(token, "▁") == kind
    assert kind_of("▁") == "signs"
    assert kind in KINDS


def test_the_first_merges_are_those_of_the_run():
    """Of a run, and of the file written from it."""
    training = train(CODE, "gpt", max_merges=12)
    found = first_merges(training.tokenizer(), 5)
    expected = [(m.rank, m.pair, m.token) for m in training.merges[:5]]
    assert [(made.rank, made.pair, made.token) for made in found] == expected
    pytest.importorskip("tiktoken")
    file = load({"x.tiktoken": to_tiktoken(training).encode()}, "gpt4")
    assert first_merges(file, 5) == found
    assert sum(kinds(found).values()) == 5
    marked = first_merges(train("low low", "sentencepiece").tokenizer(), 9)
    assert {made.kind for made in marked if "▁" in made.token} == {"space"}
    assert kinds(found)["indent"] == sum(not made.token.strip() for made in found) > 0
