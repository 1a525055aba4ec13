"""Characters: graphemes, code points, bytes, how files spell those, and the parts in a token."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from types import MappingProxyType

import regex

_GRAPHEME = regex.compile(r"\X")

UNSPACED = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
)
"""A character of a script that puts no spaces between words."""


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
class PartialCharacter:
    """A part of a character that a token holds: `held` of `whole` units of `text`.

    unit is "bytes" of a code point that the token cuts, or "code points" of a grapheme of which it
    holds some, all uncut.
    """

    text: str
    unit: str
    held: int
    whole: int


def graphemes(text: str, start: int = 0) -> tuple[Grapheme, ...]:
    r"""Cut a text into what readers take for its characters.

    `start` is the byte that the text begins at, from which places are counted.

    >>> [len(each.code_points) for each in graphemes("ae\u0301")]
    [1, 2]
    """
    found = []
    for cluster in clusters(text):
        points = []
        for character in cluster:
            data = as_bytes(character)
            points.append(CodePoint(character, unicodedata.name(character, ""), start, data))
            start += len(data)
        found.append(Grapheme(tuple(points)))
    return tuple(found)


def clusters(text: str) -> list[str]:
    """Return the text of each grapheme, in order."""
    return _GRAPHEME.findall(text)


def as_bytes(token: str | bytes) -> bytes:
    """Return a token, or a text, in UTF-8; half of a surrogate pair as if it were a character."""
    return token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")


def as_text(token: str | bytes) -> str:
    """Return a token as text; what is no whole character of its bytes is written as `\\xe5`."""
    return token if isinstance(token, str) else token.decode("utf-8", "backslashreplace")


def byte_owners(text: str) -> list[int]:
    """Return for each byte of a text in UTF-8 the place of its character, then their number.

    >>> byte_owners("a好")
    [0, 1, 1, 1, 2]
    """
    owners = [at for at, character in enumerate(text) for _ in as_bytes(character)]
    return [*owners, len(text)]


def byte_starts(text: str) -> list[int]:
    """Return the byte at which each character of a text begins in UTF-8, then their number.

    >>> byte_starts("a好")
    [0, 1, 4]
    """
    return [0, *accumulate(len(as_bytes(character)) for character in text)]


def cuts_character(parts: Iterable[PartialCharacter]) -> bool:
    """Whether what holds these parts ends or begins inside a code point."""
    return any(part.unit == "bytes" for part in parts)


def marker_bits(byte: int) -> int:
    """Return how many leading bits of a UTF-8 byte are its marker.

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


def parts_held(seen: Iterable[Grapheme], start: int, end: int) -> tuple[PartialCharacter, ...]:
    """Return the parts of characters in the bytes from `start` up to `end`, where some are cut."""
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
                parts.append(PartialCharacter(point.character, "bytes", held, len(point.data)))
        if 0 < uncut < len(grapheme.code_points):
            parts.append(
                PartialCharacter(grapheme.text, "code points", uncut, len(grapheme.code_points))
            )
    return tuple(parts)


_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))


@cache
def byte_alias() -> MappingProxyType[int, str]:
    """Return byte -> the printable character that byte-level vocabulary files write it with.

    In the order GPT-2 numbers its bytes. Its files had to hold every byte in a text file whose
    lines split at spaces: what prints well stands for itself as a Latin-1 character; the 68 others,
    in order, are moved to U+0100 and up. So the space, 0x20, is written Ġ and the line feed, 0x0A,
    Ċ. These are spellings in a file, not characters of any text.
    Source: bytes_to_unicode in GPT-2's encoder.py.
    """
    moved = [byte for byte in range(256) if byte not in _PRINTABLE]
    table = {byte: chr(byte) for byte in _PRINTABLE}
    table |= {byte: chr(0x100 + place) for place, byte in enumerate(moved)}
    return MappingProxyType(table)


@cache
def alias_byte() -> MappingProxyType[str, int]:
    """Return character -> the byte it stands for."""
    return MappingProxyType({character: byte for byte, character in byte_alias().items()})


def to_alias(token: bytes | str) -> str:
    """Return a token as a vocabulary file spells it: bytes by what stands for them.

    >>> to_alias(" 好".encode())
    'Ġå¥½'
    """
    if isinstance(token, str):
        return token
    table = byte_alias()
    return "".join([table[byte] for byte in token])


def from_alias(spelled: str) -> bytes:
    """Return the bytes that a vocabulary file's spelling stands for.

    Raises `ValueError` for a character that stands for no byte.

    >>> from_alias("Ġlow")
    b' low'
    """
    table = alias_byte()
    for character in spelled:
        if character not in table:
            raise ValueError(
                f"token must be spelled in the 256 characters that stand for bytes, "
                f"got {character!r} in {spelled!r}. Use a file of byte tokens."
            )
    return bytes([table[character] for character in spelled])
