"""A pattern of a reader's own is never run in the app's process, and holds nobody else up."""

import threading
import time
from dataclasses import replace

import pytest

from bpe import PRESETS, Corpus, CorpusError, train
from bpe.text import patterns
from ui.corpora.cutting import cut, cut_in_processes
from ui.corpora.queue import JobQueue
from ui.corpora.requests import Request

SLOW = "(?:a|aa)+$"
TEXT = "a" * 60 + "!"


@pytest.fixture
def queue(monkeypatch):
    """Have patterns cut texts in the processes of a queue."""
    made = JobQueue(at_once=1)
    monkeypatch.setattr(patterns, "_match", patterns.matches_here)
    cut_in_processes(queue=made)
    yield made
    made.pool.end()


def test_what_a_pattern_cuts_is_the_same_and_this_process_never_runs_it(queue, monkeypatch):
    """Whatever asks for it: a corpus, a tokenizer, with special tokens or without."""
    for special in ((), ("<s>",)):
        scheme = replace(PRESETS["gpt"], pattern=r"\w+|\W", special_tokens=special)
        texts = ["low lower<s>", "", "好 a1"]
        with monkeypatch.context() as here:
            here.setattr(patterns, "_match", patterns.matches_here)
            corpora = [Corpus.from_text(f"x{text}", scheme) for text in texts]
            tokenizer = train(corpora[0], scheme, max_merges=3).tokenizer()
            encoded = [tokenizer.encode(text) for text in texts]
        with monkeypatch.context() as never:
            never.setattr(patterns, "_compiled", None)
            assert [Corpus.from_text(f"x{text}", scheme) for text in texts] == corpora
            again = [tokenizer.encode(text) for text in texts]
        assert [each.words for each in again] == [each.words for each in encoded]


def test_a_pattern_that_never_ends_is_one_sentence_after_a_few_seconds(queue, monkeypatch):
    """And at once where it is asked for again."""
    assert patterns.seconds_for(TEXT) == 3
    monkeypatch.setattr("ui.corpora.cutting.seconds_for", lambda text: 0.3)
    for _ in range(2):
        with pytest.raises(CorpusError, match="pattern must cut the text within 1 second"):
            patterns.matches(SLOW, TEXT)
        monkeypatch.setattr(queue.pool, "do", None)


def test_a_training_by_a_slow_pattern_is_refused_in_the_same_words(queue):
    """On a text as short as a link carries it ends within seconds."""
    scheme = replace(PRESETS["gpt"], pattern=SLOW)
    asked = Request("a", lambda: None, scheme, size=1_500)
    assert not asked.job.is_light
    assert 5 <= asked.job.seconds < 10
    assert "pattern must cut" in str(asked.job.refusal("time"))
    assert "fewer merges" in str(asked.job.refusal("memory"))
    assert replace(asked, size=10**9).job.seconds == 900


def test_six_slow_patterns_of_one_reader_hold_up_nobody_else(queue):
    """A short text with rules of ours is learned in the app; one with a pattern has a process."""
    queue.pool.warm()
    patterns.matches("b", "b")
    for tab in range(6):
        queue.start(cut(SLOW, TEXT + "?" * tab), f"tab {tab}", "greedy")
    fine = []

    def modest():
        scheme = replace(PRESETS["gpt"], pattern=r"\w+")
        queue.get(Request("light", lambda: Corpus.from_text("a b"), PRESETS["paper"]).job, "me")
        fine.append(queue.before(queue.start(cut(scheme.pattern, "a b"), "me", "me")))
        fine.append(queue.get(cut(scheme.pattern, "a b"), "me"))

    thread = threading.Thread(target=modest, daemon=True)
    before = time.process_time()
    thread.start()
    thread.join(20)
    assert fine == [0, [(0, 1), (2, 3)]]
    assert time.process_time() - before < 2
