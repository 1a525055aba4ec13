"""Records that processes of the app share: files in a folder. A class's run is learned once.

Only what is learned from texts that come with the app is put there; readers' own texts are never
written to disk. The processes hold one key. A file that was not signed with it, under its own name,
is removed before anything in it is looked at: whoever could write into the folder, and whatever
happened to the disk, costs no more than the training that there would have been anyway.
"""

import hashlib
import hmac
import os
import pickle
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ui.corpora.asking import Asking
from ui.corpora.limits import MEGABYTE

try:
    import fcntl
except ImportError:  # on Windows: two processes may then learn the same at the same time
    fcntl = None  # type: ignore[assignment]

FOLDER = "BPE_RECORDS"
"""The variable of the environment that names the folder; without it nothing is shared."""

KEY = "BPE_RECORDS_KEY"
"""The variable that holds the processes' key, hexadecimal digits."""

BUDGET = 512 * MEGABYTE
"""Bytes of all files together."""

PATIENCE = 60.0
"""Seconds after which a process does itself what another one has not come to an end with."""

LOOK = 0.05
"""Seconds between two looks at whether the other one has."""

UNFINISHED = 600.0
"""Seconds after which a file that is still written has lost its writer."""

SIGNATURE = 32
"""Bytes in front of a record."""

_RECORD, _PART, _TURN = ".run", ".part", ".turn"
# Nobody waits at what is no file.
_CAREFULLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Shelf:
    """The records in a folder. Where that fails, it is as if there were none."""

    def __init__(self, folder: Path | None = None, key: bytes = b"", budget: int = BUDGET):
        """Take a folder that only this user can write to; None shares nothing."""
        self._folder, self._key, self._budget = folder, key, budget
        self._largest = budget // 4

    @classmethod
    def of_environment(cls) -> "Shelf":
        """Return the shelf that the environment names: none without a folder and a key."""
        folder, key = os.environ.get(FOLDER, ""), os.environ.get(KEY, "")
        try:
            return cls(Path(folder), bytes.fromhex(key)) if folder and key else cls()
        except ValueError:
            return cls()

    def find(self, request: Asking[Any]) -> Any:
        """Return what a process has learned that was asked for the same, or None."""
        file = self._file(request)
        if file is None:
            return None
        try:
            content = memoryview(self._read(file))
        except OSError:
            return None
        record = None
        if hmac.compare_digest(content[:SIGNATURE], self._signature(file, content[SIGNATURE:])):
            try:
                record = pickle.loads(content[SIGNATURE:])
            except Exception:  # noqa: BLE001 - of another version of a package: learned anew
                record = None
        with suppress(OSError):
            if record is None:
                file.unlink()
            else:
                os.utime(file)  # what was asked for last is removed last
        return record

    def put(self, request: Asking[Any], record: Any) -> None:
        """Share a record, if it is not too large; what nobody asked for in a while makes room."""
        file = self._file(request)
        if file is None:
            return
        body = pickle.dumps(record, 5)
        if SIGNATURE + len(body) > self._largest:
            return
        part = None
        try:
            handle, name = tempfile.mkstemp(_PART, dir=file.parent)
            part = Path(name)
            with os.fdopen(handle, "wb") as written:
                written.write(self._signature(file, body))
                written.write(body)
            part.replace(file)
        except OSError:  # a full disk, or a folder that is gone
            if part is not None:
                part.unlink(missing_ok=True)
        self._make_room(file.parent)

    @contextmanager
    def turn(self, request: Asking[Any], waiting: Callable[[], object]) -> Iterator[Any]:
        """Let one process at a time learn what is asked for; yield what another one has learned.

        waiting: called again and again while another one is at it; what it raises ends the wait.
        """
        file = self._file(request)
        handle = None if file is None or fcntl is None else _opened(file.with_suffix(_TURN))
        if file is None or handle is None:
            yield None
            return
        is_ours, has_waited = False, False
        try:
            until = time.monotonic() + PATIENCE
            while not (is_ours := _is_ours(handle)) and time.monotonic() < until:
                has_waited = True
                waiting()
                time.sleep(LOOK)
            yield self.find(request) if has_waited else None
        finally:
            if is_ours:
                with suppress(OSError):
                    file.with_suffix(_TURN).unlink()
            os.close(handle)

    def _file(self, request: Asking[Any]) -> Path | None:
        """Name the file of a request; None where it is not shared."""
        if self._folder is None or not (request.is_kept and request.is_public):
            return None
        name = hashlib.sha256(repr(request).encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / f"{name}{_RECORD}"

    def _read(self, file: Path) -> bytes:
        with os.fdopen(os.open(file, os.O_RDONLY | _CAREFULLY), "rb") as opened:
            size = os.fstat(opened.fileno()).st_size  # 0 of what is no file
            return opened.read(size) if size <= self._largest else b""

    def _signature(self, file: Path, body: bytes | memoryview) -> bytes:
        """Return what stands in front of a record: nobody without the key can make it."""
        signature = hashlib.blake2b(file.name.encode(), key=self._key, digest_size=SIGNATURE)
        signature.update(body)
        return signature.digest()

    def _make_room(self, folder: Path) -> None:
        """Remove the oldest records beyond the budget, and what was never written to its end."""
        found = []
        for file in folder.glob("*"):
            with suppress(OSError):  # another process may have removed it
                about = file.lstat()
                if file.suffix == _RECORD:
                    found.append((about.st_mtime_ns, about.st_size, file))
                elif time.time() - about.st_mtime > UNFINISHED:
                    file.unlink()
        room = self._budget
        for _, size, file in sorted(found, reverse=True):
            room -= size
            if room < 0:
                with suppress(OSError):
                    file.unlink()


def _opened(file: Path) -> int | None:
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | _CAREFULLY, 0o600)
    except OSError:
        return None


def _is_ours(handle: int) -> bool:
    """Take the lock on an open file, which the system gives back when a process dies."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
