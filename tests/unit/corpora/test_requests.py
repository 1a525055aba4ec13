"""What pages ask for is a job: the same here and in a process."""

import gc
import pickle
from dataclasses import replace
from functools import partial
from weakref import ref

import pytest

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.checking import hold_against
from bpe.readings.lifetimes import lifetimes
from bpe.readings.word_encoding import compare_methods
from tests.cases import until
from ui.check.held import checking
from ui.controls.asked import request_of
from ui.corpora import requests, sources
from ui.corpora.cache import Cache
from ui.corpora.jobs import OURS, Cancelled, Job, digest, given, reading
from ui.corpora.requests import Request
from ui.corpora.results import Results
from ui.corpora.samples import samples
from ui.unigram.requests import UnigramRequest

SIX = "highest higher lower lowest cooler coolest"
PAPER = PRESETS["paper"]


def request(text: str = SIX, **limits) -> Request:
    """Ask for a training on a text."""
    return Request(digest(text), partial(Corpus.from_text, text, PAPER), PAPER, **limits)


def done(job: Job):
    """Do a job here and now."""
    return job.function(*job.arguments)


@pytest.fixture(scope="module")
def jobs():
    """Return results whose processes are shared by these tests."""
    made = Results(Cache())
    yield made
    made.queue.workers.end()


def test_any_difference_is_another_training():
    """Nothing that changes the record is left out of the key."""
    others = [
        request(SIX[:-1]),
        request(max_merges=2),
        request(vocab_size=12),
        request(min_frequency=2),
        request(forced=((0, ("r", "</w>")),)),
        replace(request(), scheme=replace(PAPER, tie_rule="largest")),
        UnigramRequest(digest(SIX), request().corpus),
    ]
    assert len({each.job for each in [request(), *others]}) == 1 + len(others)
    assert request().job == request().job


def test_a_digest_follows_the_whole_content():
    """Corpora with the same beginning differ, and so does what cannot be written in UTF-8."""
    text = "x " * 10_000
    assert digest(text + "a") != digest(text + "b")
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("\ud800") != digest("\ud801")


def test_a_vocabulary_too_small_for_the_alphabet_is_refused_in_words(jobs):
    """The sentence names the smallest size that would do."""
    with pytest.raises(CorpusError, match="at least 12"):
        jobs.get(request(vocab_size=3).job)
    assert len(jobs.get(request(vocab_size=12).job).merges) == 0


def test_what_made_a_corpus_goes_when_it_is_made(jobs):
    """A training kept holds neither the text nor another training that its corpus came from."""
    first = jobs.get(request().job)
    asked = replace(request(min_frequency=2), corpus=given(first.corpus), digest="other")
    training, gone = jobs.get(asked.job), ref(first)
    jobs.cache.drop(request().job.key)
    del first, asked
    until(lambda: gc.collect() >= 0 and gone() is None)  # a thread may hold it a moment longer
    assert training.corpus.words


@pytest.mark.parametrize("name", ["pride-and-prejudice", "low-lower"])
def test_a_training_in_a_process_is_the_one_that_is_made_here(jobs, name):
    """Texts and tables, merges and pieces."""
    source = sources.of_sample(samples()[name])
    job = request_of(source, PAPER, max_merges=20).job
    there, here = jobs.get(job), done(job)
    assert (there.merges, there.corpus, there.stop) == (here.merges, here.corpus, here.stop)
    assert [merge.ties for merge in there.merges] == [merge.ties for merge in here.merges]
    assert there.snapshot(9).pairs() == here.snapshot(9).pairs()
    assert there.snapshot(9).words() == here.snapshot(9).words()
    pieces = UnigramRequest(digest("low"), given(Corpus.from_text("low lower", "sentencepiece")))
    assert jobs.get(pieces.job).pieces == done(pieces.job).pieces


@pytest.mark.parametrize("at", [("reading", False), ("merging", True)], ids=lambda at: at[0])
def test_a_job_in_a_process_says_how_far_it_is_and_stops_when_left(jobs, at):
    """Also while it still splits the text into words. It is left as it says so."""
    text = " ".join(f"word{number}" for number in range(60_000))
    queued, heard = jobs.queue.start(request_of(sources.of_text(text, "text"), PAPER).job, "me"), []
    queued.wait("me", 0)
    while not queued.wait("me", 0.001):
        stage, done, _ = jobs.queue.progress(queued)
        heard.append((stage, done > 0))
        if at in heard:
            break
    jobs.queue.leave("me")
    with pytest.raises(Cancelled):
        queued.result()
    assert at in heard


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(compare_methods, (3, "longest-match")), (lifetimes, ())],
    ids=["duel", "lives"],
)
def test_what_takes_long_to_be_read_off_a_record_is_read_in_a_process(jobs, function, arguments):
    """The record goes there without what was read off it before, and nothing is kept here."""
    training, kept = train("low lower lowest newer wider " * 3), len(jobs.cache)
    bare = len(pickle.dumps(training))
    assert training.merges
    assert training.token_counts[0]
    assert len(pickle.dumps(training)) == bare
    found = jobs.get(reading(function, training, *arguments))
    assert found == function(training, *arguments)
    assert len(jobs.cache) == kept


