"""Read the record into tables: one function a table, one row a thing one can point at.

Cells hold what the record holds: a token is a `str` or `bytes`, a pair or a split a tuple of
tokens. `as_csv` writes them as text. Nothing here counts a pair or picks a winner.

A table cut at `limit` has `attrs["more"]` set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from numbers import Real

import pandas as pd

from ui.draw.tokens import visible

ROWS = 200
"""Rows a page draws of one table; a download has them all."""

TOKENS = 1000
"""Tokens a page draws of the vocabulary."""

WORDS = 6
"""Words named as examples of where a pair occurs."""

TOKEN_COLUMNS = frozenset(
    {"pair", "tokens", "before_tokens", "cause", "token", "first", "second", "joint", "inside"}
)
"""Columns whose cells are a token or a tuple of tokens."""

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def pairs(snapshot, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the pairs of the corpus at this step that show `search`, the next merge first.

    Columns: pair, count, score, chosen (it is the next merge), forbidden (the rule that keeps it
    from being merged, or None), words (where the pair occurs, most frequent first: tuples of word
    and its count, one more than `WORDS` where there are more).
    """
    if search:
        matches = matcher(search)
        found = [each for each in snapshot.pairs() if matches(*each.pair)]
    else:
        found = snapshot.pairs(None if limit is None else limit + 1)
    chosen = snapshot.next.pair if snapshot.next else None
    shown = found[:limit]
    rows = [
        (each.pair, each.count, each.score, each.pair == chosen, each.forbidden, tuple(words))
        for each, words in zip(shown, snapshot.words_of_pairs(shown, WORDS + 1), strict=True)
    ]
    return frame_of(
        rows, "pair", "count", "score", "chosen", "forbidden", "words", more=len(found) > len(rows)
    )


