"""Tables of any usual shape, and counts that `count` wrote, become words and counts."""

import gzip
import io
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.input.opening import Limits, cells, lines_in
from ui.catalogue import Refusal
from ui.controls.notes import rules_for
from ui.corpora import uploads
from ui.corpora.sources import of_upload, opened
from ui.corpora.uploads import corpus_of, read
from ui.shell.choices import Choices, RunChoice, scheme_of


def counts_of(data: bytes, name: str, encoding=None, limits=None, **columns) -> dict[str, int]:
    """Read a table's words by the columns that are guessed, or by others."""
    table = replace(read(data, name, encoding, limits=limits), **columns)
    return dict(corpus_of(name, data, table, PRESETS["paper"], limits).items())


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"word,count\nlow,5\nlower,2\n", "a.csv"),
        (b"word;count\nlow;5\nlower;2\n", "a.csv"),
        (b"word\tcount\nlow\t5\nlower\t2\n", "a.tsv"),
        (b"low,5\nlower,2\n", "a.csv"),
        (b"id,count,word\nx,5,low\ny,2,lower\n", "a.csv"),
        (b"count,word\n5,low\n2,lower\n", "a.CSV"),
        (b"place,form,times\n1,low,5\n2,lower,2\n", "a.csv"),
        (b"low,5,1\nlower,2,2\n", "a.csv"),
        ("次数,词\n5,low\n2,lower\n".encode("gb18030"), "a.csv"),
        (b"low,5.0\nlower,2\n", "a.csv"),
        (b"low,3\nlow,2\nlower,2\n", "a.csv"),
        (gzip.compress(b"low,5\nlower,2\n"), "a.csv.gz"),
    ],
)
def test_words_and_counts_are_found(data, name):
    assert read(data, name).kind == "table"
    assert counts_of(data, name) == {"low": 5, "lower": 2}


def test_columns_can_be_chosen():
    """Blank words are left out, quotes may hold a line end; a comma in a .tsv is a comma."""
    data = b"word,rank,count\nlow,1,5\nlower,2,2\n"
    assert counts_of(data, "a.csv") == {"low": 5, "lower": 2}
    assert counts_of(data, "a.csv", count=1) == {"low": 1, "lower": 2}
    with pytest.raises(Refusal, match="different columns"):
        counts_of(data, "a.csv", count=0)
    data = b'word,count\n low ,5\n  ,7\n"lo\nwer",2\n'
    assert counts_of(data, "a.csv") == {"low": 5, "lo\nwer": 2}
    assert counts_of(b"word\tcount\na,b,c,d\t5\n", "a.tsv") == {"a,b,c,d": 5}


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        ("5", 5),
        ("+5", 5),
        (" 5 ", 5),
        ("5.00", 5),
        ("007", 7),
        ("9" * 15, 10**15 - 1),
        *((cell, None) for cell in ("9" * 16, "0", "5.", "5.01", "-5", "1e3", "٥", "5 5")),
    ],
)
def test_a_count_is_a_positive_whole_number(cell, count):
    """Spreadsheets write 12 as 12.0 or +12; anything else is no count."""
    data = f"word,count\nlow,{cell}\n".encode()
    if count is None:
        with pytest.raises(Refusal):
            counts_of(data, "a.csv")
    else:
        assert counts_of(data, "a.csv") == {"low": count}


@pytest.mark.parametrize(
    ("data", "columns", "word", "count"),
    [
        (b"low,5\nlower,2\n", ("1", "2"), 0, 1),
        (b"word,count\nlow,5\n", ("word", "count"), 0, 1),
        (b"a,b,Freq, TERM \nx,9,5,low\n", ("a", "b", "Freq", " TERM "), 3, 2),
        (b"rank,a,b,times\n1,x,y,5\n2,x,z,4\n", ("rank", "a", "b", "times"), 1, 3),
        (b"times,rank,form\n5,1,low\n", ("times", "rank", "form"), 2, 0),
        (b"count,n,word\n5,1,low\n", ("count", "n", "word"), 2, 0),
        (b"count,size,word\nfive,5,low\n", ("count", "size", "word"), 2, 1),
        (b"a,b\nx,y\n", ("a", "b"), 0, 1),
        (b"1,2\n3,4\n", ("1", "2"), 0, 1),
        (b"\n\nword;a,b;count\nlow;1,2;5\n", ("word", "a,b", "count"), 0, 2),
        (b"word,count\nlow\nlower,2\n", ("word", "count"), 0, 1),
        (b"low,5\nlower,2,x\n", ("1", "2", "3"), 0, 1),
    ],
)
def test_the_columns_of_a_table_are_guessed(data, columns, word, count):
    """By their names, or else the first words and the counts that stand after them."""
    table = read(data, "a.csv")
    assert (table.columns, table.word, table.count) == (columns, word, count)


@pytest.mark.parametrize(
    ("word", "count"),
    [
        *zip(
            ["word", "Words", "TOKEN", "term", "text", "词", "词语", "单词", "词元"],
            ["count", "Counts", "frequency", "Freq", "n", "次数", "频数", "词频", "计数"],
            strict=True,
        )
    ],
)
def test_usual_names_tell_the_columns(word, count):
    """In both languages and in any case, whatever stands before them."""
    table = read(f"note,size,{count},{word}\nx,9,5,low\n".encode(), "a.csv")
    assert (table.word, table.count) == (3, 2)


def test_a_row_has_a_limit_and_a_table_of_short_ones_has_not():
    """It counts the lines that a cell in quotes goes over; the row is told by its number."""
    limits = Limits(whole=8)
    assert [*cells(["low,5\n"] * 9, limits=limits)] == [["low", "5"]] * 9
    for rows in (
        cells(["a\n", '"low\n', "low\n", 'low"\n'], limits=limits),
        lines_in(io.BytesIO(b"a\n123456789"), limits),
    ):
        with pytest.raises(CorpusError) as caught:
            list(rows)
        assert caught.value.values["row"] == 2


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


def test_other_rules_are_refused_before_the_words_are_read(tmp_path, monkeypatch):
    """They find other words; what differs later is welcome. Words are text, within limits."""
    _, data = counted(tmp_path, "paper")
    source = of_upload(opened("counts.csv", data))
    damaged = of_upload(opened("counts.csv", data + b"low\r\n"))
    for each in (source, damaged):
        with pytest.raises(CorpusError, match=r"those of paper .pretokenizer=.split"):
            each.corpus(PRESETS["gpt"])
    assert source.corpus(PRESETS["paper"]) == source.corpus(PRESETS["wordpiece"])
    with pytest.raises(CorpusError, match="words and their counts"):
        damaged.corpus(PRESETS["paper"])
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
    """Words and counts that somebody put together; where no scheme finds them, none is chosen."""
    counts = of_upload(opened("a.csv", HEAD + b"low,2\r\nnew,1\r\n"))
    for preset in ("gpt", "paper"):
        assert counts.corpus(PRESETS[preset]).words == ("low", "new")
    assert opened("a.csv", b"word,count\nlow,2\n").content.columns == ("word", "count")
    assert rules_for(Scheme(pretokenizer="bert"), RunChoice()) == {}
    assert rules_for(replace(PRESETS["gpt"], pattern=r"\w+"), RunChoice()) == {}


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
