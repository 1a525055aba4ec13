"""Suspects: each known mistake as words, spelled in some way, and what a trainer does with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, get_args

import regex

from ..corpus import Corpus
from ..files.known import PATTERNS
from ..merging.cells import lay_out, spell
from ..merging.choice import has_forbidden
from ..schemes import Boundary, Scheme
from ..text.bytelevel import to_alias
from ..text.normalizers import normalize
from ..text.pretokenizers import PRETOKENIZERS, pretokenize
from ..words import at_special, words_of
from .habits import Deeds, Keeping, Merging, Score, Words, as_words

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

Cut = Callable[[str], Sequence[str]]

_BYTES = Scheme(units="bytes")
_PLAIN = {"letters": r"\w+|[^\w\s]+", "spaced": r" ?\w+| ?[^\w\s]+|\s+", "runs": r"\S+|\s+"}


def _by(source: str) -> Cut:
    return lambda text: regex.findall(source, text)


CUTS: dict[str, Cut] = {
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
"""What else is done to a text or its words: see the suspects of these names."""


@dataclass(frozen=True)
class Suspect:
    """A mistake: its cause, which kind of it, and how to make it.

    `words` finds and spells the words; it is called only when the suspect's turn comes.
    """

    cause: Cause
    detail: str
    words: Callable[[], Words]
    deeds: Deeds
    scheme: Scheme


def innocent(corpus: Corpus, scheme: Scheme) -> Suspect:
    """Return the trainer that makes no mistake, whatever its tie rule."""
    return _of_scheme("tie", "", corpus, scheme)


def suspects(corpus: Corpus, scheme: Scheme, text: str | None = None) -> Iterator[Suspect]:
    """Yield every known mistake that this scheme can be made with, the simpler ones first.

    Without a `text`, or with one longer than `LONGEST_TEXT`, words are not cut in other ways.
    """
    deeds = _deeds(scheme)

    @cache
    def words() -> Words:
        return _spelled(corpus, scheme)

    def once() -> Words:
        return replace(words(), weights=(1,) * len(corpus))

    yield Suspect("weights", "", once, deeds, scheme)
    for keeping in get_args(Keeping)[1:]:
        yield Suspect("stale", keeping, words, replace(deeds, keeping=keeping), scheme)
    yield Suspect("overlap", "", words, replace(deeds, counting="apart"), scheme)
    yield Suspect("overlap", "single", words, replace(deeds, counting="single"), scheme)
    for merging in get_args(Merging)[1:]:
        yield Suspect("merging", merging, words, replace(deeds, merging=merging), scheme)
    other: Score = "count" if scheme.score == "wordpiece" else "wordpiece"
    yield Suspect("score", other, words, replace(deeds, score=other), scheme)
    if has_forbidden(scheme) or scheme.character_coverage < 1:
        yield Suspect("rules", "", words, replace(deeds, obeys=False), scheme)
    yield from _spelled_otherwise(corpus, scheme, deeds)
    if text is not None and len(text) <= LONGEST_TEXT:
        yield from _cut_otherwise(text, scheme, deeds)


def _spelled_otherwise(corpus: Corpus, scheme: Scheme, deeds: Deeds) -> Iterator[Suspect]:
    if scheme.units == "bytes":
        yield Suspect("aliases", "text", lambda: _aliased(corpus), deeds, scheme)
        if any(not word.isascii() for word in corpus.words):
            yield Suspect("units", "characters", lambda: _in_characters(corpus), deeds, scheme)
        return
    for boundary in get_args(Boundary):
        if boundary != scheme.boundary:
            marked = replace(scheme, boundary=boundary)
            yield _of_scheme("boundary", boundary, corpus, marked)


def _cut_otherwise(text: str, scheme: Scheme, deeds: Deeds) -> Iterator[Suspect]:
    special = scheme.special_tokens

    def suspect(cause: Cause, detail: str, cut: Cut) -> Suspect:
        def words() -> Words:
            counts = Counter(filter(None, cut(text)))
            return as_words([spell(word, scheme) for word in counts], counts.values())

        return Suspect(cause, detail, words, deeds, scheme)

    def own(part: str) -> list[str]:
        return words_of(normalize(part, scheme.normalizer), scheme)

    def barred(cut: Cut) -> Cut:
        return lambda whole: [word for part in _parts(whole, special) for word in cut(part)]

    if special:
        yield suspect("special", "text", own)
        yield suspect("special", "joined", lambda whole: own("".join(_parts(whole, special))))
    yield Suspect("words", "joined", lambda: _in_a_row(barred(own)(text), scheme), deeds, scheme)
    yield suspect("words", "text", lambda whole: _parts(whole, special))
    if special:
        yield suspect("words", "whole", lambda whole: [whole])
    yield suspect("pretokenizer", "lines", barred(lambda part: _by_line(part, own)))
    yield suspect("pretokenizer", "newlines", barred(lambda part: own(_with_newlines(part))))
    yield suspect("pretokenizer", "lower", barred(lambda part: own(part.lower())))
    yield suspect("pretokenizer", "trimmed", barred(lambda part: own(part.strip())))
    for name, cut in CUTS.items():
        yield suspect("pretokenizer", name, barred(cut))
    yield suspect(
        "pretokenizer", "strip", barred(lambda part: [each.strip() for each in own(part)])
    )


def _parts(text: str, special: tuple[str, ...]) -> list[str]:
    """Return what lies between special tokens."""
    return [part for part, is_special in at_special(text, special) if not is_special]


def _with_newlines(text: str) -> str:
    """Return what a file opened as text gives where its lines end in CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _by_line(text: str, cut: Cut) -> list[str]:
    return [word for line in text.splitlines() for word in cut(line)]


def _in_a_row(words: Iterable[str], scheme: Scheme) -> Words:
    return as_words([[token for word in words for token in spell(word, scheme)]], [1])


def _of_scheme(cause: Cause, detail: str, corpus: Corpus, scheme: Scheme) -> Suspect:
    return Suspect(cause, detail, lambda: _spelled(corpus, scheme), _deeds(scheme), scheme)


def _spelled(corpus: Corpus, scheme: Scheme) -> Words:
    words = as_words([spell(word, scheme) for word in corpus.words], corpus.counts)
    if scheme.character_coverage == 1:
        return words
    cells = lay_out(corpus.words, corpus.counts, scheme)
    return replace(words, uncovered=frozenset(cells.alphabet[id_] for id_ in cells.uncovered))


def _aliased(corpus: Corpus) -> Words:
    """Spell words in the UTF-8 bytes of the characters that stand for their bytes in files."""
    spelled = [spell(to_alias(word.encode()), _BYTES) for word in corpus.words]
    return as_words(spelled, corpus.counts)


def _in_characters(corpus: Corpus) -> Words:
    """Spell words in characters, each in its bytes of UTF-8."""
    spelled = [[character.encode() for character in word] for word in corpus.words]
    return as_words(spelled, corpus.counts)


def _deeds(scheme: Scheme) -> Deeds:
    return Deeds(score=scheme.score)
