"""A run's record: trained in a worker or in this process, cached, trained again if evicted."""

import gc
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.player.cutting import cut_run
from bpe.player.payload import CutOptions
from tests.cases import until
from tests.data import SIX_WORDS
from tests.sample_runs import run_with, trained
from ui import cache, jobs, runs
from ui.own_text import sources
from ui.own_text.sources import Source
from ui.runs import Run, UnigramRun
from ui.samples import samples

PAPER = PRESETS["paper"]


def pasted(text: str = SIX_WORDS, **limits) -> Run:
    """Return the run of a text that a reader typed."""
    return Run(sources.of_text(text, "text"), PAPER, **limits)


def of_counts(**counts: int) -> Run:
    """Return the run of some words, which is trained in this process."""
    corpus = partial(_counted, counts)
    return Run(Source(repr(counts), corpus, is_builtin=True, is_small=True), PAPER)


def _counted(counts: dict[str, int], scheme) -> Corpus:
    return Corpus.from_counts(counts)


def learned(training) -> tuple:
    """Return most of a record as plain data, so that two records can be compared."""
    snapshot = training.snapshot(min(9, len(training)))
    merges = [(merge.pair, merge.count, merge.ties) for merge in training.merges]
    return merges, [*training.corpus.items()], training.stop, snapshot.pairs(), snapshot.words()


def test_any_difference_is_another_record():
    """Each setting of a run is part of its key, except `is_fallback`, which only the page reads.

    `with_rules` drops the forced merges.
    """
    others = [
        pasted(SIX_WORDS[:-1]),
        pasted(max_merges=2),
        pasted(vocab_size=12),
        pasted(min_frequency=2),
        pasted(forced=((0, ("r", "</w>")),)),
        pasted().with_rules(tie_rule="largest"),
        UnigramRun(pasted().source),
        UnigramRun(pasted().source, 17),
    ]
    assert len({each.key for each in [pasted(), *others]}) == 1 + len(others)
    assert pasted().key == pasted().key
    forced = pasted(forced=((0, ("r", "</w>")),))
    assert forced.with_rules(tie_rule="largest") == pasted().with_rules(tie_rule="largest")
    assert pasted() == replace(pasted(), is_fallback=True)


@pytest.mark.parametrize("name", ["pride-and-prejudice", "low-lower"])
def test_a_worker_returns_the_record_that_is_made_here(name):
    """A worker trains a text, a table of words and a Unigram model as this process does."""
    source = sources.of_sample(samples()[name])
    there = Run(replace(source, is_builtin=False, is_small=False), PAPER, max_merges=20)
    assert learned(there.training) == learned(trained(name, merges=20))
    pieces = UnigramRun(pasted().source, 17)
    there, here = pieces.training, pieces.learn()
    assert [there.snapshot(step).pieces for step in range(len(there) + 1)] == [
        here.snapshot(step).pieces for step in range(len(here) + 1)
    ]


def test_a_record_is_made_once_with_the_payload_of_its_player_and_again_when_it_left_the_cache(
    monkeypatch,
):
    """One job returns the record and its payload; a record that left the cache is trained again.

    Dropping a record frees its `nbytes` in the cache. The file of a text is deleted once no run
    reads it any more.
    """
    asked, result = [], jobs.shared.result
    monkeypatch.setattr(jobs.shared, "result", lambda job, *_: asked.append(job.key) or result(job))
    run, options = pasted("a text of its own " * 3), CutOptions()
    made = run.train(options=options)
    assert run.training is made
    assert run.payload(options) == cut_run(made, options)
    monkeypatch.setattr("ui.runs.cut_run", None)
    assert run.payload(options).steps == len(made)
    assert len(asked) == 1
    before = cache.shared.nbytes
    cache.shared.drop(run.key)
    assert before - cache.shared.nbytes == made.nbytes
    assert learned(run.training) == learned(made)
    assert len(asked) == 2
    path = Path(run.source.file)
    assert path.exists()
    cache.shared.drop(run.key)
    del run, made
    assert len(pasted("pebble holds the arguments of a worker's last job").training)
    until(lambda: gc.collect() >= 0 and not path.exists())


