"""Worker processes: within limits, ended at once, replaced; what crosses is read by the app."""

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
from tests.cases import until
from tests.unit.corpora import tasks
from ui.corpora.jobs import Job, Resource
from ui.corpora.queue import _COPIES, MODULES, Workers, answer
from ui.corpora.worker import NICE, REMEMBERED, Task

ROOT = Path(__file__).resolve().parents[3]
MEGABYTE = 2**20


@pytest.fixture(scope="module")
def workers():
    made = Workers(2)
    yield made
    made.end()


def task(function, *arguments, slot=0, seconds=20.0, memory=100 * MEGABYTE, **given) -> Task:
    """Make a task of a function that may take 100 MB."""
    return Task(Job("", function, arguments, most=MEGABYTE, **given), slot, seconds, memory)


def done(workers: Workers, *given, **limits):
    """Do a task, wait for it, and say how it ended; what pebble never tells of, as in the queue."""
    doing = workers.do(task(*given, **limits))
    if not wait([doing], timeout=15).done:
        doing.cancel()
    return answer(doing)


def test_a_task_says_how_far_it_is_and_what_it_found_and_is_ended_when_it_is_cancelled(workers):
    """Each slot for itself, its process with it; who steps through a page comes before them."""
    assert done(workers, tasks.add, 1, 2) == ("done", 3)
    assert workers.said(0) == ("measuring", 1, 2)
    assert workers.said(1) is None
    doing = workers.do(task(tasks.report_and_go_on, slot=1))
    until(lambda: workers.said(1) is not None)
    [_, pid, _] = workers.said(1)
    assert psutil.Process(pid).nice() == max(NICE, psutil.Process().nice())
    doing.cancel()
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
def test_a_task_that_takes_too_much_costs_itself_alone(workers, function, arguments, seconds, how):
    """Memory bit by bit or at once, time in Python or in C, the process itself; all go on."""
    assert done(workers, function, *arguments, seconds=seconds) == (how, None)
    assert done(workers, tasks.add, 1, 2) == ("done", 3)


def test_what_rests_takes_no_processor_but_is_not_waited_for_for_ever(workers, monkeypatch):
    """A busy machine does other work first, up to some times the seconds of the task."""
    monkeypatch.setattr("ui.corpora.queue.SLOW", 1)
    assert done(workers, time.sleep, 0.2, seconds=0.5) == ("done", None)
    assert done(workers, time.sleep, 20, seconds=0.3) == ("time", None)


def test_a_process_killed_from_outside_while_it_rests_costs_nobody_anything(workers):
    doing = workers.do(task(os.getpid))
    [how, pid] = answer(doing)
    assert how == "done"
    os.kill(pid, signal.SIGKILL)
    until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == "zombie")
    time.sleep(0.3)
    for _ in range(4):
        assert done(workers, tasks.add, 1, 2) == ("done", 3)


def test_errors_cross_as_they_are(workers):
    """What a reader can cause is said to them; what cannot be carried is told by its name.

    Also where the task cannot be sent.
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
    how, error = done(workers, lambda: None)
    assert (how, "pickle" in str(error)) == ("raised", True)


def test_a_resource_is_opened_once_by_a_long_job_or_where_it_is_light():
    """It stays open until others need the room; one that is too large is not kept at all."""
    one = Workers(1)

    def opening(load, *given, **options):
        key = (load.__name__, *given)
        return {"resources": (Resource(key, load, given, **options),), "memory": 1024 * MEGABYTE}

    name = opening(tasks.load, "name")
    assert done(one, tasks.use, 1, **name) == ("closed", None)
    assert done(one, tasks.use, 1, is_long=True, **name) == ("done", ("name", 1))
    assert done(one, tasks.use, 2, **name) == ("done", ("name", 2))
    large = opening(tasks.load_large, 300 * MEGABYTE, is_light=True)
    assert done(one, len, **large)[0] == "done"
    assert done(one, tasks.use, 3, **name) == ("closed", None)
    too_large = opening(tasks.load_large, 540 * MEGABYTE, is_light=True)
    assert done(one, len, **too_large) == ("memory", None)
    assert done(one, len, **large)[0] == "done"
    one.end()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_app(how):
    """Also where it is killed in the middle of their work."""
    program = (
        "import time; from ui.corpora.queue import Workers\n"
        "from tests.unit.corpora import tasks\n"
        "from ui.corpora.jobs import Job\n"
        "from ui.corpora.worker import Task\n"
        "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit())\n"
        "workers = Workers(2); workers.do(Task(Job('', tasks.forever), 0, 1.0))\n"
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
from tests.unit.corpora import tasks
from tests.unit.corpora.test_workers import done
from ui.corpora import queue
workers = queue.Workers(1)
assert done(workers, tasks.add, 1, 2) == ("done", 3)
shutil.rmtree(os.path.dirname(forkserver._forkserver._forkserver_address))
assert done(workers, os._exit, 3)[0] == "died"
while done(workers, tasks.add, 1, 2) != ("done", 3):
    pass
make, queue._pool = queue._pool, lambda count: os.stat("/nowhere")
workers.end()
assert done(workers, tasks.add, 1, 2)[0] == "died"
queue._pool = make
assert done(workers, tasks.add, 1, 2) == ("done", 3)
workers.end()
"""


@pytest.mark.skipif(not _COPIES, reason="workers are no copies here")
def test_workers_begin_again_where_what_starts_them_was_tidied_away():
    """And where none can begin for a moment: each is one line in the log."""
    command = [sys.executable, "-c", TIDIED]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    gone, none = ran.stderr.splitlines()
    assert "workers are started from is gone" in gone
    assert "No worker can begin" in none


def test_a_worker_does_not_run_the_page_that_is_drawn(workers, monkeypatch, tmp_path):
    """Streamlit makes the script of a page the main module, which new processes would import."""
    page, ran = tmp_path / "page.py", tmp_path / "ran"
    page.write_text(f"open({str(ran)!r}, 'w')")
    main = type(sys)("__main__")
    main.__file__ = str(page)
    monkeypatch.setitem(sys.modules, "__main__", main)
    assert done(workers, os._exit, 3) == ("died", None)
    for _ in range(4):
        assert done(workers, tasks.add, 1, 2) == ("done", 3)
    assert not ran.exists()


def test_a_worker_has_what_jobs_need_before_the_first_one_and_remembers_little(workers):
    """Whoever typed 40 characters waits for no import; of many records it would hold gigabytes."""
    assert done(workers, tasks.loaded, [*MODULES]) == ("done", [*MODULES])
    how, kept = done(workers, tasks.remember, 50, MEGABYTE)
    assert how == "done"
    assert 0 < kept <= REMEMBERED
