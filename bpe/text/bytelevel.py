"""The printable stand-ins that byte-level vocabulary files write bytes with.

GPT-2's files had to hold every byte in a text file whose lines split at spaces. Each byte that
prints well stands for itself as a Latin-1 character; the 68 others, in order, are moved to
U+0100 and up. So the space, 0x20, is written Ġ and the line feed, 0x0A, Ċ. These are spellings in
a file, not characters of any text.
Source: bytes_to_unicode in GPT-2's encoder.py.
"""

from functools import cache
from types import MappingProxyType

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))


@cache
def byte_alias() -> MappingProxyType[int, str]:
    """Return byte -> the character that stands for it, in the order GPT-2 numbers its bytes."""
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
