"""Archives: the files in a .zip or .tar, one at a time, within limits; nothing is written."""

import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from ..errors import CorpusError
from .kinds import FORMATS, refusal
from .opening import CHUNK, Limits, read_within

_ENTRY = b"PK\x01\x02"
_SYSTEM = ("__MACOSX", "Thumbs.db", "desktop.ini")
_UNREADABLE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, ValueError)


@contextmanager
def opened_zip(file: IO[bytes], name: str, limits: Limits) -> Iterator[zipfile.ZipFile]:
    """Open a .zip. Raises `CorpusError` for too many files in it, and for a password."""
    # zipfile reads the whole directory at once; count its entries first, there may be millions.
    if limits.members is not None:
        file.seek(0)
        check_members(name, sum(map(_entries, iter(lambda: file.read(CHUNK), b""))), limits)
    file.seek(0)
    with zipfile.ZipFile(file) as parts:
        try:
            yield parts
        except RuntimeError as error:  # that is how zipfile asks for a password
            if isinstance(error, NotImplementedError | RecursionError):
                raise
            raise CorpusError("document_locked", file=name) from error


def _entries(chunk: bytes) -> int:
    return chunk.count(_ENTRY)


def check_members(name: str, number: int, limits: Limits) -> None:
    """Raise `CorpusError` if an archive contains too many files."""
    if limits.members is not None and number > limits.members:
        raise CorpusError("many_members", file=name, limit=limits.members)


_HOLDS = (
    (re.compile(r"word/document\d*\.xml"), "docx"),
    (re.compile(r"META-INF/container\.xml"), "epub"),
    (re.compile(r"xl/workbook\..*|ppt/presentation\..*|content\.xml|Index/.*\.iwa"), "office"),
    (re.compile(r"(.*/)?data\.pkl"), "PyTorch"),
    (re.compile(r"AndroidManifest\.xml|META-INF/MANIFEST\.MF"), "Java"),
)
"""Files whose presence identifies another format in a .zip."""


def format_of_zip(file: IO[bytes], name: str, limits: Limits) -> str:
    """Return the format of a .zip, by the names of its files.

    Raises `CorpusError` for a program's own format, and for a damaged archive.
    """
    try:
        with opened_zip(file, name, limits) as parts:
            names = parts.namelist()
    except (*_UNREADABLE, NotImplementedError) as error:
        if isinstance(error, CorpusError):
            raise
        raise CorpusError("broken_archive", file=name) from error
    found = next((kind for form, kind in _HOLDS if any(map(form.fullmatch, names))), "zip")
    if found in FORMATS.values():
        return found
    kind = {"PyTorch": "data", "Java": "program"}.get(found, found)
    raise refusal(kind, name, found)


def members_in(
    file: IO[bytes], name: str, kind: str, limits: Limits
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a .zip or .tar, in its order: name and content.

    Links, other special entries and system files are skipped.

    Raises `CorpusError` for a damaged archive, a password, and exceeded limits.
    """
    try:
        yield from (_in_zip if kind == "zip" else _in_tar)(file, name, limits)
    except CorpusError:
        raise
    except (*_UNREADABLE, NotImplementedError) as error:
        raise CorpusError("broken_archive", file=name) from error


def _in_zip(file: IO[bytes], name: str, limits: Limits) -> Iterator[tuple[str, bytes]]:
    left = limits.most
    with opened_zip(file, name, limits) as parts:
        for each in parts.infolist():
            if each.is_dir() or _is_systems(each.filename):
                continue
            with parts.open(each) as member:
                data = read_within(member, name, left)
            left -= len(data) if limits.size else 0
            yield each.filename, data


def _in_tar(file: IO[bytes], name: str, limits: Limits) -> Iterator[tuple[str, bytes]]:
    left, number = limits.most, 0
    with tarfile.open(fileobj=file, mode="r|", errorlevel=1) as parts:
        for each in parts:
            parts.members = []  # type: ignore[attr-defined] # else it keeps them all
            number += 1
            check_members(name, number, limits)
            if not each.isreg() or _is_systems(each.name):
                continue
            member = parts.extractfile(each)
            data = read_within(member, name, left) if member else b""
            left -= len(data) if limits.size else 0
            yield each.name, data


def _is_systems(name: str) -> bool:
    """Return whether a path has a hidden part or one used only by an operating system."""
    return any(part.startswith(".") or part in _SYSTEM for part in name.split("/") if part != ".")
