"""Worker processes have limits, end when a job is cancelled, and are replaced when they die."""

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import wait
from pathlib import Path

import numpy as np
import psutil
import pytest

from bpe import CorpusError
from bpe.input.opening import MEGABYTE
from tests.cases import until
from tests.unit.jobs import tasks
from ui.catalogue import Refusal
from ui.jobs import FORKS, PRELOADED, Job, Workers, outcome

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def workers():
    made = Workers(2)
    yield made
    made.stop()


def submit(workers: Workers, function, *arguments, slot=0, seconds=20.0, memory=100, is_long=True):
    """Submit a function that may use 100 MB more memory and return at most 1 MB."""
    job = Job("", function, arguments, max_bytes=MEGABYTE)
    return workers.submit(job, is_long, slot, seconds, memory * MEGABYTE)


def done(workers: Workers, *given, **limits):
    """Run a function and return its outcome; cancel it after 15 s, as pebble may miss a death."""
    future = submit(workers, *given, **limits)
    if not wait([future], timeout=15).done:
        future.cancel()
    return outcome(future)


def is_gone(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def test_a_job_reports_its_progress_and_its_process_ends_when_it_is_cancelled(workers):
    """Each slot has its own progress, and worker processes have a lower priority than the app."""
    assert done(workers, tasks.add, 1, 2) == ("done", 3)
    assert workers.progress(0) == ("measuring", 1, 2)
    assert workers.progress(1) is None
    future = submit(workers, tasks.report_and_go_on, slot=1)
    until(lambda: workers.progress(1) is not None)
    [_, pid, _] = workers.progress(1)
    assert psutil.Process(pid).nice() == max(5, psutil.Process().nice())
    future.cancel()
    until(lambda: not psutil.pid_exists(pid))
    assert done(workers, tasks.add, 1, 2) == ("done", 3)


@pytest.mark.parametrize(
    ("function", "arguments", "seconds", "how"),
    [
        (tasks.eat, (), 20, "memory"),
        (bytearray, (2**46,), 20, "memory"),
        (os.abort, (), 20, "memory"),
        (tasks.forever, (), 0.2, "time"),
        (re.match, (r"(a|a)*b", "a" * 60), 0.2, "time"),
        (os._exit, (3,), 20, "died"),
        (ctypes.string_at, (0,), 20, "died"),
        (np.zeros, (2 * 2**20, np.uint8), 20, "size"),
    ],
)
def test_a_job_that_takes_too_much_costs_only_itself(workers, function, arguments, seconds, how):
    """A job that exceeds its limits or kills its process fails alone: the next job succeeds.

    The jobs take memory bit by bit or at once, loop in Python or in C, return too much, or end the
    process.
    """
    assert done(workers, function, *arguments, seconds=seconds) == (how, None)
    assert done(workers, tasks.add, 1, 2) == ("done", 3)


def test_a_job_that_sleeps_is_ended_by_the_clock(workers, monkeypatch):
    """A job that uses no processor time ends after `SLOW` times its seconds of real time."""
    monkeypatch.setattr("ui.jobs.SLOW", 1)
    assert done(workers, time.sleep, 0.2, seconds=0.5) == ("done", None)
    assert done(workers, time.sleep, 20, seconds=0.3) == ("time", None)


def test_an_idle_process_that_is_killed_from_outside_costs_nobody_anything(workers):
    how, pid = done(workers, os.getpid)
    assert how == "done"
    os.kill(pid, signal.SIGKILL)
    until(lambda: is_gone(pid))
    time.sleep(0.3)
    for _ in range(4):
        assert done(workers, tasks.add, 1, 2) == ("done", 3)


def test_errors_cross_as_they_are(workers):
    """A worker's error is raised unchanged; an error that cannot be pickled keeps its name as text.

    The same holds if the function itself cannot be pickled. A deleted file and a full disk are
    refusals.
    """
    how, error = done(workers, tasks.refuse)
    assert (how, type(error), error.code) == ("raised", CorpusError, "minbpe")
    how, error = done(workers, tasks.raise_odd)
    assert (how, type(error), str(error)) == ("raised", RuntimeError, "Odd: 1")
    assert "raise_odd" in "".join(error.__notes__)
    how, error = done(workers, tasks.raise_panic)
    assert (how, str(error)) == ("raised", "PanicException: out of bounds")
    how, error = done(workers, tasks.raise_of_files)
    assert (how, type(error)) == ("raised", FileNotFoundError)
    how, error = done(workers, open, "/no/such file")
    assert (how, type(error), error.code) == ("raised", Refusal, "files_gone")
    how, error = done(workers, tasks.fill_the_disk)
    assert (how, type(error), error.code) == ("raised", Refusal, "disk_full")
    how, error = done(workers, lambda: None)
    assert (how, "pickle" in str(error)) == ("raised", True)


def test_a_worker_keeps_open_what_a_long_job_opened_within_limits():
    """A quick job may use an open object, but only a long job may open one.

    Older objects are closed when all together are too large, an object over the limit is refused,
    and the last one opened stays.
    """
    one = Workers(1)
    assert done(one, tasks.process_that_opened, "a", is_long=False) == ("long", None)
    how, opened = done(one, tasks.process_that_opened, "a")
    assert how == "done"
    assert done(one, tasks.process_that_opened, "a", is_long=False) == ("done", opened)
    assert done(one, tasks.open_large, 300 * MEGABYTE, memory=1024)[0] == "done"
    assert done(one, tasks.process_that_opened, "a", is_long=False) == ("long", None)
    assert done(one, tasks.open_large, 540 * MEGABYTE, memory=1024) == ("memory", None)
    assert done(one, tasks.open_large, 300 * MEGABYTE, is_long=False)[0] == "done"
    one.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_app(how):
    """Worker processes end with the app, also if the app is killed during a job."""
    program = (
        "import time; from ui.jobs import Job, Workers\n"
        "from tests.unit.jobs import tasks\n"
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit())\n"
        "workers = Workers(2); workers.submit(Job('', tasks.forever), True, 0, 1.0)\n"
        "print('ready', flush=True); time.sleep(60)\n"
    )
    app = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE)
    assert app.stdout.readline() == b"ready\n"
    running = psutil.Process(app.pid)
    until(lambda: len(running.children(recursive=True)) >= 3)
    started = running.children(recursive=True)
    app.send_signal(how)
    app.wait(20)
    until(lambda: not [each for each in started if each.is_running()])


