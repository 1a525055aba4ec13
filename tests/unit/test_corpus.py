"""The corpus: distinct words, their counts, and where they came from."""

import gzip
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from tests.cases import for_each
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


@given(text=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_the_gpt_pattern_loses_no_character(text):
    """Every character of the text is in exactly one word."""
    corpus = Corpus.from_text(text, "gpt")
    assert sum(len(w) * c for w, c in zip(corpus.words, corpus.counts, strict=True)) == len(text)


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


@for_each("corpus", ["low lower low", {"low": 2, "lower": 1}])
def test_train_takes_a_text_a_mapping_or_a_corpus(corpus):
    """Three ways in, one result."""
    built = Corpus.from_counts({"low": 2, "lower": 1})
    assert [m.pair for m in train(corpus).merges] == [m.pair for m in train(built).merges]


def test_the_path_of_a_file_is_not_taken_for_its_text(tmp_path, monkeypatch):
    """`train("book.txt")` means the book; what is no file is a text, however odd."""
    book = tmp_path / "book.txt"
    book.write_text("low lower low")
    monkeypatch.chdir(tmp_path)
    for path in (str(book), "book.txt", book, Path("book.txt")):
        with pytest.raises(ValueError, match=r"^corpus must be .+, got the path .+from_file\("):
            train(path)
    for path in (Path("missing.txt"), tmp_path):
        with pytest.raises(ValueError, match="got the path"):
            train(path)
    for text in ("missing.txt", "book.txt low", str(tmp_path), "a\0b", "ab" * 5000, "x" * 300):
        assert train(text, max_merges=1).corpus.words[0] == text.split()[0]
    assert Corpus.from_text("book.txt").words == ("book.txt",)


@for_each(
    ("words", "counts", "sentence"),
    [
        (("a", "b"), (1,), "counts must be one for each word, got 1 for 2 words"),
        ((), (), "counts must be at least one word, got none"),
        (("a", ""), (1, 1), "word must be a str with at least one character, got ''"),
        (("a", "b", "c"), (1, 0, -1), "count of 'b' must be a positive whole number, got 0"),
    ],
)
def test_words_and_counts_that_no_text_has_are_refused(words, counts, sentence):
    """Also where a corpus is put together by hand, for whatever scheme."""
    with pytest.raises(ValueError, match=sentence):
        Corpus(words, counts)


def test_a_part_of_a_corpus_says_so():
    """Source names what was parted, and which part it is; by default it names what was given."""
    kept, out = Corpus.from_counts({"a": 50, "b": 50}, source="letters").split(0.5)
    assert (kept.source, out.source) == ("letters, kept", "letters, held out")
    assert Corpus.from_counts({"a": 1}).source == "word counts"
    assert Corpus.from_text("a").source == "text"
    assert Corpus.from_text("a", source="a page").source == "a page"
    assert Corpus(("a",), (1,)).source == "words"


def test_a_file_that_is_not_utf8_says_where(tmp_path):
    """The byte and its place, counted in the file."""
    path = tmp_path / "latin.txt"
    path.write_bytes(b"\xef\xbb\xbfab" * 30_000 + b" caf\xe9 ")
    with pytest.raises(CorpusError, match=r"latin.txt with byte 0xe9 at 150004"):
        Corpus.from_file(path)


@for_each("count", [True, 1.0, "1", None, np.float64(2)])
def test_a_count_is_a_whole_number(count):
    """A numpy integer is one too, and comes out as a plain number."""
    with pytest.raises(CorpusError, match="must be a positive whole number"):
        Corpus.from_counts({"a": count})
    assert type(Corpus.from_counts({"a": np.int64(3)}).counts[0]) is int


def test_a_word_is_a_text():
    """Bytes are not decoded on the way."""
    with pytest.raises(CorpusError, match=r"word must be a str .+, got b'a'"):
        Corpus.from_counts({b"a": 1})


def test_the_largest_count_is_what_a_float_counts_exactly():
    """2 ** 53 is taken, one more is not."""
    assert Corpus.from_counts({"a": 2**53}).counts == (2**53,)
    with pytest.raises(CorpusError, match="must be at most 9007199254740992"):
        Corpus.from_counts({"a": 2**53 + 1})


@for_each(
    ("change", "sentence"),
    [
        ({"boundary": "suffix"}, "boundary must be none when units are bytes, got 'suffix'"),
        ({"rules": "sentencepiece"}, "rules must be none when units are bytes"),
    ],
)
def test_what_makes_no_sense_of_bytes_is_refused(change, sentence):
    """Marks and rules for pieces are about characters."""
    with pytest.raises(ValueError, match=sentence):
        replace(PRESETS["gpt"], **change)
    assert replace(PRESETS["paper"], **change)


def test_the_marks_are_those_of_the_field():
    """A scheme without a boundary has none."""
    marks = {name: scheme.mark for name, scheme in PRESETS.items()}
    assert marks == {
        "paper": "</w>",
        "subword-nmt": "</w>",
        "minbpe": "",
        "huggingface": "",
        "gpt": "",
        "cs336": "",
        "sentencepiece": "▁",
        "wordpiece": "##",
    }
    assert Scheme().mark == ""
    assert all(scheme.name == name for name, scheme in PRESETS.items())


@pytest.mark.parametrize("many", [0, 100], ids=["table", "dict"])
def test_each_word_is_found_at_its_place(monkeypatch, many):
    """Also by the table of hashes that many words have, where two words have the same one."""
    monkeypatch.setattr("bpe.corpus.MANY", many)
    monkeypatch.setattr("bpe.corpus.hash", lambda word: len(word), raising=False)
    corpus = Corpus.from_text("low lower new newer wide it")
    assert [corpus.place(word) for word in corpus.words] == [*range(6)]
    assert [corpus.place(word) for word in ("old", "", "lowest!")] == [None] * 3


def test_what_finds_words_is_not_copied():
    """A pickle of a corpus holds its fields, whatever was asked of it before."""
    corpus = Corpus.from_text("low lower")
    bare = pickle.dumps(corpus)
    assert corpus.place("lower") == 1
    assert corpus.nbytes > 100
    assert pickle.dumps(corpus) == bare
    assert pickle.loads(bare) == corpus
