"""Read the record into tables: one function a table, one row a thing one can point at.

Cells hold what the record holds: a token is a `str` or `bytes`, a pair or a split a tuple of
tokens. `as_csv` writes them as text. Nothing here counts a pair or picks a winner.
"""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from numbers import Real
from operator import itemgetter

import pandas as pd

from ui.tokens import visible

ROWS = 200
"""Rows a page draws of one table; a download has them all."""

WORDS = 6
"""Words named as examples of where a pair occurs."""

TOKEN_COLUMNS = frozenset({"pair", "tokens", "before_tokens", "cause", "token"})
"""Columns whose cells are a token or a tuple of tokens."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def pairs(snapshot, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the pairs of the corpus at this step that show `search`, the next merge first.

    Columns: pair, count, score, chosen (it is the next merge), words (where the pair occurs, most
    frequent first: tuples of word and its count; one more than `WORDS` where there are more).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    found = [each for each in snapshot.pairs() if shows(each.pair, search)]
    rows = [
        (each.pair, each.count, each.score, each.pair == chosen, _where(snapshot, each.pair))
        for each in found[:limit]
    ]
    return _frame(rows, "pair", "count", "score", "chosen", "words", found=len(found))


def changes(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List what the merge that led to this step did to other pairs, largest change first.

    Columns: pair, kind (merged, vanished, appeared, rose, fell), before, after (counts), cause
    (the pair that lost it or won it, or None).
    """
    before = snapshot.training.merges[snapshot.step - 1].pair if snapshot.step else None
    rows = [
        (
            each.pair,
            "merged" if each.pair == before else _kind(each.before, each.after),
            each.before,
            each.after,
            each.cause,
        )
        for each in snapshot.changes
    ]
    rows.sort(key=lambda row: (row[1] != "merged", -abs(row[3] - row[2])))
    return _frame(rows[:limit], "pair", "kind", "before", "after", "cause", found=len(rows))


