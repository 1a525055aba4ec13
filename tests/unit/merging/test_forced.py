"""Forced merges: a run told what to merge at some steps is exact at all of them."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, CorpusError, train
from tests import twin
from tests.data import SIX_WORDS
from tests.strategies import corpora, runs, scheme, schemes, words
from tests.unit.merging.recount import check_step


@st.composite
def forced_runs(draw, schemes=schemes):
    """A corpus, a scheme, a minimum and up to three forced pairs that occur at their steps."""
    corpus = draw(corpora(st.one_of(words, runs), max_words=5))
    rules, minimum = draw(schemes), draw(st.sampled_from((1, 1, 2)))
    forced = {}
    for _ in range(draw(st.integers(1, 3))):
        first = max(forced, default=-1) + 1
        steps = twin.run(corpus, rules, first + 6, minimum, forced)[first:]
        possible = {
            step.step: sorted(
                {step.text(pair) for pair in step.counts if not step.forbids(pair)},
                key=repr,
            )
            for step in steps
        }
        possible = {step: pairs for step, pairs in possible.items() if pairs}
        if not possible:
            break
        step = draw(st.sampled_from(sorted(possible)))
        forced[step] = draw(st.sampled_from(possible[step]))
    return corpus, rules, minimum, forced


def check(training, steps, forced):
    """Compare every step of a forced run with its twin."""
    assert len(training) == len(steps) - 1
    assert training.forced == {step: pair for step, pair in forced.items() if step < len(training)}
    assert [merge.rank for merge in training.merges if merge.forced] == [*training.forced]
    leading = list(training.top_pairs(3))
    for k in range(len(steps)):
        check_step(training, steps, k)
        allowed = [pair for pair in training.snapshot(k).pairs() if not pair.forbidden]
        assert leading[k] == allowed[:3]


@given(corpus=corpora(max_words=5), rules=schemes, other=schemes)
def test_the_merges_of_a_run_forced_on_it_are_that_run(corpus, rules, other):
    """A run forced to do what it does anyway changes nothing; forced to do another's, it does."""
    free = train(corpus, rules)
    merges = {merge.rank: merge.pair for merge in free.merges}
    if all(len(free.ids_of_tokens[token]) == 1 for token in free.tokens):
        again = train(corpus, rules, forced=merges)
        assert again.merges == free.merges
        assert again.forced == merges
        assert again.tie_counts.tolist() == free.tie_counts.tolist()
        if rules.rules == other.rules == "none" and rules.boundary == other.boundary:
            same = replace(rules, tie_rule=other.tie_rule, score=other.score)
            assert [merge.pair for merge in train(corpus, same, forced=merges).merges] == [
                *merges.values()
            ]


@given(run=forced_runs(), limit=st.none() | st.integers(0, 8))
def test_a_shorter_forced_run_is_the_start_of_a_longer_one(run, limit):
    """And each is its slow twin: splits, counts, ties, before a forced merge and after it.

    A limit before a forced step leaves it out, and one right at it names it as the next.
    """
    corpus, rules, minimum, forced = run
    steps = twin.run(corpus, rules, limit, minimum, forced)
    short = train(corpus, rules, max_merges=limit, min_frequency=minimum, forced=forced)
    check(short, steps, forced)
    last = steps[-1]
    following = last.winner or last.next
    assert (short.stop.merge.pair if short.stop.merge else None) == (
        last.text(following) if following else None
    )
    if short.stop.merge:
        assert short.stop.merge.forced == (len(short) in forced)


def test_a_rare_pair_can_be_forced_and_knows_what_the_rule_would_have_taken():
    """(h, i) is below the minimum and (e, s) was due; a typed mark is no mark."""
    training = train(SIX_WORDS, max_merges=3, min_frequency=3, forced={0: ("h", "i")})
    first, second, _ = training.merges
    assert (first.pair, first.count, first.forced) == (("h", "i"), 2, True)
    assert first.ties[0] == second.pair == ("e", "s")
    assert training.forced == {0: ("h", "i")}
    copy = pickle.loads(pickle.dumps(training))
    assert copy.forced == training.forced
    assert copy.merges[0].forced
    corpus = {"ab": 3, "ab▁": 1, "▁ab": 1}
    rules = scheme("prefix")
    training = train(corpus, rules, forced={0: ("▁", "a")})
    assert (training.merges[0].pair, training.merges[0].count) == (("▁", "a"), 4)


@pytest.mark.parametrize(
    ("given_", "sentence"),
    [
        ({2: ("x", "y")}, "forced of step 2 must be a pair that occurs there"),
        ({1: ("e", "s")}, "forced of step 1 must be a pair that occurs there"),
        ({19: ("e", "s")}, "forced of step 19 must be a pair that occurs there"),
        (
            dict.fromkeys((20, 25), ("e", "s")),
            "forced must be at steps that the run has, got step 20",
        ),
    ],
)
def test_a_pair_that_cannot_be_forced_is_refused_with_the_way_out(given_, sentence):
    """A pair that is not there at its step, or not any more, and a step after the end."""
    forced = {0: ("e", "s")} | given_
    with pytest.raises(CorpusError, match=sentence):
        train(SIX_WORDS, forced=forced)


@pytest.mark.parametrize(("longest", "rule"), [(None, "script"), (1, "max_length")])
def test_a_forbidden_pair_cannot_be_forced(longest, rule):
    """SentencePiece makes no piece of two scripts, whoever asks for it."""
    rules = replace(PRESETS["sentencepiece"], max_token_length=longest)
    with pytest.raises(CorpusError, match=f"which its rule {rule} forbids") as caught:
        train({"a1": 2}, rules, forced={0: ("a", "1")})
    assert caught.value.values["step"] == 0


@pytest.mark.parametrize(
    "wrong", [[("a", "b")], {-1: ("a", "b")}, {True: ("a", "b")}, {0: "ab"}, {0: ("a", 1)}]
)
def test_what_is_no_forced_merge_is_refused(wrong):
    """A list, a step below 0, a truth value, a text in place of a pair, a number as a token."""
    with pytest.raises(ValueError, match=r"^forced .*must .*, got .*\. .*\.$"):
        train(SIX_WORDS, forced=wrong)
