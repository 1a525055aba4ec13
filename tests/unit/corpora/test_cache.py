"""What is kept stays within one budget, of a small machine less, and for nobody else."""

import gc
import os
import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace
from weakref import ref

import pytest

from bpe import train
from bpe.input.opening import MEGABYTE
from tests.conftest import ROOT
from ui import cache
from ui.cache import Cache, memory_of_host, name_of, remembered, size_of
from ui.corpora import tokenizers
from ui.corpora.jobs import digest
from ui.corpora.sources import joined, of_sample, of_text, of_upload, opened
from ui.samples import first_sample
from ui.shell.own import keep, texts_of
from ui.shell.text import speaking, t

FILES = {
    "mine.txt": "to be or not to be, that is 的 question\n".encode() * 100,
    "utf16.txt": ("\ufeff" + "wie es dir gefällt " * 100).encode("utf-16-le"),
    "words.csv": b"word,count\n" + b"".join(b"w%d,%d\n" % (n, n + 1) for n in range(200)),
    "a.jsonl": b'{"text": "to be"}\n' * 100,
}


class Record:
    """Stands for a training: something that equals itself alone."""


def of(nbytes: int) -> SimpleNamespace:
    """Make something that takes so many bytes."""
    return SimpleNamespace(nbytes=nbytes)


@pytest.fixture
def shared(monkeypatch) -> Cache:
    """Return the app's cache, empty."""
    made = Cache(100_000)
    monkeypatch.setattr(cache, "shared", made)
    monkeypatch.setattr(tokenizers, "shared", made)
    return made


def test_what_was_asked_for_longest_ago_goes_first():
    """Asking makes a thing young again; what is beyond the budget takes nothing else's place."""
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
    """The time begins anew with each time it is asked for."""
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
    """No collector is needed, which would hold up all readers."""
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
    """Equal arguments of another function are another question, in any module; None is kept."""
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
    """The next reader may read another."""

    @remembered
    def greeting(lang: str | None) -> str:
        with speaking(lang) if lang else nullcontext():
            return t("common.app_name")

    with pytest.raises(RuntimeError, match="language"):
        greeting(None)
    assert greeting("en")
    assert t("common.app_name")


def test_no_record_is_kept_alive_by_what_was_read_off_it_or_beside_it(shared):
    """And another one in its place in memory is another question."""
    found = remembered(lambda *records: "found")
    first, second = Record(), Record()
    found(first, second)
    gone = [ref(first), ref(second)]
    names = {name_of(first), name_of(second)}
    del first, second
    assert [each() for each in gone] == [None, None]
    assert name_of(Record()) not in names


def test_a_value_says_how_large_it_is_or_is_looked_through():
    """Lists, mappings and whatever has attributes count with what is in them."""
    assert size_of(of(7)) == 7
    text = "x" * 1_000
    for value in (text, [text], (text,), {"a": text}, {text: 1}, {text}, [{"a": (text,)}]):
        assert 1_000 < size_of(value) < 2_000
    holder = Record()
    holder.text = text
    assert 1_000 < size_of(holder) < 2_000
    assert 2_000 < size_of([text, holder]) < 3_000


def test_a_reader_finds_the_last_text_of_each_kind_and_nobody_finds_anothers(shared):
    """A new text takes the place of the old one of its kind."""
    for reader, kind, text in (
        ("a", "pasted", "one"),
        ("a", "pasted", "two"),
        ("a", "uploaded", "file"),
        ("b", "pasted", "yours"),
    ):
        keep(reader, kind, text)
    assert texts_of("a") == {"pasted": "two", "uploaded": "file"}
    assert texts_of("b") == {"pasted": "yours"}
    assert texts_of("") == texts_of("c") == {}


def test_equal_contents_are_one_and_no_others(shared):
    """One file on the disk, one key of a reader's files in any order; parts are told apart."""
    first, second = of_text("low", "a"), of_text("low", "b")
    assert first.file is second.file
    assert len({digest("ab", "c"), digest("a", "bc"), digest("abc"), digest(b"abc")}) == 3
    lines = of_upload(opened("a.jsonl", FILES["a.jsonl"]))
    assert lines.digest != of_text(lines.text, "").digest, "documents are no one text"
    ours = of_sample(first_sample())
    both = [joined(*two).is_builtin for two in ((ours, ours), (ours, first), (first, ours))]
    assert both == [True, False, False], "a reader's text stays behind the wall"
    files = {"a": first.file, "b": of_text("lower", "").file}
    key, is_new = tokenizers.keep(files)
    assert is_new
    assert tokenizers.keep(dict(reversed(files.items()))) == (key, False)
    assert tokenizers.keep({"a": files["b"], "b": files["a"]})[0] != key


@pytest.mark.parametrize("name", FILES)
def test_a_file_comes_back_as_it_was(shared, name):
    """Alone or as one of two; it counts as what it takes on the disk."""
    upload = opened(name, FILES[name])
    keep("a", "uploaded", upload)
    assert texts_of("a") == {"uploaded": upload}
    assert shared.nbytes > len(FILES[name])
    keep("b", "pair", {0: upload, 1: upload})
    assert texts_of("b") == {"pair": {0: upload, 1: upload}}


SAID = """
from ui import cache
from ui.corpora import jobs, queue, results
from bpe.input.opening import MEGABYTE
workers = results.shared.queue.workers
print(jobs.MEMORY // MEGABYTE, cache.BUDGET // MEGABYTE, workers.count - queue.QUICK_AT_ONCE)
"""


def test_a_host_of_one_gigabyte_has_one_long_job_of_a_quarter_of_it():
    """And a sixth of its memory is for what is kept, however many cores it has."""
    told = os.environ | {"BPE_MEMORY": "1024"}
    said = subprocess.check_output([sys.executable, "-c", SAID], cwd=ROOT, env=told, text=True)
    assert said.split() == ["256", "170", "1"]


@pytest.mark.parametrize("said", ["1 GB", "-1", "511", "1e3"])
def test_what_is_no_size_of_a_machine_is_refused(said):
    """With the setting, the rule, the value and the way out."""
    with pytest.raises(ValueError, match=r"^BPE_MEMORY must be .*, got '.*'\. Leave it out"):
        memory_of_host(said)
    assert memory_of_host("") > 2**40
    assert memory_of_host("512") == 512 * MEGABYTE
