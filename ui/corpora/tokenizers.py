"""Real tokenizers: those that come with the app, opened once for all, and what readers upload."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bpe.input.opening import MEGABYTE
from bpe.interchange import Opened, load
from ui.cache import shared
from ui.catalogue import Refusal, in_each_language
from ui.corpora.jobs import Resource, digest
from ui.corpora.sandboxed import READING, SECONDS, open_files
from ui.samples import FOLDER
from ui.spool import SpoolFile

SHIPPED = FOLDER / "tokenizers"
PER_TOKEN = 300  # bytes, and those it spells: 100 to 420, as measured
OPENING_WORDS = "gpt4"  # how a reader's file of ranks cuts a text, unless they say it


@dataclass(frozen=True)
class Real:
    """A tokenizer at hand.

    Attributes:
        title: language -> what people call it. exactly: language -> which one it is.
        said: what `load` takes besides, since a file of ranks does not say it.
        embedding: of a model that uses it, as `ui.models.find` reads it; None where no such figures
            are published.
        mends: whether its model cleans up a text before, not all of which is in its file.
    """

    name: str
    path: Path
    title: dict[str, str]
    exactly: dict[str, str]
    owner: str
    licence: str
    source: str
    said: dict[str, Any]
    embedding: dict[str, Any] | None
    mends: bool


@lru_cache
def shipped() -> dict[str, Real]:
    """Read the index: name -> tokenizer, in the order they are offered."""
    entries = json.loads((SHIPPED / "index.json").read_text(encoding="utf-8"))
    return {entry["name"]: _real(**entry) for entry in entries}


def _real(
    *,
    name: str,
    file: str,
    ranks: dict[str, Any] | None = None,
    embedding: dict[str, Any] | None = None,
    mends: bool = False,
    **entry: Any,
) -> Real:
    titles = in_each_language(f"tokenizers.{name}"), in_each_language(f"tokenizers.{name}_exactly")
    where = entry["owner"], entry["licence"], entry["source"]
    return Real(name, SHIPPED / file, *titles, *where, ranks or {}, embedding, mends)


_opening = threading.Lock()


def keep(files: Mapping[str, SpoolFile]) -> tuple[str, bool]:
    """Keep uploaded files; return their key and whether they are new: equal ones are kept once."""
    key = digest(*(part for name in sorted(files) for part in (name, files[name].digest)))
    is_new = shared.get(("files", key)) is None
    if is_new:
        shared.put(("files", key), dict(files))
    return key, is_new


def forget(key: str) -> None:
    """Keep uploaded files no longer."""
    shared.drop(("files", key))


def files_of(key: str) -> dict[str, SpoolFile]:
    """Return the uploaded files of a key. Raises `Refusal` where they are no longer kept."""
    files: dict[str, SpoolFile] | None = shared.get(("files", key))
    if files is None:
        raise Refusal("files_gone")
    return files


def resource_of(key: str, words: str = OPENING_WORDS) -> Resource:
    """Return what a worker opens: one that comes with the app, or uploaded files by their key.

    words: how a .tiktoken of a reader's cuts texts. The largest file may take 74 s: in a slot for
    long jobs, of which each reader in turn has one, until Cancel or leaving ends it. Raises
    `Refusal` where the files are no longer kept.
    """
    if key in shipped():
        real = shipped()[key]
        return Resource(key, open_files, ({real.path.name: str(real.path)}, real.said), READING)
    files = files_of(key)
    size = sum(each.nbytes for each in files.values())
    said = {"pretokenizer": words}
    return Resource((key, words), open_files, (files, said), SECONDS + size / MEGABYTE)


def opened(key: str) -> Opened:
    """Return a tokenizer that comes with the app by its name; it is opened once for all."""
    with _opening:
        found: Opened | None = shared.get(("opened", key))
        if found is None:
            found = read_shipped(key)
            size = sum(PER_TOKEN + len(found.token(id_)) for id_ in found.ids)
            shared.put(("opened", key), found, size)
        return found


def read_shipped(key: str) -> Opened:
    """Open a tokenizer that comes with the app, whether it is open or not."""
    real = shipped()[key]
    return load({real.path.name: real.path.read_bytes()}, **real.said)
