"""Two runs side by side: every cell is what the records and a plain recount say."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from bpe import PRESETS, train
from bpe.readings.likelihood import CHOICES
from bpe.readings.two_runs import TwoRuns
from tests import strategies
from ui.wordpiece import tables as wordpiece_tables

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BY_COUNT = replace(PRESETS["wordpiece"], score="count")


def both(corpus, **limits):
    return train(corpus, BY_COUNT, **limits), train(corpus, "wordpiece", **limits)


@pytest.fixture(scope="module")
def hug():
    return both(HUG)


def test_the_table_names_each_choice_and_sorts_by_any_measure(hug):
    """One row a pair; each measure's choice is marked once; rows fall in the order asked for."""
    frame = wordpiece_tables.pairs(hug[1], 0)
    assert frame["pair"].iloc[0] == ("##g", "##s")
    rows = frame.set_index("pair")
    assert rows.loc[[("##u", "##g")], "count"].item() == 20
    assert rows.loc[[("##g", "##s")], "fraction"].item() == "1/20"
    assert [frame[f"by_{by}"].sum() for by in CHOICES] == [1, 1, 1]
    for by in ("score", "count", "gain", "left_count", "right_count", "pmi"):
        values = list(wordpiece_tables.pairs(hug[0], 1, by)[by])
        assert values == sorted(values, reverse=True)


@given(strategies.corpora())
def test_fractions_counts_and_the_runs_own_choice_agree_with_the_record(corpus):
    """At a step of either run the table holds the record's pairs, counts and next merge."""
    for run, by in zip(both(corpus), ("count", "score"), strict=True):
        for step in sorted({0, len(run) // 2, len(run)}):
            snapshot = run.snapshot(step)
            frame = wordpiece_tables.pairs(run, step, limit=None)
            found = sorted(zip(frame["pair"], frame["count"], strict=True))
            assert found == sorted((each.pair, each.count) for each in snapshot.pairs())
            for row in frame.to_dict("records"):
                score = Fraction(row["count"], row["left_count"] * row["right_count"])
                assert row["fraction"].replace(",", "") == f"{score.numerator}/{score.denominator}"
            chosen = list(frame["pair"][frame[f"by_{by}"]])
            assert chosen == ([snapshot.next.pair] if snapshot.next else [])
            in_order = wordpiece_tables.pairs(run, step, by)["pair"]
            assert list(in_order[:1]) == chosen


@given(strategies.corpora())
def test_places_have_all_pairs_and_rank_lines_one_place_each(corpus):
    """No pair is lost in the scatter; places are a permutation and winners stand first."""
    for run in both(corpus):
        places = wordpiece_tables.places(run, 0)
        pairs = wordpiece_tables.pairs(run, 0, limit=None)
        assert places["pairs"].sum() == len(pairs)
        lines = wordpiece_tables.rank_lines(run, 0, top=len(pairs))
        for by in ("count", "score"):
            assert sorted(lines[f"place_{by}"]) == list(range(1, len(pairs) + 1))
            first = lines[lines[f"place_{by}"] == 1]
            assert set(first["won"]) <= {by, "both"}


def test_a_crowded_scatter_keeps_the_top_of_both_orders(hug):
    """Thinned to a few points, the most frequent and the best scoring pair are still there."""
    every = wordpiece_tables.places(hug[1], 2)
    few = wordpiece_tables.places(hug[1], 2, limit=4)
    assert len(few) < len(every)
    assert few["count"].max() == every["count"].max()
    assert few["score"].max() == every["score"].max()


def test_a_scatter_has_no_more_points_than_it_is_told():
    """Half of them from the top of the two orders, half evenly from all; none where no pair is."""
    run = train({f"{a}{b}": 1 + 7 * i for i, (a, b) in enumerate(product("abcdef", "uvwxyz"))})
    every = list(wordpiece_tables.places(run, 0)["example"])
    assert len(every) > 20
    for limit in range(4, len(every)):
        few = list(wordpiece_tables.places(run, 0, limit)["example"])
        assert len(few) <= limit
        assert few == [each for each in every if each in few]
        assert {*every[: limit // 4], *every[:: -(-2 * len(every) // limit)]} <= {*few}
    end = wordpiece_tables.places(run, len(run))
    assert end.empty
    assert list(end) == list(wordpiece_tables.places(run, 0))


def test_totals_by_step_are_those_of_each_run(hug):
    """The curves of the readings, each in the column of its run."""
    frame, two = wordpiece_tables.by_step(*hug), TwoRuns(*hug)
    assert frame["step"].tolist() == list(range(two.last + 1))
    assert frame["shared"].tolist() == two.shared().tolist()
    for name, curve in zip(("bpe", "wordpiece"), two.curves(), strict=True):
        for column, values in (
            ("tokens", curve.tokens),
            ("learned", curve.learned),
            ("likelihood", curve.rise),
        ):
            assert frame[f"{column}_{name}"].tolist() == values.tolist()


def test_a_minimum_frequency_keeps_rare_pairs_out():
    """Without one the score merges pairs seen once; with one it merges none below it."""
    corpus = {"the": 50, "then": 20, "qz": 1, "xj": 2}
    free = wordpiece_tables.rarity(*both(corpus))
    held = wordpiece_tables.rarity(*both(corpus, min_frequency=20))
    assert free["rare"] == 2
    assert held["rare"] == 0
    assert held["median"] >= 20
    nothing = wordpiece_tables.rarity(*both(corpus, min_frequency=1000))
    assert (nothing["merges"], nothing["median"]) == (0, None)


def test_a_trace_takes_the_longest_match_from_the_left(hug):
    """pugs is pug and ##s, although the merges would make pu and ##gs."""
    tokenizer = hug[1].tokenizer()
    word = tokenizer.encode("pugs", "longest-match").words[0]
    frame = wordpiece_tables.trace(word)
    assert list(frame["token"]) == ["pug", "##s"]
    assert list(frame["tokens"]) == [("pug",), ("pug", "##s")]
    assert list(frame["rest"]) == [("##s",), ()]
    assert tokenizer.encode("pugs").tokens == ["pu", "##gs"]
    assert tokenizer.encode("gun", "longest-match").tokens == ["<unk>"]
