"""The first merges of a list, and what kind of token each makes."""

import pytest

from bpe import train
from bpe.interchange import load, to_tiktoken
from bpe.readings.history import KINDS, as_run, first_merges, kind_of, kinds
from tests.cases import for_each
from ui.corpora.samples import FOLDER
from ui.corpora.tokenizers import opened

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
    assert kind in KINDS


def test_without_a_mark_its_sign_is_a_sign():
    """Only where ▁ stands for a space does it say so."""
    assert kind_of("▁") == "signs"


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
    assert kinds(found)["indent"] == sum(not made.token.strip() for made in found) > 0


@for_each("name", ["gpt2", "qwen", "mistral"])
def test_a_list_played_on_a_text_ends_at_the_tokens_of_its_library(name):
    """All its merges in the order of their ranks; fewer of them are the beginning of that run."""
    tokenizer = opened(name)
    text = (FOLDER / "first-chapters.txt").read_text(encoding="utf-8")[:1500] + " 草莓 aaaa 123"
    played = as_run(tokenizer, text, 10**6)
    assert list(played.ranks) == sorted(played.ranks)
    end = played.training.snapshot(len(played.ranks))
    words = [word for word in tokenizer.encode(text).words if word.why is None]
    known = set(played.training.corpus.words)
    left_out = [word for word in words if word.text not in known]
    assert all(any(str(token).startswith("<0x") for token in word.tokens) for word in left_out)
    for word in words:
        if word.text in known:
            assert tuple(end.tokens(word.text)) == word.tokens
    listed = tokenizer.merges
    for rank, merge in list(zip(played.ranks, played.training.merges, strict=True))[::40]:
        left, right, _ = listed[rank]
        assert merge.forced
        assert "".join(map(str, merge.pair)) == "".join(map(str, tokenizer.named((left, right))))
    few = as_run(tokenizer, text, 50)
    assert few.ranks == tuple(rank for rank in played.ranks if rank < 50)
    assert few.training.merges == played.training.merges[: len(few.ranks)]


def test_without_merges_nothing_is_played():
    """A model that has none, and a text in which none comes to be used."""
    assert as_run(opened("bert"), "strawberry", 10**6) is None
    assert as_run(opened("gpt2"), "the", 0) is None
    assert as_run(opened("gpt2"), "", 100) is None
