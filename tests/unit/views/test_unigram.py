"""The page Unigram: the lattice of a word, the tables and the captions."""

import re
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe.player.tokens import visible
from bpe.readings.comparison import SharedTokens, SplitWord
from bpe.unigram import UnigramModel, train_unigram
from tests import unigram_twin as twin
from tests.data import SIX_WORDS
from tests.markup import read
from ui.draw.tokens import colours
from ui.text import t
from ui.views import unigram, unigram_lattice

WORD = "▁lowest"


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX_WORDS, vocab_size=17)


@pytest.fixture(scope="module")
def drawings(training):
    """Return the lattice of the word at each round."""
    steps = range(len(training.rounds) + 1)
    return [unigram_lattice.training_lattice(training, WORD, step) for step in steps]


def spans(boxes):
    return [(box["start"], box["end"]) for box in boxes]


def test_a_box_has_the_piece_its_chance_and_its_share_of_that_round(training, drawings):
    """The lit path is the best split.

    A box says whether its piece is removed in this round or was removed before.
    """
    model, drawn = training.snapshot(0).model, drawings[0]
    edges = model.lattice(WORD)
    assert spans(drawn["edges"]) == sorted((edge.start, edge.end) for edge in edges)
    path = [drawn["edges"][place] for place in drawn["path"]]
    assert tuple(box["piece"] for box in path) == model.best(WORD)
    assert [box["colour"] for box in path] == colours(model.best(WORD))
    [box] = [each for each in drawn["edges"] if each["piece"] == "▁low"]
    [edge] = [each for each in edges if each.piece == "▁low"]
    share = unigram_lattice.percent(edge.share)
    assert (box["share"], box["percent"]) == (edge.share, share)
    said = {
        "piece": "▁low",
        "chance": unigram_lattice.probability(model.probability(["▁low"])),
        "share": share,
    }
    assert box["title"] == t("unigram.lattice_edge", **said)
    split = " + ".join(model.best(WORD))
    assert drawn["label"] == t("unigram.lattice_label", word=WORD, n=len(edges), split=split)
    removed = {fate.piece for fate in training.rounds[0].removed}
    leaving = {each["piece"] for each in drawn["edges"] if each["leaves"]}
    assert leaving == removed & {each.piece for each in edges} != set()
    gone = [each for each in drawings[1]["edges"] if each["state"] == "gone"]
    assert {each["piece"] for each in gone} == leaving
    assert {(each["share"], each["leaves"]) for each in gone} == {(0.0, False)}
    assert gone[0]["title"] == t("unigram.lattice_gone", piece=visible(gone[0]["piece"]))


def test_a_piece_keeps_its_place_and_short_ones_stand_above_longer_ones(drawings):
    """A box has the same lane at each step; a piece inside a longer one has a lower lane number.

    Only a share of `LEAST_SHARE_SHOWN` or more is written on its box.
    """
    places = [
        {span: box["lane"] for span, box in zip(spans(drawn["edges"]), drawn["edges"], strict=True)}
        for drawn in drawings
    ]
    assert all(each == places[0] for each in places)
    boxes = [box for drawn in drawings for box in drawn["edges"]]
    assert any(0 < box["share"] < unigram_lattice.LEAST_SHARE_SHOWN for box in boxes)
    assert all(
        bool(box["percent"]) == (box["share"] >= unigram_lattice.LEAST_SHARE_SHOWN) for box in boxes
    )
    assert {places[0][at, at + 1] for at in range(len(WORD))} == {0}
    for (start, end), lane in places[0].items():
        for (low, high), other in places[0].items():
            if start <= low and high <= end and (start, end) != (low, high):
                assert other < lane


def test_a_piece_that_was_clicked_away_is_in_no_split_and_keeps_its_place(training, drawings):
    """The best path avoids the removed piece; a single character cannot be removed."""
    model = training.snapshot(0).model
    drawn = unigram_lattice.training_lattice(training, WORD, 0, ["▁low", "e"])
    boxes = {box["piece"]: box for box in drawn["edges"]}
    assert [name for name, box in boxes.items() if box["state"] == "away"] == ["▁low"]
    assert (boxes["▁low"]["share"], boxes["▁low"]["percent"]) == (0.0, "")
    left = model.without(["▁low"])
    assert [drawn["edges"][at]["piece"] for at in drawn["path"]] == [*left.best(WORD)]
    shares = {edge.piece: edge.share for edge in left.lattice(WORD)}
    assert {name: box["share"] for name, box in boxes.items() if name != "▁low"} == shares
    assert {box["piece"]: box["lane"] for box in drawings[0]["edges"]} == {
        name: box["lane"] for name, box in boxes.items()
    }
    rows, _ = unigram.sampled_splits(left, WORD, 1000, 1)
    for splits in (rows.column("tokens"), [each.tokens for each in left.nbest(WORD, 9)]):
        assert len(splits) > 1
        assert not any("▁low" in tokens for tokens in splits)


