"""Which run a page shows of what the reader has chosen, and the step that belongs to each run.

One run goes through the app. A page that cannot show it shows a run of its own kind instead, and
the reader's is found again on the other pages. Everything here is a value; the session keeps them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bpe import PRESETS
from ui.samples import samples
from ui.shell.choices import LIMITS, OWN_RULES, Choices, RunChoice, changed

MOST = 12
"""Runs whose step is kept: the reader's last ones, and those that single pages show instead."""

Steps = Mapping[RunChoice, int]
"""The step at which each run was left: merges applied, the latest last."""


def left_at(steps: Steps, run: RunChoice, step: int) -> Steps:
    """Return the steps with this run's; those left longest ago are forgotten."""
    others = [(other, at) for other, at in steps.items() if other != run]
    return dict([*others, (run, step)][-MOST:])


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
        opens: language -> the text it opens with for those who read that, by the scheme that shows
            it best; `text` for all others.
        unless: names a choice that, once it is made, lets the page show all schemes.
    """

    text: str | None = None
    schemes: tuple[str, ...] = tuple(PRESETS)
    scheme: str | None = None
    choice: str = "corpus"
    needs: str | None = None
    opens: Mapping[str, str] = field(default_factory=dict)
    unless: str = ""

    def chosen(self, choices: Choices) -> Self:
        """Return what the page can show for these choices."""
        is_made = self.unless and choices.get(self.unless)
        return replace(self, schemes=tuple(PRESETS), scheme=None) if is_made else self

    def in_language(self, lang: str) -> Self:
        """Return what the page can show a reader of this language."""
        return replace(self, text=self.opens.get(lang, self.text))

    def default_scheme(self, text: str) -> str:
        """Return the scheme that shows a text best, of those offered.

        A sample has its own; the page's is for the text it opens with, and for the reader's.
        """
        sample = samples().get(text)
        has_own = sample is not None and text != self.text and sample.default_scheme in self.schemes
        own = None if has_own or text in self.opens.values() else self.scheme
        return own or best_scheme(text, self.schemes)

    def run(self, choices: Choices) -> RunChoice | None:
        """Return the run that the page shows for these choices; None without pickers."""
        text = choices.get(self.choice) or self.text
        if self.text is None or text is None:
            return None
        if self.chosen(choices) != self:
            return self.chosen(choices).run(choices)
        if choices.run.scheme not in (None, *self.schemes):
            choices = choices.but(scheme=None)
        scheme = choices.run.scheme or self.default_scheme(text)
        return changed(PRESETS.get(scheme), replace(choices.run, text=text, scheme=scheme))


EVERYTHING = Shows(text="")
"""A page that can show every run of merges."""


def best_scheme(text: str, schemes: tuple[str, ...]) -> str:
    """Return the scheme written down for a sample, if it is one of these; else the first."""
    sample = samples().get(text)
    best = sample.default_scheme if sample else None
    return best if best is not None and best in schemes else schemes[0]


def readers_run(shows: Shows, choices: Choices, before: RunChoice | None) -> RunChoice | None:
    """Return the run the reader is on, on a page where this was chosen.

    It is the one shown, but where the page cannot show its scheme: then it is the one chosen or,
    where none was, the one that the reader came with. A page of pairs leaves it as it was.
    """
    shows = shows.chosen(choices)
    shown, chosen = shows.run(choices), choices.run
    if shown is None or shows.choice != "corpus":
        return before if chosen.text is None else EVERYTHING.run(choices)
    if chosen.scheme is None:
        if before and before.text == shown.text and before.scheme not in shows.schemes:
            return replace(before, **{name: getattr(chosen, name) for name in LIMITS})
        if shown.scheme in PRESETS:
            return shown
    return EVERYTHING.run(choices.but(corpus=shown.text))


def leading_to(shows: Shows, run: RunChoice | None, choices: Choices, steps: Steps) -> Choices:
    """Return what a link to a page says, so that it shows the reader's run where it was left.

    The scheme is left out where the page chooses the same by itself, or cannot show it and every
    other page would choose it.
    """
    shows = shows.chosen(choices)
    if run is not None:
        unsaid = _goes_without_saying(shows, run)
        choices = choices.but(run=replace(run, scheme=None) if unsaid else run)
    there = shows.run(choices)
    return choices.but(step=None if there is None else steps.get(there))


def _goes_without_saying(shows: Shows, run: RunChoice) -> bool:
    if any(getattr(run, name) is not None for name in OWN_RULES):
        return False
    if shows.choice == "corpus" and shows.text is not None and run.scheme in shows.schemes:
        return shows.default_scheme(run.text or "") == run.scheme
    return best_scheme(run.text or "", tuple(PRESETS)) == run.scheme
