"""One job on its way: who waits for it, how far it is, and how it ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent import futures
from concurrent.futures import Future
from itertools import count
from typing import Any

from pebble import ProcessFuture

from ui.corpora.jobs import Job, Result
from ui.corpora.workers import Workers

MOMENT = 1.0
"""Seconds of a processor that a quick job takes at most: one that takes longer begins again."""

PATIENCE = 5.0
"""Seconds after which a job that no reader has waited for ends: a page may be drawn anew."""

Before = Callable[["QueuedJob[Any]"], int]

_arrival = count()


class QueuedJob(Future[Result]):
    """One job on its way, and its result when it has come.

    Attributes:
        job: what is done.
        owner: whose turn it takes; without one it has a turn of its own.
        is_long: whether it is known to take more than a moment.
        slot: the slot in which it is done; None while it waits for its turn.
        until: when its worker must have answered, whatever it does.
        source: what the resource of the job is made from, once a worker asked for it.
    """

    def __init__(self, job: Job[Result], owner: Hashable, workers: Workers, before: Before):
        """Take the job; `before` tells how many have to end before it is this one's turn."""
        super().__init__()
        self.job, self.is_long = job, job.is_long
        self.arrival = next(_arrival)
        self.owner = self.arrival if owner is None else owner
        self.slot: int | None = None
        self.source: tuple[Any, ...] | None = None
        self.until = 0.0
        self.doing: ProcessFuture[bytes] | None = None
        self._workers, self._before = workers, before
        self._asked: dict[str, float] = {}

    @property
    def seconds(self) -> float:
        """Seconds of a processor that it may take this time."""
        seconds = self.job.seconds if self.is_long else min(self.job.seconds, MOMENT)
        opens = self.job.resource if self.source is not None else None
        return seconds + (opens.seconds if opens else 0.0)

    @property
    def progress(self) -> tuple[str, int, int]:
        """The stage (the job's own, then what it reports), how much is done, of what.

        Before, "waiting", and how many jobs have to end before it is this one's turn.
        """
        if self.slot is None:
            return "waiting", self._before(self), 0
        return self._workers.said(self.slot) or (self.job.stage, 0, 0)

    def wait(self, reader: str, seconds: float) -> bool:
        """Wait for the end, at most so long, and say whether it has come."""
        self._asked[reader] = time.monotonic() + seconds
        over = bool(futures.wait([self], seconds).done)
        self._asked[reader] = time.monotonic()
        return over

    def leave(self, reader: str) -> None:
        """Stop waiting; the job goes on only if others wait for it."""
        self._asked[reader] = float("-inf")

    def has_reader(self, reader: str) -> bool:
        """Say whether a reader waits for it."""
        return self._asked.get(reader, float("-inf")) > float("-inf")

    @property
    def is_given_up(self) -> bool:
        """Whether no reader has asked for the result for a while."""
        last_asked = max(list(self._asked.values()), default=time.monotonic())
        return last_asked + PATIENCE < time.monotonic()

    def end(self, result: Any) -> None:
        """End with a result, or with an error."""
        if isinstance(result, BaseException):
            self.set_exception(result)
        else:
            self.set_result(result)
