"""Files on disk for what is too large to be held or sent: readers' texts, files and records.

A job gets the name of a file in place of its bytes. A file is deleted with the last reference to
it, and all of them when the server ends.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

_named: weakref.WeakValueDictionary[str, SpoolFile] = weakref.WeakValueDictionary()
_there: weakref.WeakValueDictionary[str, SpoolFile] = weakref.WeakValueDictionary()
_lock = threading.Lock()


class SpoolFile:
    """A file of the spool, deleted with the last reference to this object.

    A job that it is sent with gets its path, a string.
    """

    def __init__(self, data: bytes | None = None):
        """Write a new file; without data only its name is taken, for a worker to write to."""
        self.path = str(_folder() / uuid4().hex)
        weakref.finalize(self, _delete, self.path)
        _there[self.path] = self
        if data is not None:
            Path(self.path).write_bytes(data)

    def __fspath__(self) -> str:
        """Return its path."""
        return self.path

    @property
    def nbytes(self) -> int:
        """Its size; 0 while nothing is written."""
        try:
            return Path(self.path).stat().st_size
        except OSError:
            return 0

    @cached_property
    def digest(self) -> str:
        """Identify what was written."""
        with Path(self.path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def __reduce__(self) -> tuple[Any, ...]:
        """Cross into a worker as a path: the file belongs to the app."""
        return str, (self.path,)


def file_named(name: str, make: Callable[[], bytes | None] = lambda: None) -> SpoolFile:
    """Return the file of a name, made when nobody holds it yet: equal contents share one."""
    with _lock:
        found = _named.get(name)
        if found is None:
            found = _named[name] = SpoolFile(make())
        return found


def file_of(data: bytes) -> SpoolFile:
    """Return the file whose path the data is, else write a file of the data.

    A path is no reader's to know: it is random.
    """
    path = data.decode(errors="replace") if len(data) <= _LONGEST_PATH else ""
    return _there.get(path) or SpoolFile(data)


_LONGEST_PATH = 1_000  # bytes


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="bpe-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _delete(path: str) -> None:
    Path(path).unlink(missing_ok=True)


def replace_file(path: str, data: bytes) -> None:
    """Write a file so that a reader of it finds all of it or none."""
    written = f"{path}.{os.getpid()}"
    try:
        Path(written).write_bytes(data)
        Path(written).replace(path)
    finally:
        Path(written).unlink(missing_ok=True)
