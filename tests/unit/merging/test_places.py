"""Which occurrences of a pair a merge replaces, and where a word's beginning ends."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests import twin
from tests.strategies import corpora, long_words, runs, schemes


@given(
    corpus=st.one_of(corpora(runs, 4), corpora(max_words=4), corpora(long_words, 2)),
    scheme=schemes,
    limit=st.none() | st.integers(0, 6),
)
def test_the_places_merged_next_are_those_the_twin_replaces(corpus, scheme, limit):
    """In every word at every step, for the pair that would come after the last merge too."""
    training = train(corpus, scheme, max_merges=limit)
    steps = twin.run(corpus, scheme, len(training))
    for snapshot, step in zip(training.snapshots(), steps, strict=True):
        for word, ids in zip(corpus.words, step.words, strict=True):
            expected = twin.places(ids, step.next) if step.next else ()
            assert snapshot.next_places(word) == expected


@given(
    corpus=st.one_of(corpora(runs, 4), corpora(long_words, 2)),
    scheme=schemes,
    merges=st.none() | st.integers(0, 6),
)
def test_each_split_of_a_history_has_the_places_at_which_it_ends(corpus, scheme, merges):
    """What a snapshot says just before the next split."""
    training = train(corpus, scheme, max_merges=merges)
    for word in corpus.words:
        ends = [step - 1 for step, _ in training.history(word)[1:]] + [len(training)]
        expected = [training.snapshot(end).next_places(word) for end in ends]
        assert training.next_places(word) == expected


@given(
    corpus=st.one_of(corpora(runs, 3), corpora(long_words, 2)),
    scheme=schemes,
    merges=st.none() | st.integers(0, 6),
    limit=st.integers(1, 70),
)
def test_a_beginning_ends_where_a_cut_lasts(corpus, scheme, merges, limit):
    """It ends at the cut that stays longest of those from the limit to twice that."""
    training = train(corpus, scheme, max_merges=merges)
    steps = twin.run(corpus, scheme, len(training))
    sizes = [1] * len(steps[0].tokens)
    for step in steps[:-1]:
        sizes.append(sum(sizes[id_] for id_ in step.next))
    for index, word in enumerate(corpus.words):
        starts = [[0, *accumulate(sizes[id_] for id_ in step.words[index])] for step in steps]
        ends = range(limit, min(2 * limit, starts[0][-1]) + 1)
        lasts = [sum(end in step for step in starts) for end in ends]
        length = ends[lasts.index(max(lasts))] if ends else starts[0][-1]
        assert training.stretch(index, limit)[1] == length
        assert training.spelled_length(word) == starts[0][-1]