@given(st.text("ab<&\u202e好", min_size=1, max_size=12), st.integers(1, 6))
def test_boxes_never_overlap_and_the_best_path_is_always_drawn(word, size):
    """Any word is drawn correctly, however many pieces fit into it.

    If pieces are left out, a note says so.
    """
    model = UnigramModel(
        {
            word[start : start + length]: -float(length) - start / 10
            for length in range(1, size + 1)
            for start in range(len(word) - length + 1)
        }
    )
    drawn = unigram_lattice.lattice(model, word)
    for one, other in combinations(drawn["edges"], 2):
        if one["lane"] == other["lane"]:
            assert one["end"] <= other["start"] or other["end"] <= one["start"]
    assert tuple(drawn["edges"][place]["piece"] for place in drawn["path"]) == model.best(word)
    assert bool(drawn["note"]) == (len(model.lattice(word)) > len(drawn["edges"]))


def test_of_too_many_boxes_the_likeliest_stay_and_the_rest_are_counted():
    """The best split and the single characters are always drawn, in at most `MAX_LANES` lanes."""
    word = "abcdefghijkl"
    model = UnigramModel(
        {
            word[start:end]: -(float(end - start) ** 0.5) - start / 7
            for start in range(len(word))
            for end in range(start + 1, len(word) + 1)
        }
    )
    edges = model.lattice(word)
    drawn = unigram_lattice.lattice(model, word)
    shown = set(spans(drawn["edges"]))
    assert drawn["lanes"] <= unigram_lattice.MAX_LANES
    assert len(shown) <= unigram_lattice.MAX_EDGES
    assert drawn["note"] == t("unigram.lattice_left_out", n=len(edges) - len(shown))
    must = {(e.start, e.end) for e in edges if e.best or e.end - e.start == 1}
    assert must <= shown
    likeliest = max((e for e in edges if (e.start, e.end) not in must), key=lambda e: e.share)
    assert (likeliest.start, likeliest.end) in shown


def test_the_cloud_has_its_draws_and_their_exact_shares(training):
    """A share is the split's part of the word's probability, and a seed repeats the draws."""
    rows, drawn = unigram.sampled_splits(training.model, WORD, 500, seed=1)
    shares = twin.shares(WORD, training.pieces)
    assert sum(rows.column("drawn")) == 500
    for row in rows:
        assert row["share"] == pytest.approx(shares[row["tokens"]])
    assert set(drawn) <= set(rows.column("tokens"))
    again, same = unigram.sampled_splits(training.model, WORD, 500, seed=1)
    assert (again.column("drawn"), same) == (rows.column("drawn"), drawn)


def test_fates_are_listed_in_the_order_of_the_record_and_a_cut_table_says_so(training):
    """The rows are the whole round, the pieces around its border, or the dearest pieces first.

    A search finds pieces regardless of case.
    """
    judge = training.rounds[0]
    rows = unigram.fates(judge)
    assert rows.column("token") == [fate.piece for fate in judge.fates]
    gone = [row["token"] for row in rows if row["gone"]]
    assert gone == [fate.piece for fate in judge.removed]
    longer = [fate.piece for fate in judge.fates if fate.fate != "character"]
    at = rows.column("token").index(longer[-1])
    assert rows.column("tokens")[at] == judge.alternative(longer[-1])
    at = len(judge.removed)
    border = unigram.fates(judge, "border").column("token")
    assert border == longer[max(0, at - 15) : at + 15]
    assert unigram.fates(judge, "dearest").column("token") == longer[::-1]
    found = unigram.fates(judge, search="LOW").column("token")
    assert found == [piece for piece in rows.column("token") if "low" in piece]


def test_a_caption_has_the_numbers_of_its_round(training):
    """A caption has the numbers of pieces removed as rare, removed otherwise, and left.

    The last caption has the reason for the end.
    """
    for step, done in enumerate(training.rounds):
        fates = [fate.fate for fate in done.removed]
        assert (done.rare, done.cut) == (fates.count("rare"), len(fates) - fates.count("rare"))
        numbers = {int(each) for each in re.findall(r"\d+", unigram.caption(training, step))}
        sizes = [len(training.snapshot(each)) for each in (step, step + 1)]
        assert {step + 1, *sizes, *filter(None, (done.rare, done.cut))} <= numbers
    letters = len({*SIX_WORDS.replace(" ", "")}) + 1
    end = t("unigram.caption_end", size=17, characters=letters)
    assert unigram.caption(training, len(training)) == end
    few = train_unigram("low low low lower lower", vocab_size=500)
    said, stop = unigram.caption(few, len(few)), few.stop
    numbers = {"asked": 500, "candidates": stop.candidates, "seeds": stop.seeds, "rare": stop.rare}
    left = {"size": len(few.pieces), "characters": len({*"▁lower"})}
    assert said == t("unigram.caption_end_fewer", **left, **numbers)


