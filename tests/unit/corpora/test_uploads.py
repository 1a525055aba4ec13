"""A reader's file becomes text or word counts, or is refused in one sentence."""

import gzip
import io

import pyarrow
import pytest
from pyarrow import parquet

from bpe import CorpusError
from ui.catalogue import Refusal, say_refusal
from ui.corpora import uploads
from ui.corpora.uploads import TableFile, TextFile, corpus_of_text, read, word_counts

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
        (b"x " * (uploads.LARGEST // 2 + 1), "a.txt", "too_large"),
        (gzip.compress(b"x " * uploads.LARGEST), "a.txt.gz", "unpacks_too_large"),
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
    text = "x" * (uploads.LONGEST_WORD + 1)
    assert len(corpus_of_text(text, "minbpe", "text")) == 1
    monkeypatch.setattr(uploads, "LONGEST_WHOLE", uploads.LONGEST_WORD)
    with pytest.raises(Refusal, match="another scheme"):
        corpus_of_text(text, "minbpe", "text")


def test_too_many_rows_are_refused(monkeypatch):
    """A table has a bound on rows beside the one on bytes."""
    monkeypatch.setattr(uploads, "MOST_ROWS", 3)
    assert refused(b"a,1\nb,1\nc,1\nd,1\n", "a.csv") == "many_rows"
    assert refused(as_parquet(w=list("abcd"), n=[1] * 4), "a.parquet") == "many_rows"


def test_a_refusal_is_a_corpus_error():
    """Pages catch one kind of error."""
    assert issubclass(Refusal, CorpusError)
