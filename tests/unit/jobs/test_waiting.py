"""Jobs wait in order and run once, exceeded limits are remembered, and abandoned jobs stop."""

import pickle
import threading
import time

import pytest
from pebble import ProcessExpired, ProcessFuture

from bpe.input.opening import MEGABYTE
from tests.cases import until
from ui import jobs
from ui.cache import Cache
from ui.catalogue import Refusal
from ui.jobs import MAX_MEMORY_BYTES, QUICK_SECONDS, Job, Jobs


class StuckWorkers:
    """Workers that note each job, and end it when told to or at once if `answers` has it."""

    def __init__(self):
        self.started, self.futures, self.answers = [], {}, {}

    def submit(self, job, is_long, slot, seconds):
        """Note a job and return its future, which `end` completes."""
        self.started.append((job.key, is_long, slot, seconds))
        future = self.futures[job.key] = ProcessFuture()
        if (job.key, is_long) in self.answers:
            self.end(job.key, *self.answers[job.key, is_long])
        return future

    def end(self, key: str, how: str = "done", value: object = None) -> None:
        self.futures[key].set_result(pickle.dumps((how, value)))

    def progress(self, slot):
        """Report no progress."""

    def end_large(self):
        """Do nothing: these workers have no processes."""


@pytest.fixture
def stuck(monkeypatch):
    """Return jobs with two quick slots and one long slot, whose workers only end when told to."""
    made = Jobs(Cache(), quick=2, long=1)
    made.workers = StuckWorkers()
    monkeypatch.setattr(jobs, "POLL", 0.02)
    return made


class Reader(threading.Thread):
    """A thread that waits for a job as a reader does, and keeps the progress and the result."""

    def __init__(self, where: Jobs, job: Job, name: str, owner: str | None = None):
        super().__init__(daemon=True)
        self.where, self.job, self.name, self.owner = where, job, name, owner
        self.told, self.result, self.gone = [], None, False
        self.start()
        until(lambda: self.told or not self.is_alive())

    def run(self) -> None:
        try:
            self.result = self.where.result(self.job, self.name, self.owner, self._look)
        except (Refusal, ProcessExpired, StopIteration) as error:
            self.result = error

    def _look(self, *progress) -> None:
        self.told.append(progress)
        if self.gone:
            raise StopIteration

    def leaves(self) -> None:
        self.gone = True
        self.join(5)
        self.where.leave(self.name)

    @property
    def place(self) -> tuple[str, int]:
        """The current stage, and the number of jobs that must end before this one starts."""
        count = len(self.told)
        until(lambda: len(self.told) > count)
        return self.told[-1][:2]


def quick(name: str, **given) -> Job:
    return Job(name, print, (name,), **given)


def long(name: str, **given) -> Job:
    """Return a job that is known to be long."""
    return quick(name, is_long=True, **given)


def running(stuck: Jobs) -> list[str]:
    """Return the keys of the jobs that the workers were given, in this order."""
    return [key for key, *_ in stuck.workers.started]


def test_equal_jobs_share_one_call_and_one_result(stuck):
    """If the job has `keeps`, the result is also kept for a reader who asks later."""
    both = [Reader(stuck, quick("a", keeps=True), name) for name in ("me", "you")]
    stuck.workers.end("a", value=7)
    for each in both:
        each.join(5)
    assert [each.result for each in both] == [7, 7]
    assert stuck.result(quick("a"), "she") == 7
    assert running(stuck) == ["a"]


def test_a_quick_job_does_not_wait_for_long_ones(stuck):
    """Long jobs wait for each other, and each is told how many jobs come before it."""
    waits = [Reader(stuck, long(name), name) for name in ("first", "second", "third")]
    Reader(stuck, quick("quick"), "quick")
    assert running(stuck) == ["first", "quick"]
    assert [each.place for each in waits] == [("measuring", 0), ("waiting", 1), ("waiting", 2)]
    stuck.workers.end("first")
    until(lambda: running(stuck) == ["first", "quick", "second"])
    assert waits[2].place == ("waiting", 1)


