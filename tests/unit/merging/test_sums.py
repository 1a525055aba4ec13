"""What a page would otherwise add up or compare by itself: the record says it."""

from collections import Counter

from hypothesis import given

from bpe import train
from tests.strategies import corpora, schemes


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_the_kinds_add_up_to_the_vocabulary(corpus, scheme):
    """At every step: as many of each kind as are listed, in the order of their ids."""
    training = train(corpus, scheme, max_merges=12)
    assert len(training.vocabulary_sizes) == len(training) + 1
    for snapshot in training.snapshots():
        kinds = [entry.kind for entry in snapshot.vocabulary]
        assert {kind: n for kind, n in snapshot.kinds.items() if n} == Counter(kinds)
        assert [kind for kind, n in snapshot.kinds.items() for _ in range(n)] == kinds
        assert training.vocabulary_sizes[snapshot.step] == len(kinds)


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_each_change_says_what_happened(corpus, scheme):
    """By how much the count grew, and whether the pair was there before and is there now."""
    training = train(corpus, scheme, max_merges=12)
    for snapshot in training.snapshots():
        merge = snapshot.previous
        assert merge == (training.merges[snapshot.step - 1] if snapshot.step else None)
        for place, change in enumerate(snapshot.changes):
            assert change.before + change.difference == change.after
            there, still = change.before > 0, change.after > 0
            expected = {
                (False, True): {"appeared"},
                (True, False): {"vanished"},
                (True, True): {"rose"} if change.difference > 0 else {"fell"},
            }[there, still]
            assert change.kind in ({"merged"} if place == 0 else expected)
