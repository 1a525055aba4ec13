"""Unigram: training, record and model, each number compared with enumeration."""

import itertools
import math
import random
import re
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st
from scipy.special import digamma

from bpe import Corpus
from bpe.unigram import UnigramModel, train_unigram, trainer
from bpe.unigram.seeds import find_seeds
from tests import unigram_twin as twin
from tests.data import HUG
from tests.unigram_twin import near


def in_order_of(fate, last):
    """Return the value by which the pieces of a round are sorted, the smallest first."""
    if fate.fate == "rare":
        return fate.expected
    return fate.log_prob if last else fate.loss or 0.0


def check_round(training, number):
    """Repeat one round by enumeration, from the snapshot at its start."""
    done = training.rounds[number]
    words = {
        training.mark + word: count
        for word, count in zip(training.corpus.words, training.corpus.counts, strict=True)
    }
    scores = dict(training.snapshot(number).pieces)
    assert done.size == len(scores)
    rare, last_expected, likelihoods = {}, {}, []
    for _ in range(2):
        likelihoods.append(twin.log_likelihood(words, scores))
        expected = twin.expected_counts(words, scores)
        if any(abs(value - 0.5) < twin.NOISE for value in expected.values()):
            raise twin.Tie
        last_expected |= expected
        rare |= {p: scores[p] for p in scores if len(p) > 1 and expected[p] < 0.5}
        kept = {p: expected[p] for p in scores if p not in rare}
        enough = {p: c for p, c in kept.items() if c >= 0.5} or kept
        whole = digamma(sum(enough.values()))
        updated = {p: digamma(c) - whole for p, c in enough.items()}
        floor = min(updated.values()) - 10
        scores = {p: updated.get(p, floor) for p in kept}
    likelihoods.append(twin.log_likelihood(words, scores))
    assert done.log_likelihoods == near(tuple(likelihoods))
    assert done.size_after_em == len(scores)
    assert done.model.pieces == near(scores)

    fates = {fate.piece: fate for fate in done.fates}
    assert fates.keys() == scores.keys() | rare.keys()
    assert {p for p, fate in fates.items() if fate.fate == "rare"} == rare.keys()
    for piece, fate in fates.items():
        assert fate.expected == near(last_expected[piece])
        assert fate.log_prob == near(scores[piece] if piece in scores else rare[piece])
        assert (fate.fate == "character") == (len(piece) == 1)

    counts = twin.best_counts(words, scores)
    assert done.token_count == sum(counts.values())
    target = int(training.vocab_size * 1.1)
    assert done.last == (len(scores) <= target)
    judged = [p for p in scores if len(p) > 1]
    characters = len(scores) - len(judged)
    if done.last:
        values, room, word = scores, training.vocab_size - characters, "score"
    else:
        values = {p: twin.loss(p, scores, counts) for p in judged}
        assert {p: fates[p].loss for p in judged} == near(values)
        room, word = max(target, int(0.75 * len(scores))) - characters, "loss"
    has_loss = {p for p, fate in fates.items() if fate.loss is not None}
    assert has_loss == (set() if done.last else set(judged)), "none is of a round before"
    removed = [p for p in judged if fates[p].fate == word]
    kept = [p for p in judged if fates[p].fate == "kept"]
    assert len(removed) == max(0, len(judged) - room)
    assert len(removed) + len(kept) == len(judged)
    if removed and kept:
        assert max(values[p] for p in removed) <= min(values[p] for p in kept) + twin.NOISE
    assert [fate.piece for fate in done.removed] == [
        fate.piece for fate in done.fates if fate.fate in ("rare", "loss", "score")
    ]
    order = [
        (fate.fate != "rare", fate.fate == "character", in_order_of(fate, done.last))
        for fate in done.fates
    ]
    assert order == sorted(order)
    assert set(training.snapshot(number + 1).pieces) == scores.keys() - set(removed)
    assert training.snapshot(number + 1).pieces == near(
        {p: score for p, score in scores.items() if p not in removed}
    )


