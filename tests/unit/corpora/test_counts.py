"""Counts that `count` wrote are a corpus, of the words that were counted and no others."""

import gzip
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.input.opening import Limits
from ui.catalogue import Refusal
from ui.controls.notes import rules_for
from ui.corpora import uploads
from ui.corpora.sources import of_upload, opened
from ui.corpora.uploads import read
from ui.shell.choices import Choices, RunChoice, scheme_of

TEXT = "low lower  low\n newest lower 好\n" * 3
HEAD = b"# bpe counts: null\r\nword,count\r\n"


def counted(folder, scheme="gpt", text=TEXT):
    """Count a text; return the corpus and the bytes of its file."""
    path, counts = folder / "a.txt", folder / "counts.csv"
    path.write_text(text, encoding="utf-8", newline="")
    corpus = Corpus.from_files(path, scheme)
    corpus.save_counts(counts)
    return corpus, counts.read_bytes()


@pytest.mark.parametrize("packed", [False, True])
def test_counts_are_the_corpus_that_was_counted(tmp_path, packed):
    """With spaces that words begin with, in their order, and by the rules of their scheme."""
    corpus, data = counted(tmp_path)
    name = "counts.csv.gz" if packed else "counts.csv"
    upload = opened(name, gzip.compress(data) if packed else data)
    assert upload.content.kind == "counts"
    assert upload.content.scheme == PRESETS["gpt"]
    found = of_upload(upload).corpus(PRESETS["gpt"])
    assert (found.words, found.counts) == (corpus.words, corpus.counts)
    assert (found.scheme, found.source) == (corpus.scheme, name)
    assert any(word.startswith(" ") for word in found.words)
    whole = train(TEXT, "gpt", max_merges=30)
    assert train(found, "gpt", max_merges=30).merges == whole.merges


def test_other_rules_are_refused_before_the_words_are_read(tmp_path):
    """They find other words; a scheme that differs only in what follows is welcome."""
    _, data = counted(tmp_path, "paper")
    source = of_upload(opened("counts.csv", data))
    damaged = of_upload(opened("counts.csv", data + b"low\r\n"))
    for each in (source, damaged):
        with pytest.raises(CorpusError, match=r"those of paper .pretokenizer=.split"):
            each.corpus(PRESETS["gpt"])
    assert source.corpus(PRESETS["paper"]) == source.corpus(PRESETS["wordpiece"])
    with pytest.raises(CorpusError, match="words and their counts"):
        damaged.corpus(PRESETS["paper"])


def test_counts_beyond_the_limits_are_refused(tmp_path, monkeypatch):
    """Words, and the length of a word; and a word that is no text."""
    _, data = counted(tmp_path)
    monkeypatch.setattr(uploads, "LONGEST_WORD", 4)
    with pytest.raises(Refusal, match="at most 4 bytes"):
        of_upload(opened("a.csv", data)).corpus(PRESETS["gpt"])
    with pytest.raises(CorpusError, match="at most 3 rows"):
        read(data, "a.csv", limits=Limits(size=2**20, rows=3))
    half = HEAD + "\ud800,1\r\n".encode("utf-8", "surrogatepass")
    with pytest.raises(CorpusError, match="half of a surrogate pair"):
        of_upload(opened("a.csv", half)).corpus(PRESETS["gpt"])


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


def test_counts_of_an_unknown_scheme_are_those_of_any():
    """Words and counts that somebody put together; a table without the first line is a table."""
    counts = of_upload(opened("a.csv", HEAD + b"low,2\r\nnew,1\r\n"))
    for preset in ("gpt", "paper"):
        assert counts.corpus(PRESETS[preset]).words == ("low", "new")
    assert opened("a.csv", b"word,count\nlow,2\n").content.columns == ("word", "count")


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
    rules = rules_for(scheme, RunChoice("hug", ties="shortest"))
    run = Choices().with_(run=RunChoice(ties="shortest")).with_(**rules).run
    chosen = scheme_of(PRESETS[run.scheme], run)
    path = tmp_path / "a.txt"
    path.write_text(TEXT + "<b>low <|endoftext|>", encoding="utf-8")
    assert Corpus.from_files(path, chosen) == Corpus.from_files(path, scheme)
    assert run.ties is None
    if scheme.name in PRESETS:
        assert run.scheme == scheme.name
    assert rules_for(scheme, run) == {}


def test_no_scheme_is_chosen_where_none_finds_the_words():
    """Then the page says why."""
    assert rules_for(Scheme(pretokenizer="bert"), RunChoice()) == {}
    assert rules_for(replace(PRESETS["gpt"], pattern=r"\w+"), RunChoice()) == {}
