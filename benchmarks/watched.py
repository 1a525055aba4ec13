"""The app under a measurement: one process or several behind nginx, and what they take."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil

from deploy.__main__ import ROOT, START, free_ports, wait_until_answers


class Family:
    """A process and all that it started."""

    def __init__(self, pid: int):
        self.pid = pid
        self._seconds: dict[int, float] = {}

    def members(self) -> dict[int, str]:
        """Return the command of each process that runs, by its number."""
        found = {}
        for process in self._processes():
            with suppress(psutil.Error):
                if process.status() != psutil.STATUS_ZOMBIE:
                    found[process.pid] = " ".join(process.cmdline())
        return found

    def apps(self) -> list[int]:
        """Return the processes that run the app."""
        return [
            pid
            for pid, command in self.members().items()
            if "streamlit run" in command and "child.py" not in command
        ]

    def cpu(self) -> float:
        """Return the processor time of all there are and were, in seconds."""
        for process in self._processes():
            with suppress(psutil.Error):
                times = process.cpu_times()
                self._seconds[process.pid] = times.user + times.system
        return sum(self._seconds.values())

    def memory(self) -> float:
        """Return the megabytes that all have in memory; what they share, where known, once."""

        def held(process: psutil.Process) -> int:
            with suppress(psutil.AccessDenied):
                whole = process.memory_full_info()
                return getattr(whole, "pss", whole.rss)
            return process.memory_info().rss

        return self._sum(held) / 2**20

    def threads(self) -> int:
        """Return the threads of those that run the app."""
        return self._sum(psutil.Process.num_threads, self.apps())

    def open_files(self) -> int:
        """Return the open files of those that run the app."""
        return self._sum(psutil.Process.num_fds, self.apps())

    def _processes(self) -> list[psutil.Process]:
        with suppress(psutil.NoSuchProcess):
            eldest = psutil.Process(self.pid)
            return [eldest, *eldest.children(recursive=True)]
        return []

    def _sum(self, of: Callable[[psutil.Process], int], among: list[int] | None = None) -> int:
        found = 0
        for process in self._processes():
            with suppress(psutil.Error):
                found += of(process) if among is None or process.pid in among else 0
        return found


@contextmanager
def served(processes: int = 1) -> Iterator[tuple[str, Family]]:
    """Serve the app on a free port, as `make serve` does; yield its address and its processes."""
    [port] = free_ports(1)
    command = [sys.executable, "-m", "deploy", f"--port={port}", f"--processes={processes}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
        try:
            wait_until_answers(port, server)
            yield f"http://127.0.0.1:{port}", Family(server.pid)
        finally:
            server.terminate()
            server.wait(START)
