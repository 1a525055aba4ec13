"""Which run a page shows of what the reader has chosen, and the step that belongs to each run.

One run goes through the app. A page that cannot show it shows a run of its own kind instead, and
the reader's is found again on the other pages. Everything here is a value; the session keeps them.
"""

import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Self

from bpe import PRESETS
from ui.corpora.samples import samples
from ui.shell.choices import LIMITS, OWN_RULES, RULES, Choices, changed

MOST = 200
"""Runs whose step is kept; of more, those that were shown longest ago are forgotten."""


@dataclass(frozen=True)
class Run:
    """What a step belongs to: everything that decides which merges there are.

    Attributes:
        text: name of a sample or of a pair of texts, or a kind of own text.
        scheme: a preset's name, or the name of another kind of training.
        ties, mark, special, min_frequency: None where they are the scheme's own.
    """

    text: str
    scheme: str
    ties: str | None = None
    mark: str | None = None
    special: str | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None

    @property
    def unlimited(self) -> Self:
        """The run as far as it goes; this one is the beginning of it."""
        return replace(self, max_merges=None, vocab_size=None)

    @property
    def key(self) -> str:
        """Name the run by what decides which ids its tokens have: its text and its rules."""
        rules = replace(self.unlimited, min_frequency=None)
        said = [f"{name}={value}" for name, value in asdict(rules).items() if value is not None]
        return f"{zlib.crc32(' '.join(said).encode('utf-8', 'surrogatepass')):08x}"


@dataclass(frozen=True)
class Steps:
    """The step at which each run was left: run -> merges applied, the latest last."""

    of: Mapping[Run, int] = field(default_factory=lambda: MappingProxyType({}))

    def left_at(self, run: Run, step: int) -> Self:
        """Return the steps with this run's, without those of more than `MOST` runs."""
        steps = {**{other: at for other, at in self.of.items() if other != run}, run: step}
        return replace(self, of=MappingProxyType(dict([*steps.items()][-MOST:])))

    def without(self, text: str) -> Self:
        """Return the steps of all runs but those of a text, which is another one now."""
        left = {run: at for run, at in self.of.items() if run.text != text}
        return replace(self, of=MappingProxyType(left))


@dataclass(frozen=True)
class Shows:
    """What a page can show.

    Attributes:
        text: what it opens with where the reader comes without a run; None for a page without
            pickers.
        schemes: those it offers.
        scheme: the one it opens with; None for that which shows a sample best.
        choice: the choice that names its text: "corpus" or "pair".
        needs: what a text must have for the page to make its point, if anything: "length", or
            "characters" beyond ASCII.
        in_chinese: the text it opens with for a reader of Chinese, by the scheme that shows it
            best; None for the same.
    """

    text: str | None = None
    schemes: tuple[str, ...] = tuple(PRESETS)
    scheme: str | None = None
    choice: str = "corpus"
    needs: str | None = None
    in_chinese: str | None = None

    def in_language(self, lang: str) -> Self:
        """Return what the page can show a reader of this language."""
        return replace(self, text=self.in_chinese) if self.in_chinese and lang == "zh" else self

    def default_scheme(self, text: str) -> str:
        """Return the scheme that shows a text best, of those offered."""
        own = None if text == self.in_chinese else self.scheme
        return own or best_scheme(text, self.schemes)

    def run(self, choices: Choices) -> Run | None:
        """Return the run that the page shows for these choices; None without pickers."""
        text = choices.get(self.choice) or self.text
        if self.text is None or text is None:
            return None
        scheme = choices.scheme or self.default_scheme(text)
        if scheme not in self.schemes:
            scheme = self.default_scheme(text)
            choices = choices.but(**dict.fromkeys(OWN_RULES))
        preset = PRESETS.get(scheme)
        rules = {} if preset is None else changed(preset, choices)
        limits = {name: getattr(choices, name) for name in LIMITS}
        if limits["min_frequency"] == 1:
            limits["min_frequency"] = None
        return Run(text, scheme, **rules, **limits)


EVERYTHING = Shows(text="")
"""A page that can show every run of merges."""


def best_scheme(text: str, schemes: tuple[str, ...]) -> str:
    """Return the scheme written down for a sample, if it is one of these; else the first."""
    sample = samples().get(text)
    best = sample.default_scheme if sample else None
    return best if best is not None and best in schemes else schemes[0]


def readers_run(shows: Shows, choices: Choices, before: Run | None) -> Run | None:
    """Return the run the reader is on, on a page where this was chosen.

    It is the one shown, but where the page cannot show its scheme: then it is the one chosen or,
    where none was, the one that the reader came with. A page of pairs leaves it as it was.
    """
    shown = shows.run(choices)
    if shown is None or shows.choice != "corpus":
        if choices.corpus is None and before is not None:
            return before
        return None if choices.corpus is None else EVERYTHING.run(choices)
    here = choices.but(corpus=shown.text)
    if choices.scheme is not None:
        return EVERYTHING.run(here)
    if before is not None and before.text == shown.text and before.scheme not in shows.schemes:
        limits = {name: getattr(choices, name) for name in LIMITS}
        return replace(before, **limits)
    return shown if shown.scheme in PRESETS else EVERYTHING.run(here)


def leading_to(shows: Shows, run: Run | None, choices: Choices, steps: Steps) -> Choices:
    """Return what a link to a page says, so that it shows the reader's run where it was left.

    The scheme is left out where the page chooses the same by itself, or cannot show it and every
    other page would choose it.
    """
    link, there = _leading(shows, run, choices.but(step=None))
    return link if there is None else link.but(step=steps.of.get(there))


def led_to(shows: Shows, run: Run | None, choices: Choices) -> Run | None:
    """Return the run that a page shows which such a link leads to."""
    return _leading(shows, run, choices.but(step=None))[1]


@lru_cache(maxsize=1024)
def _leading(shows: Shows, run: Run | None, link: Choices) -> tuple[Choices, Run | None]:
    """Return what the link says but for the step, and the run that the page shows then."""
    if run is not None:
        kept = {name: getattr(run, name) for name in (*RULES, *LIMITS)}
        link = link.but(corpus=run.text, **kept)
        as_it_is = all(getattr(run, name) is None for name in OWN_RULES)
        if as_it_is and _goes_without_saying(shows, run):
            link = link.but(scheme=None)
    return link, shows.run(link)


def _goes_without_saying(shows: Shows, run: Run) -> bool:
    if shows.choice == "corpus" and shows.text is not None and run.scheme in shows.schemes:
        return shows.default_scheme(run.text) == run.scheme
    return best_scheme(run.text, tuple(PRESETS)) == run.scheme
