"""Read two runs into tables to set side by side. Every number is a record's."""

import pandas as pd

from bpe import Snapshot, Training
from bpe.readings.likelihood import score_of
from bpe.readings.two_runs import TwoRuns
from ui.draw.tables import ROWS, frame_of


def pairs(snapshot: Snapshot, limit: int = ROWS) -> pd.DataFrame:
    """List the pairs at a step, what is merged next on top.

    Columns: pair, count, left_count, right_count, fraction (the score as it is written by hand),
    score, chosen (it is merged next).
    """
    rows = []
    found = snapshot.pairs(limit + 1)
    following = snapshot.next.pair if snapshot.next else None
    for each in found[:limit]:
        score = score_of(snapshot, each)
        value = float(score.fraction)
        rows.append((each.pair, *score, str(score), value, each.pair == following))
    names = ("pair", "count", "left_count", "right_count", "fraction", "score", "chosen")
    return frame_of(rows, *names, more=len(found) > len(rows))


def differences(both: TwoRuns, limit: int = ROWS) -> pd.DataFrame:
    """List the steps at which two runs merge different pairs.

    Columns: step, first (the pair of the first run), first_later (the step at which the second
    makes the same token, or None), second, second_later.
    """
    found = both.differences()
    rows = [
        (
            each.step,
            each.first.pair if each.first else None,
            each.first_later,
            each.second.pair if each.second else None,
            each.second_later,
        )
        for each in found[:limit]
    ]
    names = ("first", "first_later", "second", "second_later")
    return frame_of(rows, "step", *names, more=len(found) > len(rows))


def merges_around(run: Training, step: int, before: int, after: int) -> pd.DataFrame:
    """List the merges of a run around a step.

    Columns: step, pair, count, parts (it is the merge at `step` itself).
    """
    merges = run.merges[max(0, step - before) : step + after]
    rows = [(each.rank, each.pair, each.count, each.rank == step) for each in merges]
    return frame_of(rows, "step", "pair", "count", "parts")
