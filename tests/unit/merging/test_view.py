"""The record answers, at any step, exactly what recounting everything finds there."""

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from tests import twin
from tests.strategies import BOUNDARIES, TIE_RULES, corpora, hostile, letters, runs, scheme, schemes
from tests.unit.merging.recount import check_step


def check(corpus, scheme, min_frequency=1):
    """Compare every step of a run with its twin; return the training."""
    steps = twin.run(corpus, scheme, min_frequency=min_frequency)
    training = train(corpus, scheme, min_frequency=min_frequency)
    assert len(training.merges) == len(steps) - 1
    assert len(training.token_counts) == len(steps)
    assert len(training.tie_counts) == len(steps) - 1
    for k in range(len(steps)):
        check_step(training, steps, k)
    return training, steps


@pytest.mark.parametrize("preset", PRESETS)
@given(data=st.data())
def test_every_step_of_a_preset_is_what_recounting_finds(preset, data):
    """Words, pairs, scores, tokens, births, totals and ties at every step."""
    check(data.draw(corpora(max_words=5)), PRESETS[preset])


@pytest.mark.parametrize("tie_rule", TIE_RULES)
@pytest.mark.parametrize("boundary", BOUNDARIES)
@settings(max_examples=8, deadline=None)
@given(
    corpus=st.one_of(corpora(runs, 4), corpora(letters, 6), corpora(hostile, 4)),
    score=st.sampled_from(("count", "wordpiece")),
)
def test_every_step_under_every_tie_rule_and_boundary(tie_rule, boundary, corpus, score):
    """The same for each tie rule with each boundary and score."""
    check(corpus, scheme(boundary, tie_rule, score))


HUGE = 2**40
EQUAL = {"ba": 75_224_439, "da": 50_149_626}
NEARLY = {"de": HUGE, "ab": HUGE, "a": 1, "zb": 3, "z": 9**6, "d": 2, "ye": 2, "y": 9**6}


@pytest.mark.parametrize(
    ("counts", "first", "tied"), [(EQUAL, ("b", "##a"), 2), (NEARLY, ("a", "##b"), 1)]
)
@pytest.mark.parametrize("rule", TIE_RULES)
def test_scores_are_equal_where_whole_numbers_are(counts, first, tied, rule):
    """At any size of count: where a product is beyond floats, and where floats cannot part two."""
    training, _ = check(Corpus.from_counts(counts), replace(PRESETS["wordpiece"], tie_rule=rule))
    expected = first if rule != "largest" or tied == 1 else ("d", "##a")
    assert (training.merges[0].pair, training.tie_counts[0]) == (expected, tied)
    assert {*training.merges[0].ties} >= {first}
    # As floats these are one number.
    assert len({pair.score for pair in training.snapshot(0).pairs(2)}) == 1


@given(corpus=corpora(runs, 4), scheme=schemes, minimum=st.integers(2, 6))
def test_every_step_with_a_minimum_frequency(corpus, scheme, minimum):
    """Pairs too rare to win are still counted."""
    check(corpus, scheme, minimum)


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_changes_are_the_difference_to_the_step_before(corpus, scheme):
    """Which pairs appeared, vanished, rose or fell, with both counts."""
    steps = twin.run(corpus, scheme)
    training = train(corpus, scheme)
    assert training.snapshot(0).changes == []
    for k in range(1, len(steps)):
        old, new = steps[k - 1], steps[k]
        expected = Counter(
            (new.text(pair), old.counts.get(pair, 0), new.counts.get(pair, 0))
            for pair in old.counts | new.counts
            if old.counts.get(pair, 0) != new.counts.get(pair, 0) and pair != old.winner
        )
        found = Counter(
            (change.pair, change.before, change.after)
            for change in training.snapshot(k).changes
            if change.pair != old.text(old.winner)
        )
        merged = old.text(old.winner)
        expected = Counter({key: n for key, n in expected.items() if key[0] != merged})
        assert found == expected


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_a_pairs_words_are_the_words_it_occurs_in(corpus, scheme):
    """Most frequent first, with their counts."""
    steps = twin.run(corpus, scheme)
    training = train(corpus, scheme)
    counts = dict(zip(corpus.words, corpus.counts, strict=True))
    for step in steps:
        texts = Counter(map(step.text, step.counts))
        for pair in step.counts:
            if texts[step.text(pair)] > 1:
                continue
            expected = {
                word: counts[word]
                for word, ids in zip(corpus.words, step.words, strict=True)
                if pair in pairwise(ids)
            }
            snapshot = training.snapshot(step.step)
            [occurring] = [each for each in snapshot.pairs() if each.pair == step.text(pair)]
            [found] = snapshot.words_of_pairs([occurring], len(expected) + 1)
            assert dict(found) == expected
            assert [n for _, n in found] == sorted(expected.values(), reverse=True)


@given(corpus=corpora(max_words=6), scheme=schemes)
@example(Corpus.from_counts({"aab" * 22: 1}), PRESETS["subword-nmt"])
def test_who_would_win_under_each_tie_rule(corpus, scheme):
    """`winners` ranks the tied pairs by every rule there is, those of long tokens too."""
    training = train(corpus, scheme)
    for step in twin.run(corpus, scheme):
        winners = training.snapshot(step.step).winners
        if step.next is None:
            assert winners == {}
            continue
        assert winners == {rule: step.text(step.winners[rule]) for rule in TIE_RULES}


def test_words_come_in_pages_most_frequent_first():
    """`limit` and `offset` cut the same list; equal counts keep the corpus' order."""
    training = train({"b": 1, "aa": 3, "c": 1, "dd": 3, "e": 2}, "paper")
    snapshot = training.snapshot(1)
    whole = snapshot.words()
    assert [word.text for word in whole] == ["aa", "dd", "e", "b", "c"]
    assert snapshot.words(limit=2) == whole[:2]
    assert snapshot.words(limit=2, offset=3) == whole[3:]


def test_what_is_equal_keeps_the_order_in_which_it_was_seen():
    """Words, changed words and pairs, of which there are too many for chance to sort them right."""
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


def test_every_step_of_a_page_of_words():
    """A corpus large enough for every path of the engine, at some of its steps."""
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
        leading = list(training.top_pairs(3))
        for k in range(0, len(training.merges), 7):
            pairs = [pair for pair in training.snapshot(k).pairs() if not pair.forbidden]
            assert leading[k] == pairs[:3]


@given(corpus=corpora(max_words=6), scheme=schemes, limit=st.integers(1, 3), data=st.data())
def test_the_words_of_many_pairs_come_in_one_reading(corpus, scheme, limit, data):
    """For each pair the first few of all its words, in the order the pairs were asked for."""
    training = train(corpus, scheme)
    snapshot = training.snapshot(data.draw(st.integers(0, len(training))))
    pairs = data.draw(st.permutations(snapshot.pairs()))
    whole = snapshot.words_of_pairs(pairs)
    assert snapshot.words_of_pairs(pairs, limit) == [words[:limit] for words in whole]
    order = {word.text: place for place, word in enumerate(snapshot.words())}
    for pair, words in zip(pairs, whole, strict=True):
        assert words == snapshot.words_of_pairs([pair])[0]
        places = [order[word] for word, _ in words]
        assert places == sorted(set(places))
    assert snapshot.words_of_pairs([]) == []
