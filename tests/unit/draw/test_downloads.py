"""Files to download: exact, safe in a spreadsheet, bounded, and named by what they hold."""

import csv
import io
import json
import random
import re
from functools import partial
from types import SimpleNamespace

import pytest

from bpe import Corpus, train
from bpe.unigram import train_unigram
from tests.cases import for_each
from ui.catalogue import Refusal
from ui.draw import downloads, sheets, tables
from ui.draw.tokens import visible
from ui.train.downloads import CSV
from ui.unigram.tables import vocabulary_by_round

HOSTILE = ["=1+1", "<b>x</b>", "a b", "\u202eab", "-2", "\ud800", "'", '"', "@x", "+x", "\ttab"]
HOSTILE += ["＝x", "a,b;=1", "\r\n=x", "…"]
SENTENCE = "Rows are left out."


def read(data: bytes) -> list[dict[str, str]]:
    # Without this mark Excel takes UTF-8 for the code page of its system, and Chinese is lost.
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def of_tokens(frame) -> list[str]:
    """Name the columns that hold tokens; the totals by step count tokens instead."""
    return [name for name in frame if name in sheets.TOKEN_COLUMNS and "step" not in frame]


def files(training, step):
    """Return every table of a run at a step as a file, with the frame it is made of."""
    for _, table in CSV.values():
        frame = table(training.snapshot(step))
        yield frame, sheets.as_csv([frame], SENTENCE)


@for_each("scheme", ["paper", "huggingface", "sentencepiece"])
def test_text_is_exact_beside_what_people_are_shown(scheme):
    """The JSON beside each word, token, pair and split is the record's, whatever is in it."""
    training = train(dict.fromkeys(HOSTILE, 2), scheme, max_merges=3)
    for step in range(4):
        for frame, data in files(training, step):
            rows = read(data)
            assert len(rows) == len(frame)
            for name in [*of_tokens(frame), *({"word"} & {*frame})]:
                cells = [json.loads(row[f"{name}_json"] or "null") for row in rows]
                exact = [list(v) if isinstance(v, tuple) else v for v in frame[name]]
                assert cells == exact


def test_bytes_are_exact_in_hexadecimal():
    """A token that is no whole character, a space, a line end: each byte can be read back."""
    training = train("好人 好\n人 好人 é", "minbpe", max_merges=4)
    for frame, data in files(training, 3):
        for name in of_tokens(frame):
            for row, value in zip(read(data), frame[name], strict=True):
                parts = [bytes.fromhex(part) for part in row[f"{name}_hex"].split()]
                assert parts == ([value] if isinstance(value, bytes) else list(value or ()))


def test_a_spreadsheet_takes_no_cell_for_a_formula():
    """Whatever parts cells there: comma, semicolon or tab; numbers stay numbers."""
    training = train(dict.fromkeys(HOSTILE, 2), "paper", max_merges=2)
    for step in range(3):
        for _, data in files(training, step):
            for separator in ",;\t":
                text = io.StringIO(data.decode("utf-8-sig"), newline="")
                for cell in (cell for row in csv.reader(text, delimiter=separator) for cell in row):
                    assert not cell.startswith((*"=+-@\t\r", *"＝＋－＠")), (separator, cell)
    words = read(sheets.as_csv([tables.words(training.snapshot(0))], SENTENCE))
    assert words[0]["count"] == "2"
    assert "'=1+1" in [row["word"] for row in words]
    negative = tables.frame_of([("x", -1.5, None)], "kind", "count", "cause")
    assert read(sheets.as_csv([negative], SENTENCE))[0]["count"] == "-1.5"


def test_glyphs_stand_for_what_would_not_show():
    """The column for people is the one the page draws."""
    training = train(dict.fromkeys(HOSTILE, 2), "paper", max_merges=2)
    frame = tables.words(training.snapshot(2), None)
    rows = read(sheets.as_csv([frame], SENTENCE))
    for row, tokens in zip(rows, frame["tokens"], strict=True):
        shown = " ".join(map(visible, tokens))
        assert row["tokens"].replace("'", "") == shown.replace("'", "")


