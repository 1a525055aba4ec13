"""Tables of any usual form, and counts written by `count`, become words and counts."""

import gzip
import io
import json
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.counting import words_in
from bpe.input.opening import UNBOUNDED, InputFile, Limits
from bpe.input.reading import inspect, texts_in
from bpe.input.report import ReadAs
from bpe.input.tables import cells, lines_in
from tests.sample_runs import opened
from ui.catalogue import Refusal
from ui.own_text import uploads
from ui.own_text.boxes import rules_for
from ui.own_text.sources import of_upload
from ui.state import Choices, Settings, scheme_of


def read(data: bytes, name: str, limits=UNBOUNDED, **chosen):
    """Return a file and its report."""
    file = InputFile(io.BytesIO(data), name, limits)
    return file, inspect(file, ReadAs(**chosen), ("gb18030",))


def counts_of(data: bytes, name: str, limits=UNBOUNDED, **chosen) -> dict[str, int]:
    """Return the counts of a table, by the found or the chosen columns."""
    return words_in(*read(data, name, limits, **chosen), PRESETS["paper"])


def texts_of(data: bytes, name: str, limits=UNBOUNDED, **chosen) -> list[str]:
    """Return the texts of a file, by the found or the chosen column."""
    file, report = read(data, name, limits, **chosen)
    assert report.kind == "documents"
    return [*texts_in(file, report)]


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
    assert read(data, name)[1].kind == "counts"
    assert counts_of(data, name) == {"low": 5, "lower": 2}


def test_columns_can_be_chosen():
    """Blank words are left out; a quoted cell may have a line end, a cell in a .tsv a comma."""
    data = b"word,rank,count\nlow,1,5\nlower,2,2\n"
    assert counts_of(data, "a.csv") == {"low": 5, "lower": 2}
    assert counts_of(data, "a.csv", counts="rank") == {"low": 1, "lower": 2}
    assert counts_of(data, "a.csv", field="1", counts="2") == {"low": 1, "lower": 2}
    assert texts_of(data, "a.csv", counts="none") == ["low", "lower"]
    assert texts_of(data, "a.csv", field="rank") == ["1", "2"]
    for chosen in ({"field": "1", "counts": "word"}, {"field": "word", "counts": "word"}):
        with pytest.raises(CorpusError, match="must be two columns"):
            counts_of(data, "a.csv", **chosen)
    for name in ("words", "0", "4", ""):
        with pytest.raises(CorpusError, match="exactly one column must be named"):
            counts_of(data, "a.csv", field=name)
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
    """Spreadsheets write 12 as 12.0 or +12; any other spelling is refused."""
    data = f"word,count\nlow,{cell}\n".encode()
    if count is None:
        with pytest.raises(CorpusError, match="count of row 1 must be a positive whole number"):
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
        (b"1,2\n3,4\n", ("1", "2"), 0, 1),
        (b"\n\nword;a,b;count\nlow;1,2;5\n", ("word", "a,b", "count"), 0, 2),
        (b"word,count\nlow\nlower,2\n", ("word", "count"), 0, 1),
        (b"low,5\nlower,2,x\n", ("1", "2", "3"), 0, 1),
    ],
)
def test_the_columns_of_a_table_are_guessed(data, columns, word, count):
    """Columns are guessed by name, otherwise the first words and the counts after them are used."""
    _, table = read(data, "a.csv")
    assert (table.columns, table.text, table.count) == (columns, word, count)


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
    """The names are recognized in both languages and any case, wherever their columns are."""
    _, table = read(f"note,size,{count},{word}\nx,9,5,low\n".encode(), "a.csv")
    assert (table.text, table.count) == (3, 2)