def check_training(training):
    for number in range(len(training.rounds)):
        check_round(training, number)
    words = {
        training.mark + word: count
        for word, count in zip(training.corpus.words, training.corpus.counts, strict=True)
    }
    for step in range(len(training.rounds) + 1):
        snapshot = training.snapshot(step)
        assert snapshot.round == step
        assert snapshot.log_likelihood == near(twin.log_likelihood(words, snapshot.pieces))
        tokens = sum(twin.best_counts(words, snapshot.pieces).values())
        assert snapshot.token_count == training.token_counts[step] == tokens
        assert len(snapshot) == training.sizes[step] == len(snapshot.pieces)
        scores = list(snapshot.pieces.values())
        assert scores == sorted(scores, reverse=True)
    assert (training.pieces, training.token_count) == (snapshot.pieces, snapshot.token_count)
    assert training.log_likelihood == snapshot.log_likelihood


@pytest.mark.parametrize("vocab_size", [7, 8, 10, 14])
def test_every_number_of_the_course_corpus_equals_enumeration(vocab_size):
    """Likelihoods, expected counts, losses and removals of each round equal those of the twin."""
    check_training(train_unigram(HUG, vocab_size=vocab_size, mark=""))


@given(
    st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1),
    st.sampled_from(["", "▁"]),
    st.integers(0, 6),
)
def test_every_number_of_any_small_corpus_equals_enumeration(words, mark, extra):
    """The numbers also agree for random words with repeated letters, with and without a mark."""
    alphabet = set("".join(words)) | set(mark)
    training = train_unigram(words, vocab_size=len(alphabet) + extra, mark=mark)
    try:
        check_training(training)
    except twin.Tie:
        reject()


@given(
    st.dictionaries(st.text("abz", min_size=1, max_size=9), st.integers(1, 9), min_size=1),
    st.integers(1, 30),
    st.integers(1, 5),
)
def test_the_seeds_are_the_heaviest_substrings(words, size, longest):
    """The seeds equal the twin's, with probabilities in proportion to count times length."""
    training = train_unigram(words, vocab_size=3, seed_size=size, max_piece_length=longest, mark="")
    seeds = {p: math.exp(score) for p, score in training.snapshot(0).pieces.items()}
    assert seeds == near(twin.seeds(words, size, longest))


def test_a_corpus_a_text_and_counts_train_alike():
    """A text, a corpus and word counts give the same pieces.

    A long word without spaces neither underflows nor overflows.
    """
    text = "a rose is a rose is a rose"
    forms = (text, Corpus.from_text(text, "sentencepiece"), {"a": 3, "rose": 3, "is": 2})
    pieces = [train_unigram(form, vocab_size=9).pieces for form in forms]
    assert pieces[0] == pieces[1] == pieces[2]
    training = train_unigram("ab" * 20_000 + "c", vocab_size=8)
    assert np.isfinite(training.log_likelihood)
    assert np.isfinite(list(training.pieces.values())).all()
    assert "".join(training.model.best("ab" * 3000)) == "ab" * 3000


@pytest.mark.parametrize("text", ["a", "ab", "aa", "中文", "👩‍🚀 é", "\ud800x"])
def test_tiny_and_odd_corpora_are_trained(text):
    """The vocabulary spells the word even if no longer piece is useful."""
    training = train_unigram({text: 1}, vocab_size=20)
    assert "".join(training.model.best("▁" + text)) == "▁" + text
    assert len(training.rounds) >= 1


def test_a_vocabulary_says_why_it_is_as_large_as_it_is():
    """The stop names the requested size, or that the corpus or the seeds had too few pieces."""
    training = train_unigram(HUG, vocab_size=8, mark="")
    stop = training.stop
    assert (stop.reason, stop.asked, stop.found) == ("vocab_size", 8, 8)
    assert stop.candidates == stop.seeds == len(training.snapshot(0)) == 19
    assert stop.rare == sum(fate.fate == "rare" for done in training.rounds for fate in done.fates)
    whole = train_unigram(HUG, vocab_size=500, mark="").stop
    assert (whole.reason, whole.asked, whole.candidates, whole.seeds) == ("no_pieces", 500, 19, 19)
    assert whole.found == whole.seeds - whole.rare > 7

    training = train_unigram(HUG, vocab_size=12, seed_size=9, mark="")
    stop = training.stop
    assert (stop.reason, stop.candidates, stop.seeds) == ("no_pieces", 19, 9)
    assert stop.found == len(training.pieces) < 10
    assert repr(training).endswith(f" of 12 asked for, {len(training)} rounds from 9 seeds>")


