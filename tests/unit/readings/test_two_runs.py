"""Two runs of one corpus, held against a plain look at both records."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.readings.two_runs import (
    Meeting,
    TwoRuns,
    meetings,
    opening,
)
from tests.strategies import corpora, runs, schemes, words

SIX_WORDS = "highest higher lower lowest cooler coolest"
BY_COUNT = replace(PRESETS["wordpiece"], score="count")


def both(corpus, **limits):
    return train(corpus, BY_COUNT, **limits), train(corpus, "wordpiece", **limits)


@given(corpora())
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


@given(corpora(st.one_of(words, runs)))
def test_each_step_is_that_of_both_records(corpus):
    """Learned tokens; a run that has ended stays as it is."""
    runs = both(corpus)
    two = TwoRuns(*runs)
    assert two.last == max(map(len, runs))
    for step in range(two.last + 1):
        learned = [[merge.token for merge in run.merges[:step]] for run in runs]
        first, second = map(set, learned)
        tokens = two.learned(step)
        assert list(tokens.both) == [token for token in learned[0] if token in second]
        assert list(tokens.first) == [token for token in learned[0] if token not in second]
        assert list(tokens.second) == [token for token in learned[1] if token not in first]


def splits(training):
    """Every word's tokens at each step, by where they begin."""
    return [
        [
            [sum(map(len, map(str, tokens[:end]))) for end in range(len(tokens))]
            for tokens in (snapshot.tokens(word) for word in training.corpus.words)
        ]
        for snapshot in training.snapshots()
    ]


@given(
    corpus=corpora(st.one_of(words, runs), max_words=5),
    rules=schemes.filter(lambda scheme: scheme.units == "characters"),
    data=st.data(),
)
def test_two_futures_meet_where_all_words_are_split_alike(corpus, rules, data):
    """The same and no others as comparing every step of one run with every step of the other."""
    run = train(corpus, rules)
    assume(len(run))
    step = data.draw(st.integers(0, len(run) - 1))
    pairs = [each.pair for each in run.snapshot(step).pairs() if not each.forbidden]
    fork = train(corpus, rules, forced={step: data.draw(st.sampled_from(pairs))})
    one, other = splits(run), splits(fork)
    expected = [
        Meeting(i, j) for i in range(len(one)) for j in range(len(other)) if one[i] == other[j]
    ]
    assert list(meetings(run, fork)) == expected
    both = TwoRuns(run, fork)
    if both.parting is not None:
        later = [each for each in expected if min(each) > both.parting]
        assert both.met == next(iter(later), None)
        assert both.meeting == next((one for one, other in later if one == other), None)
        if both.met and rules.tie_rule != "smallest-ids":
            assert both.parts_again(both.met) is None


def test_a_lost_tie_is_made_up_for_and_leaves_one_token_behind():
    """(r, </w>) first: the runs split alike again after five merges, er against r</w>."""
    run = train(SIX_WORDS)
    choice = opening(run)
    assert (choice.step, choice.pair.pair) == (0, ("r", "</w>"))
    both = TwoRuns(run, train(SIX_WORDS, forced={0: choice.pair.pair}))
    assert (both.parting, both.met, both.meeting) == (0, (5, 5), 5)
    assert both.parts_again(both.met) is None
    assert [each.step for each in both.differences()] == [0, 1, 2, 3, 4]
    first, *_, last = both.differences()
    assert (first.first.token, first.first_later) == ("es", 2)
    assert (first.second.token, first.second_later) == ("r</w>", None)
    assert (last.first.token, last.first_later) == ("er</w>", 5)


def test_a_run_that_has_ended_differs_from_one_that_goes_on():
    """Where only one merges there is no other merge to name."""
    short, whole = train(SIX_WORDS, max_merges=2), train(SIX_WORDS)
    for two in (TwoRuns(short, whole), TwoRuns(whole, short)):
        assert (two.parting, two.met, two.meeting) == (None, None, None)
        assert two.last == len(whole)
    rest = TwoRuns(short, whole).differences()
    assert [each.step for each in rest] == list(range(2, len(whole)))
    assert rest[0].first is None
    assert rest[0].second == whole.merges[2]


def test_ids_of_tokens_can_part_runs_again_that_split_alike():
    """Under smallest ids it matters which token was born first, even where all splits are alike."""
    rules = replace(PRESETS["paper"], tie_rule="smallest-ids")
    text = "ab ab cd cd abx abx cdx cdx"
    run = train(text, rules)
    second = run.merges[0].ties[1]
    both = TwoRuns(run, train(text, rules, forced={0: second}))
    assert both.met is not None
    assert both.parts_again(both.met) is not None


@given(corpus=corpora(runs, max_words=4))
def test_what_is_tried_first_is_the_first_lost_tie_that_nothing_made_up_for(corpus):
    """A pair that the run merges later only changes the order; one that it never merges, more."""
    run = train(corpus)
    merged = {merge.pair for merge in run.merges}
    lost = [
        merge.rank for merge in run.merges if any(pair not in merged for pair in merge.ties[1:])
    ]
    if lost:
        choice = opening(run)
        assert choice.step == lost[0]
        assert choice.pair.pair in run.merges[choice.step].ties[1:]
        assert choice.pair.pair not in merged


def test_without_a_tie_the_second_pair_is_tried_and_without_two_pairs_nothing():
    """A run of one merge has no other way to go."""
    choice = opening(train({"ab": 5, "cd": 3, "bx": 1}, "huggingface"))
    assert (choice.step, choice.pair.pair) == (0, ("c", "d"))
    assert opening(train({"ab": 2}, "huggingface")) is None
    assert opening(train("a", "huggingface")) is None
