"""Files: all of them counted, by this process or by several."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..errors import check_whole
from ..schemes import Scheme
from .parts import count_part, joined, parts_of
from .reading import BLOCK, pieces_of

PART = 2 << 20
"""Characters, or bytes, that one process counts at a time."""


def count_files(
    paths: Sequence[Path],
    scheme: Scheme,
    *,
    field: str = "text",
    processes: int | None = None,
    part: int = PART,
    block: int = BLOCK,
) -> dict[str, int]:
    """Count the words of files, in the order in which they first occur.

    `processes` is by default one for each core, or none but this one where there is little to
    count. No more than three parts for each are in memory at once; `part` and `block` say how
    large a part is and how much is read at once, and change nothing else.

    Raises `CorpusError` for files that cannot be read, and where a process was ended from outside.
    """
    if processes is not None:
        check_whole("processes", processes, 1, "Use None for one for each core.")
    else:
        small = sum(path.stat().st_size for path in paths) <= 2 * part
        processes = 1 if small else _cores()
    pieces = (piece for path in paths for piece in pieces_of(path, scheme, field, block))
    parts = parts_of(pieces, part)
    if processes == 1:
        return joined(count_part(each, scheme) for each in parts)
    # Here, since it costs who never counts files.
    from .pool import counted

    return joined(counted(parts, scheme, processes))


def _cores() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
