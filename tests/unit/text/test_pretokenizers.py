"""Texts become words: cuts, spans, counts and normal forms."""

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus
from bpe.text.normalizers import (
    normalize,
)
from bpe.text.pieces import sentencepiece_forbids
from bpe.text.pretokenizers import PRETOKENIZERS, pretokenize, pretokenize_spans
from tests.strategies import several

ALPHABET = st.one_of(
    st.sampled_from(
        list("aA'sdt019 \t\n\r.,世界éſ\u0301\x1c\x1f\x85\xa0\u3000\u2028▁ａｶﾞ①👩\u200d")
    ),
    st.characters(exclude_categories=["Cs"]),
)
TEXTS = st.text(ALPHABET, max_size=60)


@several
@given(name=st.sampled_from(PRETOKENIZERS), text=TEXTS)
def test_spans_are_the_words_in_order_and_never_empty(name, text):
    """Spans slice the text to exactly the words."""
    spans = pretokenize_spans(text, name)
    assert [text[start:end] for start, end in spans] == pretokenize(text, name)
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@given(name=st.sampled_from(["text", "gpt2", "gpt4"]), text=TEXTS)
def test_lossless_cuts_join_to_the_text(name, text):
    """The GPT patterns and the whole text keep every character."""
    assert "".join(pretokenize(text, name)) == text


@given(text=TEXTS)
def test_space_cuts_as_lines_stripped_and_split_at_spaces(text):
    """Only U+0020 and line ends separate words; U+3000 and tabs stay inside."""
    expected = []
    for line in io.StringIO(text, newline=None):
        expected += [word for word in line.strip("\r\n ").split(" ") if word]
    assert pretokenize(text, "space") == expected


@given(text=TEXTS)
def test_split_cuts_as_python_does(text):
    """As the articles' `split()`; "whitespace" keeps U+001C to U+001F in a word, as Rust does."""
    assert pretokenize(text, "split") == text.split()
    assert pretokenize_spans("a\x1cb\x1dc\x1ed\x1fe", "split") == [
        (n, n + 1) for n in range(0, 9, 2)
    ]
    assert pretokenize("a\x1cb\x1dc\x1ed\x1fe f", "whitespace") == ["a\x1cb\x1dc\x1ed\x1fe", "f"]


@pytest.mark.parametrize(
    ("preset", "words"),
    [("paper", ("a", "b")), ("wordpiece", ("a", "b")), ("huggingface", ("a\x1cb",))],
)
def test_the_articles_presets_cut_as_python_does(preset, words):
    """And `huggingface` as its library."""
    assert Corpus.from_text("a\x1cb", preset).words == words


@pytest.mark.parametrize("call", [pretokenize, normalize])
def test_an_unknown_name_is_refused_with_the_choices(call):
    """The sentence names the argument, the rule and the value."""
    with pytest.raises(ValueError, match=r"must be one of .* got 'words'"):
        call("text", "words")


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        ("abc", None),
        ("▁abc", None),
        ("▁", None),
        ("ab▁", "mark"),
        ("▁▁", "mark"),
        ("a1", "script"),
        ("12", None),
        ("1.5", None),
        ("世界", None),
        ("カラーを塗る", None),
        ("世a", "script"),
        ("e\u0301a", None),
        ("\u0301a", None),
        ("a\u0301世", "script"),
        ("abcdefghijklmnop", None),
        ("abcdefghijklmnopq", "length"),
        ("▁abcdefghijklmnop", "length"),
        ("", "length"),
        ("a\u2585", "character"),
        ("a b", "character"),
        ("a\ud800", "character"),
    ],
)
def test_piece_rules_give_their_reason(token, reason):
    """Each rule forbids what it is there for and nothing beside."""
    assert sentencepiece_forbids(token) == reason
