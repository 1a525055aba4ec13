"""Readings of a record as plain data: the rows of tables.

Cells have the record's types: a token is a `str` or `bytes`, a pair or a split a tuple of tokens.
Nothing here counts a pair or picks a winner.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from bpe import Scheme, Snapshot, Training
from bpe.player.tokens import MAX_SHOWN_CHARS, Token, beginning, exact, short, visible
from bpe.readings.lifetimes import STATUSES, Lifetime, TokenState, lifetimes, token_states
from ui.cache import remembered

ROWS = 100
"""Maximum number of rows drawn of a table; the archive has all rows."""

WORDS = 6
"""Maximum number of example words for a pair."""

MAX_SPLIT_CHARS = 60
"""Maximum number of tokens shown of a split."""

MAX_SEARCHED_CHARS = 10_000
"""Maximum number of characters of a token that are searched."""

STATUS_NAMES = ("all", *(status.replace(" ", "_") for status in STATUSES))
"""All tokens, or the tokens of one status."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Rows:
    """The rows of a table as plain data: a tuple of cells per row, in the order of the columns.

    more: True if the table has further rows, which are omitted.
    """

    names: tuple[str, ...]
    cells: Sequence[tuple[Any, ...]]
    more: bool = False

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.cells)

    def __iter__(self) -> Iterator[Row]:
        """Each row as column -> cell."""
        return (dict(zip(self.names, row, strict=True)) for row in self.cells)

    def column(self, name: str) -> list[Any]:
        """Return the cells of one column."""
        place = self.names.index(name)
        return [row[place] for row in self.cells]

    def cut(self) -> "Rows":
        """Return the rows with each cell shortened for display."""
        return Rows(self.names, [tuple(map(cut, row)) for row in self.cells], self.more)


@dataclass(frozen=True)
class CutSplit:
    """A shortened split: its first tokens, and its full length."""

    tokens: tuple[Token, ...]
    length: int

    def __len__(self) -> int:
        """Number of tokens of the whole split."""
        return self.length

    def __getitem__(self, shown: slice) -> tuple[Token, ...]:
        """Return some of the first tokens."""
        return self.tokens[shown]


def cut(cell: Any) -> Any:
    """Return a cell shortened for display: the beginning of a long token, word or split.

    Markup is not shortened.
    """
    if type(cell) in (str, bytes) and len(cell) > MAX_SHOWN_CHARS:
        return beginning(cell)
    if isinstance(cell, tuple):
        shown = tuple(map(cut, cell[:MAX_SPLIT_CHARS]))
        return shown if len(cell) <= MAX_SPLIT_CHARS else CutSplit(shown, len(cell))
    return cell


def pairs(
    snapshot: Snapshot,
    limit: int | None = ROWS,
    search: str = "",
    asked: Sequence[str] = (),
) -> Rows:
    """List the pairs of the corpus at this step that show `search`, the next merge first.

    "er" finds er in a token, and the pair e, r. The pair `asked`, with each token in its exact
    form, comes first.
    Columns: pair, count, score, asked (if given), chosen (it is the next merge), forbidden (the
        rule that forbids merging it, or None), words (with the pair, most frequent first: tuples of
        word and count, one more than `WORDS` if there are more).
    """
    ids = snapshot.pair_ids(None if search else _and_one(limit))
    if search:
        ids = _showing(snapshot.training, ids, search)
    wanted = find_pair(snapshot, asked) if asked else None
    if wanted is not None:
        ids = [wanted, *(each for each in ids if each != wanted)]
    chosen = snapshot.next.pair if snapshot.next else None
    shown = [snapshot.pair_count(each) for each in ids[:limit]]
    names = ("asked",) if asked else ()
    rows = [
        (
            each.pair,
            each.count,
            each.score,
            *(id_ == wanted for _ in names),
            each.pair == chosen,
            each.forbidden,
            tuple(words),
        )
        for id_, each, words in zip(
            ids, shown, snapshot.words_of_pairs(shown, WORDS + 1), strict=False
        )
    ]
    columns = ("pair", "count", "score", *names, "chosen", "forbidden", "words")
    return Rows(columns, rows, len(ids) > len(rows))


