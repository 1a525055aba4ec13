"""A reader's file becomes text or word counts, or is refused with one sentence."""

import gzip
import json
import pickle
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pyarrow
import pytest

from bpe import PRESETS, CorpusError
from bpe.input.opening import KINDS, Limits
from bpe.input.report import AS_FOUND, ReadAs
from ui.catalogue import Refusal, say_refusal
from ui.own_text import uploads
from ui.own_text.sources import joined, of_text, text_in
from ui.own_text.uploads import Shortened, corpus_of, corpus_of_text, read_file, reading
from ui.spool import SpoolFile

SAMPLES = Path(__file__).parents[3] / "sample_corpora"
GERMAN = "Die Bäche überqueren größere Flüsse. Schöne Grüße aus Köln und Düsseldorf.\n" * 20


def read(data: bytes, name: str, read_as=AS_FOUND, limits=KINDS["text"].app):
    """Read a file as a worker does; return its text, which may be empty, and the report on it."""
    file, text = SpoolFile(data), SpoolFile()
    content = read_file(file, text, name, read_as, (), limits)
    return (text_in(text) if text.nbytes else ""), content.report


def words_of(data: bytes, name: str, limits=KINDS["text"].app) -> object:
    """Read a file and return the corpus of its words."""
    text, report = read(data, name, limits=limits)
    if report.kind == "text":
        return corpus_of_text(text, name, "paper")
    return corpus_of(SpoolFile(data), name, report, PRESETS["paper"], limits)


def refused(data: bytes, name: str, **options) -> str:
    """Return the code of the error that a file is refused with, after checking both languages."""
    with pytest.raises(CorpusError) as caught:
        words_of(data, name, **options)
    for lang in ("en", "zh"):
        assert "{" not in say_refusal(caught.value, lang, lambda text: text.replace("{", "("))
    return caught.value.code


