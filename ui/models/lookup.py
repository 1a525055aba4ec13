"""Tokens looked up in all tokenizers that come with the app at once, in a worker.

Open tokenizers would drive each other out of a worker's memory: it keeps their lists alone, which
were made once for all workers.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path

from bpe import Scheme, Training
from bpe.input.kinds import MEGABYTE
from bpe.merging.cells import Token
from bpe.readings.tokenizers import (
    TokenHits,
    TokenQuery,
    find_in_vocabulary,
    find_tokens,
)
from ui.cache import shared
from ui.corpora.jobs import Job, Resource
from ui.corpora.sandboxed import MOST, READING
from ui.corpora.spool import file_named
from ui.corpora.tokenizers import read_shipped, shipped
from ui.corpora.worker import report

Listed = tuple[Scheme, list[int], list[Token]]
"""How the tokens of a tokenizer are shown, their ids, and they themselves in that order."""

LARGEST = 64 * MEGABYTE
"""Bytes of all lists together: some 20 MB."""


def _listed(*keys: str) -> bytes:
    """Open each tokenizer, one after the other, and return all lists, pickled."""
    found: dict[str, Listed] = {}
    for done, key in enumerate(keys):
        report("listing", done, len(keys))
        real = read_shipped(key)
        ids = [*real.ids]
        found[key] = real.scheme, ids, [*real.tokens_of(ids)]
    return pickle.dumps(found, 5)


def listing() -> Job[bytes]:
    """Ask for the lists, which any worker reads in a moment that has them not."""
    keys = tuple(shipped())
    return Job(
        ("lists", *keys),
        _listed,
        keys,
        stage="listing",
        is_long=True,
        most=LARGEST,
        is_kept=True,
    )


def _load_lists(path: str) -> Mapping[str, Listed]:
    found: Mapping[str, Listed] = pickle.loads(Path(path).read_bytes())
    return found


def looked_up(asked: TokenQuery, most: int) -> Job[dict[str, TokenHits]]:
    """Look up in each tokenizer of the lists that `listing` gave: its name -> what is found."""
    key = listing().key
    file = file_named("listed", lambda: shared.get(listing().key))
    return Job(
        key=("looked up", key, asked, most),
        function=_look_up,
        arguments=(asked, most),
        seconds=READING,
        most=MOST,
        is_kept=True,
        resources=(Resource(key, _load_lists, (file,), is_light=True),),
    )


def _look_up(lists: Mapping[str, Listed], asked: TokenQuery, most: int) -> dict[str, TokenHits]:
    return {
        key: find_tokens(scheme, zip(ids, tokens, strict=True), asked, most)
        for key, (scheme, ids, tokens) in lists.items()
    }


def in_run(training: Training, asked: TokenQuery, most: int) -> TokenHits:
    """Look up in what a run has learned, from a job that reads it."""
    return find_in_vocabulary(training.tokenizer(), asked, most)
