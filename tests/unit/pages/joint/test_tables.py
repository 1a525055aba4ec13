"""The tables on two languages say what the three records say."""

from dataclasses import replace

import pandas as pd
import pytest

from bpe import PRESETS, Corpus
from tests.cases import for_each
from tests.joint_runs import train_joint
from ui.joint import tables

ENGLISH = "Elena and Alexander see Alexander in Jena and Elena sees 7 sheep " * 3
GERMAN = "Elena und Alexander sehen Alexander in Jena und Elena sieht 7 Schafe " * 2


@pytest.fixture(scope="module")
def runs():
    first, second = (Corpus.from_text(text, "subword-nmt") for text in (ENGLISH, GERMAN))
    return train_joint(first, second, "subword-nmt", max_merges=25)


@pytest.fixture(params=[0, 4, 12, 25])
def step(request):
    return request.param


def test_names_are_words_of_letters_that_differ_if_any_do(runs, step):
    """No number, no short word, capitalised first; those split differently before the others."""
    chosen = tables.names(runs, step, 10)
    assert set(chosen) == {"Elena", "Alexander", "Jena"}
    alike = {word.text: word.agrees_alone for word in runs.shared_words(step)}
    assert [alike[word] for word in chosen] == sorted(alike[word] for word in chosen)
    assert tables.names(runs, step, 1) == chosen[:1]


def test_splits_are_those_of_the_three_records(runs, step):
    """Asked words first, each once, then shared ones; new words are encoded."""
    frame = tables.splits(runs, step, "Elena Alena Elena", ("Elena", "Jena"))
    assert list(frame["word"]) == ["Elena", "Alena", "Jena"]
    for word, row in zip(frame["word"], frame.to_dict("records"), strict=True):
        for run, name in zip((*runs.alone, runs.joint), ("first", "second", "joint"), strict=True):
            encoded = run.tokenizer(min(step, len(run))).encode(word)
            assert row[name] == encoded.words[0].tokens
        assert row["differ"] == (row["first"] != row["second"])


def test_no_words_give_an_empty_table(runs):
    """Nothing asked for and nothing shared is no error."""
    assert tables.splits(runs, 3, "  ", ()).empty


def test_shared_words_are_searched_and_cut(runs, step):
    """Whatever differs comes first; a cut table says so."""
    frame = tables.shared(runs, step)
    differ = list(frame["differ"])
    assert differ == sorted(differ, reverse=True)
    assert not frame.attrs["more"]
    assert tables.shared(runs, step, limit=2).attrs["more"]
    assert set(tables.shared(runs, step, "ENA")["word"]) == {"Elena", "Jena"}


def test_costs_are_tokens_of_each_text(runs, step):
    """As the reading has them; the joint step is the first that is as short on the chart."""
    for side, row in enumerate(tables.costs(runs, step).to_dict("records")):
        cost = runs.cost(side, step)
        assert (row["alone"], row["joint"], row["extra"]) == (cost.alone, cost.joint, cost.extra)
        per_word = (cost.alone_per_word, cost.joint_per_word)
        assert (row["tokens_alone"], row["tokens_joint"]) == per_word
        lines = tables.tokens_by_step(runs, side)
        short = lines[(lines["series"] == "joint") & (lines["value"] <= row["alone"])]
        assert pd.isna(row["reached"]) == short.empty
        assert short.empty or row["reached"] == short["step"].min()


@for_each("coverage", [1.0, 0.8])
@for_each("step", [0, 4, 12])
def test_users_add_up_and_what_a_coverage_leaves_out_is_nobodys_entry(step, coverage):
    """Entries of both, of one and of neither are the whole joint vocabulary.

    Characters outside it are counted nowhere, and hide no token's user.
    """
    scheme = replace(PRESETS["subword-nmt"], character_coverage=coverage)
    first, second = (Corpus.from_text(text, scheme) for text in (ENGLISH, GERMAN))
    runs = train_joint(first, second, scheme, max_merges=25)
    assert (len(runs.joint.uncovered) > 2) == (coverage < 1)
    size = len(runs.joint.snapshot(step).vocabulary)
    users = tables.users(runs, step)
    assert tuple(users) == tables.USERS
    assert sum(users.values()) == size == runs.sizes(step).joint
    for user, number in users.items():
        frame = tables.tokens_of(runs, step, user, limit=None)
        assert len(frame) == number
        has = {(row["count_first"] > 0, row["count_second"] > 0) for _, row in frame.iterrows()}
        assert has <= {(user in ("first", "both"), user in ("second", "both"))}
    sums = tables.filter_sums(runs, step, 0, 1)
    assert (sums["entries"], sums["allowed"]) == (size, users["first"] + users["both"])


