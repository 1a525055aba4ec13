"""What a reader can choose on any page, how an address says it, and what it makes of a scheme."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import astuple, dataclass, field, replace
from typing import Any, Self

from bpe import PRESETS, Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.catalogue import LANGUAGES
from ui.samples import samples, training_samples

STOPS = (*"123456789", "end")
PHASES = ("question", "open", "tally", "answer", "merge")
"""Where the lesson is, as an address says it: a stop, and what is shown there."""

OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
OWN_FILES = "tokenizer-files"
NO_SPECIAL = "none"
MOST_SPECIAL, LONGEST_SPECIAL = 20, 400


@dataclass(frozen=True)
class Choice:
    """A choice as an address carries it.

    Attributes:
        name: its name in the address.
        read: makes a value of its text there; None of a text that is no value.
        own: values that stand for a text of the reader's own, good only where the session has it.
        sets: the field of `Scheme` that it sets, if it changes a rule of the scheme.
        here: whether it is of the page that it was made on alone: no link to a page says it.
    """

    name: str
    read: Callable[[str], Any]
    own: tuple[str, ...] = ()
    sets: str = ""
    here: bool = False


@dataclass(frozen=True)
class Whole:
    """Reads a whole number from `least` to `most`."""

    least: int
    most: int

    def __call__(self, text: str) -> int | None:
        """Return the number; None for what is none, or beyond."""
        if not (text.isascii() and text.isdigit() and len(text) <= 10):
            return None
        return int(text) if self.least <= int(text) <= self.most else None


def one_of(values: Iterable[str]) -> Callable[[str], str | None]:
    """Return what reads one of some values."""
    allowed = frozenset(values)
    return lambda text: text if text in allowed else None


def free_text(longest: int, least: int = 1) -> Callable[[str], str | None]:
    """Return what reads any text but none at all, up to a number of characters."""
    return lambda text: text if least <= len(text) <= longest else None


def read_special(text: str) -> str | None:
    """Return special tokens with one space between, each once; None for what no scheme can have.

    No special token at all is "none".
    """
    if not text:
        return None
    special = tuple(dict.fromkeys(text.split())) if text != NO_SPECIAL else ()
    if len(special) > MOST_SPECIAL or len(text) > LONGEST_SPECIAL or {*special} & {*MARKS.values()}:
        return None
    try:
        Scheme(special_tokens=special)
    except ValueError:
        return None
    return " ".join(special) or NO_SPECIAL


@dataclass(frozen=True)
class RunChoice:
    """Everything that decides which merges there are, and so what a step belongs to.

    As a reader chose it, None is what a page opens with; as a page shows it, text and scheme are
    known, and the rest is None where it is the scheme's own or no limit.

    Attributes:
        text: name of a sample or of a pair of texts, or a kind of own text.
        scheme: a preset's name, or the name of another kind of training.
        ties: a tie rule.
        mark: a boundary.
        special: special tokens, with spaces between; "none" for none.
        max_merges: limit on the merges.
        vocab_size: limit on the vocabulary: alphabet, mark and merges.
        min_frequency: smallest count of a pair that is still merged.
    """

    text: str | None = None
    scheme: str | None = None
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


RUN = (
    Choice("corpus", one_of(training_samples()), own=OWN_TEXTS),
    Choice("scheme", one_of(PRESETS)),
    Choice("ties", one_of(TIE_RULES), sets="tie_rule"),
    Choice("mark", one_of(MARKS), sets="boundary"),
    Choice("special", read_special, sets="special_tokens"),
    Choice("max_merges", Whole(0, 50_000)),
    Choice("vocab_size", Whole(1, 2_000_000)),
    Choice("min_frequency", Whole(1, 1_000_000_000)),
)
"""The choices that make a run: for each field of `Run` one, in their order."""

SHARED = (
    *RUN,
    Choice("came", one_of(training_samples()), own=OWN_TEXTS),
    Choice("step", Whole(0, 2_000_000)),
    Choice("lang", one_of(LANGUAGES)),
    Choice("present", one_of(("1",))),
    Choice("stop", one_of(STOPS), here=True),
    Choice("phase", one_of(PHASES), here=True),
)
"""The choices that belong to no single page.

