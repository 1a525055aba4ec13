"""A run is a handle: record and tokenizer are read here for samples, in a worker for a reader."""

import gc
import pickle
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from bpe import PRESETS, Corpus, CorpusError, Scheme, train
from bpe.encoding.alignment import place_tokens
from bpe.input.opening import MEGABYTE
from tests.cases import until
from tests.data import SIX_WORDS
from tests.sample_runs import handle_of, trained
from ui.corpora import results, run, sources
from ui.corpora.jobs import Cancelled, Job
from ui.corpora.run import Run, read, read_ahead, read_many, summarize
from ui.corpora.run_tokenizer import RunTokenizer
from ui.corpora.sources import Source, of_text
from ui.draw.readings import LONGEST_SHOWN
from ui.samples import samples
from ui.unigram.requests import UnigramRun

PAPER = PRESETS["paper"]


def pasted(text: str = SIX_WORDS, **limits) -> Run:
    """Return the run of a text that a reader typed."""
    return Run(sources.of_text(text, "text"), PAPER, **limits)


def of_counts(**counts: int) -> Run:
    """Return the run of some words, which is read in this process."""
    corpus = partial(_counted, counts)
    return Run(Source(repr(counts), corpus, is_builtin=True, is_small=True), PAPER)


def _counted(counts: dict[str, int], scheme: Scheme) -> Corpus:
    return Corpus.from_counts(counts)


def learned(training) -> tuple:
    """Return plain data that tells most of a record."""
    snapshot = training.snapshot(min(9, len(training)))
    merges = [(merge.pair, merge.count, merge.ties) for merge in training.merges]
    return merges, [*training.corpus.items()], training.stop, snapshot.pairs(), snapshot.words()


def process_of(training) -> int:
    return psutil.Process().pid


def large(training, size: int) -> bytes:
    return b"x" * size


def test_any_difference_is_another_record_and_an_address_names_what_gives_tokens_their_ids():
    """Of an address how far a run goes is left out, and but for a score the smallest count."""
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
    assert pasted().code == pasted(max_merges=2).code == pasted(vocab_size=12).code
    others = (
        pasted(SIX_WORDS[:-1]),
        pasted(min_frequency=2),
        pasted().with_rules(tie_rule="largest"),
        pasted().with_rules(boundary="none"),
        replace(pasted(), scheme=PRESETS["gpt"]),
    )
    assert len({each.code for each in (pasted(), *others)}) == 6


@pytest.mark.parametrize("name", ["pride-and-prejudice", "low-lower"])
def test_a_worker_reads_the_record_that_is_made_here(name):
    """Of texts and tables; pieces, too."""
    source = sources.of_sample(samples()[name])
    there = Run(replace(source, is_builtin=False), PAPER, max_merges=20)
    assert there.read(learned) == learned(trained(name, merges=20))
    pieces = UnigramRun(pasted().source, 17)
    assert pieces.read(len) == len(pieces.learn()) > 0


def test_a_readers_record_is_read_elsewhere_and_a_samples_here():
    """Whatever a reader typed or uploaded goes to a worker, however little it is."""
    here, six = psutil.Process().pid, sources.of_sample(samples()["six-words"])
    brought = sources.of_upload(sources.opened("a.txt", b"low"))
    assert Run(six, PAPER).read(process_of) == here
    assert Run(six, PAPER).read(process_of, is_long=True) != here
    typed = replace(PAPER, special_tokens=("<a>",))
    for each in (pasted(), Run(six, typed), Run(brought, PAPER)):
        assert each.read(process_of) != here
    novel = sources.of_sample(samples()["pride-and-prejudice"])
    assert not novel.is_small
    assert Run(novel, PAPER, max_merges=2).read(process_of) == here


def test_several_records_are_read_together(monkeypatch):
    """In the order of their handles, in a worker where one is a reader's; None is kept, too."""
    both = of_counts(ab=2), pasted()
    assert read(both, _sizes, 1) == (2, 19, 1)
    assert read((both[0], both[0]), _sizes, 2) == (2, 2, 2)
    found = pasted("wide wider widest")
    assert found.read(nothing) is None
    monkeypatch.setattr(run, "result_of", None)
    assert found.read(nothing) is None


def _sizes(first, second, more: int) -> tuple[int, int, int]:
    return len(first), len(second), more


