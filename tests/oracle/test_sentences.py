"""Normalizing a sentence is what SentencePiece does before it encodes, and the law is its law."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.encoding.roundtrip import round_trip
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


@pytest.mark.parametrize("text", ["ｈｅｌｌｏ  low", "① é 好", " lowest　ﬁne ", "e\u0301"])
def test_the_law_holds_there_as_it_holds_here(peer, text):
    """Both decode to the normalized text."""
    assert peer.decode(peer.encode(text)) == expected(peer, text)
    trip = round_trip(train(CORPUS, "sentencepiece").tokenizer(), text)
    assert trip.holds
    assert trip.decoded == expected(peer, text)
