"""Readings of tokenizers: tokens looked up in all at once, and what chapters show of one.

A worker does this; no Streamlit here. Long tokens are cut to their beginning.

Open tokenizers of the app would drive each other out of a worker's memory: it keeps their lists
alone, which were made once for all workers.
"""

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bpe import Scheme, Training
from bpe.encoding.encoded import Method
from bpe.input.opening import MEGABYTE
from bpe.merging.cells import Token
from bpe.readings.tokenizers import (
    AnyTokenizer,
    TokenHits,
    TokenQuery,
    find_in_vocabulary,
    find_tokens,
    rows_around,
    tokens_refused_after,
)
from ui.cache import shared
from ui.corpora.jobs import Job, Resource
from ui.corpora.sandboxed import MOST, READING
from ui.corpora.tokenizers import read_shipped, shipped
from ui.corpora.worker import report
from ui.draw.readings import Rows, beginning, lives_of
from ui.spool import file_named

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


def find_shown(tokenizer: AnyTokenizer, query: TokenQuery, most: int) -> TokenHits:
    """Look up in the whole list of a tokenizer."""
    found = find_in_vocabulary(tokenizer, query, most)
    hits = (
        each._replace(token=beginning(each.token), text=str(beginning(each.text)))
        for each in found.hits
    )
    return replace(found, hits=tuple(hits))


@dataclass(frozen=True)
class RefusedTokens:
    """Tokens tried behind a prompt: every one, or of many every second, third, ...

    Attributes:
        tried: how many. apart: how far apart.
        refused: how many cannot follow. last: the last of these, words if there are any.
    """

    tried: int
    apart: int
    refused: int
    last: tuple[Token, ...]


def refused_tokens(
    tokenizer: AnyTokenizer, prompt: str, most: int, method: Method, shown: int
) -> RefusedTokens:
    """Try at most so many tokens behind a prompt; name some of those that cannot follow."""
    tried, apart, refused = tokens_refused_after(tokenizer, prompt, most, method)
    words = [each for each in refused if each[1].isalpha()] or refused
    last = tokenizer.tokens_of([id_ for id_, _ in words[-shown:]])
    return RefusedTokens(tried, apart, len(refused), tuple(map(beginning, last)))


NumberedTokens = list[tuple[int, Token | None]]


def rows_shown(tokenizer: AnyTokenizer, id_: int, rows: int | None) -> tuple[int, NumberedTokens]:
    """Return how many rows a model has for its ids, and those to show around one."""
    count, near = rows_around(tokenizer, id_, rows)
    return count, [(at, None if token is None else beginning(token)) for at, token in near]


def left_over(training: Training, most: int) -> tuple[int, int, Rows]:
    """List what is left of each merged token at the end of a run, the least first.

    Return how many are nowhere any more, of how many, and the rows. Columns: token, rank, born,
    left, share.
    """
    found = [life for life in lives_of(training) if life.born]
    never = sum(not each.left for each in found)
    rows = [
        (each.token, each.rank, each.births, each.left, each.share)
        for each in sorted(found, key=lambda each: each.share)[:most]
    ]
    return never, len(found), Rows(("token", "rank", "born", "left", "share"), rows).cut()