def test_a_job_that_takes_more_than_a_moment_starts_again_as_a_long_one(stuck):
    """A quick job that exceeds `QUICK_SECONDS` restarts as a long job with its own time limit.

    If the job's own limit is below `QUICK_SECONDS`, exceeding it is an error at once.
    """
    workers = stuck.workers
    workers.answers |= {("a", False): ["time"], ("a", True): ["done", 1], ("b", False): ["time"]}
    workers.answers |= {("c", False): ["long"], ("c", True): ["done", 2]}
    assert stuck.result(quick("a", seconds=30)) == 1
    assert stuck.result(quick("c", seconds=30)) == 2
    with pytest.raises(Refusal):
        stuck.result(quick("b", seconds=0.5))
    seconds = {(key, is_long): limit for key, is_long, _, limit in workers.started}
    assert seconds == {
        ("a", False): QUICK_SECONDS,
        ("a", True): 30,
        ("c", False): QUICK_SECONDS,
        ("c", True): 30,
        ("b", False): 0.5,
    }
    assert {slot for _, is_long, slot, _ in workers.started if is_long} == {2}


def test_a_browser_with_ten_tabs_has_one_job_of_a_kind_at_a_time(stuck):
    """Each owner runs one quick and one long job at a time; jobs of other owners run in between."""
    for tab in range(5):
        Reader(stuck, long(f"long {tab}"), f"tab {tab}", "greedy")
        Reader(stuck, quick(f"quick {tab}"), f"quick tab {tab}", "greedy")
    Reader(stuck, quick("mine"), "modest")
    assert running(stuck) == ["long 0", "quick 0", "mine"]
    Reader(stuck, long("modest long"), "modest too", "modest")
    for ended, following in (("long 0", "modest long"), ("modest long", "long 1")):
        stuck.workers.end(ended)
        until(lambda following=following: running(stuck)[-1] == following)


def test_a_reader_who_asks_for_another_job_leaves_the_first(stuck):
    """If no other reader waits for the abandoned job, the job stops at once or never starts."""
    first = Reader(stuck, long("works"), "me")
    waiting = Reader(stuck, long("waits"), "you")
    first.leaves()
    assert stuck.workers.futures["works"].cancelled()
    until(lambda: running(stuck) == ["works", "waits"])
    too = Reader(stuck, long("waits"), "me")
    waiting.leaves()
    assert not stuck.workers.futures["waits"].cancelled()
    too.leaves()
    assert stuck.workers.futures["waits"].cancelled()
    assert isinstance(too.result, StopIteration)
    again = Reader(stuck, long("works"), "me")
    stuck.workers.end("works", value=1)
    again.join(5)
    assert again.result == 1


def test_a_page_drawn_again_keeps_its_place_and_one_that_does_not_come_back_loses_it(
    stuck, monkeypatch
):
    """A waiting job keeps its place in the queue while its page is drawn again.

    If the reader does not ask again within `ABANDONED_AFTER`, the job leaves the queue, even if the
    reader never called `leave`.
    """
    Reader(stuck, long("works"), "me")
    mine, later = Reader(stuck, long("mine"), "you"), Reader(stuck, long("later"), "she")
    mine.gone = True
    mine.join(5)
    mine = Reader(stuck, long("mine"), "you")
    assert (mine.place, later.place) == (("waiting", 1), ("waiting", 2))
    monkeypatch.setattr(jobs, "ABANDONED_AFTER", 0.05)
    mine.place  # noqa: B018 - it asks once more
    mine.gone = True
    until(lambda: later.place == ("waiting", 1))
    assert running(stuck) == ["works"]


@pytest.mark.parametrize("how", ["memory", "time", "size", "died"])
def test_an_exceeded_limit_is_one_sentence_and_is_not_tried_again_for_a_while(stuck, how):
    """The refusal is remembered for some minutes, and each request raises a new error object.

    An error object that is raised twice would keep the frames of its first traceback.
    """
    stuck.workers.answers["a", False] = [how]
    errors = []
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            stuck.result(quick("a", seconds=0.5, error_prefix="training"))
        said = "training" if how in ("memory", "time", "size") else "work"
        assert refused.value.code == f"{said}_{how}"
        errors.append(refused.value)
    assert running(stuck) == ["a"]
    assert errors[0] is not errors[1]
    stuck._refused.expire(time.monotonic() + 601)
    with pytest.raises(Refusal):
        stuck.result(quick("a", seconds=0.5))
    assert running(stuck) == ["a", "a"]


