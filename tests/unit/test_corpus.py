"""The corpus: distinct words, their counts, and where they came from."""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import Corpus, train
from tests.strategies import corpora, texts


def test_words_keep_the_order_in_which_they_were_first_seen():
    """The order decides ties under the rule `first`."""
    corpus = Corpus.from_text("b a b c a b", "paper")
    assert corpus.words == ("b", "a", "c")
    assert corpus.counts == (3, 2, 1)
    assert len(corpus) == 3


def test_a_mapping_gives_words_and_counts_as_they_stand():
    """No splitting, no sorting."""
    corpus = Corpus.from_counts({"low": 5, "lower": 2})
    assert corpus.words == ("low", "lower")
    assert corpus.counts == (5, 2)


def test_the_paper_splits_at_any_white_space():
    """U+3000 and no-break space separate words, as str.split does."""
    corpus = Corpus.from_text("a\u3000b\u00a0c\td\ne", "paper")
    assert corpus.words == ("a", "b", "c", "d", "e")


def test_subword_nmt_splits_at_spaces_and_lines_only():
    """U+3000, no-break space and tab stay inside words."""
    corpus = Corpus.from_text("a\u3000b c\u00a0d\te\nf  g", "subword-nmt")
    assert corpus.words == ("a\u3000b", "c\u00a0d\te", "f", "g")


def test_minbpe_takes_the_whole_text_as_one_word():
    """Merges may cross spaces."""
    corpus = Corpus.from_text("a b\nc", "minbpe")
    assert corpus.words == ("a b\nc",)
    assert corpus.counts == (1,)


def test_gpt_keeps_the_space_with_the_word_after_it():
    """The GPT-4 pattern loses no character."""
    corpus = Corpus.from_text("Hello world, it's 12345", "gpt")
    assert "".join(corpus.words) == "Hello world, it's 12345"
    assert " world" in corpus.words
    assert "123" in corpus.words


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_the_gpt_pattern_loses_no_character(text):
    """Every character of the text is in exactly one word."""
    corpus = Corpus.from_text(text, "gpt")
    assert sum(len(w) * c for w, c in zip(corpus.words, corpus.counts, strict=True)) == len(text)


@settings(max_examples=60, deadline=None)
@given(text=texts())
def test_white_space_words_are_those_of_str_split(text):
    """The paper's words are `text.split()`, counted."""
    if not text.split():
        return
    corpus = Corpus.from_text(text, "paper")
    assert list(corpus.words) == list(dict.fromkeys(text.split()))
    assert sum(corpus.counts) == len(text.split())


def test_a_file_is_read_in_its_encoding(tmp_path):
    """UTF-8, with or without a byte order mark, plain or compressed."""
    text = "low lower 好 low\n" * 20
    plain = tmp_path / "a.txt"
    plain.write_text(text, encoding="utf-8")
    marked = tmp_path / "b.txt"
    marked.write_text(text, encoding="utf-8-sig")
    expected = Corpus.from_text(text, "paper")
    for path in (plain, marked, str(plain)):
        corpus = Corpus.from_file(path, "paper")
        assert corpus.words == expected.words
        assert corpus.counts == expected.counts


def test_a_large_file_gives_the_same_words_as_its_text(tmp_path):
    """Reading in parts never cuts a word."""
    text = "".join(
        f"word{n * n % 977} 好{n % 13}{' ' if n % 3 else chr(10)}" for n in range(40_000)
    )
    path = tmp_path / "large.txt"
    path.write_text(text, encoding="utf-8")
    for preset in ("paper", "subword-nmt", "gpt", "sentencepiece"):
        corpus, whole = Corpus.from_file(path, preset), Corpus.from_text(text, preset)
        assert corpus.words == whole.words, preset
        assert corpus.counts == whole.counts, preset


def test_a_compressed_file_is_not_read_as_text(tmp_path):
    """A .gz is either unpacked or refused; its bytes are never trained on."""
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"low lower low"))
    try:
        corpus = Corpus.from_file(path, "paper")
    except ValueError:
        return
    assert corpus.words == ("low", "lower")


@settings(max_examples=30, deadline=None)
@given(corpus=corpora())
def test_a_corpus_can_be_built_again_from_its_own_counts(corpus):
    """Words and counts are all a training needs."""
    again = Corpus.from_counts(dict(zip(corpus.words, corpus.counts, strict=True)))
    assert [m.pair for m in train(again).merges] == [m.pair for m in train(corpus).merges]


def test_a_source_says_where_the_words_came_from(tmp_path):
    """Pages show it."""
    path = tmp_path / "book.txt"
    path.write_text("low lower")
    assert "book" in Corpus.from_file(path, "paper").source
    assert isinstance(Corpus.from_text("low", "paper").source, str)


@pytest.mark.parametrize("corpus", ["low lower low", {"low": 2, "lower": 1}])
def test_train_takes_a_text_a_mapping_or_a_corpus(corpus):
    """Three ways in, one result."""
    built = Corpus.from_counts({"low": 2, "lower": 1})
    assert [m.pair for m in train(corpus).merges] == [m.pair for m in train(built).merges]
