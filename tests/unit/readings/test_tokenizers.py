"""Cuts and special tokens, by hand."""

from bpe import train
from bpe.readings.tokenizers import blanks, cannot_follow, text_of
from bpe.schemes import PRESETS
from tests.cases import for_each


def test_a_token_that_changes_what_stands_before_it_cannot_follow():
    """Even where the last id is its own."""
    ids = {"a": [1], "ab": [9, 2], "ac": [1, 3]}
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


def test_blanks_are_the_tokens_of_white_space_alone():
    """Not those that begin with it, nor the empty ones."""
    scheme = train("a b", "gpt").scheme
    assert blanks([b"  ", b" a", b"\n", b"\t\n", b"", b"x", b"\xe5"], scheme) == 3