def test_a_limit_is_said_in_the_units_of_its_sentence():
    """The error of a job has its own limits in megabytes, seconds and minutes."""
    said = quick("a", seconds=179.5, max_bytes=3 * MEGABYTE).refusal("died").values
    assert said == {"memory": MAX_MEMORY_BYTES // MEGABYTE, "seconds": 180, "minutes": 3, "most": 3}


def test_a_worker_that_never_answers_or_dies_is_one_sentence(monkeypatch, stuck):
    """A worker that gives no answer in time or dies raises `work_died`; the next job still runs."""
    with monkeypatch.context() as impatient:
        impatient.setattr(jobs, "SLOW", 0)
        impatient.setattr(jobs, "START_SECONDS", 0.1)
        asked = Reader(stuck, quick("a"), "me")
        asked.join(5)
        assert asked.result.code == "work_died"
        assert stuck.workers.futures["a"].cancelled()
    asked = Reader(stuck, quick("b"), "me")
    stuck.workers.futures["b"].set_exception(ProcessExpired("it died", code=3))
    asked.join(5)
    assert asked.result.code == "work_died"


def test_a_long_job_past_half_its_time_makes_way_once(stuck):
    """If another long job waits, a job past half its time stops and starts again after it.

    Then the job runs to its end. If no other job waits, the job is not interrupted.
    """
    mine = Reader(stuck, long("mine", seconds=0.2), "me")
    time.sleep(0.6)
    assert (running(stuck), mine.place) == (["mine"], ("measuring", 0))
    yours = Reader(stuck, long("yours", seconds=60), "you")
    until(lambda: running(stuck) == ["mine", "yours"])
    assert stuck.workers.futures["mine"].cancelled()
    assert (mine.place, yours.place) == (("waiting", 1), ("measuring", 0))
    stuck.workers.end("yours")
    until(lambda: running(stuck) == ["mine", "yours", "mine"])
    Reader(stuck, long("hers"), "she")
    time.sleep(0.6)
    assert running(stuck) == ["mine", "yours", "mine"]
    stuck.workers.end("mine", value=7)
    mine.join(5)
    assert mine.result == 7


def test_a_job_that_waits_long_for_its_turn_is_not_taken_for_dead(stuck, monkeypatch):
    """A quick job that restarts as a long one may wait for a slot beyond its first deadline."""
    monkeypatch.setattr(jobs, "START_SECONDS", 0.3)
    monkeypatch.setattr(jobs, "SLOW", 0)
    Reader(stuck, long("first", seconds=60), "you")
    monkeypatch.setattr(stuck._entries["first"], "deadline", float("inf"))
    stuck.workers.answers["mine", False] = ["time"]
    mine = Reader(stuck, quick("mine"), "me")
    time.sleep(1)
    assert mine.place == ("waiting", 1)


def test_whatever_a_library_raises_is_a_sentence_and_a_traceback_in_the_log(stuck, caplog):
    """The sentence names only the type of the error: its message may contain server paths."""
    stuck.workers.answers["a", False] = ["raised", LookupError("unknown encoding: rot13")]
    with pytest.raises(Refusal) as refused:
        stuck.result(quick("a"))
    assert (refused.value.code, refused.value.values["reason"]) == ("work_failed", "LookupError")
    assert caplog.records[0].exc_info


def test_errors_reach_everyone_who_waits_and_are_not_kept(stuck):
    """Both readers of a job get its error, and the next request runs the job again."""
    for _ in range(2):
        both = [Reader(stuck, quick("a"), name) for name in ("me", "you")]
        stuck.workers.end("a", "raised", Refusal("no_words"))
        for each in both:
            each.join(5)
            assert each.result.code == "no_words"
    assert running(stuck) == ["a", "a"]


def test_where_no_worker_can_start_each_job_is_tried_once(monkeypatch):
    """If the pool cannot start, each of four jobs fails with `work_died` after one attempt."""
    made = Jobs(Cache(), quick=2, long=3)
    started = []

    def fail():
        started.append(1)
        raise OSError

    monkeypatch.setattr(made.workers, "start", fail)
    readers = [Reader(made, quick(f"job {number}"), str(number)) for number in range(4)]
    for each in readers:
        each.join(5)
        assert each.result.code == "work_died"
    assert len(started) == 4
