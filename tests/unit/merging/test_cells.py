"""Words spelled in the alphabet: tokens, their ids, and how many there are before any merge."""

import numpy as np
import pytest
from hypothesis import given

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.merging.cells import join, lay_out, spell
from tests import twin
from tests.cases import for_each
from tests.strategies import corpora, schemes


@given(corpus=corpora(), scheme=schemes)
def test_the_row_holds_each_word_as_it_is_spelled(corpus, scheme):
    """Cells, weights, starts and alphabet are those of spelling one word after the other."""
    cells = lay_out(corpus.words, corpus.counts, scheme)
    words, alphabet = twin.initial(corpus.words, scheme)
    assert list(cells.alphabet) == alphabet
    row, weights, starts = [0], [0], []
    for word, ids, count in zip(corpus.words, words, corpus.counts, strict=True):
        assert spell(word, scheme) == [alphabet[id_] for id_ in ids]
        starts.append(len(row))
        row += [*(1 + id_ for id_ in ids), 0]
        weights += [*[count] * len(ids), 0]
    assert cells.ids.tolist() == row
    assert cells.weights.tolist() == weights
    assert cells.starts.tolist() == starts
    frequencies = np.bincount(row, weights, 1 + len(alphabet))[1:]
    assert cells.frequencies.tolist() == frequencies.tolist()


@for_each(
    ("preset", "kinds"),
    [
        ("paper", ["a", "</w>"]),
        ("subword-nmt", ["a", "a</w>"]),
        ("huggingface", ["a"]),
        ("sentencepiece", ["a", "▁"]),
        ("wordpiece", ["a", "##a"]),
    ],
)
def test_every_kind_of_mark_is_in_the_alphabet_and_in_the_ledger(preset, kinds):
    """A mark of its own is one token and comes last; one that is part of a token is none."""
    training = train({"aa": 2}, preset)
    assert list(training.alphabet) == kinds
    own = preset in ("paper", "sentencepiece")
    found = [token.kind for token in training.snapshot(0).vocabulary]
    assert found == ["alphabet"] * (len(kinds) - own) + ["mark"] * own
    born = [(token.kind, token.born) for token in training.snapshot(1).vocabulary]
    assert born[-1] == ("merge", 1)


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


@for_each("count", [2**31 - 2, 2**31, 2**40])
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


def test_two_tokens_join_to_one_without_the_inner_mark():
    """Only a continuation's mark is inside of a right token."""
    assert join("hu", "##gs", PRESETS["wordpiece"]) == "hugs"
    assert join("##u", "##g", PRESETS["wordpiece"]) == "##ug"
    assert join("es", "t</w>", PRESETS["subword-nmt"]) == "est</w>"
    assert join(b"\xe5", b"\xa5", PRESETS["gpt"]) == b"\xe5\xa5"
