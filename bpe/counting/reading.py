"""Reading: files of many kinds as pieces of documents, in order, none of them whole in memory.

The name tells the kind: `.jsonl` or `.ndjson` is a JSON object a line, `.parquet` a table, all else
a UTF-8 text; before them, `.gz` and `.zst` are unpacked. A text file is one document; so is each
line of JSON, and each row. A stretch of a file is read like a file, by whoever counts it.
"""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import CorpusError, short
from ..schemes import Scheme
from .cuts import last_cut

BLOCK = 1 << 20
"""Bytes read at once."""

LINES, TABLES, PACKED = (".jsonl", ".ndjson"), (".parquet",), (".gz", ".zst")
_ROWS = 256


class Stretch(NamedTuple):
    """A part of a file: bytes from `start` to `stop`, or row groups of a table; None for its end.

    It begins and ends where no word of the scheme goes on.
    """

    path: Path
    start: int = 0
    stop: int | None = None


class Text(NamedTuple):
    """A piece of a document, or a whole one."""

    text: str

    @property
    def size(self) -> int:
        """Characters."""
        return len(self.text)

    @property
    def lines(self) -> int:
        """Line ends."""
        return self.text.count("\n")

    def texts(self) -> Iterator[str]:
        """Yield the text."""
        yield self.text


class Rows(NamedTuple):
    """Documents of a table, a row each."""

    rows: list[str]

    @property
    def size(self) -> int:
        """Characters."""
        return sum(map(len, self.rows))

    @property
    def lines(self) -> int:
        """Rows."""
        return len(self.rows)

    def texts(self) -> Iterator[str]:
        """Yield each row's text."""
        yield from self.rows


class Lines(NamedTuple):
    """Whole lines of JSON, not yet read: the file's name, the first one's number, and the field."""

    file: str
    first: int
    data: bytes
    field: str

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.data)

    @property
    def lines(self) -> int:
        """Line ends."""
        return self.data.count(b"\n")

    def texts(self) -> Iterator[str]:
        """Yield each line's text. Raises `CorpusError` with the number of a line that has none."""
        for number, line in enumerate(self.data.split(b"\n"), self.first):
            if line.strip():
                yield self._text(number, line)

    def _text(self, number: int, line: bytes) -> str:
        try:
            found = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            shown = short(line.decode("utf-8", "replace").strip())
            raise CorpusError(
                "json_line", file=self.file, line=number, field=self.field, value=shown
            ) from error
        text = found.get(self.field) if isinstance(found, dict) else None
        if not isinstance(text, str):
            raise CorpusError(
                "json_line", file=self.file, line=number, field=self.field, value=short(found)
            )
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise CorpusError("surrogate", unit=ord(text[error.start])) from error
        return text


Piece = Text | Rows | Lines