@pytest.mark.parametrize(
    ("data", "name", "texts"),
    [
        # Usual files: reviews with labels, news, messages, pairs of sentences.
        (b'text,label\n"great movie",1\n"bad movie",2\n"great movie",1\n', "a.csv", 0),
        (b"label,text\n1,great movie\n0,bad movie\n", "a.csv", 1),
        (b"id,text\n1,great movie\n2,bad movie\n", "a.csv", 1),
        (b"review,sentiment\ngreat movie,positive\nbad movie,negative\n", "a.csv", 0),
        (b'"3","Short title","A description that is longer"\n"4","B c","D e f g h"\n', "a.csv", 2),
        (b"ham\tGo until jurong point\nspam\tFree entry\n", "a.tsv", 1),
        (b"i feel low;sadness\ni feel high, too;joy\n", "a.csv", 0),
        (b"gj04\t1\t\tOur friends buy this.\ngj05\t0\t*\tOne more and I give up.\n", "a.tsv", 3),
        (b"sentence\tlabel\nhide new secretions\t0\ncontains no wit\t1\n", "a.tsv", 0),
        (b"word\nlow\nlower\n", "a.csv", 0),
        (b"low lower\nlow new\n", "a.csv", 0),
        ("文本,标签\n这部电影很好看。,1\n不好看，很差。,0\n".encode(), "a.csv", 0),
        (
            b"text,count\nIt was the best of times and the worst,3\nIt was cold outside and we,2",
            "a.csv",
            0,
        ),
        (b"title,text\nA long title of a very short text,ab c\nB,d e\n", "a.csv", 1),
        (b"text,id\nlow,1\nlower,2\n", "a.csv", 0),
    ],
)
def test_a_column_of_sentences_is_the_text(data, name, texts):
    """A number in another column is a label and not a count; each cell is a separate text."""
    _, report = read(data, name)
    assert (report.kind, report.text, report.count) == ("documents", texts, None)
    found = texts_of(data, name)
    assert len(found) == data.count(b"\n") + (not data.endswith(b"\n")) - report.has_names
    assert counts_of(data, name) == dict(Corpus.from_text("\n".join(found)).items())


def test_phrases_with_a_column_called_count_are_counted():
    data = b"phrase,count\nnew york,5\nlow,2\n"
    assert counts_of(data, "a.csv") == {"new york": 5, "low": 2}


JSON = [
    ({"text": "low new", "label": "a longer one than the text"}, None, ["low new"]),
    ({"id": 1, "content": "low new", "url": "https://example.org/a"}, None, ["low new"]),
    ({"title": "low", "story": "low new lower"}, None, ["low new lower"]),
    ({"messages": [{"role": "user", "content": "hi there"}, {"role": "bot", "content": None}]},
     None, ["hi there"]),
    ({"a": {"b": ["low", "new"]}}, "a.b", ["low", "new"]),
    ({"a.b": "low", "a": {"b": "new"}}, "a.b", ["low"]),
    ({"title": "low", "story": "low new lower"}, "title", ["low"]),
    ({"title": "low", "story": "low new lower"}, "1", ["low"]),
    ("low new", None, ["low new"]),
    (["low", "new"], None, ["low", "new"]),
]  # fmt: skip


@pytest.mark.parametrize(("row", "field", "texts"), JSON)
def test_the_field_of_json_is_found_or_chosen(row, field, texts):
    """The field is named text or has the longest texts, in lines, in an array and in Parquet."""
    line = json.dumps(row)
    assert texts_of(f"{line}\n\n{line}".encode(), "a.jsonl", field=field) == texts * 2
    assert texts_of(f"\ufeff [{line} ,\n{line}]\n".encode(), "a.json", field=field) == texts * 2
    if isinstance(row, dict):
        file = io.BytesIO()
        pq.write_table(pa.Table.from_pylist([row] * 2), file)
        assert texts_of(file.getvalue(), "a.parquet", field=field) == texts * 2
        assert texts_of(file.getvalue(), "without its ending", field=field) == texts * 2


def test_words_and_counts_in_json_are_counts():
    """The fields must have these names; a text with a field named n is no count."""
    rows = [{"word": "low", "count": 5}, {"word": "new", "count": 2}]
    lines = "\n".join(map(json.dumps, rows)).encode()
    assert counts_of(lines, "a.jsonl") == {"low": 5, "new": 2}
    assert counts_of(json.dumps(rows).encode(), "a.json") == {"low": 5, "new": 2}
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), file)
    assert counts_of(file.getvalue(), "a.parquet") == {"low": 5, "new": 2}
    assert texts_of(lines, "a.jsonl", counts="none") == ["low", "new"]
    assert texts_of(b'{"text": "low", "n": 5}', "a.jsonl") == ["low"]
    chosen = counts_of(b'{"text": "low", "n": 5}', "a.jsonl", field="text", counts="n")
    assert chosen == {"low": 5}


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("the 22038615\nbe 12545825\n", {"the": 22038615, "be": 12545825}),
        ("low\t5\r\n\r\nnew\t2", {"low": 5, "new": 2}),
        ("\ufeff好 5\n低 2\n", {"好": 5, "低": 2}),
        ("    5 low\n   12 new\n", {"low": 5, "new": 12}),
        ("low 5\n", None),
        ("Chapter 1\nChapter 2\n", None),
        ("1 low\n2 new\n", None),
        ("low 5\nnew\n", None),
        ("low 5\nnew york 2\n", None),
        ("1 2\n3 4\n", None),
        ("low 5\n" * 2, None),
        ("low 5\nnew -2\n", None),
        ("".join(f"w{n} {n}\n" for n in range(1, 500)) + "the end\n", None),
    ],
)
def test_a_word_and_its_count_on_each_line_are_counts(text, counts):
    """Such lists come from frequency tables and `uniq -c`; any other file is read as text.

    The reader can choose to read such a list as text.
    """
    file, report = read(text.encode(), "a.txt")
    assert report.format == ("list" if counts else "text")
    if counts:
        assert counts_of(text.encode(), "a.txt") == counts
        file, report = read(text.encode(), "a.txt", counts="none")
    in_text_mode = text.removeprefix("\ufeff").replace("\r\n", "\n")
    assert [*texts_in(file, report)] == [in_text_mode]


