"""A reader's file becomes text or word counts, or is refused in one sentence."""

import gzip
import io

import pyarrow
import pytest
from pyarrow import parquet

from bpe import CorpusError
from ui.catalogue import Refusal, say_refusal
from ui.corpora import limits
from ui.corpora.tables import TableFile, word_counts
from ui.corpora.uploads import TextFile, corpus_of_text, read

GERMAN = "Die Bäche überqueren größere Flüsse. Schöne Grüße aus Köln und Düsseldorf.\n" * 20
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему.\n" * 20
FRENCH = "Ça fait déjà l'été à Besançon, où l'on goûte la crème brûlée.\n" * 20
SWEDISH = "Räksmörgås på ön där älgarna går över ån.\n" * 20
POLISH = "Zażółć gęślą jaźń, ósma wieczorem w Łodzi i Częstochowie.\n" * 20
GREEK = "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n" * 20
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。\n" * 20
CHINESE = "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。\n" * 20


def words_of(data: bytes, name: str, **options) -> object:
    """Read a file all the way to its words."""
    file = read(data, name, **options)
    if isinstance(file, TextFile):
        return corpus_of_text(file.text, "paper", name)
    return word_counts(file, file.word, file.count)


def refused(data: bytes, name: str, **options) -> str:
    """Return the code of the sentence a file is refused with, after checking both languages."""
    with pytest.raises(Refusal) as caught:
        words_of(data, name, **options)
    for lang in ("en", "zh"):
        assert "{" not in say_refusal(caught.value, lang)
    return caught.value.code


def as_parquet(**columns) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (GERMAN, "utf-32"),
        (GERMAN, "cp1252"),
        ("hello world " * 50, "utf-16-le"),
        ("hello world " * 50, "utf-16-be"),
        (FRENCH, "iso8859-1"),
        (SWEDISH, "cp1252"),
        (POLISH, "cp1250"),
        (GREEK, "cp1253"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "utf-16-le"),
        (CHINESE, "utf-16-be"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (CHINESE, "gb18030"),
        (CHINESE, "big5"),
    ],
)
def test_common_encodings_are_found(text, encoding):
    """Nobody has to know how a file was saved."""
    assert read(text.encode(encoding, "ignore"), "text.txt").text == text.encode(
        encoding, "ignore"
    ).decode(encoding)


def test_a_wrong_guess_can_be_corrected():
    """The reader's word counts more than the guess."""
    data = "caña".encode("cp1252")
    assert read(data, "a.txt", encoding="cp1252") == TextFile("caña", "cp1252")
    assert read(data, "a.txt", encoding="cp1251") == TextFile("ca\u0441a", "cp1251")


def test_an_encoding_that_cannot_be_is_refused():
    """Choosing UTF-8 for bytes that are not UTF-8 is explained, not shown as replacement marks."""
    assert refused("caña".encode("cp1252"), "a.txt", encoding="utf-8") == "wrong_encoding"


def test_windows_line_ends_are_line_ends():
    """A carriage return is no letter of the alphabet."""
    assert read(b"a\r\nb\rc\n", "a.md").text == "a\nb\nc\n"


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
        (as_parquet(word=["low", "lower"], count=[5, 2]), "a.parquet"),
        (gzip.compress(as_parquet(n=[5, 2], term=["low", "lower"])), "a.parquet.gz"),
        (as_parquet(word=[b"low", b"lower"], count=[5, 2]), "a.parquet"),
    ],
)
def test_words_and_counts_are_found(data, name):
    """Tables of any usual shape give the same words."""
    table = read(data, name)
    assert isinstance(table, TableFile)
    assert word_counts(table, table.word, table.count) == {"low": 5, "lower": 2}


def test_columns_can_be_chosen():
    """Where two columns hold numbers, the reader decides."""
    table = read(b"word,rank,count\nlow,1,5\nlower,2,2\n", "a.csv")
    assert (table.columns[table.word], table.columns[table.count]) == ("word", "count")
    assert word_counts(table, 0, 1) == {"low": 1, "lower": 2}
    with pytest.raises(Refusal, match="different columns"):
        word_counts(table, 0, 0)


