"""Cluster: the workers of a Dask cluster count stretches of files and join them in a tree.

The scheduler and each worker need this package, and see the files under the same names. A worker
that dies changes nothing: what it had counted is counted again by another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from ..errors import CorpusError, short
from ..schemes import Scheme
from .parts import PART, Reader, count_part, joined
from .reading import Stretch
from .stretches import lines_before, trimmed

JOINED = 8
"""Neighbours whose counts are joined at a time."""

PATIENCE = 10
"""Seconds within which a scheduler has to answer."""


class Share(NamedTuple):
    """The counts of neighbouring stretches, and how many lines they have."""

    words: dict[str, int]
    lines: int


def counted_on(
    address: str,
    stretches: Sequence[Stretch],
    scheme: Scheme,
    field: str,
    report: Callable[[int, int], object],
) -> tuple[dict[str, int], int, int]:
    """Return words with their counts, in the order of the stretches, the lines, and the workers.

    `report` is given bytes counted and bytes in all. Raises `CorpusError` for a cluster that cannot
    be reached or lacks this package, and for what its workers cannot read.
    """
    distributed = _library()
    try:
        with distributed.Client(address, timeout=PATIENCE, set_as_default=False) as client:
            workers = len(client.nthreads())
            if not workers:
                raise CorpusError("no_workers", address=short(address))
            words, lines = _counted(distributed, client, stretches, scheme, field, report)
    except distributed.KilledWorker as error:
        raise CorpusError("counter_lost") from error
    except (CorpusError, FileNotFoundError):
        raise
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        said = " ".join(str(error).split())[:120]
        raise CorpusError("cluster", address=short(address), error=said) from error
    return words, lines, workers


def _counted(
    distributed: Any,
    client: Any,
    stretches: Sequence[Stretch],
    scheme: Scheme,
    field: str,
    report: Callable[[int, int], object],
) -> Share:
    # Files may have changed since they were counted last: not the same because named the same.
    level = client.map(count_stretch, stretches, scheme=scheme, field=field, pure=False)
    sizes = {each.key: _size(stretch) for each, stretch in zip(level, stretches, strict=True)}
    counting = distributed.as_completed(level, loop=client.loop)
    depth = 0
    while len(level) > 1:
        # What can be joined is joined before more is counted, or all counts would be held at once.
        depth += 1
        level = [
            client.submit(join_shares, level[at : at + JOINED], pure=False, priority=depth)
            for at in range(0, len(level), JOINED)
        ]
    [whole] = level
    done, total = 0, sum(sizes.values())
    report(done, total)
    for each in counting:
        done += sizes[each.key]
        report(done, total)
        if each.status == "error":
            break
    share: Share = whole.result()
    return share


def count_stretch(stretch: Stretch, scheme: Scheme, field: str) -> Share:
    """Count the words of a stretch, in the order in which they first occur there."""
    reader, stretch = Reader(scheme, field), trimmed(stretch, scheme)
    try:
        words = joined(count_part(part, scheme) for part in reader.parts([stretch], PART))
    except CorpusError as error:
        line = error.values.get("line")
        if isinstance(line, int):
            # Of the file, not of the stretch.
            error.values["line"] = line + lines_before(stretch)
        raise
    return Share(words, reader.lines)


def join_shares(shares: Sequence[Share]) -> Share:
    """Join the counts of neighbours, from the left."""
    return Share(joined(each.words for each in shares), sum(each.lines for each in shares))


def _size(stretch: Stretch) -> int:
    """Return the bytes of a stretch; of a table, one for each group of rows."""
    if stretch.stop is None:
        return stretch.path.stat().st_size
    return stretch.stop - stretch.start


def _library() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise CorpusError("library", name="distributed") from error
