"""Tokens looked up in all tokenizers that come with the app at once, and in a run, in a worker.

Opened one after the other they would drive each other out of a worker's memory: it keeps their
lists of tokens alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from bpe import Scheme, Training
from bpe.files.ids import Ids
from bpe.merging.cells import Token
from bpe.readings.tokenizers import Asked, Found, find, find_in
from ui.corpora.foreign import MOST, READING
from ui.corpora.jobs import Job, Resource
from ui.corpora.readings import reading
from ui.corpora.tokenizers import read_shipped, shipped
from ui.corpora.worker import report


@dataclass(frozen=True)
class Listed:
    """The tokens of a tokenizer, in order of their ids."""

    scheme: Scheme
    ids: Ids
    tokens: tuple[Token, ...]


def _listed(*keys: str) -> dict[str, Listed]:
    """Open each tokenizer, one after the other, and keep its list."""
    found: dict[str, Listed] = {}
    for done, key in enumerate(keys):
        report("listing", done, len(keys))
        real = read_shipped(key)
        found[key] = Listed(real.scheme, real.ids, real.named([*real.ids]))
    return found


def _lists() -> Resource:
    return Resource(("lists", *shipped()), _listed, partial(tuple, shipped()), 2 * READING)


def listing() -> Job[int]:
    """Ask for the lists: what is looked for may change meanwhile without beginning anew."""
    lists = _lists()
    return Job(lists.key, len, stage="listing", is_long=True, is_kept=True, resource=lists)


def looked_up(asked: Asked, most: int) -> Job[dict[str, Found]]:
    """Look up in each tokenizer that comes with the app: its name -> what is found."""
    lists = _lists()
    return Job(
        key=("looked up", lists, asked, most),
        function=_look_up,
        arguments=(asked, most),
        seconds=READING,
        most=MOST,
        is_kept=True,
        resource=lists,
    )


def _look_up(lists: Mapping[str, Listed], asked: Asked, most: int) -> dict[str, Found]:
    return {
        key: find(each.scheme, zip(each.ids, each.tokens, strict=True), asked, most)
        for key, each in lists.items()
    }


def looked_up_in_run(training: Training, asked: Asked, most: int) -> Job[Found]:
    """Look up in what a run has learned."""
    return reading(_look_up_in_run, training, asked, most)


def _look_up_in_run(training: Training, asked: Asked, most: int) -> Found:
    return find_in(training.tokenizer(), asked, most)
