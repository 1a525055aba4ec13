"""Jobs wait in a queue, each once; readers take turns; what was too much is not tried again."""

import gc
import threading
import time
from dataclasses import dataclass, replace
from weakref import ref

import pytest

from bpe import CorpusError
from bpe.input.kinds import MEGABYTE
from tests.cases import until
from tests.unit.corpora import tasks
from ui.catalogue import Refusal
from ui.corpora import queue
from ui.corpora.jobs import LIGHT, QUICK, TRAINING, Cancelled, Job, Resource
from ui.corpora.pool import Ended, Pool
from ui.corpora.queue import JobQueue
from ui.corpora.store import Store

LONG = 100 * QUICK


@dataclass
class Found:
    """A result that takes some bytes."""

    name: str
    nbytes: int = 100


class Busy(Pool):
    """Processes that do nothing until a gate is opened, and note what they are given."""

    def __init__(self):
        super().__init__()
        self.gate, self.begun, self.stopped = threading.Event(), [], []

    def do(self, job, said, stop):
        """Wait for the gate instead of working."""
        self.begun.append(job.key)
        while not self.gate.wait(0.005):
            if stop():
                self.stopped.append(job.key)
                raise Ended("stopped")
        return Found(job.key)


def find(report, name):
    """Find something."""
    report("finding", 1, 2)
    return Found(name)


def job(name: str, work: float = 1, **given) -> Job:
    """Make a job that is kept."""
    return Job(name, find, (name,), work=work, **{"is_kept": True, **given})


def gated(name: str, gate: threading.Event, started: list) -> Job:
    """Make a light job that ends once the gate is open."""

    def wait(report, name):
        started.append(name)
        assert gate.wait(20)
        return find(report, name)

    return replace(job(name), function=wait)


@pytest.fixture
def stuck():
    """Return a queue with one process for what is long, all of whose processes are stuck."""
    made = JobQueue(at_once=1, pool=Busy())
    yield made
    made.pool.gate.set()


def began(stuck: JobQueue, *names: str) -> bool:
    """Wait until these have begun, in this order, and no others."""
    until(lambda: len(stuck.pool.begun) >= len(names))
    return stuck.pool.begun == list(names)


def test_equal_jobs_share_one_run_and_one_result():
    """While one is on its way, nobody starts it again; whoever comes later finds what was kept."""
    gate, started = threading.Event(), []
    jobs = JobQueue()
    first = jobs.start(gated("a", gate, started))
    assert jobs.start(gated("a", gate, started)) is first
    gate.set()
    assert first.wait("me", 20)
    assert jobs.get(job("a")) is first.result() is jobs.stored(job("a"))
    assert jobs.get(job("b", is_kept=False)).name == "b"
    assert (started, len(jobs.store)) == (["a"], 1)


def test_light_jobs_wait_for_each_other_and_nobody_else_for_them(stuck):
    """One at a time in the app leaves the other sessions responsive. What runs has a stage."""
    gate, started = threading.Event(), []
    first, second = (stuck.start(gated(name, gate, started)) for name in "ab")
    works = stuck.start(job("works", LONG, stage="file"))
    later = stuck.start(job("later", LONG))
    assert not second.wait("me", 0.1)
    assert (started, second.stage, stuck.before(second)) == (["a"], "waiting", 1)
    assert stuck.before(later) == 1
    assert began(stuck, "works")
    assert [each.stage for each in (first, works, later)] == ["measuring", "file", "waiting"]
    gate.set()
    assert first.wait("me", 20)
    assert second.wait("me", 20)
    assert (started, stuck.before(second), second.total) == (["a", "b"], 0, 2)


@pytest.mark.parametrize(
    ("what", "is_light"),
    [
        (job("a", LIGHT), True),
        (job("a", LIGHT + 1), False),
        (job("a", 1, is_safe=False), False),
        (job("a", 1, resource=Resource("a", tasks.load, tuple)), False),
        (Job("a", find, ("a",)), False),
    ],
)
def test_only_what_is_small_at_its_worst_and_by_rules_of_ours_runs_in_the_app(
    stuck, what, is_light
):
    """What has a stranger's rule in it never does, however small; nor what nobody has weighed."""
    queued = stuck.start(what)
    if is_light:
        assert queued.wait("me", 20)
    assert began(stuck, *([] if is_light else ["a"]))


