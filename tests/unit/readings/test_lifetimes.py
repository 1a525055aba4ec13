"""Births, deaths and residues of tokens, against the twin; the state of each token."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import PRESETS, train
from bpe.readings.lifetimes import (
    Lifetime,
    lifetimes,
    most_faded,
    occurrences_by_step,
    skyline,
    successors,
    token_states,
    words_with,
)
from tests import twin
from tests.strategies import corpora, counted_words, runs, schemes, words

TEXT = "the hat in the thin tin that the hen hit then, in time; aaaa aaaaa the the in"


@given(corpus=corpora(max_words=5), scheme=schemes)
def test_uses_lives_and_words_are_those_of_the_recounted_tokens(corpus, scheme):
    """By step; the most at birth; what is left; the first step without any; its words."""
    training = train(corpus, scheme)
    states = twin.run(corpus, scheme)
    for life in lifetimes(training):
        counted = [state.token_counts.get(life.id, 0) for state in states]
        assert occurrences_by_step(training, life.id).tolist() == counted
        assert life.token == states[-1].tokens[life.id]
        assert life.born == states[-1].births[life.id]
        assert life.births == counted[life.born] == max(counted)
        assert life.left == counted[-1]
        had = [step for step, count in enumerate(counted) if count]
        assert life.gone == (had[-1] + 1 if had and not counted[-1] else None)
        assert life.share == (counted[-1] / max(counted) if had else 0)
    for state in (states[0], states[len(states) // 2], states[-1]):
        snapshot = training.snapshot(state.step)
        for id_ in range(len(state.tokens)):
            having = [i for i, word in enumerate(state.words) if id_ in word]
            expected = sorted(having, key=lambda i: -corpus.counts[i])
            assert words_with(snapshot, id_) == expected


@given(
    corpus=corpora(st.one_of(words, runs), max_words=4),
    scheme=schemes,
    limit=st.none() | st.integers(1, 4),
)
def test_the_skyline_cuts_a_word_as_a_recount_does_at_every_step(corpus, scheme, limit):
    """By the tokens it has then, all or the first; and by boundaries higher than the step."""
    training = train(corpus, scheme)
    states = twin.run(corpus, scheme)
    for place, word in enumerate(corpus.words):
        found = skyline(training, word, limit)
        for state in states:
            now = found.at(state.step)
            assert [token.id for token in now] == state.words[place][: len(now)]
            assert all(a.end == b.start for a, b in pairwise(now))
            edges = {token.start for token in now} - {0}
            alive = {
                cell
                for cell, height in enumerate(found.heights, 1)
                if height is None or height > state.step
            }
            assert edges == alive
        shown = len(found.heights) + 1
        assert found.length == len(states[0].words[place]) >= shown
        # Of a long word the tokens that it ends with, up to one beyond the limit.
        assert shown == found.length or now[-1].start < limit <= shown


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece", "minbpe"])
def test_successors_are_the_merges_with_the_token(scheme):
    training = train(TEXT, scheme, max_merges=30)
    alphabet = len(training.alphabet)
    for life in lifetimes(training):
        fed = [
            (rank + 1, alphabet + rank, pair.count(life.id) * int(training.replacements[rank]))
            for rank, pair in enumerate(training.merge_ids.tolist())
            if life.id in pair
        ]
        assert [(each.step, each.id, each.took) for each in successors(training, life.id)] == fed


def a_life(id_, *, born=1, length=1, births=1, left=0):
    """A token's life, of which only what is told matters."""
    return Lifetime(f"t{id_}", id_, born, length, births, left, None if left else 9)


