"""Letters, subwords and words: lists learned from nine tenths of a text, tried on the tenth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from bpe import PRESETS, Scheme, Training, train
from bpe.readings.granularity import (
    Cuts,
    Level,
    cutter,
    hold_out,
    is_spaced,
    single_bytes,
    subwords,
    whole_words,
)
from ui.catalogue import LANGUAGES, opening
from ui.corpora import sources
from ui.corpora.run import RecordHandle
from ui.corpora.waiting import Cancel
from ui.corpora.worker import report
from ui.samples import NOVEL, Sample, samples

ORDER = ("characters", "subwords", "words")
LEVELS = (*ORDER, "bytes")
"""What the page shows; a lesson has room for the first three."""

SCHEME = PRESETS["paper"]


@dataclass(frozen=True)
class Learned:
    """What was learned of a text.

    Attributes:
        training: on the part that was seen.
        levels: what each costs and misses, by its name; without words where nothing says what a
            word is.
    """

    training: Training
    levels: Mapping[str, Level]

    @cached_property
    def cut(self) -> Callable[[str], Cuts]:
        """Cuts a text at every level."""
        return cutter(self.training, len(self.training))


@dataclass(frozen=True)
class LearnedLevels(RecordHandle):
    """What is learned of a sample at every level; its record is `Learned`."""

    @property
    def key(self) -> Hashable:
        """The text decides."""
        return "levels", self.source.digest

    def learn(self) -> Learned:
        """Keep one occurrence of a word in ten aside, learn from the others, measure all levels."""
        parts = hold_out(self.source.corpus(SCHEME))
        report("merging", 0, 0)
        training = train(
            parts.seen,
            SCHEME,
            max_merges=self.source.merges,
            on_progress=partial(report, "merging"),
        )
        letters, pieces = subwords(training, (0, len(training)), parts.held_out)
        levels = {"characters": letters, "subwords": pieces, "bytes": single_bytes(*parts)}
        if is_spaced(parts.seen):
            levels["words"] = whole_words(*parts)
        return Learned(training, levels)

    def summarize(self, cancel: Cancel | None = None) -> TextAtLevels:
        """Return what each level costs and misses."""
        found: TextAtLevels = self.read(text_at_levels, "", cancel=cancel)
        return found


@dataclass(frozen=True)
class TextAtLevels:
    """A text cut at every level that there is.

    Attributes:
        scheme: of the subwords. levels: what each level costs and misses, by its name.
        cuts: level -> the text in its pieces.
    """

    scheme: Scheme
    levels: Mapping[str, Level]
    cuts: Cuts

    @property
    def counted(self) -> str:
        """What is counted of the text kept aside: "words", else "letters"."""
        return "words" if "words" in self.levels else "letters"


def text_at_levels(learned: Learned, text: str) -> TextAtLevels:
    """Cut a text at every level that there is."""
    cut = learned.cut(text)
    cuts = {name: cut[name] for name in LEVELS if name in learned.levels}
    return TextAtLevels(learned.training.scheme, learned.levels, cuts)


def levels_of(sample: Sample) -> LearnedLevels:
    """Return what is learned of a sample."""
    return LearnedLevels(sources.of_sample(sample))


def text_of(lang: str) -> Sample:
    """Return the text that the lists are learned from, for a reader of a language."""
    return samples()[opening("levels").get(lang, NOVEL)]


def text_for(text: str, lang: str) -> Sample:
    """Return that of these texts with most characters of `text`, else the one of the language."""
    texts = (text_of(each) for each in (lang, *LANGUAGES))
    return max(texts, key=lambda sample: sum(map(_characters(sample).__contains__, text)))


@lru_cache(len(LANGUAGES))
def _characters(sample: Sample) -> frozenset[str]:
    return frozenset(sample.path.read_text(encoding="utf-8")) - {" "}
