"""Real tokenizers: those of the app, opened once for all readers, and uploads."""

import json
import pickle
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bpe import Scheme
from bpe.input.opening import MEGABYTE
from bpe.interchange import Opened, load
from bpe.merging.cells import Token
from bpe.readings.tokenizers import TokenHits, TokenQuery, find_tokens
from ui.cache import shared
from ui.catalogue import Refusal, in_each_language
from ui.jobs import Job, keep_open, report
from ui.samples import FOLDER
from ui.spool import SpoolFile, digest
from ui.uploaded_tokenizer import MAX_SECONDS, MAX_SECONDS_LONG, Resource

SHIPPED = FOLDER / "tokenizers"

BYTES_PER_TOKEN = 300
"""Memory of a token in addition to its own bytes: measured 100 to 420."""

MAX_LISTS_BYTES = 64 * MEGABYTE
"""Maximum bytes of the token lists of all tokenizers; they take about 20 MB."""


@dataclass(frozen=True)
class Real:
    """A tokenizer that comes with the app.

    Attributes:
        title: language -> its usual name. exactly: language -> its exact version.
        said: further arguments of `load`, which a file of ranks does not state.
        embedding: figures of the embedding table of a model that uses it, for
            `ui.views.models_chapters`; None if none are published.
        mends: whether its model cleans up a text first in ways that its file does not fully
            describe.
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
    """Read the index: name -> tokenizer, in the order of the menu."""
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


def keep(files: Mapping[str, SpoolFile]) -> str:
    """Store uploaded files for a while; return their key. Equal files are stored once."""
    key = key_of(files)
    if shared.get(("files", key)) is None:
        shared.put(("files", key), dict(files))
    return key


def key_of(files: Mapping[str, SpoolFile]) -> str:
    """Return a key: equal for equal files with equal names."""
    return digest(*(part for name in sorted(files) for part in (name, files[name].digest)))


def resource_of(key: str, words: str | None = None) -> Resource:
    """Return the resource for a worker: a tokenizer of the app, or uploaded files by key.

    words: see `uploaded_resource`. Raises `Refusal` if the files are no longer stored.
    """
    if key in shipped():
        real = shipped()[key]
        return Resource(key, {real.path.name: str(real.path)}, real.said, MAX_SECONDS_LONG)
    files: dict[str, SpoolFile] | None = shared.get(("files", key))
    if files is None:
        raise Refusal("files_gone")
    return uploaded_resource(files, words)


def uploaded_resource(files: Mapping[str, SpoolFile], words: str | None = None) -> Resource:
    """Return the resource of uploaded files for a worker; the largest may take 74 s to open.

    words: the split pattern, if the files do not state it.
    """
    size = sum(each.nbytes for each in files.values())
    said = {} if words is None else {"pretokenizer": words}
    return Resource((key_of(files), words), files, said, MAX_SECONDS + size / MEGABYTE)


def opened(key: str) -> Opened:
    """Return a tokenizer of the app; it is opened once for all readers."""
    with _opening:
        found: Opened | None = shared.get(("opened", key))
        if found is None:
            found = read_shipped(key)
            size = sum(BYTES_PER_TOKEN + len(found.token(id_)) for id_ in found.ids)
            shared.put(("opened", key), found, size)
        return found


def read_shipped(key: str) -> Opened:
    """Open a tokenizer of the app."""
    real = shipped()[key]
    return load({real.path.name: real.path.read_bytes()}, **real.said)


# Look-up in all tokenizers at once: a worker with all of them open would be too large, so it reads
# # a file with their token lists, which is created once.

TokenList = tuple[Scheme, Sequence[int], Sequence[Token]]
"""The scheme that shows a tokenizer's tokens, their IDs, and the tokens in the same order."""


def list_tokens(keys: tuple[str, ...]) -> Job[bytes]:
    """Return the job that creates the pickled token lists of the app's tokenizers."""
    return Job(
        ("token lists", keys),
        _list_tokens,
        (keys,),
        stage="listing",
        is_long=True,
        max_bytes=MAX_LISTS_BYTES,
    )


def _list_tokens(keys: tuple[str, ...]) -> bytes:
    found: dict[str, TokenList] = {}
    for done, key in enumerate(keys):
        report("listing", done, len(keys))
        real = read_shipped(key)
        ids = [*real.ids]
        found[key] = real.scheme, ids, real.tokens_of(ids)
    return pickle.dumps(found, 5)


def look_up(lists: SpoolFile, query: TokenQuery, limit: int) -> Job[dict[str, TokenHits]]:
    """Return the job that finds tokens in token lists: key of the tokenizer -> its hits."""
    return Job(
        ("looked up", lists.digest, query, limit),
        _look_up,
        (lists, query, limit),
        seconds=MAX_SECONDS_LONG,
        max_bytes=MEGABYTE,
        keeps=True,
    )


def _look_up(path: str, query: TokenQuery, limit: int) -> dict[str, TokenHits]:
    lists: dict[str, TokenList] = keep_open(("lists", path), _load_lists, path)
    return {
        key: find_tokens(scheme, zip(ids, tokens, strict=True), query, limit)
        for key, (scheme, ids, tokens) in lists.items()
    }


def _load_lists(path: str) -> dict[str, TokenList]:
    found: dict[str, TokenList] = pickle.loads(Path(path).read_bytes())
    return found
