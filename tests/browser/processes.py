"""The process of a server started by tests, and its children."""

from __future__ import annotations

import os

import psutil


def app_at(address: str) -> psutil.Process:
    """Return the process of a server started by this process."""
    port = f"--server.port={address.rpartition(':')[2]}"
    children = psutil.Process(os.getpid()).children()
    return next(each for each in children if port in each.cmdline())


def workers(app: psutil.Process) -> list[psutil.Process]:
    """Return the app's workers: all are forks of one process, started by the app."""
    return [each for each in app.children(recursive=True) if each.ppid() != app.pid]


def seconds(process: psutil.Process) -> float:
    """Return the processor time of a process alone; 0 if it has ended."""
    try:
        times = process.cpu_times()
    except psutil.Error:
        return 0.0
    return times.user + times.system
