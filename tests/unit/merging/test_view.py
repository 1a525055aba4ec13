"""Each snapshot of a training equals a full recount at its step."""

from dataclasses import replace
from itertools import islice, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe import PRESETS, TIE_RULES, Corpus, train
from bpe.schemes import tie_choices
from tests import twin
from tests.strategies import (
    BOUNDARIES,
    corpora,
    hostile,
    letters,
    long_words,
    runs,
    scheme,
    schemes,
)
from tests.unit.merging.recount import check_step


def check(corpus, scheme, min_frequency=1):
    """Compare every step of a training with the twin; return the training and the twin's steps."""
    steps = twin.run(corpus, scheme, min_frequency=min_frequency)
    training = train(corpus, scheme, min_frequency=min_frequency)
    assert len(training.merges) == len(steps) - 1
    assert len(training.token_counts) == len(steps)
    assert len(training.tie_counts) == len(steps) - 1
    words = training.merged_words(2)
    assert len(words) == len(training.merged_word_counts) == len(training.merges)
    for k in range(len(steps)):
        check_step(training, steps, k)
        changed = [word.text for word in training.snapshot(k).changed_words()]
        assert not k or list(words[k - 1]) == changed[:2]
        assert not k or training.merged_word_counts[k - 1] == len(changed)
    return training, steps


@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data())
def test_every_step_of_a_preset_is_what_recounting_finds(preset, data):
    """The splits, pairs, scores, tokens, births, totals and ties agree at every step."""
    check(data.draw(corpora(max_words=5)), PRESETS[preset])


@pytest.mark.parametrize("tie_rule", TIE_RULES)
@pytest.mark.parametrize("boundary", BOUNDARIES)
@settings(max_examples=8, deadline=None)
@given(
    corpus=st.one_of(corpora(runs, 4), corpora(letters, 6), corpora(hostile, 4)),
    score=st.sampled_from(("count", "wordpiece")),
)
def test_every_step_under_every_tie_rule_and_boundary(tie_rule, boundary, corpus, score):
    """Every step equals the twin for each tie rule, boundary and score."""
    check(corpus, scheme(boundary, tie_rule, score))


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_who_would_win_by_another_rule_is_merged_first_by_it(corpus, scheme):
    """`winners_by_choice` names, for each choice of rules, the pair that a training with it merges.

    The choices are each tie rule and, for bytes, the smallest ids in the other byte order.
    """
    if winners := train(corpus, scheme).snapshot(0).winners_by_choice:
        first = {
            name: train(corpus, choice, max_merges=0).stop.merge.pair
            for name, choice in tie_choices(scheme).items()
        }
        assert winners == first


HUGE = 2**40
EQUAL = {"ba": 75_224_439, "da": 50_149_626}
NEARLY = {"de": HUGE, "ab": HUGE, "a": 1, "zb": 3, "z": 9**6, "d": 2, "ye": 2, "y": 9**6}


@pytest.mark.parametrize(
    ("counts", "first", "tied"), [(EQUAL, ("b", "##a"), 2), (NEARLY, ("a", "##b"), 1)]
)
@pytest.mark.parametrize("rule", TIE_RULES)
def test_scores_are_equal_where_whole_numbers_are(counts, first, tied, rule):
    """Scores are compared exactly, also where two different scores are the same float."""
    training, _ = check(Corpus.from_counts(counts), replace(PRESETS["wordpiece"], tie_rule=rule))
    expected = first if rule != "largest" or tied == 1 else ("d", "##a")
    assert (training.merges[0].pair, training.tie_counts[0]) == (expected, tied)
    assert {*training.merges[0].ties} >= {first}
    # As floats, the scores of the first two pairs are equal.
    assert len({pair.score for pair in training.snapshot(0).pairs(2)}) == 1


@given(
    corpus=st.one_of(corpora(runs, 4), corpora(max_words=6), corpora(long_words, 2)),
    scheme=schemes,
    minimum=st.integers(1, 6),
)
@example(Corpus.from_counts({"aab" * 22: 1}), PRESETS["subword-nmt"], 1)
def test_every_step_with_a_minimum_frequency(corpus, scheme, minimum):
    """Pairs below the minimum are still counted, and each tie rule ranks long tokens, too."""
    check(corpus, scheme, minimum)


