"""Cuts, special tokens and streams, held against the real libraries and by hand."""

import pytest

from bpe import train
from bpe.readings.prompts import (
    blanks,
    can_follow,
    cannot_follow,
    stream,
    text_of,
)
from bpe.schemes import PRESETS
from bpe.words import at_special
from tests.cases import for_each
from ui.corpora.tokenizers import opened

pytest.importorskip("tiktoken")
pytest.importorskip("tokenizers")
pytest.importorskip("sentencepiece")

STRINGS = (
    "Stop here<|endoftext|>and go on",
    "<|endoftext|><|endoftext|>",
    "no <|endof text|> here",
    "x<|fim_prefix|>y<|fim_prefix|",
    "",
)


@for_each("name", ["gpt2", "o200k", "cl100k"])
@for_each("text", STRINGS)
def test_special_tokens_are_those_the_library_reads(name, text):
    """With all of them allowed, tiktoken's ids are those of the parts."""
    tokenizer = opened(name)
    theirs = tokenizer._library.encode(text, allowed_special="all")
    parts = list(at_special(text, tuple(tokenizer.special)))
    assert "".join(part for part, _ in parts) == text
    ours = [
        id_
        for part, is_special in parts
        for id_ in ([tokenizer.special[part]] if is_special else tokenizer.encode(part).ids)
    ]
    assert ours == theirs
    named = any(is_special for _, is_special in parts)
    if named:
        with pytest.raises(ValueError, match="disallowed special token"):
            tokenizer._library.encode(text)
        assert tokenizer.encode(text).ids == tokenizer._library.encode_ordinary(text) != theirs


def test_of_special_tokens_at_one_place_the_longest_counts():
    """A name may be the beginning of another."""
    parts = list(at_special("a<<b><b", ("<b", "<b>", "")))
    assert parts == [("a<", False), ("<b>", True), ("<b", True)]
    assert list(at_special("a", ("",))) == [("a", False)]


def test_after_a_space_no_word_can_follow_that_brings_its_own():
    """The library merges the space into the word, so the token without it never comes there."""
    tokenizer = opened("gpt2")
    world, spaced = tokenizer.id(b"world"), tokenizer.id(b" world")

    def ids(text):
        return tokenizer.encode(text).ids

    assert not can_follow(ids, "Hello ", world, "world")
    assert can_follow(ids, "Hello", spaced, " world")
    assert can_follow(ids, "", world, "world")
    tried = [(world, "world"), (spaced, " world"), (tokenizer.id(b"!"), "!")]
    slow = tuple(each for each in tried if ids("Hello " + each[1]) != [*ids("Hello "), each[0]])
    assert cannot_follow(ids, "Hello ", tried) == slow
    assert (world, "world") in slow


def test_a_token_that_changes_what_stands_before_it_cannot_follow():
    """Even where the last id is its own."""
    ids = {"a": [1], "ab": [9, 2], "ac": [1, 3]}
    assert not can_follow(ids.__getitem__, "a", 2, "b")
    assert can_follow(ids.__getitem__, "a", 3, "c")
    assert cannot_follow(ids.__getitem__, "a", [(2, "b"), (3, "c")]) == ((2, "b"),)


@for_each(
    ("scheme", "token", "text"),
    [
        ("gpt", b" \xe5", None),
        ("gpt", b" low", " low"),
        ("sentencepiece", "▁low", " low"),
        ("wordpiece", "##er", "er"),
        ("wordpiece", "low", " low"),
        ("paper", "est</w>", None),
        ("huggingface", "est", "est"),
    ],
)
def test_the_text_of_a_token_is_what_it_adds(scheme, token, text):
    """A part of a character adds none, nor does an end of a word whose text depends."""
    assert text_of(token, PRESETS[scheme]) == text


@for_each("name", ["gpt2", "o200k", "mistral", "deepseek", "bert"])
@for_each("text", ["草莓 👩\u200d🚀!", "plain", "é\ufffd莓", ""])
def test_a_buffer_shows_the_whole_text_and_no_half_characters(name, text):
    """Whatever was shown is never taken back, and only the end may show what never got whole."""
    tokenizer = opened(name)
    ids = tokenizer.encode(text).ids
    found = stream(tokenizer.decode, ids)
    assert len(found) == len(ids)
    assert [each.alone for each in found] == [tokenizer.decode([id_]) for id_ in ids]
    shown = "".join(each.shown for each in found)
    assert shown == tokenizer.decode(ids)
    if "\ufffd" not in text:
        assert "\ufffd" not in shown


def test_a_broken_end_is_shown_when_the_stream_is_over():
    """Nothing more comes that could make it whole."""
    tokenizer = opened("gpt2")
    ids = tokenizer.encode("a莓").ids[:-1]
    found = stream(tokenizer.decode, ids)
    assert [each.shown for each in found] == ["a", *[""] * (len(ids) - 2), "\ufffd"]


def test_blanks_are_the_tokens_of_white_space_alone():
    """Not those that begin with it, nor the empty ones."""
    scheme = train("a b", "gpt").scheme
    assert blanks([b"  ", b" a", b"\n", b"\t\n", b"", b"x", b"\xe5"], scheme) == 3