@pytest.mark.parametrize(
    ("rare", "cut", "last", "said"),
    [
        (
            2,
            1,
            False,
            "Round 1 starts with 9 pieces, drops 2 as too rare and 1 as the least useful",
        ),
        (
            2,
            1,
            True,
            "Round 1 starts with 9 pieces, drops 2 as too rare and 1 as the least probable",
        ),
        (2, 0, True, "Round 1 starts with 9 pieces, drops 2 as too rare, and leaves"),
        (
            0,
            1,
            False,
            "Round 1 starts with 9 pieces, none too rare. It drops 1 as the least useful",
        ),
        (
            0,
            1,
            True,
            "Round 1 starts with 9 pieces, none too rare. It drops 1 as the least probable",
        ),
        (0, 0, True, "Round 1 keeps all 9 pieces."),
    ],
)
def test_each_kind_of_round_has_a_sentence_of_its_own(rare, cut, last, said):
    """Either number of removed pieces, the rare ones or the others, may be 0."""
    left = 9 - rare - cut
    done = SimpleNamespace(number=0, size=9, rare=rare, cut=cut, last=last, size_after=left)
    assert unigram.round_caption(done).startswith(said)


def test_the_player_has_the_words_whose_split_changes_most(training, monkeypatch):
    """The player has the six frequent words with the most splits.

    Of several words that a reader types, the first is used.
    """
    run = unigram.rounds_run(training)
    changes = {word: len(training.history(word)) for word in training.corpus.words}
    shown = [changes[row["text"]] for row in run["words"]]
    assert shown == sorted(changes.values(), reverse=True)[:6]
    names = [row[0] for row in run["tokens"]]
    for row in run["words"]:
        assert row["count"] == 1
        splits = [(each[0], tuple(names[token] for token in each[1])) for each in row["splits"]]
        assert splits == training.history(row["text"])
    assert (run["steps"], run["recut"]) == (len(training), True)
    assert unigram.spelled_word(training, "lowest slow") == WORD
    common = train_unigram({"seldom": 1, "often": 9, "more": 3}, vocab_size=14)
    monkeypatch.setattr(unigram, "FREQUENT_WORDS", 1)
    [shown] = unigram.rounds_run(common)["words"]
    assert shown["text"] == "often"
    assert unigram.offered_words(common, None) == (["often", "more", "seldom"], "often")


def test_each_tokenizers_split_stands_with_its_length():
    """A row has one cell per tokenizer, in order, and each shortest length is emphasized."""
    row = SplitWord("lower", 1234, (("▁low", "er"), ("▁l", "ow", "er"), ("▁lo", "wer")))
    found = read(unigram.split_table([row], ["A", "B", "C"], "Words"))
    assert [each.text for each in found.all("caption")] == ["Words"]
    [drawn] = found.all("tbody")[0].all("tr")
    assert [drawn.all("th")[0].text, drawn.all("td")[0].text] == ["lower", "1,234"]
    cells = drawn.all("td", kind="split")
    assert [tuple(cell.tokens) for cell in cells] == list(row.splits)
    lengths = [cell.all("b")[0] for cell in cells]
    assert [each.text for each in lengths] == ["2", "3", "2"]
    assert ["fewest" in each.classes for each in lengths] == [True, False, True]


def test_shared_tokens_are_counted_and_drawn_as_bars():
    """A bar shows a group's part of all tokens; beyond 14 tokens only a number is shown."""
    many = tuple(f"t{place}" for place in range(20))
    groups = [SharedTokens(("bpe", "unigram"), many), SharedTokens(("bpe",), ("x",) * 5)]
    html = unigram.shared_table(groups, "Shared")
    first, second = read(html).all("tbody")[0].all("tr")
    assert (first.tokens, second.tokens) == ([*many[:14]], ["x"] * 5)
    assert first.text.startswith("BPE, Unigram20")
    assert first.text.endswith("… 6")
    assert "…" not in second.text
    assert [width in html for width in ("width:80.0%", "width:20.0%")] == [True, True]
