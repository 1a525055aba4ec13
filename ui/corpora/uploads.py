"""Files that a reader brings: text, or words with their counts, from bytes of any kind.

Nothing here trusts the file: sizes are bounded before anything is unpacked, and whatever does not
fit is refused in one sentence.
"""

import zlib
from dataclasses import dataclass
from pathlib import PurePath

from ui.catalogue import Refusal
from ui.corpora import limits
from ui.corpora.counts import CountsFile, counts_in
from ui.corpora.encodings import decoded
from ui.corpora.tables import TableFile, rows_of_parquet, rows_of_text

TEXT_SUFFIXES = (".txt", ".md")
TABLE_SUFFIXES = (".csv", ".tsv", ".parquet")
KINDS = (*TEXT_SUFFIXES, *TABLE_SUFFIXES, ".jsonl", ".gz")
"""Endings of the names of files that are taken."""


@dataclass(frozen=True)
class TextFile:
    """A text and the encoding it was read in."""

    text: str
    encoding: str


def within_limit(data: bytes, limit: int | None = None) -> bytes:
    """Return the content of a file.

    Raises Refusal for more bytes than `limit`, or than `limits.LARGEST` where none is given.
    """
    limit = limits.LARGEST if limit is None else limit
    if len(data) > limit:
        raise Refusal("too_large", size=_megabytes(len(data)), limit=limit // limits.MEGABYTE)
    return data


def read(data: bytes, name: str, encoding: str | None = None) -> TextFile | TableFile | CountsFile:
    """Read a file by its name's ending; `encoding` overrides the guess.

    A .gz that does not say what is in it holds text. Raises Refusal where the file is too large,
    binary, broken or empty.
    """
    suffixes = [suffix.lower() for suffix in PurePath(name).suffixes]
    data = within_limit(data)
    if suffixes and suffixes[-1] == ".gz":
        data, name = _unpacked(data), PurePath(name).stem
        suffixes.pop()
        if not suffixes or suffixes[-1] not in KINDS:
            suffixes = [".txt"]
    suffix = suffixes[-1] if suffixes else ""
    if not data:
        raise Refusal("empty_file")
    counts = counts_in(data, name)
    if counts is not None:
        return counts
    if suffix == ".parquet":
        return rows_of_parquet(data)
    if suffix in TABLE_SUFFIXES:
        return rows_of_text(*decoded(data, encoding), tabs=suffix == ".tsv")
    if suffix in TEXT_SUFFIXES:
        return TextFile(*decoded(data, encoding))
    if suffix == ".jsonl":
        raise Refusal("lines_without_counts")
    raise Refusal("unknown_kind", kinds=", ".join(KINDS))


def _unpacked(data: bytes) -> bytes:
    """Unpack gzip, all of its members, and stop as soon as the limit is passed."""
    unpacked = bytearray()
    while data:
        member = zlib.decompressobj(wbits=31)
        try:
            unpacked += member.decompress(data, limits.LARGEST + 1 - len(unpacked))
        except zlib.error as error:
            raise Refusal("broken_gz") from error
        if len(unpacked) > limits.LARGEST:
            raise Refusal("unpacks_too_large", limit=limits.LARGEST // limits.MEGABYTE)
        if not member.eof:
            raise Refusal("broken_gz")
        data = member.unused_data.lstrip(b"\0")
    return bytes(unpacked)


def _megabytes(size: int) -> float:
    return round(size / limits.MEGABYTE, 1)
