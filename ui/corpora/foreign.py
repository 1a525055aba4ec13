"""Files that strangers bring: read and run in a process of their own, as long as they are used.

What patterns and rules of a file do to a text is done there, limited in memory and time. Here only
tokens, ids and merges are looked up. What was too much is remembered and not tried again.
"""

from __future__ import annotations

import gc
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from bpe import CorpusError
from bpe.interchange import Opened, load, run_here
from ui.catalogue import Refusal
from ui.corpora.asking import Asking, Progress
from ui.corpora.limits import MEGABYTE
from ui.corpora.line import LIGHT
from ui.corpora.resident import resident
from ui.corpora.trainings import Trainings
from ui.corpora.workers import MEMORY, Ended, Why

SECONDS = 5.0
"""For a text; a file of many megabytes has more."""

KEPT = 150 * MEGABYTE
"""Bytes, and as many as its files have six times over, that an open tokenizer may keep."""

HELD = 2
"""Tokenizers that a process keeps open."""

MOST = 1_000
"""Tokens that any text may become; and so many more for each of its characters:"""

MOST_EACH = 12

LONGEST_BACK = 1_000
"""Characters that any ids may become; and so many more for each of them:"""

LONGEST_EACH = 500

REMEMBERED = 500

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Tried:
    """That files were opened, and how many bytes that took.

    Attributes:
        grown: of the process that opened them.
        nbytes: of this note.
    """

    grown: int
    nbytes: int = 100


@dataclass(frozen=True)
class Trial(Asking[Tried]):
    """Ask whether files are a tokenizer that can be borne; `words` is as `load` takes it."""

    stage: ClassVar[str] = "opening"

    words: str | None = None

    @property
    def weight(self) -> int:
        """How much work it is: never so little that it is done here."""
        return LIGHT + 1 + self.size

    @property
    def seconds(self) -> float:
        """How long it may take."""
        return seconds_for(self.size)

    def refusal(self, why: Why) -> Refusal:
        """Say what was too much about the files."""
        if why == "memory":
            return Refusal("tokenizer_memory", memory=MEMORY // MEGABYTE)
        if why == "time":
            return Refusal("tokenizer_time", seconds=round(self.seconds))
        return Refusal("tokenizer_died")

    def train(self, corpus: Files, on_progress: Progress) -> Tried:
        """Open the files. Raises CorpusError where they are no tokenizer, or keep too much."""
        before = resident(os.getpid()) or 0
        tokenizer = _load(corpus, self.words)
        _hold((self.digest, self.words), tokenizer)
        grown = (resident(os.getpid()) or 0) - before
        if grown > KEPT + 6 * self.size:
            _held.clear()
            raise Refusal("tokenizer_memory", memory=(KEPT + 6 * self.size) // MEGABYTE)
        return Tried(grown)


def seconds_for(size: int) -> float:
    """Return how long files of so many bytes may take to be opened."""
    return 2 * SECONDS + size / MEGABYTE


shared = Trainings(
    budget=REMEMBERED * Tried(0).nbytes, at_once=1, modules=(__name__,), idle=MEMORY // 2
)
"""Trials that came to a good end, those on their way, and what was refused."""

_at_once = threading.BoundedSemaphore(2)
_refused: OrderedDict[tuple[Any, ...], Refusal] = OrderedDict()
_lock = threading.Lock()


def ask(key: str, words: str | None, files: Callable[[], Files], name: str, given: Any) -> Any:
    """Have a tokenizer that was tried do in its process what `run_elsewhere` asks for.

    files: returns the files of the key. Raises `Refusal` for what takes too much, at once where
    that is known already.
    """
    given = given if isinstance(given, str) else tuple(given)
    asked = (key, words, name, given)
    do = shared.workers.do
    with _lock:
        if asked in _refused:
            raise _refused[asked]
    try:
        with _at_once:
            try:
                return do(answer, key, words, None, name, given, seconds=SECONDS)
            except LookupError:
                content = files()
                seconds = SECONDS + seconds_for(sum(map(len, content.values())))
                return do(answer, key, words, content, name, given, seconds=seconds)
    except Ended as ended:
        refusal = _refusal(ended.why)
        if ended.why != "died":
            with _lock:
                _refused[asked] = refusal
                while len(_refused) > REMEMBERED:
                    _refused.popitem(last=False)
        raise refusal from ended


def _refusal(why: Why) -> Refusal:
    if why == "memory":
        return Refusal("tokenizer_text_memory", memory=MEMORY // MEGABYTE)
    if why == "time":
        return Refusal("tokenizer_text_time", seconds=round(SECONDS))
    return Refusal("tokenizer_text_died")


# What follows is called in the process of its own.

_held: OrderedDict[tuple[str, str | None], Opened] = OrderedDict()


def answer(
    report: object, key: str, words: str | None, files: Files | None, name: str, given: Any
) -> Any:
    """Do to a text or to ids what is asked for.

    Raises `LookupError` where the tokenizer is not open here and no files are given to open it,
    and `Refusal` where more comes out than anybody could look at.
    """
    if (key, words) not in _held:
        if files is None:
            raise LookupError(key)
        _hold((key, words), _load(files, words))
    _held.move_to_end((key, words))
    try:
        found = run_here(_held[key, words], name, list(given) if name == "_decoded" else given)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_text_broken", error=_said(error)) from error
    _check(found, len(given))
    return found


def _load(files: Files, words: str | None) -> Opened:
    try:
        return load(files, words)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_broken", error=_said(error)) from error


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


def _hold(key: tuple[str, str | None], tokenizer: Opened) -> None:
    _held[key] = tokenizer
    while len(_held) > HELD:
        _held.popitem(last=False)
    gc.collect()
