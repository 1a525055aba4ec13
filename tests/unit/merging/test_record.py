"""The record answers, at any step, exactly what recounting everything finds there."""

import gc
import tracemalloc
from collections import Counter
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import PRESETS, Corpus, train
from tests import twin
from tests.strategies import BOUNDARIES, TIE_RULES, corpora, hostile, letters, runs, scheme, schemes

SIX_WORDS = "highest higher lower lowest cooler coolest"


def pair_table(pairs):
    return Counter((pair.pair, pair.count, pair.score) for pair in pairs)


def expected_pairs(step):
    return Counter(
        (step.text(pair), count, step.scores[pair]) for pair, count in step.counts.items()
    )


def check_step(training, steps, k):
    """Compare the snapshot at step `k` with the recounted `steps[k]`."""
    snapshot, step = training.snapshot(k), steps[k]
    corpus = training.corpus

    assert snapshot.step == k
    splits = {
        word: tuple(step.tokens[i] for i in ids)
        for word, ids in zip(corpus.words, step.words, strict=True)
    }
    assert {word: snapshot.tokens(word) for word in corpus.words} == splits
    words = snapshot.words()
    assert {word.text: word.tokens for word in words} == splits
    assert {word.text: word.count for word in words} == dict(
        zip(corpus.words, corpus.counts, strict=True)
    )
    assert [word.count for word in words] == sorted(corpus.counts, reverse=True)
    changed = set()
    if k:
        changed = {
            word
            for word, old, new in zip(corpus.words, steps[k - 1].words, step.words, strict=True)
            if old != new
        }
    assert {word.text for word in words if word.changed} == changed
    for word in snapshot.changed_words(len(words)):
        assert word.text in changed
        assert word.tokens == splits[word.text]
        assert word.before == training.snapshot(k - 1).tokens(word.text)
    assert len(snapshot.changed_words(len(words))) == len(changed)

    assert pair_table(snapshot.pairs()) == expected_pairs(step)
    scores = [pair.score for pair in snapshot.pairs()]
    assert snapshot.pairs(3) == snapshot.pairs()[:3]

    assert [(token.token, token.id, token.count, token.born) for token in snapshot.vocabulary] == [
        (token, i, step.token_counts[i], step.births[i]) for i, token in enumerate(step.tokens)
    ]
    assert snapshot.token_count == training.token_counts[k] == step.token_count

    assert Counter(pair.pair for pair in snapshot.ties) == Counter(map(step.text, step.ties))
    if step.next is None:
        assert snapshot.next is None
    else:
        pair, count, score = step.text(step.next), step.counts[step.next], step.scores[step.next]
        assert snapshot.ties[0].pair == snapshot.pairs()[0].pair == pair
        assert snapshot.next.pair == pair
        assert (snapshot.next.count, snapshot.next.score) == (count, score)
        if training.scheme.rules == "none" and step.winner:
            rare = training.scheme.score == "wordpiece" and training.min_frequency > 1
            assert rare or scores == sorted(scores, reverse=True)
    if k < len(training.merges):
        merge = training.merges[k]
        assert merge.rank == k
        assert (merge.pair, merge.count, merge.score) == (pair, count, score)
        assert merge.token == steps[k + 1].tokens[-1]
        assert training.tie_counts[k] == len(step.ties)
        assert Counter(merge.ties) == Counter(map(step.text, step.ties))
        assert merge.ties[0] == merge.pair


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
@settings(max_examples=25, deadline=None)
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


@settings(max_examples=25, deadline=None)
@given(corpus=corpora(runs, 4), scheme=schemes, minimum=st.integers(2, 6))
def test_every_step_with_a_minimum_frequency(corpus, scheme, minimum):
    """Pairs too rare to win are still counted."""
    check(corpus, scheme, minimum)


@settings(max_examples=50, deadline=None)
@given(corpus=corpora(), scheme=schemes)
def test_the_text_is_never_changed(corpus, scheme):
    """A word's tokens, joined and without marks, spell the word at every step."""
    training = train(corpus, scheme)
    start = [training.snapshot(0).tokens(word) for word in corpus.words]
    for k in range(len(training.merges) + 1):
        snapshot = training.snapshot(k)
        for word, characters in zip(corpus.words, start, strict=True):
            assert spelled(snapshot.tokens(word), scheme) == spelled(characters, scheme)
    for word, characters in zip(corpus.words, start, strict=True):
        text = spelled(characters, scheme)
        if scheme.boundary in ("suffix", "attached"):
            text = text[: len(text) - len(scheme.mark)]
        elif scheme.boundary == "prefix":
            text = text[len(scheme.mark) :]
        assert text == (word.encode() if scheme.units == "bytes" else word)


