"""Count the words of files, in this process, in local processes or on a Dask cluster.

`bpe/input/reading.py` reads a file's content. A text file is one document; so is each line of JSON,
and each row of a table. No word spans two documents.
"""

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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import CorpusError, library, short
from .input.opening import InputFile, open_file, written_whole
from .input.reading import (
    COUNTS_COLUMNS,
    COUNTS_MARK,
    counts_in,
    inspect,
    inspect_counts,
    texts_in,
)
from .input.report import AS_FOUND, FileReport, ReadAs
from .input.tables import table_errors
from .schemes import Scheme, scheme_of
from .words import check_words, count_words_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

AHEAD = 3
"""Maximum number of queued files per worker."""

SCHEDULER_TIMEOUT = 10
"""Seconds to wait for the scheduler's reply."""


def in_order(
    executor: Executor, workers: int, count: Callable[[Path], Any], paths: Iterable[Path]
) -> Iterator[Any]:
    """Yield the result of counting each file, in the order of the files."""
    waiting: deque[Future[Any]] = deque()
    for path in paths:
        try:
            waiting.append(executor.submit(count, path))
        except OSError as error:
            # A worker that starts while the pool is shutting down finds its pipe closed.
            raise BrokenExecutor from error
        if len(waiting) >= AHEAD * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def on_processes(processes: int) -> Iterator[tuple[Executor, int]]:
    """Yield a pool of processes; all end at once when counting is cancelled.

    Raises `CorpusError` if one was killed.
    """
    from multiprocessing import Pipe, get_context  # not needed to count in this process

    kept, ours = Pipe(duplex=False)
    # Spawn, not fork: a forked copy might inherit another thread's lock, never released.
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
    """Yield an executor of a Dask cluster; if a worker dies, another one counts its file.

    The scheduler and each worker need this package, and see the files under the same names.
    Raises `CorpusError` for a cluster that cannot be reached, has no worker or lacks this package.
    """
    distributed = library("distributed")
    try:
        with distributed.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False) as client:
            workers = len(client.nthreads())
            if not workers:
                raise RuntimeError("it has no worker")
            # Files may have changed since they were last counted.
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


Words = dict[str, int]


def count_files(
    paths: Sequence[Path],
    scheme: Scheme,
    read_as: ReadAs = AS_FOUND,
    *,
    processes: int = 1,
    scheduler: str | None = None,
) -> tuple[Words, list[FileReport]]:
    """Count the words of files, in the order of first occurrence as if one process read them all.

    With a `scheduler` the workers of that Dask cluster count. Also returns a report on each file.

    Raises `CorpusError` for files that cannot be read, for a killed process, and for a cluster that
    cannot be used.
    """
    count = partial(count_file, scheme=scheme, read_as=read_as)
    processes = min(processes, len(paths))
    words: Words = {}
    reports: list[FileReport] = []
    shares: Iterable[tuple[Words, FileReport]]
    with ExitStack() as counting:
        if scheduler is None and processes == 1:
            shares = map(count, paths)
        else:
            by = on_processes(processes) if scheduler is None else on_cluster(scheduler)
            shares = in_order(*counting.enter_context(by), count, paths)
        for share, report in shares:
            _add(words, share.items())
            reports.append(report)
    return words, reports


def count_file(path: Path, scheme: Scheme, read_as: ReadAs = AS_FOUND) -> tuple[Words, FileReport]:
    """Count the words of a file. Raises `CorpusError` if it cannot be read."""
    with open_file(path) as raw:
        file = InputFile(raw, path.name)
        report = inspect(file, read_as)
        return words_in(file, report, scheme), report


def words_in(file: InputFile, report: FileReport, scheme: Scheme) -> Words:
    """Return the words of a file with their counts, in the order in which they first occur.

    Raises `CorpusError` for counts of words split by other rules, before reading them.
    """
    words: Words = {}
    if report.kind == "counts":
        rules = rules_of(report)
        if rules is not None:
            check_words(rules, scheme)
        _add(words, counts_in(file, report))
        return words
    is_special = any("\n" in token for token in scheme.special_tokens)
    for text in texts_in(file, report, in_parts=scheme.ends_words_at_lines and not is_special):
        _add(words, count_words_of(text, scheme).items())
    return words


def _add(total: Words, words: Iterable[tuple[str, int]]) -> None:
    """Add counts to a running total; new words are appended at the end."""
    for word, count in words:
        total[word] = total.get(word, 0) + count


def rules_of(report: FileReport) -> Scheme | None:
    """Return the scheme that split the words of a counts file; None if unknown.

    Raises `CorpusError` for unknown rules.
    """
    if report.rules is None:
        return None
    with table_errors(report.name, counts=True):
        return scheme_of(dict(report.rules))


def write_counts(path: Path, counts: Iterable[tuple[str, int]], scheme: Scheme | None) -> None:
    """Write words with their counts, in order. Raises `CorpusError` unless it is a .csv."""
    check_name(path)
    # A word can be half of a surrogate pair, which UTF-8 cannot express: pass it through.
    with (
        written_whole(path) as part,
        part.open("w", encoding="utf-8", errors="surrogatepass", newline="") as file,
    ):
        rules = None if scheme is None else asdict(scheme)
        file.write(f"{COUNTS_MARK.decode()}{json.dumps(rules)}\r\n")
        table = csv.writer(file)
        table.writerow(COUNTS_COLUMNS)
        table.writerows(counts)


def check_name(path: Path) -> None:
    """Raise `CorpusError` unless the name is that of a counts file."""
    if path.suffix.lower() != ".csv":
        raise CorpusError("counts_kind", file=path.name)


def read_counts(file: InputFile) -> tuple[Words, Scheme | None]:
    """Return counts in their order, and the scheme that split their words.

    Raises `CorpusError` for a file that `write_counts` did not write.
    """
    report = inspect_counts(file)
    rules = rules_of(report)
    return dict(counts_in(file, report)), rules