@pytest.mark.parametrize(
    "name", ["a.txt.gz", "a.md.gz", "a.gz", "book.v2.gz", "a.txt.zst", "A.TXT.GZ"]
)
def test_packed_files_are_unpacked(name):
    """Two packed streams in one file are read as one text."""
    zst = partial(pyarrow.compress, codec="zstd", asbytes=True)
    pack = zst if name.endswith("zst") else gzip.compress
    assert read(pack(b"one ") + pack(b"two"), name)[0] == "one two"


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"", "a.txt", "empty_file"),
        (gzip.compress(gzip.compress(bytes(2**20), mtime=0)), "a.gz.gz", "is_packed"),
        (gzip.compress(b""), "a.txt.gz", "empty_file"),
        (b"not gzip", "a.txt.gz", "broken_packed"),
        (gzip.compress(GERMAN.encode())[:-20], "a.txt.gz", "broken_packed"),
        (gzip.compress(b"low") + b"lower", "a.txt.gz", "broken_packed"),
        (pyarrow.compress(b"low " * 99, "zstd", asbytes=True)[:-5], "a.zst", "broken_packed"),
        (bytes(range(256)) * 40, "a.txt", "binary"),
        (b"\x89PNG\r\n\x1a\n" + bytes(1000), "a.txt", "is_image"),
        (b"a\x01\x02\x03\x04" * 100, "a.txt", "binary"),
        (b"low lower\x00 lowest", "a.txt", "binary"),
        (b"word,count\nlo\x00w,5\n", "a.csv", "binary"),
        (b"  \n\t ", "a.txt", "no_words"),
        ("\u3000\u00a0".encode(), "a.txt", "no_words"),
        (b"x" * 2**20, "a.txt", "long_word"),
        (b"x" * 2**20 + b",5\n", "a.csv", "long_word"),
        (b"MZ\x00\x01\x02\x90" * 9, "a.exe", "is_program"),
        (b"word,count\nlow,five\n", "a.csv", "bad_count"),
        (b"word,count\nlow,5\nlower,\n", "a.csv", "bad_count"),
        (b"word,count\n", "a.csv", "no_words"),
        (b"\n\n", "a.csv", "no_words"),
        (b"PAR1\x15\x04\x15\x10" * 9, "a.parquet", "broken_table"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(data, name, code):
    """Each kind of wrong file has its own error code, whose sentence names a remedy."""
    assert refused(data, name) == code


def test_a_file_has_twenty_seconds_of_a_processor():
    """A small .pdf can take hours to read, while other readers wait for the worker."""
    job = reading(SpoolFile(b"%PDF"), "a.pdf")
    assert job.seconds == 20
    assert "20 seconds" in str(job.refusal("time"))


def test_of_a_text_words_that_are_too_long_are_left_out_and_counted():
    """Words over `MAX_WORD_BYTES` are left out, and `left_out` counts each distinct one once.

    The same holds for JSON lines and after pickling. A scheme that reads a text as one word leaves
    out none.
    """
    chinese = "\u597d" * (uploads.MAX_WORD_BYTES // 3)
    text = f"low {chinese} {chinese}\u597d {'x' * uploads.MAX_WORD_BYTES} " + "y" * 9_000 + " low"
    corpus = corpus_of_text(text, "a.txt", "paper")
    assert [(len(word), count) for word, count in corpus.items()] == [
        (3, 2),
        (len(chinese), 1),
        (uploads.MAX_WORD_BYTES, 1),
    ]
    lines = words_of(json.dumps({"text": text}).encode(), "a.jsonl")
    for each in (corpus, lines, pickle.loads(pickle.dumps(corpus))):
        assert isinstance(each, Shortened)
        assert (each.words, each.left_out) == (corpus.words, 2)
    assert not isinstance(corpus_of_text(text, "a.txt", "minbpe"), Shortened)
    assert not isinstance(corpus_of_text("low lower", "a.txt", "paper"), Shortened)


PARTS = gzip.compress(b"x " * 25, mtime=0) * 2  # mtime=0: the bytes are in a test id
ROWS = b"a,1\nb,1\nc,1\na,1\n"
LINES = b'{"text": "a b c a"}\n'
LIMITS = [
    ("a.txt", b"x " * 50, b"x " * 50 + b"x", "file_large"),
    ("a.gz", gzip.compress(b"x " * 50), gzip.compress(b"x " * 50 + b"x"), "file_large"),
    ("a.gz", PARTS, gzip.compress(b"", mtime=0) + PARTS, "many_parts"),
    ("a.csv", b"a,1,,\n", b"a,1,,,\n", "many_columns"),
    ("a.csv", b"ab,3," + b"c" * 44 + b"\n", b"ab,3," + b"c" * 45 + b"\n", "long_row"),
    ("a.csv", ROWS, ROWS + b"a,1\n", "many_rows"),
    ("a.txt", b"x" * 10, b"x" * 11, "long_word"),
    ("a.csv", b"x" * 10 + b",5", b"x" * 11 + b",5", "long_word"),
    ("a.txt", b"a b c a", b"a b c a d", "many_words"),
    ("a.csv", ROWS, ROWS.replace(b"c,1\na", b"c,1\nd"), "many_words"),
    ("a.jsonl", LINES, LINES + b'{"text": "d"}\n', "many_words"),
]
"""For each limit, data of exactly this size, data just beyond it, and the error code."""


@pytest.mark.parametrize(("name", "taken", "beyond", "code"), LIMITS)
def test_every_limit_holds_from_the_first_thing_beyond_it(name, taken, beyond, code, monkeypatch):
    few = Limits(size=100, whole=100, row=50, rows=4, columns=4, parts=2)
    monkeypatch.setattr(uploads, "MAX_WORD_BYTES", 10)
    monkeypatch.setattr(uploads, "MAX_WORDS", 3)
    assert words_of(taken, name, limits=few)
    assert refused(beyond, name, limits=few) == code


def test_a_text_without_words_and_two_texts_together_have_limits_of_their_own(monkeypatch):
    """A scheme that reads a text as one word has its own limit, and joined texts share one limit.

    The error for a text that is too long as one word recommends another scheme.
    """
    monkeypatch.setattr(uploads, "MAX_WORD_BYTES", 10)
    monkeypatch.setattr(uploads, "MAX_ONE_WORD_CHARS", 20)
    assert corpus_of_text("x" * 20, "text", "minbpe").words == ("x" * 20,)
    with pytest.raises(Refusal, match="another scheme"):
        corpus_of_text("x" * 21, "text", "minbpe")
    for most, is_too_much in ((4, False), (3, True)):
        monkeypatch.setattr(uploads, "MAX_WORDS", most)
        two = joined(of_text("a b", "a"), of_text("c d", "c"))
        with pytest.raises(Refusal) if is_too_much else nullcontext():
            assert len(two.corpus(PRESETS["paper"])) == 4


def test_a_refusal_names_the_row_and_the_shortened_cell():
    """A cell of up to 20 characters is shown whole; a longer one is cut to 19 and an ellipsis.

    The key of a reading job depends on the file name, the encoding asked for, and the encodings
    expected.
    """
    for cell, shown in ((b"f" * 20, "f" * 20), (b"f" * 21, "f" * 19 + "…")):
        with pytest.raises(CorpusError) as caught:
            words_of(b"word,count\nlow,5\nlower," + cell + b"\n", "a.csv")
        assert caught.value.values == {"row": 2, "value": shown}
    file = SpoolFile("今天".encode("gb18030"))
    big5 = ReadAs("cp950")
    ways = [("a.txt",), ("b.txt",), ("a.txt", big5), ("a.txt", AS_FOUND, ("gb18030",))]
    assert len({reading(file, *way).key for way in ways}) == len(ways)


@pytest.mark.parametrize("name", ["a.py", "b.TEX", "c.srt", "d.html", "README", "e.log.gz2"])
def test_any_file_that_is_text_is_taken_as_it_stands(name):
    """A text file is read unchanged for any file name; markup in it is text."""
    text, report = read("<p>low</p>\n\\section{好}".encode(), name)
    assert text == "<p>low</p>\n\\section{好}"
    assert (report.kind, report.format, report.encoding) == ("text", "text", "utf-8")


def test_a_file_that_is_too_large_here_names_the_command_that_takes_it(monkeypatch):
    """The file is refused before a worker reads it."""
    monkeypatch.setattr(uploads, "MAX_FILE_BYTES", 1_000_000)
    assert reading(SpoolFile(b"x" * 1_000_000), "a.txt")
    with pytest.raises(Refusal, match=r"^a\.txt must have at most 1 MB here.* bpe-explainer train"):
        reading(SpoolFile(b"x" * 1_000_001), "a.txt")
