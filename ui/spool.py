"""Files on disk for data that is too large for memory or messages: readers' texts, files and
records.

A job gets the name of a file instead of its bytes. A file is deleted with the last reference to it,
and all of them when the server ends, or when the next one starts.
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

import psutil

from ui.catalogue import Refusal

_named: weakref.WeakValueDictionary[str, SpoolFile] = weakref.WeakValueDictionary()
_there: weakref.WeakValueDictionary[str, SpoolFile] = weakref.WeakValueDictionary()
_lock = threading.Lock()


class StoredFile:
    """A file on disk. A job gets its path, a string."""

    def __init__(self, path: str | Path):
        """Refer to an existing file."""
        self.path = str(path)

    def __fspath__(self) -> str:
        """Return its path."""
        return self.path

    @property
    def nbytes(self) -> int:
        """Its size; 0 before it is written."""
        try:
            return Path(self.path).stat().st_size
        except OSError:
            return 0

    @cached_property
    def digest(self) -> str:
        """A digest of the content. Raises Refusal if the file was deleted."""
        try:
            with Path(self).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
        except FileNotFoundError as error:
            raise Refusal("files_gone") from error

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a path, for workers: the file belongs to the app."""
        return str, (os.fspath(self),)


class SpoolFile(StoredFile):
    """A file of the spool, deleted with the last reference to this object."""

    def __init__(self, data: bytes | Callable[[], bytes] | None = None):
        """Write a new file; without data only reserve its name, for a worker.

        The result of a function is written when the path is requested, and again if a /tmp cleaner
        has deleted it.

        Raises Refusal if the disk is full.
        """
        super().__init__(spool_folder() / uuid4().hex)
        weakref.finalize(self, _delete, self.path)
        _there[self.path] = self
        self._make = data if callable(data) else None
        self._is_ours = data is not None
        if isinstance(data, bytes):
            self._write(data)

    def __fspath__(self) -> str:
        """Return its path.

        Raises Refusal if the file was deleted and cannot be created again, or the disk is full.
        """
        if not Path(self.path).exists():
            if self._is_ours and self._make is None:
                raise Refusal("files_gone")
            self._write(None if self._make is None else self._make())
        return self.path

    @cached_property
    def digest(self) -> str:
        """A digest of the content, also before it is written."""
        return super().digest if self._make is None else hashlib.sha256(self._make()).hexdigest()

    def _write(self, data: bytes | None) -> None:
        """Write the file; without data only create its folder, if a /tmp cleaner deleted it."""
        try:
            Path(self.path).parent.mkdir(mode=0o700, exist_ok=True)
            if data is not None:
                Path(self.path).write_bytes(data)
        except OSError as error:
            raise Refusal("disk_full") from error


def file_named(name: str, make: Callable[[], bytes] | None = None) -> SpoolFile:
    """Return the file of a name, created unless it exists: equal contents share one file."""
    with _lock:
        found = _named.get(name)
        if found is None:
            found = _named[name] = SpoolFile(make)
        return found


def file_of(data: bytes) -> SpoolFile:
    """Return the file whose path is `data`, else write the data to a new file.

    Readers cannot guess a path: it is random.
    """
    path = data.decode(errors="replace") if len(data) <= _LONGEST_PATH else ""
    return _there.get(path) or SpoolFile(data)


_LONGEST_PATH = 1_000  # bytes


def own_folder(prefix: str) -> Path:
    """Create a folder for files of this process, and delete those of ended processes.

    Raises OSError.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{prefix}-*-*"):
        number = old.name.removeprefix(f"{prefix}-").partition("-")[0]
        if number.isdecimal() and not psutil.pid_exists(int(number)):
            shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{prefix}-{os.getpid()}-"))
    _made.append(folder)
    return folder


_made: list[Path] = []


@atexit.register
def delete_folders() -> None:
    """Delete all files of this process: a terminated server runs no exit handlers."""
    for folder in _made:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def spool_folder() -> Path:
    """Return the folder of this process, created by the first call.

    Raises Refusal if the disk is full.
    """
    try:
        return own_folder("bpe")
    except OSError as error:
        raise Refusal("disk_full") from error


def _delete(path: str) -> None:
    Path(path).unlink(missing_ok=True)


def digest(*parts: str | bytes) -> str:
    """Return the SHA-256 of some parts, separated by their lengths."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.hexdigest()


def replace_file(path: str, data: bytes) -> None:
    """Write a file atomically."""
    written = f"{path}.{os.getpid()}"
    try:
        Path(written).write_bytes(data)
        Path(written).replace(path)
    finally:
        Path(written).unlink(missing_ok=True)
