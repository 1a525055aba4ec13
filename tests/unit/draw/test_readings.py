"""Rows and names are read off the record: same rows, same order; a cut table says so."""

import pytest

from bpe import Corpus, train
from bpe.readings.lifetimes import token_states
from tests.cases import for_each
from ui.draw import readings
from ui.draw.readings import (
    LONGEST,
    Rows,
    find_token,
    find_word,
    ids_of,
    matcher,
    name_of_word,
    names_of,
)
from ui.draw.tokens import visible
from ui.languages import LANGUAGES
from ui.shell.text import speaking
from ui.train import LONGEST as LONGEST_IN_ADDRESS

SIX_WORDS = "highest higher lower lowest cooler coolest"
TEXTBOOK = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


RUNS = {
    "paper": train("highest higher lower lowest cooler coolest", "paper"),
    "bytes": train("aaabdaaabac zz zz", "minbpe"),
    "wordpiece": train({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "wordpiece"),
}
TABLES = {
    "pairs": readings.pairs,
    "changes": readings.changes,
    "ties": readings.ties,
    "words": readings.words,
    "changed_words": readings.changed_words,
    "vocabulary": readings.vocabulary,
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
        rows = readings.pairs(snapshot, limit=2, asked=pair)
        assert rows.column("pair") == [pair, *(each for each in every if each != pair)][:2]
        assert rows.column("asked") == [True, False]
        assert rows.more
    rows = readings.pairs(snapshot, limit=2, asked=("e", "s"))
    assert rows.column("pair") == every[:2]
    assert not any(rows.column("asked"))


def test_the_statuses_part_the_vocabulary_as_the_ledger_does(training):
    """After est</w> neither es nor est is left in any word; what each lives in is named."""
    snapshot = training.snapshot(3)
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


@for_each("run", RUNS)
@for_each("name", TABLES)
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


@for_each("run", RUNS)
@for_each("name", ["pairs", "words", "vocabulary"])
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


def test_merges_stand_as_they_were_learned():
    """Ranks from 0, and how many shared the lead."""
    for training in RUNS.values():
        rows = [*readings.merges(training)]
        assert [row["rank"] for row in rows] == list(range(len(training)))
        for row, merge in zip(rows, training.merges, strict=True):
            assert (row["pair"], row["token"], row["count"], row["score"]) == (
                *(merge.pair, merge.token, merge.count, merge.score),
            )
            assert row["ties"] == len(merge.ties)


def test_rows_are_read_by_the_names_of_their_columns():
    """Cells stay as they are; a table without rows keeps its columns."""
    rows = Rows(("pair", "count", "rule"), [((b"a", "b"), 2, None), ((b"c",), 3, "x")])
    assert [*rows] == [
        {"pair": (b"a", "b"), "count": 2, "rule": None},
        {"pair": (b"c",), "count": 3, "rule": "x"},
    ]
    assert rows.column("count") == [2, 3]
    assert (len(rows), rows.more) == (2, False)
    assert not Rows(("a", "b"), [])
    assert Rows(("a", "b"), []).column("b") == []


@for_each("run", RUNS)
def test_readings_are_plain_data(run):
    """What a worker sends holds no record: text, bytes, numbers, and tuples of them."""

    def is_plain(value):
        if isinstance(value, tuple):
            return all(map(is_plain, value))
        return value is None or type(value) in (str, bytes, int, float, bool)

    snapshot = RUNS[run].snapshot(2)
    read = [table(snapshot) for table in TABLES.values()]
    read += [readings.merges(RUNS[run]), readings.over_time(RUNS[run]), readings.winners(snapshot)]
    strange = [(rows.names, row) for rows in read for row in rows.cells if not is_plain(row)]
    assert strange == []


def test_the_vocabulary_at_a_step_is_what_a_page_draws(training):
    """Its numbers are the snapshot's, its rows those of one status that show what is searched."""
    snapshot = training.snapshot(3)
    found = readings.vocabulary_at(snapshot, "est", "intermediate")
    assert (found.step, found.scheme, found.kinds) == (3, training.scheme, snapshot.kinds)
    assert found.size == len(snapshot.vocabulary) == found.statuses["all"]
    assert found.rows == readings.vocabulary(snapshot, search="est", status="intermediate")


# The mark of the scheme is also typed as text, and one word is very long.
CORPUS = Corpus.from_counts({"a</w>": 3, "</w>b": 2, "#1": 2, "ab" * 40: 4, "ab#1": 1})


@for_each("scheme", ["paper", "gpt", "huggingface"])
def test_every_token_has_a_name_of_its_own_that_leads_back_to_it(scheme):
    """Two that read alike too, and those too long for an address."""
    training = train(CORPUS, scheme)
    names = names_of(training)
    assert len(set(names)) == len(names) == len(training.tokens)
    assert [find_token(training, name) for name in names] == [*range(len(names))]
    assert max(map(len, names)) <= LONGEST + 8 < LONGEST_IN_ADDRESS
    if scheme == "paper":
        marks = [name for name, id_ in ids_of(training).items() if training.tokens[id_] == "</w>"]
        assert len(marks) == 2
    assert find_token(training, "no such token") is None
    assert find_token(training, None) is None


def test_a_token_may_be_typed_as_its_text():
    """With a space that is shown as a sign."""
    training = train("a hen, a hen; the hen", "minbpe")
    id_ = training.tokens.index(b" hen")
    assert find_token(training, " hen") == find_token(training, "␣hen") == id_


def test_the_name_in_an_address_is_no_language_s():
    """Where a glyph has a name of its own in each; a reader may type what is shown."""
    training = train("a\u3000b a\u3000b", "minbpe")
    id_ = training.tokens.index("a\u3000b".encode())
    for lang in LANGUAGES:
        with speaking(lang):
            shown = visible("a\u3000b")
            assert names_of(training)[id_] == "a⟨IDSP⟩b"
            assert names_of(training, lang)[id_] == shown
            assert find_token(training, shown) == find_token(training, "a⟨IDSP⟩b") == id_


def test_every_word_has_a_name_that_leads_back_to_it():
    """A long one by its place; a name that is a word means the word."""
    training = train(CORPUS, "paper")
    words = training.corpus.words
    for place, word in enumerate(words):
        assert find_word(training, name_of_word(training, place)) == place
        assert len(name_of_word(training, place)) <= LONGEST or len(word) <= LONGEST
    assert name_of_word(training, 3) == "#3"
    assert find_word(training, "#1") == words.index("#1")
    for wrong in (None, "", "none", "#", "#99", "#-1", "#1e3", "#²", "#" + "9" * 30):
        assert find_word(training, wrong) is None
