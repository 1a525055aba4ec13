"""Several processes of the app, watched: one that dies is started again, all can be replaced."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from ui.corpora.shelf import FOLDER, KEY

ROOT = Path(__file__).resolve().parent.parent
START = 60.0
"""Seconds within which a process answers."""

REST = 3.0
"""Seconds after which nginx asks a process again that did not answer; see `fail_timeout`."""

GO = 10.0
"""Seconds that a process has to end by itself."""


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nothing listens on."""
    sockets = [socket.socket() for _ in range(number)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def is_free(port: int) -> bool:
    """Say whether all of this machine's addresses can be listened on at a port."""
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Say whether the app at a port is well."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as said:
            return said.status == 200
    except (URLError, OSError):
        return False


def wait_until_answers(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the app at a port answers. Raises RuntimeError where it does not.

    `process`: what is to serve it; once that has ended, nothing is waited for.
    """
    end = time.monotonic() + START
    while not answers(port):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"app must answer at port {port} within {START:g} s. Run make app.")
        time.sleep(0.1)


class Processes:
    """The app at each of some ports of `address`; all share one secret, so cookies hold.

    `records`: a folder of this user alone, in which they share what they have learned.
    """

    def __init__(self, ports: Sequence[int], address: str = "127.0.0.1", records: str = ""):
        self._address = address
        self._shared = {
            "STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(32),
            FOLDER: records,
            KEY: secrets.token_hex(32),
        }
        self._at: dict[int, subprocess.Popen[bytes]] = {port: self._start(port) for port in ports}

    @property
    def pids(self) -> list[int]:
        """The process ids, by port."""
        return [process.pid for process in self._at.values()]

    def wait(self, port: int) -> None:
        """Wait until the app at a port answers. Raises RuntimeError where it does not."""
        wait_until_answers(port, self._at[port])

    def wait_for_all(self) -> None:
        for port in self._at:
            self.wait(port)

    def revive(self) -> list[int]:
        """Start again what has died; return its ports."""
        dead = [port for port, process in self._at.items() if process.poll() is not None]
        for port in dead:
            self._at[port] = self._start(port)
        return dead

    def replace(self) -> None:
        """End each process and start it anew, one after the other: some always answer."""
        for port in self._at:
            self._end(self._at[port])
            self._at[port] = self._start(port)
            self.wait(port)
            time.sleep(REST)

    def end(self) -> None:
        for process in self._at.values():
            process.terminate()
        for process in self._at.values():
            self._end(process)

    def _start(self, port: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        options = {"port": port, "address": self._address, "headless": "true"}
        command += [f"--server.{name}={value}" for name, value in options.items()]
        return subprocess.Popen(
            [*command, "--server.showEmailPrompt=false"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | self._shared,
        )

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(timeout=GO)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
