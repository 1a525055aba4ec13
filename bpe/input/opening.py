"""Opening: files, packed or not, as streams of bytes within limits."""

import errno
import io
import os
import select
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePath
from secrets import token_hex
from typing import IO, Any, NamedTuple, TextIO

from ..errors import CorpusError, library

MEGABYTE = 10**6
"""Bytes, as file pickers count them."""


class Limits(NamedTuple):
    """Limits of reading a file; None for no limit.

    Attributes:
        size: bytes of the file, and of its unpacked content.
        whole: bytes in memory at once: of a document that cannot be cut, or a line of JSON.
        row: characters of one row of a table.
        rows, columns: of a table.
        parts: members of a .gz.
        members: files in an archive.
    """

    size: int | None = None
    whole: int = 1024 * MEGABYTE
    row: int = 1024 * MEGABYTE
    rows: int | None = None
    columns: int | None = None
    parts: int | None = None
    members: int | None = None

    @property
    def most(self) -> int:
        """Maximum number of bytes that are read as a whole."""
        return self.size or self.whole


UNBOUNDED = Limits()


class FileKind(NamedTuple):
    """Purposes of reading a file, with their limits in the app and on the command line."""

    app: Limits
    command: Limits = UNBOUNDED


_TEXT = Limits(20 * MEGABYTE, 20 * MEGABYTE, 2 * MEGABYTE, 2_000_000, 1_000, 50_000, 5_000)
_TOKENIZER = Limits(64 * MEGABYTE, 64 * MEGABYTE, parts=50_000)
_MERGES = _TOKENIZER._replace(size=4 * MEGABYTE)

KINDS = {
    "text": FileKind(_TEXT),
    "tokenizer": FileKind(_TOKENIZER, _TOKENIZER),
    "merges": FileKind(_MERGES, _MERGES),
}
"""Purposes of reading files. `bpe/input/kinds.py` says which files contain text."""

PACKED = {".gz": "gzip", ".tgz": "gzip", ".zst": "zstd"}
"""Endings of packed files."""


def packing_of(name: str) -> str | None:
    """Return the packing of a file, by its name; None if it is not packed."""
    return PACKED.get(PurePath(name).suffix.lower())


def unpacked_name(name: str) -> str:
    """Return a file's name after unpacking."""
    if not packing_of(name):
        return name
    path = PurePath(name)
    return f"{path.stem}.tar" if path.suffix.lower() == ".tgz" else path.stem


def suffix_of(name: str) -> str:
    """Return the suffix of a file's unpacked name in lower case, "" without one."""
    return PurePath(unpacked_name(name)).suffix.lower()


CHUNK = 1 << 18
"""Number of bytes to unpack at once."""

PATIENCE = 10
"""Seconds to wait until a named pipe has data."""

# Each part of a .gz copies the data read beyond it: keep it small, or many parts take forever.
_STEP = 1 << 14
_FREE, _RATIO = 64 * MEGABYTE, 2_000
_MAGIC = {b"\x1f\x8b": "gzip", b"(\xb5/\xfd": "zstd"}


def pyarrow() -> Any:
    """Import pyarrow, for tables and `.zst` only. Raises `CorpusError` if it is missing."""
    return library("pyarrow.parquet")


@contextmanager
def open_file(path: Path, *, pipes: bool = False) -> Iterator[IO[bytes]]:
    """Open a file, or a pipe if `pipes` is set; opening must not block.

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
    """Return the unchanged content of a file. Raises `CorpusError` for more than `limits.size`."""
    with open_file(path, pipes=pipes) as file:
        return read_within(file, path.name, limits.most)


def read_within(file: IO[bytes], name: str, most: int) -> bytes:
    """Return the remaining content of a file. Raises `CorpusError` for more than `most` bytes."""
    data: bytes | None = file.read(most + 1)
    if data is None:  # no data yet, as in a log of the kernel
        raise CorpusError("no_file", file=name)
    check_size(name, len(data), most)
    return data


def check_size(name: str, size: int, most: int) -> None:
    """Raise `CorpusError` for a size above the limit."""
    if size > most:
        raise CorpusError("file_large", file=name, largest=most // MEGABYTE)


def packing_of_content(data: bytes) -> str | None:
    """Return the packing of a file, by its first bytes."""
    return next((packing for magic, packing in _MAGIC.items() if data.startswith(magic)), None)


def unpacked(
    raw: IO[bytes], name: str, limits: Limits = UNBOUNDED, packing: str | None = None
) -> IO[bytes]:
    """Return the unpacked stream of a file, or the file itself if it is not packed.

    `packing` is by default determined from the name. Errors (broken data, exceeded limits) are
    raised while reading: at most `limits.size` bytes, or without a limit 2,000 times the packed
    size.
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


class InputFile(NamedTuple):
    """An open, seekable file with its name and limits."""

    raw: IO[bytes]
    name: str
    limits: Limits = UNBOUNDED

    def stream(self) -> IO[bytes]:
        """Return the unpacked content, from its start."""
        if self.limits.size is not None:
            check_size(self.name, self.raw.seek(0, io.SEEK_END), self.limits.size)
        self.raw.seek(0)
        packing = packing_of(self.name)
        if packing is None:
            packing = packing_of_content(self.raw.read(4))
            self.raw.seek(0)
        return unpacked(self.raw, self.name, self.limits, packing)

    def whole(self) -> IO[bytes]:
        """Return the unpacked content as a seekable file."""
        file = self.stream()
        if file is self.raw:
            return file
        return io.BytesIO(read_within(file, self.name, self.limits.most))

    @contextmanager
    def text(self, encoding: str | None) -> Iterator[TextIO]:
        """Open the content as Python's text mode does: every line end is "\\n"."""
        name = "utf-8-sig" if encoding == "utf-8" else encoding
        text = io.TextIOWrapper(self.stream(), name, "replace", newline=None)
        try:
            yield text
        finally:
            text.detach()  # else the file is closed with it


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Write a file atomically: yield a temporary path that replaces the file on success."""
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
        # pyarrow closes the file that it receives.
        parts = _Chunks(iter(partial(raw.read, CHUNK), b""))
        stream = pyarrow().input_stream(parts, compression="zstd")
        while chunk := stream.read(CHUNK):
            yield chunk
    except (ValueError, OSError) as error:
        if isinstance(error, CorpusError):
            raise
        raise CorpusError("broken_packed", file=name) from error