@given(corpus=corpora(max_words=5), scheme=schemes, limit=st.integers(1, 3))
def test_a_pairs_words_are_the_words_it_occurs_in(corpus, scheme, limit):
    """The words come most frequent first, with their counts, and per pair in the given order."""
    training, counts = train(corpus, scheme), dict(corpus.items())
    for step in twin.run(corpus, scheme):
        snapshot = training.snapshot(step.step)
        order = {word.text: place for place, word in enumerate(snapshot.words())}
        pairs = snapshot.pairs()[::-1]
        whole = snapshot.words_of_pairs(pairs)
        assert snapshot.words_of_pairs(pairs, limit) == [words[:limit] for words in whole]
        for pair, words in zip(pairs, whole, strict=True):
            having = zip(corpus.words, step.words, strict=True)
            expected = [word for word, ids in having if pair.ids in pairwise(ids)]
            expected.sort(key=order.__getitem__)
            assert [*words] == [(word, counts[word]) for word in expected]
            assert words == snapshot.words_of_pairs([pair])[0]
    assert snapshot.words_of_pairs([]) == []


def test_what_is_equal_keeps_the_order_in_which_it_was_seen():
    """Words and pairs of equal counts come in the order of their first occurrence.

    The lists are long enough that a sort does not keep this order by chance; `limit` and `offset`
    cut them.
    """
    words = {chr(0x4E00 + n * 7 % 100) + "ab": 1 + n % 3 for n in range(100)}
    training = train(words, "huggingface", max_merges=1)
    start, end = training.snapshots()
    ordered = sorted(words, key=lambda word: -words[word])
    assert [word.text for word in start.words()] == ordered
    assert [word.text for word in end.changed_words()] == ordered
    assert [word.text for word in end.changed_words(7)] == ordered[:7]
    pairs = [("a", "b"), *((word[0], "a") for word in ordered)]
    for limit in (None, 1, 2, 50, 101, 200):
        assert [pair.pair for pair in start.pairs(limit)] == pairs[:limit]
        [leading] = training.top_pairs(limit or 200, 0, 0)
        assert [pair.pair for pair in leading] == pairs[:limit]
    assert [tie.pair[0][0] for tie in end.ties] == [end.next.pair[0]] + [
        word[0] for word in ordered if words[word] == 3 and word[0] != end.next.pair[0]
    ]
    training = train({"b": 1, "aa": 3, "c": 1, "dd": 3, "e": 2}, "paper")
    snapshot = training.snapshot(1)
    whole = snapshot.words()
    assert [word.text for word in whole] == ["aa", "dd", "e", "b", "c"]
    assert snapshot.words(limit=2) == whole[:2]
    assert snapshot.words(limit=2, offset=3) == whole[3:]


def test_every_step_of_a_page_of_words():
    """The corpus is large enough to use every path of the engine; every 39th step is compared."""
    text = "the cat sat on the mat and the rat ate that hat " * 5
    text += " ".join("ab" * (n % 7 + 1) + "a" * (n % 90) for n in range(300))
    for name in ("paper", "wordpiece", "minbpe"):
        corpus = Corpus.from_text(text, name)
        limit = 120 if name != "minbpe" else 40
        training = train(corpus, name, max_merges=limit)
        steps = list(islice(twin.steps(corpus.words, corpus.counts, PRESETS[name]), limit + 1))
        assert [merge.pair for merge in training.merges] == [
            step.text(step.winner) for step in steps[: len(training.merges)]
        ]
        for k in range(0, len(training.merges), 39):
            check_step(training, steps, k)


@given(
    corpus=st.one_of(corpora(runs, 4), corpora(long_words, 2)),
    scheme=schemes,
    merges=st.none() | st.integers(0, 6),
)
def test_each_split_of_a_history_has_the_places_at_which_it_ends(corpus, scheme, merges):
    """The places of each split equal those of the snapshot just before the next split."""
    training = train(corpus, scheme, max_merges=merges)
    for word in corpus.words:
        ends = [step - 1 for step, _ in training.history(word)[1:]] + [len(training)]
        expected = [training.snapshot(end).next_places(word) for end in ends]
        assert training.next_places(word) == expected