def test_records_beyond_a_limit_are_refused_with_the_command_that_has_none(monkeypatch):
    """Limited are the pickled bytes of a record and the characters of all tokens of a run."""
    source = sources.of_sample(samples()["four-stories"])
    run = Run(replace(source, is_small=False), PAPER, max_merges=30)
    size = len(jobs.pickle.dumps(("done", (run.learn(), None, None)), 5))
    for most, fits in ((size, True), (size - 1, False)):
        monkeypatch.setattr(runs, "MAX_RECORD_BYTES", most)
        cache.shared.drop(run.key)
        if fits:
            assert len(run.training) == 30
        else:
            with pytest.raises(CorpusError, match="bpe-explainer train") as refused:
                run.train()
            assert refused.value.code == "training_size"
    monkeypatch.setattr(runs, "MAX_TOKEN_CHARS", 25)
    assert len(of_counts(abcd=1).learn()) == 4
    monkeypatch.setattr(runs, "MAX_TOKEN_CHARS", 24)
    with pytest.raises(CorpusError, match="bpe-explainer train"):
        of_counts(abcd=1).learn()


def test_a_vocabulary_too_small_for_the_alphabet_is_refused_in_words():
    """The error names the smallest possible size; `without_size` drops only the size."""
    with pytest.raises(CorpusError, match="at least 12"):
        len(pasted(vocab_size=3))
    assert len(pasted(vocab_size=12)) == 0
    without = pasted(vocab_size=3).without_size()
    assert (len(without), without.is_fallback) == (len(pasted()), True)
    assert len(replace(pasted(vocab_size=3), max_merges=2).without_size()) == 2


@pytest.mark.parametrize("at", [("reading", False), ("merging", True)], ids=lambda at: at[0])
def test_training_reports_its_progress_and_stops_when_the_reader_leaves(at, monkeypatch):
    """A job can be cancelled while it splits the text into words and while it merges."""
    monkeypatch.setattr(jobs, "POLL", 0.001)
    run, heard = pasted(" ".join(f"{at[0]}{number}" for number in range(60_000))), []

    def look(stage, done, total):
        heard.append((stage, done > 0))
        if at in heard:
            raise StopIteration

    with pytest.raises(StopIteration):
        jobs.shared.result(run._job(None), "me", look=look)
    future = jobs.shared._entries[run._job(None).key].future
    jobs.shared.leave("me")
    assert future is None or future.cancelled()


def test_a_small_sample_is_trained_here_once_whoever_asks(monkeypatch):
    """Four threads that ask at once share one training, and no worker process is used."""
    source = replace(sources.of_sample(samples()["six-words"]), digest="asked together")
    run, trainings, train_ = Run(source, PAPER), [], runs.bpe.train
    monkeypatch.setattr(runs.bpe, "train", lambda *a, **b: trainings.append(1) or train_(*a, **b))
    monkeypatch.setattr(jobs.shared, "result", None)
    threads = [threading.Thread(target=run.train) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(trainings) == 1
    assert learned(run.training) == learned(train(SIX_WORDS))


def test_a_run_opens_at_the_step_of_its_source_or_at_its_last():
    steps = [run_with(of_counts(ab=2, cd=1).learn(), step=step).start_step for step in (0, 1, 9)]
    assert steps == [0, 1, 4]


@pytest.mark.parametrize(
    ("words", "letters", "size"),
    [(6, 2, 5), (9, 9, 13), (999, 999, 1333), (1000, 500, 2000), (1000, 1000, 2001)],
)
def test_without_a_size_pieces_suit_the_corpus(monkeypatch, words, letters, size):
    """The default Unigram vocabulary size depends on the number of distinct words.

    A small corpus gets a third more than its number of characters and the mark. A corpus of 1,000
    words or more gets thousands of pieces.
    """
    corpus = Corpus.from_counts({chr(0x4E00 + at % letters) * (1 + at): 1 for at in range(words)})
    asked: list[dict] = []
    monkeypatch.setattr("ui.runs.train_unigram", lambda corpus, **given: asked.append(given))
    UnigramRun(Source("", lambda scheme: corpus)).learn()
    assert asked[0]["vocab_size"] == size
