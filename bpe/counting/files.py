"""Files: all of them counted, by this process, by several, or by a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ..errors import check_whole
from ..schemes import Scheme
from .origin import NAMED, Origin
from .parts import PART, Reader, count_part, joined
from .reading import BLOCK, Stretch
from .stretches import STRETCH, stretches_of

Progress = Callable[[int, int], object]


class Counted(NamedTuple):
    """Words with their counts, in the order in which they first occur, and how that came about."""

    words: dict[str, int]
    origin: Origin


def count_files(
    paths: Sequence[Path],
    scheme: Scheme,
    *,
    field: str = "text",
    processes: int | None = None,
    scheduler: str | None = None,
    on_progress: Progress | None = None,
    part: int = PART,
    block: int = BLOCK,
    stretch: int = STRETCH,
) -> Counted:
    """Count the words of files.

    `processes` is by default one for each core, or none but this one where there is little to
    count. No more than three parts for each are in memory at once. With a `scheduler` the workers
    of that Dask cluster read and count. `on_progress` is given bytes done and bytes in all.
    `part`, `block` and `stretch` say how large a part is, how much is read at once and how much of
    a file a worker counts, and change nothing else.

    Raises `CorpusError` for files that cannot be read, where a process was ended from outside, and
    for a cluster that cannot be used.
    """
    size = sum(path.stat().st_size for path in paths)
    report = on_progress or _nothing
    if processes is not None:
        check_whole("processes", processes, 1, "Use None for one for each core.")
    if scheduler is not None:
        if processes is not None:
            raise ValueError(
                f"processes must be None with a scheduler, got {processes!r}. The cluster's "
                "workers count."
            )
        # Here, since it costs who never counts files.
        from .cluster import counted_on

        stretches = list(stretches_of(paths, scheme, stretch))
        words, lines, workers = counted_on(scheduler, stretches, scheme, field, report)
        return Counted(words, _origin(paths, scheme, size, lines, workers, scheduler))
    processes = processes or (1 if size <= 2 * part else _cores())
    reader = Reader(scheme, field, block=block)
    parts = reader.parts(map(Stretch, paths), part)
    counts: Iterator[dict[str, int]]
    if processes == 1:
        counts = (count_part(each, scheme) for each in parts)
    else:
        from .pool import counted

        counts = counted(parts, scheme, processes)
    report(0, size)
    words = joined(_reported(counts, lambda: report(min(reader.bytes, size), size)))
    report(size, size)
    return Counted(words, _origin(paths, scheme, size, reader.lines, processes))


def _nothing(done: int, total: int) -> None:
    pass


def _reported(
    counts: Iterable[dict[str, int]], report: Callable[[], object]
) -> Iterator[dict[str, int]]:
    for each in counts:
        yield each
        report()


def _origin(
    paths: Sequence[Path],
    scheme: Scheme,
    size: int,
    lines: int,
    processes: int,
    scheduler: str | None = None,
) -> Origin:
    names = tuple(path.name.encode("utf-8", "replace").decode() for path in paths[:NAMED])
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return Origin(scheme, len(paths), names, size, lines, when, processes, scheduler)


def _cores() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
