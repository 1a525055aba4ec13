"""Files: the documents of each counted here, by processes of this machine, or by a cluster.

`bpe/input/opening.py` says what a file's name means. A text file is one document; so is each line
of JSON, and each row of a table. No word goes over the end of one.
"""

import codecs
import csv
import json
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .errors import CorpusError, library, short, utf8
from .input.encodings import from_utf8
from .input.opening import (
    MEGABYTE,
    UNBOUNDED,
    Limits,
    cells,
    kind_of,
    lines_in,
    open_file,
    pyarrow,
    read_within,
    table_errors,
    unpacked,
    written_whole,
)
from .schemes import Scheme, scheme_of
from .words import check_words, count_words_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AHEAD = 3
"""Files that each worker has before it, or that wait to be taken."""

PATIENCE = 10
"""Seconds within which a scheduler has to answer."""


def in_order(
    executor: Executor, workers: int, count: Callable[[Path], Any], paths: Iterable[Path]
) -> Iterator[Any]:
    """Yield the result of counting each file, in the order of the files."""
    waiting: deque[Future[Any]] = deque()
    for path in paths:
        try:
            waiting.append(executor.submit(count, path))
        except OSError as error:
            # A process that begins while another's end closes the pool finds nothing to talk to.
            raise BrokenExecutor from error
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def on_processes(processes: int) -> Iterator[tuple[Executor, int]]:
    """Yield a pool of processes; all end at once when counting is cancelled.

    Raises `CorpusError` where one was ended from outside.
    """
    from multiprocessing import Pipe, get_context  # not loaded to count in this process

    kept, ours = Pipe(duplex=False)
    # A fresh process each: a copy of this one might hold another thread's lock for ever.
    pool = futures.ProcessPoolExecutor(processes, get_context("spawn"), _begin, (kept,))
    try:
        yield pool, processes
    except BrokenExecutor as error:
        raise CorpusError("counter_lost") from error
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)


@contextmanager
def on_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield an executor of a Dask cluster; another worker counts the file of one that dies.

    The scheduler and each worker need this package, and see the files under the same names.
    Raises `CorpusError` for a cluster that cannot be reached, has no worker or lacks this package.
    """
    distributed = library("distributed")
    try:
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            workers = len(client.nthreads())
            if not workers:
                raise RuntimeError("it has no worker")
            # Files may have changed since they were counted last.
            yield client.get_executor(pure=False), workers
    except distributed.KilledWorker as error:
        raise CorpusError("counter_lost") from error
    except (CorpusError, FileNotFoundError):
        raise
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        said = " ".join(str(error).split())[:120]
        raise CorpusError("cluster", address=short(address), error=said) from error


def _begin(kept: "Connection") -> None:
    """Ignore Ctrl+C, and end when the parent process ends, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_closed, args=(kept,), daemon=True).start()


def _end_when_closed(kept: "Connection") -> None:
    with suppress(EOFError, OSError):
        kept.recv()
    os._exit(1)


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


MARK = b"# bpe counts: "
"""The first bytes of a file of counts, before the scheme as JSON (null where unknown)."""

_COLUMNS = ["word", "count"]


def write_counts(path: Path, counts: Iterable[tuple[str, int]], scheme: Scheme | None) -> None:
    """Write words with their counts, in order. Raises `CorpusError` for a name not of a CSV."""
    check_name(path)
    # Half of a surrogate pair, which a word can be, has no UTF-8: it is written as if it had.
    with (
        written_whole(path) as part,
        part.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        rules = None if scheme is None else asdict(scheme)
        file.write(f"{MARK.decode()}{json.dumps(rules)}\r\n")
        table = csv.writer(file)
        table.writerow(_COLUMNS)
        table.writerows(counts)


def check_name(path: Path) -> None:
    """Raise `CorpusError` for a name that no file of counts has."""
    if path.suffix.lower() != ".csv":
        raise CorpusError("counts_kind", file=path.name)


def holds_counts(file: IO[bytes], name: str) -> bool:
    """Say whether an unpacked file holds counts, by its name and its first bytes."""
    return kind_of(name) == "cells" and file.read(len(MARK)) == MARK


def read_scheme(file: IO[bytes], name: str, limits: Limits = UNBOUNDED) -> Scheme | None:
    """Return by which rules the words of a file were found; its first line alone is read.

    None where that is not known. Raises `CorpusError` for a file that `write_counts` did not write.
    """
    with table_errors(name, counts=True):
        line = next(lines_in(file, limits), b"")
        if not line.startswith(MARK):
            raise ValueError(line[:60])
        rules = json.loads(line[len(MARK) :])
        return None if rules is None else scheme_of(rules)


def read_counts(
    file: IO[bytes], name: str, wanted: Scheme | None = None, limits: Limits = UNBOUNDED
) -> tuple[dict[str, int], Scheme | None]:
    """Return counts in their order, and by which rules their words were found.

    Raises `CorpusError` for a file that `write_counts` did not write, and, before its words are
    read, for one whose words are not those of the scheme that is wanted.
    """
    scheme = read_scheme(file, name, limits)
    if scheme is not None and wanted is not None:
        check_words(scheme, wanted)
    counts: dict[str, int] = {}
    with table_errors(name, counts=True):
        lines = (line.decode("utf-8", "surrogatepass") for line in lines_in(file, limits))
        rows = cells(lines, strict=True, limits=limits)
        if next(rows, None) != _COLUMNS:
            raise ValueError("no line that says word,count")
        for word, count in rows:
            if word in counts or not (count.isascii() and count.isdecimal()):
                raise ValueError((word, count))
            counts[word] = int(count)
    return counts, scheme
