"""Known mistakes: each as words, spelled in some way, and what a trainer does with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Literal, get_args

import regex

from ..corpus import Corpus
from ..files.by_tiktoken import PATTERNS
from ..merging.cells import Token, spell
from ..merging.choice import has_forbidden
from ..schemes import Boundary, Scheme
from ..text.bytelevel import to_alias
from ..text.normalizers import normalize
from ..text.pretokenizers import PRETOKENIZERS, pretokenize
from ..words import at_special, words_of
from .trainer import Behaviour, Counting, Keeping, Merging, Score, Words

Cause = Literal[
    "tie",
    "weights",
    "stale",
    "overlap",
    "merging",
    "words",
    "pretokenizer",
    "special",
    "aliases",
    "boundary",
    "mark",
    "units",
    "score",
    "rules",
    "length",
    "unknown",
]

SETTINGS: tuple[tuple[Cause, str, Any], ...] = (
    ("stale", "keeping", Keeping),
    ("overlap", "counting", Counting),
    ("merging", "merging", Merging),
)
"""Cause -> the setting of a trainer that makes it, and its kinds, of which the first is right."""

LONGEST_TEXT = 400_000
"""Characters of a text up to which it is cut in other ways."""

Cutter = Callable[[str], Sequence[str]]
Speller = Callable[[str], Iterable[Token]]

_BYTES = Scheme(units="bytes")
_PLAIN = {"letters": r"\w+|[^\w\s]+", "spaced": r" ?\w+| ?[^\w\s]+|\s+", "runs": r"\S+|\s+"}


def _by(source: str) -> Cutter:
    return lambda text: regex.findall(source, text)


CUTS: dict[str, Cutter] = {
    name: lambda text, name=name: pretokenize(text, name)  # type: ignore[misc]
    for name in PRETOKENIZERS
    if name != "text"
}
CUTS |= {name: _by(source) for name, source in (_PLAIN | PATTERNS).items()}
"""Name -> what cuts a text into words in a way that is known: ours, real tokenizers', plain ones.

"letters": letters and digits apart from signs, without spaces; "spaced": the same with the space
before; "runs": white space apart from all else.
"""

OTHER_CUTS = ("lines", "newlines", "lower", "trimmed", "strip")
"""What else is done to a text or its words: see the mistakes so named."""


@dataclass(frozen=True)
class Mistake:
    """A mistake: its cause, which kind of it, and how to make it.

    `words` finds and spells the words; it is called only when the mistake's turn comes.
    """

    cause: Cause
    detail: str
    words: Callable[[], Words]
    behaviour: Behaviour
    scheme: Scheme


def mistakes(corpus: Corpus, scheme: Scheme, text: str | None = None) -> Iterator[Mistake]:
    """Yield every known mistake that this scheme can be made with, the simpler ones first.

    The first is none: a trainer that is right, whatever its tie rule.

    Without a `text`, or with one longer than `LONGEST_TEXT`, words are not cut in other ways.
    """
    behaviour = Behaviour(score=scheme.score)
    words = cache(partial(_spelled, corpus, partial(spell, scheme=scheme)))

    def once() -> Words:
        return tuple((word, 1) for word, _ in words())

    yield Mistake("tie", "", words, behaviour, scheme)
    yield Mistake("weights", "", once, behaviour, scheme)
    for cause, setting, kinds in SETTINGS:
        for kind in get_args(kinds)[1:]:
            yield Mistake(cause, kind, words, behaviour._replace(**{setting: kind}), scheme)
    other: Score = "count" if scheme.score == "wordpiece" else "wordpiece"
    yield Mistake("score", other, words, behaviour._replace(score=other), scheme)
    if has_forbidden(scheme):
        yield Mistake("rules", "", words, behaviour._replace(obeys=False), scheme)
    yield from _spelled_otherwise(corpus, scheme, behaviour)
    if text is not None and len(text) <= LONGEST_TEXT:
        yield from _cut_otherwise(text, scheme, behaviour)


def _spelled_otherwise(corpus: Corpus, scheme: Scheme, behaviour: Behaviour) -> Iterator[Mistake]:
    def mistake(cause: Cause, detail: str, spelled: Speller, scheme: Scheme = scheme) -> Mistake:
        return Mistake(cause, detail, partial(_spelled, corpus, spelled), behaviour, scheme)

    if scheme.units == "bytes":
        yield mistake("aliases", "text", _aliased)
        if any(not word.isascii() for word in corpus.words):
            yield mistake("units", "characters", partial(map, str.encode))
        return
    for boundary in get_args(Boundary):
        if boundary != scheme.boundary:
            marked = replace(scheme, boundary=boundary)
            yield mistake("boundary", boundary, partial(spell, scheme=marked), marked)


def _cut_otherwise(text: str, scheme: Scheme, behaviour: Behaviour) -> Iterator[Mistake]:
    special = scheme.special_tokens

    def mistake(cause: Cause, detail: str, cut: Cutter) -> Mistake:
        def words() -> Words:
            return _spelled(Counter(filter(None, cut(text))), partial(spell, scheme=scheme))

        return Mistake(cause, detail, words, behaviour, scheme)

    def own(part: str) -> list[str]:
        return words_of(normalize(part, scheme.normalizer), scheme)

    def barred(cut: Cutter) -> Cutter:
        return lambda whole: [word for part in _parts(whole, special) for word in cut(part)]

    def without(between: str) -> Cutter:
        return lambda whole: own(between.join(_parts(whole, special)))

    def in_a_row() -> Words:
        """Return all words as one, which merges then go across."""
        words = barred(own)(text)
        return ((tuple(token for word in words for token in spell(word, scheme)), 1),)

    if special:
        yield mistake("special", "text", own)
        yield mistake("special", "joined", without(""))
        yield mistake("special", "spaced", without(" "))
    yield Mistake("words", "joined", in_a_row, behaviour, scheme)
    yield mistake("words", "text", lambda whole: _parts(whole, special))
    if special:
        yield mistake("words", "whole", lambda whole: [whole])
    others: dict[str, Cutter] = {
        "lines": lambda part: [word for line in part.splitlines() for word in own(line)],
        # What a file opened as text gives where its lines end in CR LF or CR.
        "newlines": lambda part: own(part.replace("\r\n", "\n").replace("\r", "\n")),
        "lower": lambda part: own(part.lower()),
        "trimmed": lambda part: own(part.strip()),
        **CUTS,
        "strip": lambda part: [each.strip() for each in own(part)],
    }
    for name, cut in others.items():
        yield mistake("pretokenizer", name, barred(cut))


def _parts(text: str, special: tuple[str, ...]) -> list[str]:
    """Return what lies between special tokens."""
    return [part for part, is_special in at_special(text, special) if not is_special]


def _spelled(counts: Corpus | Counter[str], spelled: Speller) -> Words:
    return tuple((tuple(spelled(word)), n) for word, n in counts.items())


def _aliased(word: str) -> Iterable[Token]:
    """Spell a word in the UTF-8 bytes of the characters that stand for its bytes in files."""
    return spell(to_alias(word.encode()), _BYTES)
