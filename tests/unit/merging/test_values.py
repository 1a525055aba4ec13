"""Merges, trainings and snapshots as values, and per-step columns of a training."""

import copy
import gc
import pickle
import tracemalloc
from dataclasses import FrozenInstanceError, asdict, replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import Corpus, Snapshot, train
from bpe.merging.values import PairChange
from tests import twin
from tests.data import SIX_WORDS
from tests.strategies import corpora, scheme, schemes


def test_a_merge_is_five_values_and_asks_its_training_for_its_ties():
    """A copied merge has all five values, but no training in which to find its ties."""
    training = train(SIX_WORDS, max_merges=3)
    merge = training.merges[0]
    tied = (("e", "s"), ("s", "t"), ("t", "</w>"), ("e", "r"), ("r", "</w>"))
    assert training.merges[0].ties == tied
    assert training.stop.merge.rank == 3
    assert training.stop.merge.ties == (("e", "r"), ("r", "</w>"))
    for copied in (pickle.loads(pickle.dumps(training.merges[0])), copy.copy(training.merges[0])):
        with pytest.raises(ValueError, match=r"^ties must be .+, got a copy of merge 0\. "):
            _ = copied.ties
    with pytest.raises(ValueError, match="got a copy of merge 2"):
        _ = replace(training.merges[0], rank=2).ties
    values = {"rank": 0, "pair": ("e", "s"), "token": "es", "count": 3, "score": 3}
    assert asdict(merge) == values
    assert list(pd.DataFrame(training.merges)) == list(values)
    assert len(pickle.dumps(training.merges)) < 1000
    assert repr(merge) == "Merge(rank=0, pair=('e', 's'), token='es', count=3, score=3)"
    assert merge == pickle.loads(pickle.dumps(merge)) == copy.deepcopy(merge)
    assert hash(merge) == hash(copy.copy(merge))


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda run: pickle.loads(pickle.dumps(run))])
def test_a_copy_of_a_training_answers_all_that_the_training_does(copied):
    """The copy's merges belong to the copied training, and therefore find their ties."""
    training = train(SIX_WORDS, max_merges=3)
    assert training.merges[0].ties
    assert training.ids_of_tokens
    again = copied(training)
    assert "ids_of_tokens" not in vars(again), "what can be read again is not copied"
    assert again.merges == training.merges
    assert again.stop == training.stop
    assert [merge.ties for merge in again.merges] == [merge.ties for merge in training.merges]
    assert again.stop.merge.ties == training.stop.merge.ties
    assert again.snapshot(2).pairs() == training.snapshot(2).pairs()


def test_snapshots_come_in_the_order_of_steps_and_a_training_is_true_without_any():
    """`snapshots` yields each step once, and a training without merges is true."""
    training = train(SIX_WORDS, max_merges=3)
    snapshots = list(training.snapshots())
    assert [snapshot.step for snapshot in snapshots] == [0, 1, 2, 3]
    assert all(isinstance(snapshot, Snapshot) for snapshot in snapshots)
    assert all(snapshot.training is training for snapshot in snapshots)
    assert repr(snapshots[2]) == "<Snapshot 2 of 3>"
    assert [snapshot.next for snapshot in snapshots] == [*training.merges, training.stop.merge]
    assert [snapshot.previous for snapshot in snapshots] == [None, *training.merges]
    training = train(SIX_WORDS, max_merges=0)
    assert training
    assert len(training) == 0
    assert repr(training) == "<Training paper: 6 words, 0 merges, stopped by max_merges>"


@pytest.mark.parametrize("step", [True, False, 1.5, "1", None, 4, -1])
def test_a_step_is_a_whole_number(step):
    """A bool, a float, a string and a step out of range are refused."""
    training = train(SIX_WORDS, max_merges=3)
    with pytest.raises(ValueError, match=r"^step must be a whole number from 0 to 3, got"):
        training.snapshot(step)
    if step is not None:
        with pytest.raises(ValueError, match=r"^step must be a whole number from 0 to 3, got"):
            training.tokenizer(step)


def test_one_word_says_whether_the_last_merge_changed_it_and_no_value_can_be_changed():
    """`snapshot.word` equals the word's entry in `snapshot.words`, and all values are frozen."""
    training = train(SIX_WORDS, max_merges=3)
    snapshot = training.snapshot(1)
    highest, higher = snapshot.word("highest"), snapshot.word("higher")
    assert (highest.changed, highest.count) == (True, 1)
    assert highest.before == (*"highest", "</w>")
    assert highest.tokens == (*"high", "es", "t", "</w>")
    assert (higher.changed, higher.before) == (False, higher.tokens)
    assert {each.text: each for each in snapshot.words()}["highest"] == highest
    assert repr(higher) == (
        "WordSplit(text='higher', count=1, tokens=('h', 'i', 'g', 'h', 'e', 'r', '</w>'), "
        "changed=False)"
    )
    assert repr(snapshot.pairs(1)) == "[PairCount(pair=('es', 't'), count=3, score=3)]"
    with pytest.raises(ValueError, match=r"corpus, got 'slowest'\. Use .*\.encode .*\.$"):
        snapshot.word("slowest")
    values = (training.merges[0], training.stop, snapshot.pairs(1)[0], snapshot.word("lower"))
    for value in values:
        with pytest.raises(FrozenInstanceError):
            value.count = 0
    with pytest.raises(FrozenInstanceError):
        PairChange(("a", "b"), 0, 1, ("b", "c")).after = 2


def test_top_pairs_by_score_are_as_many_as_asked_for_where_better_ones_are_forbidden():
    corpus = Corpus.from_counts({"a": 1, "baa</w></w>": 1, "\\1ab</w>e\u0301</w>": 2})
    rules = scheme("prefix", score="wordpiece", rules="sentencepiece")
    found = list(train(corpus, rules).top_pairs(2))[8]
    assert [pair.pair for pair in found] == [("<", "/"), (">", "<")]


@given(corpus=corpora(max_words=5), scheme=schemes, limit=st.integers(1, 8), data=st.data())
def test_columns_are_what_the_snapshots_say_and_other_counts_what_the_twin_does(
    corpus, scheme, limit, data
):
    """Tokens per step, frequencies and top pairs equal those of the twin and the snapshots.

    `token_counts_in` and `frequencies_in` are given other word counts than the corpus has.
    """
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
    last = len(training.merges)
    start = data.draw(st.integers(0, last))
    stop = data.draw(st.none() | st.integers(start, last))
    expected = [
        [pair for pair in training.snapshot(k).pairs() if not pair.forbidden][:limit]
        for k in range(start, (last if stop is None else stop) + 1)
    ]
    found = list(training.top_pairs(limit, start, stop))
    assert found == expected
    assert all(type(pair.count) is int for pairs in found for pair in pairs)


@pytest.mark.parametrize(
    ("text", "scheme", "merges"),
    [
        (" ".join(f"w{n}x{n * n}" for n in range(1000)), "paper", 100),
        (" ".join(f"w{n}x{n * n}" for n in range(200)), "paper", 2000),
        ("abcdefgh" * 10_000, "minbpe", 20),
    ],
)
def test_the_size_of_a_record_is_about_what_it_takes(text, scheme, merges):
    """The cache adds up `nbytes`, which is 0.8 to 4 times the memory allocated for a training."""
    train(text, scheme, max_merges=merges)
    tracemalloc.start()
    training = train(text, scheme, max_merges=merges)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.8 < training.nbytes / taken < 4
