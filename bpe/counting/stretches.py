"""Stretches: files parted without being read, so that all who see them can share them out.

A stretch ends at the first line end from a place on at which its text may be cut. Where that is
depends on what stands around that line end alone, so two who look for it from anywhere agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from ..errors import CorpusError
from ..input.opening import open_file
from ..schemes import Scheme
from ..words import count_words_of
from .cuts import can_cut, cuts_of, has_words_in_lines
from .reading import BLOCK, Piece, Stretch, is_packed, kind_in, pieces_of, table_groups

_AROUND = 16
"""Bytes on both sides of a line end that say whether a text may be cut there."""


class Share(NamedTuple):
    """The words of a stretch in the order in which they first occur there, and its lines.

    Lines are line ends in texts and in lines of JSON, and rows of tables.
    """

    words: dict[str, int]
    lines: int


def count_stretch(
    stretch: Stretch,
    scheme: Scheme,
    field: str,
    block: int = BLOCK,
    on_read: Callable[[int], object] = bool,
) -> Share:
    """Count the words of a stretch; `on_read` is given the bytes of it that were read."""
    stretch, lines = trimmed(stretch, scheme), 0
    words: dict[str, int] = {}
    try:
        for piece, at in pieces_of(stretch, scheme, field, block):
            _add_piece(words, piece, scheme)
            lines += piece.lines
            on_read(at - stretch.start)
    except CorpusError as error:
        line = error.values.get("line")
        if isinstance(line, int) and stretch.start:
            # Of the file, not of the stretch.
            error.values["line"] = line + _lines_before(stretch)
        raise
    return Share(words, lines)


def count_pieces(pieces: Iterable[Piece], scheme: Scheme) -> dict[str, int]:
    """Count the words of pieces of documents, in the order in which they first occur."""
    words: dict[str, int] = {}
    for piece in pieces:
        _add_piece(words, piece, scheme)
    return words


def _add_piece(words: dict[str, int], piece: Piece, scheme: Scheme) -> None:
    """Add a piece's words; its texts are taken for one where that is the same: it is faster."""
    for text in ["\n".join(piece.texts)] if has_words_in_lines(scheme) else piece.texts:
        add(words, count_words_of(text, scheme))


def add(total: dict[str, int], words: dict[str, int]) -> None:
    """Add counts to a total; new words stand behind those that were there."""
    for word, count in words.items():
        total[word] = total.get(word, 0) + count


def stretches_of(paths: Sequence[Path], scheme: Scheme, size: int) -> Iterator[Stretch]:
    """Part files into stretches of about so many bytes, in order.

    A packed file is one stretch, and so is a text whose words may go over any line end.
    """
    for path in paths:
        kind, whole = kind_in(path), path.stat().st_size
        if is_packed(path) or (kind == "text" and not can_cut(scheme)):
            yield Stretch(path, size=whole)
        elif kind == "parquet":
            yield from _of_table(path, size, whole)
        else:
            for start in range(0, max(1, whole), size):
                yield Stretch(path, start, start + size, min(size, whole - start))


def trimmed(stretch: Stretch, scheme: Scheme) -> Stretch:
    """Move both ends of a stretch of `stretches_of` to where its text may be cut."""
    path, kind = stretch.path, kind_in(stretch.path)
    if stretch.stop is None or kind == "parquet":
        return stretch
    at_any = kind == "lines" or has_words_in_lines(scheme)
    with open_file(path) as file:
        places = (stretch.start, stretch.stop)
        start, stop = (_next_cut(file, at, None if at_any else scheme) for at in places)
    return stretch._replace(start=start, stop=stop)


def _lines_before(stretch: Stretch) -> int:
    """Return how many lines of the file stand before a stretch."""
    lines, left = 0, stretch.start
    with open_file(stretch.path) as file:
        while left and (read := file.read(min(left, BLOCK))):
            lines += read.count(b"\n")
            left -= len(read)
    return lines


def _of_table(path: Path, size: int, whole: int) -> Iterator[Stretch]:
    start = held = 0
    sizes = table_groups(path)
    for number, group in enumerate(sizes, 1):
        held += group
        if held >= size or number == len(sizes):
            yield Stretch(path, start, number, whole * (number - start) // len(sizes))
            start, held = number, 0


def _next_cut(file: IO[bytes], at: int, scheme: Scheme | None) -> int:
    """Return the first place from a line end at `at` or after it to cut at, or the file's end.

    No scheme is one whose words never go over a line end.
    """
    if not at:
        return 0
    file.seek(at)
    while line := file.readline(BLOCK):
        end = file.tell()
        if line.endswith(b"\n"):
            found = end if scheme is None else _cut_around(file, end - 1, scheme)
            if found is not None:
                return found
            file.seek(end)
    return file.tell()


def _cut_around(file: IO[bytes], line_end: int, scheme: Scheme) -> int | None:
    """Return the place before or after a line end (of two signs, too) to cut at, if there is."""
    start = max(0, line_end - _AROUND)
    file.seek(start)
    around = file.read(line_end - start + 1 + _AROUND)
    # Half a character at an edge is taken for none: what is not seen allows no cut.
    before, after = _whole(around[: line_end - start]), _whole(around[line_end - start :])
    places = cuts_of(before + after, scheme)
    nearest = (-1, 0, 1) if before.endswith("\r") else (0, 1)
    return next((line_end + by for by in nearest if len(before) + by in places), None)


def _whole(data: bytes) -> str:
    """Return the characters that are whole in some bytes of a text."""
    return data.decode("utf-8", "ignore")
