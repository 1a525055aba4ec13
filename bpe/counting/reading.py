"""Reading: files of many kinds as pieces of documents, in order, none of them whole in memory.

The name tells the kind: `.jsonl` or `.ndjson` is a JSON object a line, `.parquet` a table, all else
a UTF-8 text; before them, `.gz` and `.zst` are unpacked. A text file is one document; so is each
line of JSON, and each row.
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

_LINES = (".jsonl", ".ndjson")
_ROWS = 1024


class Lines(NamedTuple):
    """Whole lines of JSON, not yet read: the file's name, the first one's number, and the field."""

    file: str
    first: int
    data: bytes
    field: str

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


Piece = str | Lines


def library() -> Any:
    """Return pyarrow, which only tables and `.zst` need; the extra "app" brings it."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError as error:
        raise CorpusError("library", name="pyarrow") from error


def pieces_of(path: Path, scheme: Scheme, field: str, block: int = BLOCK) -> Iterator[Piece]:
    """Yield a file's documents, each in as many pieces as can be counted alone.

    Raises `CorpusError` for what is not of the kind that its name says.
    """
    packed = path.suffix.lower() in (".gz", ".zst")
    kind = (path.with_suffix("") if packed else path).suffix.lower()
    with path.open("rb") as raw, _refusals(path.name):
        if kind == ".parquet" and not packed:
            yield from _rows(raw, path.name, field)
            return
        file = _unpacked(raw, path)
        if kind in _LINES:
            yield from _lines(file, path.name, field, block)
        else:
            yield from _texts(file, path.name, scheme, block)


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


def _rows(raw: IO[bytes], name: str, field: str) -> Iterator[str]:
    pyarrow = library()
    table = pyarrow.parquet.ParquetFile(raw)
    types = {each.name: each.type for each in table.schema_arrow}
    kind = types.get(field)
    if str(kind) not in ("string", "large_string", "string_view"):
        raise CorpusError("column", file=name, field=field, value=short(list(types)))
    for batch in table.iter_batches(batch_size=_ROWS, columns=[field]):
        yield from (text for text in batch.column(0).to_pylist() if text)


def _lines(file: Any, name: str, field: str, size: int) -> Iterator[Lines]:
    first, held, wanted = 1, b"", size
    while read := file.read(wanted):
        held += read
        end = held.rfind(b"\n") + 1
        if end:
            yield Lines(name, first, _marked(held[:end], first), field)
            first += held.count(b"\n", 0, end)
            held = held[end:]
        # A line longer than that is not looked through again before it has grown twofold.
        wanted = max(size, len(held))
    if held:
        yield Lines(name, first, _marked(held, first), field)


def _marked(data: bytes, first: int) -> bytes:
    """Return the data without the byte order mark of a file's first line."""
    return data.removeprefix(codecs.BOM_UTF8) if first == 1 else data


def _texts(file: Any, name: str, scheme: Scheme, size: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    held, wanted, at = "", size, 0
    while True:
        read = bytes(file.read(wanted))
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
            yield held[:end]
            held = held[end:]
        wanted = max(size, len(held))
    if held:
        yield held
