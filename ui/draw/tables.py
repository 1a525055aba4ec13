"""Read the record into tables: one function a table, one row a thing one can point at.

Cells hold what the record holds: a token is a `str` or `bytes`, a pair or a split a tuple of
tokens. Nothing here counts a pair or picks a winner.

A table cut at `limit` has `attrs["more"]` set.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import islice
from numbers import Real
from typing import Any

import pandas as pd

from bpe import TIE_RULES, Snapshot, Training
from bpe.readings.ledger import STATUSES, LedgerEntry, ledger
from ui.corpora.cache import remembered
from ui.draw.tokens import exact, visible

ROWS = 100
"""Rows a page draws of one table, whatever is searched for; the archive has them all."""

WORDS = 6
"""Words named as examples of where a pair occurs."""

TOKEN_COLUMNS = frozenset(
    {"pair", "tokens", "before_tokens", "cause", "token", "first", "second", "joint", "inside"}
    | {*TIE_RULES, "suffix", "attached"}
)
"""Columns whose cells are a token or a tuple of tokens."""


STATUS_NAMES = ("all", *(status.replace(" ", "_") for status in STATUSES))
"""All tokens, or those of one status of the ledger."""


def pairs(
    snapshot: Snapshot,
    limit: int | None = ROWS,
    search: str = "",
    asked: Sequence[str] = (),
) -> pd.DataFrame:
    """List the pairs of the corpus at this step that show `search`, the next merge first.

    The pair of the two tokens `asked`, each in its exact form, stands before all others.
    Columns: pair, count, score, asked (where one is), chosen (it is the next merge), forbidden
    (the rule that keeps it from being merged, or None), words (where the pair occurs, most
    frequent first: tuples of word and its count, one more than `WORDS` where there are more).
    """
    if search:
        matches = matcher(search)
        found = [each for each in snapshot.pairs() if matches(*each.pair)]
    else:
        found = snapshot.pairs(_and_one(limit))
    wanted = None
    if asked:
        named = (each for each in snapshot.pairs() if [*map(exact, each.pair)] == [*asked])
        wanted = next(named, None)
    if wanted is not None:
        found = [wanted, *(each for each in found if each.pair != wanted.pair)]
    chosen = snapshot.next.pair if snapshot.next else None
    shown = found[:limit]
    names = ("asked",) if asked else ()
    rows = [
        (
            each.pair,
            each.count,
            each.score,
            *(each is wanted for _ in names),
            each.pair == chosen,
            each.forbidden,
            tuple(words),
        )
        for each, words in zip(shown, snapshot.words_of_pairs(shown, WORDS + 1), strict=True)
    ]
    columns = ("pair", "count", "score", *names, "chosen", "forbidden", "words")
    return frame_of(rows, *columns, more=len(found) > len(rows))


def changes(snapshot: Snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List what the merge that led to this step did: its own pair first, then the largest change.

    Columns: pair, kind (merged, vanished, appeared, rose, fell), before, after (counts), cause
    (the pair the occurrences went to or came from; None for the merged pair).
    """
    found = sorted(
        snapshot.changes, key=lambda each: (each.merged, abs(each.difference)), reverse=True
    )
    rows = [
        (
            each.pair,
            each.kind,
            each.before,
            each.after,
            None if each.merged else each.cause,
        )
        for each in found[:limit]
    ]
    more = len(found) > len(rows)
    return frame_of(rows, "pair", "kind", "before", "after", "cause", more=more)


