"""What takes long to be read off the record of a large text is read in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import uuid4

from bpe import Training
from ui.corpora.asking import Asking, Progress, given, size_of
from ui.corpora.remembered import remembered

HARD = 2_000
"""Merges that take as long to learn as a reading takes."""


@dataclass(frozen=True)
class Measuring(Asking[Any]):
    """Ask a function of the engine for what it reads off a record, which goes to it and stays."""

    stage: ClassVar[str] = "measuring"
    is_kept: ClassVar[bool] = False

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    @property
    def weight(self) -> int:
        """How much work it is, about."""
        return HARD * self.size

    def train(self, corpus: Training, on_progress: Progress) -> Any:
        """Read."""
        return self.function(corpus, *self.arguments)


def measuring(function: Callable[..., Any], training: Training, *arguments: Any) -> Measuring:
    """Ask for `function(training, *arguments)`; whoever wants to keep what comes, remembers it."""
    return Measuring(
        _name(training),
        given(training),
        function,
        arguments,
        size=size_of(training.corpus),
    )


@remembered(1)
def _name(training: Training) -> str:
    return uuid4().hex
