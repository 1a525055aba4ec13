"""Real tokenizers are opened once for all sessions, and kept within a budget of bytes."""

import gzip
import hashlib
import json
import threading
import time
from pathlib import Path

import pytest

from bpe import train
from bpe.interchange import load, to_tiktoken
from ui.cache import Cache
from ui.catalogue import Refusal
from ui.corpora import tokenizers
from ui.corpora.tokenizers import (
    SHIPPED,
    files_of,
    keep,
    opened,
    shipped,
)
from ui.spool import SpoolFile

FILES = {"own.tiktoken": to_tiktoken(train("low lower", "gpt", max_merges=2)).encode()}


def test_what_comes_with_the_app_is_what_the_index_says():
    """Each file unpacks to its checksum, has its licence beside it, and all are small enough."""
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


def test_many_who_ask_at_once_get_one_copy(monkeypatch):
    """It is opened once, and the others wait for it."""
    made, ready, found = [], threading.Barrier(8), []

    def slow(files, **said):
        time.sleep(0.05)
        made.append(load(files, **said))
        return made[-1]

    def ask():
        ready.wait()
        found.append(opened("mistral"))

    monkeypatch.setattr(tokenizers, "shared", Cache())
    monkeypatch.setattr(tokenizers, "load", slow)
    readers = [threading.Thread(target=ask) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(made) == 1
    assert found == made * 8


def test_what_is_open_weighs_its_tokens_and_what_they_spell(monkeypatch):
    """So the cache gives back what is too much, whatever the tokens' length."""
    monkeypatch.setattr(tokenizers, "shared", cache := Cache())
    assert opened("mistral") is opened("mistral")
    size = cache.nbytes
    assert 32_000 * tokenizers.PER_TOKEN < size < 32_000 * tokenizers.PER_TOKEN + 2**20


def spooled(files):
    """Write files to the disk, as they come."""
    return {name: SpoolFile(data) for name, data in files.items()}


def test_uploads_are_kept_once_and_for_a_while(monkeypatch):
    """Equal files have one key; beyond the budget the oldest go, and all of them in the end."""
    now = [0.0]
    cache = Cache(10_000, 60, lambda: now[0])
    monkeypatch.setattr(tokenizers, "shared", cache)
    key, is_new = keep(spooled(FILES))
    assert (is_new, keep(spooled(FILES))) == (True, (key, False))
    kept = {name: Path(file).read_bytes() for name, file in files_of(key).items()}
    assert kept == FILES
    others = [
        keep(spooled({name: FILES["own.tiktoken"]}))[0] for name in ("a.tiktoken", "b.tiktoken")
    ]
    assert key not in others
    now[0] = 61.0
    for gone in (key, *others):
        with pytest.raises(Refusal) as caught:
            files_of(gone)
        assert caught.value.code == "files_gone"
    assert len(cache) == 0