def spelled(tokens, scheme):
    empty = b"" if scheme.units == "bytes" else ""
    if scheme.boundary == "continuation":
        tokens = (tokens[0], *(token[len(scheme.mark) :] for token in tokens[1:]))
    return empty.join(tokens)


@settings(max_examples=40, deadline=None)
@given(corpus=corpora(max_words=5), scheme=schemes)
def test_a_words_history_is_its_splits_with_the_steps_they_begin_at(corpus, scheme):
    """Each new split of a word once, from step 0 on."""
    training = train(corpus, scheme)
    for word in corpus.words:
        splits = [training.snapshot(k).tokens(word) for k in range(len(training.merges) + 1)]
        expected = [
            (k, split) for k, split in enumerate(splits) if k == 0 or split != splits[k - 1]
        ]
        assert list(training.history(word)) == expected


@settings(max_examples=40, deadline=None)
@given(corpus=corpora(max_words=5), scheme=schemes, limit=st.integers(1, 8), data=st.data())
def test_top_pairs_are_the_snapshots_pairs_at_every_step(corpus, scheme, limit, data):
    """The cheap walk over all steps, or some, says what the snapshots say."""
    training = train(corpus, scheme)
    last = len(training.merges)
    start = data.draw(st.integers(0, last))
    stop = data.draw(st.none() | st.integers(start, last))
    expected = [
        [pair for pair in training.snapshot(k).pairs() if not pair.forbidden][:limit]
        for k in range(start, (last if stop is None else stop) + 1)
    ]
    assert list(training.top_pairs(limit, start, stop)) == expected


@settings(max_examples=40, deadline=None)
@given(corpus=corpora(max_words=5), scheme=schemes)
def test_the_words_of_a_merge_are_the_words_it_changed(corpus, scheme):
    """As many as the snapshot after it has, and the most frequent of them."""
    training = train(corpus, scheme)
    words = training.merged_words(2)
    assert len(words) == len(training.merged_word_counts) == len(training.merges)
    for rank, found in enumerate(words):
        changed = [word.text for word in training.snapshot(rank + 1).changed_words()]
        assert list(found) == changed[:2]
        assert training.merged_word_counts[rank] == len(changed)


@settings(max_examples=40, deadline=None)
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


@settings(max_examples=40, deadline=None)
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


@settings(max_examples=60, deadline=None)
@given(corpus=corpora(max_words=6), scheme=schemes)
def test_who_would_win_under_each_tie_rule(corpus, scheme):
    """`winners` ranks the tied pairs by every rule there is."""
    training = train(corpus, scheme)
    for step in twin.run(corpus, scheme):
        winners = training.snapshot(step.step).winners
        if step.next is None:
            assert winners == {}
            continue
        ties = [pair for pair in step.counts if pair in step.ties]
        for rule in TIE_RULES:
            best = twin.order(ties, step.tokens, scheme, rule)[0]
            assert winners[rule] == step.text(best), rule


def test_words_come_in_pages_most_frequent_first():
    """`limit` and `offset` cut the same list; equal counts keep the corpus' order."""
    training = train({"b": 1, "aa": 3, "c": 1, "dd": 3, "e": 2}, "paper")
    snapshot = training.snapshot(1)
    whole = snapshot.words()
    assert [word.text for word in whole] == ["aa", "dd", "e", "b", "c"]
    assert snapshot.words(limit=2) == whole[:2]
    assert snapshot.words(limit=2, offset=3) == whole[3:]


def test_kinds_tell_alphabet_mark_and_merges_apart():
    """The ledger alphabet + mark + merges = size."""
    training = train(SIX_WORDS, "paper", vocab_size=17)
    kinds = Counter(token.kind for token in training.snapshot(5).vocabulary)
    assert kinds == {"alphabet": 11, "mark": 1, "merge": 5}


