"""The runs behind the page Why subwords: one on the part seen, one on a few forms of words."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bpe import PRESETS, Corpus, Training
from bpe.readings.levels import (
    Level,
    SeenAndHeldOut,
    is_spaced,
    part,
    subwords,
    subwords_at,
    unmerged,
)
from ui.controls.asked import Asked
from ui.controls.running import result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import digest, given
from ui.corpora.readings import reading
from ui.corpora.requests import Request

CURVE = 48
"""Steps at which the curve of subwords is drawn."""


@dataclass(frozen=True)
class PartedRun:
    """A corpus in two parts, the training on the part seen, and what each level costs.

    Attributes:
        levels: "words" and "punctuation", which no merge changes; none where nothing says what
            a word is.
        curve: step -> the level of subwords, some steps from 0 to the last.
    """

    parts: SeenAndHeldOut
    training: Training
    levels: dict[str, Level]
    curve: dict[int, Level]

    @property
    def is_spaced(self) -> bool:
        """Whether what stands between white space is a word."""
        return _is_spaced(self.parts.seen)

    def at(self, step: int) -> dict[str, Level]:
        """Return every level, that of subwords after `step` merges."""
        characters = self.curve[0]
        subwords = subwords_at(characters, self.training, step)
        return {"characters": characters, "subwords": subwords, **self.levels}


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
    levels = _levels(whole) if _is_spaced(parts.seen) else {}
    return PartedRun(parts, seen, levels, _curve(seen, whole))


def forms_training(forms: str) -> Training:
    """Train on a few words, as the paper does. Raises CorpusError for none."""
    corpus = Corpus.from_text(forms, "paper")
    return result_of(Request(digest("forms", forms), given(corpus), PRESETS["paper"]).job)


@remembered
def _is_spaced(corpus: Corpus) -> bool:
    return is_spaced(corpus)


def _part_seen(whole: Callable[[], Corpus]) -> Corpus:
    return part(whole()).seen


@remembered
def _held_out(training: Training) -> Corpus:
    return part(training.corpus).held_out


@remembered
def _levels(whole: Training) -> dict[str, Level]:
    return result_of(reading(unmerged, whole))


@remembered
def _curve(training: Training, whole: Training) -> dict[int, Level]:
    last = len(training.merges)
    # Steps close together at first, where most happens.
    steps = sorted({0, last, *(round(last * (at / CURVE) ** 2) for at in range(CURVE + 1))})
    return dict(zip(steps, subwords(training, steps, _held_out(whole)), strict=True))
