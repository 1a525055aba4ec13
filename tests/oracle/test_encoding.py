"""Encoding is what the libraries do: runs of unknown characters."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.encoding.alignment import place_tokens
from tests.oracle import peers

CORPUS = "low low low low low lower lower newest newest newest newest widest widest\n" * 2
MERGES = 12


@pytest.fixture(scope="module")
def library():
    size = 3 + len(set(CORPUS.replace("\n", " "))) + MERGES
    return peers.sentencepiece_model(CORPUS.split("\n"), vocab_size=size)


@given(words=st.lists(st.text("lowernstid東京x?é", min_size=1, max_size=8), max_size=4))
def test_a_run_of_unknown_characters_is_one_unknown_in_sentencepiece(library, words):
    """Tokens, where each ends in the text, and what comes back are the library's."""
    text = " ".join(words)
    tokenizer = train(CORPUS, "sentencepiece", max_merges=MERGES).tokenizer()
    encoding = tokenizer.encode(text)
    pieces, ids = library.encode(text, out_type=str), library.encode(text, out_type=int)
    known = [id_ != library.unk_id() for id_ in ids]
    assert encoding.tokens == [
        piece if is_known else "<unk>" for piece, is_known in zip(pieces, known, strict=True)
    ]
    assert [id_ != tokenizer.unknown_id for id_ in encoding.ids] == known
    # The pieces spell the text with a mark for each space, and one in front.
    ends = [each.end for each in place_tokens(tokenizer, text, encoding)]
    assert ends == [end - 1 for end in accumulate(map(len, pieces))]
    back = tokenizer.decode(encoding.ids)
    assert back == library.decode(ids).replace(" ⁇ ", "<unk>")