def test_the_record_of_a_run_says_its_size():
    """`nbytes` is what the shared cache budgets with."""
    small = train(SIX_WORDS, "paper", max_merges=1)
    large = train(" ".join(f"w{n}x{n * n}" for n in range(2000)), "paper")
    assert 0 < small.nbytes < large.nbytes < 10_000_000


def test_every_step_of_a_page_of_words():
    """A corpus large enough for every path of the engine, at thirty of its steps."""
    text = "the cat sat on the mat and the rat ate that hat " * 5
    text += " ".join("ab" * (n % 7 + 1) + "a" * (n % 90) for n in range(300))
    for name in ("paper", "huggingface", "gpt", "wordpiece", "sentencepiece", "minbpe"):
        corpus = Corpus.from_text(text, name)
        limit = 200 if name != "minbpe" else 60
        training = train(corpus, name, max_merges=limit)
        steps = list(islice(twin.steps(corpus.words, corpus.counts, PRESETS[name]), limit + 1))
        assert [merge.pair for merge in training.merges] == [
            step.text(step.winner) for step in steps[: len(training.merges)]
        ]
        for k in range(0, len(training.merges), 13):
            check_step(training, steps, k)
        leading = list(training.top_pairs(3))
        for k in range(0, len(training.merges), 7):
            pairs = [pair for pair in training.snapshot(k).pairs() if not pair.forbidden]
            assert leading[k] == pairs[:3]


@settings(max_examples=60, deadline=None)
@given(corpus=corpora(max_words=5), scheme=schemes, data=st.data())
def test_other_counts_of_the_same_words_are_weighed_by_the_same_splits(corpus, scheme, data):
    """Tokens by step, and occurrences by token, as adding up the words of the twin gives them."""
    counts = data.draw(st.lists(st.integers(0, 9), min_size=len(corpus), max_size=len(corpus)))
    training, steps = train(corpus, scheme), twin.run(corpus, scheme)
    expected = [sum(n * len(word) for n, word in zip(counts, s.words, strict=True)) for s in steps]
    found = training.token_counts_in(counts)
    assert (found.tolist(), found.dtype) == (expected, "int64")
    for snapshot, step in zip(training.snapshots(), steps, strict=True):
        occurrences = [0] * len(step.tokens)
        for n, word in zip(counts, step.words, strict=True):
            for id_ in word:
                occurrences[id_] += n
        assert snapshot.frequencies_in(counts).tolist() == occurrences
        row = [id_ for word in step.words for id_ in (-1, *word)]
        ids, cells = snapshot.row
        assert ids.tolist() == [*row, -1]
        words = [at for at, word in enumerate(step.words) for _ in word]
        assert training.words_at(cells[ids >= 0]).tolist() == words


@settings(max_examples=40, deadline=None)
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


def test_every_pair_knows_the_rule_that_forbids_it():
    """Scripts must not mix; such a pair is counted, stands in no tie and is never merged."""
    training = train({"a1": 5, "ab": 2}, "sentencepiece")
    found = {pair.pair: (pair.count, pair.forbidden) for pair in training.snapshot(0).pairs()}
    assert found == {("▁", "a"): (7, None), ("a", "1"): (5, "script"), ("a", "b"): (2, None)}
    assert all(pair.forbidden != "script" for pair in training.snapshot(0).ties)
    assert [merge.token for merge in training.merges] == ["▁a", "▁ab"]
    assert training.stop.reason == "no_pairs"
    end = training.snapshot(2)
    assert [(pair.pair, pair.forbidden) for pair in end.pairs()] == [(("▁a", "1"), "script")]
    assert list(training.top_pairs(9))[2] == []
    assert end.next_places("a1") == ()


@pytest.mark.parametrize(
    ("text", "scheme", "merges"),
    [
        (" ".join(f"w{n}x{n * n}" for n in range(1000)), "paper", 100),
        (" ".join(f"w{n}x{n * n}" for n in range(200)), "paper", 2000),
        ("abcdefgh" * 10_000, "minbpe", 20),
    ],
    ids=["words", "merges", "text"],
)
def test_the_size_of_a_record_is_about_what_it_takes(text, scheme, merges):
    """The budget of shared runs adds these up: rather more than less of what is allocated."""
    train(text, scheme, max_merges=merges)
    tracemalloc.start()
    training = train(text, scheme, max_merges=merges)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 < training.nbytes / taken < 4
