"""What the page Unigram shows, held against the record and against enumeration."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS
from bpe.notebook import colour
from bpe.unigram import UnigramModel, train_unigram
from tests import unigram_twin as twin
from ui.catalogue import catalogue
from ui.draw.tokens import exact, pieces, visible
from ui.unigram import tables
from ui.unigram.drawing import MOST_EDGES, drawing, percent, probability, training_drawing

SIX = "highest higher lower lowest cooler coolest"
SCHEME = PRESETS["sentencepiece"]


def say(name, **values):
    return catalogue("en")[f"unigram.{name}"].format(**values)


@pytest.fixture(scope="module")
def training():
    return train_unigram(SIX, vocab_size=17)


def test_the_drawing_is_the_lattice_of_that_round(training):
    """Boxes, probabilities, shares and the lit path are the record's at each step."""
    for step in range(len(training.rounds) + 1):
        model = training.snapshot(step).model
        drawn = training_drawing(training, "▁lowest", step, SCHEME, say)
        edges = model.lattice("▁lowest")
        present = {(e["start"], e["end"]): e for e in drawn["edges"] if e["state"] != "gone"}
        assert present.keys() == {(edge.start, edge.end) for edge in edges}
        for edge in edges:
            box = present[edge.start, edge.end]
            assert box["piece"] == exact(edge.piece)
            assert box["share"] == edge.share
            assert box["chance"] == probability(model.probability([edge.piece]))
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
            for edge in training_drawing(training, "▁lowest", step, SCHEME, say)["edges"]
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
    drawn = drawing(model, word, SCHEME, say)
    for one, other in combinations(drawn["edges"], 2):
        if one["lane"] == other["lane"]:
            assert one["end"] <= other["start"] or other["end"] <= one["start"]
    assert tuple(drawn["edges"][place]["piece"] for place in drawn["path"]) == model.best(word)
    assert len(drawn["letters"]) == len(word)
    assert bool(drawn["note"]) == (len(model.lattice(word)) > len(drawn["edges"]))


def test_the_cloud_has_its_draws_and_their_exact_shares(training):
    """A share is a part of the word's probability, over all its splits."""
    frame, first = tables.cloud(training.model, "▁lowest", 500, seed=1)
    shares = twin.shares("▁lowest", training.pieces)
    assert frame["drawn"].sum() == 500
    for row in frame.itertuples():
        assert row.share == pytest.approx(shares[row.tokens])
    assert set(first) <= set(frame["tokens"])
    again, same = tables.cloud(training.model, "▁lowest", 500, seed=1)
    assert (list(again["drawn"]), same) == (list(frame["drawn"]), first)


def test_fates_are_listed_in_the_order_of_the_record(training):
    """The whole round in order, its border, and the dearest first."""
    for step, judge in enumerate(training.rounds):
        frame = tables.fates(training, step)
        assert list(frame["token"]) == [fate.piece for fate in judge.fates]
        assert list(frame.loc[frame["gone"], "token"]) == [fate.piece for fate in judge.removed]
        for row, fate in zip(frame.itertuples(), judge.fates, strict=True):
            if fate.fate == "character":
                assert row.tokens is None
            else:
                assert row.tokens == judge.alternative(fate.piece)
                assert "".join(row.tokens) == fate.piece
        border = tables.fates(training, step, "border")
        longer = [fate for fate in judge.fates if fate.fate != "character"]
        at = len(judge.removed)
        assert list(border["token"]) == [fate.piece for fate in longer[max(0, at - 15) : at + 15]]
        dearest = tables.fates(training, step, "dearest")
        assert list(dearest["token"]) == [fate.piece for fate in longer[::-1]]
        found = tables.fates(training, step, search="LOW")
        assert all("low" in piece for piece in found["token"])