@pytest.mark.parametrize(("vocab_size", "seeds"), [(40, 100_000), (5000, 100_000), (5001, 100_020)])
def test_seeds_are_chosen_from_the_size_asked_for(monkeypatch, vocab_size, seeds):
    """By default there are 20 seeds per piece and at least 100,000; `seed_size` overrides this."""
    asked = []
    find = trainer.find_seeds
    monkeypatch.setattr(trainer, "find_seeds", lambda *args: asked.append(args[2]) or find(*args))
    train_unigram(HUG, vocab_size=vocab_size)
    train_unigram(HUG, vocab_size=vocab_size, seed_size=17)
    assert asked == [seeds, 17]


def test_the_history_of_a_word_has_each_change_once():
    """A split holds until the next one, also if an earlier split comes back.

    The alternative of a removed piece is its best split into other pieces.
    """
    training = train_unigram(HUG, vocab_size=8)
    for word in HUG:
        history = training.history(word)
        for step in range(len(training) + 1):
            now = [split for begun, split in history if begun <= step][-1]
            assert now == training.snapshot(step).model.best("▁" + word)
        assert all(left[1] != right[1] for left, right in itertools.pairwise(history))
    changes = [("▁h", "u", "g"), ("▁hug",), ("▁hug",), ("▁h", "u", "g")]  # the first again
    vars(training)["_snapshots"] = [
        SimpleNamespace(round=at, model=Mock(**{"best.return_value": split}))
        for at, split in enumerate(changes)
    ]
    assert training.history("hug") == [(at, changes[at]) for at in (0, 1, 3)]
    training = train_unigram(HUG, vocab_size=8, mark="")
    first = training.rounds[0]
    for fate in first.removed:
        if fate.fate == "loss":
            tokens = first.alternative(fate.piece)
            assert len(tokens) > 1
            assert tokens == twin.best(fate.piece, first.model.pieces, without=fate.piece)


def test_each_pass_is_reported_of_those_foreseen():
    """31 seeds shrink to 23, 17, 12 and 9 pieces, so that five rounds are expected.

    Each round but the last keeps the share `shrink` of its pieces.
    """
    heard = []
    training = train_unigram(
        HUG, vocab_size=9, em_rounds=5, on_progress=lambda *now: heard.append(now)
    )
    assert heard == [(done, 25) for done in range(1, 5 * len(training) + 1)] + [(25, 25)]
    assert len(training) == 2
    assert all(len(done.log_likelihoods) == 6 for done in training.rounds)
    single = train_unigram(HUG, vocab_size=9, em_rounds=1)
    assert all(len(done.log_likelihoods) == 2 for done in single.rounds)

    def cancel(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_unigram(HUG, vocab_size=8, on_progress=cancel)
    words = {f"{a}{b}{c}": 4 for a in "abcd" for b in "efgh" for c in "ijkl"}
    for shrink in (0.5, 0.9):
        training = train_unigram(words, vocab_size=20, shrink=shrink)
        assert len(training) > 2
        for done in training.rounds[:-1]:
            assert done.size_after == max(22, int(shrink * done.size_after_em))
            assert not done.last
        assert training.rounds[-1].size_after_em <= 22
        assert training.rounds[-1].last


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"shrink": 0}, "shrink must be above 0 and below 1, got 0. SentencePiece uses 0.75."),
        ({"shrink": 1.0}, "shrink must be above 0 and below 1, got 1.0. SentencePiece uses 0.75."),
        *(
            ({name: 0}, f"{name} must be a whole number of 1 or more, got 0. Leave it at its ")
            for name in ("seed_size", "em_rounds", "max_piece_length")
        ),
        ({"vocab_size": 0}, "vocab_size must be a whole number of 1 or more, got 0."),
        ({"vocab_size": 3}, "vocab_size must be at least 4, "),
    ],
)
def test_wrong_settings_are_refused(wrong, said):
    """Each message begins with the argument, its rule and the value."""
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        train_unigram({"abc": 2}, **{"vocab_size": 9} | wrong)


