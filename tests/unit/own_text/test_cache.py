"""The cache stays within its memory budget, forgets unused values, and keeps readers apart."""

import gc
import os
import subprocess
import sys
import tracemalloc
from contextlib import nullcontext
from types import SimpleNamespace
from weakref import ref

import pytest

from bpe import train
from bpe.input.opening import MEGABYTE
from tests.conftest import ROOT
from tests.sample_runs import opened
from ui import cache, tokenizers
from ui.cache import Cache, memory_of_host, name_of, remembered, size_of
from ui.draw.table_rows import _entries, lives_of
from ui.own_text import store
from ui.own_text.sources import joined, of_sample, of_text, of_upload
from ui.samples import first_sample
from ui.spool import digest
from ui.text import speaking, t
from ui.views.train_token import words_of

FILES = {
    "mine.txt": "to be or not to be, that is 的 question\n".encode() * 100,
    "utf16.txt": ("\ufeff" + "wie es dir gefällt " * 100).encode("utf-16-le"),
    "words.csv": b"word,count\n" + b"".join(b"w%d,%d\n" % (n, n + 1) for n in range(200)),
    "a.jsonl": b'{"text": "to be"}\n' * 100,
}


class Record:
    """A stand-in for a training, which equals only itself."""


def of(nbytes: int) -> SimpleNamespace:
    """Return an object whose `nbytes` is the given number."""
    return SimpleNamespace(nbytes=nbytes)


@pytest.fixture
def shared(monkeypatch) -> Cache:
    """Replace the app's shared cache by an empty one, and return it."""
    made = Cache(100_000)
    monkeypatch.setattr(cache, "shared", made)
    monkeypatch.setattr(tokenizers, "shared", made)
    monkeypatch.setattr(store, "shared", made)
    return made


def test_what_was_asked_for_longest_ago_goes_first():
    """The entry used longest ago is dropped first; a value over the whole budget is not kept."""
    kept = Cache(10, 60)
    for key in "ab":
        kept.put(key, of(4))
    kept.get("a")
    kept.put("c", of(4))
    assert [kept.get(key) is not None for key in "abc"] == [True, False, True]
    kept.put("d", of(99))
    assert (kept.get("d"), len(kept), kept.nbytes) == (None, 2, 8)
    kept.put("c", of(99))
    assert (kept.get("c"), kept.nbytes) == (None, 4)
    kept.put("a", of(9_999), 10)
    assert kept.nbytes == 10
    kept.drop("a")
    kept.drop("never there")
    assert (len(kept), kept.nbytes) == (0, 0)


def test_what_nobody_asks_for_is_forgotten_in_time():
    """An entry expires after its lifetime, and each request restarts the lifetime."""
    now = SimpleNamespace(time=0.0)
    kept = Cache(10, 60, lambda: now.time)
    kept.put("a", of(1))
    for now.time in (50, 109, 168):
        assert kept.get("a") is not None
    now.time = 229
    assert kept.get("a", "nothing") == "nothing"
    kept.put("b", of(1))
    now.time += 61
    kept.expire()
    assert (len(kept), kept.nbytes) == (0, 0)


def test_a_record_is_freed_at_once():
    """An expired record is freed by its reference count, without the garbage collector."""
    now = SimpleNamespace(time=0.0)
    kept = Cache(10**6, 60, lambda: now.time)
    training = train("low lower lowest", "paper", max_merges=2)
    assert training.stop.merge.rank == 2
    kept.put("a", training)
    gone = ref(training)
    gc.disable()
    try:
        del training
        assert gone() is not None
        now.time = 61
        kept.expire()
        assert gone() is None
    finally:
        gc.enable()


def test_a_function_is_asked_once_for_each_record_and_all_else_it_is_given(shared):
    """A remembered result, also None, belongs to the function, its module and its arguments.

    Keyword arguments are not part of the key.
    """
    asked = []

    @remembered
    def one(record, *rest, **named):
        asked.append(("one", *rest))

    @remembered
    def other(record, *rest):
        asked.append(("other", *rest))
        return "found"

    first, second = Record(), Record()
    for _ in range(2):
        for record in (first, second):
            assert one(record, 1, aside=len(asked)) is None
            assert other(record, 1) == other(record, 1) == "found"
        one(first, 2)
        one(first, second)
    named = [("one", second) if each[1:] == (second,) else each for each in asked]
    assert named.count(("one", 1)) == named.count(("other", 1)) == 2
    assert (named.count(("one", 2)), named.count(("one", second))) == (1, 1)

    def found(value):
        return found.__module__, value

    assert remembered(found)(1) == (__name__, 1)
    found.__module__ = "elsewhere"
    assert remembered(found)(1) == ("elsewhere", 1)


def test_what_is_remembered_is_worded_in_no_language_but_that_of_an_argument():
    """Readers of all languages share a remembered result, so `t` raises an error inside.

    A remembered function that needs a language takes it as an argument.
    """

    @remembered
    def greeting(lang: str | None) -> str:
        with speaking(lang) if lang else nullcontext():
            return t("common.app_name")

    with pytest.raises(RuntimeError, match="language"):
        greeting(None)
    assert greeting("en")
    assert t("common.app_name")


