"""Parts: pieces of documents that are counted together, and how their counts are joined.

A part's words stand in the order in which they first occur in it. Joined from the left, they stand
in the order in which they first occur in all, whoever counted what, and however long that took.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..schemes import Scheme
from ..words import count_words_of
from .cuts import has_words_in_lines
from .reading import BLOCK, Piece, Stretch, Text, pieces_of

PART = 2 << 20
"""Characters, or bytes, that one process counts at a time."""


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
        if not isinstance(piece, Text) and has_words_in_lines(scheme):
            # As if it were one text, which is faster.
            yield "\n".join(piece.texts())
        else:
            yield from piece.texts()


class Reader:
    """What is read of stretches of files, in parts, and how much that was.

    Attributes:
        bytes: of the files, packed or not, that were read so far.
        lines: line ends in texts and in lines of JSON, and rows of tables.
    """

    def __init__(self, scheme: Scheme, field: str, *, block: int = BLOCK):
        """Take what finds words, the field of the text, and how many bytes are read at once."""
        self.bytes = self.lines = 0
        self._scheme, self._field, self._block = scheme, field, block

    def parts(self, stretches: Iterable[Stretch], size: int) -> Iterator[list[Piece]]:
        """Put pieces together until there are so many characters, or bytes."""
        part: list[Piece] = []
        held = 0
        for piece in self._pieces(stretches):
            part.append(piece)
            held += piece.size
            if held >= size:
                yield part
                part, held = [], 0
        if part:
            yield part

    def _pieces(self, stretches: Iterable[Stretch]) -> Iterator[Piece]:
        before = 0
        for stretch in stretches:
            for piece, at in pieces_of(stretch, self._scheme, self._field, self._block):
                self.bytes = max(self.bytes, before + at - stretch.start)
                self.lines += piece.lines
                yield piece
            before += stretch.path.stat().st_size
