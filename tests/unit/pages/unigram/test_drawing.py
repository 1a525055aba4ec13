"""What is written on and beside the boxes of a lattice."""

import pytest

from bpe import PRESETS, train_unigram
from bpe.unigram import COURSE_VOCABULARY, UnigramModel, model_from_counts
from ui.catalogue import catalogue
from ui.draw.tokens import colour, pieces, visible
from ui.unigram.drawing import MOST_EDGES, drawing, percent, probability, training_drawing

SCHEME = PRESETS["sentencepiece"]


def say(name, **values):
    return catalogue("en")[f"unigram.{name}"].format(**values)


@pytest.fixture(scope="module")
def training():
    return train_unigram("highest higher lower lowest cooler coolest", vocab_size=17)


def test_a_box_says_its_piece_its_chance_and_its_share(training):
    """In its title for a mouse, in its letters and its colour for the eye."""
    model = training.snapshot(1).model
    edges = {(edge.start, edge.end): edge for edge in model.lattice("▁lowest")}
    drawn = training_drawing(training, "▁lowest", 1, SCHEME, say)["edges"]
    assert [(box["start"], box["end"]) for box in drawn] == sorted(
        (box["start"], box["end"]) for box in drawn
    )
    for box in drawn:
        piece = "▁lowest"[box["start"] : box["end"]]
        assert box["drawn"] == pieces(piece, SCHEME)
        assert box["colour"] == colour(piece)
        if box["state"] == "gone":
            assert (box["share"], box["chance"], box["leaves"]) == (0.0, "", False)
            assert box["title"] == say("lattice_gone", piece=visible(piece))
            continue
        edge = edges[box["start"], box["end"]]
        chance = probability(model.probability([piece]))
        assert box["title"] == say(
            "lattice_edge", piece=visible(piece), chance=chance, share=percent(edge.share)
        )


def test_the_label_reads_the_best_split_out(training):
    """For who cannot see the picture: the word, how many pieces fit, and the best split."""
    for step in range(len(training) + 1):
        model = training.snapshot(step).model
        drawn = training_drawing(training, "▁lowest", step, SCHEME, say)
        assert drawn["label"] == say(
            "lattice_label",
            word="▁lowest",
            n=len(model.lattice("▁lowest")),
            split=" + ".join(model.best("▁lowest")),
        )
        assert drawn["letters"] == [pieces(letter, SCHEME) for letter in "▁lowest"]
        assert drawn["lanes"] == 1 + max(box["lane"] for box in drawn["edges"])


def test_the_legend_explains_just_what_is_drawn(training):
    """At the end nothing leaves; before the first round nothing is gone."""
    for step in range(len(training) + 1):
        drawn = training_drawing(training, "▁lowest", step, SCHEME, say)
        states = [box["state"] for box in drawn["edges"]]
        expected = ["best"]
        expected += ["leaves"] * any(box["leaves"] for box in drawn["edges"])
        expected += ["gone"] * ("gone" in states)
        assert drawn["legend"] == [(name, say(f"legend_{name}")) for name in expected]
    assert "gone" not in [
        box["state"] for box in training_drawing(training, "▁lowest", 0, SCHEME, say)["edges"]
    ]
    assert not any(
        box["leaves"]
        for box in training_drawing(training, "▁lowest", len(training), SCHEME, say)["edges"]
    )


def test_short_pieces_stand_above_longer_ones():
    """A piece inside another has the lower lane number; single characters have the first."""
    drawn = drawing(model_from_counts(COURSE_VOCABULARY), "hugs", None, say)
    lanes = {(box["start"], box["end"]): box["lane"] for box in drawn["edges"]}
    assert {lanes[place, place + 1] for place in range(4)} == {0}
    for (start, end), lane in lanes.items():
        for (low, high), other in lanes.items():
            if start <= low and high <= end and (start, end) != (low, high):
                assert other < lane


def test_of_too_many_boxes_the_likeliest_stay_and_the_rest_are_counted():
    """The best split and the characters always stay."""
    word = "abcdefghijkl"
    model = UnigramModel(
        {
            word[start:end]: -(float(end - start) ** 0.5) - start / 7
            for start in range(len(word))
            for end in range(start + 1, len(word) + 1)
        }
    )
    edges = model.lattice(word)
    drawn = drawing(model, word, None, say)
    shown = {(box["start"], box["end"]) for box in drawn["edges"]}
    assert len(shown) == MOST_EDGES < len(edges)
    assert drawn["note"] == say("lattice_left_out", n=len(edges) - MOST_EDGES)
    must = {(e.start, e.end) for e in edges if e.best or e.end - e.start == 1}
    assert must <= shown
    shares = {(e.start, e.end): e.share for e in edges}
    least = min(shares[span] for span in shown - must)
    assert all(shares[span] <= least for span in shares.keys() - shown)


def test_shares_are_percentages_that_never_round_to_all_or_nothing():
    """0 and 100 are said only where they are exact."""
    assert [percent(x) for x in (0.0, 0.0009, 0.001, 0.5, 0.999, 0.9991, 1.0)] == [
        "0 %",
        "< 0.1 %",
        "0.1 %",
        "50.0 %",
        "99.9 %",
        "> 99.9 %",
        "100 %",
    ]
    assert [probability(x) for x in (0.0001, 0.00009999, 0.0, 0.25)] == [
        "0.0001",
        "1.0e-4",
        "0",
        "0.25",
    ]
