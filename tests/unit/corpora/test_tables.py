"""Tables of any usual shape become words and counts."""

import gzip
import io

import pytest

from bpe import CorpusError
from bpe.input.opening import Limits, cells, lines_in
from tests.unit.corpora.reading import counts_of
from ui.catalogue import Refusal
from ui.corpora.uploads import read


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
    """Tables of any usual shape give the same words."""
    assert read(data, name).kind == "table"
    assert counts_of(data, name) == {"low": 5, "lower": 2}


def test_columns_can_be_chosen():
    """Where two columns hold numbers, the reader decides."""
    data = b"word,rank,count\nlow,1,5\nlower,2,2\n"
    assert counts_of(data, "a.csv") == {"low": 5, "lower": 2}
    assert counts_of(data, "a.csv", count=1) == {"low": 1, "lower": 2}
    with pytest.raises(Refusal, match="different columns"):
        counts_of(data, "a.csv", count=0)


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


def test_tabs_divide_a_tsv_whatever_else_is_in_it():
    """A comma in a cell of a .tsv is a comma."""
    assert counts_of(b"word\tcount\na,b,c,d\t5\n", "a.tsv") == {"a,b,c,d": 5}


def test_cells_are_read_as_they_stand():
    """Blank words are left out, spaces around a word are cut, quotes may hold a line end."""
    data = b'word,count\n low ,5\n  ,7\n"lo\nwer",2\n'
    assert counts_of(data, "a.csv") == {"low": 5, "lo\nwer": 2}


@pytest.mark.parametrize(
    ("word", "count"),
    [
        ("word", "count"),
        ("Words", "Counts"),
        ("TOKEN", "frequency"),
        ("term", "Freq"),
        ("text", "n"),
        ("词", "次数"),
        ("词语", "频数"),
        ("单词", "词频"),
        ("词元", "计数"),
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