def test_what_is_read_is_kept_and_several_things_take_one_trip(monkeypatch):
    """A record is learned once; asking again asks no worker."""
    asked = []
    wait = run.result_of
    monkeypatch.setattr(run, "result_of", lambda job, **how: asked.append(job) or wait(job, **how))
    this = pasted("one trip is enough for all of this")
    found = read_many([this], [(summarize,), (large, 3)])
    assert (found[1], len(asked)) == (b"xxx", 1)
    assert this.summary == found[0] == summarize(this.learn())
    assert this.read(large, 3) == b"xxx"
    assert len(asked) == 1
    this.read(large, 4)
    assert len(asked) == 2


def test_other_calls_wait_for_the_run_that_is_being_learned(monkeypatch):
    """As those of another language do; once it is learned, each is a trip of its own."""
    asked, wait = [], run.result_of

    def leaving(job, **how):
        asked.append(job.key)
        raise Cancelled

    this = pasted("a text that is learned while the language changes")
    monkeypatch.setattr(run, "result_of", leaving)
    for size in (3, 4, 3):
        with pytest.raises(Cancelled):
            read_ahead(this, [(summarize,), (large, size)])
    assert len(asked) == 3
    assert len({*asked}) == 1
    monkeypatch.setattr(run, "result_of", lambda job, **how: asked.append(job.key) or wait(job))
    read_ahead(this, [(summarize,), (large, 4)])
    assert asked[3] == asked[0]
    assert this.read(large, 3) == b"xxx"
    assert len(asked) == 4
    read_ahead(this, [(summarize,), (large, 4)])
    assert len(asked) == 5
    assert asked[4] != asked[0]
    assert this.read(large, 4) == b"xxxx"
    assert len(asked) == 5


def test_an_answer_beyond_eight_megabytes_is_refused(monkeypatch):
    """It is the worker that says so: the app never gets it. A file has a limit of its own."""
    assert run.READING_MOST == 8 * MEGABYTE
    assert len(pasted().read(large, 8 * MEGABYTE - 1_000)) == 8 * MEGABYTE - 1_000
    with pytest.raises(CorpusError) as caught:
        pasted().read(large, 8 * MEGABYTE + 1)
    assert caught.value.code == "work_size"
    assert len(read_many([pasted()], [(large, 5 * MEGABYTE), (large, 5 * MEGABYTE + 1)])) == 2
    monkeypatch.setattr(run, "FILE_MOST", 10_000)
    assert len(pasted().make_file(large, 9_000)) == 9_000
    with pytest.raises(CorpusError):
        pasted().make_file(large, 10_000)


def test_the_spool_file_of_a_record_goes_with_its_entry():
    """And so do those of texts; a record that lost its file is learned again."""
    this = pasted("a text of its own " * 3)
    expected = this.read(learned)
    paths = [Path(run.RECORDS.get(this.key)), Path(this.source.file)]
    assert all(path.stat().st_size for path in paths)
    assert pickle.loads(pickle.dumps(this)).source.file == str(paths[1])
    run.RECORDS.drop(this.key)
    results.shared.cache.clear()
    pasted("another").read(summarize)
    until(lambda: gc.collect() >= 0 and not paths[0].exists())
    assert this.read(learned) == expected
    del this
    results.shared.cache.clear()
    pasted("and another").read(summarize)
    until(lambda: gc.collect() >= 0 and not paths[1].exists())


def nothing(record):
    """Find nothing."""


def test_records_are_kept_within_a_budget_on_disk(monkeypatch):
    """The file of what was asked for longest ago goes first."""
    one = pasted("late later")
    one.read(summarize)
    monkeypatch.setattr(run, "RECORDS", run.Cache(1.5 * run.RECORDS.get(one.key).nbytes))
    first, second = pasted("deep deeper"), pasted("high higher")
    for each in (first, second):
        each.read(summarize)
    assert run.RECORDS.get(first.key) is None
    assert run.RECORDS.get(second.key).nbytes > 0


def test_a_vocabulary_too_small_for_the_alphabet_is_refused_in_words():
    """The sentence names the smallest size that would do."""
    with pytest.raises(CorpusError, match="at least 12"):
        len(pasted(vocab_size=3))
    assert len(pasted(vocab_size=12)) == 0
    without = pasted(vocab_size=3).without_size()
    assert (len(without), without.is_fallback) == (len(pasted()), True)
    assert len(replace(pasted(vocab_size=3), max_merges=2).without_size()) == 2