def test_the_filter_sums_equal_its_words(runs, step):
    """Growth is what the changed words grow by; a threshold of 1 changes nothing."""
    for side in (0, 1):
        for threshold in (1, 3, 500):
            sums = tables.filter_sums(runs, step, side, threshold)
            frame = tables.split_back(runs, step, side, threshold)
            grown = sum(
                row["count"] * (len(row["tokens"]) - len(row["before_tokens"]))
                for row in frame.to_dict("records")
            )
            assert sums["after"] - sums["before"] == grown
            assert sums["allowed"] <= sums["entries"]
            assert threshold > 1 or frame.empty


def test_tokens_of_a_user_are_listed_with_counts_and_birth(runs, step):
    """The most frequent in both texts together first; a search leaves what shows it."""
    snapshot = runs.at(step)[2]
    born = {each.token: each.born for each in snapshot.vocabulary}
    counts = [
        dict(zip(born, runs.frequencies(side, snapshot).tolist(), strict=True)) for side in (0, 1)
    ]
    frame = tables.tokens_of(runs, step, "both")
    sums = list(frame["count_first"] + frame["count_second"])
    assert sums == sorted(sums, reverse=True)
    for row in frame.to_dict("records"):
        token = row["token"]
        assert (row["count_first"], row["count_second"]) == (counts[0][token], counts[1][token])
        assert row["born"] == born[token]
    assert tables.tokens_of(runs, step, "both", limit=1).attrs["more"]
    assert not frame.attrs["more"]
    found = tables.tokens_of(runs, step, "both", "E")
    assert all("e" in token.lower() for token in found["token"])


def test_shared_words_have_their_counts_and_three_splits(runs, step):
    """Each row is a word of both texts as the records have it, first what differs, by count."""
    snapshots = runs.at(step)
    counts = [dict(zip(each.words, each.counts, strict=True)) for each in runs.corpora]
    frame = tables.shared(runs, step)
    assert set(frame["word"]) == counts[0].keys() & counts[1].keys()
    least = frame[["count_first", "count_second"]].min(axis=1)
    order = [(not differ, -count) for differ, count in zip(frame["differ"], least, strict=True)]
    assert order == sorted(order)
    for row in frame.to_dict("records"):
        word = row["word"]
        assert (row["count_first"], row["count_second"]) == (counts[0][word], counts[1][word])
        splits = tuple(snapshot.tokens(word) for snapshot in snapshots)
        assert (row["first"], row["second"], row["joint"]) == splits
        assert row["differ"] == (splits[0] != splits[1])


def test_curves_are_tokens_and_agreement_by_step(runs):
    """Of each text alone and joint; and how many shared words the two split alike."""
    for side in (0, 1):
        frame = tables.tokens_by_step(runs, side)
        for name, values in (
            ("alone", runs.alone[side].token_counts),
            ("joint", runs.token_counts_by_step(side)),
        ):
            line = frame[frame["series"] == name]
            assert list(line["value"]) == list(values)
            assert list(line["step"]) == list(range(len(values)))
    frame = tables.agreement_by_step(runs)
    assert list(frame["value"]) == list(runs.agreement())
    assert list(frame["step"]) == list(range(len(frame)))
    assert set(frame["series"]) == {"alone"}


def test_words_split_back_show_both_splits(runs):
    """A table cut at its limit says so; before and after differ, the most frequent first."""
    frame = tables.split_back(runs, 25, 1, 6)
    assert len(frame) > 1
    assert list(frame["count"]) == sorted(frame["count"], reverse=True)
    for row in frame.to_dict("records"):
        assert row["before_tokens"] == runs.joint.snapshot(25).tokens(row["word"])
        assert len(row["tokens"]) > len(row["before_tokens"])
        assert "".join(row["tokens"]) == "".join(row["before_tokens"])
    cut = tables.split_back(runs, 25, 1, 6, limit=1)
    assert (len(cut), cut.attrs["more"], frame.attrs["more"]) == (1, True, False)
