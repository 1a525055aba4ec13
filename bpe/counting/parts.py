"""Parts: pieces of documents that are counted together, and how their counts are joined.

A part's words stand in the order in which they first occur in it. Joined from the left, they stand
in the order in which they first occur in all, whoever counted what, and however long that took.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..schemes import Scheme
from ..words import count_words_of
from .cuts import has_words_in_lines
from .reading import Piece


def joined(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the sum of counts; words in the order of the first part that has them."""
    total: dict[str, int] = {}
    for part in parts:
        for word, count in part.items():
            total[word] = total.get(word, 0) + count
    return total


def count_part(pieces: Sequence[Piece], scheme: Scheme) -> dict[str, int]:
    """Count the words of pieces of documents, in the order in which they first occur."""
    return joined(count_words_of(text, scheme) for text in _texts(pieces, scheme))


def _texts(pieces: Sequence[Piece], scheme: Scheme) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, str):
            yield piece
        elif has_words_in_lines(scheme):
            # As if it were one text, which is faster.
            yield "\n".join(piece.texts())
        else:
            yield from piece.texts()


def parts_of(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    """Put pieces together until there are so many characters, or bytes."""
    part: list[Piece] = []
    held = 0
    for piece in pieces:
        part.append(piece)
        held += len(piece) if isinstance(piece, str) else len(piece.data)
        if held >= size:
            yield part
            part, held = [], 0
    if part:
        yield part
