"""Results of jobs: looked up, made by the app where they are its own, else waited for."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any

from ui.corpora.cache import Cache
from ui.corpora.cache import shared as shared_cache
from ui.corpora.jobs import OURS, Cancelled, Job, Result
from ui.corpora.queue import JobQueue
from ui.corpora.queued import QueuedJob

PATIENT = 0.4
"""Seconds that a reader waits at a time; nothing is shown of what is over sooner."""


class Results:
    """What jobs came to, kept in a cache, and the queue in which those wait that are not done."""

    def __init__(self, cache: Cache = shared_cache, queue: JobQueue | None = None):
        """Take where results are kept, and where jobs wait."""
        self.cache = cache
        self.queue = JobQueue(self._keep) if queue is None else queue
        self._here = threading.Lock()

    def stored(self, job: Job[Result]) -> Result | None:
        """Look up the result of a job that was done."""
        found: Result | None = self.cache.get(job.key)
        return found

    def get(
        self,
        job: Job[Result],
        reader: str = "",
        owner: Hashable = None,
        look: Callable[[QueuedJob[Result]], object] = lambda queued: None,
    ) -> Result:
        """Return the result, waiting as long as it takes; `owner` as `JobQueue.start` has it.

        look: called each time that the reader has waited a while. Raises what ended the job.
        """
        while True:
            result = self._done_here(job) if job.is_ours else self.stored(job)
            if result is not None:
                return result
            queued = self.queue.start(job, reader, owner)
            while not queued.wait(reader, PATIENT):
                look(queued)
            with suppress(Cancelled):  # by another reader, just before this one joined
                return queued.result()

    def _done_here(self, job: Job[Result]) -> Result:
        with self._here:
            result = self.stored(job)
            if result is None:
                result = job.function(*job.arguments)
                self._keep(job, result)
            if job.is_kept:
                OURS.add(result)
            return result

    def _keep(self, job: Job[Any], result: Any, size: int | None = None) -> None:
        """Keep a result by the bytes that it says it has, else by those of its pickle."""
        if job.is_kept:
            self.cache.put(job.key, result, getattr(result, "nbytes", size))


shared = Results()


@asynccontextmanager
async def at_work(app: object) -> AsyncIterator[None]:
    """Have workers for as long as the server runs: what `st.App` takes as its lifespan."""
    shared.queue.workers.warm()
    yield
    shared.queue.workers.end()
