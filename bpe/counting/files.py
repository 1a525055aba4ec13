"""Files: all of them counted, by this process, by several, or by a cluster."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..errors import check_whole
from ..schemes import Scheme
from .origin import NAMED, Origin
from .reading import BLOCK, Stretch
from .stretches import Share, add, count_stretch, stretches_of

STRETCH = 4 << 20
"""Bytes of a file that are counted by one call."""

LITTLE = 4 << 20
"""Bytes that are counted before other processes would have begun."""

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
    block: int = BLOCK,
    stretch: int = STRETCH,
) -> Counted:
    """Count the words of files.

    `processes` is by default one for each core, or none but this one where there is little to
    count, or where each would run a script without a main guard once more. With a `scheduler` the
    workers of that Dask cluster count. `on_progress` is given bytes done and bytes in all. `block`
    and `stretch` say how much is read at once and counted by one call, and change nothing else:
    words stand in the order of the files, whoever counted what.

    Raises `CorpusError` for files that cannot be read, where a process was ended from outside, and
    for a cluster that cannot be used.
    """
    size = sum(path.stat().st_size for path in paths)
    if processes is not None:
        check_whole("processes", processes, 1, "Use None for one for each core.")
        if scheduler is not None:
            raise ValueError(
                f"processes must be None with a scheduler, got {processes!r}. The cluster's "
                "workers count."
            )
    if scheduler is None and (processes or 0) > 1 and _runs_script_again():
        raise ValueError(
            f"processes must be 1 in a script without a main guard, got {processes}: each would "
            'run it once more. Put what it does below a line `if __name__ == "__main__":`.'
        )
    alone = size <= LITTLE or (scheduler is None and _runs_script_again())
    processes = processes or (1 if alone else _cores())
    stretches = list(stretches_of(paths, scheme, stretch))
    count = partial(count_stretch, scheme=scheme, field=field, block=block)
    total = _Total(size, on_progress or (lambda done, size: None))
    if scheduler is None and processes == 1:
        total.take((count(each, on_read=total.read) for each in stretches), stretches)
    else:
        # Here, since it costs who never counts files.
        from .executors import in_order, on_cluster, on_processes

        if scheduler is None:
            with on_processes(processes) as executor:
                total.take(in_order(executor, count, stretches, processes), stretches)
        else:
            with on_cluster(scheduler) as (executor, processes):
                total.take(in_order(executor, count, stretches, processes), stretches)
    return Counted(total.words, _origin(paths, scheme, size, total.lines, processes, scheduler))


class _Total:
    """What was counted so far: words in the order in which they first occur, and lines."""

    def __init__(self, size: int, report: Progress):
        self.words: dict[str, int] = {}
        self.lines = self._done = self._said = 0
        self._size, self._report = size, report
        report(0, size)

    def take(self, shares: Iterator[Share], stretches: Sequence[Stretch]) -> None:
        """Join the shares of stretches, in their order."""
        for share, stretch in zip(shares, stretches, strict=True):
            add(self.words, share.words)
            self.lines += share.lines
            self._done += stretch.size
            self.read(0)

    def read(self, size: int) -> None:
        """Say how much of the next stretch was read."""
        # What is read of a stretch ends a little before it or behind it.
        self._said = max(self._said, min(self._done + size, self._size))
        self._report(self._said, self._size)


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


def _runs_script_again() -> bool:
    """Say whether a new process would do what this program's script does: it is imported there."""
    try:
        source = Path(sys.modules["__main__"].__file__ or "").read_text("utf-8", "replace")
    except (AttributeError, OSError):
        # A notebook or a console has none.
        return False
    return "__name__" not in source


def _cores() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
