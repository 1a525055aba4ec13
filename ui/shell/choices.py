"""What a reader can choose, and the address that stands for it: each is made from the other."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from bpe import PRESETS, Scheme
from bpe.merging.parity import MEASURES
from bpe.schemes import MARKS, TIE_RULES
from ui.corpora.samples import parallel_samples, training_samples
from ui.corpora.tokenizers import shipped
from ui.tour.cards import CARDS

LANGUAGES = ("en", "zh")
OWN_TEXTS = ("pasted", "uploaded")
OWN_PAIR = "two-files"
OWN_RUN = "own"
RULES = ("scheme", "ties", "mark")
LIMITS = ("max_merges", "vocab_size", "min_frequency")
LARGEST = {
    "max_merges": 50_000,
    "vocab_size": 2_000_000,
    "min_frequency": 1_000_000_000,
    "step": 2_000_000,
    "tour": len(CARDS),
    "round": 7,
    "seed": 999_999,
}
SMALLEST = {
    "max_merges": 0,
    "vocab_size": 1,
    "min_frequency": 1,
    "step": 0,
    "tour": 1,
    "round": 1,
    "seed": 1,
}


@dataclass(frozen=True)
class Choices:
    """Everything a shared link carries. None is the default, which the address leaves out.

    Attributes:
        corpus: a sample's name, or "pasted" or "uploaded" for the reader's own text.
        scheme: a preset's name.
        ties: a tie rule other than the scheme's own.
        mark: a boundary other than the scheme's own.
        max_merges: limit on the merges.
        vocab_size: limit on the vocabulary: alphabet, mark and merges.
        min_frequency: smallest count of a pair that is still merged.
        step: merges applied so far.
        round: which round of the quiz, from 1.
        seed: which draw of that round, from 1.
        pair: a parallel sample's name, or "two-files" for the reader's own.
        fair: what the joint run of two texts evens out, one of `MEASURES`; None for plain BPE.
        lang: a language other than the browser's.
        model: a tokenizer that comes with the app, or "own" for the reader's run.
        beside: the one beside it.
        token: the token whose life is told, as it is shown.
        word: the word whose skyline is drawn.
        tour: the card of the tour that is open, from 1.
        present: "1" where the page fills the screen, without menu; no link to share says it.
    """

    corpus: str | None = None
    scheme: str | None = None
    ties: str | None = None
    mark: str | None = None
    max_merges: int | None = None
    vocab_size: int | None = None
    min_frequency: int | None = None
    step: int | None = None
    round: int | None = None
    seed: int | None = None
    pair: str | None = None
    fair: str | None = None
    lang: str | None = None
    model: str | None = None
    beside: str | None = None
    token: str | None = None
    word: str | None = None
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
        "lang": LANGUAGES,
        "present": ("1",),
    }
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for name in NAMES:
        text = query.get(name)
        if text is None:
            continue
        value = _whole_number(name, text) if name in LARGEST else text
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
    return {name: str(value) for name, value in asdict(choices).items() if value is not None}
