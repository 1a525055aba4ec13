"""Which characters of a text each token stands for, whatever encoded it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..encoding.alignment import token_places
from ..encoding.encoded import EncodedText, Encoding
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..text.characters import graphemes
from ..text.normalizers import places_before


@dataclass(frozen=True)
class Placed:
    """A token and the characters `start` up to `end` of the text it stands for.

    A token that holds part of a character has the whole of it; one that stands for nothing of the
    text, such as a boundary mark of its own, ends where it begins.
    """

    token: Token
    id: int
    start: int
    end: int


@dataclass(frozen=True)
class Piece:
    """The shortest run of whole graphemes, `start` up to `end`, that whole tokens make up.

    `tokens` are their numbers; none where no token stands for the text.
    """

    start: int
    end: int
    tokens: tuple[int, ...]


class Placing(Protocol):
    """What knows where its tokens are; see `FileTokenizer.places`."""

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends in it, in characters."""


def placed(tokenizer: Tokenizer | Placing, text: str, encoding: EncodedText) -> tuple[Placed, ...]:
    """Return every token of a text's encoding with its place in the text as it was given."""
    if isinstance(tokenizer, Tokenizer) and isinstance(encoding, Encoding):
        return _by_merges(tokenizer, text, encoding)
    assert not isinstance(tokenizer, Tokenizer)
    found = zip(encoding.tokens, encoding.ids, tokenizer.places(text), strict=True)
    return tuple(Placed(token, id_, *place) for token, id_, place in found)


def pieces(text: str, tokens: Sequence[Placed]) -> tuple[Piece, ...]:
    """Cut a text where neither a token nor a grapheme goes across; the pieces join to the whole."""
    found: list[Piece] = []
    start = end = token = 0
    for grapheme in graphemes(text):
        end += len(grapheme.code_points)
        last = token
        while last < len(tokens) and tokens[last].start < end:
            last += 1
        if any(each.end > end for each in tokens[token:last]):
            continue
        numbers = (n for n in range(token, last) if tokens[n].start < tokens[n].end)
        found.append(Piece(start, end, tuple(numbers)))
        start, token = end, last
    return tuple(found)


def linked(tokens: Sequence[Placed], others: Sequence[Placed]) -> tuple[tuple[int, ...], ...]:
    """Return for each token the numbers of the others that stand for some of the same text."""
    found, first = [], 0
    for each in tokens:
        while first < len(others) and others[first].end <= each.start:
            first += 1
        numbers = []
        for n in range(first, len(others)):
            if others[n].start >= each.end:
                break
            if max(each.start, others[n].start) < min(each.end, others[n].end):
                numbers.append(n)
        found.append(tuple(numbers))
    return tuple(found)


def _by_merges(tokenizer: Tokenizer, text: str, encoding: Encoding) -> tuple[Placed, ...]:
    """Count the bytes of what was normalized in characters of what was given."""
    begins, ends = places_before(text, tokenizer.scheme.normalizer)
    owner = [
        at
        for at, character in enumerate(encoding.text)
        for _ in character.encode("utf-8", "surrogatepass")
    ]
    owner.append(len(encoding.text))
    return tuple(
        Placed(
            each.token,
            each.id,
            begins[owner[each.start]],
            ends[owner[each.end - 1] + 1] if each.start < each.end else begins[owner[each.start]],
        )
        for each in token_places(tokenizer, encoding)
    )
