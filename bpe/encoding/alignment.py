"""Alignment: the part of a text that each token represents; graphemes stay whole."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..merging.cells import Token
from ..text.characters import as_bytes, byte_owners, byte_starts, clusters
from ..text.normalizers import places_before
from .encoded import EncodedText, Encoding
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class PlacedToken:
    """A token and the part of a text, `start` up to `end`, that it represents.

    `place_tokens` counts characters of the given text: a token with part of a character covers the
    whole character. `byte_places` counts UTF-8 bytes of the normalized text. If a token represents
    nothing, such as a separate boundary mark, `start` equals `end`.
    """

    token: Token
    id: int
    start: int
    end: int


@dataclass(frozen=True)
class Segment:
    """The shortest run of whole graphemes, `start` up to `end`, covered by whole tokens.

    Attributes:
        text: the visible text; empty for a separate boundary mark.
        first: index of the first token.
        places: the tokens; empty if no token represents the text.
    """

    text: str
    start: int
    end: int
    first: int
    places: tuple[PlacedToken, ...]

    @property
    def tokens(self) -> tuple[int, ...]:
        """Indices of the tokens."""
        return tuple(range(self.first, self.first + len(self.places)))


class Placing(Protocol):
    """A tokenizer that locates its own tokens; see `FileTokenizer.places`."""

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return each token of a text with its start and end, in characters."""


def place_tokens(
    tokenizer: Tokenizer | Placing, text: str, encoding: EncodedText
) -> tuple[PlacedToken, ...]:
    """Return every token of an encoding with its place in the original text."""
    if isinstance(tokenizer, Tokenizer) and isinstance(encoding, Encoding):
        return _in_characters(tokenizer, text, encoding)
    assert not isinstance(tokenizer, Tokenizer)
    found = zip(encoding.tokens, encoding.ids, tokenizer.places(text), strict=True)
    return tuple(PlacedToken(token, id_, *place) for token, id_, place in found)


def byte_places(tokenizer: Tokenizer, encoding: Encoding) -> list[PlacedToken]:
    """Return every token with its place in the bytes of the normalized text."""
    sizes = _sizes(tokenizer)
    offsets = byte_starts(encoding.text)
    places: list[PlacedToken] = []
    for word in encoding.words:
        at = offsets[word.start]
        if word.is_special:
            [token], [id_] = word.tokens, word.ids
            places.append(PlacedToken(token, id_, at, offsets[word.end]))
            continue
        units = tokenizer.units(word.text)
        whole = word.ids == (tokenizer.unknown_id,)
        used = 0
        for token, id_ in zip(word.tokens, word.ids, strict=True):
            # In WordPiece, one unknown character makes the whole word unknown.
            size = len(units) if whole else sizes.get(id_, 1)
            start, end = at + units[used].start, at + units[used + size - 1].end
            used += size
            places.append(PlacedToken(token, id_, start, end))
    return places


def segments(
    text: str, places: Sequence[PlacedToken], size: Callable[[str], int] = len
) -> list[Segment]:
    """Cut a text where no token and no grapheme is split; the segments' texts join to the whole.

    `size` returns the length of a text in the unit of the places.
    """
    found: list[Segment] = []
    # Of the current segment: its text, its first place and first token, and its end so far.
    part, start, first, reach = "", 0, 0, 0
    end = last = 0
    for cluster in [*clusters(text), ""]:
        while not part and last < len(places) and places[last].end <= start:
            found.append(Segment("", start, start, last, (places[last],)))
            first = last = last + 1
        part += cluster
        end += size(cluster)
        while last < len(places) and places[last].start < end:
            reach = max(reach, places[last].end)
            last += 1
        if part and reach <= end:
            found.append(Segment(part, start, end, first, tuple(places[first:last])))
            part, start, first = "", end, last
    return found


def byte_segments(tokenizer: Tokenizer, encoding: Encoding) -> list[Segment]:
    """Return the segments of the normalized text, with places in bytes."""
    places = byte_places(tokenizer, encoding)
    return segments(encoding.text, places, lambda part: len(as_bytes(part)))


def _in_characters(tokenizer: Tokenizer, text: str, encoding: Encoding) -> tuple[PlacedToken, ...]:
    """Convert byte places in the normalized text to character places in the given text."""
    begins, ends = places_before(text, tokenizer.scheme.normalizer)
    owner = byte_owners(encoding.text)
    found = []
    for each in byte_places(tokenizer, encoding):
        start = end = begins[owner[each.start]]
        if each.start < each.end:
            end = ends[owner[each.end - 1] + 1]
        found.append(PlacedToken(each.token, each.id, start, end))
    return tuple(found)


def _sizes(tokenizer: Tokenizer) -> dict[int, int]:
    """Return token ID -> number of alphabet tokens in it."""
    sizes = dict.fromkeys(tokenizer.alphabet_ids, 1)
    for left, right, new in tokenizer.merges:
        sizes[new] = sizes[left] + sizes[right]
    return sizes


def overlapping(
    tokens: Sequence[PlacedToken], others: Sequence[PlacedToken]
) -> tuple[tuple[int, ...], ...]:
    """Return for each token the indices of the other tokens that overlap it in the text."""
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
