"""Frames of the page: runs of agreement by rank, and both lists side by side."""

from collections import Counter
from itertools import groupby

import pandas as pd

from bpe.checking import Check

ROWS = 12

MOST = 400
"""Parts of the strip."""


def parts(check: Check) -> pd.DataFrame:
    """Return neighbouring merges of one fate in a row, in order. Columns: fate, merges.

    Of a list with more than `MOST` merges, so many neighbours as fill a part count as the fate that
    most of them have.
    """
    fates = check.agreement.fates
    width = -(-len(fates) // MOST) or 1
    blocks = [fates[start : start + width] for start in range(0, len(fates), width)]
    most = [(Counter(block).most_common(1)[0][0], len(block)) for block in blocks]
    rows = [
        (fate, sum(merges for _, merges in group))
        for fate, group in groupby(most, key=lambda each: each[0])
    ]
    return pd.DataFrame(rows, columns=["fate", "merges"])


def both(check: Check, start: int) -> pd.DataFrame:
    """Return some ranks of both lists, from `start` on.

    Columns: rank (from 1), first (theirs), second (ours), ours_count, fate. A pair is a tuple of
    tokens, None where a list has ended.
    """
    ours = check.training.merges[: check.expected]
    end = min(start + ROWS, max(len(check.pairs), len(ours)))
    rows = []
    for rank in range(start, end):
        theirs = check.pairs[rank] if rank < len(check.pairs) else None
        merge = ours[rank] if rank < len(ours) else None
        rows.append(
            {
                "rank": rank + 1,
                "first": theirs,
                "second": merge.pair if merge else None,
                "ours_count": merge.count if merge else None,
                "fate": check.agreement.fates[rank] if theirs else "",
            }
        )
    frame = pd.DataFrame(rows, columns=["rank", "first", "second", "ours_count", "fate"])
    return frame.astype({"ours_count": "Int64"})
