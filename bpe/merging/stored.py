"""A run as one file: a zip of `record.json` and a .npy for each column, as `numpy.savez` has it.

Nothing in it is ever run: no pickle is written or read. What is read is not believed before it is
proven to be a record of its own words, so that a damaged file and a forged one are refused alike.
"""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from dataclasses import asdict, fields
from typing import Any, NamedTuple, get_args

import numpy as np

from ..corpus import LARGEST as LARGEST_COUNT
from ..corpus import Corpus
from ..errors import CorpusError, short
from ..schemes import Scheme, scheme_of
from .cells import Cells, Token, join, lay_out
from .columns import Columns
from .log import Log
from .proof import holds
from .values import Reason

VERSION = 1
LARGEST = 2**30
"""Bytes of a file when it is unpacked."""

RECORD = "record.json"
COLUMNS = tuple(each.name for each in fields(Log) if each.type == "np.ndarray")
TIES = "score_ties"
_HEAD = re.compile(
    rb"\x93NUMPY\x01\x00(..)\{'descr': '(<[iu][248])', 'fortran_order': False, "
    rb"'shape': \((\d{1,10}),\), \} *\n",
    re.DOTALL,
)


class Stored(NamedTuple):
    """What a file holds of a run, in the order in which a `Training` is made of it."""

    scheme: Scheme
    corpus: Corpus
    cells: Cells
    log: Log
    reason: Reason
    min_frequency: int


def pack(scheme: Scheme, corpus: Corpus, log: Log, reason: Reason, min_frequency: int) -> bytes:
    """Return a run as the bytes of a file; the same run gives the same bytes."""
    record = {
        "version": VERSION,
        "scheme": asdict(scheme),
        "source": corpus.source,
        "words": corpus.words,
        "reason": reason,
        "min_frequency": min_frequency,
        "next": log.next,
        "examined": log.counters["examined"],
    }
    columns = {name: getattr(log, name) for name in COLUMNS}
    columns["word_counts"] = np.array(corpus.counts, dtype=np.int64)
    if log.score_ties is not None:
        columns[TIES] = np.array(log.score_ties, dtype=np.int64)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        # Half of a surrogate pair, which a word can be, has no UTF-8.
        archive.writestr(zipfile.ZipInfo(RECORD), json.dumps(record), zipfile.ZIP_DEFLATED)
        for name, column in columns.items():
            file = io.BytesIO()
            little = np.asarray(column, dtype=column.dtype.newbyteorder("<"))
            np.lib.format.write_array(file, little, version=(1, 0), allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy")
            archive.writestr(entry, file.getvalue(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def unpack(name: str, data: bytes) -> Stored:
    """Return the run that a file holds. Raises `CorpusError` for what `pack` did not write."""
    try:
        members = _members(data)
        record = json.loads(members.pop(RECORD))
        version = record["version"]
        if version != VERSION:
            raise CorpusError("record_version", file=name, version=VERSION, value=short(version))
        columns = {file.removesuffix(".npy"): _column(held) for file, held in members.items()}
        return _stored(record, columns)
    except CorpusError as error:
        if error.code == "record_version":
            raise
        raise CorpusError("record", file=name) from error
    except _BROKEN as error:
        raise CorpusError("record", file=name) from error


# What zip, JSON and the values of a file that is none can end in.
_BROKEN = (
    *(ValueError, TypeError, KeyError, IndexError, AttributeError, EOFError, OverflowError),
    *(zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, MemoryError),
)
_WAYS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)


def _members(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip, by name; no more than `LARGEST` bytes of them."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        known = {RECORD, *(f"{each}.npy" for each in (*COLUMNS, "word_counts", TIES))}
        names = [entry.filename for entry in entries]
        sizes = [entry.file_size for entry in entries]
        if len(names) != len(set(names)) or not known >= set(names) or sum(sizes) > LARGEST:
            raise ValueError(names)
        if any(entry.compress_type not in _WAYS for entry in entries):
            raise ValueError(names)
        # What a file says its size is, is the most that is read of it.
        return {entry.filename: archive.read(entry) for entry in entries}


def _column(data: bytes) -> np.ndarray:
    """Read a .npy of whole numbers in one dimension, without NumPy's reader of headers."""
    head = _HEAD.match(data)
    if head is None or head.end() != 10 + int.from_bytes(head[1], "little"):
        raise ValueError(data[:80])
    column = np.frombuffer(data, head[2].decode(), offset=head.end())
    if len(column) != int(head[3]):
        raise ValueError(data[:80])
    return column.astype(column.dtype.newbyteorder("="))


def _stored(record: dict[str, Any], columns: dict[str, np.ndarray]) -> Stored:
    """Make a run of what was read. Raises `ValueError` and its like for what is no run."""
    scheme = scheme_of(record["scheme"])
    corpus = _corpus(record, columns.pop("word_counts"))
    reason, least = record["reason"], record["min_frequency"]
    if reason not in get_args(Reason):
        raise ValueError(reason)
    cells = lay_out(corpus.words, corpus.counts, scheme)
    ties = columns.pop(TIES, None)
    if (ties is None) != (scheme.score == "count") or set(columns) != set(COLUMNS):
        raise ValueError(sorted(columns))
    steps, born = len(columns["merged"]), len(columns["lefts"]) - 1
    size = len(cells.alphabet) + steps
    weights = cells.weights.dtype
    types: dict[str, np.dtype[Any]] = {name: np.dtype(np.int64) for name in COLUMNS}
    types |= dict.fromkeys(("lefts", "rights", "merged", "passed_over"), np.dtype(np.int32))
    types |= {"initial_counts": weights, "births": weights, "chosen_for": np.dtype(np.int16)}
    types["erased"] = np.dtype(np.uint16 if size < np.iinfo(np.uint16).max else np.int32)
    if any(column.dtype != types[name] for name, column in columns.items()):
        raise ValueError({name: column.dtype for name, column in columns.items()})
    columns["taken_from"] = columns["taken_from"].astype(np.intp)
    log = Log(
        # What they are called is known once what they are is proven.
        tokens=("",) * size,
        **columns,
        next=None if record["next"] is None else _whole(record["next"], 1),
        score_ties=None if ties is None else ties.tolist(),
        counters={
            "merges": steps,
            "examined": _whole(record["examined"], 0),
            "born": born,
            "cells": int(np.count_nonzero(cells.ids)),
        },
    )
    if not holds(cells, log):
        raise ValueError("log")
    tokens: list[Token] = list(cells.alphabet)
    for pair in log.merged.tolist():
        tokens.append(join(tokens[log.lefts[pair]], tokens[log.rights[pair]], scheme))
    object.__setattr__(log, "tokens", tuple(tokens))
    rules = Columns(scheme, corpus, cells, log)
    if any(rules.forbids(pair) for pair in log.merged.tolist()):
        raise ValueError("merged")
    return Stored(scheme, corpus, cells, log, reason, _whole(least, 1))


def _corpus(record: dict[str, Any], counts: np.ndarray) -> Corpus:
    words, source = record["words"], record["source"]
    if type(words) is not list or {*map(type, words)} != {str} or type(source) is not str:
        raise ValueError("words")
    if len(set(words)) < len(words):
        raise ValueError("words")
    if counts.dtype != np.int64 or counts.max() > LARGEST_COUNT:
        raise ValueError("counts")
    return Corpus(tuple(words), tuple(counts.tolist()), source)


def _whole(value: object, least: int) -> int:
    if type(value) is not int or not least <= value <= LARGEST_COUNT:
        raise ValueError(value)
    return value
