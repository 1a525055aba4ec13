"""What is said of runs: how words are named in it, and the sentences of an encoding."""

import pytest

from bpe import train
from tests.data import SIX_WORDS
from tests.unit.player.cuts import said, translate
from ui.player.captions import named
from ui.player.payload import encoding_run


def test_a_sentence_names_long_words_by_their_beginning():
    """Twenty columns, of which a Chinese character takes two."""
    assert named("a" * 21) == "a" * 20 + "…"
    assert named("吾" * 11) == "吾" * 10 + "…"
    assert named("吾" * 10) == "吾" * 10


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("es est er", ""),
        ("es est er lest", ""),
        ("es est er lest wes", " 2 other words change, too."),
    ],
)
def test_of_many_words_three_are_named_and_the_rest_counted(text, more):
    """In a trace of merges, a sentence a word; a fourth word takes no more room than its count."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    encoding = training.tokenizer().encode(text)
    first = said(encoding_run(encoding, training.scheme, translate("en")))[0]
    named = 3 if more else len(text.split())
    listed = [f"In {word}, (e, {'r' if word == 'er' else 's'})" for word in text.split()[:named]]
    ranks = [
        " has the lowest rank (3)." if "r)" in each else " has the lowest rank (0)."
        for each in listed
    ]
    assert first == " ".join(map("".join, zip(listed, ranks, strict=True))) + more
