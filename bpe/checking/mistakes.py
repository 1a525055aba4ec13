"""Known mistakes: the words that each one trains on, and the behaviour of its trainer."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple, get_args

import regex

from ..corpus import Corpus
from ..files.patterns import PATTERNS
from ..merging.cells import Token, spell
from ..merging.choice import has_forbidden
from ..schemes import Boundary, Scheme, Score
from ..text.characters import to_alias
from ..text.pretokenizers import PRETOKENIZERS, pretokenize
from ..words import at_special, learned_words
from .trainer import Behaviour, Words

CAUSES = {
    "tie": "Ties are broken another way",
    "weights": "Each distinct word is counted once, however often it occurs",
    "stale": "Counts are not brought up to date after a merge",
    "batch": "Several merges are taken from one count",
    "overlap": "Overlapping pairs are missed: in aaa the pair (a, a) counts twice",
    "merging": "Occurrences are replaced another way than from the left, all of them",
    "words": "Pairs are counted across the ends of words",
    "case": "The text is in lower case: do not lower-case it",
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

BEHAVIOURS: tuple[tuple[str, str, Behaviour], ...] = (
    *(("stale", kind, Behaviour(keeping=kind)) for kind in ("frozen", "kept", "unborn")),
    *(("overlap", kind, Behaviour(counting=kind)) for kind in ("apart", "single", "short")),
    *(
        ("merging", kind, Behaviour(merging=kind))
        for kind in ("right", "once", "twice", "text", "dropped")
    ),
    ("merging", "sweep", Behaviour(merging="sweep")),
    ("merging", "sweep", Behaviour(merging="sweeps")),
    ("batch", "", Behaviour(keeping="level")),
    *(
        ("batch", "", Behaviour(keeping="batch", batch=size))
        for size in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 32, 50, 64, 100)
    ),
)
"""(cause, detail) -> deviating behaviour of a trainer that uses the correct words."""

MAX_TEXT_CHARS = 400_000
"""Maximum number of characters of a text for which other pre-tokenizations are tried."""

Cutter = Callable[[str], Sequence[str]]
Speller = Callable[[str], Iterable[Token]]

_BYTES = Scheme(units="bytes")
_PLAIN = {"letters": r"\w+|[^\w\s]+", "spaced": r" ?\w+| ?[^\w\s]+|\s+", "runs": r"\S+|\s+"}


CUTS: dict[str, Cutter] = {
    # "split" differs from "whitespace" in four characters only.
    **{
        name: partial(pretokenize, name=name)
        for name in PRETOKENIZERS
        if name not in ("split", "text")
    },
    **{name: partial(regex.findall, source) for name, source in (_PLAIN | PATTERNS).items()},
}
"""Name -> a known pre-tokenizer: ours, those of real tokenizers, and simple ones.

"letters": letters and digits separate from other characters, without spaces; "spaced": the same
with the space before; "runs": runs of white space and runs of anything else.
"""


class Mistake(NamedTuple):
    """A mistake: its cause, its variant, and how to reproduce it.

    `words` finds and spells the words; it is called only when the mistake is tried.
    """

    cause: str
    detail: str
    words: Callable[[], Words]
    scheme: Scheme
    behaviour: Behaviour = Behaviour()


def mistakes(corpus: Corpus, scheme: Scheme, text: str | None = None) -> Iterator[Mistake]:
    """Yield every known mistake that is possible with this scheme, the simpler ones first.

    The first one is no mistake: a correct trainer with any tie rule.

    Without a `text`, or with one longer than `MAX_TEXT_CHARS`, no other pre-tokenization is tried.
    """
    spelled = partial(spell, scheme=scheme)
    words = cache(partial(_spelled, corpus, spelled))
    yield Mistake("tie", "", words, scheme)
    yield Mistake("weights", "", partial(_spelled, Counter(corpus.words), spelled), scheme)
    # A forgotten mark looks like a forgotten last pair, so it is tried first.
    yield from _spelled_otherwise(corpus, scheme)
    for cause, detail, behaviour in BEHAVIOURS:
        yield Mistake(cause, detail, words, scheme, behaviour)
    other: Score = "count" if scheme.score == "wordpiece" else "wordpiece"
    yield Mistake("score", other, words, replace(scheme, score=other))
    if has_forbidden(scheme):
        yield Mistake("rules", "", words, replace(scheme, rules="none", max_token_length=None))
    if text is not None and len(text) <= MAX_TEXT_CHARS:
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
        """Return all words joined into one, so that merges cross word boundaries."""
        return ((tuple(token for word in in_parts(own) for token in spelled(word)), 1),)

    if special:
        yield mistake("special", "text", lambda: own(text))
        yield mistake("special", "joined", lambda: own("".join(parts)))
        yield mistake("special", "spaced", lambda: own(" ".join(parts)))
    yield mistake("case", "", lambda: (word for part in parts for word in own(part.lower())))
    yield Mistake("words", "joined", in_a_row, scheme)
    yield mistake("words", "text", lambda: parts)
    if special:
        yield mistake("words", "whole", lambda: [text])

    def prefixed(part: str) -> list[str]:
        return own(part if part.startswith(" ") else f" {part}")

    def lines(part: str) -> list[str]:
        """Return lines with their line ends, as Hugging Face's trainer reads a file."""
        return regex.findall(r".*\n|.+", part)

    others: dict[str, Cutter] = {
        "lines": lambda part: [word for line in part.splitlines() for word in own(line)],
        "ended_lines": lambda part: [word for line in lines(part) for word in own(line)],
        "prefixed": prefixed,
        "prefixed_lines": lambda part: [word for line in lines(part) for word in prefixed(line)],
        # Python's text mode turns CR LF and CR into line feeds.
        "newlines": lambda part: own(part.replace("\r\n", "\n").replace("\r", "\n")),
        "trimmed": lambda part: own(part.strip()),
        **CUTS,
        "strip": lambda part: [each.strip() for each in own(part)],
    }
    for name, cut in others.items():
        yield mistake("pretokenizer", name, partial(in_parts, cut))


def _spelled(counts: Corpus | Counter[str], spelled: Speller) -> Words:
    return tuple((tuple(spelled(word)), n) for word, n in counts.items())


def _aliased(word: str) -> Iterable[Token]:
    """Spell a word in the UTF-8 bytes of its printable byte aliases."""
    return spell(to_alias(word.encode()), _BYTES)
