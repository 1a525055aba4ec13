"""Shipped tokenizers are opened once for all readers; a hostile upload gives an error."""

import gc
import gzip
import hashlib
import json
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from bpe import CorpusError, train
from bpe.encoding.alignment import place_tokens
from bpe.interchange import load, to_tiktoken, to_tokenizer_json
from bpe.readings.token_costs import sentence_costs
from bpe.readings.tokenizers import special_in, tokens_refused_after
from tests.cases import until
from tests.unit.own_text.hostile import FILES, TEXT, replacing, whole
from ui import tokenizers, uploaded_tokenizer
from ui.cache import Cache
from ui.catalogue import Refusal, say_refusal
from ui.jobs import Job, shared
from ui.spool import SpoolFile
from ui.tokenizers import (
    SHIPPED,
    keep,
    resource_of,
    shipped,
    uploaded_resource,
)
from ui.tokenizers import opened as open_shipped
from ui.uploaded_tokenizer import Uploaded, opening

ALLOWED = 250 * 2**20
"""Number of bytes by which the memory of this process may grow during a test."""


def spooled(files):
    return {name: SpoolFile(data) for name, data in files.items()}


def opened(files: dict[str, bytes], words: str | None = None) -> Uploaded:
    """Open files as a page does, but without a page."""
    resource = resource_of(keep(spooled(files)), words)
    return Uploaded(resource, shared.result(opening(resource)), shared.result)


def refused(files: dict[str, bytes], text: str = TEXT) -> CorpusError | None:
    """Open files, encode a text and decode it; return the error, or None."""
    try:
        tokenizer = opened(files, "gpt4" if any("tiktoken" in name for name in files) else None)
        encoding = tokenizer.encode(text)
        assert encoding.words
        assert tokenizer.decode(encoding.ids)
    except CorpusError as error:
        return error
    return None


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_is_one_sentence(name, monkeypatch):
    """A hostile file gives an allowed error and costs this process little memory.

    If the file exceeded a limit, the next request gets the same error without another job.
    """
    make, codes = FILES[name]
    is_slow = any(code is not None and code.endswith("time") for code in codes)
    monkeypatch.setattr(uploaded_tokenizer, "MAX_SECONDS", 0.7 if is_slow else 5.0)
    files, process = make(), psutil.Process()
    before = process.memory_info().rss
    error = refused(files)
    code = error and error.code
    assert code in codes
    assert error is None or all(say_refusal(error, lang) for lang in ("en", "zh"))
    assert process.memory_info().rss - before < ALLOWED
    if code is not None and code.endswith(("time", "memory", "size")):
        with monkeypatch.context() as never:
            never.setattr(shared.workers, "submit", None)
            assert getattr(refused(files), "code", None) == code


def test_an_uploaded_tokenizer_says_what_it_would_say_here():
    """Encodings, texts and readings equal those of the tokenizer opened in this process."""
    training = train("low lower lowest newer wider new", "gpt", max_merges=12)
    many = [
        {"tokenizer.json": to_tokenizer_json(training).encode()},
        {real.path.name: real.path.read_bytes() for real in [shipped()["mistral"]]},
        {"gpt2.tiktoken.gz": shipped()["gpt2"].path.read_bytes()},
    ]
    for files in many:
        there, here = opened(files), load(files)
        text = "lower newest 好坏 caab 坏好"
        encoded, encoding = there.encode(text), here.encode(text)
        for name in ("text", "tokens", "ids"):
            assert getattr(encoded, name) == getattr(encoding, name)
        for one, other in zip(encoded.words, encoding.words, strict=True):
            for name in ("text", "start", "end", "tokens", "ids", "start_tokens", "why"):
                assert getattr(one, name) == getattr(other, name)
            assert tuple(one.steps) == tuple(other.steps)
        assert place_tokens(there, text, encoded) == place_tokens(here, text, encoding)
        assert there.decode(encoded.ids) == here.decode(encoded.ids)
        assert there.tokens_of(encoded.ids) == tuple(encoding.tokens)
        assert [*map(there.id, encoded.tokens)] == [*map(here.id, encoded.tokens)]
        for name in ("format", "model", "scheme", "notes", "vocab_size", "merge_count"):
            assert getattr(there, name) == getattr(here, name)
        for function, *arguments in (
            (sentence_costs, (("x", text),)),
            (special_in, text, 4),
            (tokens_refused_after, "lo", 50, "merges"),
        ):
            found = there.ask(function, *arguments, is_long=True)
            assert found == function(here, *arguments)


