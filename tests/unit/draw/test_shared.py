"""What is drawn of a record is drawn once for all who look at it, and only so much is kept."""

import gc
from itertools import count
from weakref import ref

import pytest

from ui.draw import shared as module
from ui.draw.shared import Shared


class Record:
    """Stands for a training: anything that can be referred to weakly."""


@pytest.fixture
def draw():
    """Return what draws a text of so many bytes, a new one each time."""
    numbers = count()
    return lambda size=1000: (f"{next(numbers):0{size}}", 7)


def test_the_same_is_drawn_once(draw):
    """The same record under the same name; what is drawn comes back as it was."""
    shared, record = Shared(), Record()
    first = shared(record, ("pairs", 3), draw)
    assert first == (f"{0:01000}", 7)
    assert shared(record, ("pairs", 3), draw) is first


def test_another_record_step_or_language_is_drawn_for_itself(draw, monkeypatch):
    """None is ever shown in the place of another."""
    shared, one, other = Shared(), Record(), Record()
    drawn = [shared(one, "a", draw), shared(other, "a", draw), shared(one, "b", draw)]
    monkeypatch.setattr(module, "language", lambda: "zh")
    drawn.append(shared(one, "a", draw))
    assert len(set(drawn)) == 4
    monkeypatch.undo()
    assert shared(one, "a", draw) == drawn[0]


def test_what_was_looked_at_longest_ago_goes_first(draw):
    """No more bytes are held than the budget has, and what is held is counted."""
    shared, record = Shared(budget=3500), Record()
    kept = {name: shared(record, name, draw) for name in "ab"}
    assert shared(record, "a", draw) is kept["a"]
    shared(record, "c", draw)
    assert 2000 < shared.nbytes <= 3500
    assert shared(record, "a", draw) is kept["a"]
    assert shared(record, "b", draw) is not kept["b"]
    shared(record, "large", lambda: draw(5000))
    assert shared.nbytes == 0
    assert shared(record, "a", draw) is not kept["a"]


def test_what_is_drawn_twice_at_once_is_counted_once(draw):
    """Two readers may come to a step together: each draws, the later one is kept."""
    alone, shared, record = Shared(), Shared(), Record()
    alone(record, "a", draw)

    def meanwhile():
        shared(record, "a", draw)
        return draw()

    later = shared(record, "a", meanwhile)
    assert shared(record, "a", draw) is later
    assert shared.nbytes == alone.nbytes


def test_a_record_is_not_kept_alive(draw):
    """What was drawn of it may stay; a record is given back when nobody asks for it."""
    shared, record = Shared(), Record()
    shared(record, "a", draw)
    gone = ref(record)
    del record
    gc.collect()
    assert gone() is None
