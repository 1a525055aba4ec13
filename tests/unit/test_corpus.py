"""The corpus: words, counts and source; and a training saved as a file, which is not trusted."""

import json
import pickle
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import TIE_RULES, Corpus, CorpusError, Training, train
from bpe.merging.columns import Log
from tests.data import SIX_WORDS
from tests.strategies import corpora, counted_words, schemes


def test_a_file_is_read_in_its_encoding(tmp_path):
    """A file is UTF-8, with or without a byte order mark, unless an encoding is given.

    Bytes that the encoding cannot decode are replaced and counted.
    """
    text = "low lower 好 low\n" * 20
    plain = tmp_path / "a.txt"
    plain.write_text(text, encoding="utf-8")
    marked = tmp_path / "b.txt"
    marked.write_text(text, encoding="utf-8-sig")
    expected = Corpus.from_text(text, "paper")
    for path in (plain, marked, str(plain)):
        corpus = Corpus.from_file(path, "paper")
        assert (corpus.words, corpus.counts) == (expected.words, expected.counts)
        assert corpus.source == Path(path).name
    path = tmp_path / "latin.txt"
    path.write_bytes("\ufeff”ab ".encode() * 30_000 + b"caf\xe9 \xff")
    corpus = Corpus.from_file(path)
    assert corpus.words[-2:] == ("caf�", "�")
    assert (corpus.files[0].encoding, corpus.files[0].replaced) == ("utf-8", 2)
    corpus = Corpus.from_file(path, encoding="cp1252")
    assert corpus.words[-2:] == ("café", "ÿ")
    assert corpus.files[0].replaced == 30_000, "0x9d is no character of it"


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("paper", ("a", "b", "c", "d", "e", "f", "g")),
        ("wordpiece", ("a", "b", "c", "d", "e", "f", "g")),
        ("huggingface", ("a", "b", "c", "d", "e", "f\x1cg")),
        ("subword-nmt", ("a\u3000b", "c\u00a0d\te", "f\x1cg")),
        ("minbpe", ("a\u3000b c\u00a0d\te\nf\x1cg",)),
        ("gpt", ("a", "\u3000b", " c", "\u00a0d", "\te", "\n", "f", "\x1cg")),
    ],
)
def test_each_preset_has_words_of_its_own(preset, words):
    """Presets split at any white space, at some white space, by a pattern, or not at all."""
    assert Corpus.from_text("a\u3000b c\u00a0d\te\nf\x1cg", preset).words == words


def test_the_path_of_a_file_is_not_taken_for_its_text(tmp_path, monkeypatch):
    """A `Path` or the path of an existing file is refused; any other string is a text."""
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


@pytest.mark.parametrize(
    ("words", "counts", "sentence"),
    [
        (("a", "b"), (1,), "counts must be one for each word, got 1 for 2 words"),
        ((), (), "counts must be at least one word, got none"),
        (("a", ""), (1, 1), "word must be a str with at least one character, got ''"),
        (("a", 1), (1, 1), "word must be a str with at least one character, got 1"),
        (("a", "b", "c"), (1, 0, -1), "count of 'b' must be a positive whole number, got 0"),
    ],
)
def test_words_and_counts_that_no_text_has_are_refused(words, counts, sentence):
    """The errors also occur for a corpus that was constructed directly."""
    with pytest.raises(ValueError, match=sentence):
        Corpus(words, counts)


def test_a_part_of_a_corpus_says_so():
    """The source of a part names the corpus and the part.

    Each occurrence is drawn independently, so that counts vary, and each seed draws other parts.
    """
    kept, out = Corpus.from_counts({"a": 50, "b": 50}, source="letters").split(0.5)
    assert (kept.source, out.source) == ("letters, kept", "letters, held out")
    assert Corpus.from_counts({"a": 1}).source == "word counts"
    assert Corpus.from_text("a").source == "text"
    assert Corpus.from_text("a", source="a page").source == "a page"
    assert Corpus(("a",), (1,)).source == "words"
    corpus = Corpus.from_counts({f"w{number}": 100 for number in range(200)})
    parts = [corpus.split(0.2, seed)[1] for seed in (0, 1)]
    for part in parts:
        assert 0.18 < sum(part.counts) / 20_000 < 0.22
        assert np.std(part.counts) > 2
    assert parts[0] != parts[1]


def test_a_count_may_be_a_whole_number_of_numpy():
    """A NumPy integer becomes an int; a NumPy float is refused."""
    with pytest.raises(CorpusError, match="must be a positive whole number"):
        Corpus.from_counts({"a": np.float64(2)})
    assert type(Corpus.from_counts({"a": np.int64(3)}).counts[0]) is int


@pytest.mark.parametrize("many", [0, 100], ids=["table", "dict"])
def test_each_word_is_found_at_its_place(monkeypatch, many):
    """Words are also found in the hash table for many words if two words have the same hash."""
    monkeypatch.setattr("bpe.corpus.MANY", many)
    monkeypatch.setattr("bpe.corpus.hash", lambda word: len(word), raising=False)
    corpus = Corpus.from_text("low lower new newer wide it")
    assert [corpus.place(word) for word in corpus.words] == [*range(6)]
    assert [corpus.place(word) for word in ("old", "", "lowest!")] == [None] * 3


def test_what_finds_words_is_not_copied():
    """A pickled corpus has only its fields, without caches for look-ups."""
    corpus = Corpus.from_text("low lower")
    bare = pickle.dumps(corpus)
    assert corpus.place("lower") == 1
    assert corpus.nbytes > 100
    assert pickle.dumps(corpus) == bare
    assert pickle.loads(bare) == corpus
    for words in (("low", "a b", "\ud800"), ("x",), ("low", "\0", "a\0b"), ("\0",)):
        corpus = Corpus(words, (2**53,) * len(words))
        again = pickle.loads(pickle.dumps(corpus))
        assert (again, again.words, again.counts) == (corpus, corpus.words, corpus.counts)


