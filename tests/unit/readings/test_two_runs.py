"""Two runs of one corpus, held against a plain look at both records."""

from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given

from bpe import PRESETS, train
from bpe.readings.likelihood import NATS_PER_BIT, log_likelihood
from bpe.readings.two_runs import TwoRuns, merged_counts
from tests import strategies

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
BY_COUNT = replace(PRESETS["wordpiece"], score="count")


def both(corpus, **limits):
    return train(corpus, BY_COUNT, **limits), train(corpus, "wordpiece", **limits)


@pytest.fixture(scope="module")
def hug():
    return both(HUG)


def test_the_course_corpus_parts_at_the_first_choice(hug):
    """BPE takes (##u, ##g), the score (##g, ##s)."""
    bpe_run, wordpiece_run = hug
    assert TwoRuns(*hug).parting == 0
    assert bpe_run.merges[0].pair == ("##u", "##g")
    assert wordpiece_run.merges[0].pair == ("##g", "##s")


@given(strategies.corpora())
def test_before_they_part_both_runs_have_the_same_splits(corpus):
    """Up to the parting step the states are equal; there the choices differ."""
    runs = both(corpus)
    part = TwoRuns(*runs).parting
    for step in range((part if part is not None else len(runs[0])) + 1):
        splits = [[run.snapshot(step).tokens(word) for word in corpus.words] for run in runs]
        assert splits[0] == splits[1]
    if part is None:
        assert len(runs[0]) == len(runs[1])
    else:
        assert runs[0].merges[part].pair != runs[1].merges[part].pair


@given(strategies.corpora())
def test_each_step_is_that_of_both_records(corpus):
    """Tokens, learned and shared tokens and likelihood; a run that has ended stays as it is."""
    runs = both(corpus)
    two = TwoRuns(*runs)
    curves, shared = two.curves(), two.shared()
    assert two.last == max(map(len, runs)) == len(shared) - 1
    for step in range(two.last + 1):
        learned = []
        for run, curve in zip(runs, curves, strict=True):
            at = min(step, len(run))
            snapshot = run.snapshot(at)
            assert (curve.tokens[step], curve.learned[step]) == (snapshot.token_count, at)
            rise = log_likelihood(snapshot) - log_likelihood(run.snapshot(0))
            assert curve.rise[step] * NATS_PER_BIT == pytest.approx(rise, abs=1e-6)
            learned.append([merge.token for merge in run.merges[:step]])
        first, second = map(set, learned)
        assert shared[step] == len(first & second)
        tokens = two.learned(step)
        assert list(tokens.both) == [token for token in learned[0] if token in second]
        assert list(tokens.first) == [token for token in learned[0] if token not in second]
        assert list(tokens.second) == [token for token in learned[1] if token not in first]


@given(strategies.corpora())
def test_merged_counts_are_those_of_the_merges(corpus):
    """How many, how many of pairs that occurred once or twice, and the middle one."""
    for run in both(corpus):
        counts = [merge.count for merge in run.merges]
        found = merged_counts(run)
        assert found.merges == len(counts)
        assert found.rare == len([count for count in counts if count in (1, 2)])
        assert found.median == (median(counts) if counts else None)


def test_a_run_that_only_ends_earlier_does_not_part():
    """The longer one goes on; up to the end of the shorter one they choose alike."""
    short, long = (train(HUG, BY_COUNT, max_merges=merges) for merges in (2, 5))
    for two in (TwoRuns(short, long), TwoRuns(long, short)):
        assert two.parting is None
        assert two.last == 5
