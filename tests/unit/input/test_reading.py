"""The app, the command line and `Corpus` read files in the same way, and report the same."""

import gzip
import io
import json
import sys
from pathlib import Path

import pyarrow
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bpe import PRESETS, Corpus, CorpusError, Training, train
from bpe.__main__ import main
from bpe.input.report import ReadAs
from tests.sample_runs import opened
from tests.unit.input.documents import docx, paragraphs, pdf, tarred, zipped
from ui.own_text.sources import of_upload

SAMPLES = Path(__file__).parents[3] / "sample_corpora"


def table(rows: list[dict]) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), file)
    return file.getvalue()


HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = {"low": 2, "lower": 1}
MOVIES = {"great": 2, "movie": 2, "really": 1}
ROWS = [{"id": 1, "title": "a", "body": "low low"}, {"id": 2, "title": "b", "body": "lower"}]
READ = {
    "hug.tsv": ((SAMPLES / "hug.tsv").read_bytes(), {}, HUG, "words"),
    "frequencies.txt": (b"low 2\nlower 1\n", {}, LOW, "list"),
    "counts.csv": (b"word,count\nlow,2\nlower,1\n", {}, LOW, "words"),
    "counted.csv": (b"# bpe counts: null\r\nword,count\r\nlow,2\r\nlower,1\r\n", {}, LOW, None),
    "counted.csv.zip": (zipped({"a.csv": b"word,count\nlow,2\nlower,1\n"}), {}, LOW, "archive"),
    "returns.txt": (b"low\r\nlow\rlower\r\n", {}, LOW, "returns"),
    "plain.txt": (b"low low\nlower\n", {}, LOW, None),
    "packed.txt.gz": (gzip.compress(b"low low\nlower\n"), {}, LOW, None),
    "packed.zst": (pyarrow.compress(b"low low lower", "zstd", asbytes=True), {}, LOW, None),
    "packed without a name": (gzip.compress(b"low low\nlower\n"), {}, LOW, None),
    "damaged.txt": ("é é é\xa0".encode() + b"\xff", {}, {"é": 3, "�": 1}, "replaced"),
    "latin.txt": ("café ".encode("cp1252"), {}, {"café": 1}, "guess"),
    "chosen.txt": ("café ".encode("cp1252"), {"encoding": "cp1251"}, {"cafй": 1}, "encoding"),
    "wrong.txt": ("café".encode("cp1252"), {"encoding": "utf-8"}, {"caf�": 1}, "replaced"),
    "movies.csv": (b"text,label\ngreat movie,1\nreally great movie,0\n", {}, MOVIES, "texts"),
    "column.csv": (b"a,b\nlow low,new\nlower,old\n", {"field": "a"}, LOW, "texts"),
    "columns.csv": (b"a,b,c\nlow,9,2\nlower,9,1\n", {"field": "a", "counts": "c"}, LOW, "words"),
    "none.csv": (b"a,b\nlow,2\nlower,1\nlow,9\n", {"counts": "none"}, LOW, "texts"),
    "lines.jsonl": (b'{"text": "low low"}\n{"text": "lower"}\n', {}, LOW, None),
    "field.jsonl": ("\n".join(map(json.dumps, ROWS)).encode(), {"field": "body"}, LOW, "texts"),
    "array.json": (json.dumps(ROWS).encode(), {"field": "body"}, LOW, "texts"),
    "object.json": (b'{"low": "lower"}', {}, {'{"low":': 1, '"lower"}': 1}, None),
    "rows.parquet": (table(ROWS), {"field": "body"}, LOW, "texts"),
    "found.parquet": (table(ROWS), {}, LOW, "texts"),
    "corpus.tar.gz": (gzip.compress(tarred({"a.txt": b"low low", "b.txt": b"lower"})), {}, LOW,
                      "archive"),
    "corpus.zip": (zipped({"a.txt": b"low low", "b.md": b"lower"}), {}, LOW, "archive"),
    "notes.docx": (docx(paragraphs("<w:t>low</w:t>")), {}, {"low": 2, "&": 1, "好": 1}, "docx"),
    "notes.pdf": (pdf("low low lower"), {}, LOW, "pdf"),
}  # fmt: skip
"""Name -> content, options, words with their counts, and the code of a note."""


@pytest.mark.parametrize("name", READ)
def test_every_kind_of_file_has_the_same_words_in_all_three(name, tmp_path, capsys):
    """The words are the same in `train`, `count`, `Corpus` and the app, and so is the report."""
    data, chosen, words, code = READ[name]
    path, out, counts = tmp_path / name, tmp_path / "out", tmp_path / "o.csv"
    path.write_bytes(data)
    corpus = Corpus.from_file(path, **chosen)
    assert dict(corpus.items()) == words
    [report] = corpus.files
    assert code in (dict(report.notes) or {None: None})
    options = [each for key, value in chosen.items() for each in (f"--{key}", value)]
    assert main(["train", str(path), "--merges", "3", "--out", str(out), *options]) == 0
    said = capsys.readouterr().err
    assert said == (f"{report}\n" if code else "")
    assert dict(Training.load(out / "trained.json").corpus.items()) == words
    asked = ["count", str(path), "-o", str(counts), "--processes", "1", *options]
    assert main(asked) == 0
    assert capsys.readouterr().err == said
    assert dict(Corpus.from_counts_file(counts).items()) == words
    upload = opened(name, data, ReadAs(**chosen))
    assert upload.report == report
    assert dict(of_upload(upload).corpus(PRESETS["paper"]).items()) == words


