"""Places: which part of the text each token stands for, with what a reader sees kept whole.

Places are counted in UTF-8 bytes of the normalized text, so that a token that holds part of a
character has one too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

import regex

from ..merging.cells import Token, spell
from .tokenizer import Encoding, Tokenizer

_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True)
class Place:
    """A token and the bytes `start` to `end` of the text it stands for.

    A boundary mark that is a token of its own stands for none: `start` equals `end`.
    """

    token: Token
    id: int
    start: int
    end: int


@dataclass(frozen=True)
class Segment:
    """The shortest run of whole graphemes that whole tokens make up.

    Attributes:
        text: what a reader sees; empty for a boundary mark of its own.
        tokens: places in the list of tokens; empty where no token stands for the text.
        word: the text is inside a word, so a token was to be expected.
    """

    text: str
    tokens: tuple[int, ...]
    word: bool


def token_places(tokenizer: Tokenizer, encoding: Encoding) -> list[Place]:
    """Return the place of every token, in the order of the tokens."""
    sizes = _sizes(tokenizer)
    offsets = _byte_offsets(encoding.text)
    places = []
    for word in encoding.words:
        at = offsets[word.start]
        spans = [(start + at, end + at) for start, end in _unit_spans(tokenizer, word.text)]
        whole = word.ids == (tokenizer.unknown_id,)
        used = 0
        for token, id_ in zip(word.tokens, word.ids, strict=True):
            # WordPiece gives up a whole word for one unknown character.
            size = len(spans) if whole else sizes.get(id_, 1)
            owned = spans[used : used + size]
            places.append(Place(token, id_, owned[0][0], owned[-1][1]))
            used += size
    return places


def segments(tokenizer: Tokenizer, encoding: Encoding) -> list[Segment]:
    """Cut the text where neither a token nor a grapheme goes across; texts join to the whole."""
    text, places = encoding.text, token_places(tokenizer, encoding)
    offsets = _byte_offsets(text)
    borders = {offset: at for at, offset in enumerate(offsets)}
    cuts = _cuts([0, *(offsets[each.end()] for each in _GRAPHEME.finditer(text))], places)
    words = [(offsets[word.start], offsets[word.end]) for word in encoding.words]
    found: list[Segment] = []
    token = word = 0
    for start, end in pairwise(cuts):
        while token < len(places) and places[token].end == places[token].start == start:
            found.append(Segment("", (token,), True))
            token += 1
        first = token
        while token < len(places) and places[token].start < end:
            token += 1
        while word < len(words) and words[word][1] <= start:
            word += 1
        inside = word < len(words) and words[word][0] < end
        shown = text[borders[start] : borders[end]]
        found.append(Segment(shown, tuple(range(first, token)), inside))
    return found + [Segment("", (mark,), True) for mark in range(token, len(places))]


def _cuts(borders: list[int], places: list[Place]) -> list[int]:
    """Return the borders of graphemes that no token goes across."""
    kept, token = [], 0
    for border in borders:
        while token < len(places) and places[token].end <= border:
            token += 1
        if token == len(places) or places[token].start >= border:
            kept.append(border)
    return kept


def _sizes(tokenizer: Tokenizer) -> dict[int, int]:
    """Return token id -> how many tokens of the alphabet it is made of."""
    sizes = dict.fromkeys(tokenizer.alphabet_ids, 1)
    for left, right, new in tokenizer.merges:
        sizes[new] = sizes[left] + sizes[right]
    return sizes


def _unit_spans(tokenizer: Tokenizer, word: str) -> list[tuple[int, int]]:
    """Return the bytes of the word that each token stands for before any merge."""
    scheme = tokenizer.scheme
    spelling = spell(word, scheme)
    mark_at = {"prefix": 0, "suffix": len(spelling) - 1}.get(scheme.boundary)
    spans, at = [], 0
    for place, token in enumerate(spelling):
        if place == mark_at:
            spans.append((at, at))
            continue
        plain = tokenizer.plain(token)
        size = 1 if isinstance(plain, bytes) else len(plain.encode("utf-8", "surrogatepass"))
        if tokenizer.knows(token) or scheme.unknown in ("unk", "pass"):
            spans.append((at, at + size))
        elif scheme.unknown == "bytes":
            spans += [(byte, byte + 1) for byte in range(at, at + size)]
        at += size
    return spans


def _byte_offsets(text: str) -> list[int]:
    """Return the byte at which each character begins, and the length."""
    sizes = (len(character.encode("utf-8", "surrogatepass")) for character in text)
    return [0, *accumulate(sizes)]
