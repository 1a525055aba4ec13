"""Opening: files, packed or not, as streams, lines and table rows within limits."""

import csv
import errno
import io
import os
import select
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePath
from secrets import token_hex
from typing import IO, Any, NamedTuple

from ..errors import CorpusError, library

MEGABYTE = 10**6
"""Bytes, as file pickers count them."""


class Limits(NamedTuple):
    """How much of a file is read; None for no bound.

    Attributes:
        size: bytes of the file, and of what it unpacks to.
        whole: bytes that are held at once: of a document that cannot be parted, a line or a row.
        rows, columns: of a table.
        parts: that a .gz is packed in.
    """

    size: int | None = None
    whole: int = 1024 * MEGABYTE
    rows: int | None = None
    columns: int | None = None
    parts: int | None = None

    @property
    def most(self) -> int:
        """Bytes that are read as a whole."""
        return self.size or self.whole


UNBOUNDED = Limits()


class FileKind(NamedTuple):
    """A kind of file: how its name ends, and its limits in the app and on the command line."""

    suffixes: tuple[str, ...]
    app: Limits
    command: Limits = UNBOUNDED


_TEXT = Limits(20 * MEGABYTE, 20 * MEGABYTE, 2_000_000, 1_000, 50_000)
_TOKENIZER = Limits(64 * MEGABYTE, 64 * MEGABYTE, parts=50_000)

KINDS = {
    # A text; all else that a name says is tried as one, too.
    "text": FileKind((".txt", ".md"), _TEXT),
    # Words and counts; on the command line a text, unless `count` wrote it.
    "cells": FileKind((".csv", ".tsv"), _TEXT._replace(whole=2 * MEGABYTE)),
    # A document a line.
    "lines": FileKind((".jsonl", ".ndjson"), _TEXT),
    # Other libraries' files, and lists of merges, tell what they are by their content.
    "tokenizer": FileKind((), _TOKENIZER, _TOKENIZER),
    "merges": FileKind((), *[_TOKENIZER._replace(size=4 * MEGABYTE)] * 2),
}
"""Kinds of files that the app reads, by name."""

PACKED = {".gz": "gzip", ".zst": "zstd"}
"""Endings of packed files."""

# A table with a document a row, on the command line alone.
_OF_SUFFIX = {".parquet": "parquet"}
_OF_SUFFIX |= {suffix: name for name, kind in KINDS.items() for suffix in kind.suffixes}


def packing_of(name: str) -> str | None:
    """Return the packing of a file, by its name; None where it is not packed."""
    return PACKED.get(PurePath(name).suffix.lower())


def unpacked_name(name: str) -> str:
    """Return the name that a file has once it is unpacked."""
    return PurePath(name).stem if packing_of(name) else name


def suffix_of(name: str) -> str:
    """Return the ending of a file's unpacked name in small letters, "" without one."""
    return PurePath(unpacked_name(name)).suffix.lower()


def kind_of(name: str) -> str | None:
    """Return the kind of a file's unpacked content; None where its name does not tell.

    A packed file that does not say it holds a text.
    """
    inner = unpacked_name(name)
    found = _OF_SUFFIX.get(suffix_of(name))
    return "text" if not found and packing_of(name) and not packing_of(inner) else found


CHUNK = 1 << 18
"""Bytes that are unpacked at once."""

PATIENCE = 10
"""Seconds to wait until a named pipe has data."""

# Each part of a .gz copies what was read behind it: little, or many small parts take for ever.
_STEP = 1 << 14
_FREE, _RATIO = 64 * MEGABYTE, 2_000
_MAGIC = {b"\x1f\x8b": "gzip", b"(\xb5/\xfd": "zstd"}


def pyarrow() -> Any:
    """Return what only tables and `.zst` need. Raises `CorpusError` where it is missing."""
    return library("pyarrow.parquet")


