"""Tables read the record: same rows, same order, nothing lost on the way to a CSV."""

import csv
import io

import pytest

from bpe import Corpus, train
from tests import twin
from ui.draw import tables
from ui.draw.tokens import visible

SIX_WORDS = "highest higher lower lowest cooler coolest"
TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
HOSTILE = ["=1+1", "<b>x</b>", "a b", "\u202eab", "-2", "\ud800", "'", '"', "@x", "+x", "\ttab"]


@pytest.fixture(scope="module")
def training():
    return train(SIX_WORDS, "paper", vocab_size=17)


@pytest.fixture(scope="module")
def textbook():
    return train(TEXTBOOK, "paper", max_merges=10)


def read(data: bytes) -> list[dict]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


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


def test_a_search_looks_through_all_rows(training):
    """A limit cuts what is drawn, never what is searched."""
    start = training.snapshot(0)
    everything = tables.pairs(start, limit=None)
    last = everything["pair"].iloc[-1]
    frame = tables.pairs(start, limit=1, search=" ".join(map(visible, last)))
    assert len(frame) == 1
    assert last in set(tables.pairs(start, search=" ".join(last))["pair"])
    assert tables.pairs(start, limit=2).attrs["more"]
    assert not everything.attrs["more"]
    assert tables.pairs(start, search="no such pair").empty


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


def test_nothing_changed_before_the_first_merge(training):
    """Step 0 has no changes, and tables without rows keep their columns."""
    start = training.snapshot(0)
    assert tables.changes(start).empty
    assert tables.changed_words(start).empty
    assert list(tables.changes(start)) == ["pair", "kind", "before", "after", "cause"]


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


def test_words_come_most_frequent_first_and_can_be_searched(textbook):
    """Newest occurs most often."""
    assert list(tables.words(textbook.snapshot(0))["word"]) == ["newest", "low", "widest", "lower"]
    assert list(tables.words(textbook.snapshot(0), search="LOW")["word"]) == ["low", "lower"]
    assert tables.find_words(textbook.snapshot(0), "", 2) == ["newest", "low"]
    assert tables.find_words(textbook.snapshot(3), "wid", 2) == ["widest"]


def test_the_vocabulary_adds_up(training):
    """Alphabet + boundary mark + merges = size, and ids count from 0."""
    frame = tables.vocabulary(training.snapshot(3), limit=None)
    kinds = ["alphabet"] * len(set(SIX_WORDS) - {" "}) + ["mark"] + ["merge"] * 3
    assert list(frame["kind"]) == kinds
    assert list(frame["id"]) == list(range(len(frame)))
    assert list(frame["born"])[-3:] == [1, 2, 3]


def test_tokens_no_longer_in_use_are_set_apart(training):
    """After est</w> neither es nor est is left in any word."""
    frame = tables.vocabulary(training.snapshot(3), unused=True)
    assert {"es", "est"} <= set(frame["token"])
    assert set(frame["count"]) == {0}


def test_over_time_reads_the_totals_of_every_step(training):
    """One row a step; the winner of the last step is missing."""
    frame = tables.over_time(training)
    assert list(frame["step"]) == list(range(len(training.merges) + 1))
    assert list(frame["tokens"]) == list(training.token_counts)
    sizes = [len(training.snapshot(step).vocabulary) for step in frame["step"]]
    assert list(frame["vocabulary"]) == sizes
    assert list(frame["winner"])[:-1] == [merge.count for merge in training.merges]
    assert frame["winner"].isna().iloc[-1]
