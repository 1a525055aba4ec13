"""Read two runs into rows to set side by side. Every number is a record's."""

from bpe import Merge, Snapshot, Training
from bpe.readings.comparison import TwoRuns
from bpe.readings.scores import score_of
from ui.draw.readings import ROWS, Rows

NEVER = -1
"""In place of a step that does not come."""


def pairs(snapshot: Snapshot, limit: int = ROWS) -> Rows:
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
    return Rows(names, rows, len(found) > len(rows))


def differences(both: TwoRuns, limit: int = ROWS) -> Rows:
    """List the steps at which two runs merge different pairs.

    Columns: step, first (the pair of the first run, or None), first_later (the step at which the
    second makes the same token, `NEVER`, or None where there is no pair), second, second_later.
    """
    found = both.differences()
    rows = [
        (
            each.step,
            each.first and each.first.pair,
            _later(each.first, each.first_later),
            each.second and each.second.pair,
            _later(each.second, each.second_later),
        )
        for each in found[:limit]
    ]
    names = ("step", "first", "first_later", "second", "second_later")
    return Rows(names, rows, len(found) > len(rows))


def _later(merge: Merge | None, step: int | None) -> int | None:
    return None if merge is None else NEVER if step is None else step


def merges_around(run: Training, step: int, before: int, after: int) -> Rows:
    """List the merges of a run around a step.

    Columns: step, pair, count, parts (it is the merge at `step` itself).
    """
    merges = run.merges[max(0, step - before) : step + after]
    rows = [(each.rank, each.pair, each.count, each.rank == step) for each in merges]
    return Rows(("step", "pair", "count", "parts"), rows)
