"""Spelling: the tokens of a given list, rewritten as the scheme spells them."""

import re
from collections.abc import Sequence
from typing import Literal

from ..merging.cells import Token
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.characters import alias_byte, as_bytes, as_text, from_alias

Spelling = Literal["plain", "aliases", "mark"]
"""Spelling of a list: correct, in the UTF-8 bytes of byte aliases, or with another mark."""

USUAL_MARKS = ("_", "·", "▁", "Ġ", "$", "</s>", "<eow>", "<w>", "</w>")

Read = tuple[Spelling, tuple[Pair, ...]]


def spellings(merges: Sequence[Pair], scheme: Scheme) -> list[Read]:
    """Return every reading of a list, the most likely first.

    For bytes, a str may be text or the printable aliases of byte-level files (Ġ for a space); bytes
    may be the UTF-8 of those aliases, which is a mistake. For characters, bytes that are not UTF-8
    are written as \\xff, and the boundary mark may be another common one, which is a difference in
    spelling only.
    """
    tokens = [token for pair in merges for token in pair]
    if scheme.units == "characters":
        texts = [*map(as_text, tokens)]
        return [("plain", _paired(texts)), *_with_each_mark(texts, scheme)]
    aliases = alias_byte().keys()
    read: list[Read] = []
    if all(isinstance(token, bytes) or aliases >= set(token) for token in tokens):
        meant = [token if isinstance(token, bytes) else from_alias(token) for token in tokens]
        read.append(("plain", _paired(meant)))
    plain = [*map(as_bytes, tokens)]
    read.append(("plain", _paired(plain)))
    spelled = [token.decode("utf-8", "replace") for token in plain]
    if all(aliases >= set(token) for token in spelled) and not all(map(str.isascii, spelled)):
        read.append(("aliases", _paired([from_alias(token) for token in spelled])))
    return list(dict.fromkeys(read))


def _with_each_mark(texts: Sequence[str], scheme: Scheme) -> list[Read]:
    """Return the list once for each common mark that it may use instead of the scheme's."""
    own, place = scheme.mark, r"\A{}" if scheme.boundary == "prefix" else r"{}\Z"
    is_marked = scheme.boundary in ("suffix", "attached", "prefix")
    if not is_marked or any(own in each for each in texts):
        return []
    read: list[Read] = []
    for mark in USUAL_MARKS:
        at = re.compile(place.format(re.escape(mark)))
        meant = [at.sub(lambda _: own, each) for each in texts]
        if meant != texts:
            read.append(("mark", _paired(meant)))
    return read


def _paired(tokens: Sequence[Token]) -> tuple[Pair, ...]:
    return tuple(zip(tokens[::2], tokens[1::2], strict=True))