def ties(snapshot: Snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List every pair tied for the lead, the one that wins first.

    Columns: pair, count, score, chosen (it is the next merge), words (as in `pairs`).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    shown = snapshot.ties[:limit]
    rows = [
        (each.pair, each.count, each.score, each.pair == chosen, tuple(words))
        for each, words in zip(shown, snapshot.words_of_pairs(shown, WORDS + 1), strict=True)
    ]
    more = len(snapshot.ties) > len(rows)
    return frame_of(rows, "pair", "count", "score", "chosen", "words", more=more)


def winners(snapshot: Snapshot) -> pd.DataFrame:
    """List who would win this step under each tie rule, the rule of this run first.

    Columns: rule, pair, used (it is this run's rule), same (the winner is the next merge).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    used = snapshot.training.scheme.tie_rule
    rows = [(rule, pair, rule == used, pair == chosen) for rule, pair in snapshot.winners.items()]
    rows.sort(key=lambda row: not row[2])
    return frame_of(rows, "rule", "pair", "used", "same")


def words(snapshot: Snapshot, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the distinct words that have `search` in them with their splits, most frequent first.

    Columns: word, count, tokens (its split), length (tokens in it), changed (by the merge that
    led to this step).
    """
    if search:
        found = [snapshot.word(word) for word in find_words(snapshot, search, _and_one(limit))]
    else:
        found = snapshot.words(_and_one(limit))
    rows = [
        (each.text, each.count, each.tokens, len(each.tokens), each.changed)
        for each in found[:limit]
    ]
    more = len(found) > len(rows)
    return frame_of(rows, "word", "count", "tokens", "length", "changed", more=more)


def find_words(snapshot: Snapshot, search: str, limit: int | None = None) -> list[str]:
    """List the words of the corpus that have `search` in them, most frequent first."""
    words, wanted = snapshot.training.corpus.words, search.casefold()
    by_frequency = (words[index] for index in snapshot.training.frequency_order.tolist())
    found = (word for word in by_frequency if wanted in word.casefold())
    return list(islice(found, limit))


def changed_words(snapshot: Snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List the words the merge that led to this step changed, most frequent first.

    Columns: word, count, before_tokens, tokens.
    """
    found = snapshot.changed_words(_and_one(limit))
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:limit]]
    more = len(found) > len(rows)
    return frame_of(rows, "word", "count", "before_tokens", "tokens", more=more)


def statuses(snapshot: Snapshot) -> dict[str, int]:
    """Count the tokens of the vocabulary at this step, for each of `STATUS_NAMES`."""
    count = Counter(each.status for each in _entries(snapshot.training, snapshot.step))
    numbers = (count.total(), *(count[status] for status in STATUSES))
    return dict(zip(STATUS_NAMES, numbers, strict=True))


def vocabulary(
    snapshot: Snapshot, limit: int | None = ROWS, search: str = "", status: str = "all"
) -> pd.DataFrame:
    """List the tokens of the vocabulary at this step that show `search`, in id order.

    `status` is one of `STATUS_NAMES`.

    Columns: id, token, kind (alphabet, mark, special, merge), count (in the corpus now), born (the
    step that made it; 0 for what no merge made), status, inside (the most frequent token in use
    that was made from it, or None).
    """
    matches, wanted = matcher(search), status.replace("_", " ")
    found = [
        each
        for each in _entries(snapshot.training, snapshot.step)
        if wanted in ("all", each.status) and matches(each.token)
    ]
    columns = ("id", "token", "kind", "count", "born", "status", "inside")
    rows = [tuple(getattr(each, name) for name in columns) for each in found[:limit]]
    return frame_of(rows, *columns, more=len(found) > len(rows))


@remembered
def _entries(training: Training, step: int) -> tuple[LedgerEntry, ...]:
    return tuple(ledger(training.snapshot(step)))


def merges(training: Training) -> pd.DataFrame:
    """List the learned merges in the order they were learned.

    Columns: rank (from 0), pair, token (what the pair becomes), count, score, ties (pairs that
    shared the lead, the winner included).
    """
    rows = [
        (each.rank, each.pair, each.token, each.count, each.score, int(tied))
        for each, tied in zip(training.merges, training.tie_counts, strict=True)
    ]
    return frame_of(rows, "rank", "pair", "token", "count", "score", "ties")


def over_time(training: Training) -> pd.DataFrame:
    """List the run's totals by step, from 0 to the last.

    Columns: step, tokens (in the whole corpus), vocabulary (its size), winner (count of the pair
    that the next merge joins; missing at the last step).
    """
    steps = range(len(training.merges) + 1)
    return pd.DataFrame(
        {
            "step": steps,
            "tokens": training.token_counts,
            "vocabulary": training.vocabulary_sizes,
            "winner": pd.array([*(each.count for each in training.merges), None], dtype="Int64"),
        }
    )


def frame_of(rows: Iterable[Any], *columns: str, more: bool = False) -> pd.DataFrame:
    """Build a frame whose cells stay as they are."""
    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    frame = pd.DataFrame(
        {
            name: pd.Series(cells, dtype=None if _numeric(cells) else object)
            for name, cells in zip(columns, by_column, strict=True)
        }
    )
    frame.attrs["more"] = more
    return frame


def _numeric(cells: Sequence[Any]) -> bool:
    return bool(cells) and isinstance(cells[0], Real)


def _and_one(limit: int | None) -> int | None:
    """One more than a page draws: its presence says that there are more."""
    return None if limit is None else limit + 1


def matcher(search: str) -> Callable[..., bool]:
    """Return a test whether tokens show every space-separated part of `search`."""
    parts = search.casefold().split()
    shown = lru_cache(maxsize=None)(lambda token: visible(token).casefold())
    return lambda *tokens: all(part in " ".join(map(shown, tokens)) for part in parts)
