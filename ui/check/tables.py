"""The strip of what became of each merge of a list, as HTML, and both lists side by side."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

import pandas as pd

from bpe.checking import Check

ROWS = 12

MOST = 400
"""Parts of the strip."""


def parts(check: Check) -> list[tuple[str, int]]:
    """Return each fate that neighbouring merges have, in order, and how many these are.

    Of a list with more than `MOST` merges, so many neighbours as fill a part count as the fate that
    most of them have.
    """
    fates = check.agreement.fates
    width = -(-len(fates) // MOST) or 1
    blocks = [fates[start : start + width] for start in range(0, len(fates), width)]
    most = [(Counter(block).most_common(1)[0][0], len(block)) for block in blocks]
    return [
        (fate, sum(merges for _, merges in group))
        for fate, group in groupby(most, key=lambda each: each[0])
    ]


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


FATES = ("same", "moved", "other")


def strip(
    parts: Sequence[tuple[str, int]], step: int | None, alt: str, labels: Mapping[str, str]
) -> str:
    """Write `parts` as one strip with a legend; `step` is marked.

    labels: fate -> what the legend says. Heights differ too, for whoever does not tell the colours
    apart. `alt` is what a screen reader says.
    """
    whole = max(sum(merges for _, merges in parts), 1)
    bars = "".join(
        f'<span class="{fate}" style="width:{100 * merges / whole:.3f}%"></span>'
        for fate, merges in parts
    )
    mark = "" if step is None else f'<i style="left:{100 * min(step, whole) / whole:.3f}%"></i>'
    legend = "".join(
        f'<li><span class="{fate}"></span>{escape(labels[fate])}</li>' for fate in FATES
    )
    return (
        f'<div class="agreement"><div class="bars" role="img" aria-label="{escape(alt)}">'
        f'{bars}{mark}</div><ul aria-hidden="true">{legend}</ul></div>'
    )
