"""What was read off a record is kept while the record is, and not a moment longer."""

import gc
import pickle
from weakref import ref

from ui.corpora.remembered import remembered


class Record:
    """Stands for a training: something that can be told apart and referred to weakly."""


def test_the_last_results_of_each_record_are_kept():
    """The oldest goes first, a look makes young again, and records do not push each other out."""
    asked = []

    @remembered(last=2)
    def found(record: Record, step: int) -> list[int]:
        asked.append(step)
        return [step]

    one, other = Record(), Record()
    first = found(one, 1)
    assert found(one, 1) is first
    found(one, 2)
    found(other, 1)
    found(other, 2)
    assert found(one, 1) is first
    found(one, 3)
    assert found(one, 1) is first
    assert asked == [1, 2, 1, 2, 3]
    found(one, 2)
    assert asked == [1, 2, 1, 2, 3, 2]


def test_functions_do_not_share_their_results():
    """Equal arguments of another function are another question."""
    record = Record()
    assert remembered(1)(lambda record: "one")(record) == "one"
    assert remembered(1)(lambda record: "other")(record) == "other"


def test_nothing_outlives_its_record():
    """Not even what points back at it; a second record is not held by the first."""
    found = remembered(4)(lambda record, *others: [record])
    one, other = Record(), Record()
    found(one)
    remembered(4)(lambda record, other: "both")(one, other)
    gone = ref(other)
    del other
    assert gone() is None
    gone = ref(one)
    del one
    gc.collect()
    assert gone() is None


def test_another_record_in_the_place_of_one_that_is_gone_is_another_question():
    """A reused address in memory never finds an old result."""
    record, found = Record(), remembered(8)(lambda record, other: object())
    results = [found(record, Record()) for _ in range(5)]
    assert len({id(each) for each in results}) == 5


def test_a_record_is_copied_without_what_was_read_off_it():
    """A pickle holds the record alone."""
    record = Record()
    remembered(1)(lambda record: gc)(record)  # a module cannot be pickled
    assert vars(pickle.loads(pickle.dumps(record))) == {"_remembered": {}}
