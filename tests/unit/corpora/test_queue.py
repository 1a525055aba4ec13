"""Jobs wait in a queue, each once; readers take turns; what was too much is not tried again."""

import pickle
import time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from pebble import ProcessExpired, ProcessFuture

from bpe.input.opening import MEGABYTE
from ui.cache import Cache
from ui.catalogue import Refusal
from ui.corpora import queue
from ui.corpora.jobs import MEMORY, Cancelled, Job, Resource, TakesLong
from ui.corpora.queue import JobQueue
from ui.corpora.results import AGAIN, Results


class Stuck:
    """Workers that do nothing until told to, or answer at once; they note what they are given."""

    def __init__(self, count: int):
        self.count, self.tasks, self.doing, self.answers = count, [], {}, {}

    def do(self, task):
        """Begin a task; `done` ends it."""
        [name] = task.job.arguments
        self.tasks.append(task)
        self.doing[name] = task, ProcessFuture()
        if name in self.answers:
            self.ends(name, *self.answers[name])
        return self.doing[name][1]

    def ends(self, name: str, how: str = "done", value: object = None) -> None:
        self.doing[name][1].set_result(pickle.dumps((how, value)))

    def said(self, slot):
        """Say nothing."""

    def end_the_large(self):
        """Have none."""


@pytest.fixture
def stuck():
    """Return a queue with one slot for long jobs, all of whose workers are stuck."""
    kept = []
    jobs = JobQueue(lambda job, result, size: kept.append((job.key, result)), long_at_once=1)
    jobs.workers = Stuck(jobs.workers.count)
    jobs.kept = kept
    return jobs


@pytest.fixture
def results():
    """Return results whose workers answer as they are told to, at once."""
    made = Results(Cache())
    made.queue.workers = Stuck(made.queue.workers.count)
    return made


def long(name: str, **given) -> Job:
    """Make a job that is known to be long."""
    return quick(name, is_long=True, **given)


def quick(name: str, **given) -> Job:
    return Job(name, print, (name,), **given)


def running(stuck: JobQueue) -> list[str]:
    """List what the workers were given, in this order."""
    return [task.job.key for task in stuck.workers.tasks]


def test_equal_jobs_share_one_run_and_one_result(stuck):
    """While one is on its way nobody starts it again; its result is kept once."""
    first = stuck.start(quick("a"))
    assert stuck.start(quick("a"), "you") is first
    stuck.workers.ends("a", value=7)
    assert first.wait("me", 20)
    assert (first.result(), stuck.kept, running(stuck)) == (7, [("a", 7)], ["a"])
    assert stuck.start(quick("a")) is not first


def test_quick_goes_before_long_and_each_knows_its_place(stuck):
    """Of equal ones, who came first; a reader's second comes after the first of everybody."""
    stuck.start(long("works"))
    for name in "xy":
        stuck.start(quick(name), owner=name)
    what = (long("large"), "c"), (quick("small"), "a"), (quick("first"), "b"), (long("2nd"), "a")
    large, small, first, second = (stuck.start(each, owner=owner) for each, owner in what)
    places = [stuck.progress(each) for each in (small, first, large, second)]
    assert places == [("waiting", place, 0) for place in (1, 2, 3, 4)]
    for name in ("x", "works", "y", "large"):
        stuck.workers.ends(name)
    assert running(stuck) == ["works", "x", "y", "small", "large", "first", "2nd"]
    assert stuck.progress(large) == ("waiting", 0, 0)
    assert stuck.progress(second) == ("measuring", 0, 0)


def test_a_quick_job_does_not_wait_for_a_long_one(stuck):
    for each in (long("long"), long("long too"), quick("quick")):
        stuck.start(each)
    assert running(stuck) == ["long", "quick"]


def test_what_is_not_over_in_a_moment_begins_again_as_a_long_job(results):
    """Nobody has to know before how long a job takes; a limit below the moment is its own."""
    workers = results.queue.workers
    workers.answers = {key: ["time"] for key in "ab"}
    for name, seconds, given in (("a", 30, [queue.MOMENT, 30]), ("b", 0.5, [0.5])):
        with pytest.raises(Refusal):
            results.get(quick(name, seconds=seconds))
        assert [task.seconds for task in workers.tasks if task.job.key == name] == given
    assert [task.slot in range(queue.QUICK_AT_ONCE) for task in workers.tasks] == [1, 0, 1]


