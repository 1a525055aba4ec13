"""Spelling: the tokens of a given list as the scheme spells them, whatever they were written in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..merging.cells import Token
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.bytelevel import alias_byte, from_alias

Listed = tuple[Token, Token]
Spelling = Literal["plain", "aliases"]
"""How a list is written: as it should be, or in the UTF-8 bytes of the stand-ins for bytes."""

Read = tuple[Spelling, tuple[Pair, ...]]


def spellings(merges: Sequence[Listed], scheme: Scheme) -> list[Read]:
    """Return every way to read a list, the likeliest first.

    For bytes, a str may be text, or spelled in the stand-ins that byte-level files use (Ġ for a
    space); and bytes may be the UTF-8 of those stand-ins, which is a mistake. For characters, bytes
    that are no UTF-8 are written as \\xff.
    """
    tokens = [token for pair in merges for token in pair]
    if scheme.units == "characters":
        texts = [
            token.decode("utf-8", "backslashreplace") if isinstance(token, bytes) else token
            for token in tokens
        ]
        return [("plain", _paired(texts))]
    aliases = alias_byte().keys()
    read: list[Read] = []
    if all(isinstance(token, bytes) or aliases >= set(token) for token in tokens):
        meant = [token if isinstance(token, bytes) else from_alias(token) for token in tokens]
        read.append(("plain", _paired(meant)))
    plain = [
        token if isinstance(token, bytes) else token.encode("utf-8", "surrogatepass")
        for token in tokens
    ]
    read.append(("plain", _paired(plain)))
    spelled = [token.decode("utf-8", "replace") for token in plain]
    if all(aliases >= set(token) for token in spelled) and not all(map(str.isascii, spelled)):
        read.append(("aliases", _paired([from_alias(token) for token in spelled])))
    return list(dict.fromkeys(read))


def _paired(tokens: Sequence[Token]) -> tuple[Pair, ...]:
    return tuple(zip(tokens[::2], tokens[1::2], strict=True))
