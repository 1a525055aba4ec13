"""What a reader can choose on any page, how an address says it, and what it makes of a scheme."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self
from zlib import crc32

from bpe import PRESETS, Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.corpora.samples import training_samples
from ui.languages import LANGUAGES
from ui.tour.cards import FORMER, PHASES, STOPS

OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
NO_SPECIAL = "none"
MOST_SPECIAL, LONGEST_SPECIAL = 20, 400


@dataclass(frozen=True)
class Choice:
    """A choice as an address carries it.

    Attributes:
        name: its name in the address.
        read: makes a value of its text there; None of a text that is no value.
        own: values that stand for a text of the reader's own, good only where the session has it.
        field: its field of `Run`, where that is called otherwise.
        sets: the field of `Scheme` that it sets, if it changes a rule of the scheme.
    """

    name: str
    read: Callable[[str], Any]
    own: tuple[str, ...] = ()
    field: str = ""
    sets: str = ""


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


def free_text(longest: int) -> Callable[[str], str | None]:
    """Return what reads any text but none at all, up to a number of characters."""
    return lambda text: text if 0 < len(text) <= longest else None


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
class Run:
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

    @property
    def key(self) -> str:
        """Name the run by what decides which ids its tokens have: its text and its rules."""
        rules = replace(self.unlimited, min_frequency=None)
        said = [f"{name}={value}" for name, value in asdict(rules).items() if value is not None]
        return f"{crc32(' '.join(said).encode('utf-8', 'surrogatepass')):08x}"


RUN = (
    Choice("corpus", one_of(training_samples()), own=OWN_TEXTS, field="text"),
    Choice("scheme", one_of(PRESETS)),
    Choice("ties", one_of(TIE_RULES), sets="tie_rule"),
    Choice("mark", one_of(MARKS), sets="boundary"),
    Choice("special", read_special, sets="special_tokens"),
    Choice("max_merges", Whole(0, 50_000)),
    Choice("vocab_size", Whole(1, 2_000_000)),
    Choice("min_frequency", Whole(1, 1_000_000_000)),
)
"""The choices that make a run: for each field of `Run` one."""

SHARED = (
    *RUN,
    Choice("step", Whole(0, 2_000_000)),
    Choice("tour", Whole(1, FORMER)),
    Choice("lang", one_of(LANGUAGES)),
    Choice("present", one_of(("1",))),
    Choice("stop", one_of(STOPS)),
    Choice("phase", one_of(PHASES)),
)
"""The choices that belong to no single page.

`step` counts the merges applied so far, `tour` is the card of the tour that is open, `lang` a
language other than the browser's. `present` is "1" where the page fills the screen, without menu;
no link to share says it, nor at which stop of the lesson, and whether that asks or answers.
"""

OWN_RULES = {each.name: each.sets for each in RUN if each.sets}
"""What a reader changes of a scheme, and the field of `Scheme` that is: gone with the next one."""

LIMITS = {each.name: each.read for each in RUN if isinstance(each.read, Whole)}
_FIELDS = {each.name: each.field or each.name for each in RUN}


@dataclass(frozen=True)
class Choices:
    """Everything that was chosen. None is the default, which the address leaves out.

    Attributes:
        run: what was chosen of the run.
        others: all other choices that were made, by name: (name, value).
    """

    run: Run = Run()
    others: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        """Return a choice by its name in the address; None for its default."""
        if name in _FIELDS:
            return getattr(self.run, _FIELDS[name])
        return dict(self.others).get(name)

    def but(self, **changes: Any) -> "Choices":
        """Return the choices with some changed, by their names in the address, or all of the `run`.

        Another scheme comes with its own rules, unless they are among the changes.
        """
        run = changes.pop("run", self.run)
        if "scheme" in changes:
            changes = {**dict.fromkeys(OWN_RULES), **changes}
        of_run = {_FIELDS[name]: changes.pop(name) for name in _FIELDS if name in changes}
        others = {**dict(self.others), **changes}
        made = sorted((name, value) for name, value in others.items() if value is not None)
        return Choices(replace(run, **of_run), tuple(made))


def changed(preset: Scheme | None, run: Run) -> Run:
    """Return a run of a preset with None for what is the preset's own, or makes no sense of it.

    Of another kind of training there is no preset, and nothing to change.
    """
    names = [name for name in OWN_RULES if preset is None or _is_own(preset, name, run)]
    if run.min_frequency == 1:
        names.append("min_frequency")
    return replace(run, **dict.fromkeys(names))


def _is_own(preset: Scheme, name: str, run: Run) -> bool:
    if name == "mark" and why_mark_is_fixed(preset):
        return True
    own = getattr(preset, OWN_RULES[name])
    return getattr(run, name) == (own if isinstance(own, str) else " ".join(own) or NO_SPECIAL)


def scheme_of(preset: Scheme, run: Run) -> Scheme:
    """Return a preset with what a run changes of it."""
    said = asdict(changed(preset, run))
    rules = {sets: said[name] for name, sets in OWN_RULES.items() if said[name] is not None}
    if "special_tokens" in rules:
        special = rules["special_tokens"]
        rules["special_tokens"] = () if special == NO_SPECIAL else tuple(special.split())
    return replace(preset, **rules)


def why_mark_is_fixed(scheme: Scheme) -> str | None:
    """Name the sentence that says why another boundary mark makes no sense, if it makes none."""
    if scheme.units == "bytes":
        return "controls.mark_bytes"
    if scheme.rules == "sentencepiece":
        return "controls.mark_sentencepiece"
    if scheme.score == "wordpiece":
        return "controls.mark_wordpiece"
    return None