def test_a_greedy_reader_with_ten_tabs_lets_modest_ones_by(stuck):
    """Of each owner one job runs in a kind of slot, and waiting ones take turns by owner."""
    for tab in range(10):
        stuck.start(long(f"long {tab}"), f"tab {tab}", "greedy")
        stuck.start(quick(f"quick {tab}"), f"quick tab {tab}", "greedy")
    assert running(stuck) == ["long 0", "quick 0"]
    for name in ("a", "b"):
        assert stuck.progress(stuck.start(quick(f"mine {name}"), name))[1] <= 1
    assert running(stuck) == ["long 0", "quick 0", "mine a"]
    stuck.start(long("modest"), "modest")
    stuck.workers.ends("long 0")
    assert running(stuck)[-1] == "modest"


def test_a_reader_has_one_job_at_a_time(stuck):
    """Whoever asks for another leaves the first, which stops at once, or never begins."""
    works = stuck.start(long("works"), "me")
    works.wait("me", 0.01)
    other = stuck.start(long("waits"), "you")
    other.wait("you", 0.01)
    both = stuck.start(long("both"), "you")
    with pytest.raises(Cancelled):
        other.result()
    both.wait("you", 0.01)
    both.wait("me too", 0.01)
    last = stuck.start(long("last"), "me")
    with pytest.raises(Cancelled):
        works.result()
    assert stuck.workers.doing["works"][1].cancelled()
    assert running(stuck) == ["works", "both"]
    stuck.start(quick("anything"), "you")
    assert not both.wait("me too", 0.1)
    assert stuck.progress(last) == ("waiting", 1, 0)


def test_a_page_drawn_anew_keeps_its_place_in_the_queue(stuck):
    """It asks for the same job again, also where nobody else waits for it."""
    works = stuck.start(long("works"), "me")
    mine = stuck.start(long("mine"), "you")
    mine.wait("you", 0.01)
    later = stuck.start(long("later"), "she")
    for _ in range(3):
        assert stuck.start(long("mine"), "you") is mine
        assert not mine.wait("you", 0.01)
    works.wait("me", 0.01)
    assert stuck.start(long("works"), "me") is works
    assert [stuck.progress(each)[1] for each in (mine, later)] == [1, 2]
    assert running(stuck) == ["works"]


def test_leaving_ends_the_work_at_once_unless_another_reader_waits(stuck):
    """One reader's cancel takes the result from nobody else; a page leaves all it asked for."""
    work = stuck.start(long("works"), "me")
    work.wait("me", 0.01)
    work.wait("you", 0.01)
    stuck.leave("me")
    assert not work.wait("you", 0.1)
    stuck.leave("you")
    with pytest.raises(Cancelled):
        work.result()
    assert stuck.workers.doing["works"][1].cancelled()
    again = stuck.start(long("works"), "me")
    stuck.workers.ends("works", value=1)
    assert (again.result(), stuck.kept) == (1, [("works", 1)])
    ours, mine = stuck.start(long("ours"), "you"), stuck.start(long("mine"), "me")
    ours.wait("me", 0.01)
    stuck.leave("me")
    with pytest.raises(Cancelled):
        mine.result()
    assert not ours.wait("you", 0.1)


def test_a_reader_who_is_gone_is_not_waited_for(monkeypatch, stuck):
    """Also where nothing tells so, and while the job has not begun."""
    monkeypatch.setattr(queue, "PATIENCE", 0.05)
    for asked in (stuck.start(long("a")), stuck.start(long("b"))):
        asked.wait("me", 0.01)
        with pytest.raises(Cancelled):
            asked.result()


