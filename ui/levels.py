"""One text as characters, subwords, words and bytes, learned from 90 % of a sample.

Home, the teacher's notes and the site draw a row for each level. Workers import this module: it
must not import Streamlit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from html import escape
from pathlib import Path

from bpe import PRESETS, Training, train
from bpe.readings.granularity import (
    Cuts,
    KnownToken,
    Level,
    cutter,
    hold_out,
    is_spaced,
    single_bytes,
    subwords,
    whole_words,
)
from ui.catalogue import LANGUAGES, opening
from ui.draw.tokens import chips
from ui.jobs import report
from ui.own_text import sources
from ui.runs import AnyRun
from ui.samples import NOVEL, Sample, samples
from ui.text import in_percent, t

STYLE = Path(__file__).with_name("levels.css")

IN_LESSON = ("characters", "subwords", "words")
LEVELS = (*IN_LESSON, "bytes")
"""The rows of Home; a lesson has room for the first three."""

SCHEME = PRESETS["paper"]


@dataclass(frozen=True)
class LearnedLevels:
    """Vocabularies learned from a text.

    Attributes:
        training: on the seen part.
        measured: level -> cost and unknown rate; without "words" if the text does not separate
            words.
    """

    training: Training
    measured: Mapping[str, Level]

    def cuts(self, text: str) -> Cuts:
        """Cut a text at every available level."""
        cuts = self._cutter(text)
        return {name: cuts[name] for name in LEVELS if name in self.measured}

    @cached_property
    def _cutter(self) -> Callable[[str], Cuts]:
        return cutter(self.training, len(self.training))

    @property
    def counted(self) -> str:
        """The unit that is counted in the held-out text: "words", else "letters"."""
        return "words" if "words" in self.measured else "letters"


@dataclass(frozen=True)
class LevelsRun(AnyRun):
    """The input of `LearnedLevels`: the text."""

    @property
    def key(self) -> Hashable:
        return "levels", self.source.digest

    def learn(self) -> LearnedLevels:
        """Hold out one word occurrence in ten, learn from the others, and measure all levels."""
        parts = hold_out(self.source.corpus(SCHEME))
        report("merging", 0, 0)
        training = train(
            parts.seen,
            SCHEME,
            max_merges=self.source.merges,
            on_progress=partial(report, "merging"),
        )
        letters, pieces = subwords(training, (0, len(training)), parts.held_out)
        measured = {"characters": letters, "subwords": pieces, "bytes": single_bytes(*parts)}
        if is_spaced(parts.seen):
            measured["words"] = whole_words(*parts)
        return LearnedLevels(training, measured)


def levels_of(sample: Sample) -> LearnedLevels:
    """Return the vocabularies learned from a sample. Raises CorpusError."""
    learned: LearnedLevels = LevelsRun(sources.of_sample(sample)).record
    return learned


def sample_of(lang: str) -> Sample:
    """Return the text from which the levels are learned, for a reader of a language."""
    return samples()[opening("levels").get(lang, NOVEL)]


def sample_for(text: str, lang: str) -> Sample:
    """Return the sample that shares most characters with `text`, else that of the language."""
    each_sample = (sample_of(each) for each in (lang, *LANGUAGES))
    return max(each_sample, key=lambda sample: sum(map(_characters(sample).__contains__, text)))


@lru_cache(len(LANGUAGES))
def _characters(sample: Sample) -> frozenset[str]:
    return frozenset(sample.path.read_text(encoding="utf-8")) - {" "}


def rows(
    learned: LearnedLevels | None,
    text: str,
    names: Sequence[str] = IN_LESSON,
    words: Sequence[str] = (),
) -> str:
    """Write a row for each level: name, number of tokens, the tokens, vocabulary size and unknown
    rate. While the answer is hidden (None) the rows have only their names.

    words: the words of the text if it does not separate them.
    """
    cuts = {} if learned is None else learned.cuts(text)
    drawn = []
    for name in names:
        count, cells = None, ""
        if learned is not None and name in cuts:
            count, level = len(cuts[name]), learned.measured[name]
            numbers = (
                (f"{level.vocabulary:,}", t("home.level_list")),
                (in_percent(level.unknown_rate), t(f"home.level_lost_{learned.counted}")),
            )
            cells = f'<dd class="cut">{"".join(pieces(name, cuts[name]))}</dd>' + "".join(
                f'<dd class="number"><b>{number}</b><small>{escape(said)}</small></dd>'
                for number, said in numbers
            )
        elif learned is not None:
            cells = f'<dd class="told">{escape(t("home.no_words"))}</dd>'
            if words:
                count, cells = len(words), f'<dd class="cut">{chips(words)}</dd>{cells}'
        label = escape(t(f"home.level_{name}"))
        if count is not None:
            tokens = t("common.tokens", n=count)
            label += f"<small>{escape(tokens)}</small>"
        drawn.append(f'<div class="way" data-level="{name}"><dt>{label}</dt>{cells}</div>')
    return f'<dl class="level-ways">{"".join(drawn)}</dl>'


def pieces(level: str, cut: Sequence[KnownToken]) -> list[str]:
    """Draw the tokens of a text at a level, with a badge on unknown ones."""
    # Whole words and single bytes have no boundary mark: a typed one is text.
    scheme = None if level in ("words", "bytes") else SCHEME
    badge = f"<small>{escape(t('home.unknown'))}</small>"
    drawn = ((chips([token], scheme), is_known) for token, is_known in cut)
    return [
        chip if is_known else f'<span class="unknown-piece">{chip}{badge}</span>'
        for chip, is_known in drawn
    ]
