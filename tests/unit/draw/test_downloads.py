"""Rows come from the record; files have safe cells, a maximum size and a name."""

import csv
import io
import random
import re
import zipfile
from dataclasses import replace
from functools import partial
from itertools import product
from types import SimpleNamespace

import pytest

from bpe import PRESETS, train
from bpe.merging.cells import join
from bpe.player.tokens import MAX_NAME_CHARS, MAX_SHOWN_CHARS, exact, visible
from bpe.readings.lifetimes import token_states
from tests.data import HUG, SIX_WORDS
from ui import archive as archives
from ui.archive import CSV, archive, as_csv
from ui.catalogue import LANGUAGES, Refusal, catalogue
from ui.component import Markup
from ui.draw import downloads, table_rows
from ui.draw.table_rows import MAX_SPLIT_CHARS, CutSplit, Rows, cut, matcher
from ui.text import speaking

HOSTILE = ["=1+1", "<b>x</b>", "a b", "\u202eab", "-2", "\ud800", "'", '"', "@x", "+x", "\ttab"]
HOSTILE += ["＝x", "a,b;=1", "\r\n=x", "…"]
SENTENCE = "Rows are left out."


def read(data: bytes) -> list[dict[str, str]]:
    # Without this mark, Excel reads UTF-8 in the code page of its system and garbles Chinese.
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def files(training, step):
    """Yield every table of a run at a step, with its file."""
    for _, table in CSV.values():
        of_table = table(training.snapshot(step))
        yield of_table, archives.as_csv(of_table, SENTENCE)


def of_record(snapshot):
    """Return the cells of each file of the archive, taken from the record: column -> cells."""
    run = snapshot.training

    def read_off(records, **fields):
        return {name: [getattr(each, of) for each in records] for name, of in fields.items()}

    count = {"pair": "pair", "count": "count", "score": "score"}
    order = sorted(snapshot.changes, key=lambda each: (not each.merged, -abs(each.difference)))
    winners = sorted(snapshot.winners.items(), key=lambda each: each[0] != run.scheme.tie_rule)
    return {
        "merges.csv": {"ties": run.tie_counts}
        | read_off(run.merges, rank="rank", token="token", **count),
        "over-time.csv": {"tokens": run.token_counts, "vocabulary": run.vocabulary_sizes},
        "pairs.csv": read_off(snapshot.pairs(), **count),
        "changes.csv": read_off(order, pair="pair", before="before", after="after", kind="kind"),
        "ties.csv": read_off(snapshot.ties, **count),
        "tie-rules.csv": dict(zip(("rule", "pair"), zip(*winners, strict=True), strict=True)),
        "words.csv": read_off(snapshot.words(), word="text", count="count", tokens="tokens"),
        "changed-words.csv": read_off(
            snapshot.changed_words(), word="text", before_tokens="before", tokens="tokens"
        ),
        "vocabulary.csv": read_off(
            snapshot.vocabulary, token="token", id="id", kind="kind", count="count", born="born"
        ),
    }


def written(cell) -> str:
    """Return a cell as a file contains it."""
    if isinstance(cell, tuple):
        return " ".join(map(visible, cell))
    return visible(cell) if isinstance(cell, str | bytes) else str(cell)


def test_a_label_of_ours_has_plain_spaces():
    """Invisible characters of a token become glyphs; the name of a status keeps its spaces."""
    rows = table_rows.vocabulary(train("a b a b").snapshot(1), None)
    found = as_csv(rows, "").decode("utf-8-sig")
    assert "in use" in found
    assert "␣" not in found


def test_each_file_of_the_archive_has_all_that_the_record_says_of_its_step():
    """Files have all rows, while a page draws the first ones; README.txt explains every file."""
    words = {f"xy{chr(0x4E00 + at)}": 1 + (at > 9) for at in range(table_rows.ROWS + 20)}
    snapshot = train(words | {"\u3000": 1}, replace(PRESETS["paper"], tie_rule="largest")).snapshot(
        1
    )
    tables = of_record(snapshot)
    for lang in LANGUAGES:
        found = zipfile.ZipFile(io.BytesIO(archive(snapshot.training, 1, SENTENCE, lang)))
        assert found.namelist() == ["README.txt", *tables]
        about = found.read("README.txt").decode()
        assert all(about.count(f"\n{name}: ") == 2 for name in tables)
        said = catalogue(lang)
        assert said["tables.archive_about"].format(step=1) in about
        assert (
            said["tables.downloads_note"].format(limit=10, shown=archives.MAX_CELL_CHARS) in about
        )
        for file, columns in tables.items():
            rows = read(found.read(file))
            assert file == "tie-rules.csv" or len(rows) > table_rows.ROWS
            with speaking(lang):
                for name, cells in columns.items():
                    assert [row[name] for row in rows] == [*map(written, cells)], (file, name)


