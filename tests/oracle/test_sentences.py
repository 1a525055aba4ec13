"""Normalizing a sentence is what SentencePiece does before it encodes, and the law is its law."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.readings.normalization import normalize_sentence, sentence_changes
from tests.oracle import peers
from tests.strategies import hostile, lines

CORPUS = "low lower lowest ｈｅｌｌｏ ① é 好 ﬁne\n" * 4


@pytest.fixture(scope="module")
def peer():
    lines = CORPUS.split("\n")
    return peers.sentencepiece_model(lines, vocab_size=40, hard_vocab_limit=False)


def expected(peer, text: str) -> str:
    return peer.normalize(text).removeprefix("▁").replace("▁", " ")


TEXTS = st.one_of(
    lines(hostile),
    st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"], exclude_characters="\x00")),
)


@given(text=TEXTS)
def test_the_normalized_sentence_is_the_librarys(peer, text):
    """The map of nmt_nfkc, spaces collapsed, ends stripped."""
    assert normalize_sentence(text, "nmt_nfkc") == expected(peer, text)
    pieces = sentence_changes(text, "nmt_nfkc")
    assert "".join(piece.after for piece in pieces) == expected(peer, text)
