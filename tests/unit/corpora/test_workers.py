"""A process that works for us is limited, ended when asked, and its death costs one sentence."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bpe import CorpusError, train
from tests.unit.corpora import tasks
from ui.corpora import resident
from ui.corpora.limits import MEGABYTE
from ui.corpora.workers import ROOT, Ended, Workers

SECONDS = 60
"""What no test here comes near, also on a machine with much else to do."""


@pytest.fixture(scope="module")
def workers():
    """Keep one process that may take 100 MB."""
    made = Workers(("bpe",), spare=1, memory=100 * MEGABYTE)
    yield made
    made.end()


def why(workers: Workers, *task, seconds: float = SECONDS, **given) -> str:
    """Say why the process of a task came to its end."""
    before = workers.pids
    with pytest.raises(Ended) as ended:
        workers.do(*task, seconds=seconds, **given)
    assert not set(before) & set(workers.pids)
    return ended.value.why


def test_one_process_does_task_after_task(workers):
    """It is started once, and reports on its way."""
    said = []
    found = [workers.do(tasks.add, 1, 2, seconds=SECONDS, said=lambda *values: said.append(values))]
    before = workers.pids
    found.append(workers.do(tasks.add, "a", "b", seconds=SECONDS))
    assert (found, said) == ([3, "ab"], [("adding", 1, 2)])
    assert (len(before), workers.pids) == (1, before)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give back by themselves")
def test_what_a_task_leaves_is_given_back():
    """Also what it left in circles, and what stands before a piece that is still held."""
    workers = Workers(spare=1)
    workers.do(tasks.add, 1, 2, seconds=SECONDS)
    [before], until = map(resident.resident, workers.pids), time.monotonic() + SECONDS
    workers.do(tasks.litter, 40 * MEGABYTE, seconds=SECONDS)
    [pid] = workers.pids
    while resident.resident(pid) > before + 10 * MEGABYTE and time.monotonic() < until:
        time.sleep(0.01)
    assert resident.resident(pid) < before + 10 * MEGABYTE
    assert workers.pids == (pid,)
    workers.end()


@pytest.mark.parametrize("task", [tasks.eat, tasks.ask_for_too_much])
def test_a_task_that_takes_too_much_memory_is_ended(workers, task):
    """Whether bit by bit, which is watched, or at once, which the system refuses."""
    assert why(workers, task) == "memory"


def test_where_the_system_refuses_no_memory_watching_is_enough(monkeypatch):
    """As on systems without such limits; and there is one that asks `ps`."""
    workers = Workers(memory=50 * MEGABYTE)
    monkeypatch.setattr("ui.corpora.workers._LIMITED", 10**6)
    monkeypatch.setattr(resident, "_STATM", "/proc/{}/no such file")
    assert why(workers, tasks.eat) == "memory"
    workers.end()


def test_a_task_that_takes_too_long_is_ended(workers):
    """Also where it would not listen."""
    assert why(workers, tasks.forever, seconds=0.2) == "time"


def test_a_task_that_kills_its_process_costs_itself_alone(workers):
    """The next one gets another process."""
    assert why(workers, tasks.die) == "died"
    assert workers.do(tasks.add, 1, 2, seconds=SECONDS) == 3


def test_a_process_killed_from_outside_while_it_rests_costs_nobody_anything(workers):
    """Nobody asked it for anything."""
    workers.do(tasks.add, 1, 2, seconds=SECONDS)
    for pid in workers.pids:
        os.kill(pid, signal.SIGKILL)
    assert workers.do(tasks.add, 1, 2, seconds=SECONDS) == 3


def test_a_task_is_ended_when_asked(workers):
    """At once, whatever it does."""
    asked: list[float] = []

    def said(*values: object) -> None:
        asked.append(time.monotonic())

    assert why(workers, tasks.report_and_go_on, said=said, stop=lambda: bool(asked)) == "stopped"
    assert time.monotonic() - asked[0] < 5


def test_errors_cross_as_they_are(workers):
    """What a reader can cause is said to them; what cannot be carried is told by its name."""
    with pytest.raises(CorpusError, match="a: line 1 must be") as error:
        workers.do(tasks.refuse, seconds=SECONDS)
    assert "in refuse" in error.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Odd: 1"):
        workers.do(tasks.raise_odd, seconds=SECONDS)
    assert workers.do(tasks.add, 1, 2, seconds=SECONDS) == 3


def test_a_process_that_has_grown_is_not_kept():
    """Memory goes back to the system."""
    workers = Workers(idle=40 * MEGABYTE)
    workers.do(tasks.grow, 20 * MEGABYTE, seconds=SECONDS)
    small = workers.pids
    workers.do(tasks.grow, 60 * MEGABYTE, seconds=SECONDS)
    assert (len(small), set(small) & set(workers.pids)) == (1, set())
    workers.end()


def test_a_training_that_crossed_is_the_same(workers):
    """Arrays, words, merges with their ties, and what would have come next."""
    text = "highest higher lower lowest cooler coolest"
    here, there = train(text, max_merges=4), workers.do(tasks.trained, text, 4, seconds=SECONDS)
    assert there.merges == here.merges
    assert [merge.ties for merge in there.merges] == [merge.ties for merge in here.merges]
    assert (there.corpus, there.stop) == (here.corpus, here.stop)
    for name, column in vars(here.log).items():
        np.testing.assert_array_equal(getattr(there.log, name), column)
    assert there.snapshot(3).tokens("highest") == here.snapshot(3).tokens("highest")


def test_processes_end_with_the_app():
    """Also where it is killed in the middle of their work."""
    code = (
        "import sys; from ui.corpora.workers import Workers; from tests.unit.corpora import tasks\n"
        "Workers(('tests.unit.corpora.tasks',)).do(tasks.report_and_go_on, seconds=1,"
        " said=lambda *said: print(said[1], flush=True))"
    )
    app = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    pid = int(app.stdout.readline())
    app.kill()
    app.wait()
    app.stdout.close()
    deadline = time.monotonic() + 30
    while _is_there(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_there(pid)


def _is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


def test_the_process_loads_no_interface():
    """It is small and quick to start: no Streamlit, no tables."""
    workers = Workers(("ui.corpora.trainings", "ui.corpora.making"))
    never = ("streamlit", "pandas", "pyarrow", "altair")
    assert workers.do(tasks.loaded, never, seconds=SECONDS) == []
    workers.end()
