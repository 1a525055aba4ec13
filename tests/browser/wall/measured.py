"""What the app's own process takes while something is sent to it, and what its workers take."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

MEGABYTE = 2**20
KILLED = 3_000
"""Megabytes at which the app is ended, so that the machine lives."""


def app_at(address: str) -> psutil.Process:
    """Return the process of a server that this one started."""
    port = f"--server.port={address.rpartition(':')[2]}"
    children = psutil.Process(os.getpid()).children()
    return next(each for each in children if port in each.cmdline())


def workers(app: psutil.Process) -> list[psutil.Process]:
    """Return what the app has started."""
    try:
        return app.children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def megabytes(process: psutil.Process) -> float:
    """Return what a process has in memory; 0 for one that is gone."""
    try:
        return process.memory_info().rss / MEGABYTE
    except psutil.Error:
        return 0.0


def stand_back() -> None:
    """Have the browsers that run stand back on Linux: what they take is not taken from the app's
    machine, or from that of a reader who comes later.
    """
    for browser in psutil.Process().children(recursive=True) if hasattr(os, "SCHED_IDLE") else ():
        with suppress(psutil.Error, OSError):
            if "chrom" in browser.name():
                for thread in browser.threads():
                    os.sched_setscheduler(thread.id, os.SCHED_IDLE, os.sched_param(0))


def seconds(process: psutil.Process) -> float:
    """Return the processor time of a process alone; 0 for one that is gone."""
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    return times.user + times.system


def work(app: psutil.Process) -> dict[int, float]:
    """Return the processor time of each process that the app has started."""
    return {each.pid: seconds(each) for each in workers(app)}


def wait_for_rest(app: psutil.Process, most: float, own: bool = False) -> float:
    """Return the seconds until no worker works any more, `most` where they do not stop.

    own: the app itself has to rest, too.
    """
    began = time.monotonic()
    before, before_own = work(app), seconds(app)
    while (passed := time.monotonic() - began) < most:
        time.sleep(0.2)
        now, now_own = work(app), seconds(app)
        grown = sum(now[pid] - before.get(pid, 0.0) for pid in now)
        if grown < 0.05 and (not own or now_own - before_own < 0.05):
            return passed
        before, before_own = now, now_own
    return most


@dataclass
class Cost:
    """What something took.

    Attributes:
        grown: megabytes of the app's own process, at most, beyond what it had.
        spent: seconds of the app's own processor time.
        worker: megabytes of the largest of its workers.
        seconds: by the clock.
        killed: whether the app was ended for its size.
    """

    grown: float = 0.0
    spent: float = 0.0
    worker: float = 0.0
    seconds: float = 0.0
    killed: bool = False


@dataclass
class Watch:
    """Looks at the app until it is told to stop."""

    app: psutil.Process
    cost: Cost = field(default_factory=Cost)

    def __enter__(self) -> Cost:
        self._over = threading.Event()
        self._before, self._spent = megabytes(self.app), seconds(self.app)
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()
        return self.cost

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.cost.seconds = time.monotonic() - self._began

    def _look(self) -> None:
        cost, looks = self.cost, 0
        while True:
            over = self._over.wait(0.02)
            now = megabytes(self.app)
            cost.grown = max(cost.grown, now - self._before)
            cost.spent = max(cost.spent, seconds(self.app) - self._spent)
            if looks % 5 == 0 or over:
                cost.worker = max([cost.worker, *map(megabytes, workers(self.app))])
            if now > KILLED:
                cost.killed = True
                with suppress(psutil.Error):
                    self.app.kill()
                return
            if over:
                return
            looks += 1