`came` is the text that another one was shown in place of, for once. `step` counts the merges
applied so far, `lang` is a language other than the browser's. `present` is "1" where the page fills
the screen, without menu; no link to share says it. `stop` and `phase` are where the lesson is.
"""

OWN_RULES = {each.name: each.sets for each in RUN if each.sets}
"""What a reader changes of a scheme, and the field of `Scheme` that is: gone with the next one."""

LIMITS = {each.name: each.read for each in RUN if isinstance(each.read, Whole)}


class Choices(dict[str, Any]):
    """Everything that was chosen, by its name in the address, which leaves the rest at a default.

    It is never changed: `with_` returns another.
    """

    @property
    def run(self) -> RunChoice:
        """What was chosen of the run."""
        return RunChoice(*(self.get(choice.name) for choice in RUN))

    def with_(self, run: RunChoice | None = None, **changes: Any) -> "Choices":
        """Return the choices with some changed, None to the default, or all of the `run`.

        Another scheme comes with its own rules, unless they are among the changes; to another text
        nobody came yet.
        """
        if run is not None:
            of_run = dict(zip((choice.name for choice in RUN), astuple(run), strict=True))
            changes = {**of_run, **changes}
        elif "scheme" in changes:
            changes = {**dict.fromkeys(OWN_RULES), **changes}
        if changes.get("corpus", self.get("corpus")) != self.get("corpus"):
            changes = {"came": None, **changes}
        made = {**self, **changes}.items()
        return Choices({name: value for name, value in made if value is not None})


def changed(preset: Scheme | None, run: RunChoice) -> RunChoice:
    """Return a run of a preset with None for what is the preset's own, or makes no sense of it.

    Of another kind of training there is no preset, and nothing to change.
    """
    own = [name for name in OWN_RULES if preset is None or name not in _rules(preset, run)]
    if run.min_frequency == 1:
        own.append("min_frequency")
    return replace(run, **dict.fromkeys(own))


def scheme_of(preset: Scheme, run: RunChoice) -> Scheme:
    """Return a preset with what a run changes of it."""
    return replace(preset, **{OWN_RULES[name]: rule for name, rule in _rules(preset, run).items()})


def _rules(preset: Scheme, run: RunChoice) -> dict[str, Any]:
    """Return the rules of a preset that a run changes, by choice, as a scheme has them."""
    rules: dict[str, Any] = {"ties": run.ties}
    if not why_mark_is_fixed(preset):
        rules["mark"] = run.mark
    if run.special is not None:
        rules["special"] = () if run.special == NO_SPECIAL else tuple(run.special.split())
    own = {name: getattr(preset, sets) for name, sets in OWN_RULES.items()}
    return {name: rule for name, rule in rules.items() if rule not in (None, own[name])}


def why_mark_is_fixed(scheme: Scheme) -> str | None:
    """Name the sentence that says why another boundary mark makes no sense, if it makes none."""
    if scheme.units == "bytes":
        return "controls.mark_bytes"
    if scheme.rules == "sentencepiece":
        return "controls.mark_sentencepiece"
    if scheme.score == "wordpiece":
        return "controls.mark_wordpiece"
    return None


MOST_STEPS = 12
"""Runs whose step is kept: the reader's last ones, and those that single pages show instead."""

Steps = Mapping[RunChoice, int]
"""The step at which each run was left: merges applied, the latest last."""


def left_at(steps: Steps, run: RunChoice, step: int) -> Steps:
    """Return the steps with this run's; those left longest ago are forgotten."""
    others = [(other, at) for other, at in steps.items() if other != run]
    return dict([*others, (run, step)][-MOST_STEPS:])


