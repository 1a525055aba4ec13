"""Superwords: tokens that go on over a space, and what they save, read off two runs in a row.

The first run cuts at spaces; the second goes on from the step at which they stop cutting.
"""

from __future__ import annotations

import numpy as np

from ..merging.cells import Token
from ..merging.values import VocabularyToken
from ..training import Snapshot, Training


def is_superword(token: Token) -> bool:
    """Say whether a token has white space between two things that are none.

    >>> is_superword(b" of the"), is_superword(b" the"), is_superword(b",  ")
    (True, False, False)
    """
    return len(token.split()) > 1


def superwords(snapshot: Snapshot) -> list[VocabularyToken]:
    """Return the tokens of a snapshot that hold a space, most frequent first, then by birth."""
    found = [each for each in snapshot.vocabulary if is_superword(each.token)]
    return sorted(found, key=lambda each: (-each.count, each.born))


def in_a_row(first: Training, second: Training, opens: int) -> np.ndarray:
    """Return tokens in the text by step: of `first` up to `opens`, then of `second` (int64)."""
    return np.concatenate((first.token_counts[:opens], second.token_counts))