def ties(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List every pair tied for the lead, the one that wins first.

    Columns: pair, count, score, chosen (it is the next merge), words (as in `pairs`).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    rows = [
        (
            each.pair,
            each.count,
            each.score,
            each.pair == chosen,
            _where(snapshot, each.pair),
        )
        for each in snapshot.ties[:limit]
    ]
    return _frame(rows, "pair", "count", "score", "chosen", "words", found=len(snapshot.ties))


def winners(snapshot) -> pd.DataFrame:
    """List who would win this step under each tie rule.

    Columns: rule, pair, used (it is this run's rule), same (the winner is the next merge).
    """
    chosen = snapshot.next.pair if snapshot.next else None
    used = snapshot.training.scheme.tie_rule
    rows = [(rule, pair, rule == used, pair == chosen) for rule, pair in snapshot.winners.items()]
    rows.sort(key=lambda row: not row[2])
    return _frame(rows, "rule", "pair", "used", "same")


def words(snapshot, limit: int | None = ROWS, search: str = "") -> pd.DataFrame:
    """List the distinct words that show `search` with their splits, most frequent first.

    Columns: word, count, tokens (its split), length (tokens in it), changed (by the merge that
    led to this step).
    """
    if search:
        splits = [each for each in snapshot.words() if shows((each.text,), search)]
        found = len(splits)
    else:
        splits, found = snapshot.words(limit), len(snapshot.training.corpus)
    rows = [
        (each.text, each.count, each.tokens, len(each.tokens), each.changed)
        for each in splits[:limit]
    ]
    return _frame(rows, "word", "count", "tokens", "length", "changed", found=found)


def find_words(corpus, search: str, limit: int) -> list[str]:
    """List the most frequent words of a corpus that show `search`."""
    found = [
        pair for pair in zip(corpus.words, corpus.counts, strict=True) if shows(pair[:1], search)
    ]
    return [word for word, _ in nlargest(limit, found, key=itemgetter(1))]


def changed_words(snapshot, limit: int | None = ROWS) -> pd.DataFrame:
    """List the words the merge that led here changed, most frequent first.

    Columns: word, count, before_tokens, tokens.
    """
    rows = [
        (each.text, each.count, each.before, each.tokens) for each in snapshot.changed_words(limit)
    ]
    return _frame(rows, "word", "count", "before_tokens", "tokens")


def vocabulary(
    snapshot, limit: int | None = ROWS, search: str = "", *, unused: bool = False
) -> pd.DataFrame:
    """List the tokens of the vocabulary at this step that show `search`, in id order.

    With `unused`, only those that no word is made of any more.

    Columns: id, token, kind (alphabet, mark, merge), count (in the corpus now), born (the step
    that made it; 0 for alphabet and mark).
    """
    found = [
        (each.id, each.token, each.kind, each.count, each.born)
        for each in snapshot.vocabulary
        if shows((each.token,), search) and not (unused and each.count)
    ]
    return _frame(found[:limit], "id", "token", "kind", "count", "born", found=len(found))


def ledger(snapshot) -> dict[str, int]:
    """Add up the vocabulary: alphabet, mark, merge, size (numbers of tokens)."""
    kinds = Counter(each.kind for each in snapshot.vocabulary)
    return {kind: kinds[kind] for kind in ("alphabet", "mark", "merge")} | {"size": kinds.total()}


def merges(training, stop: int | None = None) -> pd.DataFrame:
    """List the learned merges in the order they were learned, up to step `stop`.

    Columns: rank (from 0), pair, token (what the pair becomes), count, score.
    """
    rows = [
        (each.rank, each.pair, each.token, each.count, each.score)
        for each in training.merges[:stop]
    ]
    return _frame(rows, "rank", "pair", "token", "count", "score")


def over_time(training) -> pd.DataFrame:
    """List the run's totals by step, from 0 to the last.

    Columns: step, tokens (in the whole corpus), vocabulary (its size), winner (count of the pair
    that the next merge joins; missing at the last step).
    """
    born = sorted(each.born for each in training.snapshot(len(training.merges)).vocabulary)
    steps = range(len(training.merges) + 1)
    frame = pd.DataFrame({"step": steps, "tokens": list(training.token_counts)})
    frame["vocabulary"] = pd.Series(born).searchsorted(steps, side="right")
    frame["winner"] = pd.Series([each.count for each in training.merges], dtype="Int64")
    return frame


def merges_text(training) -> str:
    """Write the merges one a line, `left right`, in the order they were learned.

    Spaces and control characters in a token are written as visible glyphs, so a line always has
    exactly one space.
    """
    return "".join(
        f"{visible(left)} {visible(right)}\n"
        for left, right in (each.pair for each in training.merges)
    )


def as_csv(frame: pd.DataFrame) -> bytes:
    """Write a table as UTF-8 CSV that spreadsheets open as text.

    Tokens of a pair or a split are separated by one space. A text cell that would be read as a
    formula is preceded by an apostrophe.
    """
    written = frame.copy()
    for name in written.columns:
        written[name] = [_cell(name, value) for value in written[name]]
    return written.to_csv(index=False).encode("utf-8-sig")


def _cell(name, value):
    if name in TOKEN_COLUMNS and value is not None:
        value = " ".join(map(visible, value)) if isinstance(value, tuple) else visible(value)
    elif name == "words":
        value = " ".join(visible(word) for word, _ in value)
    elif isinstance(value, str):
        value = visible(value)
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        value = "'" + value
    return value


def _frame(rows, *columns, found: int | None = None) -> pd.DataFrame:
    """Build a frame whose cells stay as they are; `attrs["found"]` counts rows left out, too."""
    by_column = list(zip(*rows, strict=True)) or [()] * len(columns)
    frame = pd.DataFrame(
        {
            name: pd.Series(cells, dtype=None if _numeric(cells) else object)
            for name, cells in zip(columns, by_column, strict=True)
        }
    )
    frame.attrs["found"] = len(rows) if found is None else found
    return frame


def _numeric(cells) -> bool:
    return bool(cells) and isinstance(cells[0], Real)


def _kind(before: int, after: int) -> str:
    if not before:
        return "appeared"
    if not after:
        return "vanished"
    return "rose" if after > before else "fell"


def _where(snapshot, pair) -> tuple:
    return tuple((word, count) for word, count in snapshot.pair_words(pair, WORDS + 1))


def shows(tokens, search: str) -> bool:
    """Tell whether every space-separated part of `search` occurs in the tokens as shown."""
    if not search:
        return True
    shown = " ".join(map(visible, tokens)).casefold()
    return all(part in shown for part in search.casefold().split())
