"""Where the tokens of real tokenizers stand in a text."""

import pytest

from tests.cases import for_each

pytest.importorskip("tokenizers")
pytest.importorskip("tiktoken")
pytest.importorskip("sentencepiece")

from bpe.readings.placed import pieces, placed
from ui.corpora.tokenizers import opened, shipped

TEXTS = (
    "How many r's are in strawberry? 草莓 1234567",
    "  a  b\tc\n\nd e\u0301 ﬁ ＡＢ ",
    "def f(x):\n    return x**2\n\n\n",
    "👩\u200d🚀👍🏽 नमस्ते مرحبا 한국어 \u200bx",
    "",
)
BYTES = [name for name in shipped() if name in ("o200k", "cl100k", "gpt2", "tekken")]


@for_each("name", shipped())
@for_each("text", TEXTS)
def test_every_token_has_a_place_and_places_run_on(name, text):
    """One a token, inside the text, from left to right; no letter or digit is without."""
    tokenizer = opened(name)
    tokens = placed(tokenizer, text, tokenizer.encode(text))
    assert [each.id for each in tokens] == tokenizer.encode(text).ids
    assert all(0 <= each.start <= each.end <= len(text) for each in tokens)
    assert [each.start for each in tokens] == sorted(each.start for each in tokens)
    held = {at for each in tokens for at in range(each.start, each.end)}
    assert {at for at, character in enumerate(text) if character.isalnum()} <= held
    found = pieces(text, tokens)
    assert "".join(text[each.start : each.end] for each in found) == text


@for_each("name", BYTES)
@for_each("text", TEXTS)
def test_the_places_of_byte_tokens_are_what_they_decode_to(name, text):
    """The tokens of a piece spell it, byte for byte."""
    tokenizer = opened(name)
    tokens = placed(tokenizer, text, tokenizer.encode(text))
    for piece in pieces(text, tokens):
        spelled = b"".join(tokens[number].token for number in piece.tokens)
        assert spelled.decode() == text[piece.start : piece.end]


def test_what_a_normalizer_composes_is_one_place():
    """Qwen reads an accent and its letter as one character; the place is that of both."""
    text = "e\u0301t"
    tokens = placed(opened("qwen"), text, opened("qwen").encode(text))
    assert b"".join(each.token for each in tokens).decode() == "\u00e9t"
    assert (tokens[0].start, tokens[-1].end) == (0, 3)
    assert all(each.start != 1 and each.end != 1 for each in tokens)


def test_the_bytes_of_a_character_each_have_the_whole_of_it():
    """The library gives the last one only."""
    text = "莓!"
    tokens = placed(opened("mistral"), text, opened("mistral").encode(text))
    found = [(each.token, text[each.start : each.end]) for each in tokens]
    assert found[-4:] == [("<0xE8>", "莓"), ("<0x8E>", "莓"), ("<0x93>", "莓"), ("!", "!")]
