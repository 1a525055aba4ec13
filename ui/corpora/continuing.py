"""What a tokenizer learns from a text on top of what it has, asked for as a training is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bpe import Scheme
from bpe.continuing import Base, Continued, continue_training
from ui.corpora.asking import Asking, Progress, given
from ui.corpora.measuring import name_of


@dataclass(frozen=True)
class Continuing(Asking[Continued]):
    """Ask for so many merges at most, by the base's rules or by those of a scheme.

    What is made besides the run is the base and the text.
    """

    stage: ClassVar[str] = "merging"
    is_kept: ClassVar[bool] = False
    is_of_merges: ClassVar[bool] = True

    text: str
    max_merges: int
    scheme: Scheme | None = None

    @property
    def weight(self) -> int:
        """How much work it is, about: bytes of text times merges asked for."""
        return self.size * self.max_merges

    def train(self, corpus: Base, on_progress: Progress) -> Continued:
        """Go on from the base, which is given in place of a corpus."""
        return continue_training(
            corpus,
            self.text,
            scheme=self.scheme,
            max_merges=self.max_merges,
            on_progress=on_progress,
        )


def continuing(base: Base, text: str, max_merges: int, scheme: Scheme | None = None) -> Continuing:
    """Ask a tokenizer to learn on from a text; whoever wants to keep the run, remembers it."""
    return Continuing(name_of(base), given(base), text, max_merges, scheme, size=len(text))
