"""A text as Unicode and UTF-8 have it: graphemes, code points, bytes, and the tokens over them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import regex

_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True)
class CodePoint:
    """One code point of a text.

    Attributes:
        character: the code point as a string of length one.
        name: its official name, or "" where this Python knows none.
        start: where its first byte stands in the UTF-8 text.
        data: its bytes.
    """

    character: str
    name: str
    start: int
    data: bytes

    @property
    def number(self) -> str:
        """The number as it is usually written, such as U+597D."""
        return f"U+{ord(self.character):04X}"

    @property
    def end(self) -> int:
        """Where the byte after its last one stands."""
        return self.start + len(self.data)


@dataclass(frozen=True)
class Grapheme:
    """What a reader takes for one character: one code point or several, in order."""

    code_points: tuple[CodePoint, ...]

    @property
    def text(self) -> str:
        """The grapheme as a string."""
        return "".join([point.character for point in self.code_points])

    @property
    def start(self) -> int:
        """Where its first byte stands in the UTF-8 text."""
        return self.code_points[0].start

    @property
    def end(self) -> int:
        """Where the byte after its last one stands."""
        return self.code_points[-1].end


@dataclass(frozen=True)
class Part:
    """A part of a character that a token holds: `held` of `whole` units of `text`.

    unit is "bytes" of a code point that the token cuts, or "code points" of a grapheme of which it
    holds some, all uncut.
    """

    text: str
    unit: str
    held: int
    whole: int


@dataclass(frozen=True)
class PlacedToken:
    """A byte token where it stands in the UTF-8 text, and the characters it holds in part."""

    token: bytes
    id: int
    start: int
    end: int
    parts: tuple[Part, ...]

    @property
    def is_text(self) -> bool:
        """Whether the token cuts no code point."""
        return all(part.unit != "bytes" for part in self.parts)


@dataclass(frozen=True)
class Stretch:
    """The smallest stretch of a text that is whole graphemes and whole tokens alike."""

    graphemes: tuple[Grapheme, ...]
    tokens: tuple[PlacedToken, ...]

    @cached_property
    def data(self) -> bytes:
        """Its bytes."""
        return b"".join([point.data for each in self.graphemes for point in each.code_points])


def graphemes(text: str) -> tuple[Grapheme, ...]:
    r"""Cut a text into what readers take for its characters.

    >>> [len(each.code_points) for each in graphemes("ae\u0301")]
    [1, 2]
    """
    found, start = [], 0
    for cluster in _GRAPHEME.findall(text):
        points = []
        for character in cluster:
            data = character.encode("utf-8", "surrogatepass")
            points.append(CodePoint(character, unicodedata.name(character, ""), start, data))
            start += len(data)
        found.append(Grapheme(tuple(points)))
    return tuple(found)


def stretches(text: str, tokens: Sequence[bytes], ids: Iterable[int]) -> tuple[Stretch, ...]:
    """Lay byte tokens over the text they spell, and cut both where both can be cut.

    Raises `ValueError` if the tokens do not spell the text.
    """
    if b"".join(tokens) != text.encode("utf-8", "surrogatepass"):
        raise ValueError(
            f"tokens must spell the text, got {b''.join(tokens)!r} for {text!r}. "
            "Give the tokens of this very text."
        )
    seen = graphemes(text)
    placed, start = [], 0
    for token, id_ in zip(tokens, ids, strict=True):
        end = start + len(token)
        placed.append(PlacedToken(token, id_, start, end, _parts(seen, start, end)))
        start = end
    cuts = sorted({0} | {each.end for each in seen} & {each.end for each in placed})
    return tuple(
        Stretch(
            tuple(each for each in seen if begin <= each.start < end),
            tuple(each for each in placed if begin <= each.start < end),
        )
        for begin, end in pairwise(cuts)
    )


def marker_bits(byte: int) -> int:
    """Return how many leading bits of a UTF-8 byte say what it is, not which character.

    0 in front: one byte by itself. 10: a later byte. 110, 1110, 11110: the first of 2, 3, 4.

    >>> [marker_bits(byte) for byte in "好".encode()]
    [4, 2, 2]
    """
    return min(8 - (byte ^ 0xFF).bit_length() + 1, 8)


def is_text(token: bytes) -> bool:
    """Whether a byte token is whole characters: UTF-8 that decodes by itself."""
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def count_text(tokens: Iterable[bytes]) -> int:
    """Count the tokens that are whole characters."""
    return sum(map(is_text, tokens))


def _parts(seen: Sequence[Grapheme], start: int, end: int) -> tuple[Part, ...]:
    parts = []
    for grapheme in seen:
        if grapheme.end <= start or end <= grapheme.start:
            continue
        uncut = 0
        for point in grapheme.code_points:
            held = min(end, point.end) - max(start, point.start)
            if held == len(point.data):
                uncut += 1
            elif held > 0:
                parts.append(Part(point.character, "bytes", held, len(point.data)))
        if 0 < uncut < len(grapheme.code_points):
            parts.append(Part(grapheme.text, "code points", uncut, len(grapheme.code_points)))
    return tuple(parts)