def test_pieces_are_at_most_sixteen_characters_unless_said_otherwise():
    """The mark counts as a character; no seed crosses the 1024th character of a word."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    seeds = train_unigram({letters: 2}, vocab_size=500).snapshot(0).pieces
    assert max(map(len, seeds)) == 16
    assert "▁abcdefghijklmno" in seeds
    seeds = train_unigram({letters: 2}, vocab_size=500, max_piece_length=3).snapshot(0).pieces
    assert max(map(len, seeds)) == 3

    corpus = Corpus.from_counts({"a" * 1023 + "bc": 2, "a": 1})
    whole = train_unigram(corpus, vocab_size=9)
    assert "ab" not in whole.snapshot(0).pieces
    assert "bc" in whole.snapshot(0).pieces
    assert train_unigram({"a" * 1022 + "bc": 2}, vocab_size=9).snapshot(0).pieces.keys() >= {"ab"}


def test_the_alphabet_is_in_the_order_of_code_points():
    """The alphabet contains the mark, and words with counts are not normalized.

    The library's name `<s>` in a text is a boundary, and no piece contains a tab.
    """
    assert train_unigram({"ｌｏ": 1}, vocab_size=9).model.normalizer == "none"
    assert train_unigram({"cab": 1}, vocab_size=9).alphabet == ("a", "b", "c", "▁")
    assert train_unigram({"cab": 1}, vocab_size=9, mark="").alphabet == ("a", "b", "c")
    learned = train_unigram("ab<s>cd " * 9, vocab_size=40)
    assert "\t" not in "".join(learned.snapshot(0).model.pieces)


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
    """The n-best splits, the marginal, the best split and the shares of edges equal the twin's."""
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
    assert [*edges] == sorted(edges, key=lambda edge: (edge.start, edge.end))
    assert tuple(edge.piece for edge in edges if edge.best) == course.best(word)
    assert all(edge.piece == word[edge.start : edge.end] and edge.known for edge in edges)


def test_samples_follow_the_splits_probabilities(course):
    """Splits are drawn in proportion to their probability, and a seed repeats a draw.

    A model keeps a copy of its pieces, and `without` leaves out pieces but keeps at least one.
    """
    draws, rng = 5000, random.Random(3)
    drawn = Counter(course.sample("hugs", rng) for _ in range(draws))
    for tokens, share in twin.shares("hugs", course.pieces).items():
        expected = draws * share
        assert abs(drawn[tokens] - expected) < 5 * expected**0.5 + 1
    assert course.sample("bunhugs", seed=4) == course.sample("bunhugs", seed=4)
    assert len({course.sample("bunhugs", seed=n) for n in range(50)}) > 1
    assert len({course.sample("bunhugs") for _ in range(50)}) > 1, "another each time"
    given, word = dict(course.pieces), course.best("hug")
    model = UnigramModel(given)
    given.clear()
    assert model.best("hug") == model.without(["ug"]).best("hug") == word
    assert model.without(["hug"]).best("hug") != model.best("hug") == word
    assert UnigramModel({"ab": -1.0}).without(["ab"]).pieces == {"ab": -1.0}, "one has to stay"


def test_unknown_characters_score_ten_below_the_least_likely_piece(course):
    """Each unknown character is a separate token.

    A trained model normalizes a text and marks its words.
    """
    assert course.best("mug") == ("m", "ug")
    lowest = min(course.pieces.values())
    assert course.log_probability(["m"]) == near(lowest - 10)
    assert [edge.known for edge in course.lattice("m")] == [False]
    assert course.probability(["mug"]) == 0
    training = train_unigram("low lower lowest low low", vocab_size=9)
    for model in (training.model, training.model.without(["low"])):
        assert model.spell("ｌｏｗ lower") == ["▁low", "▁lower"]
    assert training.model.spell("") == []


def test_equally_good_splits_end_in_the_longest_piece():
    """The model and the training split aaa into a + aa, not into aa + a."""
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


@pytest.mark.parametrize("word", ["hugs", "pug", "pugs", "hug", "bun", "unhug", "h"])
def test_the_splits_that_tie_are_those_with_equal_fractions(course, word):
    """`tied` counts the splits of the largest probability, computed in exact fractions."""
    ways = twin.splits(word, PIECES)
    values = [math.prod(Fraction(PIECES[each], 210) for each in way) for way in ways]
    assert course.tied(word) == values.count(max(values))
    assert word not in ("hugs", "pug") or course.tied(word) == {"hugs": 3, "pug": 2}[word]
