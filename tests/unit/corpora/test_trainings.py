"""Trainings are shared, bounded, one at a time, and stop when nobody waits."""

import gc
import threading
import time
from dataclasses import replace
from weakref import ref

import pytest

from bpe import PRESETS, Corpus, CorpusError
from ui.corpora import line, trainings
from ui.corpora.asking import Cancelled
from ui.corpora.trainings import Request, Trainings, UnigramRequest, digest

SIX = "highest higher lower lowest cooler coolest"


def request(text: str = SIX, **limits) -> Request:
    """Ask for a training on a text."""
    scheme = PRESETS["paper"]
    return Request(digest(text), lambda: Corpus.from_text(text, scheme), scheme, **limits)


def blocked(text: str, gate: threading.Event, started: list | None = None) -> Request:
    """Ask for a training whose corpus is there only once the gate is open."""

    def corpus() -> Corpus:
        if started is not None:
            started.append(text)
        assert gate.wait(20)
        return Corpus.from_text(text, "paper")

    return replace(request(text), corpus=corpus)


def test_equal_requests_share_one_training():
    """Whoever asks for the same corpus and settings gets the same record."""
    shared = Trainings()
    assert shared.get(request()) is shared.get(request())
    assert len(shared) == 1


@pytest.mark.parametrize(
    "other",
    [
        request(SIX[:-1]),
        request(max_merges=2),
        request(vocab_size=12),
        request(min_frequency=2),
        replace(request(), scheme=replace(PRESETS["paper"], tie_rule="largest")),
    ],
)
def test_any_difference_is_another_training(other):
    """Nothing that changes the record is left out of the key."""
    assert other != request()


def test_key_follows_the_content_and_the_engine(monkeypatch):
    """Corpora with the same beginning differ, and so do records of different engines."""
    text = "x " * 10_000
    assert digest(text + "a") != digest(text + "b")
    assert digest("ab", "c") != digest("a", "bc")
    before = digest(text)
    monkeypatch.setattr(trainings, "_engine", lambda: b"another engine")
    assert digest(text) != before


def test_a_second_request_joins_the_run():
    """While a run is on its way, nobody starts it again."""
    gate, started = threading.Event(), []
    shared = Trainings()
    run = shared.start(blocked(SIX, gate, started))
    assert shared.start(blocked(SIX, gate, started)) is run
    gate.set()
    assert run.wait("me", 20)
    assert started == [SIX]
    assert len(run.result().merges) > 0


def test_trainings_wait_for_each_other():
    """One training at a time leaves the other sessions responsive."""
    gate, started = threading.Event(), []
    shared = Trainings()
    first = shared.start(blocked("one one", gate, started))
    second = shared.start(blocked("two two", gate, started))
    assert not second.wait("me", 0.1)
    assert (started, second.stage) == (["one one"], "waiting")
    gate.set()
    assert first.wait("me", 20)
    assert second.wait("me", 20)
    assert started == ["one one", "two two"]


def test_progress_is_reported():
    """A bar can say how far a run is."""
    shared = Trainings()
    run = shared.start(request())
    assert run.wait("me", 20)
    assert run.stage == "merging"
    assert 0 <= run.done <= run.total


def test_a_run_that_nobody_waits_for_stops():
    """Cancelling frees the machine for the next training, and a later request starts anew."""
    gate = threading.Event()
    shared = Trainings()
    run = shared.start(blocked(SIX, gate))
    run.wait("me", 0.01)
    shared.leave(run.request, "me")
    gate.set()
    run.wait("nobody", 0)
    run.leave("nobody")
    with pytest.raises(Cancelled):
        run.result()
    assert len(shared) == 0
    assert shared.get(request()).merges


def test_a_run_goes_on_while_another_reader_waits():
    """One reader's cancel does not take the training away from another."""
    gate = threading.Event()
    shared = Trainings()
    run = shared.start(blocked(SIX, gate))
    run.wait("me", 0.01)
    run.wait("you", 0.01)
    shared.leave(run.request, "me")
    gate.set()
    assert run.wait("you", 20)
    assert run.result().merges


def test_a_reader_who_is_gone_is_not_waited_for(monkeypatch):
    """A closed browser tab ends the work it asked for."""
    monkeypatch.setattr(line, "PATIENCE", 0.05)
    gate = threading.Event()
    shared = Trainings()
    run = shared.start(blocked(SIX, gate))
    run.wait("me", 0.01)
    time.sleep(0.1)
    gate.set()
    with pytest.raises(Cancelled):
        run.result()


