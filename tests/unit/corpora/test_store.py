"""What is kept stays within a budget, for as long as it is asked for, and for nobody else."""

import gc
import random
from types import SimpleNamespace
from weakref import ref

import pytest

from bpe import train
from ui.corpora.kept import OwnTexts
from ui.corpora.remembered import remembered
from ui.corpora.sources import opened
from ui.corpora.store import Store, bytes_of

FILES = {
    "mine.txt": "to be or not to be, that is 的 question\n".encode() * 1_000,
    "utf16.txt": ("\ufeff" + "wie es dir gefällt " * 1_000).encode("utf-16-le"),
    "words.csv": b"word,count\n" + b"".join(b"w%d,%d\n" % (n, n + 1) for n in range(2_000)),
    "a.jsonl": b'{"text": "to be"}\n' * 1_000,
}


class Clock:
    """A clock that is put on by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def of(nbytes: int) -> SimpleNamespace:
    """Make something that takes so many bytes."""
    return SimpleNamespace(nbytes=nbytes)


def test_what_was_asked_for_longest_ago_goes_first():
    """Asking makes a thing young again; the newest one stays, however large it is."""
    store = Store(10, 60)
    for key in "ab":
        store.put(key, of(4))
    store.get("a")
    store.put("c", of(4))
    assert [store.get(key) is not None for key in "abc"] == [True, False, True]
    store.put("d", of(99))
    assert (len(store), store.nbytes) == (1, 99)
    assert store.get("d") is not None


def test_what_nobody_asks_for_is_forgotten_in_time():
    """The time begins anew with each time it is asked for."""
    now = Clock()
    store = Store(10, 60, now=now)
    store.put("a", of(1))
    for now.time in (50, 110, 170):
        assert store.get("a") is not None
    now.time = 231
    assert store.get("a") is None
    store.put("b", of(1))
    now.time += 61
    store.forget_unasked()
    assert len(store) == 0


@pytest.mark.parametrize("how", ["budget", "time"])
def test_a_record_is_freed_at_once_with_what_was_read_off_it(how):
    """No collector is needed, which would hold up all readers: what points back is let go."""
    now = Clock()
    store = Store(1, 60, now=now)
    training = train("low lower lowest", "paper", max_merges=2)
    remembered(last=1)(lambda record: record.snapshot(2))(training)
    assert training.stop.merge.rank == 2
    store.put("first", training)
    gone = ref(training)
    gc.disable()
    try:
        del training
        now.time = 61 if how == "time" else 0
        assert gone() is not None
        store.put("second", of(1)) if how == "budget" else store.forget_unasked()
        assert gone() is None
    finally:
        gc.enable()


def test_a_corpus_that_several_runs_have_counts_once():
    """Each run's own record counts."""
    first, second = (train("low lower lowest", max_merges=merges) for merges in (1, 2))
    second.corpus = first.corpus
    assert bytes_of([first, second]) == first.nbytes + second.nbytes - first.corpus.nbytes


def test_a_reader_finds_the_last_text_of_each_kind_and_nobody_finds_anothers():
    """A new text takes the place of the old one of its kind."""
    texts = OwnTexts()
    texts.keep("a", "pasted", "one")
    texts.keep("a", "pasted", "two")
    texts.keep("a", "uploaded", "file")
    texts.keep("b", "pasted", "yours")
    assert texts.of("a") == {"pasted": "two", "uploaded": "file"}
    assert texts.of("b") == {"pasted": "yours"}
    assert texts.of("") == texts.of("c") == {}


def test_of_more_texts_than_the_budget_the_oldest_are_forgotten():
    """One that is larger than the budget is not kept at all."""
    each = [random.Random(reader).randbytes(1_000) for reader in "abc"]
    texts = OwnTexts(budget=2_200)
    texts.keep("a", "pasted", each[0])
    texts.keep("b", "pasted", each[1])
    texts.of("a")
    texts.keep("c", "pasted", each[2])
    assert [texts.of(reader) for reader in "abc"] == [{"pasted": each[0]}, {}, {"pasted": each[2]}]
    texts.keep("d", "pasted", b"".join(each))
    assert texts.of("d") == {}
    assert texts.of("c") == {"pasted": each[2]}


@pytest.mark.parametrize("name", FILES)
def test_a_file_takes_less_than_it_has_and_comes_back_as_it_was(name):
    """Alone or as one of two; a text that the file holds as it is takes room once."""
    upload, texts = opened(name, FILES[name]), OwnTexts()
    texts.keep("a", "uploaded", upload)
    assert texts.of("a") == {"uploaded": upload}
    assert texts.store.nbytes < len(upload.data) / 2
    texts.keep("b", "pair", {0: upload, 1: upload})
    assert texts.of("b") == {"pair": {0: upload, 1: upload}}
    noise = random.Random(1).randbytes(40_000).hex()
    texts = OwnTexts()
    texts.keep("a", "uploaded", opened("a.txt", noise.encode()))
    assert texts.store.nbytes < 0.7 * len(noise)