@given(words=counted_words, share=st.floats(0.01, 0.99), seed=st.integers(0, 99))
def test_a_parted_corpus_loses_and_gains_nothing(words, share, seed):
    """Every occurrence is in one of two non-empty parts, and the same call gives the same parts."""
    corpus = Corpus.from_counts(words)
    if sum(corpus.counts) < 2:
        with pytest.raises(ValueError, match="at least 2 words to be split in two, got 1"):
            corpus.split(share, seed)
        return
    kept, held_out = corpus.split(share, seed)
    assert corpus.split(share, seed) == (kept, held_out)
    one, other = (dict(zip(part.words, part.counts, strict=True)) for part in (kept, held_out))
    assert one
    assert other
    assert all(count > 0 for part in (one, other) for count in part.values())
    assert {word: one.get(word, 0) + other.get(word, 0) for word in corpus.words} == words
    for part in (kept, held_out):
        assert list(part.words) == [word for word in corpus.words if word in part.words]


def same(ours, theirs):
    """Assert that two trainings are equal in every column and at every step."""
    assert (ours.scheme, ours.corpus, ours.stop) == (theirs.scheme, theirs.corpus, theirs.stop)
    assert (ours.merges, ours.forced) == (theirs.merges, theirs.forced)
    assert ours.passed_over == theirs.passed_over
    assert ours.min_frequency == theirs.min_frequency
    for each in fields(Log):
        one, other = getattr(ours.log, each.name), getattr(theirs.log, each.name)
        assert np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)
    for one, other in zip(ours.snapshots(), theirs.snapshots(), strict=True):
        assert one.words() == other.words()
        assert one.pairs() == other.pairs()


@given(
    corpus=corpora(max_words=5),
    rules=schemes,
    ties=st.sampled_from(TIE_RULES),
    limit=st.one_of(st.none(), st.integers(0, 9)),
    least=st.integers(1, 3),
    how=st.sampled_from(("plain", "forced")),
)
def test_what_is_read_equals_what_was_saved_at_every_step(
    tmp_path_factory, corpus, rules, ties, limit, least, how
):
    """A loaded training equals the saved one for all schemes, limits and forced merges."""
    rules = replace(rules, tie_rule=ties)
    asked = {"max_merges": limit, "min_frequency": least}
    if how == "forced":
        free = train(corpus, rules, **asked)
        step = min(len(free), limit or 2)
        allowed = [pair.pair for pair in free.snapshot(step).pairs() if not pair.forbidden]
        asked["forced"] = {step: allowed[-1]} if allowed else {}
    training = train(corpus, rules, **asked)
    path = tmp_path_factory.mktemp("run") / "a.run"
    training.save(path)
    same(Training.load(path), training)


def test_a_file_says_what_was_trained_on_and_how(tmp_path):
    """The file is JSON with the arguments of `train` and without merges.

    Equal runs write equal files.
    """
    train({"low": 2, "\U0001f600": 1}, vocab_size=9, min_frequency=2).save(tmp_path / "a.run")
    found = json.loads((tmp_path / "a.run").read_text("utf-8"))
    assert found["words"] == {"low": 2, "\U0001f600": 1}
    assert (found["scheme"]["name"], found["min_frequency"], found["forced"]) == ("paper", 2, [])
    assert not {"merges", "vocab_size", "max_merges"} & found.keys()
    train({"low": 2}, vocab_size=5).save(tmp_path / "a.run")
    assert json.loads((tmp_path / "a.run").read_text("utf-8"))["vocab_size"] == 5
    for number, (text, scheme) in enumerate(
        ((SIX_WORDS, "paper"), ("\u4f60\u597d \u4f60", "gpt"), ("a\ud83d\ude00 a\ud83d", "paper"))
    ):
        training = train(text, scheme, max_merges=3)
        one, two = (tmp_path / f"{name}{number}.run" for name in ("one", "two"))
        training.save(one)
        training.save(str(two))
        assert one.read_bytes() == two.read_bytes()
        same(Training.load(str(one)), training)


FORGED = {
    "scheme": (None, {}, {"name": "x", "tie_rule": "last"}, {"name": "x", "units": ["bytes"]}),
    "words": ([], ["low"], "lowest", None, {}, {"": 1}, {"a": 0}, {"a": 1.5}, {"a": True}),
    "max_merges": (-1, "2", 1.5, {}),
    "min_frequency": (0, -1, 1.5, None),
    "forced": (None, 3, [[0]], [[0, "x", "y"]], [["0", "e", "s"]], [[0, [300], "s"]]),
    "source": (None, 3),
    "luck": (1,),
}


def test_what_was_made_up_is_refused(tmp_path):
    """Wrong values of each entry and files of other kinds raise `CorpusError`."""
    path = tmp_path / "a.run"
    train(SIX_WORDS, max_merges=3).save(path)
    good = path.read_bytes()
    record = json.loads(good)
    bad = [
        json.dumps({**record, name: value}).encode()
        for name, values in FORGED.items()
        for value in values
    ]
    bad += [b"", b"[]", b"{}", b"[" * 100_000, b"\xff", good[:-9], b"PK\x03\x04 saved by version 1"]
    for data in bad:
        path.write_bytes(data)
        with pytest.raises(CorpusError, match=r"a\.run: must be a record as Training.save writes"):
            Training.load(path)
    with pytest.raises(CorpusError, match="must be a record"):
        Training.load(tmp_path)
