"""Tables read the record: same rows, same order; one that is cut says so."""

import pytest

from bpe import Corpus, train
from bpe.readings.ledger import ledger
from tests import twin
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


def test_pairs_are_those_a_recount_finds(textbook):
    """At every step the table of pairs is what counting the whole corpus again finds."""
    corpus = Corpus.from_counts(TEXTBOOK)
    for state in twin.run(corpus, textbook.scheme, limit=10):
        frame = tables.pairs(textbook.snapshot(state.step), limit=None)
        found = dict(zip(frame["pair"], frame["count"], strict=True))
        assert found == {state.text(pair): count for pair, count in state.counts.items()}
        assert list(frame["count"]) == sorted(frame["count"], reverse=True)


def test_the_first_pair_is_the_next_merge_and_the_only_one_chosen(training):
    """The row on top is the one that is merged next."""
    for merge in training.merges:
        frame = tables.pairs(training.snapshot(merge.rank))
        assert frame["pair"][0] == merge.pair
        assert list(frame["chosen"]) == [True] + [False] * (len(frame) - 1)


def test_pairs_name_the_words_they_occur_in(textbook):
    """Where a pair occurs is told by its words, most frequent first."""
    frame = tables.pairs(textbook.snapshot(0)).set_index("pair")
    assert frame["words"][("e", "s")] == (("newest", 6), ("widest", 3))
    assert frame["words"][("l", "o")] == (("low", 5), ("lower", 2))


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


def test_changes_tell_what_one_merge_did_to_its_neighbours(training):
    """After (est, </w>) each word's neighbour of est stands beside est</w> instead."""
    frame = tables.changes(training.snapshot(3))
    assert frame["pair"][0] == ("est", "</w>")
    assert frame["kind"][0] == "merged"
    rows = frame.set_index("pair")
    for letter in "hwl":
        gone, new = (letter, "est"), (letter, "est</w>")
        assert tuple(rows.loc[[gone]].iloc[0]) == ("vanished", 1, 0, new)
        assert tuple(rows.loc[[new]].iloc[0]) == ("appeared", 0, 1, gone)


def test_ties_begin_with_the_winner_and_mark_it(training):
    """Five pairs tie at the start of the six words; the first seen wins."""
    for merge in training.merges:
        frame = tables.ties(training.snapshot(merge.rank))
        assert frame["pair"][0] == merge.pair
        assert list(frame["chosen"]) == [True] + [False] * (len(frame) - 1)
        assert set(frame["count"]) == {merge.count}
        assert len(frame) == training.tie_counts[merge.rank]


def test_every_tie_rule_names_its_winner_among_the_tied(training):
    """This run's rule comes first and names the next merge; each rule picks a tied pair."""
    snapshot = training.snapshot(0)
    frame = tables.winners(snapshot)
    assert frame["rule"][0] == "first"
    assert frame["used"][0]
    assert frame["pair"][0] == training.merges[0].pair
    assert set(frame["rule"]) == {"first", "largest", "smallest", "smallest-ids", "shortest"}
    assert set(frame["pair"]) <= set(tables.ties(snapshot)["pair"])


def test_words_show_their_splits_and_which_changed(training):
    """Splits join to the word; those the last merge changed are marked."""
    frame = tables.words(training.snapshot(3)).set_index("word")
    assert frame["tokens"]["highest"] == ("h", "i", "g", "h", "est</w>")
    assert frame["length"]["highest"] == 5
    assert set(frame.index[frame["changed"]]) == {"highest", "lowest", "coolest"}
    changed = tables.changed_words(training.snapshot(3)).set_index("word")
    assert set(changed.index) == {"highest", "lowest", "coolest"}
    assert changed["before_tokens"]["highest"] == ("h", "i", "g", "h", "est", "</w>")


def test_the_vocabulary_adds_up(training):
    """Alphabet + boundary mark + merges = size, and ids count from 0."""
    frame = tables.vocabulary(training.snapshot(3), limit=None)
    kinds = ["alphabet"] * len(set(SIX_WORDS) - {" "}) + ["mark"] + ["merge"] * 3
    assert list(frame["kind"]) == kinds
    assert list(frame["id"]) == list(range(len(frame)))
    assert list(frame["born"])[-3:] == [1, 2, 3]


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


def test_ties_and_winners_say_where_and_whether_they_agree():
    """Tied pairs name the words that the table of pairs names; a rule says if it picks the same."""
    for training in RUNS.values():
        for snapshot in training.snapshots():
            pairs = tables.pairs(snapshot, None).to_dict("records")
            words = {row["pair"]: row["words"] for row in pairs}
            for row in tables.ties(snapshot, None).to_dict("records"):
                assert row["words"] == words[row["pair"]]
            for row in tables.winners(snapshot).to_dict("records"):
                assert row["same"] == (row["pair"] == snapshot.next.pair)


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
