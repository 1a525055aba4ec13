"""A run as a small JSON: its corpus and settings, from which it is trained again.

Nothing in a file is run or believed: neither a pickle nor a merge is in it.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from .corpus import Corpus
from .errors import CorpusError, check_text
from .input.kinds import UNBOUNDED
from .input.opening import read_file
from .merging.cells import Token
from .merging.columns import Columns
from .merging.values import Reason
from .schemes import scheme_of

Learned = TypeVar("Learned")

_MADE_UP = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


def save_run(path: Path, run: Columns, reason: Reason) -> None:
    """Write a run into a file; the same run gives the same bytes."""
    limits = {"max_merges": len(run), "vocab_size": len(run.tokens)}
    forced = [(step, run.next_pair(step)) for step in run.log.forced.tolist()]
    record = {
        "source": run.corpus.source,
        "words": dict(run.corpus.items()),
        "scheme": asdict(run.scheme),
        "min_frequency": run.min_frequency,
        "forced": [[step, *map(_written, run.pair(pair))] for step, pair in forced if pair],
    }
    if reason in limits:
        record[reason] = limits[reason]
    # Half of a surrogate pair, which a word can be, has no UTF-8: it is written as if it had.
    path.write_bytes(json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass"))


def load_run(path: Path, learn: Callable[..., Learned]) -> Learned:
    """Return what `learn`, which is `train`, makes of a run that `save_run` wrote.

    Raises `CorpusError` for anything else.
    """
    try:
        record = json.loads(read_file(path, UNBOUNDED).decode("utf-8", "surrogatepass"))
        words, source, scheme = (record.pop(name) for name in ("words", "source", "scheme"))
        check_text(source)
        corpus = Corpus.from_counts(words, source=source)
        forced = {step: (_token(left), _token(right)) for step, left, right in record.pop("forced")}
        return learn(corpus, scheme_of(scheme), forced=forced, **record)
    except _MADE_UP as error:
        raise CorpusError("record", file=path.name) from error


def _written(token: Token) -> object:
    return token if isinstance(token, str) else list(token)


def _token(token: str | list[int]) -> Token:
    return token if isinstance(token, str) else bytes(token)