TIDIED = """
import os, shutil
from multiprocessing import forkserver
from tests.unit.jobs import tasks
from tests.unit.jobs.test_workers import done
from ui import jobs
workers = jobs.Workers(1)
assert done(workers, tasks.add, 1, 2) == ("done", 3)
shutil.rmtree(os.path.dirname(forkserver._forkserver._forkserver_address))
assert done(workers, os._exit, 3)[0] == "died"
while done(workers, tasks.add, 1, 2) != ("done", 3):
    pass
restart, jobs._restart_forkserver = jobs._restart_forkserver, lambda: os.stat("/nowhere")
workers.stop()
assert done(workers, tasks.add, 1, 2)[0] == "died"
jobs._restart_forkserver = restart
assert done(workers, tasks.add, 1, 2) == ("done", 3)
workers.stop()
"""


@pytest.mark.skipif(not FORKS, reason="workers are not forked here")
def test_workers_start_again_where_the_socket_that_starts_them_was_deleted():
    """Jobs succeed again after the fork server's socket was deleted or no worker could start.

    The log has one line for each of the two events.
    """
    command = [sys.executable, "-c", TIDIED]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    gone, none = ran.stderr.splitlines()
    assert "workers are started from is gone" in gone
    assert "No worker process can start" in none


def test_a_worker_does_not_run_the_page_that_is_drawn(workers, monkeypatch, tmp_path):
    """Streamlit makes a page's script the main module, which a new process would import."""
    page, ran = tmp_path / "page.py", tmp_path / "ran"
    page.write_text(f"open({str(ran)!r}, 'w')")
    main = type(sys)("__main__")
    main.__file__ = str(page)
    monkeypatch.setitem(sys.modules, "__main__", main)
    assert done(workers, os._exit, 3) == ("died", None)
    for _ in range(4):
        assert done(workers, tasks.add, 1, 2) == ("done", 3)
    assert not ran.exists()


def test_a_worker_has_imported_what_jobs_need_before_the_first_one(workers):
    """A worker has imported all modules of `PRELOADED`, and no Streamlit, before its first job."""
    assert done(workers, tasks.loaded, [*PRELOADED, "streamlit"]) == ("done", [*PRELOADED])
