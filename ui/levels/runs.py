"""The run behind the page Why subwords, on the part of a corpus that is seen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bpe import Corpus, Training
from bpe.readings.levels import (
    Level,
    SeenAndHeldOut,
    is_spaced,
    part,
    subwords,
    subwords_at,
    whole_words,
)
from ui.controls.asked import Asked
from ui.controls.running import result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import digest
from ui.corpora.requests import Request

CURVE = 48
"""Steps at which the curve of subwords is drawn."""


@dataclass(frozen=True)
class PartedRun:
    """A corpus in two parts, the training on the part seen, and what each level costs.

    Attributes:
        words: the level of words, which no merge changes; None where nothing says what one is.
        curve: step -> the level of subwords, some steps from 0 to the last.
    """

    parts: SeenAndHeldOut
    training: Training
    words: Level | None
    curve: dict[int, Level]

    @property
    def is_spaced(self) -> bool:
        """Whether what stands between white space is a word."""
        return self.words is not None

    def at(self, step: int) -> dict[str, Level]:
        """Return every level, that of subwords after `step` merges."""
        characters = self.curve[0]
        subwords = subwords_at(characters, self.training, step)
        levels = {"characters": characters, "subwords": subwords}
        return levels if self.words is None else levels | {"words": self.words}


def run_on_part_seen(asked: Asked) -> PartedRun:
    """Train once more, without every tenth occurrence of a word, as far as the whole went.

    Raises CorpusError for a corpus of one occurrence.
    """
    whole = asked.training
    request = Request(
        digest("part seen", asked.request.digest),
        partial(_part_seen, asked.request.corpus),
        whole.scheme,
        max_merges=len(whole.merges),
    )
    seen = result_of(request.job)
    parts = SeenAndHeldOut(seen.corpus, _held_out(whole))
    return PartedRun(parts, seen, _words(*parts), _curve(seen, whole))


def _part_seen(whole: Callable[[], Corpus]) -> Corpus:
    return part(whole()).seen


@remembered
def _held_out(training: Training) -> Corpus:
    return part(training.corpus).held_out


@remembered
def _words(seen: Corpus, held_out: Corpus) -> Level | None:
    return whole_words(seen, held_out) if is_spaced(seen) else None


@remembered
def _curve(training: Training, whole: Training) -> dict[int, Level]:
    last = len(training.merges)
    # Steps close together at first, where most happens.
    steps = sorted({0, last, *(round(last * (at / CURVE) ** 2) for at in range(CURVE + 1))})
    return dict(zip(steps, subwords(training, steps, _held_out(whole)), strict=True))
