"""A pattern of a reader's own cuts texts in a process: it may take for ever, or all memory.

The app has `bpe` ask here wherever such a pattern cuts a text, whatever page it is for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bpe.input.kinds import MEGABYTE
from bpe.text.patterns import Spans, match_by, matches_here, seconds_for
from ui.corpora.jobs import QUICK, SLOW, Job, Report, digest
from ui.corpora.queue import JobQueue, shared

MOST_EACH = 32
"""Bytes that come back for each character of a text at most."""


def cut_in_processes(
    owner: Callable[[], Hashable] = lambda: None, queue: JobQueue = shared
) -> None:
    """From now on have patterns cut texts in processes; `owner` is whose turn each takes."""
    match_by(lambda pattern, text: queue.get(cut(pattern, text), owner()))


def cut(pattern: str, text: str) -> Job[Spans]:
    """Ask for (start, end) of each match in a text. Raises CorpusError for what is too slow."""
    return Job(
        key=("cut", digest(pattern, text)),
        function=_cut,
        arguments=(pattern, text),
        work=QUICK,
        is_safe=False,
        seconds=seconds_for(text),
        memory=256 * MEGABYTE,
        most=MEGABYTE + MOST_EACH * len(text),
        refused=SLOW,
    )


def _cut(report: Report, pattern: str, text: str) -> Spans:
    return matches_here(pattern, text)
