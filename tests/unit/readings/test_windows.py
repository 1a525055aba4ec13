"""Of a long word its tokens are shown around where it was merged last and is merged next."""

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from bpe.readings.windows import AROUND, glimpses, recut_glimpses
from tests.strategies import corpora, long_words, schemes


@given(
    corpus=corpora(long_words, 2),
    scheme=schemes,
    merges=st.none() | st.integers(0, 9),
    room=st.integers(8, 40),
)
def test_a_glimpse_is_what_the_record_has_at_its_step(corpus, scheme, merges, room):
    """Its tokens stand in the split in this order; the places are those of the two merges."""
    training = train(corpus, scheme, max_merges=merges)
    for word in corpus.words:
        seen = list(glimpses(training, word, room))
        history = training.history(word)
        assert [each.step for each in seen] == [step for step, _ in history]
        for each, (_, split) in zip(seen, history, strict=True):
            drawn = "".join(
                ".+" if id_ is None else re.escape(chr(0x100 + id_)) for id_ in each.ids
            )
            ids = {token: id_ for id_, token in enumerate(training.tokens)}
            assert re.fullmatch(drawn, "".join(chr(0x100 + ids[token]) for token in split), re.S)
        for before, after in pairwise(seen):
            left, right, made = (ids[each] for each in _merged(training, after.step))
            assert before.coming
            assert {before.ids[place : place + 2] for place in before.coming} == {(left, right)}
            assert after.made
            assert {after.ids[place] for place in after.made} == {made}
            for place, was, many in after.kept:
                for id_ in after.ids[place : place + many]:
                    joined = was in before.coming
                    assert (made if joined else before.ids[was]) == id_
                    was += 1 + joined


@given(
    letters=st.text("ab", min_size=60, max_size=120),
    edges=st.lists(st.sets(st.integers(1, 119)), min_size=1, max_size=4),
    room=st.integers(8, 40),
)
def test_of_splits_that_are_no_joinings_a_glimpse_is_the_split_at_its_step(letters, edges, room):
    """Tokens in their order, a gap where some are left out, and some of what is new in sight."""
    cuts = [[0, *sorted(edge for edge in each if edge < len(letters)), None] for each in edges]
    splits = [tuple(letters[a:b] for a, b in pairwise(each)) for each in cuts]
    seen = recut_glimpses([*enumerate(splits)], room)
    assert len(seen) == len(splits)
    for step, each in enumerate(seen):
        assert (each.step, each.coming, each.kept) == (step, (), ())
        assert len([place for place in each.ids if place is not None]) <= max(room, 2)
        for left, right in pairwise(each.ids):
            assert left is None or right is None or right == left + 1
        before = {*pairwise(cuts[step - 1])} if step else {*pairwise(cuts[0])}
        fresh = {at for at, span in enumerate(pairwise(cuts[step])) if span not in before}
        assert {each.ids[place] for place in each.made} == fresh & {*each.ids}
        assert bool(each.made) == bool(fresh)


def test_of_a_word_cut_anew_the_window_stands_where_most_has_changed():
    """Three tokens side by side, not the one that comes before them."""
    whole = ("ab",) * 100
    parted = (*whole[:5], "a", "b", *whole[6:80], *"ababab", *whole[83:])
    _, seen = recut_glimpses([(0, whole), (1, parted)], 16)
    assert {*range(81, 87)} <= {*seen.ids}
    assert not {5, 6} & {*seen.ids}


def _merged(training, step):
    merge = training.merges[step - 1]
    return *merge.pair, merge.token


def test_a_dozen_tokens_stand_on_each_side():
    """Of the pair merged next and of the token just made, as far as the word goes."""
    letters = "".join(random.Random(1).choices("abcdefghijkl", k=900))
    training = train(letters, "huggingface", max_merges=60)
    lengths = dict.fromkeys(range(61), 0)
    for each in glimpses(training, letters, 60):
        whole = len(training.snapshot(each.step).tokens(letters))
        lengths[each.step] = len([id_ for id_ in each.ids if id_ is not None])
        assert lengths[each.step] <= 60 < whole
        windows = [(each.coming, 2)] * bool(each.coming) + [(each.made, 1)] * bool(each.made)
        for places, width in windows:
            assert any(
                None not in each.ids[max(place - AROUND, 0) : place + width + AROUND]
                for place in places
            )
    assert min(lengths.values()) >= 2 * AROUND


def test_windows_with_most_merges_come_first():
    """A crowd at the end is shown, not the first of a few at the beginning."""
    word = ("ab" + "cdefghijklmnopqrstuvwxyz") * 3 + "ababab"
    training = train(word, "huggingface", max_merges=1)
    first, second = glimpses(training, word, 12)
    assert training.named([id_ for id_ in first.ids if id_ is not None])[-6:] == (*"ababab",)
    assert len(first.coming) == 4
    assert second.kept


def test_a_word_that_never_changes_shows_its_beginning():
    """Nothing else in it calls for a look."""
    training = train({"abcdefghijklmnop": 1, "xy": 5}, "huggingface", max_merges=1)
    [only] = glimpses(training, "abcdefghijklmnop", 8)
    assert training.named(only.ids[:8]) == (*"abcdefgh",)
    assert only.ids[8:] == (None,)
    with pytest.raises(ValueError, match="one of the corpus"):
        list(glimpses(training, "zz", 8))
