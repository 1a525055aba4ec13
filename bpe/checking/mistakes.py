"""Known mistakes: each as words, spelled in some way, and what a trainer does with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

import regex

from ..corpus import Corpus
from ..files.by_tiktoken import PATTERNS
from ..merging.cells import spell
from ..merging.choice import has_forbidden
from ..schemes import Boundary, Scheme
from ..text.bytelevel import to_alias
from ..text.normalizers import normalize
from ..text.pretokenizers import PRETOKENIZERS, pretokenize
from ..words import at_special, words_of
from .trainer import Behaviour, Keeping, Merging, Score, Words, as_words

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

LONGEST_TEXT = 400_000
"""Characters of a text up to which it is cut in other ways."""

Cutter = Callable[[str], Sequence[str]]

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


def correct(corpus: Corpus, scheme: Scheme) -> Mistake:
    """Return the trainer that makes no mistake, whatever its tie rule."""
    return _of_scheme("tie", "", corpus, scheme)


def mistakes(corpus: Corpus, scheme: Scheme, text: str | None = None) -> Iterator[Mistake]:
    """Yield every known mistake that this scheme can be made with, the simpler ones first.

    Without a `text`, or with one longer than `LONGEST_TEXT`, words are not cut in other ways.
    """
    behaviour = Behaviour(score=scheme.score)

    @cache
    def words() -> Words:
        return _spelled(corpus, scheme)

    def once() -> Words:
        return replace(words(), weights=(1,) * len(corpus))

    yield Mistake("weights", "", once, behaviour, scheme)
    for keeping in get_args(Keeping)[1:]:
        yield Mistake("stale", keeping, words, replace(behaviour, keeping=keeping), scheme)
    yield Mistake("overlap", "", words, replace(behaviour, counting="apart"), scheme)
    yield Mistake("overlap", "single", words, replace(behaviour, counting="single"), scheme)
    yield Mistake("overlap", "short", words, replace(behaviour, counting="short"), scheme)
    for merging in get_args(Merging)[1:]:
        yield Mistake("merging", merging, words, replace(behaviour, merging=merging), scheme)
    other: Score = "count" if scheme.score == "wordpiece" else "wordpiece"
    yield Mistake("score", other, words, replace(behaviour, score=other), scheme)
    if has_forbidden(scheme):
        yield Mistake("rules", "", words, replace(behaviour, obeys=False), scheme)
    yield from _spelled_otherwise(corpus, scheme, behaviour)
    if text is not None and len(text) <= LONGEST_TEXT:
        yield from _cut_otherwise(text, scheme, behaviour)


def _spelled_otherwise(corpus: Corpus, scheme: Scheme, behaviour: Behaviour) -> Iterator[Mistake]:
    if scheme.units == "bytes":
        yield Mistake("aliases", "text", lambda: _aliased(corpus), behaviour, scheme)
        if any(not word.isascii() for word in corpus.words):
            yield Mistake("units", "characters", lambda: _in_characters(corpus), behaviour, scheme)
        return
    for boundary in get_args(Boundary):
        if boundary != scheme.boundary:
            marked = replace(scheme, boundary=boundary)
            yield _of_scheme("boundary", boundary, corpus, marked)


def _cut_otherwise(text: str, scheme: Scheme, behaviour: Behaviour) -> Iterator[Mistake]:
    special = scheme.special_tokens

    def mistake(cause: Cause, detail: str, cut: Cutter) -> Mistake:
        def words() -> Words:
            counts = Counter(filter(None, cut(text)))
            return as_words([spell(word, scheme) for word in counts], counts.values())

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
        return as_words([[token for word in words for token in spell(word, scheme)]], [1])

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


def _of_scheme(cause: Cause, detail: str, corpus: Corpus, scheme: Scheme) -> Mistake:
    return Mistake(
        cause, detail, lambda: _spelled(corpus, scheme), Behaviour(score=scheme.score), scheme
    )


def _spelled(corpus: Corpus, scheme: Scheme) -> Words:
    return as_words([spell(word, scheme) for word in corpus.words], corpus.counts)


def _aliased(corpus: Corpus) -> Words:
    """Spell words in the UTF-8 bytes of the characters that stand for their bytes in files."""
    spelled = [spell(to_alias(word.encode()), _BYTES) for word in corpus.words]
    return as_words(spelled, corpus.counts)


def _in_characters(corpus: Corpus) -> Words:
    """Spell words in characters, each in its bytes of UTF-8."""
    spelled = [[character.encode() for character in word] for word in corpus.words]
    return as_words(spelled, corpus.counts)