@pytest.mark.parametrize("name", ["corpus.tar.gz", "hug.tsv", "latin.txt", "returns.txt"])
def test_standard_input_is_read_as_a_file_whose_content_tells_what_it_is(
    name, tmp_path, capsys, monkeypatch
):
    data, _, words, _ = READ[name]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["train", "-", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().err.startswith("standard input: ")
    assert dict(Training.load(tmp_path / "trained.json").corpus.items()) == words


CODE = b"def f(x):\r\n    return x\r\n\r\ndef g(y):\r\n    return y\r\n"


@pytest.mark.parametrize("scheme", ["gpt", "cs336", "minbpe"])
def test_a_list_learned_in_pythons_text_mode_is_right(scheme, tmp_path, capsys):
    """This holds for `check`, `train` and `encode`; a string keeps its line ends."""
    path, merges, out = tmp_path / "a.py", tmp_path / "merges.txt", tmp_path / "out"
    path.write_bytes(CODE)
    learned = train(path.read_text(encoding="utf-8"), scheme, max_merges=9)
    merges.write_text(repr([merge.pair for merge in learned.merges]), encoding="utf-8")
    assert main(["check", str(merges), str(path), "--scheme", scheme, "--merges", "9"]) == 0
    assert r"Line ends \r\n and \r were read as \n." in capsys.readouterr().err
    asked = ["train", str(path), "--scheme", scheme, "--merges", "9", "--out", str(out)]
    assert main(asked) == 0
    capsys.readouterr()
    assert Training.load(out / "trained.json").merges == learned.merges
    assert main(["encode", str(out), str(path)]) == 0
    ids = learned.tokenizer().encode(path.read_text(encoding="utf-8")).ids
    assert capsys.readouterr().out.split() == [*map(str, ids)]
    assert "\r" in Corpus.from_text(CODE.decode(), "minbpe").words[0]


def test_what_is_encoded_is_the_text_as_it_is_written(tmp_path, capsys):
    """A table and JSON are encoded as written; of a document or archive, the text inside is."""
    training = train("low lower", "gpt", max_merges=3)
    training.save(tmp_path / "trained.json")
    for name, data, text in (
        ("a.csv", b"word,count\nlow,2\n", "word,count\nlow,2\n"),
        ("a.jsonl", b'{"text": "low"}\n', '{"text": "low"}\n'),
        ("a.txt", b"low 2\nnew 3\n", "low 2\nnew 3\n"),
        ("a.zip", zipped({"a.csv": b"low,2\n", "b.txt": b"new"}), "low,2\n\nnew"),
        ("a.docx", docx(paragraphs("")), "low & \t好\n\n"),
    ):
        (tmp_path / name).write_bytes(data)
        assert main(["encode", str(tmp_path), str(tmp_path / name)]) == 0
        ids = training.tokenizer().encode(text).ids
        assert capsys.readouterr().out.split() == [*map(str, ids)]
    (tmp_path / "b.txt").write_bytes("é".encode("cp1252"))
    asked = ["encode", str(tmp_path), str(tmp_path / "b.txt"), "--encoding", "cp1252"]
    assert main(asked) == 0
    ids = training.tokenizer().encode("é").ids
    assert capsys.readouterr().out.split() == [*map(str, ids)]


def test_a_command_names_a_few_of_many_files_and_shows_nothing_of_a_terminals_own(tmp_path, capsys):
    """Control characters in a name are replaced; after 20 files, only a number is printed."""
    for number in range(23):
        (tmp_path / f"a\x1b{number}.txt").write_bytes(b"low\r\n")
    (tmp_path / "of-which-nothing-is-said.txt").write_bytes(b"low\n")
    asked = ["count", str(tmp_path / "*.txt"), "-o", str(tmp_path / "o.csv"), "--processes", "1"]
    assert main(asked) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == r"a�0.txt: Line ends \r\n and \r were read as \n."
    assert (len(lines), lines[-1]) == (21, "... and 3 more files.")


def test_counts_keep_their_rules_and_mixed_files_have_none(tmp_path):
    """Counts made by other rules are refused; a text and counts together are added up."""
    texts, counts = tmp_path / "a.txt", tmp_path / "o.csv"
    texts.write_bytes(b"low lower low")
    Corpus.from_files(texts, "gpt").save_counts(counts)
    assert Corpus.from_file(counts, "gpt").scheme == PRESETS["gpt"]
    assert Corpus.from_file(texts, "gpt").scheme is None
    with pytest.raises(CorpusError, match="those of gpt"):
        Corpus.from_file(counts, "paper")
    both = Corpus.from_files([texts, counts], "gpt")
    assert dict(both.items()) == {"low": 2, " lower": 2, " low": 2}
    assert both.scheme is None
    for wrong in ({"field": 1}, {"counts": 1}, {"encoding": 1}, {"encoding": "rot13"}):
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must be"):
            Corpus.from_file(texts, **wrong)
