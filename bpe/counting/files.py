"""Files: the documents of each counted by this process, by several, or by a cluster.

`bpe/input/kinds.py` says what a file's name means. A text file is one document; so is each line of
JSON, and each row of a table. No word goes over the end of one.
"""

import codecs
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO

from ..errors import CorpusError, short, utf8
from ..input.encodings import from_utf8
from ..input.kinds import MEGABYTE, UNBOUNDED, Limits, kind_of
from ..input.opening import open_file, pyarrow, read_within, unpacked
from ..input.rows import lines_in, table_errors
from ..schemes import Scheme
from ..words import count_words_of

BLOCK = 1 << 20
"""Bytes of a text that are read at once, and then to the end of their line."""

_ROWS = 256
_TEXTS = ("string", "large_string", "string_view")

Words = dict[str, int]


def count_files(
    paths: Sequence[Path],
    scheme: Scheme,
    *,
    field: str = "text",
    processes: int = 1,
    scheduler: str | None = None,
) -> Words:
    """Count the words of files, in the order in which one process that reads all meets them.

    With a `scheduler` the workers of that Dask cluster count.

    Raises `CorpusError` for files that cannot be read, where a process was ended from outside, and
    for a cluster that cannot be used.
    """
    count = partial(count_file, scheme=scheme, field=field)
    processes = min(processes, len(paths))
    words: Words = {}
    shares: Iterable[Words]
    with ExitStack() as counting:
        if scheduler is None and processes == 1:
            shares = map(count, paths)
        else:
            # Imported here: counting one file does not need it.
            from .executors import in_order, on_cluster, on_processes

            by = on_processes(processes) if scheduler is None else on_cluster(scheduler)
            shares = in_order(*counting.enter_context(by), count, paths)
        for share in shares:
            _add(words, share)
    return words


def count_file(path: Path, scheme: Scheme, field: str = "text") -> Words:
    """Count the words of a file.

    Raises `CorpusError` for what is not of the kind that the name says.
    """
    with open_file(path) as file:
        return count_texts(texts_in(file, path.name, scheme, field), scheme)


def count_texts(texts: Iterable[str], scheme: Scheme) -> Words:
    """Count the words of texts, in the order in which they first occur."""
    words: Words = {}
    for text in texts:
        _add(words, count_words_of(text, scheme))
    return words


def _add(total: Words, words: Words) -> None:
    """Add counts to a total; new words stand behind those that were there."""
    for word, count in words.items():
        total[word] = total.get(word, 0) + count


def texts_in(
    raw: IO[bytes], name: str, scheme: Scheme, field: str = "text", limits: Limits = UNBOUNDED
) -> Iterator[str]:
    """Yield the documents of an open file, a text in parts where that is the same to the scheme.

    Raises `CorpusError` for what is not of the kind that the name says.
    """
    kind, file = kind_of(name), unpacked(raw, name, limits)
    if kind == "parquet":
        whole = file if file is raw else BytesIO(read_within(file, name, limits.whole))
        return _rows(whole, name, field)
    if kind == "lines":
        return _lines(file, name, field, limits)
    is_special = any("\n" in token for token in scheme.special_tokens)
    size = BLOCK if scheme.ends_words_at_lines and not is_special else limits.whole
    return _text_parts(file, name, size, limits.whole)


def _text_parts(file: IO[bytes], name: str, size: int, most: int) -> Iterator[str]:
    """Yield a text in parts of at least so many bytes, and to the end of a line."""
    at = 0
    while data := file.read(size):
        data += file.readline(most)
        if len(data) > most:
            raise CorpusError("long_document", file=name, largest=most // MEGABYTE)
        yield from_utf8(data, name, at)
        at += len(data)


def _lines(file: IO[bytes], name: str, field: str, limits: Limits) -> Iterator[str]:
    for number, line in enumerate(lines_in(file, limits), 1):
        held = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if not held.strip():
            continue
        try:
            text = json.loads(held.decode("utf-8"))[field]
            if not isinstance(text, str):
                raise TypeError(field)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            value = short(held.decode("utf-8", "replace").strip())
            raise CorpusError(
                "json_line", file=name, line=number, field=field, value=value
            ) from error
        utf8(text)
        yield text


def _rows(file: IO[bytes], name: str, field: str) -> Iterator[str]:
    with table_errors(name):
        table = pyarrow().parquet.ParquetFile(file)
        names = table.schema_arrow.names
        if names.count(field) != 1 or str(table.schema_arrow.field(field).type) not in _TEXTS:
            raise CorpusError("column", file=name, field=field, value=short(names))
        for rows in table.iter_batches(_ROWS, columns=[field], use_threads=False):
            yield from filter(None, rows.column(0).to_pylist())