def test_a_spreadsheet_takes_no_cell_for_a_formula():
    """No cell begins like a formula, split at commas, semicolons or tabs; numbers stay numbers."""
    training = train(dict.fromkeys(HOSTILE, 2), "paper", max_merges=2)
    for step in range(3):
        for _, data in files(training, step):
            for separator in ",;\t":
                text = io.StringIO(data.decode("utf-8-sig"), newline="")
                for cell in (cell for row in csv.reader(text, delimiter=separator) for cell in row):
                    assert not cell.startswith((*"=+-@\t\r", *"＝＋－＠")), (separator, cell)
    words = read(archives.as_csv(table_rows.words(training.snapshot(0)), SENTENCE))
    assert words[0]["count"] == "2"
    assert "'=1+1" in [row["word"] for row in words]
    negative = Rows(("kind", "count", "cause"), [("x", -1.5, None)])
    assert read(archives.as_csv(negative, SENTENCE))[0]["count"] == "-1.5"


def test_a_cell_is_cut_where_it_would_be_long():
    """A cell has an ellipsis only if something is missing; a very long word is never whole."""
    shown, named = "a" * archives.MAX_CELL_CHARS, "b" * archives.MAX_NAME_CHARS
    six = tuple((f"w{number}", 1) for number in range(6))
    tokens = shown, shown + "a", "", "a"
    words = ((named, 1),), ((named + "b", 1),), six, (*six, ("w6", 1))
    of_table = Rows(("token", "words"), [*zip(tokens, words, strict=True)])
    rows = read(archives.as_csv(of_table, SENTENCE))
    assert [row["token"] for row in rows] == [shown, shown + "…", "", "a"]
    named_six = "w0 w1 w2 w3 w4 w5"
    assert [row["words"] for row in rows] == [named, named + "…", named_six, named_six + " …"]
    splits = Rows(("tokens",), [(("a",) * 1001,), (("a",) * 1000,)])
    cells = [row["tokens"] for row in read(archives.as_csv(splits, SENTENCE))]
    assert cells == ["a " * 1000 + "…", " ".join("a" * 1000)]
    rng = random.Random(1)
    text = "".join(rng.choice("etaoinshrdlu .,") for _ in range(18_000))
    training = train(text, "minbpe", max_merges=200)
    pairs = training.snapshot(200)
    for of_table, data in files(training, 200):
        assert len(read(data)) == len(of_table)
        assert len(data) < 200 * len(of_table) + 100_000
    rows = read(archives.as_csv(table_rows.pairs(pairs, None), SENTENCE))
    assert len(rows) == len(pairs.pairs()) > 1000
    assert {row["words"] for row in rows} == {visible(text[: archives.MAX_NAME_CHARS]) + "…"}


def test_a_file_ends_at_its_limit_and_says_so(monkeypatch):
    """A file over its limit has the first rows, whole, and the sentence as the last row."""
    training = train(SIX_WORDS, "paper", max_merges=5)
    of_table = table_rows.vocabulary(training.snapshot(5), None)
    complete = archives.as_csv(of_table, SENTENCE)
    whole = read(complete)
    for most in (300, 301, 340, 500, len(complete) - 1):
        monkeypatch.setattr(archives, "MAX_FILE_BYTES", most)
        data = archives.as_csv(of_table, SENTENCE)
        assert most - 60 < len(data) <= most
        *rows, last = read(data)
        assert 0 < len(rows) < len(whole)
        assert rows == whole[: len(rows)]
        assert [*last.values()] == [SENTENCE] + [""] * (len(last) - 1)
    monkeypatch.setattr(archives, "MAX_FILE_BYTES", len(complete) + 100)
    assert archives.as_csv(of_table, SENTENCE) == complete


