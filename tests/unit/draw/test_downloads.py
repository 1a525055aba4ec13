"""Files to download: safe in a spreadsheet, bounded, and named by what they hold."""

import csv
import io
import random
import re
import zipfile
from functools import partial
from types import SimpleNamespace

import pytest

from bpe import train
from tests.data import SIX_WORDS
from ui.catalogue import LANGUAGES, Refusal
from ui.draw import downloads, readings
from ui.draw.readings import Rows
from ui.draw.tokens import visible
from ui.shell.text import speaking
from ui.train import archive as archives
from ui.train.archive import CSV, archive

HOSTILE = ["=1+1", "<b>x</b>", "a b", "\u202eab", "-2", "\ud800", "'", '"', "@x", "+x", "\ttab"]
HOSTILE += ["＝x", "a,b;=1", "\r\n=x", "…"]
SENTENCE = "Rows are left out."


def read(data: bytes) -> list[dict[str, str]]:
    # Without this mark Excel takes UTF-8 for the code page of its system, and Chinese is lost.
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def files(training, step):
    """Return every table of a run at a step as a file, with the rows it is made of."""
    for _, table in CSV.values():
        table_rows = table(training.snapshot(step))
        yield table_rows, archives.as_csv(table_rows, SENTENCE)


def test_the_archive_has_each_table_and_says_in_both_languages_what_it_is():
    """A file a table, as `as_csv` writes it; what has no rows has its columns."""
    snapshot = train("hugs hug pug pun bun", "paper").snapshot(3)
    found = zipfile.ZipFile(io.BytesIO(archive(snapshot.training, snapshot.step, SENTENCE)))
    assert found.namelist() == ["README.txt", *(file for file, _ in CSV.values())]
    for file, table in CSV.values():
        table_rows = table(snapshot)
        assert found.read(file) == archives.as_csv(table_rows, SENTENCE)
        lines = [*csv.reader(io.StringIO(found.read(file).decode("utf-8-sig"), newline=""))]
        assert lines[0] == [*table_rows.names]
        assert len(lines) == len(table_rows) + 1
    spaced = train("a\u3000b", "subword-nmt")
    for lang in LANGUAGES:
        made = zipfile.ZipFile(io.BytesIO(archive(spaced, 0, SENTENCE, lang)))
        with speaking(lang):
            assert visible("\u3000") in made.read("vocabulary.csv").decode(), lang
    about = found.read("README.txt").decode()
    assert all(about.count(f"\n{name}: ") == 2 for name in found.namelist()[1:])


def test_the_archive_has_all_rows_of_a_table_of_which_a_page_draws_the_first():
    """Of words, pairs and tokens alike."""
    training = train({f"{at:04}": 1 for at in range(readings.ROWS + 20)}, "paper")
    snapshot = training.snapshot(1)
    found = zipfile.ZipFile(io.BytesIO(archive(training, 1, SENTENCE)))
    rows = {name: len(read(found.read(name))) for name in ("words.csv", "pairs.csv")}
    assert rows == {"words.csv": len(training.corpus), "pairs.csv": snapshot.different_pairs}
    assert len(training.corpus) > readings.ROWS


def test_a_spreadsheet_takes_no_cell_for_a_formula():
    """Whatever parts cells there: comma, semicolon or tab; numbers stay numbers."""
    training = train(dict.fromkeys(HOSTILE, 2), "paper", max_merges=2)
    for step in range(3):
        for _, data in files(training, step):
            for separator in ",;\t":
                text = io.StringIO(data.decode("utf-8-sig"), newline="")
                for cell in (cell for row in csv.reader(text, delimiter=separator) for cell in row):
                    assert not cell.startswith((*"=+-@\t\r", *"＝＋－＠")), (separator, cell)
    words = read(archives.as_csv(readings.words(training.snapshot(0)), SENTENCE))
    assert words[0]["count"] == "2"
    assert "'=1+1" in [row["word"] for row in words]
    negative = Rows(("kind", "count", "cause"), [("x", -1.5, None)])
    assert read(archives.as_csv(negative, SENTENCE))[0]["count"] == "-1.5"


def test_glyphs_stand_for_what_would_not_show():
    """The column for people is the one the page draws."""
    training = train(dict.fromkeys(HOSTILE, 2), "paper", max_merges=2)
    table_rows = readings.words(training.snapshot(2), None)
    rows = read(archives.as_csv(table_rows, SENTENCE))
    for row, tokens in zip(rows, table_rows.column("tokens"), strict=True):
        shown = " ".join(map(visible, tokens))
        assert row["tokens"].replace("'", "") == shown.replace("'", "")
    training = train("好人 好\n人", "minbpe", max_merges=1)
    cells = [row["token"] for row in read(archives.as_csv(readings.merges(training), SENTENCE))]
    assert cells == [visible(training.merges[0].token)]