def test_the_least_recently_used_training_goes_first():
    """The trainings kept stay within their budget of bytes."""
    one, two, three = (request(f"{SIX} {word}") for word in ("one", "two", "six"))
    size = Trainings().get(one).nbytes
    shared = Trainings(budget=int(2.5 * size))
    shared.get(one)
    shared.get(two)
    shared.get(one)
    shared.get(three)
    assert shared.finished(two) is None
    assert shared.finished(one) is not None
    assert shared.finished(three) is not None
    assert shared.nbytes <= 2.5 * size


def test_runs_of_one_text_share_its_words():
    """Another limit gives another record of the same corpus, whose bytes count once."""
    shared = Trainings()
    first, second = shared.get(request(max_merges=2)), shared.get(request(max_merges=3))
    other = shared.get(request("quite another text"))
    assert first.corpus is second.corpus
    assert shared.nbytes == first.nbytes + second.nbytes - first.corpus.nbytes + other.nbytes


def test_a_training_larger_than_the_budget_is_kept_until_the_next():
    """The page that asked for it can still be drawn."""
    shared = Trainings(budget=1)
    assert shared.finished(request()) is None
    shared.get(request())
    assert shared.finished(request()) is not None
    shared.get(request("another text"))
    assert len(shared) == 1


def test_errors_reach_everyone_who_waits_and_are_not_kept():
    """A corpus without words is refused each time, and never cached."""
    shared = Trainings()
    for _ in range(2):
        with pytest.raises(CorpusError):
            shared.get(request("   "))
    assert len(shared) == 0


def test_a_vocabulary_too_small_for_the_alphabet_is_refused_in_words():
    """The sentence names the smallest size that would do."""
    with pytest.raises(CorpusError, match="at least 12"):
        Trainings().get(request(vocab_size=3))
    assert len(Trainings().get(request(vocab_size=12)).merges) == 0


def test_what_made_a_corpus_goes_when_it_is_made():
    """A training kept holds neither the text nor another training that its corpus came from."""

    class Text:
        def corpus(self) -> Corpus:
            return Corpus.from_text(SIX, "paper")

    text, shared = Text(), Trainings()
    asked, gone = replace(request(), corpus=text.corpus), ref(text)
    training = shared.get(asked)
    del asked, text
    gc.collect()
    assert gone() is None
    assert shared.finished(request()) is training


def test_given_up_trainings_leave_the_memory_at_once():
    """The budget is one of bytes in use, not of bytes that a collector may free some day."""
    shared = Trainings(budget=1)
    gone = ref(shared.get(request()))
    gc.disable()
    try:
        shared.get(request("another text"))
        deadline = time.monotonic() + 10
        while gone() is not None and time.monotonic() < deadline:
            time.sleep(0.01)  # the thread that trained gives up the other one
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("words", "letters", "size"),
    [(6, 2, 5), (9, 9, 13), (999, 999, 1333), (1000, 500, 2000), (1000, 1000, 2001)],
)
def test_without_a_size_pieces_suit_the_corpus(monkeypatch, words, letters, size):
    """A small corpus gets a third more than its characters and the mark, a large one thousands."""
    corpus = Corpus.from_counts({chr(0x4E00 + at % letters) * (1 + at): 1 for at in range(words)})
    asked: list[dict] = []
    monkeypatch.setattr(trainings, "train_unigram", lambda corpus, **given: asked.append(given))
    UnigramRequest("", lambda: corpus).train(corpus, print)
    assert (asked[0]["vocab_size"], asked[0]["on_progress"]) == (size, print)


def test_a_unigram_run_names_its_stage_and_reports():
    """A bar can say what a run does, and how far it is."""
    corpus = Corpus.from_text(SIX, "sentencepiece")
    run = Trainings().start(UnigramRequest(digest(SIX), lambda: corpus, 17))
    assert run.wait("me", 20)
    assert (run.stage, run.done == run.total > 0) == ("pruning", True)
    assert len(run.result().pieces) == 17


def test_half_a_character_can_be_told_apart():
    """What cannot be written in UTF-8 still has a digest of its own."""
    assert digest("\ud800") != digest("\ud801")