@dataclass(frozen=True)
class PageRuns:
    """What a page can show.

    Attributes:
        text: what it opens with where the reader comes without a run; None for a page without
            pickers.
        schemes: those it offers.
        scheme: the one it opens with; None for that which shows a sample best.
        choice: the choice that names its text: "corpus" or "pair".
        needs: what a text must have for the page to make its point, if anything: "length", or
            "characters" beyond ASCII.
        text_by_language: the text it opens with for those who read a language, by the scheme that
            shows it best; `text` for all others.
        all_schemes_if: names a choice that, once it is made, lets the page show all schemes.
    """

    text: str | None = None
    schemes: tuple[str, ...] = tuple(PRESETS)
    scheme: str | None = None
    choice: str = "corpus"
    needs: str | None = None
    text_by_language: Mapping[str, str] = field(default_factory=dict)
    all_schemes_if: str = ""

    def chosen(self, choices: Choices) -> Self:
        """Return what the page can show for these choices."""
        is_made = self.all_schemes_if and choices.get(self.all_schemes_if)
        return replace(self, schemes=tuple(PRESETS), scheme=None) if is_made else self

    def in_language(self, lang: str) -> Self:
        """Return what the page can show a reader of this language."""
        return replace(self, text=self.text_by_language.get(lang, self.text))

    def default_scheme(self, text: str) -> str:
        """Return the scheme that shows a text best, of those offered.

        A sample has its own; the page's is for the text it opens with, and for the reader's.
        """
        sample = samples().get(text)
        has_own = sample is not None and text != self.text and sample.default_scheme in self.schemes
        own = None if has_own or text in self.text_by_language.values() else self.scheme
        return own or best_scheme(text, self.schemes)

    def run(self, choices: Choices) -> RunChoice | None:
        """Return the run that the page shows for these choices; None without pickers."""
        text = choices.get(self.choice) or self.text
        if self.text is None or text is None:
            return None
        if self.chosen(choices) != self:
            return self.chosen(choices).run(choices)
        if choices.run.scheme not in (None, *self.schemes):
            choices = choices.with_(scheme=None)
        scheme = choices.run.scheme or self.default_scheme(text)
        return changed(PRESETS.get(scheme), replace(choices.run, text=text, scheme=scheme))


EVERYTHING = PageRuns(text="")
"""A page that can show every run of merges."""


def best_scheme(text: str, schemes: tuple[str, ...]) -> str:
    """Return the scheme written down for a sample, if it is one of these; else the first."""
    sample = samples().get(text)
    best = sample.default_scheme if sample else None
    return best if best is not None and best in schemes else schemes[0]


def current_run(shows: PageRuns, choices: Choices, before: RunChoice | None) -> RunChoice | None:
    """Return the run the reader is on, on a page where this was chosen.

    It is the one shown, but where the page cannot show the scheme that was chosen. A page of pairs
    leaves it as it was.
    """
    shows = shows.chosen(choices)
    shown, chosen = shows.run(choices), choices.run
    if shown is None or shows.choice != "corpus":
        return before if chosen.text is None else EVERYTHING.run(choices)
    if chosen.scheme is None and shown.scheme in PRESETS:
        return shown
    return EVERYTHING.run(choices.with_(corpus=shown.text))


def leading_to(shows: PageRuns, run: RunChoice | None, choices: Choices, steps: Steps) -> Choices:
    """Return what a link to a page says, so that it shows the reader's run where it was left.

    The scheme is left out where the page chooses the same by itself.
    """
    shows = shows.chosen(choices)
    if run is not None:
        unsaid = _goes_without_saying(shows, run)
        choices = choices.with_(run=replace(run, scheme=None) if unsaid else run)
    there = shows.run(choices)
    return choices.with_(step=None if there is None else steps.get(there))


def _goes_without_saying(shows: PageRuns, run: RunChoice) -> bool:
    if any(getattr(run, name) is not None for name in OWN_RULES):
        return False
    if shows.choice == "corpus":
        return shows.default_scheme(run.text or "") == run.scheme
    return best_scheme(run.text or "", tuple(PRESETS)) == run.scheme