def test_a_caption_says_what_the_next_round_does(training):
    """Size, too rare, removed by loss or score, left: the record's numbers, in that order."""
    for step, done in enumerate(training.rounds):
        rare = say("caption_rare" if done.rare else "caption_no_rare", round=step + 1, n=done.rare)
        removed = [fate.fate for fate in done.removed]
        assert (done.rare, done.cut) == (
            removed.count("rare"),
            len(removed) - removed.count("rare"),
        )
        by = "score" if step == len(training) - 1 else "loss"
        cut = [say(f"caption_{by}", n=done.cut)] * bool(done.cut)
        size, left = len(training.snapshot(step)), len(training.snapshot(step + 1))
        sentences = [say("caption_size", n=size), rare, *cut, say("caption_left", n=left)]
        assert tables.caption(training, step, say) == say("between").join(sentences)
    end = [
        say("caption_size", n=17),
        say("caption_end", n=len({*SIX.replace(" ", "")}) + 1),
    ]
    assert tables.caption(training, len(training), say) == say("between").join(end)


def test_a_vocabulary_that_is_too_small_says_why_at_the_end():
    """With the numbers of the stop, and only there."""
    training = train_unigram(SIX, vocab_size=400)
    stop = training.stop
    said = tables.caption(training, len(training), say)
    assert said.endswith(
        say(
            "caption_fewer",
            asked=400,
            candidates=stop.candidates,
            seeds=stop.seeds,
            rare=stop.rare,
        )
    )
    assert "400" not in tables.caption(training, 0, say)


def test_the_rounds_are_the_records(training):
    """Sizes, likelihoods around EM, and tokens; one row a round, from 1."""
    for row, done in zip(tables.rounds(training).to_dict("records"), training.rounds, strict=True):
        assert row == {
            "round": done.number + 1,
            "size": done.size,
            "rare": done.rare,
            "cut": done.cut,
            "left": done.size_after,
            "before": done.log_likelihoods[0],
            "after": done.log_likelihoods[-1],
            "in_corpus": done.token_count,
        }


def test_a_table_cut_at_its_limit_says_so(training):
    """And a search, in any case, leaves what shows it."""
    assert not tables.vocabulary(training, 0).attrs["more"]
    few = tables.vocabulary(training, 0, limit=3)
    assert (len(few), few.attrs["more"]) == (3, True)
    found = tables.vocabulary(training, 0, search="LOW")
    assert len(found) > 1
    assert all("low" in token for token in found["token"])
    best = tables.splits(training.model, "▁lowest", 1)
    assert (len(best), best.attrs["more"]) == (1, True)
    assert best["tokens"].iloc[0] == training.model.best("▁lowest")
    assert best["probability"].iloc[0] == training.model.probability(best["tokens"].iloc[0])
    assert tables.splits(training.model, "", 5).empty


def test_the_player_has_the_words_whose_split_changes_most(training):
    """Of the frequent ones; each with its count and every split with the round it begins at."""
    run = tables.rounds_run(training, SCHEME, say)
    changes = {word: len(training.history(word)) for word in training.corpus.words}
    shown = [row["text"] for row in run["words"]]
    assert len(shown) == min(6, len(changes))
    assert [changes[word] for word in shown] == sorted(changes.values(), reverse=True)[:6]
    names = [row[0] for row in run["tokens"]]
    for row in run["words"]:
        assert row["count"] == 1
        splits = [(each[0], tuple(names[token] for token in each[1])) for each in row["splits"]]
        assert splits == training.history(row["text"])
    assert (run["steps"], run["recut"]) == (len(training), True)


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


def test_short_pieces_stand_above_longer_ones(training):
    """A piece inside another has the lower lane number; single characters have the first."""
    drawn = drawing(training.snapshot(0).model, "▁lowest", SCHEME, say)
    lanes = {(box["start"], box["end"]): box["lane"] for box in drawn["edges"]}
    assert {lanes[place, place + 1] for place in range(len("▁lowest"))} == {0}
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
    drawn = drawing(model, word, SCHEME, say)
    shown = {(box["start"], box["end"]) for box in drawn["edges"]}
    assert len(shown) == MOST_EDGES < len(edges)
    assert drawn["note"] == say("lattice_left_out", n=len(edges) - MOST_EDGES)
    must = {(e.start, e.end) for e in edges if e.best or e.end - e.start == 1}
    assert must <= shown
    shares = {(e.start, e.end): e.share for e in edges}
    least = min(shares[span] for span in shown - must)
    assert all(shares[span] <= least for span in shares.keys() - shown)
