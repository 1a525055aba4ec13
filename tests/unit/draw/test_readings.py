"""Rows are read off the record: same rows, same order; a cut table says so."""

import pytest

from bpe import train
from bpe.readings.lifetimes import token_states
from tests.data import HUG, SIX_WORDS
from ui.draw import readings
from ui.draw.readings import LONGEST_SHOWN, LONGEST_SPLIT, CutSplit, Rows, cut, matcher
from ui.draw.tokens import LONGEST_NAME, exact, visible

RUNS = {
    "paper": train(SIX_WORDS, "paper"),
    "bytes": train("aaabdaaabac zz zz", "minbpe"),
    "wordpiece": train(HUG, "wordpiece"),
    "typed": train({"</w>": 20, "x</w>y": 5, "x": 3}, "paper", max_merges=3),
}
TABLES = {
    "pairs": readings.pairs,
    "changes": readings.changes,
    "ties": readings.ties,
    "words": readings.words,
    "changed_words": readings.changed_words,
    "vocabulary": readings.vocabulary,
}


def test_the_pair_asked_for_stands_first_and_alone_is_marked():
    """Even one that a short table would leave out; one that is gone marks nothing."""
    words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    snapshot = train(words, "paper", max_merges=10).snapshot(2)
    every = [each.pair for each in snapshot.pairs()]
    for pair in every:
        rows = readings.pairs(snapshot, limit=2, asked=pair)
        assert rows.column("pair") == [pair, *(each for each in every if each != pair)][:2]
        assert rows.column("asked") == [True, False]
        assert rows.more
    rows = readings.pairs(snapshot, limit=2, asked=("e", "s"))
    assert rows.column("pair") == every[:2]
    assert not any(rows.column("asked"))


def test_the_statuses_part_the_vocabulary_as_the_ledger_does():
    """After est</w> neither es nor est is left in any word; what each lives in is named."""
    snapshot = train(SIX_WORDS, "paper", vocab_size=17).snapshot(3)
    numbers = readings.statuses(snapshot)
    assert numbers.pop("all") == len(snapshot.vocabulary) == sum(numbers.values())
    known = token_states(snapshot)
    for name, n in numbers.items():
        rows = readings.vocabulary(snapshot, None, status=name)
        expected = [each for each in known if each.status == name.replace("_", " ")]
        assert rows.column("token") == [each.token for each in expected]
        assert rows.column("inside") == [each.inside for each in expected]
        assert len(rows) == n
    gone = readings.vocabulary(snapshot, status="intermediate")
    assert {"es", "est"} <= {*gone.column("token")}
    assert {*gone.column("count")} == {0}
    assert len(readings.vocabulary(snapshot, 1, "est", "intermediate")) == 1


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", TABLES)
def test_a_cut_table_begins_like_the_whole_one(name, run):
    """At every limit around its length; `more` is right, and never by chance."""
    table, training = TABLES[name], RUNS[run]
    for step in (0, 1, 3, len(training)):
        snapshot = training.snapshot(step)
        whole = table(snapshot, None)
        assert not whole.more
        rows = [*whole]
        for limit in {1, 2, max(len(rows) - 1, 1), len(rows) + 1, max(len(rows), 1)}:
            cut = table(snapshot, limit)
            assert [*cut] == rows[:limit]
            assert cut.more == (len(rows) > limit)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("name", ["pairs", "words", "vocabulary"])
def test_a_search_finds_the_rows_that_show_it_in_their_order(name, run):
    """Whatever the letters' case; the limit cuts what was found, not what was searched."""
    table, snapshot = TABLES[name], RUNS[run].snapshot(2)
    column = {"pairs": "pair", "words": "word", "vocabulary": "token"}[name]
    whole = [*table(snapshot, None)]

    def shows(row, search):
        tokens = row[column] if name == "pairs" else (row[column],)
        return search in " ".join(map(visible, tokens)).lower()

    for search in ("a", "u", "hu", "er", "z"):
        expected = [row for row in whole if shows(row, search)]
        found = table(snapshot, None, search.upper())
        assert [*found] == expected
        assert not found.more
        for limit in {1, max(len(expected), 1)}:
            cut = table(snapshot, limit, search)
            assert [*cut] == expected[:limit]
            assert cut.more == (len(expected) > limit)


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
    assert readings.find_words(snapshot, "") == ["cB", "d", "ab", "ba", "b"]
    assert readings.words(snapshot).column("word") == readings.find_words(snapshot, "")
    assert readings.find_words(snapshot, "B") == ["cB", "ab", "ba", "b"]
    assert readings.find_words(snapshot, "b", 2) == ["cB", "ab"]
    assert readings.find_words(snapshot, "x") == []
    begun = "a" * LONGEST_NAME
    alike = train({f"{begun}b": 1, f"{begun}c": 2}, "paper", max_merges=0)
    assert readings.word_of_row(alike, f"{begun}…") == f"{begun}c"


def test_a_cell_is_cut_to_what_is_shown_of_it():
    """A long token, word or split; a character of several bytes is not cut in two."""
    assert cut(("low", 3, None, ("a", "b"))) == ("low", 3, None, ("a", "b"))
    assert cut("x" * LONGEST_SHOWN) == "x" * LONGEST_SHOWN
    assert cut("x" * (LONGEST_SHOWN + 1)) == "x" * LONGEST_SHOWN + "…"
    assert cut("好".encode() * 300).decode() == "好" * (LONGEST_SHOWN // 3) + "…"
    assert cut(("a",) * LONGEST_SPLIT) == ("a",) * LONGEST_SPLIT
    assert cut(("a",) * 100) == CutSplit(("a",) * LONGEST_SPLIT, 100)
    assert Rows(("token",), [("x" * 999,)], more=True).cut().more


@pytest.mark.parametrize("name", [*RUNS])
def test_a_pair_is_found_by_how_its_tokens_read(name):
    """Each of a step, and of those that read alike the first; what is gone by then is none."""
    training = RUNS[name]
    for step in (1, 3):
        snapshot = training.snapshot(step)
        first = {tuple(map(exact, each.pair)): each for each in reversed(snapshot.pairs())}
        assert (len(first) < len(snapshot.pairs())) == (name == "typed" and step == 3)
        for read, each in first.items():
            assert snapshot.pair_count(readings.find_pair(snapshot, read)) == each
        gone = [exact(token) for token in training.merges[0].pair]
        assert readings.find_pair(snapshot, gone) is None
