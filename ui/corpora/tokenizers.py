"""Real tokenizers, opened once for all sessions: those that come with the app, those that models
fetched here before have, and what readers upload.
"""

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from bpe.files.checks import LARGEST
from bpe.files.read import FOLDER as OF_A_MODEL
from bpe.interchange import Opened, load
from ui.catalogue import Refusal
from ui.corpora.cache import shared
from ui.corpora.foreign import READING, resource_of
from ui.corpora.jobs import Resource, digest
from ui.corpora.questions import open_files
from ui.corpora.samples import FOLDER

SHIPPED = FOLDER / "tokenizers"
PER_TOKEN = 300  # bytes, and those it spells: 100 to 420, as measured
OPENING_WORDS = "gpt4"  # how a reader's file of ranks cuts a text, unless they say it


@dataclass(frozen=True)
class Real:
    """A tokenizer at hand. Title is language -> text; what is not known of it is empty.

    Attributes:
        beside: files that belong to the one at `path`.
        said: what `load` takes besides, since a file of ranks does not say it.
        mends: whether its model cleans up a text before, not all of which is in its file.
    """

    name: str
    path: Path
    title: dict[str, str]
    owner: str = ""
    licence: str = ""
    source: str = ""
    sha256: str = ""
    beside: tuple[Path, ...] = ()
    said: dict[str, Any] = field(default_factory=dict)
    mends: bool = False


@lru_cache
def shipped() -> dict[str, Real]:
    """Read the index: name -> tokenizer, in the order they are offered."""
    entries = json.loads((SHIPPED / "index.json").read_text(encoding="utf-8"))
    return {
        entry["name"]: Real(
            entry["name"],
            SHIPPED / entry["file"],
            entry["title"],
            entry["owner"],
            entry["licence"],
            entry["source"],
            entry["sha256"],
            said=entry.get("ranks", {}),
            mends="mends" in entry,
        )
        for entry in entries
    }


MOST_FROM_HUB = 40


def from_hub() -> list[Real]:
    """List tokenizers of models that Hugging Face's library has fetched before; nothing is fetched.

    Of each model what its main branch was last.
    """
    home = os.environ.get("HF_HOME") or str(Path.home() / ".cache" / "huggingface")
    hub = Path(os.environ.get("HF_HUB_CACHE") or str(Path(home) / "hub"))
    found = []
    for folder in sorted(hub.glob("models--*"))[:MOST_FROM_HUB]:
        with suppress(OSError):
            main = (folder / "refs" / "main").read_text(encoding="utf-8", errors="replace").strip()
            found += _of_snapshot(folder.name, folder / "snapshots" / Path(main).name)
    return found


def _of_snapshot(name: str, snapshot: Path) -> list[Real]:
    """Return the best tokenizer of a model's folder, or nothing."""
    for names in OF_A_MODEL:
        paths = [snapshot / each for each in names]
        if all(path.is_file() and path.stat().st_size <= LARGEST for path in paths):
            title = name.removeprefix("models--").replace("--", "/")
            titles = {"en": title, "zh": title}
            return [Real(f"hub/{title}", paths[0], titles, beside=tuple(paths[1:]))]
    return []


@lru_cache
def installed() -> dict[str, Real]:
    """List the tokenizers that Hugging Face's hub has left on this computer: name -> tokenizer."""
    return {each.name: each for each in from_hub()}


_opening = threading.Lock()


def _size(files: Mapping[str, bytes]) -> int:
    return sum(map(len, files.values()))


def keep(files: Mapping[str, bytes]) -> tuple[str, bool]:
    """Keep uploaded files; return their key and whether they are new: equal ones are kept once."""
    key = digest(*(part for name in sorted(files) for part in (name, files[name])))
    is_new = shared.get(("files", key)) is None
    if is_new:
        shared.put(("files", key), dict(files))
    return key, is_new


def forget(key: str) -> None:
    """Keep uploaded files no longer."""
    shared.drop(("files", key))


def files_of(key: str) -> dict[str, bytes]:
    """Return the uploaded files of a key. Raises `Refusal` where they are no longer kept."""
    files: dict[str, bytes] | None = shared.get(("files", key))
    if files is None:
        raise Refusal("files_gone")
    return files


def uploaded(key: str, words: str = OPENING_WORDS) -> Resource | None:
    """Return what a worker opens of uploaded files; None for what is opened here.

    words: how a .tiktoken cuts texts. Raises `Refusal` where the files are no longer kept.
    """
    if key in shipped() or key in installed():
        return None
    return resource_of(key, words, partial(files_of, key), _size(files_of(key)))


def opened(key: str) -> Opened:
    """Return a tokenizer that comes with the app, or is installed here, by its name.

    It is opened once for all sessions. Raises `CorpusError` for files that are no tokenizer.
    """
    with _opening:
        found: Opened | None = shared.get(("opened", key))
        return _open(key) if found is None else found


def ours(key: str) -> Resource:
    """Return what a worker opens of one that comes with the app, or is installed here.

    For many that are asked one after the other, as not all can be kept open here, and for what is
    read off a whole vocabulary, which takes up to seven seconds.
    """
    return Resource(key, open_files, lambda: _read(key), READING)


def _read(key: str) -> tuple[dict[str, bytes], dict[str, Any]]:
    real = {**shipped(), **installed()}[key]
    return {path.name: path.read_bytes() for path in (real.path, *real.beside)}, real.said


def _open(key: str) -> Opened:
    files, said = _read(key)
    tokenizer = load(files, **said)
    size = sum(PER_TOKEN + len(tokenizer.token(id_)) for id_ in tokenizer.ids)
    shared.put(("opened", key), tokenizer, size)
    return tokenizer