def library() -> Any:
    """Return pyarrow, which only tables and `.zst` need; the extra "app" brings it."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError as error:
        raise CorpusError("library", name="pyarrow") from error


def table_groups(path: Path) -> list[int]:
    """Return the bytes, unpacked, of each group of rows of a table."""
    with path.open("rb") as file, _refusals(path.name):
        found = library().parquet.ParquetFile(file).metadata
        return [found.row_group(at).total_byte_size for at in range(found.num_row_groups)]


def kind_of(path: Path) -> str:
    """Return the suffix that says what is in a file, unpacked."""
    packed = path.suffix.lower() in PACKED
    return (path.with_suffix("") if packed else path).suffix.lower()


def pieces_of(
    stretch: Stretch, scheme: Scheme, field: str, block: int = BLOCK
) -> Iterator[tuple[Piece, int]]:
    """Yield documents, each in as many pieces as can be counted alone, and the place in the file.

    Places are bytes of the file, packed or not, that were read so far. Raises `CorpusError` for
    what is not of the kind that its name says.
    """
    path = stretch.path
    packed, kind = path.suffix.lower() in PACKED, kind_of(path)
    with path.open("rb") as raw, _refusals(path.name):
        raw.seek(stretch.start if kind not in TABLES else 0)
        pieces: Iterator[Piece]
        if kind in TABLES and not packed:
            pieces = _rows(raw, stretch, field)
        else:
            file = _unpacked(raw, path) if packed else _Part(raw, stretch.stop)
            read = _lines if kind in LINES else _texts
            pieces = read(file, stretch, field, scheme, block)
        for piece in pieces:
            yield piece, raw.tell()


class _Part:
    """A file that ends early."""

    def __init__(self, file: IO[bytes], stop: int | None):
        self._file, self._stop = file, stop

    def read(self, size: int) -> bytes:
        """Read so many bytes, or what is left."""
        if self._stop is not None:
            size = min(size, max(0, self._stop - self._file.tell()))
        return self._file.read(size)


@contextmanager
def _refusals(name: str) -> Iterator[None]:
    """Say in one sentence what the readers of packed files and of tables say of a broken one."""
    try:
        yield
    except CorpusError:
        raise
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise CorpusError("broken_gzip", file=name) from error
    except (ValueError, OSError) as error:
        if isinstance(error, OSError) and error.filename:
            raise
        said = " ".join(str(error).split())[:120]
        raise CorpusError("refused", file=name, library="pyarrow", error=said) from error


def _unpacked(raw: IO[bytes], path: Path) -> Any:
    suffix = path.suffix.lower()
    if suffix == ".gz":
        return gzip.GzipFile(fileobj=raw)
    if suffix == ".zst":
        return library().input_stream(raw, compression="zstd")
    return raw


def _rows(raw: IO[bytes], stretch: Stretch, field: str) -> Iterator[Rows]:
    pyarrow = library()
    table = pyarrow.parquet.ParquetFile(raw)
    types = {each.name: each.type for each in table.schema_arrow}
    kind = types.get(field)
    if str(kind) not in ("string", "large_string", "string_view"):
        name, columns = stretch.path.name, short(list(types))
        raise CorpusError("column", file=name, field=field, value=columns)
    groups = range(table.num_row_groups)[stretch.start : stretch.stop]
    for batch in table.iter_batches(batch_size=_ROWS, row_groups=list(groups), columns=[field]):
        yield Rows([text for text in batch.column(0).to_pylist() if text])


def _lines(file: Any, stretch: Stretch, field: str, scheme: Scheme, size: int) -> Iterator[Lines]:
    name, first, held, wanted = stretch.path.name, 1, b"", size
    is_begun = stretch.start > 0
    while read := file.read(wanted):
        held += read
        end = held.rfind(b"\n") + 1
        if end:
            yield Lines(name, first, _marked(held[:end], is_begun), field)
            first += held.count(b"\n", 0, end)
            is_begun, held = True, held[end:]
        # A line longer than that is not looked through again before it has grown twofold.
        wanted = max(size, len(held))
    if held:
        yield Lines(name, first, _marked(held, is_begun), field)


def _marked(data: bytes, is_begun: bool) -> bytes:
    """Return the data without the byte order mark of a file's first line."""
    return data if is_begun else data.removeprefix(codecs.BOM_UTF8)


def _texts(file: Any, stretch: Stretch, field: str, scheme: Scheme, size: int) -> Iterator[Text]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    held, wanted, at = "", size, stretch.start
    while True:
        read = bytes(file.read(wanted))
        pending = len(decoder.getstate()[0])
        try:
            text = decoder.decode(read, final=not read)
        except UnicodeDecodeError as error:
            byte, place = error.object[error.start], at - pending + error.start
            name = stretch.path.name
            raise CorpusError("file_encoding", name=name, byte=byte, place=place) from error
        held += text.removeprefix("\ufeff") if at == pending else text
        at += len(read)
        if not read:
            break
        end = last_cut(held, scheme)
        if end:
            yield Text(held[:end])
            held = held[end:]
        wanted = max(size, len(held))
    if held:
        yield Text(held)