def test_small_goes_before_large_and_each_knows_its_place(stuck):
    """Of equal ones, who came first; a reader's second comes after the first of everybody."""
    stuck.start(job("works", LONG))
    assert began(stuck, "works")
    what = ("large", 9, "c"), ("small", 1, "a"), ("first", 2, "b"), ("second", 2, "a")
    large, small, first, second = (stuck.start(job(n, w * LONG), owner=o) for n, w, o in what)
    places = [stuck.before(queued) for queued in (small, first, large, second)]
    assert (places, large.stage) == ([1, 2, 3, 4], "waiting")
    stuck.pool.gate.set()
    assert began(stuck, "works", "small", "first", "large", "second")
    assert (large.wait("me", 20), stuck.before(large)) == (True, 0)


def test_a_quick_job_does_not_wait_for_a_long_one(stuck):
    """It has processes of its own, and what is light yet is done here."""
    for name in ("long", "long too"):
        stuck.start(job(name, LONG))
    stuck.start(job("quick", QUICK))
    assert began(stuck, "long", "quick")
    assert stuck.get(job("light", LIGHT)).name == "light"


def test_a_greedy_reader_with_ten_tabs_lets_modest_ones_by(stuck):
    """Of each owner one job runs in a kind of slot, and waiting ones take turns by owner."""
    for tab in range(10):
        stuck.start(job(f"long {tab}", LONG), f"tab {tab}", "greedy")
    for tab in range(10):
        stuck.start(job(f"quick {tab}", LIGHT + 1), f"quick tab {tab}", "greedy")
    assert began(stuck, "long 0", "quick 0")
    for name in ("a", "b"):
        queued = stuck.start(job(f"mine {name}", QUICK), name)
        assert stuck.before(queued) <= 1
    assert began(stuck, "long 0", "quick 0", "mine a")
    modest = stuck.start(job("modest", 2 * LONG), "modest")
    stuck.pool.gate.set()
    assert modest.wait("modest", 20)
    before = stuck.pool.begun[: stuck.pool.begun.index("modest")]
    assert sum(name.startswith("long") for name in before) <= 2


def test_a_reader_has_one_job_at_a_time(stuck):
    """Whoever asks for another leaves the first, which stops at once, or never begins."""
    works = stuck.start(job("works", LONG), "me")
    works.wait("me", 0.01)
    other = stuck.start(job("waits", LONG), "you")
    other.wait("you", 0.01)
    both = stuck.start(job("both", LONG), "you")
    with pytest.raises(Cancelled):
        other.result()
    both.wait("you", 0.01)
    both.wait("me too", 0.01)
    last = stuck.start(job("last", LONG), "me")
    with pytest.raises(Cancelled):
        works.result()
    assert began(stuck, "works", "both")
    stuck.start(job("anything", 1), "you")
    assert not both.wait("me too", 0.1)
    assert stuck.before(last) == 1


def test_what_a_page_before_asked_for_is_left_with_all_others_at_once(stuck):
    """Whoever else waits for it goes on."""
    mine, ours = (stuck.start(job(name, LONG)) for name in ("mine", "ours"))
    for queued, reader in ((mine, "me"), (ours, "me"), (ours, "you")):
        queued.wait(reader, 0.01)
    stuck.leave_all("me")
    with pytest.raises(Cancelled):
        mine.result()
    assert not ours.wait("you", 0.1)


