"""The server's cache: one budget of bytes, one lifetime, one lock.

Results of jobs, readings of records, drawn pages, open tokenizers and readers' own texts share this
cache; the least recently used value is evicted first.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from contextvars import ContextVar
from functools import wraps
from itertools import chain
from operator import itemgetter
from types import MethodType
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from cachetools import TTLCache

from bpe.input.opening import MEGABYTE


def memory_of_host(said: str) -> int:
    """Return the bytes that `BPE_MEMORY` (megabytes) allows: "" means no limit."""
    if not said:
        return 2**50
    if not said.isdecimal() or int(said) < 512:
        raise ValueError(
            f"BPE_MEMORY must be a whole number of megabytes of 512 or more, got {said!r}. "
            "Leave it out for as much as the app can use."
        )
    return int(said) * MEGABYTE


HOST_BYTES = memory_of_host(os.environ.get("BPE_MEMORY", ""))
"""Bytes of memory for the app; `deploy/README.md` describes the use of each size."""

BUDGET = min(640 * MEGABYTE, HOST_BYTES // 6)
"""Maximum bytes of all cached values."""

SECONDS = 3600.0
"""Lifetime of a value that is not requested."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


_MISSING: Any = object()
_BY_ITSELF: Any = object.__hash__


class Cache:
    """Values by key, each with its size; beyond the budget, the least recently used are evicted."""

    def __init__(
        self,
        budget: float = BUDGET,
        seconds: float = SECONDS,
        now: Callable[[], float] = time.monotonic,
    ):
        """Take the budget in bytes, and the lifetime of an unused value in seconds."""
        self._lock = threading.RLock()
        self._kept: TTLCache[Hashable, tuple[Any, int]] = TTLCache(
            budget, seconds, timer=now, getsizeof=itemgetter(1)
        )

    def get(self, key: Hashable, missing: Any = None) -> Any:
        """Return the cached value and restart its lifetime, or return `missing`."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return missing
            self._kept[key] = kept
            return kept[0]

    def put(self, key: Hashable, value: Any, nbytes: int | None = None) -> None:
        """Store a value, unless it alone exceeds the budget; `nbytes`: its size, if known."""
        size = size_of(value) if nbytes is None else nbytes
        with self._lock:
            if size <= self._kept.maxsize:
                self._kept[key] = value, size
            else:
                self._kept.pop(key, None)

    def drop(self, key: Hashable) -> None:
        """Remove a value, if it is cached."""
        with self._lock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._kept.clear()

    def expire(self) -> None:
        """Remove values whose lifetime has ended."""
        with self._lock:
            self._kept.expire()

    @property
    def nbytes(self) -> float:
        """Bytes of all cached values."""
        with self._lock:
            return self._kept.currsize

    def __len__(self) -> int:
        """Number of cached values."""
        with self._lock:
            return len(self._kept)


shared = Cache()


_remembering: ContextVar[bool] = ContextVar("remembering", default=False)


def is_remembering() -> bool:
    """Return whether results may be cached by arguments now."""
    return _remembering.get()


def remembered(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Decorate a function to cache its results by positional arguments.

    A record, or another object with identity semantics, is in the key by its name, which does not
    keep it alive. Keyword arguments are not part of the key.
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
    """Return a random ID for an object, stable for its lifetime (for cache keys)."""
    name: str = vars(there).setdefault("_name", uuid4().hex)
    return name


def _key_of(value: Any) -> Hashable:
    is_itself_alone = type(value).__hash__ is _BY_ITSELF and hasattr(value, "__dict__")
    return name_of(value) if is_itself_alone else value


def size_of(value: Any, counted: set[int] | None = None) -> int:
    """Return the approximate size of a value in bytes: its own `nbytes`, else that of its contents.

    counted: ids of objects already counted. A merge refers to its record, by a method.
    """
    counted = set() if counted is None else counted
    if id(value) in counted:
        return 0
    counted.add(id(value))
    nbytes = getattr(value, "nbytes", None)
    if isinstance(nbytes, int):
        return nbytes
    if isinstance(value, MethodType):
        return size_of(value.__self__, counted)
    inner: Iterable[Any] = getattr(value, "__dict__", {}).values()
    if isinstance(value, dict):
        inner = chain(value.keys(), value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inner = value
    return sys.getsizeof(value, 0) + sum(size_of(each, counted) for each in inner)
