"""Words spelled in the alphabet: tokens, their ids, and how many there are before any merge."""

import pytest

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.merging.cells import spell


def test_no_vocabulary_is_smaller_than_the_alphabet():
    """One entry less is refused, for a corpus of any scheme under any other."""
    for name in PRESETS:
        corpus = Corpus.from_text("low lower 好 👩\u200d🚀 low", name)
        for preset in PRESETS:
            size = len(train(corpus, preset, max_merges=0).alphabet)
            assert len(train(corpus, preset, vocab_size=size).tokens) == size
            with pytest.raises(ValueError, match=f"vocab_size must be at least {size}, "):
                train(corpus, preset, vocab_size=size - 1)


def test_half_a_surrogate_pair_is_a_character_but_no_bytes():
    """UTF-8 has no bytes for it; the sentence names its code point."""
    corpus = Corpus.from_counts({"ab": 1, "a\ud83d": 2})
    assert train(corpus, "paper").snapshot(0).tokens("a\ud83d") == ("a", "\ud83d", "</w>")
    with pytest.raises(CorpusError, match=r"half of a surrogate pair, U\+D83D"):
        train(corpus, "gpt")
    with pytest.raises(CorpusError, match=r"half of a surrogate pair, U\+D83D"):
        spell("a\ud83d", PRESETS["gpt"])


@pytest.mark.parametrize("count", [2**31 - 2, 2**31, 2**40])
def test_counts_beyond_32_bits_are_exact(count):
    """A pair's count is the word's, to the last one."""
    training = train({"ab": count, "abc": 1}, "huggingface")
    assert [merge.count for merge in training.merges] == [count + 1, 1]
    assert training.token_counts.tolist() == [2 * count + 3, count + 2, count + 1]


def test_as_many_tokens_as_a_float_can_count_are_the_most():
    """One more is refused."""
    assert train({"a": 2**53}, "huggingface").token_counts.tolist() == [2**53]
    with pytest.raises(CorpusError, match="counts must be at most 9007199254740992 tokens"):
        train({"a": 2**53, "b": 2}, "huggingface")