@pytest.mark.parametrize(
    ("found", "opened"),
    [
        # Most text: occurrences times their length; of equals the older one.
        ([a_life(1, births=6, length=2), a_life(2, births=3, length=5), a_life(3, births=9)], 2),
        ([a_life(1, births=2, length=3), a_life(2, births=3, length=2)], 1),
        # What is left, and what no merge made, comes after all that is gone.
        ([a_life(0, born=0, births=99), a_life(1, births=50, left=1), a_life(2)], 2),
        # None is gone: the least share is left; of equals the one that had most, then the older.
        ([a_life(0, born=0), a_life(1, births=4, left=2), a_life(2, births=9, left=3)], 2),
        (
            [a_life(1, births=4, left=2), a_life(2, births=8, left=4), a_life(3, births=8, left=4)],
            2,
        ),
    ],
)
def test_of_many_tokens_the_one_to_open_with_is_the_first_by_these_rules(found, opened):
    assert most_faded(found).id == opened
    assert most_faded(found[::-1]).id == opened


def test_of_a_long_word_the_skyline_has_the_stretch_around_a_token():
    """From a boundary that no merge erases, or the beginning; also where the token is gone."""
    word = "ab" * 20 + "cd" + "ab" * 20
    training = train({word: 1, "cdab": 50}, "huggingface", max_merges=3)
    assert [merge.token for merge in training.merges] == ["ab", "cd", "cdab"]
    gone = training.tokens.index("cd")
    assert "cd" not in training.snapshot(3).tokens(word)
    found = skyline(training, word, 12, gone)
    [lived] = [token for token in found.tokens if token.id == gone]
    assert (lived.born, lived.until) == (2, 3)
    assert found.first > 20
    assert word[found.first + lived.start : found.first + lived.end] == "cd"
    training = train({word: 1, "abab": 9, "cd": 40, "x": 1}, "huggingface", max_merges=3)
    number = {token: id_ for id_, token in enumerate(training.tokens)}
    for token, first, seen in (("cd", 32, "ababababcdab"), ("ab", 0, "ab" * 6), ("x", 0, "ab" * 6)):
        found = skyline(training, word, 12, number[token])
        assert (found.first, found.length) == (first, len(word))
        assert "".join(each.token for each in found.at(0)).startswith(seen)
        assert next(each.token for each in found.at(2)) == "abab"


def test_an_id_that_the_vocabulary_has_not_is_refused():
    training = train(TEXT, "paper", max_merges=3)
    for id_ in (-1, len(training.tokens)):
        for reading in (occurrences_by_step, successors):
            with pytest.raises(ValueError, match=f"from 0 to {len(training.tokens) - 1}, got"):
                reading(training, id_)
    with pytest.raises(ValueError, match="limit must be a whole number of 1 or more"):
        skyline(training, training.corpus.words[0], 0)


def parts_of(training, id_):
    """Follow the merges down: every id that went into a token."""
    first = len(training.alphabet)
    if id_ < first:
        return set()
    pair = training.merge_ids[id_ - first].tolist()
    return {*pair, *(part for each in pair for part in parts_of(training, each))}


@given(words=counted_words, preset=st.sampled_from(sorted(PRESETS)), data=st.data())
def test_status_and_inside_equal_brute_force(words, preset, data):
    """In use: it occurs. Intermediate: a token in use was merged from it. Dead: neither."""
    training = train(words, preset)
    snapshot = training.snapshot(data.draw(st.integers(0, len(training))))
    vocabulary = snapshot.vocabulary
    parts = {entry.id: parts_of(training, entry.id) for entry in vocabulary}
    for entry, known in zip(token_states(snapshot), vocabulary, strict=True):
        assert (entry.token, entry.id, entry.kind, entry.born, entry.count) == (
            known.token,
            known.id,
            known.kind,
            known.born,
            known.count,
        )
        hosts = [each for each in vocabulary if each.count and known.id in parts[each.id]]
        expected = "in use" if known.count else "intermediate" if hosts else "dead"
        assert entry.status == expected
        if hosts:
            best = max(hosts, key=lambda each: (each.count, -each.id))
            assert entry.inside == best.token
        else:
            assert entry.inside is None
        if entry.kind == "merge":
            assert entry.status != "dead"