def find_pair(snapshot: Snapshot, asked: Sequence[str]) -> int | None:
    """Return the ID of a pair, each token in its exact form; None if it does not occur now.

    Among pairs with the same text it is the first one.
    """
    training, counts = snapshot.training, snapshot.pair_counts
    left, right = ([exact(each) == name for each in training.tokens] for name in asked)
    lefts, rights = training.log.lefts[: len(counts)], training.log.rights[: len(counts)]
    found = np.flatnonzero(np.array(left)[lefts] & np.array(right)[rights] & (counts > 0))
    return int(found[np.argmax(snapshot.pair_scores[found])]) if len(found) else None


def _showing(training: Training, pairs: list[int], search: str) -> list[int]:
    """Return the pairs, by ID, that match every part of `search`.

    A part matches a token of the pair, or their merged token.
    """
    lefts, rights = training.log.lefts[pairs], training.log.rights[pairs]
    shown = [visible(token[:MAX_SEARCHED_CHARS]).casefold() for token in training.tokens]
    continued = training.scheme.mark if training.scheme.boundary == "continuation" else ""
    behind = [each.removeprefix(continued) for each in shown]
    is_found = np.ones(len(pairs), bool)
    for part in search.casefold().split():
        has = np.array([part in each for each in shown])
        shows = has[lefts] | has[rights]
        for at in range(1, len(part)):
            ends = np.array([each.endswith(part[:at]) for each in shown])
            begins = np.array([each.startswith(part[at:]) for each in behind])
            shows |= ends[lefts] & begins[rights]
        is_found &= shows
    return list(np.array(pairs, dtype=np.int64)[is_found].tolist())


def changes(snapshot: Snapshot, limit: int | None = ROWS) -> Rows:
    """List the changes by the last merge: its own pair first, then the largest change.

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
    return Rows(("pair", "kind", "before", "after", "cause"), rows, more)


def ties(snapshot: Snapshot, limit: int | None = ROWS) -> Rows:
    """List every tied best pair, the winner first.

    Columns: pair, count, score, chosen (it is the next merge), words (as in `pairs`).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    shown = [snapshot.pair_count(each) for each in snapshot.tied[:limit]]
    rows = [
        (each.pair, each.count, each.score, each.pair == chosen, tuple(words))
        for each, words in zip(shown, snapshot.words_of_pairs(shown, WORDS + 1), strict=True)
    ]
    more = len(snapshot.tied) > len(rows)
    return Rows(("pair", "count", "score", "chosen", "words"), rows, more)


def winners(snapshot: Snapshot) -> Rows:
    """List the winner of this step by each of `tie_choices`, this run's rule first.

    Columns: rule, pair, used (it is this run's rule), same (the winner is the next merge).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    used = snapshot.training.scheme.tie_rule
    winners = snapshot.winners_by_choice.items()
    rows = [(rule, pair, rule == used, pair == chosen) for rule, pair in winners]
    rows.sort(key=lambda row: not row[2])
    return Rows(("rule", "pair", "used", "same"), rows)


def words(snapshot: Snapshot, limit: int | None = ROWS, search: str = "") -> Rows:
    """List the distinct words that contain `search` with their splits, most frequent first.

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
    return Rows(("word", "count", "tokens", "length", "changed"), rows, more)


def find_words(snapshot: Snapshot, search: str, limit: int | None = None) -> list[str]:
    """List the words of the corpus that contain `search`, most frequent first."""
    words, wanted = snapshot.training.corpus.words, search.casefold()
    by_frequency = (words[index] for index in snapshot.training.frequency_order.tolist())
    found = (word for word in by_frequency if wanted in word.casefold())
    return list(islice(found, limit))


def changed_words(snapshot: Snapshot, limit: int | None = ROWS) -> Rows:
    """List the words the merge that led to this step changed, most frequent first.

    Columns: word, count, before_tokens, tokens.
    """
    found = snapshot.changed_words(_and_one(limit))
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:limit]]
    more = len(found) > len(rows)
    return Rows(("word", "count", "before_tokens", "tokens"), rows, more)


