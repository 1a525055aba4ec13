"""Which occurrences of a pair a merge replaces."""

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
