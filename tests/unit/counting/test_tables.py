"""Counts are written and come back as they were."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, Scheme, errors, train
from bpe.__main__ import main
from bpe.files.write import write_trained
from bpe.unigram import train_unigram

KINDS = ("parquet", "csv", "jsonl")
ORIGIN = b"""{"counted": {"scheme": {"name": "paper", "normalizer": "none"}, "files": 1, \
"names": ["a.txt"], "bytes": 3, "lines": 0, "when": "2026-11-21T20:00:00+00:00", "processes": 1, \
"scheduler": null}}
{"word": "low", "count": 1}
"""
WORDS = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n\",\x00'"), min_size=1
)


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(counts=st.dictionaries(WORDS, st.integers(1, 2**53), min_size=1, max_size=6))
def test_words_come_back_in_their_order(tmp_path, kind, counts):
    """Whatever is in them: line ends, quotes, commas, nothing that prints."""
    path = tmp_path / f"counts.{kind}"
    Corpus.from_counts(counts).save_counts(path)
    again = Corpus.from_counts_file(path)
    assert (again.words, again.counts) == (tuple(counts), tuple(counts.values()))


def test_counts_say_what_they_were_made_of(tmp_path):
    """Files, bytes, lines, when, by how many and by which rules; other rules are refused."""
    texts = [tmp_path / "é.txt", tmp_path / "a.jsonl"]
    texts[0].write_bytes(b"low\nlower <e> low")
    texts[1].write_bytes(b'{"text": "new low"}\n\n')
    scheme = Scheme("mine", pretokenizer="gpt4", units="bytes", special_tokens=("<e>", '"'))
    counted = Corpus.from_files(texts, scheme, processes=2)
    for kind in KINDS:
        path = tmp_path / f"counts.{kind}"
        counted.save_counts(path)
        again = Corpus.from_counts_file(path)
        found = again.origin
        assert found == counted.origin
        assert (again.words, again.counts) == (counted.words, counted.counts)
    assert (found.scheme, found.names, found.files) == (scheme, ("é.txt", "a.jsonl"), 2)
    assert (found.bytes, found.lines, found.processes) == (17 + 21, 3, 2)
    assert found.scheduler is None
    passed = datetime.now(UTC) - datetime.fromisoformat(found.when)
    assert timedelta(0) <= passed < timedelta(minutes=5)
    alike = replace(scheme, special_tokens=('"', "<e>"), tie_rule="largest", units="characters")
    assert train(again, alike, max_merges=9).merges == train(counted, alike, max_merges=9).merges
    for other in ({"normalizer": "nfc"}, {"pattern": "."}, {"special_tokens": ()}):
        with pytest.raises(CorpusError, match=f"counted, those of mine .{next(iter(other))}="):
            train(again, replace(scheme, **other))
    with pytest.raises(CorpusError, match=r"pretokenizer='gpt4', .*got sentencepiece"):
        train_unigram(again, vocab_size=9)


def test_counts_in_csv_have_tidy_columns(tmp_path):
    """Named alike in every file; what they were counted from stands once, in the first row."""
    (tmp_path / "a.txt").write_text("low lower low")
    path = tmp_path / "counts.csv"
    counted = Corpus.from_files(tmp_path / "a.txt")
    counted.save_counts(path)
    frame = pd.read_csv(path)
    assert list(frame) == ["word", "count", "counted"]
    assert (frame["word"].tolist(), frame["count"].tolist()) == (["low", "lower"], [2, 1])
    assert frame["counted"].notna().tolist() == [True, False]
    assert json.loads(frame["counted"][0])["names"] == ["a.txt"]
    Corpus.from_counts({"low": 2}).save_counts(path)
    assert list(pd.read_csv(path)) == ["word", "count"]


def test_with_a_pattern_the_pre_tokenizer_finds_no_words(tmp_path):
    """So it may be another."""
    path = tmp_path / "a.txt"
    path.write_text("low lower", encoding="utf-8")
    scheme = Scheme(pattern=r"\w+")
    counted = Corpus.from_files(path, scheme)
    assert train(counted, replace(scheme, pretokenizer="text")).corpus is counted


@pytest.mark.parametrize("kind", KINDS)
def test_what_count_writes_train_takes(tmp_path, capsys, kind):
    """The merges are those of the texts, files in the order given; a word may be very long."""
    texts = [tmp_path / "b.txt", tmp_path / "a.txt"]
    texts[0].write_text("low lower lowest " + "x" * 200_000, encoding="utf-8")
    texts[1].write_text("newest lower", encoding="utf-8")
    counts, out = tmp_path / f"counts.{kind}", tmp_path / "trained"
    assert main(["count", *map(str, texts), "-o", str(counts)]) == 0
    assert capsys.readouterr().out.startswith("6 words, 5 of them distinct, written to ")
    assert main(["train", str(counts), "--merges", "9", "--out", str(out)]) == 0
    whole = train(" ".join(text.read_text("utf-8") for text in texts), max_merges=9)
    assert (out / "merges.txt").read_bytes() == write_trained(whole)["merges.txt"]


def test_what_is_named_like_counts_and_is_none_is_what_count_would_take(tmp_path):
    """A table of something else is its text, as ever, and a line of JSON a document."""
    rows = "word,count\nlow,2\n"
    for name, held, text in (("a.csv", rows, rows), ("a.jsonl", '{"text": "low"}\n', "low")):
        path, out = tmp_path / name, tmp_path / f"{name}-out"
        path.write_text(held, encoding="utf-8")
        assert main(["train", str(path), "--merges", "2", "--out", str(out)]) == 0
        expected = write_trained(train(text, max_merges=2))
        assert (out / "merges.txt").read_bytes() == expected["merges.txt"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b'"word","count"\r\n"low","x"\r\n'),
        ("a.csv", b'"word","count"\r\n"low",1,2\r\n'),
        ("a.csv", b'"word","count"\r\n"low",1\r\n"low",2\r\n'),
        ("a.csv", b'"word","count"\r\n"low\xff",1\r\n'),
        ("a.csv", b""),
        ("a.jsonl", b'{"word": "low", "count": 1}\nlow\n'),
        ("a.jsonl", b'{"word": "low", "count": true}\n'),
        ("a.jsonl", b'{"word": 1, "count": 1}\n'),
        ("a.jsonl", b'{"counted": {}}\n{"word": "low", "count": 1}\n'),
        ("a.jsonl", b'{"counted": ' + b"[" * 100_000),
        ("a.jsonl", ORIGIN.replace(b'"files": 1', b'"files": 1.5')),
        ("a.jsonl", ORIGIN.replace(b'"files": 1', b'"files": -1')),
        ("a.jsonl", ORIGIN.replace(b'"a.txt"', b'"\\ud800"')),
        ("a.jsonl", ORIGIN.replace(b"2026", b"so26")),
        ("a.jsonl", ORIGIN.replace(b'"none"', b'"nfz"')),
        ("a.jsonl", ORIGIN.replace(b'"processes": 1', b'"processes": 1, "more": 1')),
        ("a.csv", b'"word","count","counted"\r\n"low",1,"{"\r\n'),
        ("a.csv", b'"word","count","counted"\r\n'),
        ("a.parquet", b"PAR1 no table"),
    ],
)
def test_counts_that_are_no_counts_are_refused_in_one_sentence(tmp_path, name, content):
    """With the file's name, and the way out."""
    path = tmp_path / name
    path.write_bytes(ORIGIN)
    if name == "a.jsonl":  # or the faults in it would be refused for something else
        assert Corpus.from_counts_file(path).origin.names == ("a.txt",)
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=rf"{name}: must be words and their counts"):
        Corpus.from_counts_file(path)


def test_what_cannot_be_written_is_said_before_anything_is_counted(tmp_path, capsys, monkeypatch):
    """Another name; and Parquet without the library, while CSV needs none."""
    path = tmp_path / "a.txt"
    path.write_text("low", encoding="utf-8")

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    none = str(tmp_path / "none.txt")
    for name, said in (("c.txt", "must end in .parquet"), ("c.parquet", "pip install pyarrow")):
        assert main(["count", none, "-o", str(tmp_path / name)]) == 2
        assert said in capsys.readouterr().err
    assert main(["count", str(path), "-o", str(tmp_path / "c.csv")]) == 0


def test_a_word_in_many_rows_is_not_held_in_each(tmp_path):
    """A small table can say a long word a million times; it is refused before that."""
    path = tmp_path / "a.parquet"
    words = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000), pa.array(["x" * 1_000_000]))
    pq.write_table(pa.table({"word": words, "count": [1] * 1_000}), path, store_schema=False)
    with pytest.raises(CorpusError, match=r"got \('xxxx"):
        Corpus.from_counts_file(path)
    assert path.stat().st_size < 2_000_000
    assert pa.default_memory_pool().max_memory() < 500_000_000
