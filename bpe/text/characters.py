"""Characters: graphemes, code points, bytes and their spelling in files, and parts in a token."""

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
"""A character of a script without spaces between words."""


@dataclass(frozen=True)
class CodePoint:
    """One code point of a text.

    Attributes:
        character: the code point as a string of length one.
        name: its official name, or "" if this Python has none.
        start: offset of its first byte in the UTF-8 text.
        data: its bytes.
    """

    character: str
    name: str
    start: int
    data: bytes

    @property
    def number(self) -> str:
        """The number in the usual notation, such as U+597D."""
        return f"U+{ord(self.character):04X}"

    @property
    def end(self) -> int:
        """Offset after its last byte."""
        return self.start + len(self.data)


@dataclass(frozen=True)
class Grapheme:
    """A grapheme: one code point or several, in order."""

    code_points: tuple[CodePoint, ...]

    @property
    def text(self) -> str:
        """The grapheme as a string."""
        return "".join([point.character for point in self.code_points])

    @property
    def start(self) -> int:
        """Offset of its first byte in the UTF-8 text."""
        return self.code_points[0].start

    @property
    def end(self) -> int:
        """Offset after its last byte."""
        return self.code_points[-1].end


@dataclass(frozen=True)
class PartialCharacter:
    """A part of a character in a token: `held` of `whole` units of `text`.

    unit is "bytes" if the token cuts a code point, else "code points": some of the whole code
    points of a grapheme.
    """

    text: str
    unit: str
    held: int
    whole: int


def graphemes(text: str, start: int = 0) -> tuple[Grapheme, ...]:
    r"""Cut a text into graphemes, the characters a reader sees.

    `start` is the byte offset of the text, added to all offsets.

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
    """Return a token, or a text, in UTF-8; half of a surrogate pair is encoded like a character."""
    return token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")


def as_text(token: str | bytes) -> str:
    """Return a token as text; bytes that are not whole characters are written as `\\xe5`."""
    return token if isinstance(token, str) else token.decode("utf-8", "backslashreplace")


def byte_owners(text: str) -> list[int]:
    """Return for each byte of a text in UTF-8 the index of its character, then their number.

    >>> byte_owners("a好")
    [0, 1, 1, 1, 2]
    """
    owners = [at for at, character in enumerate(text) for _ in as_bytes(character)]
    return [*owners, len(text)]


def byte_starts(text: str) -> list[int]:
    """Return the UTF-8 offset of each character of a text, then the number of bytes.

    >>> byte_starts("a好")
    [0, 1, 4]
    """
    return [0, *accumulate(len(as_bytes(character)) for character in text)]


def cuts_character(parts: Iterable[PartialCharacter]) -> bool:
    """True if a token with these parts begins or ends inside a code point."""
    return any(part.unit == "bytes" for part in parts)


def marker_bits(byte: int) -> int:
    """Return the number of leading marker bits of a UTF-8 byte.

    0: a single byte. 10: a later byte. 110, 1110, 11110: the first of 2, 3, 4.

    >>> [marker_bits(byte) for byte in "好".encode()]
    [4, 2, 2]
    """
    return min(8 - (byte ^ 0xFF).bit_length() + 1, 8)


def is_text(token: bytes) -> bool:
    """True if a byte token consists of whole characters: valid UTF-8."""
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def parts_held(seen: Iterable[Grapheme], start: int, end: int) -> tuple[PartialCharacter, ...]:
    """Return the parts of characters in the bytes from `start` up to `end`, if any are cut."""
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
    """Return byte -> its printable alias in byte-level vocabulary files.

    In GPT-2's order of bytes. Its files store every byte in a text file whose lines split at
    spaces: a printable byte is written as its Latin-1 character; the 68 others, in order, are moved
    to U+0100 and up. So the space, 0x20, is written Ġ and the line feed, 0x0A, Ċ. These are
    spellings in a file, not characters of a text.
    Source: bytes_to_unicode in GPT-2's encoder.py.
    """
    moved = [byte for byte in range(256) if byte not in _PRINTABLE]
    table = {byte: chr(byte) for byte in _PRINTABLE}
    table |= {byte: chr(0x100 + place) for place, byte in enumerate(moved)}
    return MappingProxyType(table)


@cache
def bytes_by_id(order: str) -> bytes:
    """Return all 256 bytes in the order of their IDs: by "value", or in GPT-2's order ("gpt2").

    >>> bytes_by_id("gpt2")[:3], bytes_by_id("gpt2").index(b" ")
    (b'!"#', 220)
    """
    return bytes(byte_alias() if order == "gpt2" else range(256))


@cache
def alias_byte() -> MappingProxyType[str, int]:
    """Return character -> the byte it represents."""
    return MappingProxyType({character: byte for byte, character in byte_alias().items()})


def to_alias(token: bytes | str) -> str:
    """Return a token as spelled in a vocabulary file: bytes as their aliases.

    >>> to_alias(" 好".encode())
    'Ġå¥½'
    """
    if isinstance(token, str):
        return token
    table = byte_alias()
    return "".join([table[byte] for byte in token])


def from_alias(spelled: str) -> bytes:
    """Return the bytes of a vocabulary file's spelling.

    Raises `ValueError` for a character that is not an alias.

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