def test_a_row_has_a_limit_and_a_table_of_short_ones_has_not():
    """Lines inside a quoted cell count to its row; the error has the number of the row."""
    limits = Limits(whole=8, row=8)
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
    """Words keep their initial spaces, their order, and the rules of their scheme."""
    corpus, data = counted(tmp_path)
    name = "counts.csv.gz" if packed else "counts.csv"
    upload = opened(name, gzip.compress(data) if packed else data)
    assert (upload.report.kind, upload.report.rules["name"]) == ("counts", "gpt")
    found = of_upload(upload).corpus(PRESETS["gpt"])
    assert (found.words, found.counts) == (corpus.words, corpus.counts)
    assert (found.scheme, found.source) == (corpus.scheme, name)
    assert any(word.startswith(" ") for word in found.words)
    whole = train(TEXT, "gpt", max_merges=30)
    assert train(found, "gpt", max_merges=30).merges == whole.merges


def test_other_rules_are_refused_before_the_words_are_read(tmp_path, monkeypatch):
    """Rules that find other words are refused; rules that differ later are accepted.

    Damaged, too long or invalid words are refused when they are read.
    """
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
    monkeypatch.setattr(uploads, "MAX_WORD_BYTES", 4)
    with pytest.raises(Refusal, match="at most 4 bytes"):
        of_upload(opened("a.csv", data)).corpus(PRESETS["gpt"])
    with pytest.raises(CorpusError, match="at most 3 rows"):
        read(data, "a.csv", Limits(size=2**20, rows=3))
    half = HEAD + "\ud800,1\r\n".encode("utf-8", "surrogatepass")
    with pytest.raises(CorpusError, match="half of a surrogate pair"):
        of_upload(opened("a.csv", half)).corpus(PRESETS["gpt"])


@pytest.mark.parametrize("scheme", ["paper", "gpt", "minbpe"])
def test_documents_have_the_words_that_count_counts(tmp_path, scheme):
    """Each line of JSON is a text, in the app and on the command line; no word spans two lines."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "low lower"}\n\n{"text": "low\\nnew"}\n', encoding="utf-8")
    upload = opened("a.jsonl", path.read_bytes())
    source = of_upload(upload)
    assert source.corpus(PRESETS[scheme]) == Corpus.from_files(path, scheme)
    assert source.text == "low lower\nlow\nnew"
    assert upload.report.encoding == "utf-8"


def test_counts_of_an_unknown_scheme_are_those_of_any():
    """Counts without a scheme fit any scheme; no preset is chosen for a scheme without one."""
    counts = of_upload(opened("a.csv", HEAD + b"low,2\r\nnew,1\r\n"))
    for preset in ("gpt", "paper"):
        assert counts.corpus(PRESETS[preset]).words == ("low", "new")
    assert opened("a.csv", b"word,count\nlow,2\n").report.columns == ("word", "count")
    assert rules_for(Scheme(pretokenizer="bert"), Settings()) == {}
    assert rules_for(replace(PRESETS["gpt"], pattern=r"\w+"), Settings()) == {}


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
    """The scheme's own preset is chosen, or one with its special tokens; a fitting choice stays."""
    rules = rules_for(scheme, Settings("hug", ties="shortest"))
    now = Choices(ties="shortest").with_(**rules).settings
    chosen = scheme_of(PRESETS[now.scheme], now)
    path = tmp_path / "a.txt"
    path.write_text(TEXT + "<b>low <|endoftext|>", encoding="utf-8")
    assert Corpus.from_files(path, chosen) == Corpus.from_files(path, scheme)
    assert now.ties is None
    if scheme.name in PRESETS:
        assert now.scheme == scheme.name
    assert rules_for(scheme, now) == {}