def test_a_list_is_checked_in_a_process_and_its_record_stays_here(jobs):
    """What comes back is what holding it against the record here finds, but for the record."""
    text = "low lower lowest newer wider " * 3
    training = train(text, max_merges=9)
    merges = tuple(merge.pair for merge in reversed(training.merges))
    found = jobs.get(checking(training, merges, 9, text, False))
    assert found.training is None
    assert replace(found, training=training) == hold_against(training, merges, 9, text)
    assert found.diagnosis is not None


def test_the_search_for_a_mistake_says_how_far_it_is_and_ends_when_nobody_waits(monkeypatch):
    """Before each known mistake that is tried; whoever leaves ends it there."""
    training = train("low lower lowest newer wider " * 3, max_merges=9)
    merges, told = tuple(merge.pair for merge in reversed(training.merges)), []

    def report(stage: str, at: int, total: int) -> None:
        told.append((stage, at < total))
        if len(told) == 3:
            raise Cancelled

    monkeypatch.setattr("ui.check.held.report", report)
    with pytest.raises(Cancelled):
        done(checking(training, merges, 9, None, False))
    assert told == [("checking", True)] * 3


def test_only_small_texts_of_the_apps_own_by_rules_of_its_own_are_learned_in_the_app(jobs):
    """Whatever a reader typed or brought goes to a worker, however little it is."""
    six, novel = (
        sources.of_sample(samples()[name]) for name in ("six-words", "pride-and-prejudice")
    )
    typed = replace(PAPER, special_tokens=("<a>",))
    ours = [request_of(six, scheme).job for scheme in (PAPER, PRESETS["gpt"])]
    assert all(job.is_ours for job in ours)
    brought = sources.of_upload(sources.opened("a.txt", b"low"))
    others = (novel, PAPER), (six, typed), (sources.of_text("low", "text"), PAPER), (brought, PAPER)
    assert not any(request_of(*each).job.is_ours for each in others)
    assert jobs.get(ours[0]) in OURS
    assert jobs.get(request_of(*others[1]).job) not in OURS


def test_a_job_of_the_apps_own_is_done_here_once(jobs):
    """Nobody waits for a process, and whoever comes next finds what was kept."""
    done_by = []
    job = Job("mine", lambda: done_by.append(1) or train("low"), (), is_ours=True)
    job = replace(job, is_kept=True)
    assert jobs.get(job) is jobs.get(job) is jobs.stored(job)
    assert done_by == [1]


def test_a_run_whose_tokens_are_too_long_to_be_spelled_does_not_come_back(monkeypatch):
    """A word may grow letter by letter: 2 + 3 + 4 + 8 characters, 4 letters and a mark."""
    asked = replace(request(), corpus=given(Corpus.from_counts({"abcd": 1})))
    monkeypatch.setattr(requests.limits, "ALL_TOKENS", 25)
    assert len(done(asked.job)) == 4
    monkeypatch.setattr(requests.limits, "ALL_TOKENS", 24)
    with pytest.raises(CorpusError, match="fewer merges"):
        done(asked.job)


@pytest.mark.parametrize("why", ["memory", "time"])
def test_only_who_asks_for_merges_is_told_to_ask_for_fewer(why):
    """Unigram pieces and what is read off a record have none to leave out."""
    pieces = UnigramRequest("a", given(Corpus.from_counts({"a": 1})))
    told = [request().job, pieces.job, reading(lifetimes, train("low lower"))]
    said = [str(job.refusal(why)) for job in told]
    assert ["fewer merges" in each for each in said] == [True, False, False]


@pytest.mark.parametrize(
    ("words", "letters", "size"),
    [(6, 2, 5), (9, 9, 13), (999, 999, 1333), (1000, 500, 2000), (1000, 1000, 2001)],
)
def test_without_a_size_pieces_suit_the_corpus(monkeypatch, words, letters, size):
    """A small corpus gets a third more than its characters and the mark, a large one thousands."""
    corpus = Corpus.from_counts({chr(0x4E00 + at % letters) * (1 + at): 1 for at in range(words)})
    asked: list[dict] = []
    monkeypatch.setattr(
        "ui.unigram.requests.train_unigram", lambda corpus, **given: asked.append(given)
    )
    done(UnigramRequest("", lambda: corpus).job)
    assert asked[0]["vocab_size"] == size


def test_a_unigram_job_names_its_stage_and_reports(monkeypatch):
    """A bar can say what a run does, and how far it is."""
    corpus = Corpus.from_text(SIX, "sentencepiece")
    told = []
    job = UnigramRequest(digest(SIX), lambda: corpus, 17).job
    monkeypatch.setattr("ui.unigram.requests.report", lambda *said: told.append(said))
    found = done(job)
    assert ({stage for stage, *_ in told}, told[-1][1] == told[-1][2] > 0) == ({"pruning"}, True)
    assert len(found.pieces) == 17
