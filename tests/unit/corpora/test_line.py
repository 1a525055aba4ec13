"""Trainings wait in line: small before large, one a reader; what was too much is not retried."""

import pickle
import threading
import time
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, train
from bpe.checking import hold_against
from bpe.continuing import continue_training
from bpe.readings.compare import duel
from bpe.readings.levels import unmerged
from tests.unit.corpora import tasks
from ui.catalogue import Refusal
from ui.controls.asked import request_of
from ui.corpora import asking, line, sources
from ui.corpora.asking import Cancelled, given
from ui.corpora.continuing import continuing
from ui.corpora.line import LIGHT, QUICK, Run
from ui.corpora.measuring import checking, measuring
from ui.corpora.samples import samples
from ui.corpora.trainings import Request, Trainings, UnigramRequest, digest
from ui.corpora.workers import Workers

PAPER = PRESETS["paper"]
GIGABYTE = 2**30
DONE = train("low lower")


class Busy(Workers):
    """Processes that do nothing until a gate is opened, and note what they are given."""

    def __init__(self):
        super().__init__()
        self.gate, self.begun = threading.Event(), []

    def do(self, function, *arguments, stop=lambda: False, **given):
        """Wait for the gate instead of working."""
        [request] = arguments
        self.begun.append(request.digest)
        while not self.gate.wait(0.01):
            if stop():
                raise line.Ended("stopped")
        return DONE


def asked(name: str, size: int, **limits) -> Request:
    """Ask for a training that cannot be known to be small."""
    return Request(name, given(Corpus.from_counts({name: 1})), PAPER, size=size, **limits)


@pytest.fixture
def shared() -> Trainings:
    """Return trainings with one process for what is long, all of them stuck."""
    trainings = Trainings(at_once=1)
    trainings.workers = trainings._line._workers = Busy()
    yield trainings
    trainings.workers.gate.set()


def began(shared: Trainings, *names: str) -> bool:
    """Wait until these have begun, in this order, and no others."""
    deadline = time.monotonic() + 20
    while len(shared.workers.begun) < len(names) and time.monotonic() < deadline:
        time.sleep(0.005)
    return shared.workers.begun == list(names)


def test_small_goes_before_large_and_each_knows_its_place(shared):
    """By bytes of text times merges asked for; of equal ones, who came first."""
    shared.start(asked("works", GIGABYTE))
    assert began(shared, "works")
    large, small, first, second = (
        shared.start(asked(name, size, max_merges=merges))
        for name, size, merges in (
            ("large", GIGABYTE, 5_000),
            ("small", GIGABYTE, 9),
            ("first", GIGABYTE, 100),
            ("second", GIGABYTE, 100),
        )
    )
    places = [shared.before(run) for run in (small, first, second, large)]
    assert (places, large.stage) == ([1, 2, 3, 4], "waiting")
    shared.workers.gate.set()
    assert began(shared, "works", "small", "first", "second", "large")
    assert large.wait("me", 20)
    assert shared.before(large) == 0


def test_a_quick_run_does_not_wait_for_a_long_one(shared):
    """It has a process of its own; and what is lighter yet is trained here."""
    shared.start(asked("long", GIGABYTE))
    shared.start(asked("long too", GIGABYTE))
    shared.start(asked("quick", 2**20, max_merges=1_000))
    assert began(shared, "long", "quick")
    assert shared.get(asked("light", 1_000)).corpus.words == ("light",)
    weights = [asked("a", size).weight for size in (1_000, 100_000, GIGABYTE)]
    assert weights[0] <= LIGHT < weights[1] <= QUICK * 2 < weights[2]


def test_a_reader_has_one_run_at_a_time(shared):
    """Whoever asks for another leaves the first, which stops at once, or never begins."""
    works = shared.start(asked("works", GIGABYTE), "me")
    works.wait("me", 0.01)
    other = shared.start(asked("waits", GIGABYTE), "you")
    other.wait("you", 0.01)
    both = shared.start(asked("both", GIGABYTE), "you")
    with pytest.raises(Cancelled):
        other.result()
    both.wait("you", 0.01)
    both.wait("me too", 0.01)
    last = shared.start(asked("last", GIGABYTE), "me")
    with pytest.raises(Cancelled):
        works.result()
    assert began(shared, "works", "both")
    shared.start(asked("anything", 1), "you")
    assert not both.wait("me too", 0.1)
    assert shared.before(last) == 1


@pytest.mark.parametrize(
    ("task", "code", "again"),
    [
        (tasks.eat, "training_memory", False),
        (tasks.forever, "training_time", False),
        (tasks.die, "training_died", True),
    ],
)
def test_what_was_too_much_is_one_sentence_and_is_not_tried_again(monkeypatch, task, code, again):
    """Except, after a while, where nobody knows why a process died."""
    monkeypatch.setattr(asking, "LONGEST", 1.5 if task is tasks.forever else 120)
    shared = Trainings()
    shared.workers = shared._line._workers = Workers(("bpe",), memory=100 * 2**20)
    tried = []

    def do(function, *arguments, **given):
        tried.append(arguments)
        return Workers.do(shared.workers, task, **given)

    shared.workers.do = do
    request = asked("a", GIGABYTE)
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            shared.get(request)
        assert refused.value.code == code
    assert len(tried) == 1
    monkeypatch.setattr(time, "monotonic", lambda now=time.monotonic: now() + 3600)
    with pytest.raises(Refusal):
        shared.get(request)
    assert len(tried) == 1 + again
    shared.workers.end()


