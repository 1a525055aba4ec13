"""Counts are written as a CSV and read back unchanged."""

import csv
import gzip
import json
from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, Scheme, errors, train
from bpe.__main__ import main
from bpe.interchange import merges_text
from bpe.unigram import train_unigram
from bpe.words import differences

HEAD = b"# bpe counts: null\r\nword,count\r\n"
_ODD = st.sampled_from("\r\n\",\x00'\ud800\udc00#")
WORDS = st.lists(_ODD | st.characters(), min_size=1, max_size=9).map("".join)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(counts=st.dictionaries(WORDS, st.integers(1, 2**53), min_size=1, max_size=6))
def test_words_come_back_in_their_order(tmp_path, counts):
    """Words with line ends, quotes, commas or surrogates are restored, from .gz files, too."""
    path = tmp_path / "counts.csv"
    Corpus.from_counts(counts).save_counts(path)
    longest = csv.field_size_limit()
    again = Corpus.from_counts_file(path)
    assert csv.field_size_limit() == longest, "others read tables in this process, too"
    assert (again.words, again.counts) == (tuple(counts), tuple(counts.values()))
    packed = tmp_path / "counts.csv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert Corpus.from_counts_file(packed) == replace(again, source="counts.csv.gz")


def test_counts_are_a_table_below_the_scheme(tmp_path):
    """Other programs can read the table; its first line has the scheme as JSON."""
    text, path = tmp_path / "a.txt", tmp_path / "counts.csv"
    text.write_text("low lower low")
    Corpus.from_files(text, "gpt").save_counts(path)
    first, second, *_ = path.read_text("utf-8").splitlines()
    assert json.loads(first.removeprefix("# bpe counts: "))["name"] == "gpt"
    assert second == "word,count"
    frame = pd.read_csv(path, skiprows=1)
    assert frame.to_dict("list") == {"word": ["low", " lower", " low"], "count": [1, 1, 1]}


def test_counts_are_trained_on_by_the_rules_that_found_their_words(tmp_path):
    """A scheme may differ in rules after splitting; a scheme that finds other words is refused."""
    text, path = tmp_path / "a.txt", tmp_path / "counts.csv"
    text.write_bytes(b"low\nlower <e> low")
    scheme = Scheme("mine", pretokenizer="gpt4", units="bytes", special_tokens=("<e>", '"'))
    counted = Corpus.from_files(text, scheme)
    counted.save_counts(path)
    again = Corpus.from_counts_file(path)
    assert again.scheme == counted.scheme == scheme
    alike = replace(scheme, tie_rule="largest", units="characters", name="other")
    assert train(again, alike, max_merges=9).merges == train(counted, alike, max_merges=9).merges
    for other in ({"normalizer": "nfc"}, {"pattern": "."}, {"special_tokens": ()}):
        with pytest.raises(CorpusError, match=f"counted, those of mine .{next(iter(other))}="):
            train(again, replace(scheme, **other))
    with pytest.raises(CorpusError, match=r"pretokenizer='gpt4', .*got sentencepiece"):
        train_unigram(again, vocab_size=9)
    preset = PRESETS["sentencepiece"]
    assert differences(preset, replace(preset, rules="none")) == ["rules"]


def test_what_count_writes_train_takes(tmp_path, capsys):
    """The merges equal those of the texts in order; a table by another program has counts, too."""
    texts = [tmp_path / "b.txt", tmp_path / "a.txt"]
    texts[0].write_text("low lower lowest " + "x" * 200_000, encoding="utf-8")
    texts[1].write_text("newest lower", encoding="utf-8")
    counts, out = tmp_path / "counts.csv", tmp_path / "trained"
    assert main(["count", *map(str, texts), "-o", str(counts), "--processes", "1"]) == 0
    assert capsys.readouterr().out.startswith("6 words, 5 of them distinct, written to ")
    assert main(["train", str(counts), "--merges", "9", "--out", str(out)]) == 0
    whole = train(" ".join(text.read_text("utf-8") for text in texts), max_merges=9)
    assert (out / "merges.txt").read_text("utf-8") == merges_text(whole)
    assert main(["train", str(counts), "--scheme", "gpt", "--out", str(out)]) == 2
    assert "got gpt (pretokenizer='gpt4')" in capsys.readouterr().err
    rows = "word,count\nlow,2\n"
    for name, held, text in (("a.csv", rows, "low low"), ("a.jsonl", '{"text": "low"}\n', "low")):
        path, out = tmp_path / name, tmp_path / f"{name}-out"
        path.write_text(held, encoding="utf-8")
        assert main(["train", str(path), "--merges", "2", "--out", str(out)]) == 0
        assert (out / "merges.txt").read_text("utf-8") == merges_text(train(text, max_merges=2))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"word,count\r\nlow,1\r\n",
        b"# bpe counts: null\r\n",
        b"# bpe counts: null\r\nlow,1\r\n",
        b"# bpe counts: {\r\nword,count\r\nlow,1\r\n",
        b"# bpe counts: {}\r\nword,count\r\nlow,1\r\n",
        b'# bpe counts: {"name": "a", "normalizer": "nfz"}\r\nword,count\r\nlow,1\r\n',
        b'# bpe counts: {"name": "a", "more": 1}\r\nword,count\r\nlow,1\r\n',
        b"# bpe counts: " + b"[" * 100_000,
        b"# bpe counts: \xff\r\nword,count\r\nlow,1\r\n",
        HEAD + b"low,x\r\n",
        HEAD + b"low,1.0\r\n",
        HEAD + b"low,-1\r\n",
        HEAD + "low,\u0661\r\n".encode(),
        HEAD + b"low,1,2\r\n",
        HEAD + b"low\r\n",
        HEAD + b"low,1\r\nlow,2\r\n",
        HEAD + b'"low,1\r\n',
        HEAD + b"low\xff,1\r\n",
    ],
)
def test_counts_that_are_no_counts_are_refused_in_one_sentence(tmp_path, content):
    path = tmp_path / "a.csv"
    path.write_bytes(HEAD + b"low,1\r\n")
    assert Corpus.from_counts_file(path).words == ("low",)
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=r"a\.csv: must be words and their counts"):
        Corpus.from_counts_file(path)


def test_what_cannot_be_written_is_said_before_anything_is_counted(tmp_path, capsys, monkeypatch):
    """A wrong output name is refused before counting; counting needs no optional library."""
    path = tmp_path / "a.txt"
    path.write_text("low", encoding="utf-8")

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    assert main(["count", str(tmp_path / "none.txt"), "-o", str(tmp_path / "c.parquet")]) == 2
    assert "c.parquet: must end in .csv" in capsys.readouterr().err
    assert main(["count", str(path), "-o", str(tmp_path / "c.csv")]) == 0
    assert main(["train", str(tmp_path / "c.csv"), "--out", str(tmp_path / "out")]) == 0