def test_a_text_that_is_one_word_is_not_written_into_every_row():
    """18,000 characters as one word: every pair in the file, in less than 200 bytes a row."""
    rng = random.Random(1)
    text = "".join(rng.choice("etaoinshrdlu .,") for _ in range(18_000))
    training = train(text, "minbpe", max_merges=200)
    pairs = training.snapshot(200)
    for table_rows, data in files(training, 200):
        assert len(read(data)) == len(table_rows)
        assert len(data) < 200 * len(table_rows) + 100_000
    rows = read(archives.as_csv(readings.pairs(pairs, None), SENTENCE))
    assert len(rows) == len(pairs.pairs()) > 1000
    assert {row["words"] for row in rows} == {visible(text[: archives.LONGEST_NAMED]) + "…"}


def test_a_cell_is_cut_where_it_would_be_long():
    """An ellipsis only where something is missing."""
    shown, named = "a" * archives.LONGEST, "b" * archives.LONGEST_NAMED
    six = tuple((f"w{number}", 1) for number in range(6))
    tokens = shown, shown + "a", "", "a"
    words = ((named, 1),), ((named + "b", 1),), six, (*six, ("w6", 1))
    table_rows = Rows(("token", "words"), [*zip(tokens, words, strict=True)])
    rows = read(archives.as_csv(table_rows, SENTENCE))
    assert [row["token"] for row in rows] == [shown, shown + "…", "", "a"]
    named_six = "w0 w1 w2 w3 w4 w5"
    assert [row["words"] for row in rows] == [named, named + "…", named_six, named_six + " …"]
    splits = Rows(("tokens",), [(("a",) * 1001,), (("a",) * 1000,)])
    cells = [row["tokens"] for row in read(archives.as_csv(splits, SENTENCE))]
    assert cells == ["a " * 1000 + "…", " ".join("a" * 1000)]


def test_a_file_ends_at_its_limit_and_says_so(monkeypatch):
    """Whole rows, the first ones, then the sentence."""
    training = train(SIX_WORDS, "paper", max_merges=5)
    table_rows = readings.vocabulary(training.snapshot(5), None)
    complete = archives.as_csv(table_rows, SENTENCE)
    whole = read(complete)
    for most in (300, 301, 340, 500, len(complete) - 1):
        monkeypatch.setattr(archives, "MOST_BYTES", most)
        data = archives.as_csv(table_rows, SENTENCE)
        assert most - 60 < len(data) <= most
        *rows, last = read(data)
        assert 0 < len(rows) < len(whole)
        assert rows == whole[: len(rows)]
        assert [*last.values()] == [SENTENCE] + [""] * (len(last) - 1)
    monkeypatch.setattr(archives, "MOST_BYTES", len(complete) + 100)
    assert archives.as_csv(table_rows, SENTENCE) == complete


def test_tokens_too_long_to_be_written_whole_give_no_library_a_file(monkeypatch):
    """The refusal says so; below the limit there are files and none."""
    training = train(SIX_WORDS, "gpt")
    size = sum(map(len, training.tokens))
    monkeypatch.setattr(archives, "MOST_SPELLED", size - 1)
    names, refused = archives.formats.__wrapped__(training)
    assert (names, str(refused)) == ((), str(Refusal("long_tokens", limit=size - 1)))
    monkeypatch.setattr(archives, "MOST_SPELLED", size)
    names, refused = archives.formats.__wrapped__(training)
    assert (names[0], refused) == (archives.MERGES, None)


def test_a_file_is_named_by_corpus_scheme_and_step(monkeypatch):
    """A sample by its name, the reader's own file by its own; safe characters only."""
    own = SimpleNamespace(name="../Mein Text: 红楼梦\u202e (2).txt.gz")
    monkeypatch.setattr(downloads.session, "recall", {"uploaded": own}.get)
    named = partial(downloads.file_name, what="pairs.csv", step=3)
    assert named("six-words.txt", "paper") == "six-words-paper-step-3-pairs.csv"
    assert named(own.name, "gpt") == "Mein-Text-红楼梦-2-txt-gpt-step-3-pairs.csv"
    name = downloads.file_name("six-words.txt", "minbpe", "merges.txt")
    assert name == "six-words-minbpe-merges.txt"


@pytest.mark.parametrize(
    "source", ["secret.txt", "Your own text", "../../etc/passwd", "\u202e", ""]
)
def test_another_readers_file_names_nothing(source):
    """Equal texts share one run: the name that came with it may be somebody else's."""
    assert downloads.file_name(source, "paper", "x.csv") == "own-text-paper-x.csv"


def test_a_long_name_is_cut(monkeypatch):
    """A name is no longer than a file system takes, and has no separator at its end."""
    own = SimpleNamespace(name="a" * 39 + " b" * 500 + ".txt")
    monkeypatch.setattr(downloads.session, "recall", {"uploaded": own}.get)
    name = downloads.file_name(own.name, "paper", "x.csv")
    assert name == "a" * 39 + "-paper-x.csv"
    assert re.fullmatch(r"[\w.-]+", name)
