"""Two runs in one list of words: which rows belong together."""

from collections.abc import Sequence
from typing import Any

from bpe import Training
from ui.player.rows import names_of_rows


def rows_beside(
    trainings: Sequence[Training], options: Sequence[Any]
) -> list[tuple[int | None, int | None]] | None:
    """Return for each word the row that it has in either run; None for one run alone.

    A word that only one of them has stands by itself.
    """
    if len(trainings) == 1:
        return None
    own, other = (
        [word.strip() for word in names_of_rows(training, how.pinned, how.words)]
        for training, how in zip(trainings, options, strict=True)
    )
    rows = [(at, other.index(word) if word in other else None) for at, word in enumerate(own)]
    alone = [(None, at) for at, word in enumerate(other) if word not in own]
    return [*rows, *alone]


def same_words(first: Training, second: Training, limit: int) -> tuple[str, ...]:
    """Return the most frequent words of one run as the other has them, where it does."""
    known: dict[str, str] = {}
    for index in second.frequency_order.tolist():
        word = second.corpus.words[index]
        known.setdefault(word.strip(), word)
    shown = names_of_rows(first, (), limit)
    return tuple(known[word.strip()] for word in shown if word.strip() in known)
