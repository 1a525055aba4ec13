"""Merges, trainings and snapshots as values: what they hold, copy and say of themselves."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, replace

import pandas as pd
import pytest

from bpe import Snapshot, train
from bpe.merging.values import PairChange
from tests.data import SIX_WORDS


def test_a_merge_is_five_values_and_asks_its_training_for_its_ties():
    """A copy, a pickle and a table hold the rule and its numbers, and nothing of the run."""
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
    """Its merges belong to the copy, and so know their ties."""
    training = train(SIX_WORDS, max_merges=3)
    assert training.merges[0].ties
    again = copied(training)
    assert again.merges == training.merges
    assert again.stop == training.stop
    assert [merge.ties for merge in again.merges] == [merge.ties for merge in training.merges]
    assert again.stop.merge.ties == training.stop.merge.ties
    assert again.snapshot(2).pairs() == training.snapshot(2).pairs()


def test_snapshots_come_in_the_order_of_steps_and_a_training_is_true_without_any():
    """Each once; `if training` asks whether there is one, not whether it learned something."""
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
    """Nothing else is taken for one, not even what equals one."""
    training = train(SIX_WORDS, max_merges=3)
    with pytest.raises(ValueError, match=r"^step must be a whole number from 0 to 3, got"):
        training.snapshot(step)
    if step is not None:
        with pytest.raises(ValueError, match=r"^step must be a whole number from 0 to 3, got"):
            training.tokenizer(step)


def test_one_word_says_whether_the_last_merge_changed_it_and_no_value_can_be_changed():
    """`snapshot.word` is that word of `snapshot.words`; whoever holds a value may hand it on."""
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
