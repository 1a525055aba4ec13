"""The measured app, as run by `make serve`, and its processor time."""

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
"""Maximum seconds until the app responds."""


class Family:
    """A process and its children."""

    def __init__(self, pid: int):
        self.pid = pid
        self._seconds: dict[int, float] = {}

    def cpu(self) -> float:
        """Return the processor time of all current and ended processes, in seconds."""
        eldest = psutil.Process(self.pid)
        for process in [eldest, *eldest.children(recursive=True)]:
            with suppress(psutil.Error):
                times = process.cpu_times()
                self._seconds[process.pid] = times.user + times.system
        return sum(self._seconds.values())


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the app at a port is healthy. Raises RuntimeError if it ends or takes too long."""
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
