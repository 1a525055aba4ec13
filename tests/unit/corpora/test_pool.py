"""A process that works for us is limited, ended when asked, and its death costs one sentence."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from weakref import ref

import psutil
import pytest

from bpe import CorpusError
from bpe.input.kinds import MEGABYTE
from tests.cases import until
from tests.unit.corpora import tasks
from ui.corpora import worker
from ui.corpora.jobs import Job, Resource
from ui.corpora.pool import IDLE, ROOT, Ended, Pool
from ui.corpora.queue import MODULES

SECONDS = 60
"""What no test here comes near, also on a machine with much else to do."""


def job(function, *arguments, memory: int = 100 * MEGABYTE, **limits) -> Job:
    """Make a job of a function that may take 100 MB."""
    limits = {"seconds": SECONDS, **limits}
    return Job(function.__name__, function, arguments, memory=memory, **limits)


@pytest.fixture(scope="module")
def pool():
    """Keep one process."""
    made = Pool(("bpe",), spare=1)
    yield made
    made.end()


def why(pool: Pool, task: Job, **given) -> str:
    """Say why the process of a job came to its end."""
    before = pool.pids
    with pytest.raises(Ended) as ended:
        pool.do(task, **given)
    assert not set(before) & set(pool.pids)
    return ended.value.why


def ends(pid: int, seconds: float = 30) -> bool:
    """Say whether a process ends within some time."""
    try:
        psutil.Process(pid).wait(seconds)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    return True


def test_one_process_does_job_after_job(pool):
    """It is started once, reports on its way, and comes after the app where both want to work."""
    said = []
    found = [pool.do(job(tasks.add, 1, 2), lambda *values: said.append(values))]
    before = pool.pids
    found.append(pool.do(job(tasks.add, "a", "b")))
    assert (found, said) == ([3, "ab"], [("adding", 1, 2)])
    assert (len(before), pool.pids) == (1, before)
    assert psutil.Process(*before).nice() > psutil.Process().nice()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give back by themselves")
def test_what_a_job_leaves_is_given_back(pool):
    """Also reference cycles, and what stands before a piece that is still held."""
    pool.do(job(tasks.add, 1, 2))
    [process] = map(psutil.Process, pool.pids)
    before = process.memory_info().rss
    pool.do(job(tasks.litter, 40 * MEGABYTE))
    until(lambda: process.memory_info().rss < before + 10 * MEGABYTE, SECONDS)
    assert pool.pids == (process.pid,)


@pytest.mark.parametrize("task", [tasks.eat, tasks.ask_for_too_much])
def test_a_job_that_takes_too_much_memory_is_ended(pool, task):
    """Whether bit by bit, which is watched, or at once, which the system refuses."""
    assert why(pool, job(task)) == "memory"


def test_where_the_system_refuses_no_memory_watching_is_enough(pool):
    """As on systems without such limits: here it would refuse only what is far beyond."""
    assert worker.LIMITED > 1
    assert why(pool, job(tasks.eat, memory=10 * MEGABYTE)) == "memory"


def test_a_result_larger_than_allowed_is_not_read(pool):
    """Nor a report; one that is just small enough is."""
    big = b"x" * MEGABYTE
    assert len(pool.do(job(tasks.add, big, big, most=3 * MEGABYTE + 1000))) == 2 * MEGABYTE
    assert why(pool, job(tasks.add, big, big, most=2 * MEGABYTE)) == "size"
    arrays = job(tasks.zeros, MEGABYTE, most=MEGABYTE)
    assert why(pool, arrays) == "size"
    assert pool.do(replace(arrays, most=2 * MEGABYTE)).nbytes == MEGABYTE


def test_a_job_that_takes_too_long_is_ended(pool, monkeypatch):
    """Also where it would not listen; what waits while others work takes no time, for a while."""
    assert why(pool, job(tasks.forever, seconds=0.2)) == "time"
    assert pool.do(job(tasks.rest, 0.5, seconds=0.2)) is None
    monkeypatch.setattr("ui.corpora.pool.SLOW", 1)
    assert why(pool, job(tasks.rest, SECONDS, seconds=0.2)) == "time"


def test_a_job_that_kills_its_process_costs_itself_alone(pool):
    """The next one gets another process."""
    assert why(pool, job(tasks.die)) == "died"
    assert pool.do(job(tasks.add, 1, 2)) == 3


def test_a_process_killed_from_outside_while_it_rests_costs_nobody_anything(pool):
    """Nobody asked it for anything."""
    pool.do(job(tasks.add, 1, 2))
    for pid in pool.pids:
        os.kill(pid, signal.SIGKILL)
    assert pool.do(job(tasks.add, 1, 2)) == 3


def test_a_job_is_ended_when_asked(pool):
    """At once, whatever it does."""
    asked: list[float] = []

    def said(*values: object) -> None:
        asked.append(time.monotonic())

    assert why(pool, job(tasks.report_and_go_on), said=said, stop=lambda: bool(asked)) == "stopped"
    assert time.monotonic() - asked[0] < 1


def test_errors_cross_as_they_are(pool):
    """What a reader can cause is said to them; what cannot be carried is told by its name."""
    with pytest.raises(CorpusError, match="a: line 1 must be") as error:
        pool.do(job(tasks.refuse))
    assert "in refuse" in error.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Odd: 1"):
        pool.do(job(tasks.raise_odd))
    with pytest.raises(FileNotFoundError):
        pool.do(job(tasks.raise_of_files))
    assert pool.do(job(tasks.add, 1, 2)) == 3


def test_a_process_that_has_grown_is_not_kept():
    """Memory goes back to the system."""
    pool = Pool()
    pool.do(job(tasks.grow, IDLE // 2, memory=4 * IDLE))
    small = pool.pids
    pool.do(job(tasks.grow, 2 * IDLE, memory=4 * IDLE))
    assert (len(small), set(small) & set(pool.pids)) == (1, set())
    pool.end()


def test_a_resource_stays_open_and_a_job_goes_where_it_is():
    """It is made where it is not open: for its first job, and where its process is gone."""
    pool, asked = Pool(spare=2), []

    def with_resource(name: str) -> Job:
        def arguments() -> tuple[str]:
            asked.append(name)
            return (name,)

        return job(tasks.use, 7, resource=Resource(name, tasks.load, arguments))

    pool.warm()
    first, second = pool.do(with_resource("one")), pool.do(with_resource("two"))
    assert first == ("one", 7)
    assert (pool.do(with_resource("one")), pool.do(with_resource("two"))) == (first, second)
    assert asked == ["one", "two"]
    for pid in pool.pids:
        os.kill(pid, signal.SIGKILL)
    assert pool.do(with_resource("one")) == first
    assert asked == ["one", "two", "one"]
    pool.end()


def test_an_error_that_is_kept_holds_nothing_of_what_was_sent(pool):
    """A page keeps why a file was refused; ten such files were ten times 53 MB."""
    made: list[ref[object]] = []

    def arguments() -> tuple[tasks.Sent]:
        sent = tasks.Sent()
        made.append(ref(sent))
        return (sent,)

    resource = Resource("broken", tasks.refuse, arguments)
    with pytest.raises(CorpusError) as error:
        pool.do(job(tasks.use, 7, resource=resource))
    assert error.value.__traceback__ is not None
    assert [each() for each in made] == [None]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_app(how):
    """Also where it is killed in the middle of their work, however long that may still take."""
    code = (
        "from ui.corpora.pool import Pool; from ui.corpora.jobs import Job\n"
        "from tests.unit.corpora import tasks\n"
        "Pool(('tests.unit.corpora.tasks',)).do(Job('', tasks.report_and_go_on, seconds=600),"
        " said=lambda *said: print(said[1], flush=True))"
    )
    arguments = [sys.executable, "-c", code]
    app = subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    pid = int(app.stdout.readline())
    app.send_signal(how)
    app.wait(30)
    app.stdout.close()
    assert ends(pid)


def test_the_process_loads_no_interface():
    """It is small and quick to start: no Streamlit, no tables."""
    pool = Pool(MODULES)
    assert pool.do(job(tasks.loaded, ("streamlit", "pandas", "pyarrow", "altair"))) == []
    pool.end()
