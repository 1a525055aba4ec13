"""Files that strangers bring: read and run in a process of their own, as long as they are used.

What patterns and rules of a file do to a text is done there, limited in memory and time. Here only
tokens, ids and merges are looked up. What was too much is remembered and not tried again.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import psutil

from bpe import CorpusError
from bpe.interchange import Opened, load, run_here
from ui.catalogue import Refusal
from ui.corpora.jobs import LIGHT, Job, Report, Resource, Why
from ui.corpora.limits import MEGABYTE
from ui.corpora.queue import shared

SECONDS = 5.0
"""For a text; a file of many megabytes has more."""

KEPT = 150 * MEGABYTE
"""Bytes, and as many as its files have six times over, that an open tokenizer may keep."""

MOST = 1_000
"""Tokens that any text may become; and so many more for each of its characters:"""

MOST_EACH = 12

LONGEST_BACK = 1_000
"""Characters that any ids may become; and so many more for each of them:"""

LONGEST_EACH = 500

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Tried:
    """That files were opened.

    Attributes:
        nbytes: of this note.
    """

    nbytes: int = 100


def trial(key: str, words: str | None, files: Files) -> Job[Tried]:
    """Ask whether files are a tokenizer that can be borne; `words` is as `load` takes it."""
    size = sum(map(len, files.values()))
    return Job(
        key=("tokenizer", key, words),
        function=_tried,
        stage="opening",
        work=LIGHT + size,
        seconds=SECONDS,
        is_kept=True,
        refusal=_refuse_files,
        resource=_resource(key, words, partial(dict, files), size),
    )


def _resource(key: str, words: str | None, files: Callable[[], Files], size: int) -> Resource:
    seconds = SECONDS + size / MEGABYTE
    return Resource((key, words), _load, lambda: (files(), words), seconds)


def _refuse_files(job: Job[Any], why: Why) -> Refusal:
    if why == "memory":
        return Refusal("tokenizer_memory", memory=job.memory // MEGABYTE)
    if why == "time":
        seconds = job.seconds + (job.resource.seconds if job.resource else 0)
        return Refusal("tokenizer_time", seconds=round(seconds))
    return Refusal("tokenizer_died")


def _refuse_text(job: Job[Any], why: Why) -> Refusal:
    if why == "memory":
        return Refusal("tokenizer_text_memory", memory=job.memory // MEGABYTE)
    if why == "time":
        return Refusal("tokenizer_text_time", seconds=round(job.seconds))
    return Refusal("tokenizer_text_died")


def ask(
    key: str, words: str | None, files: Callable[[], Files], size: int, name: str, given: Any
) -> Any:
    """Have a tokenizer that was tried do in its process what `run_elsewhere` asks for.

    files: returns the files of the key, `size` bytes. Raises `Refusal` for what takes too much, at
    once where that is known already.
    """
    given = given if isinstance(given, str) else tuple(given)
    job: Job[Any] = Job(
        key=("asked", key, words, name, given),
        function=answer,
        arguments=(name, given),
        work=LIGHT,
        seconds=SECONDS,
        refusal=_refuse_text,
        resource=_resource(key, words, files, size),
    )
    return shared.get(job)


# What follows is called in the process of its own.


def _load(files: Files, words: str | None) -> Opened:
    """Open files. Raises CorpusError where they are no tokenizer, or keep too much."""
    process, size = psutil.Process(), sum(map(len, files.values()))
    before = process.memory_info().rss
    try:
        tokenizer = load(files, words)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_broken", error=_said(error)) from error
    gc.collect()
    if process.memory_info().rss - before > KEPT + 6 * size:
        raise Refusal("tokenizer_memory", memory=(KEPT + 6 * size) // MEGABYTE)
    return tokenizer


def _tried(report: Report, tokenizer: Opened) -> Tried:
    return Tried()


def answer(report: Report, tokenizer: Opened, name: str, given: Any) -> Any:
    """Do to a text or to ids what is asked for.

    Raises `Refusal` where more comes out than anybody could look at.
    """
    try:
        found = run_here(tokenizer, name, list(given) if name == "_decoded" else given)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_text_broken", error=_said(error)) from error
    _check(found, len(given))
    return found


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:80]


def _check(found: Any, length: int) -> None:
    if isinstance(found, str):
        limit = LONGEST_BACK + LONGEST_EACH * length
        if len(found) > limit:
            raise Refusal("tokenizer_long_text", limit=limit, length=len(found))
        return
    # Ids, places, or a text with its words, each with its ids.
    rows = found[1] if isinstance(found, tuple) else found
    count = sum(map(_tokens_in, rows))
    limit = MOST + MOST_EACH * length
    if count > limit:
        raise Refusal("tokenizer_many_tokens", limit=limit, tokens=count)


def _tokens_in(row: Any) -> int:
    return len(row[1]) if isinstance(row, tuple) and isinstance(row[1], list) else 1
