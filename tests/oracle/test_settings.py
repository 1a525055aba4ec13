"""Settings mean what they mean in the library that has them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from tests.oracle import peers
from tests.strategies import lines, runs
from ui.samples import samples


def sample(name, size=60_000):
    return samples()[name].path.read_text("utf-8")[:size]


@given(text=lines(runs | st.text("abcde", min_size=1, max_size=9)), longest=st.integers(2, 6))
def test_the_longest_token_of_tokenizers(text, longest):
    """Its limit is never reached: one more than ours."""
    scheme = replace(PRESETS["huggingface"], max_token_length=longest)
    ours = [merge.pair for merge in train(text, scheme, max_merges=99).merges]
    assert ours == peers.huggingface(text, 99, max_token_length=longest + 1)


@pytest.mark.parametrize("longest", [3, 24])
def test_the_longest_piece_of_sentencepiece(longest):
    """Shorter and longer than its default; spaces apart, the mark counts."""
    text = sample("first-chapters", 20_000) + " internationalizations" * 9
    scheme = replace(PRESETS["sentencepiece"], max_token_length=longest)
    training = train(Corpus.from_text(text, scheme), scheme, max_merges=500)
    made = peers.sentencepiece_pieces(text, 500, max_sentencepiece_length=longest)
    assert [merge.token for merge in training.merges] == made
    assert max(map(len, made)) == (3 if longest == 3 else len("▁internationalizations"))
