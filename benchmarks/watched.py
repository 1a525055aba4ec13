"""The app under a measurement: one process or several behind nginx, and what they take."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.__main__ import ROOT, START, free_ports, wait_until_answers

_PROC = Path("/proc")


class Family:
    """A process and all that it started; what is not known here is not a number."""

    def __init__(self, pid: int):
        self.pid = pid
        self._seconds: dict[int, float] = {}

    def members(self) -> dict[int, str]:
        """Return the command of each process that runs, by its number; the eldest first."""
        parents, commands = {}, {}
        for folder in _PROC.glob("[0-9]*"):
            try:
                after_name = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if after_name[0] != "Z":
                parents[int(folder.name)] = int(after_name[1])
                commands[int(folder.name)] = command
        found = [self.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return {pid: commands[pid] for pid in found if pid in commands}

    def apps(self) -> list[int]:
        """Return the processes that run the app."""
        return [
            pid
            for pid, command in self.members().items()
            if "streamlit run" in command and "child.py" not in command
        ]

    def cpu(self) -> float:
        """Return the processor time of all there are and were, in seconds."""
        for pid in self.members():
            try:
                after_name = (_PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            ticks = int(after_name[11]) + int(after_name[12])
            self._seconds[pid] = ticks / os.sysconf("SC_CLK_TCK")
        return sum(self._seconds.values()) if self._seconds else float("nan")

    def memory(self) -> float:
        """Return the megabytes that all have in memory."""
        pages = 0
        for pid in self.members():
            try:
                pages += int((_PROC / f"{pid}/statm").read_text().split()[1])
            except OSError:
                continue
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20 if pages else float("nan")

    def count(self, what: str) -> int:
        """Count the threads ("task") or the open files ("fd") of those that run the app."""
        found = 0
        for pid in self.apps():
            try:
                found += len(list((_PROC / f"{pid}/{what}").iterdir()))
            except OSError:
                continue
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
