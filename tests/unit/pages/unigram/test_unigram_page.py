"""What the page Unigram shows, held against the record and against enumeration."""

import doctest
import math
from collections import Counter
from itertools import combinations, pairwise

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, CorpusError, train_unigram
from bpe.readings.vocabularies import SplitWord
from bpe.unigram import COURSE_VOCABULARY, UnigramModel, model_from_counts
from tests import unigram_twin as twin
from tests.cases import for_each
from ui.catalogue import catalogue
from ui.corpora.queue import JobQueue
from ui.corpora.requests import UnigramRequest
from ui.draw.tokens import exact
from ui.unigram import drawing as unigram_drawing
from ui.unigram import markup as unigram_markup
from ui.unigram import tables as unigram_tables

SIX = "highest higher lower lowest cooler coolest"
COURSE = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
SCHEME = PRESETS["sentencepiece"]
HOSTILE = "<b>\"&'\u202e`*"


def say(name, **values):
    return catalogue("en")[f"unigram.{name}"].format(**values)


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX, vocab_size=17)


@pytest.fixture(scope="module")
def course():
    return model_from_counts(COURSE_VOCABULARY)


def request(text=SIX, vocab_size=None):
    return UnigramRequest(text, lambda: Corpus.from_text(text, SCHEME), vocab_size)


def test_numbers_are_written_as_promised():
    """The examples in the docstrings hold."""
    assert doctest.testmod(unigram_drawing).failed == 0


def test_the_drawing_is_the_lattice_of_that_round(training):
    """Boxes, probabilities, shares and the lit path are the record's at each step."""
    for step in range(len(training.rounds) + 1):
        model = training.snapshot(step).model
        drawn = unigram_drawing.training_drawing(training, "▁lowest", step, SCHEME, say)
        edges = model.lattice("▁lowest")
        present = {(e["start"], e["end"]): e for e in drawn["edges"] if e["state"] != "gone"}
        assert present.keys() == {(edge.start, edge.end) for edge in edges}
        for edge in edges:
            box = present[edge.start, edge.end]
            assert box["piece"] == exact(edge.piece)
            assert box["share"] == edge.share
            assert box["chance"] == unigram_drawing.probability(model.probability([edge.piece]))
            assert (box["state"] == "best") == edge.best
        path = [drawn["edges"][place] for place in drawn["path"]]
        assert tuple(edge["piece"] for edge in path) == model.best("▁lowest")
        assert all(left["end"] == right["start"] for left, right in pairwise(path))
        gone = {edge["piece"] for edge in drawn["edges"] if edge["state"] == "gone"}
        assert not gone & set(model.pieces)
        assert gone <= set(training.snapshot(0).pieces)
        leaving = {edge["piece"] for edge in drawn["edges"] if edge["leaves"]}
        removed = training.rounds[step].removed if step < len(training.rounds) else ()
        assert leaving == {fate.piece for fate in removed} & {edge.piece for edge in edges}


def test_a_piece_keeps_its_place_over_the_rounds(training):
    """Stepping changes how a box looks, never where it stands."""
    places = [
        {
            (edge["start"], edge["end"]): edge["lane"]
            for edge in unigram_drawing.training_drawing(training, "▁lowest", step, SCHEME, say)[
                "edges"
            ]
        }
        for step in range(len(training.rounds) + 1)
    ]
    assert all(each == places[0] for each in places)


@given(st.text("ab<&\u202e好", min_size=1, max_size=12), st.integers(1, 6))
def test_boxes_never_overlap_and_the_best_path_is_always_drawn(word, size):
    """For any word, however many pieces fit."""
    pieces = {
        word[start : start + length]: -float(length) - start / 10
        for length in range(1, size + 1)
        for start in range(len(word) - length + 1)
    }
    model = UnigramModel(pieces)
    drawn = unigram_drawing.drawing(model, word, None, say)
    for one, other in combinations(drawn["edges"], 2):
        if one["lane"] == other["lane"]:
            assert one["end"] <= other["start"] or other["end"] <= one["start"]
    assert tuple(drawn["edges"][place]["piece"] for place in drawn["path"]) == model.best(word)
    assert len(drawn["letters"]) == len(word)
    assert bool(drawn["note"]) == (len(model.lattice(word)) > len(drawn["edges"]))


def test_unknown_characters_are_called_so(course):
    """mug has no m in the course's vocabulary."""
    drawn = unigram_drawing.drawing(course, "mug", None, say)
    assert [edge["chance"] for edge in drawn["edges"]].count("unknown") == 1


@for_each("word", ["hugs", "pug", "bunhugs"])
def test_splits_are_those_of_enumeration(course, word):
    """Every split with its probability and share, best first."""
    frame = unigram_tables.splits(course, word, 1000)
    shares = twin.shares(word, course.pieces)
    assert dict(zip(frame["tokens"], frame["share"], strict=True)) == pytest.approx(shares)
    assert frame["probability"].sum() == pytest.approx(course.marginal(word))
    assert list(frame["share"]) == sorted(frame["share"], reverse=True)
    assert unigram_tables.splits(course, "", 5).empty


