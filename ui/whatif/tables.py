"""Read two futures into tables to set side by side. Every number is a record's."""

import numpy as np
import pandas as pd

from bpe import Training
from bpe.readings.two_runs import TwoRuns
from ui.draw.tables import ROWS, by_series, frame_of


def by_step(both: TwoRuns) -> pd.DataFrame:
    """List what two futures are like at each step, as lines are drawn.

    Columns: step, value, series: "more", tokens in the corpus that the fork needs more than the run
    (fewer below 0); "learned", tokens that the one has learned that goes on longer; "shared", those
    that both have.
    """
    steps = np.arange(both.last + 1)
    tokens = [run.token_counts[np.minimum(steps, len(run))] for run in both.runs]
    series = {"more": tokens[1] - tokens[0], "learned": steps, "shared": both.shared()}
    return by_series(series)


def differences(both: TwoRuns, limit: int = ROWS) -> pd.DataFrame:
    """List the steps at which two futures merge different pairs.

    Columns: step, first (the run's pair), first_count, first_later (the step at which the fork
    makes the same token, or None), second (the fork's pair), second_count, second_later.
    """
    found = both.differences()
    rows = [
        (
            each.step,
            each.first.pair if each.first else None,
            each.first.count if each.first else None,
            each.first_later,
            each.second.pair if each.second else None,
            each.second.count if each.second else None,
            each.second_later,
        )
        for each in found[:limit]
    ]
    names = ("first", "first_count", "first_later", "second", "second_count", "second_later")
    return frame_of(rows, "step", *names, more=len(found) > len(rows))


def merges_around(run: Training, step: int, before: int, after: int) -> pd.DataFrame:
    """List the merges of a run around a step.

    Columns: step, pair, count, parts (it is the merge at `step` itself).
    """
    merges = run.merges[max(0, step - before) : step + after]
    rows = [(each.rank, each.pair, each.count, each.rank == step) for each in merges]
    return frame_of(rows, "step", "pair", "count", "parts")
