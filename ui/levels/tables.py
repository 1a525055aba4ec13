"""Read levels into tables: one function a table; see `ui.draw.tables`."""

from collections.abc import Mapping, Sequence

import pandas as pd

from bpe import EncodedWord
from bpe.readings.levels import Level, NewWord
from ui.draw.tables import ROWS, frame_of

ORDER = ("characters", "subwords", "punctuation", "words")
UNSPACED = ORDER[:2]
"""The levels of a text in which nothing says what a word is."""


def levels(found: Mapping[str, Level]) -> pd.DataFrame:
    """List the levels, from the smallest vocabulary to whole words.

    Columns: level, vocabulary, total (tokens in the part seen), per_word (tokens), unknown
    (held-out words), share (of all held-out words, 0 to 1).
    """
    rows = [
        (
            name,
            found[name].vocabulary,
            found[name].tokens,
            found[name].tokens_per_word,
            found[name].unknown,
            found[name].unknown_rate,
        )
        for name in ORDER
        if name in found
    ]
    return frame_of(rows, "level", "vocabulary", "total", "per_word", "unknown", "share")


def points(found: Mapping[str, Level], curve: Mapping[int, Level], step: int) -> pd.DataFrame:
    """List what the chart draws: the curve of subwords, then the named levels.

    Columns: level, step (of subwords), vocabulary, tokens, unknown (0 to 1), named.
    """
    rows: list[tuple[object, ...]] = [
        ("subwords", at, level.vocabulary, level.tokens, level.unknown_rate, False)
        for at, level in curve.items()
    ]
    rows += [
        (
            name,
            step if name == "subwords" else None,
            found[name].vocabulary,
            found[name].tokens,
            found[name].unknown_rate,
            True,
        )
        for name in ORDER
        if name in found
    ]
    columns = ["level", "step", "vocabulary", "tokens", "unknown", "named"]
    return pd.DataFrame(rows, columns=columns)


def met(words: Sequence[NewWord], limit: int = ROWS) -> pd.DataFrame:
    """List held-out words that were never seen, most frequent first.

    Columns: word, count, tokens (the subwords), length (their number).
    """
    rows = [(each.text, each.count, each.tokens, len(each.tokens)) for each in words[:limit]]
    return frame_of(rows, "word", "count", "tokens", "length", more=len(words) > len(rows))


def splits(word: EncodedWord, limit: int = ROWS) -> pd.DataFrame:
    """List the splits of a word by the tokenizer of each step, the one of no merges first.

    As the lowest rank goes first, ranks only rise: the tokenizer of step k stops before the first
    merge of rank k or above. Columns: step (it begins at), tokens, length.
    """
    merged = [(step.rank + 1, step.tokens) for step in word.steps if step.rank is not None]
    found = [(0, word.start_tokens), *merged]
    rows = [(begins, tokens, len(tokens)) for begins, tokens in found[:limit]]
    return frame_of(rows, "step", "tokens", "length", more=len(found) > len(rows))
