"""The fork of a run: what it is in the address, and the one the reader has made.

A fork is a step and the ids of the two tokens that are merged there. Ids mean something within one
run only, so the address says which: the fork of another run is left alone and comes back with it.
"""

from dataclasses import dataclass

from bpe import Training
from bpe.merging.values import Pair
from bpe.readings.comparison import suggested_fork
from ui.cache import remembered
from ui.shell import session


@dataclass(frozen=True)
class Fork:
    """A step, and the ids of the two tokens that are merged there instead."""

    step: int
    left: int
    right: int

    def pair(self, training: Training) -> Pair | None:
        """Return the two tokens; None where the run has no such tokens at that step."""
        known = len(training.alphabet) + self.step
        if self.step >= len(training) or max(self.left, self.right) >= known:
            return None
        return training.tokens[self.left], training.tokens[self.right]


def fork_of(training: Training) -> Fork | None:
    """Return the fork of the run on this page; one worth a look where the reader has made none."""
    chosen, start = session.choices().get("forks"), _start()
    if chosen is None or not chosen.startswith(start):
        return first_fork(training)
    numbers = chosen.removeprefix(start)
    return Fork(*map(int, numbers.split("."))) if numbers else None


def written(fork: Fork | None) -> str:
    """Return a fork of the run on this page, or that it has none, as the address carries it."""
    return _start() + ("" if fork is None else f"{fork.step}.{fork.left}.{fork.right}")


def choose(text: str) -> None:
    """Show the fork that is written so, from a callback, at its step."""
    session.choose(forks=text, step=None)


@remembered
def first_fork(training: Training) -> Fork | None:
    """Return a fork that is worth a look, if the run has one."""
    choice = suggested_fork(training)
    return None if choice is None else Fork(choice.step, *choice.pair.ids)


def _start() -> str:
    """Return what the forks of the run on this page start with in the address."""
    run = session.run_shown()
    return "" if run is None else f"{run.key}:"