def test_a_text_that_breaks_a_tokenizer_leaves_others_alone(monkeypatch):
    """After a worker was ended, the next one opens the tokenizer again for other texts.

    The cache counts the size of an answer and its key.
    """
    monkeypatch.setattr(uploaded_tokenizer, "MAX_SECONDS", 0.7)
    tokenizer = opened(replacing("aa", "aaaaaaaaaaaa", times=9))
    assert tokenizer.encode("bc").ids
    with pytest.raises(CorpusError, match="with this tokenizer"):
        _ = tokenizer.encode("aaaa").ids
    assert tokenizer.encode("bcd").ids
    tokenizer = opened(whole())
    assert tokenizer.encode("ab").ids != tokenizer.encode("ba").ids
    before = shared.cache.nbytes
    tokenizer.encode("c" * 500)
    assert 500 < shared.cache.nbytes - before < 10**5
    monkeypatch.setattr(shared.workers, "submit", None)
    assert tokenizer.encode("ab").tokens == ["a", "b"]


def test_memory_running_out_is_too_much_and_no_broken_tokenizer():
    """A `MemoryError` is passed on, so that the job ends as one that took too much memory."""

    class Tokenizer:
        def encode(self, text: str, method: str) -> None:
            raise MemoryError

    resource = SimpleNamespace(open=Tokenizer)
    with pytest.raises(MemoryError):
        uploaded_tokenizer.answered(resource, uploaded_tokenizer.encoded, "text", "merges")


def test_a_reader_s_tokenizer_is_gone_when_its_files_are():
    """A key without files raises `files_gone`.

    An error of opening keeps no files, as they may be large.
    """
    resource = resource_of("gpt2")
    path = shipped()["gpt2"].path
    assert (resource.paths, resource.said) == ({path.name: str(path)}, shipped()["gpt2"].said)
    with pytest.raises(Refusal) as caught:
        resource_of("no such key")
    assert caught.value.code == "files_gone"
    files = spooled({"a.json": b"no tokenizer"})
    path = Path(files["a.json"])
    with pytest.raises(CorpusError):
        shared.result(opening(uploaded_resource(files)))
    assert shared.result(Job("another", len, ("pebble holds the last arguments",))) > 0
    del files
    until(lambda: gc.collect() >= 0 and not path.exists())


OWN = {"own.tiktoken": to_tiktoken(train("low lower", "gpt", max_merges=2)).encode()}


def test_what_comes_with_the_app_is_what_the_index_says():
    """Each file has its checksum and its licence, and all files together are below 12 MB."""
    entries = json.loads((SHIPPED / "index.json").read_text("utf-8"))
    assert [entry["name"] for entry in entries] == list(shipped())
    for entry in entries:
        data = gzip.decompress((SHIPPED / entry["file"]).read_bytes())
        assert hashlib.sha256(data).hexdigest() == entry["sha256"]
        licence = (SHIPPED / entry["licence_file"]).read_text("utf-8")
        assert {"MIT": "MIT License", "Apache-2.0": "Apache License"}[entry["licence"]] in licence
    files = {path.name for path in SHIPPED.glob("*.gz")}
    assert files == {entry["file"] for entry in entries}
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*.*")) < 12 * 2**20


def test_what_is_open_weighs_its_tokens_and_what_they_spell(monkeypatch):
    """The cache counts a number of bytes per token of an open tokenizer.

    If eight threads ask at once, the tokenizer is opened once.
    """
    monkeypatch.setattr(tokenizers, "shared", cache := Cache())
    assert open_shipped("mistral") is open_shipped("mistral")
    size = cache.nbytes
    assert 32_000 * tokenizers.BYTES_PER_TOKEN < size < 32_000 * tokenizers.BYTES_PER_TOKEN + 2**20
    made, ready, found = [], threading.Barrier(8), []

    def slow(files, **said):
        time.sleep(0.05)
        made.append(load(files, **said))
        return made[-1]

    def ask():
        ready.wait()
        found.append(open_shipped("mistral"))

    monkeypatch.setattr(tokenizers, "shared", Cache())
    monkeypatch.setattr(tokenizers, "load", slow)
    readers = [threading.Thread(target=ask) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(made) == 1
    assert found == made * 8


def test_uploads_are_kept_once_and_for_a_while(monkeypatch):
    """Equal files have one key, and all uploads expire after the cache's lifetime."""
    now = [0.0]
    cache = Cache(10_000, 60, lambda: now[0])
    monkeypatch.setattr(tokenizers, "shared", cache)
    key = keep(spooled(OWN))
    kept = resource_of(key).paths
    assert {name: Path(file).read_bytes() for name, file in kept.items()} == OWN
    assert (keep(spooled(OWN)), resource_of(key).paths) == (key, kept)
    others = [keep(spooled({name: OWN["own.tiktoken"]})) for name in ("a.tiktoken", "b.tiktoken")]
    assert key not in others
    now[0] = 61.0
    for gone in (key, *others):
        with pytest.raises(Refusal) as caught:
            resource_of(gone)
        assert caught.value.code == "files_gone"
    assert len(cache) == 0
