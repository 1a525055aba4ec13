"""What a reader can choose on any page, how an address says it, and what it makes of a scheme."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from bpe import PRESETS, Scheme
from bpe.schemes import MARKS, TIE_RULES
from ui.corpora.samples import training_samples
from ui.tour.cards import CARDS

LANGUAGES = ("en", "zh")
OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
OWN_RULES = ("ties", "mark", "special")
"""What a reader changes of a scheme; gone with the next one."""

RULES = ("scheme", *OWN_RULES)
LIMITS = ("max_merges", "vocab_size", "min_frequency")
NO_SPECIAL = "none"
MOST_SPECIAL, LONGEST_SPECIAL = 20, 400


@dataclass(frozen=True)
class Choice:
    """A choice as an address carries it.

    Attributes:
        name: its name in the address.
        read: makes a value of its text there; None of a text that is no value.
        own: values that stand for a text of the reader's own, good only where the session has it.
    """

    name: str
    read: Callable[[str], Any]
    own: tuple[str, ...] = ()


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


@dataclass(frozen=True)
class Choices:
    """Everything that was chosen. None is the default, which the address leaves out.

    Attributes:
        corpus: a sample's name, or "pasted" or "uploaded" for the reader's own text.
        scheme: a preset's name.
        ties: a tie rule other than the scheme's own.
        mark: a boundary other than the scheme's own.
        special: special tokens other than the scheme's own, with spaces between; "none" for none.
        max_merges: limit on the merges.
        vocab_size: limit on the vocabulary: alphabet, mark and merges.
        min_frequency: smallest count of a pair that is still merged.
        step: merges applied so far.
        lang: a language other than the browser's.
        tour: the card of the tour that is open, from 1.
        present: "1" where the page fills the screen, without menu; no link to share says it.
        of_pages: what was chosen of the choices that single pages have: (name, value).
    """

    corpus: str | None = None
    scheme: str | None = None
    ties: str | None = None
    mark: str | None = None
    special: str | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None
    step: int | None = None
    lang: str | None = None
    tour: int | None = None
    present: str | None = None
    of_pages: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        """Return a choice by its name, a page's too; None for its default."""
        return getattr(self, name) if name in _SHARED else dict(self.of_pages).get(name)

    def but(self, **changes: Any) -> "Choices":
        """Return the choices with some changed, those of pages too."""
        shared = {name: value for name, value in changes.items() if name in _SHARED}
        of_pages = {**dict(self.of_pages), **changes}
        kept = [(n, v) for n, v in of_pages.items() if n not in _SHARED and v is not None]
        return replace(self, **shared, of_pages=tuple(sorted(kept)))


_SHARED = {field.name for field in fields(Choices)} - {"of_pages"}


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


NUMBERS = {
    "max_merges": Whole(0, 50_000),
    "vocab_size": Whole(1, 2_000_000),
    "min_frequency": Whole(1, 1_000_000_000),
    "step": Whole(0, 2_000_000),
    "tour": Whole(1, len(CARDS)),
}
SHARED = (
    Choice("corpus", one_of(training_samples()), own=OWN_TEXTS),
    Choice("scheme", one_of(PRESETS)),
    Choice("ties", one_of(TIE_RULES)),
    Choice("mark", one_of(MARKS)),
    Choice("special", read_special),
    *(Choice(name, read) for name, read in NUMBERS.items()),
    Choice("lang", one_of(LANGUAGES)),
    Choice("present", one_of(("1",))),
)
"""The choices that belong to no single page."""


def changed(preset: Scheme, choices: Choices) -> dict[str, Any]:
    """Return what the choices change of a preset: name -> value, None where it stays as it is.

    What makes no sense of that preset is None too.
    """
    own_special = " ".join(preset.special_tokens) or NO_SPECIAL
    return {
        "ties": _unless(choices.ties, preset.tie_rule),
        "mark": None if why_mark_is_fixed(preset) else _unless(choices.mark, preset.boundary),
        "special": _unless(choices.special, own_special),
    }


def _unless(value: Any, own: Any) -> Any:
    return None if value == own else value


def scheme_of(preset: Scheme, choices: Choices) -> Scheme:
    """Return a preset with what the choices change of it."""
    values = changed(preset, choices)
    rules = {_FIELDS[name]: value for name, value in values.items() if value is not None}
    if "special_tokens" in rules:
        special = rules["special_tokens"]
        rules["special_tokens"] = () if special == NO_SPECIAL else tuple(special.split())
    return replace(preset, **rules)


_FIELDS = {
    "ties": "tie_rule",
    "mark": "boundary",
    "special": "special_tokens",
}


def why_mark_is_fixed(scheme: Scheme) -> str | None:
    """Name the sentence that says why another boundary mark makes no sense, if it makes none."""
    if scheme.units == "bytes":
        return "controls.mark_bytes"
    if scheme.rules == "sentencepiece":
        return "controls.mark_sentencepiece"
    if scheme.score == "wordpiece":
        return "controls.mark_wordpiece"
    return None