def test_only_the_files_that_can_be_written_are_in_the_archive_for_libraries(monkeypatch):
    """If tokens are too long, no file can be written; tokens with a space have no merges.txt."""
    training = train("a b a b", replace(PRESETS["huggingface"], pretokenizer="text"))
    names, refused = archives.formats.__wrapped__(training)
    assert (names, refused.code) == (("tokenizer.json",), "spaced_token")
    made = zipfile.ZipFile(io.BytesIO(archives.for_libraries(training, names)))
    assert made.namelist() == [*names]
    size = sum(map(len, training.tokens))
    monkeypatch.setattr(archives, "MAX_SPELLED_CHARS", size - 1)
    names, refused = archives.formats.__wrapped__(training)
    assert (names, str(refused)) == ((), str(Refusal("long_tokens", limit=size - 1)))
    monkeypatch.setattr(archives, "MAX_SPELLED_CHARS", size)
    assert archives.formats.__wrapped__(training)[0]


def test_a_file_is_named_by_corpus_scheme_and_step(monkeypatch):
    """A sample has its own name, an uploaded file the name of the file, in safe characters."""
    own = SimpleNamespace(name="../Mein Text: 红楼梦\u202e (2).txt.gz")
    monkeypatch.setattr(downloads.store, "texts", lambda: {"uploaded": own})
    named = partial(downloads.file_name, what="pairs.csv", step=0)
    assert named("six-words.txt", "paper") == "six-words-paper-step-0-pairs.csv"
    assert named(own.name, "gpt") == "Mein-Text-红楼梦-2-txt-gpt-step-0-pairs.csv"
    name = downloads.file_name("six-words.txt", "minbpe", "merges.txt")
    assert name == "six-words-minbpe-merges.txt"

    # Equal texts share one run, so the name in it may be the name of another reader's file.
    for source in ("secret.txt", "Your own text", "../../etc/passwd", "\u202e", ""):
        assert downloads.file_name(source, "paper", "x.csv") == "own-text-paper-x.csv"
    # A name is not longer than file systems allow, and has no separator at its end.
    own.name = "a" * 39 + " b" * 500 + ".txt"
    name = downloads.file_name(own.name, "paper", "x.csv")
    assert name == "a" * 39 + "-paper-x.csv"
    assert re.fullmatch(r"[\w.-]+", name)
    own.name = "…!.txt"
    assert downloads.file_name(own.name, "paper", "x.csv") == "own-text-paper-x.csv"


RUNS = {
    "paper": train(SIX_WORDS, "paper"),
    "bytes": train("aaabdaaabac zz zz", "minbpe"),
    "wordpiece": train(HUG, "wordpiece"),
    "typed": train({"</w>": 20, "x</w>y": 5, "x": 3}, "paper", max_merges=3),
}
TABLES = {
    "pairs": table_rows.pairs,
    "changes": table_rows.changes,
    "ties": table_rows.ties,
    "words": table_rows.words,
    "changed_words": table_rows.changed_words,
    "vocabulary": table_rows.vocabulary,
}


def test_the_pair_asked_for_stands_first_and_alone_is_marked():
    """The pair is first even if the limit would leave it out; a vanished pair marks no row."""
    words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    snapshot = train(words, "paper", max_merges=10).snapshot(2)
    every = [each.pair for each in snapshot.pairs()]
    for pair in every:
        rows = table_rows.pairs(snapshot, limit=2, asked=pair)
        assert rows.column("pair") == [pair, *(each for each in every if each != pair)][:2]
        assert rows.column("asked") == [True, False]
        assert rows.more
    rows = table_rows.pairs(snapshot, limit=2, asked=("e", "s"))
    assert rows.column("pair") == every[:2]
    assert not any(rows.column("asked"))


def test_the_statuses_part_the_vocabulary_as_the_ledger_does():
    """After est</w>, no word contains es or est; each token lists the tokens it is inside."""
    snapshot = train(SIX_WORDS, "paper", vocab_size=17).snapshot(3)
    numbers = table_rows.statuses(snapshot)
    assert numbers.pop("all") == len(snapshot.vocabulary) == sum(numbers.values())
    known = token_states(snapshot)
    for name, n in numbers.items():
        rows = table_rows.vocabulary(snapshot, None, status=name)
        expected = [each for each in known if each.status == name.replace("_", " ")]
        assert rows.column("token") == [each.token for each in expected]
        assert rows.column("inside") == [each.inside for each in expected]
        assert len(rows) == n
    gone = table_rows.vocabulary(snapshot, status="intermediate")
    assert {"es", "est"} <= {*gone.column("token")}
    assert {*gone.column("count")} == {0}
    assert len(table_rows.vocabulary(snapshot, 1, "est", "intermediate")) == 1


def test_the_totals_by_step_name_what_they_count():
    """The column is named `winner_count`, since it has the count and not the pair."""
    totals = table_rows.over_time(train("low low", "paper", max_merges=1))
    assert totals.names == ("step", "tokens", "vocabulary", "winner_count")
    assert totals.column("winner_count") == [2, None]


