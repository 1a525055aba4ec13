"""Results of jobs: from the cache, else worked out in the app or in a worker."""

from __future__ import annotations

import sys
import threading
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import replace
from typing import Any

from cachetools import TTLCache

from bpe import CorpusError
from ui.cache import Cache
from ui.cache import shared as shared_cache
from ui.corpora.jobs import Cancelled, Job, Result, TakesLong
from ui.corpora.queue import JobQueue

PATIENT = 0.4
"""Seconds that a reader waits at a time; nothing is shown of what is over sooner."""

REFUSALS, AGAIN = 200, 600.0
"""Jobs that ended at a limit and are remembered, and for how many seconds."""


class Results:
    """What jobs came to, kept in a cache, and the queue in which those wait that are not done."""

    def __init__(self, cache: Cache = shared_cache):
        """Take where results are kept."""
        self.cache = cache
        self.queue = JobQueue(self._keep)
        self._refused: TTLCache[Hashable, CorpusError] = TTLCache(REFUSALS, AGAIN)
        self._here, self._lock = threading.Lock(), threading.Lock()

    def stored(self, job: Job[Result]) -> Result | None:
        """Look up the result of a job that was done."""
        found: Result | None = self.cache.get(job.key)
        return found

    def get(
        self,
        job: Job[Result],
        reader: str = "",
        owner: Hashable = None,
        look: Callable[[str, int, int], object] = lambda stage, done, total: None,
    ) -> Result:
        """Return the result, waiting as long as it takes; `owner` as `JobQueue.start` has it.

        A job is tried as a quick one unless it is known to be long. One that took all memory or
        time is not tried again for a while, but ends as it did.

        look: told how far it is each time that the reader has waited a while, as
            `JobQueue.progress` says it. Raises what ended the job.
        """
        while True:
            result = self._done_here(job) if job.is_builtin else self.stored(job)
            if result is not None:
                return result
            with self._lock:
                if job.key in self._refused:
                    raise copy(self._refused[job.key])
            queued = self.queue.start(job, reader, owner)
            while not queued.wait(reader, PATIENT):
                look(*self.queue.progress(queued))
            try:
                return queued.result()
            except TakesLong:
                job = replace(job, is_long=True)
            except Cancelled:  # by this reader, who is stopped there, or by one who just left
                look(*self.queue.progress(queued))

    def _done_here(self, job: Job[Result]) -> Result:
        with self._here:
            result = self.stored(job)
            if result is None:
                result = job.function(*job.arguments)
                self._keep(job, result)
            return result

    def _keep(self, job: Job[Any], result: Any, size: int | None = None) -> None:
        """Keep a result by the bytes that it says it has, else by those of its pickle."""
        if isinstance(result, CorpusError):
            with self._lock:
                self._refused[job.key] = copy(result)
        elif job.is_kept:
            self.cache.put(job.key, result, getattr(result, "nbytes", size))


shared = Results()


@asynccontextmanager
async def worker_lifespan(app: object) -> AsyncIterator[None]:
    """Have workers for as long as the server runs: what `st.App` takes as its lifespan."""
    # Whoever steps waits no longer than this for each thread that draws or counts.
    sys.setswitchinterval(0.001)
    shared.queue.workers.warm()
    yield
    shared.queue.workers.end()