@pytest.mark.parametrize("how", ["memory", "time", "size", "died"])
def test_what_was_too_much_is_one_sentence_and_is_not_tried_again_for_a_while(results, how):
    """Each time it is raised it is another error: what it led through is not kept."""
    asked, errors = quick("a", seconds=0.5, error_prefix="training"), []
    results.queue.workers.answers["a"] = [how]
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            results.get(asked)
        said = "training" if how in ("memory", "time") else "work"
        assert refused.value.code == f"{said}_{how}"
        errors.append(refused.value)
    assert running(results.queue) == ["a"]
    assert errors[0] is not errors[1]
    results._refused.expire(time.monotonic() + AGAIN + 1)
    with pytest.raises(Refusal):
        results.get(asked)
    assert running(results.queue) == ["a", "a"]


def test_a_limit_is_said_in_the_units_of_its_sentence():
    """Megabytes, seconds and minutes, of the job's own."""
    said = quick("a", seconds=179.5, most=3 * MEGABYTE).refusal("died").values
    assert said == {"memory": MEMORY // MEGABYTE, "seconds": 180, "minutes": 3, "most": 3}


def test_a_worker_that_never_answers_or_dies_is_one_sentence(monkeypatch, stuck):
    """Also where nobody tells that it died; the next job gets another one."""
    with monkeypatch.context() as impatient:
        impatient.setattr(queue, "SLOW", 0)
        impatient.setattr(queue, "GRACE", 0.1)
        asked = stuck.start(quick("a"))
        assert asked.wait("me", 20)
        with pytest.raises(Refusal, match=str(Refusal("work_died"))):
            asked.result()
        assert stuck.workers.doing["a"][1].cancelled()
    asked = stuck.start(quick("a"))
    stuck.workers.doing["a"][1].set_exception(ProcessExpired("it died", code=3))
    with pytest.raises(Refusal, match=str(Refusal("work_died"))):
        asked.result()


def test_errors_reach_everyone_who_waits_and_are_not_kept(stuck):
    """What a reader can cause is raised as it is, and the job may be tried again."""
    for _ in range(2):
        asked = stuck.start(quick("a"))
        stuck.workers.ends("a", "raised", Refusal("no_words"))
        with pytest.raises(Refusal, match=str(Refusal("no_words"))):
            asked.result()
    assert (running(stuck), stuck.kept) == (["a", "a"], [])


def test_a_quick_job_whose_resource_is_not_open_begins_again_as_a_long_one(results, monkeypatch):
    """Which may open it."""
    workers = results.queue.workers
    do = workers.do

    def answer(task):
        workers.answers["a"] = ["done", 1] if task.job.is_long else ["closed"]
        return do(task)

    monkeypatch.setattr(workers, "do", answer)
    assert results.get(quick("a", resources=(Resource("key", print, ()),))) == 1
    assert [task.job.is_long for task in workers.tasks] == [False, True]


def test_who_has_given_a_job_up_does_not_begin_it_again(results, monkeypatch):
    """The run of the page that waited is over; it ends where it next says how far it is."""
    given_up = SimpleNamespace(wait=lambda *_: True, result=Mock(side_effect=Cancelled), slot=None)
    start = Mock(side_effect=[given_up])
    monkeypatch.setattr(results.queue, "start", start)
    monkeypatch.setattr(results.queue, "progress", lambda queued: ("waiting", 0, 0))
    with pytest.raises(StopIteration, match="the run is over"):
        results.get(quick("a"), "one", look=Mock(side_effect=StopIteration("the run is over")))
    assert start.call_count == 1


def test_who_waits_for_a_job_that_turns_out_long_is_told_how_far_it_is(results, monkeypatch):
    """As is who waits for one that was known to be."""
    short = SimpleNamespace(wait=lambda *_: True, result=Mock(side_effect=TakesLong))
    long = SimpleNamespace(wait=Mock(side_effect=[False, False, True]), result=lambda: 5)
    monkeypatch.setattr(results.queue, "start", Mock(side_effect=[short, long]))
    monkeypatch.setattr(results.queue, "progress", lambda queued: ("counting", 1, 2))
    told = []
    assert results.get(quick("a"), look=lambda *how_far: told.append(how_far)) == 5
    assert told == [("counting", 1, 2)] * 2
