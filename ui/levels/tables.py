"""Read levels into tables: one function a table; see `ui.draw.tables`."""

from collections.abc import Mapping

import pandas as pd

from bpe.readings.levels import Level
from ui.draw.tables import frame_of

ORDER = ("characters", "subwords", "words")
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
