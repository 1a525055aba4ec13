"""Letters, subwords and words: lists learned from nine tenths of a text, tried on the tenth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

from bpe import PRESETS, Corpus, Scheme, Training, train
from bpe.readings.granularity import Cuts, Level, cutter, hold_out, is_spaced, subwords, whole_words
from ui.corpora import sources
from ui.corpora.jobs import Job
from ui.corpora.waiting import result_of
from ui.corpora.worker import report
from ui.languages import opening
from ui.samples import NOVEL, Sample, samples

ORDER = ("characters", "subwords", "words")


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

    @property
    def counted(self) -> str:
        """What is counted of the text kept aside: "words", else "letters"."""
        return "words" if "words" in self.levels else "letters"

    def cut(self, text: str) -> Cuts:
        """Cut a text at every level that there is."""
        cut = self._cutter(text)
        return {name: cut[name] for name in ORDER if name in self.levels}

    @cached_property
    def _cutter(self) -> Callable[[str], Cuts]:
        return cutter(self.training, len(self.training))


def text_of(lang: str) -> Sample:
    """Return the text that the lists are learned from, for a reader of a language."""
    return samples()[opening("levels").get(lang, NOVEL)]


def learned(sample: Sample) -> Learned:
    """Look up what was learned of a text of our own, or have it learned."""
    source, scheme = sources.of_sample(sample), PRESETS["paper"]
    return result_of(
        Job(
            key=("levels", source.digest),
            function=learn,
            arguments=(partial(source.corpus, scheme), scheme, source.merges),
            stage="reading",
            is_kept=True,
        )
    )


def learn(corpus: Callable[[], Corpus], scheme: Scheme, merges: int | None) -> Learned:
    """Keep one occurrence of a word in ten aside, learn from the others, and measure all levels."""
    parts = hold_out(corpus())
    report("merging", 0, 0)
    training = train(parts.seen, scheme, max_merges=merges, on_progress=partial(report, "merging"))
    letters, pieces = subwords(training, (0, len(training)), parts.held_out)
    levels = {"characters": letters, "subwords": pieces}
    if is_spaced(parts.seen):
        levels["words"] = whole_words(*parts)
    return Learned(training, levels)
