"""Counts that `python -m bpe count` wrote: what they were made of at once, their words later.

A file of them is read whole where its training runs, which is a process of its own for a large one.
"""

from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import PurePath

import pyarrow
from pyarrow import parquet

from bpe import Corpus, Scheme
from bpe.counting.origin import Origin, check_words
from bpe.counting.tables import opened, read_counts, tells_origin
from ui.catalogue import Refusal
from ui.corpora import limits

SUFFIXES = (".csv", ".jsonl", ".parquet")


@dataclass(frozen=True)
class CountsFile:
    """A file of counts, not yet read.

    Attributes:
        name: its name, as it is unpacked.
        data: its bytes, unpacked.
        origin: what the words were counted from, and how.
        rows: words in it, or about so many.
        size: bytes that they take when they are read, or about so many.
        encoding: none, since the format says so itself.
    """

    name: str
    data: bytes
    origin: Origin
    rows: int
    size: int
    encoding: None = None


def counts_in(data: bytes, name: str) -> CountsFile | None:
    """Return a file's counts; None for what `count` did not write, or said nothing of.

    Raises CorpusError for what it cannot have written so, and Refusal for too many words.
    """
    try:
        if PurePath(name).suffix.lower() not in SUFFIXES or not tells_origin(name, data):
            return None
        rows, size = _measured(data, name)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        if isinstance(error, Refusal):
            raise
        return None  # whoever reads tables says what is wrong with it
    if rows > limits.MOST_ROWS:
        raise Refusal("many_rows", limit=limits.MOST_ROWS)
    if size > 2 * limits.LARGEST:
        raise Refusal("unpacks_too_large", limit=limits.LARGEST // limits.MEGABYTE)
    with opened(name, data) as table:
        origin = table.origin
    return None if origin is None else CountsFile(name, data, origin, rows, size)


def _measured(data: bytes, name: str) -> tuple[int, int]:
    """Return the rows of a file and the bytes that they unpack to, as far as it says so."""
    if not name.lower().endswith(".parquet"):
        return data.count(b"\n"), len(data)
    found = parquet.ParquetFile(BytesIO(data)).metadata
    groups = range(found.num_row_groups)
    return found.num_rows, sum(found.row_group(each).total_byte_size for each in groups)


def corpus_of_counts(source: str, name: str, data: bytes, scheme: Scheme) -> Corpus:
    """Read the words. Raises CorpusError for a scheme that finds other words, or a faulty file."""
    with opened(name, data) as table:
        if table.origin is not None:
            check_words(table.origin.scheme, scheme)
    counts, origin = read_counts(name, data)
    longest = max(map(len, counts), default=0)
    if longest > limits.LONGEST_WORD:
        raise Refusal("long_word", length=longest, limit=limits.LONGEST_WORD)
    return replace(Corpus.from_counts(counts, source=source), origin=origin)
