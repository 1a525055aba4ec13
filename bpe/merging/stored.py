"""A run as one file: what it was trained on and how, from which it is learned again.

Nothing in a file is run or believed: no pickle is written or read, and the merges are not in it,
only a digest by which it is seen that learning them again made the same.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ..corpus import Corpus
from ..errors import CorpusError, short
from ..schemes import scheme_of
from .cells import Token
from .columns import Columns
from .values import Reason

VERSION = 2
LARGEST = 2**28
"""Bytes of a file when it is unpacked."""


def pack(run: Columns, reason: Reason) -> bytes:
    """Return a run as the bytes of a file; the same run gives the same bytes."""
    scheme, corpus = run.scheme, run.corpus
    limits = {"max_merges": len(run), "vocab_size": len(run.alphabet) + len(run)}
    forced = [(step, run.next_pair(step)) for step in run.log.forced.tolist()]
    record = {
        "version": VERSION,
        "scheme": asdict(scheme),
        "source": corpus.source,
        "words": corpus.words,
        "counts": corpus.counts,
        "limits": {reason: limits[reason]} if reason in limits else {},
        "min_frequency": run.min_frequency,
        "forced": [[step, *map(_written, run.pair(pair))] for step, pair in forced if pair],
        "digest": digest(run),
    }
    # Half of a surrogate pair, which a word can be, has no UTF-8.
    return gzip.compress(json.dumps(record).encode("ascii"), 6, mtime=0)


def unpack(path: Path) -> tuple[dict[str, Any], str]:
    """Return what `train` is to be called with, and the digest of what that is to learn.

    Raises `CorpusError` for what `pack` did not write.
    """
    name = path.name
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise CorpusError("record", file=name)
    data = path.read_bytes()
    if data[:2] == b"PK":
        raise CorpusError("record_version", file=name, version=VERSION, value="1")
    try:
        unzip = zlib.decompressobj(wbits=31)
        text = unzip.decompress(data, LARGEST)
        if not unzip.eof:
            raise ValueError("longer")
        record = json.loads(text)
        version = record["version"]
        if version == VERSION:
            return _asked(record), record["digest"]
    except (ValueError, TypeError, KeyError, RecursionError, zlib.error) as error:
        raise CorpusError("record", file=name) from error
    raise CorpusError("record_version", file=name, version=VERSION, value=short(version))


def digest(run: Columns) -> str:
    """Return what tells the merges of a run, and how often each occurred, from any others."""
    log = run.log
    columns = (run.merge_ids, log.counts, log.forced)
    numbers = (np.ascontiguousarray(each, dtype="<i8").tobytes() for each in columns)
    return hashlib.sha256(b"|".join((repr(run.alphabet).encode(), *numbers))).hexdigest()


def _asked(record: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `train`, which has the last word on each value."""
    words, counts, limits = (record[name] for name in ("words", "counts", "limits"))
    if not all(type(word) is str for word in words) or len(set(words)) < len(words):
        raise ValueError("words")
    if type(limits) is not dict or not set(limits) <= {"max_merges", "vocab_size"}:
        raise ValueError("limits")
    if type(record["source"]) is not str or type(record["digest"]) is not str:
        raise ValueError("source")
    corpus = Corpus.from_counts(dict(zip(words, counts, strict=True)), source=record["source"])
    return {
        "corpus": corpus,
        "scheme": scheme_of(record["scheme"]),
        **limits,
        "min_frequency": record["min_frequency"],
        "forced": {step: (_read(left), _read(right)) for step, left, right in record["forced"]},
    }


def _written(token: Token) -> object:
    return token if isinstance(token, str) else list(token)


def _read(token: str | list[int]) -> Token:
    return token if isinstance(token, str) else bytes(token)