def changes(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List what the merge that led to this step did: its own pair first, then the largest change.

    Columns: pair, kind (merged, vanished, appeared, rose, fell), before, after (counts), cause
    (the pair the occurrences went to or came from; None for the merged pair).
    """
    rows = [
        (each.pair, _kind(each), each.before, each.after, _cause(each)) for each in snapshot.changes
    ]
    rows.sort(key=lambda row: (row[1] != "merged", -abs(row[3] - row[2])))
    cut = rows[:limit]
    return frame_of(cut, "pair", "kind", "before", "after", "cause", more=len(rows) > len(cut))


def ties(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
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


def winners(snapshot) -> pd.DataFrame:
    """List who would win this step under each tie rule, the rule of this run first.

    Columns: rule, pair, used (it is this run's rule), same (the winner is the next merge).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    used = snapshot.training.scheme.tie_rule
    rows = [(rule, pair, rule == used, pair == chosen) for rule, pair in snapshot.winners.items()]
    rows.sort(key=lambda row: not row[2])
    return frame_of(rows, "rule", "pair", "used", "same")


def words(snapshot, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the distinct words that have `search` in them with their splits, most frequent first.

    Columns: word, count, tokens (its split), length (tokens in it), changed (by the merge that
    led to this step).
    """
    if search:
        corpus = snapshot.training.corpus
        counts = dict(zip(corpus.words, corpus.counts, strict=True))
        found = find_words(snapshot, search)
        before = snapshot.training.snapshot(max(snapshot.step - 1, 0))
        rows = []
        for word in found[:limit]:
            split = snapshot.tokens(word)
            rows.append((word, counts[word], split, len(split), split != before.tokens(word)))
    else:
        found = snapshot.words(None if limit is None else limit + 1)
        rows = [
            (each.text, each.count, each.tokens, len(each.tokens), each.changed)
            for each in found[:limit]
        ]
    more = len(found) > len(rows)
    return frame_of(rows, "word", "count", "tokens", "length", "changed", more=more)


def find_words(snapshot, search: str, limit: int | None = None) -> list[str]:
    """List the words of the corpus that have `search` in them, most frequent first."""
    if not search:
        return [each.text for each in snapshot.words(limit)]
    corpus, wanted = snapshot.training.corpus, search.casefold()
    found = [
        (-count, place)
        for place, (word, count) in enumerate(zip(corpus.words, corpus.counts, strict=True))
        if wanted in word.casefold()
    ]
    return [corpus.words[place] for _, place in sorted(found)[:limit]]


def changed_words(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List the words the merge that led to this step changed, most frequent first.

    Columns: word, count, before_tokens, tokens.
    """
    found = snapshot.changed_words(None if limit is None else limit + 1)
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:limit]]
    more = len(found) > len(rows)
    return frame_of(rows, "word", "count", "before_tokens", "tokens", more=more)


def vocabulary(
    snapshot, limit: int | None = TOKENS, search: str = "", *, unused: bool = False
) -> pd.DataFrame:
    """List the tokens of the vocabulary at this step that show `search`, in id order.

    With `unused`, only the tokens that were born and that no word is made of any more; bytes that
    the corpus never had are not among them.

    Columns: id, token, kind (alphabet, mark, merge), count (in the corpus now), born (the step
    that made it; 0 for alphabet and mark).
    """
    matches = matcher(search)
    found = [each for each in snapshot.vocabulary if matches(each.token)]
    if unused:
        start = snapshot.training.snapshot(0).token_frequencies
        found = [each for each in found if not each.count and (each.born or start[each.id])]
    rows = [(each.id, each.token, each.kind, each.count, each.born) for each in found[:limit]]
    more = len(found) > len(rows)
    return frame_of(rows, "id", "token", "kind", "count", "born", more=more)


def ledger(snapshot) -> dict[str, int]:
    """Add up the vocabulary: alphabet, mark, merge, size (numbers of tokens)."""
    kinds = Counter(each.kind for each in snapshot.vocabulary)
    return {kind: kinds[kind] for kind in ("alphabet", "mark", "merge")} | {"size": kinds.total()}


def merges(training) -> pd.DataFrame:
    """List the learned merges in the order they were learned.

    Columns: rank (from 0), pair, token (what the pair becomes), count, score, ties (pairs that
    shared the lead, the winner included).
    """
    rows = [
        (each.rank, each.pair, each.token, each.count, each.score, int(tied))
        for each, tied in zip(training.merges, training.tie_counts, strict=True)
    ]
    return frame_of(rows, "rank", "pair", "token", "count", "score", "ties")


def over_time(training) -> pd.DataFrame:
    """List the run's totals by step, from 0 to the last.

    Columns: step, tokens (in the whole corpus), vocabulary (its size), winner (count of the pair
    that the next merge joins; missing at the last step).
    """
    steps = range(len(training.merges) + 1)
    born = sorted(each.born for each in training.snapshot(steps[-1]).vocabulary)
    return pd.DataFrame(
        {
            "step": steps,
            "tokens": [int(number) for number in training.token_counts],
            "vocabulary": pd.Series(born).searchsorted(steps, side="right"),
            "winner": pd.array([*(each.count for each in training.merges), None], dtype="Int64"),
        }
    )


def merges_text(training) -> str:
    """Write the merges one a line, `left right`, in the order they were learned.

    Spaces and control characters in a token are written as visible glyphs, so a line always has
    exactly one space.
    """
    pairs = (merge.pair for merge in training.merges)
    return "".join(f"{visible(left)} {visible(right)}\n" for left, right in pairs)


def as_csv(frame: pd.DataFrame) -> bytes:
    """Write a table as UTF-8 CSV, with a byte order mark for spreadsheets.

    Tokens of a pair or a split are separated by one space. A text cell that a spreadsheet would
    take for a formula is preceded by an apostrophe.
    """
    written = pd.DataFrame(
        {name: [_text(name, value) for value in frame[name]] for name in frame.columns}
    )
    return written.to_csv(index=False).encode("utf-8-sig")


def _text(name: str, value):
    """Return a cell as CSV holds it: a number, or text that is safe to open."""
    if value is None or isinstance(value, Real) or value is pd.NA:
        return value
    if name == "words":
        text = " ".join(visible(word) for word, _ in value)
    else:
        text = " ".join(map(visible, value)) if isinstance(value, tuple) else visible(value)
    return "'" + text if text.startswith(_FORMULA_STARTS) else text


def frame_of(rows, *columns, more: bool = False) -> pd.DataFrame:
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


def _numeric(cells) -> bool:
    return bool(cells) and isinstance(cells[0], Real)


def _kind(change) -> str:
    if change.cause == change.pair:
        return "merged"
    if not change.before:
        return "appeared"
    if not change.after:
        return "vanished"
    return "rose" if change.after > change.before else "fell"


def _cause(change):
    return None if change.cause == change.pair else change.cause


def matcher(search: str) -> Callable[..., bool]:
    """Return a test whether tokens show every space-separated part of `search`."""
    parts = search.casefold().split()
    shown = lru_cache(maxsize=None)(lambda token: visible(token).casefold())
    return lambda *tokens: all(part in " ".join(map(shown, tokens)) for part in parts)
