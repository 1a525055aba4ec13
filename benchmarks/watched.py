"""The app under a measurement, as `make serve` runs it, and the processor time that it takes."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.request import urlopen

import psutil

ROOT = Path(__file__).resolve().parents[1]
START = 60.0
"""Seconds within which the app answers."""


class Family:
    """A process and all that it started."""

    def __init__(self, pid: int):
        self.pid = pid
        self._seconds: dict[int, float] = {}

    def cpu(self) -> float:
        """Return the processor time of all there are and were, in seconds."""
        eldest = psutil.Process(self.pid)
        for process in [eldest, *eldest.children(recursive=True)]:
            with suppress(psutil.Error):
                times = process.cpu_times()
                self._seconds[process.pid] = times.user + times.system
        return sum(self._seconds.values())


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the app at a port is well. Raises RuntimeError where it ends or takes too long."""
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5):
            return
        time.sleep(0.1)
    raise RuntimeError(f"app must answer at port {port} within {START:g} s. Run make app.")


@contextmanager
def served() -> Iterator[tuple[str, Family]]:
    """Serve the app on a free port; yield its address and its processes."""
    port = free_port()
    command = [sys.executable, "-m", "deploy", f"--port={port}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as server:
        try:
            wait_until_answers(port, server)
            yield f"http://127.0.0.1:{port}", Family(server.pid)
        finally:
            server.terminate()
            server.wait(START)