@pytest.mark.parametrize("at", [("reading", False), ("merging", True)], ids=lambda at: at[0])
def test_learning_says_how_far_it_is_and_stops_when_left(at, monkeypatch):
    """Also while it still splits the text into words. It is left as it says so."""
    text = " ".join(f"{at[0]}{number}" for number in range(60_000))
    jobs, queue, heard = [], results.shared.queue, []
    monkeypatch.setattr(run, "result_of", lambda job, **how: jobs.append(job) or [b"N."])
    pasted(text).read(summarize)
    queued = queue.start(jobs[0], "me")
    while not queued.wait("me", 0.001):
        stage, done, _ = queue.progress(queued)
        heard.append((stage, done > 0))
        if at in heard:
            break
    queue.leave("me")
    with pytest.raises(Cancelled):
        queued.result()
    assert at in heard


def test_a_job_of_the_apps_own_is_done_here_once():
    """Nobody waits for a process, and whoever comes next finds what was kept, where it was."""
    done_by = []
    job = Job("mine", lambda: done_by.append(1) or "done", (), is_builtin=True, is_kept=True)
    jobs = results.Results(run.Cache())
    assert jobs.get(job) is jobs.get(job) is jobs.stored(job)
    assert done_by == [1]
    other = replace(job, key="other", is_kept=False)
    assert (jobs.get(other), jobs.stored(other)) == ("done", None)
    jobs.queue.workers.end()


def test_a_run_opens_within_its_merges_and_no_longer_than_it_can_be_spelled(monkeypatch):
    """At the step of its source, or its last; a word may grow letter by letter."""
    steps = [handle_of(of_counts(ab=2, cd=1).learn(), step=step).start_step for step in (0, 1, 9)]
    assert steps == [0, 1, 4]
    monkeypatch.setattr(run.uploads, "ALL_TOKENS", 25)
    assert len(of_counts(abcd=1).learn()) == 4
    monkeypatch.setattr(run.uploads, "ALL_TOKENS", 24)
    with pytest.raises(CorpusError, match="fewer merges"):
        of_counts(abcd=1).learn()


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
    UnigramRun(Source("", lambda scheme: corpus)).learn()
    assert asked[0]["vocab_size"] == size


def test_learning_pieces_names_its_stage_and_reports(monkeypatch):
    """A bar can say what a run does, and how far it is."""
    told = []
    monkeypatch.setattr("ui.unigram.requests.report", lambda *said: told.append(said))
    found = UnigramRun(Source("", partial(Corpus.from_text, SIX_WORDS)), 17).learn()
    assert ({stage for stage, *_ in told}, told[-1][1] == told[-1][2] > 0) == ({"pruning"}, True)
    assert len(found.pieces) == 17


TEXT = "low lower lowest newest wider wide 好人"


def run_of(text, scheme):
    return Run(of_text(text, "text"), PRESETS[scheme])


@pytest.mark.parametrize("scheme", ["paper", "gpt", "wordpiece", "minbpe", "subword-nmt"])
def test_it_answers_as_the_engines_tokenizer_does(scheme):
    """A text of known and unknown letters: its tokens, ids, steps and places."""
    asked, tokenizer = RunTokenizer(run_of(TEXT, scheme)), train(TEXT, scheme).tokenizer()
    text, method = "slowest 好 widest", asked.method
    assert method == ("longest-match" if scheme == "wordpiece" else "merges")
    found, encoding = asked.encode(text, method), tokenizer.encode(text, method)
    assert (found.text, found.tokens, found.ids) == (encoding.text, encoding.tokens, encoding.ids)
    for word, other in zip(found.words, encoding.words, strict=True):
        assert word == other
        assert (word.start_tokens, [*word.steps]) == (other.start_tokens, [*other.steps])
    places = place_tokens(tokenizer, text, encoding)
    assert asked.places(text) == [(each.start, each.end) for each in places]
    assert asked.decode(found.ids) == tokenizer.decode(encoding.ids)
    for id_ in encoding.ids:
        if id_ < len(tokenizer.tokens):
            assert asked.token(id_) == tokenizer.tokens[id_]
            assert asked.id(tokenizer.tokens[id_]) == tokenizer.vocabulary[tokenizer.tokens[id_]]
    assert asked.token(tokenizer.special.get("<unk>", 0)) in {*tokenizer.special, *tokenizer.tokens}


def test_answers_are_small_however_long_tokens_and_words_are():
    """A token of 4,096 letters is named by 200, and a word of 2,000 has no steps."""
    asked = RunTokenizer(run_of("a" * 8192, "minbpe"))
    assert asked.token(len(asked.run) + 255) == b"a" * LONGEST_SHOWN + "…".encode()
    found = asked.encode("ba" * 1000)
    assert not found.words[0].steps
    assert len(pickle.dumps(found)) < 100_000
