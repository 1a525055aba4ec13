"""Of a long word one window of tokens is shown, around what is merged next."""

import random
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from bpe import train
from tests.strategies import corpora, long_words, schemes
from ui.player.rows import ROOM, changed_windows, joined_windows, seen_of, visible_ids


@given(
    corpus=corpora(long_words, 2),
    scheme=schemes,
    merges=st.none() | st.integers(0, 9),
    room=st.integers(4, 40),
)
def test_a_window_is_what_the_record_has_around_the_next_merge(corpus, scheme, merges, room):
    """Its tokens and places, as many as there is room for; where the first was before."""
    training = train(corpus, scheme, max_merges=merges)
    sizes = training.token_sizes
    for index, word in enumerate(corpus.words):
        *joins, _ = training.next_places(word)
        seen = joined_windows(training.spelled_length(word), joins, room)
        steps = training.steps_of(training.cells_of(index))
        drawn = list(visible_ids(training, word, seen))
        assert len(drawn) == len(steps)
        splits = [training.snapshot(step).token_ids(word) for step in steps]
        # The cell that each token begins with.
        starts = [[0, *accumulate(sizes[id_] for id_ in split)] for split in splits]
        for k, (split, ids, window) in enumerate(zip(splits, drawn, seen, strict=True)):
            first, end, gap = window.first, window.end, int(window.first > 0)
            assert window.size == len(split)
            assert end - first == min(room, len(split))
            assert ids == split[first:end]
            coming = joins[k] if k < len(joins) else ()
            made = [left - n for n, left in enumerate(joins[k - 1])] if k else []
            assert coming or made or not first
            for place in (coming or made)[:1]:
                assert first <= place < end - bool(coming)
                assert first == place - room // 2 or first == 0 or end == len(split)
            assert window.coming == tuple(p - first + gap for p in coming if first <= p < end - 1)
            assert window.made == tuple(p - first + gap for p in made if first <= p < end)
            if k:
                was = starts[k - 1].index(starts[k][first]) - seen[k - 1].first
                assert window.moved == was + (seen[k - 1].first > 0)


def test_of_a_word_that_is_matched_each_token_is_in_sight_as_it_is_cut_out():
    """No two tokens are joined in one step: a token takes the place of many."""
    text = "".join(random.Random(1).choices("abc", k=300))
    tokenizer = train(text, "huggingface", max_merges=40).tokenizer()
    [word] = tokenizer.encode(text[100:280], "longest-match").words
    seen = seen_of(word, word.steps)
    assert [each.size for each in seen] == [180, *(len(step.tokens) for step in word.steps)]
    for step, window in zip(word.steps, seen[1:], strict=True):
        assert window.first <= step.places[0] < window.end


def test_of_a_word_cut_anew_the_window_stands_where_it_begins_to_differ():
    """Before the change and after it; nothing is joined there."""
    before, after = changed_windows([100, 101], [(), (80, 81, 82)])
    assert (before.first, before.end, before.size) == (40, 100, 100)
    assert (after.first, after.end, after.size) == (41, 101, 101)
    assert before.coming == before.made == after.coming == ()
    assert after.made == (40, 41, 42)


def test_a_word_that_never_changes_shows_its_beginning():
    """Nothing else in it calls for a look."""
    [only] = joined_windows(100, [])
    assert (only.first, only.end, only.coming, only.made) == (0, ROOM, (), ())