@pytest.mark.parametrize("name", ["pride-and-prejudice", "low-lower"])
def test_what_pages_ask_for_can_leave_this_process(monkeypatch, name):
    """Texts and tables: the record that comes back is the one that is trained here."""
    monkeypatch.setattr(line, "LIGHT", -1)
    source = sources.of_sample(samples()[name])
    request = request_of(source, PAPER, max_merges=20)
    assert not Run(request).is_here
    shared = Trainings()
    there, here = shared.get(request), request.train(request.corpus(), print)
    assert (there.merges, there.corpus, there.stop) == (here.merges, here.corpus, here.stop)
    if name == "low-lower":
        corpus = given(Corpus.from_text("low lower", "sentencepiece"))
        pieces = UnigramRequest(digest("low lower"), corpus)
        found = shared.get(pieces)
        assert found.pieces == pieces.train(corpus(), print).pieces
    shared.workers.end()


@pytest.mark.parametrize("at", [("reading", False), ("merging", True)], ids=lambda at: at[0])
def test_a_run_in_a_process_says_how_far_it_is_and_stops_when_left(monkeypatch, at):
    """Also while it still splits the text into words. It is left as it says so."""
    text = " ".join(f"word{number}" for number in range(60_000))
    request = request_of(sources.of_text(text, "text"), PAPER)
    shared, heard, said = Trainings(), [], Run._said

    def hears(run, stage, done, total):
        said(run, stage, done, total)
        heard.append((stage, done > 0))
        if at in heard:
            shared.leave(request, "me")

    monkeypatch.setattr(Run, "_said", hears)
    with pytest.raises(Cancelled):
        shared.start(request, "me").result()
    assert heard[0] == ("reading", False)
    assert at in heard
    shared.workers.end()


def test_what_cannot_leave_this_process_is_trained_here():
    """Rather than not at all."""
    corpus = Corpus.from_text("low lower", "paper")
    request = replace(asked("a", GIGABYTE), corpus=lambda: corpus)
    assert Trainings().get(request).corpus is corpus


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(duel, (3, "longest-match")), (unmerged, ())],
    ids=["duel", "levels"],
)
def test_what_takes_long_to_be_read_off_a_record_is_read_in_a_process(
    monkeypatch, function, arguments
):
    """The record goes there without what was read off it before, and nothing is kept here."""
    training = train("low lower lowest newer wider " * 3)
    bare = len(pickle.dumps(training))
    assert training.merges
    assert training.token_counts[0]
    assert len(pickle.dumps(training)) == bare
    monkeypatch.setattr(line, "LIGHT", -1)
    request, shared = measuring(function, training, *arguments), Trainings()
    assert not Run(request).is_here
    assert shared.get(request) == function(training, *arguments)
    assert len(shared) == 0
    shared.workers.end()


def test_a_list_is_checked_in_a_process_and_its_record_stays_here(monkeypatch):
    """What comes back is what holding it against the record here finds, but for the record."""
    text = "low lower lowest newer wider " * 3
    training = train(text, max_merges=9)
    merges = tuple(merge.pair for merge in reversed(training.merges))
    monkeypatch.setattr(line, "LIGHT", -1)
    request, shared = checking(training, merges, 9, text, False), Trainings()
    assert not Run(request).is_here
    found = shared.get(request)
    assert found.training is None
    assert replace(found, training=training) == hold_against(training, merges, 9, text)
    assert found.diagnosis is not None
    shared.workers.end()


def test_the_search_for_a_mistake_says_how_far_it_is_and_ends_when_nobody_waits():
    """Before each known mistake that is tried; whoever leaves ends it there."""
    training = train("low lower lowest newer wider " * 3, max_merges=9)
    merges = tuple(merge.pair for merge in reversed(training.merges))
    request, told = checking(training, merges, 9, None, False), []

    def report(stage: str, done: int, total: int) -> None:
        told.append((stage, done < total))
        if len(told) == 4:
            raise Cancelled

    with pytest.raises(Cancelled):
        line.learn(report, request)
    assert told == [("reading", False), *[("checking", each) for each in (False, True, True)]]


@pytest.mark.parametrize("light", [-1, LIGHT], ids=["process", "here"])
def test_learning_on_waits_in_the_same_line(monkeypatch, light):
    """In a process or here it learns what the engine does, with as many merges at most."""
    base = train("low lower lowest " * 3, "gpt", max_merges=4).tokenizer()
    monkeypatch.setattr(line, "LIGHT", light)
    request, shared = continuing(base, "newer wider lower " * 3, 5), Trainings()
    assert Run(request).is_here == (light == LIGHT)
    learned = shared.get(request)
    expected = continue_training(base, "newer wider lower " * 3, max_merges=5)
    assert learned.merges == expected.merges
    assert len(learned) == 5
    assert len(shared) == 0
    shared.workers.end()


def test_texts_and_words_are_not_packed_to_know_whether_they_can_be(monkeypatch):
    """That a corpus, a record and a text can be pickled is known: only the rest is tried."""
    packed = []
    monkeypatch.setattr(Corpus, "__getstate__", lambda corpus: packed.append(corpus))
    assert not Run(asked("a", GIGABYTE)).is_here
    assert not Run(measuring(unmerged, train("low " * 9), hard=GIGABYTE)).is_here
    assert packed == []


@pytest.mark.parametrize("why", ["memory", "time"])
def test_only_who_asks_for_merges_is_told_to_ask_for_fewer(why):
    """Unigram pieces and what is read off a record have none to leave out."""
    one = UnigramRequest("a", given(Corpus.from_counts({"a": 1})))
    told = [str(each.refusal(why)) for each in (asked("a", 1), one, measuring(unmerged, DONE))]
    assert ["fewer merges" in each for each in told] == [True, False, False]
