"""What a reader can choose, and the address that stands for it: each is made from the other."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from bpe import PRESETS, Scheme
from bpe.merging.parity import MEASURES
from bpe.schemes import MARKS, TIE_RULES
from bpe.text.patterns import check_pattern
from ui.corpora.samples import parallel_samples, training_samples
from ui.corpora.tokenizers import shipped
from ui.tour.cards import CARDS

LANGUAGES = ("en", "zh")
OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
OWN_RUN = "own"
SETTINGS = ("pattern", "special", "max_token_length", "coverage")
OWN_RULES = ("ties", "mark", *SETTINGS)
"""What a reader changes of a scheme; gone with the next one."""

RULES = ("scheme", *OWN_RULES)
LIMITS = ("max_merges", "vocab_size", "min_frequency")
MISTAKES = (
    *("neighbours", "ties", "weights", "stale", "overlap", "once", "twice", "text", "words"),
    *("spaces", "lower", "special", "aliases", "score", "one_more", "none", "handout"),
)
"""The examples of the page Check my BPE."""

LARGEST = {
    "max_token_length": 1_000,
    "max_merges": 50_000,
    "vocab_size": 2_000_000,
    "min_frequency": 1_000_000_000,
    "step": 2_000_000,
    "tour": len(CARDS),
    "round": 7,
    "seed": 999_999,
    "fork": 6,
}
SMALLEST = {
    "max_token_length": 1,
    "max_merges": 0,
    "vocab_size": 1,
    "min_frequency": 1,
    "step": 0,
    "tour": 1,
    "round": 1,
    "seed": 1,
    "fork": 1,
}
_FORK = r"\d{1,7}\.\d{1,7}\.\d{1,7}(?:~[^,~\x00-\x1f]{1,30})?"
# A run's key, then for each fork its step, the ids of two tokens, and the name it may have.
_FORKS = re.compile(rf"[0-9a-f]{{8}}:(?:{_FORK}(?:,{_FORK}){{0,5}})?", re.ASCII)

NO_SPECIAL = "none"
MOST_SPECIAL, LONGEST_SPECIAL = 20, 400
LEAST_COVERAGE = 0.5


@dataclass(frozen=True)
class Choices:
    """Everything a shared link carries. None is the default, which the address leaves out.

    Attributes:
        corpus: a sample's name, or "pasted" or "uploaded" for the reader's own text.
        scheme: a preset's name.
        ties: a tie rule other than the scheme's own.
        mark: a boundary other than the scheme's own.
        pattern: a regular expression that cuts words, of a scheme on bytes.
        special: special tokens other than the scheme's own, with spaces between; "none" for none.
        max_token_length: units that a token may have.
        coverage: part of all characters that the alphabet must cover, of a scheme on characters.
        max_merges: limit on the merges.
        vocab_size: limit on the vocabulary: alphabet, mark and merges.
        min_frequency: smallest count of a pair that is still merged.
        step: merges applied so far.
        round: which round of the quiz, from 1.
        seed: which draw of that round, from 1.
        pair: a parallel sample's name, or "two-files" for the reader's own.
        fair: what the joint run of two texts evens out, one of `MEASURES`; None for plain BPE.
        forks: forks of the run, as `ui.whatif.forks` writes them.
        fork: which of them is open, from 1.
        lang: a language other than the browser's.
        model: a tokenizer that comes with the app, or "own" for the reader's run.
        beside: the one beside it.
        token: the token whose life is told, as it is shown.
        word: the word whose skyline is drawn.
        mistake: an example of a trainer with a mistake, to check.
        tour: the card of the tour that is open, from 1.
        present: "1" where the page fills the screen, without menu; no link to share says it.
    """

    corpus: str | None = None
    scheme: str | None = None
    ties: str | None = None
    mark: str | None = None
    pattern: str | None = None
    special: str | None = None
    max_token_length: int | None = None
    coverage: float | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None
    step: int | None = None
    round: int | None = None
    seed: int | None = None
    pair: str | None = None
    fair: str | None = None
    forks: str | None = None
    fork: int | None = None
    lang: str | None = None
    model: str | None = None
    beside: str | None = None
    token: str | None = None
    word: str | None = None
    mistake: str | None = None
    tour: int | None = None
    present: str | None = None


NAMED = ("token", "word")
"""Choices that any text may stand for: the page of the run knows which do."""

LONGEST = 120
"""Characters of such a text that an address may have."""

NAMES = tuple(field.name for field in fields(Choices))
ASIDE = ("text", "sentence", "tab", "puzzle")
"""What a link carries besides, where the reader asks for it; gone with the next choice."""


@dataclass(frozen=True)
class Problem:
    """A value of the address that could not be used; the default stands in for it."""

    name: str
    value: str


def parse(query: Mapping[str, str], own_texts: frozenset[str]) -> tuple[Choices, list[Problem]]:
    """Read an address's query; a broken value becomes the default and a problem.

    `own_texts` names the kinds of own text that this session holds.
    """
    allowed = {
        "corpus": {*training_samples(), *own_texts.intersection(OWN_TEXTS)},
        "pair": {*parallel_samples(), *own_texts.intersection([OWN_PAIR])},
        "scheme": PRESETS,
        "ties": TIE_RULES,
        "mark": MARKS,
        "model": {*shipped(), OWN_RUN},
        "beside": {*shipped(), OWN_RUN},
        "fair": MEASURES,
        "mistake": MISTAKES,
        "lang": LANGUAGES,
        "present": ("1",),
    }
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name in NAMES:
        text = query.get(name)
        if text is None:
            continue
        value: Any = _READ[name](text) if name in _READ else text
        if name in LARGEST:
            value = _whole_number(name, text)
        unnamed = name in NAMED and not 0 < len(text) <= LONGEST
        if value is None or unnamed or (name in allowed and value not in allowed[name]):
            problems.append(Problem(name, text))
        else:
            values[name] = value
    return Choices(**values), problems


def _whole_number(name: str, text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        return None
    return int(text) if SMALLEST[name] <= int(text) <= LARGEST[name] else None


def read_pattern(text: str) -> str | None:
    """Return a pattern that can cut a text; None for what is none."""
    try:
        check_pattern(text)
    except ValueError:
        return None
    return text


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


def read_coverage(text: str) -> float | None:
    """Return a coverage from 0.5 to 1; None for what is none."""
    try:
        coverage = float(text)
    except ValueError:
        return None
    return coverage if LEAST_COVERAGE <= coverage <= 1 else None


def read_forks(text: str) -> str | None:
    """Return forks of a run, as `ui.whatif.forks` writes them; None for what are none."""
    return text if _FORKS.fullmatch(text) else None


_READ: dict[str, Callable[[str], Any]] = {
    "pattern": read_pattern,
    "special": read_special,
    "coverage": read_coverage,
    "forks": read_forks,
}


def changed(preset: Scheme, choices: Choices) -> dict[str, Any]:
    """Return what the choices change of a preset: name -> value, None where it stays as it is.

    What makes no sense of that preset is None too.
    """
    own_special = " ".join(preset.special_tokens) or NO_SPECIAL
    of_bytes = preset.units == "bytes"
    return {
        "ties": _unless(choices.ties, preset.tie_rule),
        "mark": None if why_mark_is_fixed(preset) else _unless(choices.mark, preset.boundary),
        "pattern": choices.pattern if of_bytes else None,
        "special": _unless(choices.special, own_special),
        "max_token_length": choices.max_token_length,
        "coverage": None if of_bytes else _unless(choices.coverage, 1.0),
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
    "pattern": "pattern",
    "special": "special_tokens",
    "max_token_length": "max_token_length",
    "coverage": "character_coverage",
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


def as_query(choices: Choices) -> dict[str, str]:
    """Write what differs from the defaults, as an address carries it."""
    return {name: str(value) for name, value in vars(choices).items() if value is not None}