@for_each("temperature", [0.2, 1.0, 5.0])
def test_the_cloud_has_its_draws_and_their_exact_shares(course, temperature):
    """Shares are the splits' probabilities to the power of 1 / temperature, in proportion."""
    frame, first = unigram_tables.cloud(course, "hugs", temperature, 500, seed=1)
    weights = {
        tokens: share ** (1 / temperature)
        for tokens, share in twin.shares("hugs", course.pieces).items()
    }
    assert frame["drawn"].sum() == 500
    for row in frame.itertuples():
        assert row.share == pytest.approx(weights[row.tokens] / sum(weights.values()))
    assert set(first) <= set(frame["tokens"])
    again, same = unigram_tables.cloud(course, "hugs", temperature, 500, seed=1)
    assert (list(again["drawn"]), same) == (list(frame["drawn"]), first)


def test_fates_are_listed_in_the_order_of_the_record(training):
    """The whole round in order, its border, and the dearest first."""
    for step, judge in enumerate(training.rounds):
        frame = unigram_tables.fates(training, step)
        assert list(frame["token"]) == [fate.piece for fate in judge.fates]
        assert list(frame.loc[frame["gone"], "token"]) == [fate.piece for fate in judge.removed]
        for row, fate in zip(frame.itertuples(), judge.fates, strict=True):
            if fate.fate == "character":
                assert row.tokens is None
            else:
                assert row.tokens == judge.alternative(fate.piece)
                assert "".join(row.tokens) == fate.piece
        border = unigram_tables.fates(training, step, "border")
        longer = [fate for fate in judge.fates if fate.fate != "character"]
        at = len(judge.removed)
        assert list(border["token"]) == [fate.piece for fate in longer[max(0, at - 15) : at + 15]]
        dearest = unigram_tables.fates(training, step, "dearest")
        assert list(dearest["token"]) == [fate.piece for fate in longer[::-1]]
        found = unigram_tables.fates(training, step, search="LOW")
        assert all("low" in piece for piece in found["token"])


def test_the_vocabulary_and_the_rounds_add_up(training):
    """Each round begins with what the one before left, and ranks go down in probability."""
    frame = unigram_tables.rounds(training)
    assert list(frame["size"] - frame["rare"] - frame["cut"]) == list(frame["left"])
    assert list(frame["size"][1:]) == list(frame["left"][:-1])
    assert list(unigram_tables.by_step(training)["pieces"]) == [*frame["size"], 17]
    pieces = unigram_tables.vocabulary(training, len(training.rounds))
    assert list(pieces["token"]) == list(training.pieces)
    assert list(pieces["rank"]) == list(range(1, 18))
    assert list(pieces["probability"].map(math.log)) == pytest.approx(list(pieces["log_prob"]))
    assert Counter(pieces["kind"])["character"] == len(training.alphabet)


def test_the_course_pieces_have_their_counts():
    """The table is the course's vocabulary, the most frequent first, with each one's share."""
    frame = unigram_tables.course_pieces()
    assert dict(zip(frame["token"], frame["count"], strict=True)) == COURSE_VOCABULARY
    assert list(frame["count"]) == sorted(frame["count"], reverse=True)
    assert list(frame["probability"]) == pytest.approx([n / 210 for n in frame["count"]])


def test_hostile_text_stays_text():
    """Markup in words and tokens is escaped in every table."""
    rows = [SplitWord(HOSTILE, 2, ((HOSTILE,), ("▁", HOSTILE), (HOSTILE,)))]
    for written in (
        unigram_markup.side_by_side(rows, ["<i>"] * 5, HOSTILE, SCHEME),
        unigram_markup.shared([(HOSTILE, (HOSTILE,))], ["<i>"] * 3, HOSTILE, SCHEME),
    ):
        assert "<b>" not in written.replace('<b class="length', "").replace("</b>", "")
        assert "<i>" not in written


def test_a_size_without_room_for_the_characters_is_refused():
    """The sentence names the smallest size; without a size one is found."""
    queue = JobQueue()
    with pytest.raises(CorpusError, match="at least 12"):
        queue.get(request(vocab_size=11).job)
    assert len(queue.get(request(vocab_size=12).job).pieces) == 12
    assert len(queue.get(request().job).pieces) > 12


def test_the_download_has_every_round():
    """Each round's vocabulary as the page lists it, and what the next round does with a piece."""
    training = train_unigram({"lower": 3, "lowest": 2, "newest": 4}, vocab_size=11)
    frame = pd.concat(unigram_tables.vocabulary_by_round(training))
    for step in range(len(training.rounds) + 1):
        part = frame[frame["rounds"] == step]
        listed = unigram_tables.vocabulary(training, step, limit=None)
        assert part["token"].tolist() == listed["token"].tolist()
        assert part["log_prob"].tolist() == listed["log_prob"].tolist()
        removed = part[part["fate"].isin(["rare", "loss", "score"])]
        expected = training.rounds[step].removed if step < len(training.rounds) else ()
        assert {*removed["token"]} == {fate.piece for fate in expected}