def test_a_text_that_is_one_word_is_not_written_into_every_row():
    """18,000 characters as one word: every pair in the file, in less than 200 bytes a row."""
    rng = random.Random(1)
    text = "".join(rng.choice("etaoinshrdlu .,") for _ in range(18_000))
    training = train(text, "minbpe", max_merges=200)
    pairs = training.snapshot(200)
    for frame, data in files(training, 200):
        assert len(read(data)) == len(frame)
        assert len(data) < 200 * len(frame) + 100_000
    rows = read(sheets.as_csv([tables.pairs(pairs, None)], SENTENCE))
    assert len(rows) == len(pairs.pairs()) > 1000
    assert {row["words"] for row in rows} == {visible(text[: sheets.LONGEST_NAMED]) + "…"}


def test_a_cell_is_cut_and_an_exact_one_is_whole_or_empty():
    """Up to what a spreadsheet's cell holds; an ellipsis only where something is missing."""
    fits, long = sheets.LONGEST_EXACT - 2, sheets.LONGEST_EXACT - 1
    shown, named = "a" * sheets.LONGEST_SHOWN, "b" * sheets.LONGEST_NAMED
    six = tuple((f"w{number}", 1) for number in range(6))
    tokens = "a" * fits, "a" * long, shown, shown + "a"
    words = ((named, 1),), ((named + "b", 1),), six, (*six, ("w6", 1))
    frame = tables.frame_of(zip(tokens, words, strict=True), "token", "words")
    rows = read(sheets.as_csv([frame], SENTENCE))
    exact = [json.loads(row["token_json"] or "null") for row in rows]
    assert exact == [tokens[0], None, *tokens[2:]]
    assert [row["token"] for row in rows] == [shown + "…", shown + "…", shown, shown + "…"]
    named_six = "w0 w1 w2 w3 w4 w5"
    assert [row["words"] for row in rows] == [named, named + "…", named_six, named_six + " …"]
    hexed = tables.frame_of([(b"a" * (long // 2),), (b"a" * (long // 2 + 1),)], "token")
    cells = [row["token_hex"] for row in read(sheets.as_csv([hexed], SENTENCE))]
    assert cells == ["61" * (long // 2), ""]
    splits = tables.frame_of([(("a",) * 1001,), (("a",) * 1000,)], "tokens")
    cells = [row["tokens"] for row in read(sheets.as_csv([splits], SENTENCE))]
    assert cells == ["a " * 1000 + "…", " ".join("a" * 1000)]


class Place:
    """Stands for a part of the page, and keeps what a button there was asked for."""

    def download_button(self, label, data, file, kind, **looks):
        self.asked = (label, file, kind, looks)
        self.data = data


def test_a_button_makes_its_file_when_asked(monkeypatch):
    """A table, or its parts, is made at the click, with the sentence in the reader's language."""
    made, place = [], Place()
    frame = tables.frame_of([("low",), ("lower",)], "word")

    def table():
        made.append(frame)
        return frame

    downloads.offer_table("Words", table, "words.csv", "key", place, "stretch")
    looks = {"key": "key", "on_click": "ignore", "icon": ":material/download:", "width": "stretch"}
    assert place.asked == ("Words", "words.csv", "text/csv", looks)
    assert made == []
    assert place.data() == sheets.as_csv([frame], "")
    downloads.offer_table("Words", lambda: iter([frame, frame]), "words.csv", "key", place)
    assert len(read(place.data())) == 4
    monkeypatch.setattr(sheets, "MOST_BYTES", 80)
    assert read(place.data())[-1]["word"] == "Rows are left out here: a file holds at most 10 MB."
    downloads.offer("Merges", lambda: "a b", "merges.txt", "key", place)
    assert place.asked == ("Merges", "merges.txt", "text/plain", looks | {"width": "content"})
    assert place.data() == "a b"


def test_a_file_ends_at_its_limit_and_says_so(monkeypatch):
    """Whole rows, the first ones, then the sentence; one that just fits has no such sentence."""
    training = train("highest higher lower lowest cooler coolest", "paper", max_merges=5)
    frame = tables.vocabulary(training.snapshot(5), None)
    complete = sheets.as_csv([frame], SENTENCE)
    whole = read(complete)
    for most in (300, 301, 340, 500, len(complete) - 1):
        monkeypatch.setattr(sheets, "MOST_BYTES", most)
        data = sheets.as_csv([frame], SENTENCE)
        assert most - 60 < len(data) <= most
        *rows, last = read(data)
        assert 0 < len(rows) < len(whole)
        assert rows == whole[: len(rows)]
        assert [*last.values()] == [SENTENCE] + [""] * (len(last) - 1)
    monkeypatch.setattr(sheets, "MOST_BYTES", len(complete))
    assert sheets.as_csv([frame], SENTENCE) == complete


def test_parts_are_made_until_the_limit_and_no_further(monkeypatch):
    """The vocabulary of every round is one below the other; beyond the limit none is computed."""
    training = train_unigram("lower lowest newest widest newer wider", vocab_size=14)
    made = []

    def parts():
        for frame in vocabulary_by_round(training):
            made.append(len(frame))
            yield frame

    rows = read(sheets.as_csv(parts(), SENTENCE))
    assert [row["rounds"] for row in rows] == [
        str(number) for number, size in enumerate(made) for _ in range(size)
    ]
    assert len(made) == len(training) + 1 > 2
    made.clear()
    monkeypatch.setattr(sheets, "MOST_BYTES", 1000)
    sheets.as_csv(parts(), SENTENCE)
    assert len(made) == 1


def test_tokens_as_long_as_the_text_are_no_file_of_a_library(monkeypatch):
    """A text twice over: each token is part of the next, all together many times the text."""
    rng = random.Random(1)
    text = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(1_000))
    training = train(text + text, "minbpe")
    monkeypatch.setattr(downloads, "MOST_SPELLED", 60_000)
    assert sum(map(len, training.tokens)) > downloads.MOST_SPELLED
    with pytest.raises(Refusal, match="at most 60,000 characters together"):
        downloads.check_fits(training)
    downloads.check_fits(train(text, "minbpe", max_merges=100))
    monkeypatch.setattr(sheets, "MOST_BYTES", 300_000)
    for _, data in files(training, len(training.merges)):
        assert len(data) <= sheets.MOST_BYTES


def corpus(source):
    return Corpus.from_counts({"low": 2}, source=source)


def test_a_file_is_named_by_corpus_scheme_and_step(monkeypatch):
    """A sample by its name, the reader's own file by its own; safe characters only."""
    own = SimpleNamespace(name="../Mein Text: 红楼梦\u202e (2).txt.gz")
    monkeypatch.setattr(downloads.session, "recall", {"uploaded": own}.get)
    named = partial(downloads.file_name, what="pairs.csv", step=3)
    assert named(train(corpus("six-words.txt"))) == "six-words-paper-step-3-pairs.csv"
    assert named(train(corpus(own.name), "gpt")) == "Mein-Text-红楼梦-2-txt-gpt-step-3-pairs.csv"
    run = train(corpus("six-words.txt"), "minbpe")
    assert downloads.file_name(run, "merges.txt") == "six-words-minbpe-merges.txt"
    unigram = train_unigram("low low", vocab_size=5)
    assert downloads.file_name(unigram, "rounds.csv") == "own-text-unigram-rounds.csv"


@for_each("source", ["secret.txt", "Your own text", "../../etc/passwd", "\u202e", ""])
def test_another_readers_file_names_nothing(source):
    """Equal texts share one run: the name that came with it may be somebody else's."""
    assert downloads.file_name(train(corpus(source)), "x.csv") == "own-text-paper-x.csv"


def test_a_long_name_is_cut(monkeypatch):
    """A name is no longer than a file system takes, and has no separator at its end."""
    own = SimpleNamespace(name="a" * 39 + " b" * 500 + ".txt")
    monkeypatch.setattr(downloads.session, "recall", {"uploaded": own}.get)
    name = downloads.file_name(train(corpus(own.name)), "x.csv")
    assert name == "a" * 39 + "-paper-x.csv"
    assert re.fullmatch(r"[\w.-]+", name)