@pytest.mark.parametrize("name", ["a.txt.gz", "a.md.gz", "a.gz", "book.v2.gz"])
def test_gzip_is_unpacked(name):
    """A packed text is a text, also where it was packed in pieces."""
    assert read(gzip.compress(b"one ") + gzip.compress(b"two"), name).text == "one two"


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"x " * (limits.LARGEST // 2 + 1), "a.txt", "too_large"),
        (gzip.compress(b"x " * limits.LARGEST), "a.txt.gz", "unpacks_too_large"),
        (gzip.compress(gzip.compress(bytes(300 * 2**20), mtime=0)), "a.gz.gz", "unknown_kind"),
        (b"", "a.txt", "empty_file"),
        (gzip.compress(b""), "a.txt.gz", "empty_file"),
        (b"not gzip", "a.txt.gz", "broken_gz"),
        (gzip.compress(GERMAN.encode())[:-20], "a.txt.gz", "broken_gz"),
        (bytes(range(256)) * 40, "a.txt", "binary"),
        (b"\x89PNG\r\n\x1a\n" + bytes(1000), "a.txt", "binary"),
        (b"a\x01\x02\x03\x04" * 100, "a.txt", "binary"),
        (b"low lower\x00 lowest", "a.txt", "binary"),
        (b"word,count\nlo\x00w,5\n", "a.csv", "binary"),
        (b"  \n\t ", "a.txt", "no_words"),
        ("\u3000\u00a0".encode(), "a.txt", "no_words"),
        (b"x" * 2**20, "a.txt", "long_word"),
        (b"x" * 2**20 + b",5\n", "a.csv", "long_word"),
        (b"MZ", "a.exe", "unknown_kind"),
        (b"text", "name", "unknown_kind"),
        (b"word,count\nlow,five\n", "a.csv", "bad_count"),
        (b"word,count\nlow,-5\n", "a.csv", "bad_count"),
        (b"word,count\nlow,0\n", "a.csv", "bad_count"),
        (b"word,count\nlow,2.5\n", "a.csv", "bad_count"),
        (b"word,count\nlow,5\nlower,\n", "a.csv", "bad_count"),
        (b"word,count\n", "a.csv", "no_words"),
        (b"word\nlow\n", "a.csv", "one_column"),
        (b"\n\n", "a.csv", "no_words"),
        (b"PAR1 and then nothing", "a.parquet", "broken_parquet"),
        (as_parquet(word=["low"]), "a.parquet", "one_column"),
        (as_parquet(word=[b"\xff"], count=[5]), "a.parquet", "broken_parquet"),
        (
            as_parquet(word=pyarrow.array([10**18], pyarrow.timestamp("us")), count=[5]),
            "a.parquet",
            "broken_parquet",
        ),
        (as_parquet(word=["low"], count=[-1]), "a.parquet", "bad_count"),
        (as_parquet(word=["x" * 2**20] * 100, count=[1] * 100), "a.parquet", "unpacks_too_large"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(data, name, code):
    """Every way to be wrong has its own sentence, which says the way out."""
    assert refused(data, name) == code


def test_a_scheme_without_words_has_a_limit_of_its_own(monkeypatch):
    """Where the whole text is one word, a book is no mistake, and the sentence says what is."""
    text = "x" * (limits.LONGEST_WORD + 1)
    assert len(corpus_of_text(text, "minbpe", "text")) == 1
    monkeypatch.setattr(limits, "LONGEST_WHOLE", limits.LONGEST_WORD)
    with pytest.raises(Refusal, match="another scheme"):
        corpus_of_text(text, "minbpe", "text")


def test_too_many_rows_are_refused(monkeypatch):
    """A table has a bound on rows beside the one on bytes."""
    monkeypatch.setattr(limits, "MOST_ROWS", 3)
    assert refused(b"a,1\nb,1\nc,1\nd,1\n", "a.csv") == "many_rows"
    assert refused(as_parquet(w=list("abcd"), n=[1] * 4), "a.parquet") == "many_rows"


def test_every_limit_holds_from_the_first_thing_beyond_it(monkeypatch):
    """What is as large as the limit is taken, what is one larger is not."""
    monkeypatch.setattr(limits, "LARGEST", 100)
    monkeypatch.setattr(limits, "LONGEST_WORD", 10)
    monkeypatch.setattr(limits, "LONGEST_WHOLE", 20)
    monkeypatch.setattr(limits, "MOST_ROWS", 3)
    assert len(read(b"x " * 50, "a.txt").text) == 100
    assert refused(b"x " * 50 + b"x", "a.txt") == "too_large"
    assert len(read(gzip.compress(b"x " * 50), "a.gz").text) == 100
    assert refused(gzip.compress(b"x " * 50 + b"x"), "a.gz") == "unpacks_too_large"
    two = gzip.compress(b"x " * 25) + gzip.compress(b"x " * 26)
    assert refused(two, "a.gz") == "unpacks_too_large"
    assert words_of(b"x" * 10, "a.txt").words == ("x" * 10,)
    assert refused(b"x" * 11, "a.txt") == "long_word"
    assert words_of(b"x" * 10 + b",5", "a.csv") == {"x" * 10: 5}
    assert refused(b"x" * 11 + b",5", "a.csv") == "long_word"
    assert corpus_of_text("x" * 20, "minbpe", "text").words == ("x" * 20,)
    with pytest.raises(Refusal, match="another scheme"):
        corpus_of_text("x" * 21, "minbpe", "text")
    assert len(words_of(b"a,1\nb,1\nc,1\n", "a.csv")) == 3
    assert refused(b"a,1\nb,1\nc,1\nd,1\n", "a.csv") == "many_rows"


def test_a_parquet_file_has_the_same_limits(monkeypatch):
    """Rows as many as the limit are read; cells may take twice the bytes of a file."""
    rows = as_parquet(w=list("abc"), n=[1] * 3)
    monkeypatch.setattr(limits, "MOST_ROWS", 3)
    assert words_of(rows, "a.parquet") == {"a": 1, "b": 1, "c": 1}
    long = as_parquet(w=["x" * 1000 + str(each) for each in range(100)], n=[1] * 100)
    monkeypatch.setattr(limits, "MOST_ROWS", 100)
    monkeypatch.setattr(limits, "LARGEST", len(long))
    assert refused(long, "a.parquet") == "unpacks_too_large"


def test_a_refusal_names_what_it_is_about():
    """The row, the shortened cell and the sizes stand in the sentence."""
    with pytest.raises(Refusal) as caught:
        words_of(b"word,count\nlow,5\nlower," + b"f" * 21 + b"\n", "a.csv")
    assert caught.value.values == {"row": 2, "value": "f" * 19 + "…"}
    with pytest.raises(Refusal) as caught:
        words_of(b"word,count\nlow," + b"f" * 20 + b"\n", "a.csv")
    assert caught.value.values == {"row": 1, "value": "f" * 20}
    with pytest.raises(Refusal) as caught:
        read(bytes(limits.LARGEST + limits.MEGABYTE // 2), "a.txt")
    assert caught.value.values == {"size": 20.5, "limit": 20}
    with pytest.raises(Refusal) as caught:
        read(b"caf\xe9", "a.txt", encoding="utf-8")
    assert caught.value.values == {"encoding": "utf-8"}
    with pytest.raises(Refusal) as caught:
        read(b"MZ", "a.exe")
    assert caught.value.values == {"kinds": ".txt, .md, .csv, .tsv, .parquet, .gz"}


def test_one_control_character_in_a_hundred_is_still_text():
    """A stray control character does not make a text binary; two in a hundred do."""
    assert read(b"\x01" + b"ab " * 33, "a.txt").text.startswith("\x01")
    assert refused(b"\x01\x02" + b"ab " * 32 + b"ab", "a.txt") == "binary"


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        ("5", 5),
        ("+5", 5),
        (" 5 ", 5),
        ("5.00", 5),
        ("007", 7),
        ("9" * 15, 10**15 - 1),
        ("9" * 16, None),
        ("0", None),
        ("5.", None),
        ("5.01", None),
        ("-5", None),
        ("1e3", None),
        ("٥", None),
        ("5 5", None),
    ],
)
def test_a_count_is_a_positive_whole_number(cell, count):
    """Spreadsheets write 12 as 12.0 or +12; anything else is no count."""
    table = TableFile(("word", "count"), (("low", cell),), 0, 1, "utf-8")
    if count is None:
        with pytest.raises(Refusal):
            word_counts(table, 0, 1)
    else:
        assert word_counts(table, 0, 1) == {"low": count}


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
    assert {len(row) for row in table.rows} == {len(columns)}


def test_tabs_divide_a_tsv_whatever_else_is_in_it():
    """A comma in a cell of a .tsv is a comma."""
    table = read(b"word\tcount\na,b,c,d\t5\n", "a.tsv")
    assert word_counts(table, 0, 1) == {"a,b,c,d": 5}


def test_cells_are_read_as_they_stand():
    """Blank words are left out, spaces around a word are cut, quotes may hold a line end."""
    table = read(b'word,count\n low ,5\n  ,7\n"lo\nwer",2\n', "a.csv")
    assert word_counts(table, 0, 1) == {"low": 5, "lo\nwer": 2}
    table = read(as_parquet(word=["low", None, "lower"], count=[5, 1, 2]), "a.parquet")
    assert word_counts(table, 0, 1) == {"low": 5, "lower": 2}
    assert table.encoding is None


def test_a_refusal_is_a_corpus_error():
    """Pages catch one kind of error."""
    assert issubclass(Refusal, CorpusError)
