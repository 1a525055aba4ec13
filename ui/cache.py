"""What is kept for readers: one cache, with one budget of bytes, one time and one lock.

Results of jobs, what pages read off a record, what was drawn of it, open tokenizers and readers'
own texts stand here side by side; what was asked for longest ago goes first.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from functools import wraps
from operator import itemgetter
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from cachetools import TTLCache

from bpe.input.opening import MEGABYTE


def memory_of_host(said: str) -> int:
    """Return the bytes that are meant by `BPE_MEMORY`, megabytes: "" stands for enough for all."""
    if not said:
        return 2**50
    if not said.isdecimal() or int(said) < 512:
        raise ValueError(
            f"BPE_MEMORY must be a whole number of megabytes of 512 or more, got {said!r}. "
            "Leave it out for as much as the app can use."
        )
    return int(said) * MEGABYTE


HOST = memory_of_host(os.environ.get("BPE_MEMORY", ""))
"""Bytes that a machine has for the app; `deploy/README.md` says what is done within them."""

BUDGET = min(640 * MEGABYTE, HOST // 6)
"""Bytes of all that is kept."""

SECONDS = 3600.0
"""For how long a thing is kept when nobody asks for it."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


_MISSING: Any = object()
_BY_ITSELF: Any = object.__hash__


class Cache:
    """Values by key, each with its size: of more than the budget, the least asked for go first."""

    def __init__(
        self,
        budget: float = BUDGET,
        seconds: float = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ):
        """Take what all values may take together, and for how long each is kept when unasked."""
        self._lock = threading.RLock()
        self._kept: TTLCache[Hashable, tuple[Any, int]] = TTLCache(
            budget, seconds, timer=now, getsizeof=itemgetter(1)
        )

    def get(self, key: Hashable, missing: Any = None) -> Any:
        """Return what is kept under the key, from now on for its whole time, else `missing`."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return missing
            self._kept[key] = kept
            return kept[0]

    def put(self, key: Hashable, value: Any, nbytes: int | None = None) -> None:
        """Keep a value, unless it alone is beyond the budget; `nbytes` where its size is known."""
        size = size_of(value) if nbytes is None else nbytes
        with self._lock:
            if size <= self._kept.maxsize:
                self._kept[key] = value, size
            else:
                self._kept.pop(key, None)

    def drop(self, key: Hashable) -> None:
        """Keep it no longer, if it is kept."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._kept.clear()

    def expire(self) -> None:
        """Give back what nobody has asked for in a while."""
        with self._lock:
            self._kept.expire()

    @property
    def nbytes(self) -> float:
        """Bytes of all that is kept."""
        with self._lock:
            return self._kept.currsize

    def __len__(self) -> int:
        """How many values are kept."""
        with self._lock:
            return len(self._kept)


shared = Cache()


_remembering: ContextVar[bool] = ContextVar("remembering", default=False)


def is_remembering() -> bool:
    """Say whether what is found now will be found again by arguments alone."""
    return _remembering.get()


def remembered(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Make a function keep its results in the cache, by its arguments by position.

    A record, or whatever else equals itself alone, stands there by its name and is not kept alive,
    so what is found must not hold it. Arguments by name are not part of the key.
    """

    @wraps(function)
    def look_up(*given: Given.args, **named: Given.kwargs) -> Found:
        key = (function.__module__, function.__qualname__, *map(_key_of, given))
        found: Any = shared.get(key, _MISSING)
        if found is _MISSING:
            before = _remembering.set(True)
            try:
                found = function(*given, **named)
            finally:
                _remembering.reset(before)
            shared.put(key, found)
        return found

    return look_up


def name_of(there: object) -> str:
    """Name a record, or a tokenizer, for as long as it is there."""
    name: str = vars(there).setdefault("_name", uuid4().hex)
    return name


def _key_of(value: Any) -> Hashable:
    is_itself_alone = type(value).__hash__ is _BY_ITSELF and hasattr(value, "__dict__")
    return name_of(value) if is_itself_alone else value


def size_of(value: Any) -> int:
    """Return about how many bytes a value takes: what it says itself, else what is in it."""
    nbytes = getattr(value, "nbytes", None)
    if isinstance(nbytes, int):
        return nbytes
    size = sys.getsizeof(value, 0)
    if isinstance(value, dict):
        return size + sum(size_of(key) + size_of(each) for key, each in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return size + sum(map(size_of, value))
    return size + sum(map(size_of, getattr(value, "__dict__", {}).values()))