def test_a_page_drawn_anew_keeps_its_place_in_the_queue(stuck):
    """It asks for the same job again, also where nobody else waits for it."""
    works = stuck.start(job("works", LONG), "me")
    mine = stuck.start(job("mine", LONG), "you")
    mine.wait("you", 0.01)
    later = stuck.start(job("later", LONG), "she")
    for _ in range(3):
        assert stuck.start(job("mine", LONG), "you") is mine
        assert not mine.wait("you", 0.01)
    works.wait("me", 0.01)
    assert stuck.start(job("works", LONG), "me") is works
    assert (stuck.before(mine), stuck.before(later), stuck.pool.stopped) == (1, 2, [])


def test_leaving_ends_the_work_within_a_second_unless_another_reader_waits(stuck):
    """One reader's cancel does not take the result away from another."""
    work = stuck.start(job("works", LONG), "me")
    work.wait("me", 0.01)
    work.wait("you", 0.01)
    stuck.leave(work.job, "me")
    assert not work.wait("you", 0.1)
    before = time.monotonic()
    stuck.leave(work.job, "you")
    with pytest.raises(Cancelled):
        work.result()
    assert time.monotonic() - before < 1
    assert stuck.pool.stopped == ["works"]
    assert len(stuck.store) == 0
    stuck.pool.gate.set()
    assert stuck.get(job("works", LONG)).name == "works"


def test_a_light_job_that_nobody_waits_for_stops_where_it_reports():
    """And a later request starts anew."""
    gate = threading.Event()
    jobs = JobQueue()
    queued = jobs.start(gated("a", gate, []))
    queued.wait("me", 0.01)
    jobs.leave(queued.job, "me")
    gate.set()
    with pytest.raises(Cancelled):
        queued.result()
    assert jobs.get(job("a")).name == "a"


def test_a_reader_who_is_gone_is_not_waited_for(monkeypatch, stuck):
    """Also where nothing tells so."""
    monkeypatch.setattr(queue, "PATIENCE", 0.05)
    queued = stuck.start(job("a", LONG))
    queued.wait("me", 0.01)
    with pytest.raises(Cancelled):
        queued.result()


@pytest.mark.parametrize(
    ("task", "limits", "code", "again"),
    [
        (tasks.eat, {"memory": 50 * MEGABYTE}, "training_memory", False),
        (tasks.forever, {"seconds": 0.3}, "training_time", False),
        (tasks.die, {}, "work_died", True),
        (tasks.zeros, {"arguments": (9_000,), "most": 5_000}, "work_size", False),
    ],
)
def test_what_was_too_much_is_one_sentence_and_is_not_tried_again(
    monkeypatch, task, limits, code, again
):
    """Except, after a while, where nobody knows why a process died."""

    class Counting(Pool):
        tried = 0

        def do(self, *given):
            self.tried += 1
            return super().do(*given)

    jobs = JobQueue(pool=Counting(("bpe",)))
    asked = replace(job("a", LONG, refused=TRAINING), **{"arguments": (), **limits})
    asked = replace(asked, function=task)
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            jobs.get(asked)
        assert refused.value.code == code
        assert str(refused.value)
    assert jobs.pool.tried == 1
    monkeypatch.setattr(time, "monotonic", lambda now=time.monotonic: now() + 3600)
    with pytest.raises(Refusal):
        jobs.get(asked)
    assert jobs.pool.tried == 1 + again
    jobs.pool.end()


def test_errors_reach_everyone_who_waits_and_are_not_kept():
    """What a reader can cause is raised each time, and never kept."""
    jobs = JobQueue()
    for _ in range(2):
        with pytest.raises(CorpusError):
            jobs.get(replace(job("a"), function=tasks.refuse, arguments=()))
    assert len(jobs.store) == 0


def test_results_stay_within_the_budget_and_leave_the_memory_at_once():
    """The budget is one of bytes in use, not of bytes that a collector may free some day."""
    jobs = JobQueue(store=Store(250, 60))
    gone = ref(jobs.get(job("a")))
    jobs.get(job("b"))
    gc.disable()
    try:
        jobs.get(job("c"))
        until(lambda: gone() is None)  # the thread that did the job gives up the other one
    finally:
        gc.enable()
    assert [jobs.stored(job(name)) is not None for name in "abc"] == [False, True, True]
