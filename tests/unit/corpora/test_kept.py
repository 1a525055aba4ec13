"""Texts of readers' own are kept for a while, within a budget, and for nobody else."""

from ui.corpora.kept import Kept


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_reader_finds_the_last_text_of_each_kind():
    """A new text takes the place of the old one of its kind."""
    kept = Kept(budget=100)
    kept.keep("a", "pasted", "one", 3)
    kept.keep("a", "pasted", "two", 3)
    kept.keep("a", "uploaded", "file", 4)
    assert kept.of("a") == {"pasted": "two", "uploaded": "file"}


def test_nobody_finds_the_text_of_another():
    """A key that is not the reader's finds nothing."""
    kept = Kept()
    kept.keep("a", "pasted", "mine", 4)
    kept.keep("b", "pasted", "yours", 5)
    assert kept.of("b") == {"pasted": "yours"}
    assert kept.of("") == kept.of("c") == {}


def test_of_more_than_the_budget_the_oldest_are_forgotten():
    """Asking makes a text young again; one that is larger than the budget is not kept at all."""
    kept = Kept(budget=10)
    kept.keep("a", "pasted", "a", 4)
    kept.keep("b", "pasted", "b", 4)
    kept.of("a")
    kept.keep("c", "pasted", "c", 3)
    assert (kept.of("a"), kept.of("b"), kept.of("c")) == ({"pasted": "a"}, {}, {"pasted": "c"})
    kept.keep("d", "pasted", "d", 11)
    assert kept.of("d") == {}


def test_a_text_that_nobody_asks_for_is_forgotten_in_time():
    """The time begins anew with each time it is asked for."""
    now = Clock()
    kept = Kept(seconds=60, now=now)
    kept.keep("a", "pasted", "mine", 4)
    for now.time in (50, 110, 170):
        assert kept.of("a") == {"pasted": "mine"}
    now.time = 231
    assert kept.of("a") == {}