SEARCHED = {"pairs": "pair", "words": "word", "vocabulary": "token"}


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", TABLES)
def test_a_cut_or_searched_table_has_the_rows_of_the_whole_one_in_their_order(name, run):
    """Any limit and search returns the first matching rows; `more` says if rows are missing."""
    table, training = TABLES[name], RUNS[run]

    def shows(row, search):
        cell = row[SEARCHED[name]]
        shown = (*cell, join(*cell, training.scheme)) if name == "pairs" else (cell,)
        return search in " ".join(map(visible, shown)).lower()

    searches = ("", "a", "u", "hu", "er", "z") if name in SEARCHED else ("",)
    for step, search in product((0, 1, 2, 3, len(training)), searches):
        snapshot, asked = training.snapshot(step), [search.upper()] * bool(search)
        rows = [row for row in table(snapshot, None) if not search or shows(row, search)]
        whole = table(snapshot, None, *asked)
        assert ([*whole], whole.more) == (rows, False)
        for limit in {1, 2, max(len(rows) - 1, 1), len(rows) + 1, max(len(rows), 1)}:
            cut = table(snapshot, limit, *asked)
            assert ([*cut], cut.more) == (rows[:limit], len(rows) > limit)


def test_every_part_of_a_search_must_be_shown():
    """Each part of a search may be in any token, as the token is drawn.

    Words are listed by count. Long cells are cut, but never inside a character of several bytes.
    """
    assert matcher("")("anything")
    assert matcher("l OW")("l", "ow")
    assert matcher("w l")("l", "ow")
    assert not matcher("l x")("l", "ow")
    assert not matcher("low")("l", "ow")
    assert matcher("␣")(" a")
    assert matcher("⟨zwsp⟩")("\u200b")
    snapshot = train({"b": 1, "ab": 3, "ba": 3, "cB": 9, "d": 8}, "paper").snapshot(0)
    assert table_rows.find_words(snapshot, "") == ["cB", "d", "ab", "ba", "b"]
    assert table_rows.words(snapshot).column("word") == table_rows.find_words(snapshot, "")
    assert table_rows.find_words(snapshot, "B") == ["cB", "ab", "ba", "b"]
    assert table_rows.find_words(snapshot, "b", 2) == ["cB", "ab"]
    assert table_rows.find_words(snapshot, "x") == []
    pairs = table_rows.pairs(snapshot, None, "c b")
    assert pairs.column("pair") == table_rows.pairs(snapshot, None, "b c").column("pair")
    assert pairs.column("pair") == [("c", "B")]
    begun = "a" * MAX_NAME_CHARS
    alike = train({f"{begun}b": 1, f"{begun}c": 2}, "paper", max_merges=0)
    assert table_rows.word_of_row(alike, f"{begun}…") == f"{begun}c"
    assert cut(("low", 3, None, ("a", "b"))) == ("low", 3, None, ("a", "b"))
    assert cut("x" * MAX_SHOWN_CHARS) == "x" * MAX_SHOWN_CHARS
    assert cut("x" * (MAX_SHOWN_CHARS + 1)) == "x" * MAX_SHOWN_CHARS + "…"
    assert cut("好".encode() * 300).decode() == "好" * (MAX_SHOWN_CHARS // 3) + "…"
    assert cut(Markup("<i>" * 999)) == "<i>" * 999
    assert cut(("a",) * MAX_SPLIT_CHARS) == ("a",) * MAX_SPLIT_CHARS
    assert cut(("a",) * 100) == CutSplit(("a",) * MAX_SPLIT_CHARS, 100)
    assert Rows(("token",), [("x" * 999,)], more=True).cut().more


@pytest.mark.parametrize("name", [*RUNS])
def test_a_pair_is_found_by_how_its_tokens_read(name):
    """Of pairs that read the same, the first is found; a pair that no longer exists is None."""
    training = RUNS[name]
    for step in (1, 3):
        snapshot = training.snapshot(step)
        first = {tuple(map(exact, each.pair)): each for each in reversed(snapshot.pairs())}
        assert (len(first) < len(snapshot.pairs())) == (name == "typed" and step == 3)
        for read, each in first.items():
            assert snapshot.pair_count(table_rows.find_pair(snapshot, read)) == each
        gone = [exact(token) for token in training.merges[0].pair]
        assert table_rows.find_pair(snapshot, gone) is None
