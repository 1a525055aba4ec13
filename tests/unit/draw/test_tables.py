"""Tables read the record: same rows, same order; one that is cut says so."""

import pytest

from bpe import train
from bpe.readings.ledger import ledger
from tests.cases import for_each
from ui.draw import tables
from ui.draw.tables import frame_of, matcher
from ui.draw.tokens import visible

SIX_WORDS = "highest higher lower lowest cooler coolest"
TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


RUNS = {
    "paper": train("highest higher lower lowest cooler coolest", "paper"),
    "bytes": train("aaabdaaabac zz zz", "minbpe"),
    "wordpiece": train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece"),
}
TABLES = {
    "pairs": tables.pairs,
    "changes": tables.changes,
    "ties": tables.ties,
    "words": tables.words,
    "changed_words": tables.changed_words,
    "vocabulary": tables.vocabulary,
}


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper", vocab_size=17)


@pytest.fixture(scope="module")
def textbook():
    return train(TEXTBOOK, "paper", max_merges=10)


def test_the_pair_asked_for_stands_first_and_alone_is_marked(textbook):
    """Even one that a short table would leave out; one that is gone marks nothing."""
    snapshot = textbook.snapshot(2)
    every = [each.pair for each in snapshot.pairs()]
    for pair in every:
        frame = tables.pairs(snapshot, limit=2, asked=pair)
        assert list(frame["pair"]) == [pair, *(each for each in every if each != pair)][:2]
        assert list(frame["asked"]) == [True, False]
        assert frame.attrs["more"]
    frame = tables.pairs(snapshot, limit=2, asked=("e", "s"))
    assert list(frame["pair"]) == every[:2]
    assert not frame["asked"].any()


def test_the_statuses_part_the_vocabulary_as_the_ledger_does(training):
    """After est</w> neither es nor est is left in any word; what each lives in is named."""
    snapshot = training.snapshot(3)
    numbers = tables.statuses(snapshot)
    assert numbers.pop("all") == len(snapshot.vocabulary) == sum(numbers.values())
    known = ledger(snapshot)
    for name, n in numbers.items():
        frame = tables.vocabulary(snapshot, None, status=name)
        expected = [each for each in known if each.status == name.replace("_", " ")]
        assert [*frame["token"]] == [each.token for each in expected]
        assert [*frame["inside"]] == [each.inside for each in expected]
        assert len(frame) == n
    gone = tables.vocabulary(snapshot, status="intermediate")
    assert {"es", "est"} <= {*gone["token"]}
    assert {*gone["count"]} == {0}
    assert len(tables.vocabulary(snapshot, 1, "est", "intermediate")) == 1


@for_each("run", RUNS)
@for_each("name", TABLES)
def test_a_cut_table_begins_like_the_whole_one(name, run):
    """At every limit around its length; `more` is right, and never by chance."""
    table, training = TABLES[name], RUNS[run]
    for step in (0, 1, 3, len(training)):
        snapshot = training.snapshot(step)
        whole = table(snapshot, None)
        assert not whole.attrs["more"]
        rows = whole.to_dict("records")
        for limit in {1, 2, max(len(rows) - 1, 1), len(rows) + 1, max(len(rows), 1)}:
            cut = table(snapshot, limit)
            assert cut.to_dict("records") == rows[:limit]
            assert cut.attrs["more"] == (len(rows) > limit)


@for_each("run", RUNS)
@for_each("name", ["pairs", "words", "vocabulary"])
def test_a_search_finds_the_rows_that_show_it_in_their_order(name, run):
    """Whatever the letters' case; the limit cuts what was found, not what was searched."""
    table, snapshot = TABLES[name], RUNS[run].snapshot(2)
    column = {"pairs": "pair", "words": "word", "vocabulary": "token"}[name]
    whole = table(snapshot, None).to_dict("records")

    def shows(row, search):
        tokens = row[column] if name == "pairs" else (row[column],)
        return search in " ".join(map(visible, tokens)).lower()

    for search in ("a", "u", "hu", "er", "z"):
        expected = [row for row in whole if shows(row, search)]
        found = table(snapshot, None, search.upper())
        assert found.to_dict("records") == expected
        assert not found.attrs["more"]
        for limit in {1, max(len(expected), 1)}:
            cut = table(snapshot, limit, search)
            assert cut.to_dict("records") == expected[:limit]
            assert cut.attrs["more"] == (len(expected) > limit)


def test_every_part_of_a_search_must_be_shown():
    """In any of a pair's tokens; spaces and marks are searched for as they are drawn."""
    assert matcher("")("anything")
    assert matcher("l OW")("l", "ow")
    assert matcher("w l")("l", "ow")
    assert not matcher("l x")("l", "ow")
    assert not matcher("low")("l", "ow")
    assert matcher("␣")(" a")
    assert matcher("⟨zwsp⟩")("\u200b")


def test_words_are_offered_by_frequency():
    """Equal ones in the order of the corpus; no more than asked for."""
    snapshot = train({"b": 1, "ab": 3, "ba": 3, "cB": 9, "d": 8}, "paper").snapshot(0)
    assert tables.find_words(snapshot, "") == ["cB", "d", "ab", "ba", "b"]
    assert [*tables.words(snapshot)["word"]] == tables.find_words(snapshot, "")
    assert tables.find_words(snapshot, "B") == ["cB", "ab", "ba", "b"]
    assert tables.find_words(snapshot, "b", 2) == ["cB", "ab"]
    assert tables.find_words(snapshot, "x") == []


def test_merges_stand_as_they_were_learned():
    """Ranks from 0, and how many shared the lead."""
    for training in RUNS.values():
        rows = tables.merges(training).to_dict("records")
        assert [row["rank"] for row in rows] == list(range(len(training)))
        for row, merge in zip(rows, training.merges, strict=True):
            assert (row["pair"], row["token"], row["count"], row["score"]) == (
                *(merge.pair, merge.token, merge.count, merge.score),
            )
            assert row["ties"] == len(merge.ties)


def test_cells_stay_as_they_are():
    """Tuples and bytes are no columns of numbers; a table without rows keeps its columns."""
    frame = frame_of([((b"a", "b"), 2, None), ((b"c",), 3, "x")], "pair", "count", "rule")
    assert frame.to_dict("records") == [
        {"pair": (b"a", "b"), "count": 2, "rule": None},
        {"pair": (b"c",), "count": 3, "rule": "x"},
    ]
    assert frame["count"].dtype.kind == "i"
    assert frame["pair"].dtype == object
    assert not frame.attrs["more"]
    assert frame_of([], "a", "b", more=True).attrs["more"]
    assert list(frame_of([], "a", "b")) == ["a", "b"]
