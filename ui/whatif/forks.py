"""The forks of a run: what they are in the address, and which ones the reader has made.

A fork is a step and the ids of the two tokens that are merged there. Ids mean something within one
run only, so the address says which: forks of another run are left alone and come back with it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import streamlit as st

from bpe import PairCount, Training
from bpe.merging.values import Pair
from bpe.readings.two_runs import opening
from ui.corpora.remembered import remembered
from ui.draw.tokens import visible
from ui.shell import session
from ui.shell.text import t
from ui.whatif import MOST_FORKS

LONGEST_NAME = 30
"""Characters of the name of a fork."""


@dataclass(frozen=True)
class Fork:
    """A step, the ids of the two tokens merged there instead, and the reader's name for it."""

    step: int
    left: int
    right: int
    name: str = ""

    def pair(self, training: Training) -> Pair | None:
        """Return the two tokens; None where the run has no such tokens at that step."""
        known = len(training.alphabet) + self.step
        if self.step >= len(training) or max(self.left, self.right) >= known:
            return None
        return training.tokens[self.left], training.tokens[self.right]

    def label(self, training: Training) -> str:
        """Return what the fork is called: the reader's name, or its step and its pair."""
        pair = self.pair(training)
        shown = "?" if pair is None else shown_pair(pair)
        return self.name or t("whatif.fork_name", step=self.step, pair=shown)


@dataclass(frozen=True)
class Forks:
    """The forks of one run.

    Attributes:
        key: names the run in the address.
        each: the forks, in the order in which they were made.
        opened: which of them is shown; None where there is none.
    """

    key: str
    each: tuple[Fork, ...]
    opened: int | None

    @property
    def fork(self) -> Fork | None:
        """The fork that is shown."""
        return None if self.opened is None else self.each[self.opened]

    @property
    def full(self) -> bool:
        """Whether no more fit."""
        return len(self.each) >= MOST_FORKS


def forks_of(training: Training) -> Forks:
    """Return the forks of the run on this page; one worth a look where the reader has made none."""
    run = session.run_shown()
    key = "" if run is None else run.key
    chosen, kept = session.choices().get("forks"), session.notes("whatif_forks")
    if chosen is not None and not chosen.startswith(f"{key}:"):
        # Another run was chosen: its forks come back; those of the one before wait till it does.
        if key in kept:
            session.choose(forks=kept[key], fork=None)
            st.rerun()
        chosen = None
    elif chosen is not None:
        kept[key] = chosen
    each = first_fork(training) if chosen is None else read(chosen)
    if not each:
        return Forks(key, (), None)
    return Forks(key, each, min(session.choices().get("fork") or 1, len(each)) - 1)


def read(text: str) -> tuple[Fork, ...]:
    """Read forks from an address; it has the shape that `read_forks` asks for."""
    written = [each for each in text.partition(":")[2].split(",") if each]
    found = []
    for each in written:
        numbers, _, name = each.partition("~")
        step, left, right = map(int, numbers.split("."))
        found.append(Fork(step, left, right, name))
    return tuple(found)


def write(key: str, forks: Sequence[Fork]) -> str:
    """Write forks as the address carries them."""
    written = (
        f"{fork.step}.{fork.left}.{fork.right}" + (f"~{fork.name}" if fork.name else "")
        for fork in forks
    )
    return f"{key}:{','.join(written)}"


def add(forks: Forks, step: int, pair: PairCount) -> None:
    """Fork the run, from a callback: merge a pair at a step; an equal fork is opened."""
    new = Fork(step, *pair.ids)
    same = [replace(fork, name="") == new for fork in forks.each]
    if True in same:
        show(forks, same.index(True))
    elif not forks.full:
        _keep(forks.key, (*forks.each, new), len(forks.each))


def show(forks: Forks, place: int) -> None:
    """Open a fork at its step, from a callback."""
    _keep(forks.key, forks.each, place)


def remove(forks: Forks, place: int) -> None:
    """Give a fork up, from a callback."""
    rest = forks.each[:place] + forks.each[place + 1 :]
    _keep(forks.key, rest, max(0, min(place, len(rest) - 1)))


def rename(forks: Forks, place: int, name: str) -> None:
    """Give a fork a name, from a callback; an empty one is none."""
    clean = " ".join(re.sub(r"[,~\x00-\x1f]", " ", name).split())[:LONGEST_NAME].strip()
    each = list(forks.each)
    each[place] = replace(each[place], name=clean)
    _keep(forks.key, each, place, step=session.choices().step)


def shown_pair(pair: Pair) -> str:
    """Return a pair as plain text, every character visible."""
    return " + ".join(map(visible, pair))


def _keep(key: str, forks: Sequence[Fork], opened: int, step: int | None = None) -> None:
    text = write(key, forks)
    session.notes("whatif_forks")[key] = text
    session.choose(forks=text, fork=opened + 1 if opened else None, step=step)


@remembered(1)
def first_fork(training: Training) -> tuple[Fork, ...]:
    """Return a fork that is worth a look, if the run has one."""
    choice = opening(training)
    return () if choice is None else (Fork(choice.step, *choice.pair.ids),)
