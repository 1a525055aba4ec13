"""Counts that `count` wrote are a corpus, of the words that were counted and no others."""

import gzip
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.input.kinds import Limits
from ui.catalogue import Refusal
from ui.controls.counted import rules_for
from ui.corpora import limits
from ui.corpora.sources import of_upload, opened
from ui.corpora.uploads import CountsFile, read
from ui.shell.choices import Choices, scheme_of

TEXT = "low lower  low\n newest lower 好\n" * 3
KINDS = ("parquet", "csv", "jsonl")


def counted(folder, kind, scheme="gpt", text=TEXT):
    """Count a text; return the corpus and the bytes of its file."""
    path, counts = folder / "a.txt", folder / f"counts.{kind}"
    path.write_text(text, encoding="utf-8", newline="")
    corpus = Corpus.from_files(path, scheme)
    corpus.save_counts(counts)
    return corpus, counts.read_bytes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("packed", [False, True])
def test_counts_are_the_corpus_that_was_counted(tmp_path, kind, packed):
    """With spaces that words begin with, in their order, and with what is known of them."""
    corpus, data = counted(tmp_path, kind)
    name = f"counts.{kind}.gz" if packed else f"counts.{kind}"
    upload = opened(name, gzip.compress(data) if packed else data)
    assert isinstance(upload.content, CountsFile)
    assert upload.content.origin == corpus.origin
    found = of_upload(upload).corpus(PRESETS["gpt"])
    assert (found.words, found.counts) == (corpus.words, corpus.counts)
    assert (found.origin, found.source) == (corpus.origin, name)
    assert any(word.startswith(" ") for word in found.words)
    whole = train(TEXT, "gpt", max_merges=30)
    assert train(found, "gpt", max_merges=30).merges == whole.merges


def test_other_rules_are_refused_before_the_words_are_read(tmp_path):
    """They find other words; a scheme that differs only in what follows is welcome."""
    _, data = counted(tmp_path, "csv", "paper")
    source = of_upload(opened("counts.csv", data))
    damaged = of_upload(opened("counts.csv", data + b"low\r\n"))
    for each in (source, damaged):
        with pytest.raises(CorpusError, match=r"those of paper .pretokenizer=.whitespace"):
            each.corpus(PRESETS["gpt"])
    assert source.corpus(PRESETS["huggingface"]) == source.corpus(PRESETS["wordpiece"])
    with pytest.raises(CorpusError, match="words and their counts"):
        damaged.corpus(PRESETS["paper"])


def test_counts_beyond_the_limits_are_refused_before_they_are_read(tmp_path, monkeypatch):
    """Words, bytes that a table unpacks to, and the length of a word."""
    tables = {kind: counted(tmp_path, kind)[1] for kind in KINDS}
    monkeypatch.setattr(limits, "LONGEST_WORD", 4)
    for kind, data in tables.items():
        with pytest.raises(Refusal, match="at most 4 characters"):
            of_upload(opened(f"a.{kind}", data)).corpus(PRESETS["gpt"])
    for kind, data in tables.items():
        with pytest.raises(CorpusError, match="at most 3 rows"):
            read(data, f"a.{kind}", limits=Limits(size=2**20, rows=3))
    long = " ".join("x" * 500 + str(number) for number in range(200))
    _, data = counted(tmp_path, "parquet", "paper", long)
    with pytest.raises(CorpusError, match="also unpacked"):
        read(data, "a.parquet", limits=Limits(size=len(data)))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", b'{"word": "low", "count": 2}\n', "line 1 must be a JSON object"),
        ("a.jsonl", b"[" * 100_000, "line 1 must be a JSON object"),
        ("a.jsonl", b'{"counted": 1}\n', "words and their counts"),
        ("a.csv", b'"word","count","counted"\r\n"low",1,"{}"\r\n', "words and their counts"),
        ("a.csv", b'"word","count","counted"\r\n"low",1,"{', "words and their counts"),
        ("a.parquet", b"PAR1", "must be a table that can be read"),
    ],
)
def test_what_count_did_not_write_is_one_sentence(name, content, said):
    """Whatever it pretends to be."""
    with pytest.raises(CorpusError, match=said):
        opened(name, content)


@pytest.mark.parametrize("scheme", ["paper", "gpt", "minbpe"])
def test_documents_have_the_words_that_count_counts(tmp_path, scheme):
    """A line of JSON each, in the app as on the command line; no word goes over the end of one."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "low lower"}\n\n{"text": "low\\nnew"}\n', encoding="utf-8")
    upload = opened("a.jsonl", path.read_bytes())
    source = of_upload(upload)
    assert source.corpus(PRESETS[scheme]) == Corpus.from_files(path, scheme)
    assert source.text == "low lower\nlow\nnew"
    assert upload.content.encoding is None


def test_a_table_that_says_nothing_of_its_origin_is_a_table(tmp_path):
    """Its columns are the reader's to choose, its words those of any scheme, as ever."""
    path = tmp_path / "a.csv"
    Corpus.from_counts({"low": 2, "new": 1}).save_counts(path)
    upload = opened("a.csv", path.read_bytes())
    assert upload.content.columns == ("word", "count")
    assert of_upload(upload).corpus(PRESETS["gpt"]).words == ("low", "new")


@pytest.mark.parametrize(
    "scheme",
    [
        *PRESETS.values(),
        replace(PRESETS["gpt"], name="mine", tie_rule="first", special_tokens=("<a>", "<b>")),
        replace(PRESETS["cs336"], name="no special", special_tokens=()),
    ],
    ids=lambda scheme: scheme.name,
)
def test_a_scheme_is_chosen_that_finds_the_words(scheme, tmp_path):
    """Its own preset, or one with its special tokens; the reader's stays if it does."""
    rules = rules_for(scheme, Choices(corpus="hug", ties="shortest"))
    choices = replace(Choices(), **rules)
    chosen = scheme_of(PRESETS[choices.scheme], choices)
    path = tmp_path / "a.txt"
    path.write_text(TEXT + "<b>low <|endoftext|>", encoding="utf-8")
    assert Corpus.from_files(path, chosen) == Corpus.from_files(path, scheme)
    assert choices.ties is None
    if scheme.name in PRESETS:
        assert choices.scheme == scheme.name
    assert rules_for(scheme, choices) == {}


def test_no_scheme_is_chosen_where_none_finds_the_words():
    """Then the page says why."""
    assert rules_for(Scheme(pretokenizer="bert"), Choices()) == {}
    assert rules_for(replace(PRESETS["gpt"], pattern=r"\w+"), Choices()) == {}
