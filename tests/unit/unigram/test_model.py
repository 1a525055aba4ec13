"""A Unigram model cuts words: each number held against enumeration."""

import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from bpe.unigram import UnigramModel, train_unigram
from bpe.unigram.seeds import find_seeds
from tests import unigram_twin as twin
from tests.unigram_twin import near

PIECES = {"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20, "p": 17, "pu": 17, "n": 16, "un": 16}
PIECES |= {"b": 4, "bu": 4, "s": 5, "hug": 15, "gs": 5, "ugs": 5}
"""Substrings of hug x 10, pug x 5, pun x 12, bun x 4 and hugs x 5, and how often they occur: in a
popular course they are the first vocabulary.
"""


@pytest.fixture
def course():
    whole = sum(PIECES.values())
    return UnigramModel({piece: math.log(count / whole) for piece, count in PIECES.items()})


@pytest.mark.parametrize("word", ["hugs", "pug", "bunhugs", "s", "unhugpun"])
def test_splits_and_their_shares_equal_enumeration(course, word):
    """n-best, marginal, best split and the shares of the lattice's edges are the twin's."""
    shares = twin.shares(word, course.pieces)
    found = course.nbest(word, 10_000)
    assert {split.tokens: split.share for split in found} == near(shares)
    assert [split.share for split in found] == near(sorted(shares.values(), reverse=True))
    assert found[0].tokens == course.best(word)
    assert found[:3] == course.nbest(word, 3)
    for split in found:
        assert split.log_prob == near(course.log_probability(split.tokens))
        assert course.probability(split.tokens) / course.marginal(word) == near(split.share)

    through = Counter()
    for tokens, share in shares.items():
        place = 0
        for token in tokens:
            through[place, place + len(token)] += share
            place += len(token)
    edges = course.lattice(word)
    assert {(edge.start, edge.end): edge.share for edge in edges} == near(dict(through))
    assert tuple(edge.piece for edge in edges if edge.best) == course.best(word)
    assert all(edge.piece == word[edge.start : edge.end] and edge.known for edge in edges)


def test_samples_follow_the_splits_probabilities(course):
    """Splits are drawn in proportion to their probability; the same seed draws the same."""
    draws, rng = 5000, random.Random(3)
    drawn = Counter(course.sample("hugs", rng) for _ in range(draws))
    for tokens, share in twin.shares("hugs", course.pieces).items():
        expected = draws * share
        assert abs(drawn[tokens] - expected) < 5 * expected**0.5 + 1
    assert course.sample("bunhugs", seed=4) == course.sample("bunhugs", seed=4)
    assert len({course.sample("bunhugs", seed=n) for n in range(50)}) > 1


def test_unknown_characters_score_ten_below_the_least_likely_piece(course):
    """A character outside the vocabulary is a token of its own, as unlikely as that."""
    assert course.best("mug") == ("m", "ug")
    lowest = min(course.pieces.values())
    assert course.log_probability(["m"]) == near(lowest - 10)
    assert [edge.known for edge in course.lattice("m")] == [False]
    assert course.probability(["mug"]) == 0


def test_equally_good_splits_end_in_the_longest_piece():
    """aaa is a + aa, not aa + a, for the model and in training alike."""
    model = UnigramModel({"a": -1.0, "aa": -1.5})
    assert model.best("aaa") == ("a", "aa")
    assert model.nbest("aaa", 1)[0].tokens == ("a", "aa")

    words = ["bbabbabb", "aaaaa", "aba", "aaa"]
    seeds = find_seeds(words, np.ones(4), 100, 2)
    scores = -seeds.lengths.astype(float)  # all splits of a word are equally good
    model = UnigramModel(dict(zip(seeds.pieces, scores.tolist(), strict=True)))
    last = seeds.lattice.best_paths(scores)
    tokens = [[] for _ in words]
    for rank, piece in seeds.lattice.walk(last):
        for word, number in zip(rank, piece, strict=True):
            tokens[word].insert(0, seeds.pieces[number])
    assert list(map(tuple, tokens)) == [model.best(word) for word in words]


def test_text_is_spelled_as_in_training():
    """A trained model normalizes a text and marks its words."""
    training = train_unigram("low lower lowest low low", vocab_size=9)
    assert training.model.spell("ｌｏｗ lower") == ["▁low", "▁lower"]
    assert training.model.spell("") == []


@pytest.mark.parametrize("word", ["hugs", "pug", "pugs", "hug", "bun", "unhug", "h"])
def test_the_splits_that_tie_are_those_with_equal_fractions(course, word):
    """Every cutting is multiplied out in exact fractions; as many as reach the largest tie."""
    ways = twin.splits(word, PIECES)
    values = [math.prod(Fraction(PIECES[each], 210) for each in way) for way in ways]
    assert course.tied(word) == values.count(max(values))
    assert word not in ("hugs", "pug") or course.tied(word) == {"hugs": 3, "pug": 2}[word]