def statuses(snapshot: Snapshot) -> dict[str, int]:
    """Count the tokens of the vocabulary at this step, for each of `STATUS_NAMES`."""
    count = Counter(each.status for each in _entries(snapshot.training, snapshot.step))
    numbers = (count.total(), *(count[status] for status in STATUSES))
    return dict(zip(STATUS_NAMES, numbers, strict=True))


def vocabulary(
    snapshot: Snapshot, limit: int | None = ROWS, search: str = "", status: str = "all"
) -> Rows:
    """List the tokens of the vocabulary at this step that match `search`, in ID order.

    `status` is one of `STATUS_NAMES`.

    Columns: id, token, kind (alphabet, mark, special, merge), count (in the corpus now), born (the
    step that made it; 0 if no merge made it), status, inside (the most frequent token in use that
    was made from it, or None).
    """
    matches, wanted = matcher(search), status.replace("_", " ")
    found = [
        each
        for each in _entries(snapshot.training, snapshot.step)
        if wanted in ("all", each.status) and matches(each.token)
    ]
    columns = ("id", "token", "kind", "count", "born", "status", "inside")
    rows = [tuple(getattr(each, name) for name in columns) for each in found[:limit]]
    return Rows(columns, rows, len(found) > len(rows))


@dataclass(frozen=True)
class VocabularyAtStep:
    """The vocabulary at a step: its rows, and the numbers above them.

    Attributes:
        kinds: kind of token -> number of tokens.
        statuses: the number of tokens of each of `STATUS_NAMES`.
        rows: the tokens of one status that match the search.
    """

    step: int
    scheme: Scheme
    size: int
    kinds: dict[str, int]
    statuses: dict[str, int]
    rows: Rows


def vocabulary_at(snapshot: Snapshot, search: str, status: str) -> VocabularyAtStep:
    """Read the vocabulary at a step, with the rows of one status that match `search`."""
    return VocabularyAtStep(
        snapshot.step,
        snapshot.training.scheme,
        int(snapshot.training.vocabulary_sizes[snapshot.step]),
        {str(kind): number for kind, number in snapshot.kinds.items()},
        statuses(snapshot),
        vocabulary(snapshot, search=search, status=status),
    )


@remembered
def _entries(training: Training, step: int) -> tuple[TokenState, ...]:
    return tuple(token_states(training.snapshot(step)))


def merges(training: Training) -> Rows:
    """List the learned merges in the order they were learned.

    Columns: rank (from 0), pair, token (what the pair becomes), count, score, ties (number of tied
    best pairs, the winner included).
    """
    rows = [
        (each.rank, each.pair, each.token, each.count, each.score, int(tied))
        for each, tied in zip(training.merges, training.tie_counts, strict=True)
    ]
    return Rows(("rank", "pair", "token", "count", "score", "ties"), rows)


def over_time(training: Training) -> Rows:
    """List the run's totals by step, from 0 to the last.

    Columns: step, tokens (in the whole corpus), vocabulary (its size), winner_count (of the next
    pair; None at the last step).
    """
    totals = training.token_counts.tolist(), training.vocabulary_sizes.tolist()
    winners = (*(merge.count for merge in training.merges), None)
    rows = [*zip(range(len(winners)), *totals, winners, strict=True)]
    return Rows(("step", "tokens", "vocabulary", "winner_count"), rows)


def _and_one(limit: int | None) -> int | None:
    """One more row than a page draws, to detect further rows."""
    return None if limit is None else limit + 1


def matcher(search: str) -> Callable[..., bool]:
    """Return a function that tests whether tokens match every space-separated part of `search`."""
    parts = search.casefold().split()
    shown = lru_cache(maxsize=None)(lambda token: visible(token[:MAX_SEARCHED_CHARS]).casefold())
    return lambda *tokens: all(part in " ".join(map(shown, tokens)) for part in parts)


@remembered
def lives_of(training: Training) -> list[Lifetime]:
    """Return the lifetime of every token, in ID order."""
    return lifetimes(training)


def word_of_row(training: Training, shown: str) -> str | None:
    """Return the most frequent word with this row name in a table, or None."""
    words = (training.corpus.words[place] for place in training.frequency_order.tolist())
    return next((word for word in words if short(word) == shown), None)
