"""Known mistakes: the words that each trains on, and how its trainer behaves."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple, get_args

import regex

from ..corpus import Corpus
from ..files.by_tiktoken import PATTERNS
from ..merging.cells import Token, spell
from ..merging.choice import has_forbidden
from ..schemes import Boundary, Scheme, Score
from ..text.characters import to_alias
from ..text.pretokenizers import PRETOKENIZERS, pretokenize
from ..words import at_special, learned_words
from .trainer import Behaviour, Counting, Keeping, Merging, Words

CAUSES = {
    "tie": "Ties are broken another way",
    "weights": "Each distinct word is counted once, however often it occurs",
    "stale": "Counts are not brought up to date after a merge",
    "overlap": "Overlapping pairs are missed: in aaa the pair (a, a) counts twice",
    "merging": "Occurrences are replaced another way than from the left, all of them",
    "words": "Pairs are counted across the ends of words",
    "pretokenizer": "The text is cut into words another way",
    "special": "A special token is not kept apart from the text",
    "aliases": "Bytes are taken for the characters that files write them with",
    "boundary": "The ends of words are marked another way",
    "mark": "The mark at the ends of words is written with other characters",
    "units": "Words are spelled in other units, characters or bytes",
    "score": "The pair is chosen by another score",
    "rules": "Tokens are made that the scheme forbids",
    "length": "Merges are as expected, but not as many",
    "unknown": "None of the mistakes known here explains the list",
}
"""Cause of a difference -> its sentence."""

SETTINGS: tuple[tuple[str, str, Any], ...] = (
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


CUTS: dict[str, Cutter] = {
    # "split" is "whitespace" but in four signs.
    **{
        name: partial(pretokenize, name=name)
        for name in PRETOKENIZERS
        if name not in ("split", "text")
    },
    **{name: partial(regex.findall, source) for name, source in (_PLAIN | PATTERNS).items()},
}
"""Name -> what cuts a text into words in a way that is known: ours, real tokenizers', plain ones.

"letters": letters and digits apart from signs, without spaces; "spaced": the same with the space
before; "runs": white space apart from all else.
"""


class Mistake(NamedTuple):
    """A mistake: its cause, which kind of it, and how to make it.

    `words` finds and spells the words; it is called only when the mistake's turn comes.
    """

    cause: str
    detail: str
    words: Callable[[], Words]
    scheme: Scheme
    behaviour: Behaviour = Behaviour()


def mistakes(corpus: Corpus, scheme: Scheme, text: str | None = None) -> Iterator[Mistake]:
    """Yield every known mistake that this scheme can be made with, the simpler ones first.

    The first is none: a trainer that is right, whatever its tie rule.

    Without a `text`, or with one longer than `LONGEST_TEXT`, words are not cut in other ways.
    """
    spelled = partial(spell, scheme=scheme)
    words = cache(partial(_spelled, corpus, spelled))
    yield Mistake("tie", "", words, scheme)
    yield Mistake("weights", "", partial(_spelled, Counter(corpus.words), spelled), scheme)
    for cause, setting, kinds in SETTINGS:
        for kind in get_args(kinds)[1:]:
            yield Mistake(cause, kind, words, scheme, Behaviour(**{setting: kind}))
    other: Score = "count" if scheme.score == "wordpiece" else "wordpiece"
    yield Mistake("score", other, words, replace(scheme, score=other))
    if has_forbidden(scheme):
        yield Mistake("rules", "", words, replace(scheme, rules="none", max_token_length=None))
    yield from _spelled_otherwise(corpus, scheme)
    if text is not None and len(text) <= LONGEST_TEXT:
        yield from _cut_otherwise(text, scheme)


def _spelled_otherwise(corpus: Corpus, scheme: Scheme) -> Iterator[Mistake]:
    def mistake(cause: str, detail: str, spelled: Speller, scheme: Scheme = scheme) -> Mistake:
        return Mistake(cause, detail, partial(_spelled, corpus, spelled), scheme)

    if scheme.units == "bytes":
        yield mistake("aliases", "text", _aliased)
        if any(not word.isascii() for word in corpus.words):
            yield mistake("units", "characters", partial(map, str.encode))
        return
    for boundary in get_args(Boundary):
        if boundary != scheme.boundary:
            marked = replace(scheme, boundary=boundary)
            yield mistake("boundary", boundary, partial(spell, scheme=marked), marked)


def _cut_otherwise(text: str, scheme: Scheme) -> Iterator[Mistake]:
    special = scheme.special_tokens
    parts = [part for part, is_special in at_special(text, special) if not is_special]
    spelled = partial(spell, scheme=scheme)

    def mistake(cause: str, detail: str, cut: Callable[[], Iterable[str]]) -> Mistake:
        def words() -> Words:
            return _spelled(Counter(filter(None, cut())), spelled)

        return Mistake(cause, detail, words, scheme)

    def own(part: str) -> list[str]:
        return [*learned_words(part, scheme)]

    def in_parts(cut: Cutter) -> Iterator[str]:
        return (word for part in parts for word in cut(part))

    def in_a_row() -> Words:
        """Return all words as one, which merges then go across."""
        return ((tuple(token for word in in_parts(own) for token in spelled(word)), 1),)

    if special:
        yield mistake("special", "text", lambda: own(text))
        yield mistake("special", "joined", lambda: own("".join(parts)))
        yield mistake("special", "spaced", lambda: own(" ".join(parts)))
    yield Mistake("words", "joined", in_a_row, scheme)
    yield mistake("words", "text", lambda: parts)
    if special:
        yield mistake("words", "whole", lambda: [text])
    others: dict[str, Cutter] = {
        "lines": lambda part: [word for line in part.splitlines() for word in own(line)],
        # Python's text mode turns CR LF and CR into line feeds.
        "newlines": lambda part: own(part.replace("\r\n", "\n").replace("\r", "\n")),
        "lower": lambda part: own(part.lower()),
        "trimmed": lambda part: own(part.strip()),
        **CUTS,
        "strip": lambda part: [each.strip() for each in own(part)],
    }
    for name, cut in others.items():
        yield mistake("pretokenizer", name, partial(in_parts, cut))


def _spelled(counts: Corpus | Counter[str], spelled: Speller) -> Words:
    return tuple((tuple(spelled(word)), n) for word, n in counts.items())


def _aliased(word: str) -> Iterable[Token]:
    """Spell a word in the UTF-8 bytes of the characters that stand for its bytes in files."""
    return spell(to_alias(word.encode()), _BYTES)
