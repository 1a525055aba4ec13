"""Kinds of files: the endings of their names, and how much of each is read."""

from pathlib import PurePath
from typing import NamedTuple

MEGABYTE = 10**6
"""Bytes, as file pickers count them."""


class Limits(NamedTuple):
    """How much of a file is read; None for no bound.

    Attributes:
        size: bytes of the file, and of what it unpacks to.
        whole: bytes that are held at once: of a document that cannot be parted, a line or a row.
        rows, columns: of a table.
        parts: that a .gz is packed in.
    """

    size: int | None = None
    whole: int = 1024 * MEGABYTE
    rows: int | None = None
    columns: int | None = None
    parts: int | None = None

    @property
    def most(self) -> int:
        """Bytes that are read as a whole."""
        return self.size or self.whole


UNBOUNDED = Limits()


class FileKind(NamedTuple):
    """A kind of file: how its name ends, and its limits in the app and on the command line."""

    suffixes: tuple[str, ...]
    app: Limits
    command: Limits = UNBOUNDED


_TEXT = Limits(20 * MEGABYTE, 20 * MEGABYTE, 2_000_000, 1_000, 50_000)
_TOKENIZER = Limits(64 * MEGABYTE, 64 * MEGABYTE, parts=50_000)

KINDS = {
    # A text; all else that a name says is tried as one, too.
    "text": FileKind((".txt", ".md"), _TEXT),
    # Words and counts; on the command line a text, unless `count` wrote it.
    "cells": FileKind((".csv", ".tsv"), _TEXT._replace(whole=2 * MEGABYTE)),
    # A document a line.
    "lines": FileKind((".jsonl", ".ndjson"), _TEXT),
    # Other libraries' files, and lists of merges, tell what they are by their content.
    "tokenizer": FileKind((), _TOKENIZER, _TOKENIZER),
    "merges": FileKind((), *[_TOKENIZER._replace(size=4 * MEGABYTE)] * 2),
}
"""Kinds of files that the app reads, by name."""

PACKED = {".gz": "gzip", ".zst": "zstd"}
"""Endings of packed files."""

# A table with a document a row, on the command line alone.
_OF_SUFFIX = {".parquet": "parquet"}
_OF_SUFFIX |= {suffix: name for name, kind in KINDS.items() for suffix in kind.suffixes}


def packing_of(name: str) -> str | None:
    """Return the packing of a file, by its name; None where it is not packed."""
    return PACKED.get(PurePath(name).suffix.lower())


def unpacked_name(name: str) -> str:
    """Return the name that a file has once it is unpacked."""
    return PurePath(name).stem if packing_of(name) else name


def suffix_of(name: str) -> str:
    """Return the ending of a file's unpacked name in small letters, "" without one."""
    return PurePath(unpacked_name(name)).suffix.lower()


def kind_of(name: str) -> str | None:
    """Return the kind of a file's unpacked content; None where its name does not tell.

    A packed file that does not say it holds a text.
    """
    inner = unpacked_name(name)
    found = _OF_SUFFIX.get(suffix_of(name))
    return "text" if not found and packing_of(name) and not packing_of(inner) else found
