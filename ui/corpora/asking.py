"""What can be asked for, and takes a while: material, and what to make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from bpe import Corpus
from ui.catalogue import Refusal
from ui.corpora import limits
from ui.corpora.workers import MEMORY, Why

LONGEST = 900.0
"""Seconds of a training in a process of its own."""

Record = TypeVar("Record")
Material = TypeVar("Material")
Progress = Callable[[int, int], object]


class Cancelled(Exception):
    """The run was given up because nobody waits for it."""


@dataclass(frozen=True)
class Asking(Generic[Record]):
    """What to train: equal requests share one training.

    Attributes:
        stage: what a run calls the time it learns in.
        is_kept: whether what is learned is kept for others who ask.
        is_of_merges: whether asking for fewer merges makes it less work.
        digest: identifies the content of the corpus.
        corpus: makes the corpus, or what else is needed, in whatever process the training runs: so
            it is something that pickle can carry, such as a function of a module with arguments.
        size: bytes, or about so many, that the corpus is made of.
        is_public: whether all of its text came with the app; a reader's own is never written down.
    """

    stage: ClassVar[str]
    is_kept: ClassVar[bool] = True
    is_of_merges: ClassVar[bool] = False

    digest: str
    corpus: Callable[[], Any] = field(compare=False, repr=False)
    size: int = field(default=0, compare=False, repr=False, kw_only=True)
    is_public: bool = field(default=False, compare=False, repr=False, kw_only=True)

    @property
    def seconds(self) -> float:
        """How long it may take in a process of its own."""
        return LONGEST

    @property
    def weight(self) -> int:
        """How much work it is, about: bytes of text times steps asked for."""
        raise NotImplementedError

    def refusal(self, why: Why) -> Refusal:
        """Say that a process of its own came to its end over it."""
        if why == "memory":
            memory = MEMORY // limits.MEGABYTE
            if self.is_of_merges:
                return Refusal("training_memory", memory=memory)
            return Refusal("work_memory", memory=memory)
        if why == "time":
            minutes = round(LONGEST / 60)
            if self.is_of_merges:
                return Refusal("training_time", minutes=minutes)
            return Refusal("work_time", minutes=minutes)
        return Refusal("training_died")

    def train(self, corpus: Any, on_progress: Progress) -> Record:
        """Train on the corpus. Raises CorpusError where the vocabulary cannot hold its alphabet."""
        raise NotImplementedError


def given(material: Material) -> Callable[[], Material]:
    """Return what makes a corpus, or a record, that is there already."""
    return partial(_itself, material)


def size_of(corpus: Corpus) -> int:
    """Return the characters of a corpus's distinct words, which is what training looks at."""
    return sum(map(len, corpus.words))


def _itself(material: Material) -> Material:
    return material