def test_no_record_is_kept_alive_by_what_was_read_off_it_or_beside_it(shared):
    """Remembered results do not keep alive the records that they were computed from.

    A new object at the same address in memory has a different key.
    """
    found = remembered(lambda *records: "found")
    first, second = Record(), Record()
    found(first, second)
    gone = [ref(first), ref(second)]
    names = {name_of(first), name_of(second)}
    del first, second
    assert [each() for each in gone] == [None, None]
    assert name_of(Record()) not in names


def test_a_value_says_how_large_it_is_or_is_looked_through():
    """A value without `nbytes` is measured with its items and attributes, each part once."""
    assert size_of(of(7)) == 7
    text = "x" * 1_000
    for value in (text, [text], (text,), {"a": text}, {text: 1}, {text}, [{"a": (text,)}]):
        assert 1_000 < size_of(value) < 2_000
    holder = Record()
    holder.text = text
    assert 1_000 < size_of(holder) < 2_000
    assert size_of([text, holder]) < 1_500, "a part that is in it twice counts once"


def test_readings_take_no_more_memory_than_they_count(monkeypatch):
    """Cached readings take at most twice the memory that the cache counts for them."""
    kept = Cache(MEGABYTE)
    monkeypatch.setattr(cache, "shared", kept)
    words = {f"{number:x}low{number * 7:x}": number for number in range(1, 200)}
    training = train(words, "paper", max_merges=100)
    lives_of(training)
    kept.clear()
    gc.collect()
    tracemalloc.start()
    for number in range(101):
        _entries(training, number)
        words_of(training, number)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert MEGABYTE / 2 < kept.nbytes <= MEGABYTE
    assert taken < 2 * kept.nbytes


def test_a_reader_finds_the_last_text_of_each_kind_and_nobody_finds_anothers(shared):
    """A new text replaces the reader's older text of the same kind only."""
    for reader, kind, text in (
        ("a", "pasted", "one"),
        ("a", "pasted", "two"),
        ("a", "uploaded", "file"),
        ("b", "pasted", "yours"),
    ):
        store.keep(reader, kind, text)
    assert shared.get("a") == {"pasted": "two", "uploaded": "file"}
    assert shared.get("b") == {"pasted": "yours"}
    assert shared.get("") is shared.get("c") is None


def test_a_value_takes_what_it_holds_and_each_part_once():
    """A merge's size includes its training, and two merges of one training count it once."""
    record = train("low lower newest widest", "paper")
    one, two = size_of([record.merges[0]]), size_of([*record.merges[:2]])
    assert one > size_of(record.corpus)
    assert two < 1.2 * one


def test_equal_contents_are_one_and_no_others(shared):
    """Equal texts share one file, and the order of a reader's files does not change their key.

    The parts of a digest are separated, so that ("ab", "c") and ("a", "bc") differ.
    """
    first, second = of_text("low", "a"), of_text("low", "b")
    assert first.file is second.file
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest(b"abc")}) == 3
    lines = of_upload(opened("a.jsonl", FILES["a.jsonl"]))
    assert lines.digest != of_text(lines.text, "").digest, "documents are no one text"
    ours = of_sample(first_sample())
    both = [joined(*two).is_builtin for two in ((ours, ours), (ours, first), (first, ours))]
    assert both == [True, False, False], "a reader's text stays behind the wall"
    files = {"a": first.file, "b": of_text("lower", "").file}
    key = tokenizers.keep(files)
    assert tokenizers.keep(dict(reversed(files.items()))) == key
    assert tokenizers.keep({"a": files["b"], "b": files["a"]}) != key


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_as_it_was(shared, name):
    """A cached upload equals the original, alone or in a pair, and counts with its size on disk."""
    upload = opened(name, FILES[name])
    store.keep("a", "uploaded", upload)
    assert shared.get("a") == {"uploaded": upload}
    assert shared.nbytes > len(FILES[name])
    store.keep("b", "pair", {0: upload, 1: upload})
    assert shared.get("b") == {"pair": {0: upload, 1: upload}}


SAID = """
from ui import cache
from ui import jobs
from bpe.input.opening import MEGABYTE
print(jobs.MAX_MEMORY_BYTES // MEGABYTE, cache.BUDGET // MEGABYTE, jobs.LONG_WORKERS)
"""


def test_a_host_of_one_gigabyte_has_one_long_job_of_a_quarter_of_it():
    """The cache gets a sixth of the memory, for any number of cores."""
    told = os.environ | {"BPE_MEMORY": "1024"}
    said = subprocess.check_output([sys.executable, "-c", SAID], cwd=ROOT, env=told, text=True)
    assert said.split() == ["256", "170", "1"]


@pytest.mark.parametrize("said", ["1 GB", "-1", "511", "1e3"])
def test_what_is_no_size_of_a_machine_is_refused(said):
    """A wrong BPE_MEMORY is refused with the setting, the rule, the value and a remedy."""
    with pytest.raises(ValueError, match=r"^BPE_MEMORY must be .*, got '.*'\. Leave it out"):
        memory_of_host(said)
    assert memory_of_host("") > 2**40
    assert memory_of_host("512") == 512 * MEGABYTE
