"""Encoding is what the libraries do: runs of unknown characters, and dropout with equal seeds."""

import io
import random
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from subword_nmt import apply_bpe

from bpe import train
from bpe.encoding.alignment import placed
from bpe.interchange import to_subword_nmt_codes
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
    ends = [each.end for each in placed(tokenizer, text, encoding)]
    assert ends == [end - 1 for end in accumulate(map(len, pieces))]
    back = tokenizer.decode(encoding.ids)
    assert back == library.decode(ids).replace(" ⁇ ", "<unk>")


@given(
    corpus=st.lists(st.text("ab", min_size=1, max_size=9), min_size=1, max_size=5),
    word=st.text("ab", min_size=1, max_size=12),
    dropout=st.sampled_from([0.1, 0.3, 0.5, 0.9]),
    seed=st.integers(0, 2**20),
)
def test_dropout_is_that_of_subword_nmt_with_the_same_seed(corpus, word, dropout, seed):
    """Runs included: the same numbers drawn in the same order leave out the same merges."""
    training = train(" ".join([*corpus, "aaa aaa"]), "subword-nmt", min_frequency=1)
    if not training.merges:
        return
    library = apply_bpe.BPE(io.StringIO(to_subword_nmt_codes(training)))
    random.seed(seed)
    theirs = apply_bpe.encode(
        word, library.bpe_codes, library.bpe_codes_reverse, None, "", library.version, {}, None,
        dropout,
    )  # fmt: skip
    tokenizer = training.tokenizer()
    draw = random.Random(seed).random
    ours, ids = tokenizer.encode_word(word, "merges", dropout, draw)
    assert [tokenizer.plain(token) for token in ours] == list(theirs)
    encoding = tokenizer.encode(word, dropout=dropout, seed=seed)
    assert (tuple(encoding.tokens), tuple(encoding.ids)) == (ours, ids)
    assert encoding.words[0].tokens == ours