@contextmanager
def open_file(path: Path, *, pipes: bool = False) -> Iterator[IO[bytes]]:
    """Open a file, or a pipe where `pipes` are taken; opening one must not block.

    Raises `CorpusError` for a folder, a device, and a pipe that nobody writes into.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    number = os.open(path, flags)
    kind = os.fstat(number).st_mode
    if not (stat.S_ISREG(kind) or (pipes and stat.S_ISFIFO(kind))):
        os.close(number)
        raise CorpusError("no_file", file=str(path))
    with os.fdopen(number, "rb") as file:
        if stat.S_ISFIFO(kind):
            if not select.select([file], [], [], PATIENCE)[0]:
                raise CorpusError("silent_pipe", file=path.name, seconds=PATIENCE)
            os.set_blocking(number, True)
        yield file


def read_file(path: Path, limits: Limits, *, pipes: bool = False) -> bytes:
    """Return the content of a file as it is. Raises `CorpusError` for more than `limits.size`."""
    with open_file(path, pipes=pipes) as file:
        return read_within(file, path.name, limits.most)


def read_within(file: IO[bytes], name: str, most: int) -> bytes:
    """Return the rest of a file. Raises `CorpusError` for more than `most` bytes."""
    data: bytes | None = file.read(most + 1)
    if data is None:  # it has nothing yet, as a log of the kernel
        raise CorpusError("no_file", file=name)
    check_size(name, len(data), most)
    return data


def check_size(name: str, size: int, most: int) -> None:
    """Raise `CorpusError` for a size beyond what is allowed."""
    if size > most:
        raise CorpusError("file_large", file=name, largest=most // MEGABYTE)


def packing_of_content(data: bytes) -> str | None:
    """Return the packing of a file, by its first bytes."""
    return next((packing for magic, packing in _MAGIC.items() if data.startswith(magic)), None)


def unpacked(
    raw: IO[bytes], name: str, limits: Limits = UNBOUNDED, packing: str | None = None
) -> IO[bytes]:
    """Return the unpacked stream of a file; the file itself where it is not packed.

    `packing` is told by the name unless it is given. What is broken or goes beyond the limits is
    said as it is read: no more than `limits.size`, or without one 2,000 times what was read.
    """
    packing = packing or packing_of(name)
    if packing is None:
        return raw
    chunks = _gunzip(raw, name, limits) if packing == "gzip" else _unzstd(raw, name)
    return io.BufferedReader(_Chunks(_bounded(chunks, raw, name, limits)), CHUNK)


def unpack(name: str, data: bytes, limits: Limits, packing: str | None = None) -> bytes:
    """Return the content of a file without its packing, within the limits."""
    check_size(name, len(data), limits.most)
    file = unpacked(io.BytesIO(data), name, limits, packing)
    return data if isinstance(file, io.BytesIO) else read_within(file, name, limits.most)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Yield a path to write to: the file takes its place once all is written, or never."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        yield part
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)


class _Chunks(io.RawIOBase):
    """Chunks of bytes, as a file."""

    def __init__(self, chunks: Iterator[bytes]):
        self._chunks, self._left = chunks, memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            self._left = memoryview(next(self._chunks, b""))
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def _bounded(chunks: Iterator[bytes], raw: IO[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        check_size(name, size, limits.size or _FREE + _RATIO * raw.tell())
        if chunk:
            yield chunk


def _gunzip(raw: IO[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """Unpack all parts of a .gz, in time linear in its bytes."""
    parts, data = 0, raw.read(_STEP)
    while data:
        parts += 1
        if limits.parts is not None and parts > limits.parts:
            raise CorpusError("many_parts", file=name, limit=limits.parts)
        part = zlib.decompressobj(wbits=31)
        while not part.eof:
            more = data or raw.read(_STEP)
            try:
                found = part.decompress(more, CHUNK)
            except zlib.error as error:
                raise CorpusError("broken_packed", file=name) from error
            if not more and not found and not part.eof:
                raise CorpusError("broken_packed", file=name)
            data = part.unconsumed_tail
            yield found
        data = part.unused_data.lstrip(b"\0")
        while not data and (more := raw.read(_STEP)):
            data = more.lstrip(b"\0")


def _unzstd(raw: IO[bytes], name: str) -> Iterator[bytes]:
    try:
        # Pyarrow closes the file that it is given.
        parts = _Chunks(iter(partial(raw.read, CHUNK), b""))
        stream = pyarrow().input_stream(parts, compression="zstd")
        while chunk := stream.read(CHUNK):
            yield chunk
    except (ValueError, OSError) as error:
        if isinstance(error, CorpusError):
            raise
        raise CorpusError("broken_packed", file=name) from error


_LONGEST_CELL = 2**31 - 1
_BROKEN = (ValueError, IndexError, OSError, OverflowError, RuntimeError, csv.Error)


def lines_in(file: IO[bytes], limits: Limits = UNBOUNDED) -> Iterator[bytes]:
    """Yield the lines of a file with their ends.

    Raises `CorpusError` for a line longer than what is held at once.
    """
    number = 1
    while line := file.readline(limits.whole + 1):
        if len(line) > limits.whole:
            raise CorpusError("long_row", row=number, limit=limits.whole)
        yield line
        number += 1


def cells(
    lines: Iterable[str], delimiter: str = ",", *, strict: bool = False, limits: Limits = UNBOUNDED
) -> Iterator[list[str]]:
    """Yield the rows of a CSV that are not blank, each as long as it is.

    Raises `csv.Error` for what is none, and `CorpusError` for too many rows and too long ones.
    """
    rows = held = 0

    def bounded() -> Iterator[str]:
        nonlocal held
        for line in lines:
            held += len(line)
            if held > limits.whole:
                raise CorpusError("long_row", row=rows + 1, limit=limits.whole)
            yield line

    longest = csv.field_size_limit(_LONGEST_CELL)
    try:
        for row in csv.reader(bounded(), delimiter=delimiter, strict=strict):
            held = 0
            if row:
                rows += 1
                check_shape(rows, len(row), limits)
                yield row
    finally:
        csv.field_size_limit(longest)


def check_shape(rows: int, columns: int, limits: Limits) -> None:
    """Raise `CorpusError` for more rows or columns than a table may have."""
    if limits.rows is not None and rows > limits.rows:
        raise CorpusError("many_rows", limit=limits.rows)
    if limits.columns is not None and columns > limits.columns:
        raise CorpusError("many_columns", limit=limits.columns)


@contextmanager
def table_errors(name: str, *, counts: bool = False) -> Iterator[None]:
    """Turn errors about a broken table, or broken counts, into `CorpusError`."""
    try:
        yield
    except CorpusError:
        raise
    except _BROKEN as error:
        if isinstance(error, OSError) and error.filename:
            raise
        said = " ".join(str(error).split())[:120]
        if counts:
            raise CorpusError("counts_file", file=name, error=said) from error
        raise CorpusError("broken_table", file=name, error=said) from error
