"""The whole record as Parquet: a few tables from which every step can be read.

What each column is, says `tables.parquet_about` in the catalogue. Tokens are text, or binary
where the run is of bytes; half of a surrogate pair, which has no UTF-8, is written as an escape.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from bpe import Training
from ui.draw.tokens import Token

MOST_ROWS = 3_000_000
"""Rows of a table, or tokens of its lists; a larger one is left out."""

Columns = dict[str, Any]


def parquet_files(training: Training) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each table; those that `too_large` names are left out."""
    # A server starts without it; most readers never ask for a file.
    import pyarrow
    from pyarrow import parquet

    for name, columns in _TABLES.items():
        if name not in too_large(training):
            file = io.BytesIO()
            parquet.write_table(pyarrow.table(columns(training)), file, compression="zstd")
            yield name, file.getvalue()


def too_large(training: Training) -> list[str]:
    """Name the tables that have more than `MOST_ROWS`."""
    sizes = {"words": len(training.ids), "pairs": len(training.log.lefts) - 1}
    return [f"{name}.parquet" for name, size in sizes.items() if size > MOST_ROWS]


def _merges(training: Training) -> Columns:
    """One row a merge. `tokens` and `vocabulary` are sizes after it."""
    steps = np.arange(1, len(training) + 1, dtype=np.int32)
    left, right = training.merge_ids.T
    tokens = _texts(training.tokens)
    return {
        "step": steps,
        "left": tokens.take(_array(left)),
        "right": tokens.take(_array(right)),
        "token": tokens.take(_array(len(training.alphabet) + steps - 1)),
        "count": training.log.counts,
        "score": training.scores,
        "replaced": training.replacements,
        "ties": np.asarray(training.tie_counts, dtype=np.int64),
        "tokens": training.token_counts[1:],
        "vocabulary": np.asarray(training.vocabulary_sizes, dtype=np.int64)[1:],
    }


def _tokens(training: Training) -> Columns:
    """One row a token, in id order; `born` is the step that made it, 0 for the alphabet."""
    entries = training.snapshot(len(training)).vocabulary
    return {
        "id": np.array([each.id for each in entries], dtype=np.int32),
        "token": _texts([each.token for each in entries]),
        "kind": _texts([each.kind for each in entries]),
        "born": np.array([each.born for each in entries], dtype=np.int32),
    }


def _words(training: Training) -> Columns:
    """One row a distinct word: its tokens at step 0, and when each was joined to the one before."""
    import pyarrow

    starts = training.starts
    within = np.ones(len(training.ids), dtype=bool)
    within[: starts[0]] = within[starts[1:] - 1] = False  # what parts the words
    offsets = _array((starts - starts[0] - np.arange(len(starts))).astype(np.int32))
    erased = training.log.erased[within]
    joined = pyarrow.array(erased.astype(np.int32), mask=erased == training.log.never)
    tokens = _texts(training.tokens).take(_array(training.ids[within].astype(np.int64) - 1))
    return {
        "word": _texts(training.corpus.words),
        "count": training.word_counts,
        "tokens": pyarrow.ListArray.from_arrays(offsets, tokens),
        "joined": pyarrow.ListArray.from_arrays(offsets, joined),
    }


def _pairs(training: Training) -> Columns:
    """One row a pair that ever occurred, in the order of birth, numbered from 1."""
    import pyarrow

    log, tokens = training.log, _texts(training.tokens)
    initial = len(log.initial_counts) - 1
    born = np.repeat(np.arange(len(log.step_ends)), np.diff(log.step_ends, prepend=0))
    taken = np.concatenate((np.zeros(initial, dtype=np.int64), log.taken_from))
    merged = np.zeros(len(taken), dtype=np.int32)
    merged[log.merged - 1] = np.arange(1, len(training) + 1)
    return {
        "pair": np.arange(1, len(taken) + 1),
        "left": tokens.take(_array(log.lefts[1:])),
        "right": tokens.take(_array(log.rights[1:])),
        "born": np.concatenate((np.zeros(initial, dtype=np.int64), born)).astype(np.int32),
        "count": np.concatenate((log.initial_counts[1:], log.births)),
        "taken_from": pyarrow.array(taken, mask=taken == 0),
        "merged": pyarrow.array(merged, mask=merged == 0),
    }


def _array(values: np.ndarray) -> Any:
    import pyarrow

    return pyarrow.array(values)


def _texts(values: Sequence[Token]) -> Any:
    import pyarrow

    if any(isinstance(value, bytes) for value in values):
        kind = pyarrow.binary()
        values = [v if isinstance(v, bytes) else v.encode("utf-8", "replace") for v in values]
        return pyarrow.array(values, kind)
    try:
        return pyarrow.array(values, pyarrow.string())
    except UnicodeEncodeError:
        clean = [str(value).encode("utf-8", "backslashreplace").decode() for value in values]
        return pyarrow.array(clean, pyarrow.string())


_TABLES: dict[str, Callable[[Training], Columns]] = {
    "merges.parquet": _merges,
    "tokens.parquet": _tokens,
    "words.parquet": _words,
    "pairs.parquet": _pairs,
}
