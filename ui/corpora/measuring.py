"""What takes long to be read off the record of a large text is read in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar
from uuid import uuid4

from bpe import Training
from bpe.checking import Check, hold_against
from bpe.checking.spelling import Listed
from bpe.checking.suspects import LONGEST_TEXT
from ui.corpora.asking import Asking, Progress, given, size_of
from ui.corpora.remembered import remembered

HARD = 2_000
"""Merges that take as long to learn as a reading takes."""

HARDEST = 50 * HARD
"""The same of a reading that sets many slow trainers to work."""


@dataclass(frozen=True)
class Measuring(Asking[Any]):
    """Ask a function of the engine for what it reads off a record, which goes to it and stays."""

    stage: ClassVar[str] = "measuring"
    is_kept: ClassVar[bool] = False

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    hard: int = HARD

    @property
    def weight(self) -> int:
        """How much work it is, about."""
        return self.hard * self.size

    def train(self, corpus: Training, on_progress: Progress) -> Any:
        """Read."""
        return self.function(corpus, *self.arguments)


@dataclass(frozen=True)
class Checking(Asking[Check]):
    """Ask what becomes of a list of merges that is held against a record, which stays.

    What comes back is without the record: `training` is None in it.
    """

    stage: ClassVar[str] = "checking"
    is_kept: ClassVar[bool] = False

    merges: tuple[Listed, ...]
    expected: int
    text: str | None
    counts_vocabulary: bool

    @property
    def weight(self) -> int:
        """How much work it is, about."""
        return HARDEST * self.size

    def train(self, corpus: Training, on_progress: Progress) -> Check:
        """Hold the list against the record."""
        found = hold_against(
            corpus,
            self.merges,
            self.expected,
            self.text,
            counts_vocabulary=self.counts_vocabulary,
            on_progress=on_progress,
        )
        return replace(found, training=None)  # type: ignore[arg-type]


def measuring(
    function: Callable[..., Any], training: Training, *arguments: Any, hard: int = HARD
) -> Measuring:
    """Ask for `function(training, *arguments)`; whoever wants to keep what comes, remembers it.

    `hard`: merges that take as long to learn.
    """
    size = size_of(training.corpus)
    return Measuring(name_of(training), given(training), function, arguments, hard, size=size)


def checking(
    training: Training,
    merges: tuple[Listed, ...],
    expected: int,
    text: str | None,
    counts_vocabulary: bool,
) -> Checking:
    """Ask for what `hold_against` finds; a text that it would not look at stays here."""
    text = None if text is None or len(text) > LONGEST_TEXT else text
    what = (merges, expected, text, counts_vocabulary)
    return Checking(name_of(training), given(training), *what, size=size_of(training.corpus))


@remembered(1)
def name_of(there: object) -> str:
    """Name a record, or a tokenizer, for as long as it is there."""
    return uuid4().hex
