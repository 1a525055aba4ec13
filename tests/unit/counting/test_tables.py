"""Counts are written and come back as they were."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe import Corpus, CorpusError, train
from bpe.__main__ import main
from bpe.counting import reading
from bpe.files.trained import write_trained

KINDS = ("parquet", "csv", "jsonl")
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
    assert (out / "merges.txt").read_text("utf-8") == write_trained(whole)["merges.txt"]


def test_a_text_that_is_named_like_counts_is_a_text(tmp_path):
    """A table of something else is trained on as its text, as ever."""
    for name, text in (("a.csv", "word,count\nlow,2\n"), ("a.jsonl", '{"text": "low"}\n')):
        path, out = tmp_path / name, tmp_path / f"{name}-out"
        path.write_text(text, encoding="utf-8")
        assert main(["train", str(path), "--merges", "2", "--out", str(out)]) == 0
        expected = write_trained(train(text, max_merges=2))
        assert (out / "merges.txt").read_text("utf-8") == expected["merges.txt"]


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
        ("a.parquet", b"PAR1 no table"),
    ],
)
def test_counts_that_are_no_counts_are_refused_in_one_sentence(tmp_path, name, content):
    """With the file's name, and the way out."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=rf"{name}: must be words and their counts"):
        Corpus.from_counts_file(path)


def test_what_cannot_be_written_is_said_before_anything_is_counted(tmp_path, capsys, monkeypatch):
    """Another name; and Parquet without the library, while CSV needs none."""
    path = tmp_path / "a.txt"
    path.write_text("low", encoding="utf-8")

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(reading, "import_module", missing)
    none = str(tmp_path / "none.txt")
    for name, said in (("c.txt", "must end in .parquet"), ("c.parquet", "pip install pyarrow")):
        assert main(["count", none, "-o", str(tmp_path / name)]) == 2
        assert said in capsys.readouterr().err
    assert main(["count", str(path), "-o", str(tmp_path / "c.csv")]) == 0
