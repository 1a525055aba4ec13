"""Reading: files of many kinds as pieces of documents, in order, none of them whole in memory.

`bpe/input/kinds.py` says what a file's name means. A text file is one document; so is each line of
JSON, and each row. A stretch of a file is read like a file, by whoever counts it.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, NamedTuple

from ..errors import CorpusError, short, utf8
from ..input.kinds import KINDS, MEGABYTE, Limits, kind_of, packing_of
from ..input.opening import open_file, read_within, unpacked
from ..input.rows import Parquet, refusals
from ..schemes import Scheme
from .cuts import last_cut

BLOCK = 1 << 20
"""Bytes read at once."""

_ROWS = 256


class Stretch(NamedTuple):
    """A part of a file: bytes from `start` to `stop`, or row groups of a table; None for its end.

    It begins and ends where no word of the scheme goes on. `size` is its bytes on the disk.
    """

    path: Path
    start: int = 0
    stop: int | None = None
    size: int = 0


class Piece(NamedTuple):
    """Documents, or a part of one: their texts, to be gone through once, and their lines.

    Lines are line ends in texts and in lines of JSON, and rows of tables.
    """

    lines: int
    texts: Iterable[str]


def table_groups(path: Path) -> list[int]:
    """Return the bytes, unpacked, of each group of rows of a table."""
    with open_file(path) as file, refusals(path.name):
        return Parquet(file).groups


def kind_in(path: Path) -> str:
    """Return the kind of what is in a file, unpacked: a text where its name does not say."""
    kind = kind_of(path.name)
    return kind if kind in ("lines", "parquet") else "text"


def is_packed(path: Path) -> bool:
    """Say whether a file has to be read from its beginning."""
    return packing_of(path.name) is not None


def pieces_of(
    stretch: Stretch, scheme: Scheme, field: str, block: int = BLOCK
) -> Iterator[tuple[Piece, int]]:
    """Yield documents, each in as many pieces as can be counted alone, and the place in the file.

    Places are bytes of the file, packed or not, that were read so far. Raises `CorpusError` for
    what is not of the kind that its name says.
    """
    limits = KINDS[kind_in(stretch.path)].command
    with open_file(stretch.path) as raw:
        for piece in pieces_in(raw, stretch, scheme, field, limits, block):
            yield piece, raw.tell()


def pieces_in(
    raw: IO[bytes],
    stretch: Stretch,
    scheme: Scheme,
    field: str,
    limits: Limits,
    block: int = BLOCK,
) -> Iterator[Piece]:
    """Yield the pieces of an open file; the path of the stretch is the file's name."""
    path = stretch.path
    kind, file = kind_in(path), unpacked(raw, path.name, limits)
    if kind == "parquet":
        yield from _rows(raw if file is raw else _whole(file, path, limits), stretch, field)
        return
    if file is raw:
        raw.seek(stretch.start)
        file = _Part(raw, stretch.stop)  # type: ignore[assignment]
    read = _lines if kind == "lines" else _texts
    yield from read(file, stretch, field, scheme, limits, block)


class _Part:
    """A file that ends early."""

    def __init__(self, file: IO[bytes], stop: int | None):
        self._file, self._stop = file, stop

    def read(self, size: int) -> bytes:
        """Read so many bytes, or what is left."""
        if self._stop is not None:
            size = min(size, max(0, self._stop - self._file.tell()))
        return self._file.read(size)


def _whole(file: IO[bytes], path: Path, limits: Limits) -> IO[bytes]:
    return BytesIO(read_within(file, path.name, limits.whole))


def _rows(file: IO[bytes], stretch: Stretch, field: str) -> Iterator[Piece]:
    name = stretch.path.name
    with refusals(name):
        table = Parquet(file)
        if not table.holds_text(field):
            raise CorpusError("column", file=name, field=field, value=short(list(table.columns)))
        groups = slice(stretch.start, stretch.stop)
        for [texts] in table.read([field], groups, _ROWS):
            # One text may stand in many rows: they are not joined before their size is known.
            part: list[str] = []
            for text in filter(None, texts):
                part.append(text)
                if sum(map(len, part)) >= BLOCK:
                    yield Piece(len(part), part)
                    part = []
            if part:
                yield Piece(len(part), part)


def _lines(
    file: IO[bytes], stretch: Stretch, field: str, scheme: Scheme, limits: Limits, size: int
) -> Iterator[Piece]:
    name, first, held, wanted = stretch.path.name, 1, b"", size
    is_begun = stretch.start > 0
    while read := file.read(wanted):
        held += read
        end = held.rfind(b"\n") + 1
        if end:
            data = _marked(held[:end], is_begun)
            yield Piece(data.count(b"\n"), _json_texts(name, first, data, field))
            first += data.count(b"\n")
            is_begun, held = True, held[end:]
        if len(held) > limits.whole:
            raise CorpusError("long_row", row=first, limit=limits.whole)
        # A line longer than that is not looked through again before it has grown twofold.
        wanted = max(size, len(held))
    if held:
        yield Piece(0, _json_texts(name, first, _marked(held, is_begun), field))


def _json_texts(file: str, first: int, data: bytes, field: str) -> Iterator[str]:
    """Yield the text of each line, of which the first has that number.

    Raises `CorpusError` with the number of a line that has none.
    """
    for number, line in enumerate(data.split(b"\n"), first):
        if line.strip():
            yield _json_text(file, number, line, field)


def _json_text(file: str, number: int, line: bytes, field: str) -> str:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        shown = short(line.decode("utf-8", "replace").strip())
        raise CorpusError("json_line", file=file, line=number, field=field, value=shown) from error
    text = found.get(field) if isinstance(found, dict) else None
    if not isinstance(text, str):
        raise CorpusError("json_line", file=file, line=number, field=field, value=short(found))
    utf8(text)
    return text


def _marked(data: bytes, is_begun: bool) -> bytes:
    """Return the data without the byte order mark of a file's first line."""
    return data if is_begun else data.removeprefix(codecs.BOM_UTF8)


def _texts(
    file: IO[bytes], stretch: Stretch, field: str, scheme: Scheme, limits: Limits, size: int
) -> Iterator[Piece]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    held, wanted, at, name = "", size, stretch.start, stretch.path.name
    while True:
        read = file.read(wanted)
        pending = len(decoder.getstate()[0])
        try:
            text = decoder.decode(read, final=not read)
        except UnicodeDecodeError as error:
            byte, place = error.object[error.start], at - pending + error.start
            raise CorpusError("file_encoding", name=name, byte=byte, place=place) from error
        held += text.removeprefix("\ufeff") if at == pending else text
        at += len(read)
        if not read:
            break
        end = last_cut(held, scheme)
        if end:
            yield Piece(held.count("\n", 0, end), [held[:end]])
            held = held[end:]
        if len(held) > limits.whole:
            raise CorpusError("long_document", file=name, largest=limits.whole // MEGABYTE)
        wanted = max(size, len(held))
    if held:
        yield Piece(held.count("\n"), [held])
