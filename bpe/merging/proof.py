"""Proof: whether a log is what merging its pairs, in its order, on these cells writes down.

A log that was read from a file is walked through step by step. What is proven: every split, every
pair, every count and who lost it, at every step. What is not: that the rule would take each pair.
"""

from __future__ import annotations

import numpy as np

from .cells import Cells
from .log import Log


class _Wrong(Exception):
    """The log says something else than the cells."""


def holds(cells: Cells, log: Log) -> bool:
    """Return whether the log, but for its tokens and counters, is of a run on these cells.

    Its arrays must have one dimension and hold whole numbers; they may hold any.
    """
    try:
        _check_shapes(cells, log)
        _check_splits(cells, log)
        _check_counts(cells, log)
    except _Wrong:
        return False
    return True


def _must(true: object) -> None:
    if not true:
        raise _Wrong


def _check_shapes(cells: Cells, log: Log) -> None:
    """Check lengths, and that every number that points somewhere points to what is there."""
    steps, first_later = len(log.merged), len(log.initial_counts)
    _must(len(log.erased) == len(cells.ids) and first_later >= 1)
    _must(len(log.taken_from) == len(log.births))
    _must(len(log.lefts) == len(log.rights) == first_later + len(log.births))
    _must(len(log.counts) == len(log.replacements) == steps)
    ends = log.step_ends
    _must(len(ends) == steps + 1 and ends[0] == 0 and ends[-1] == len(log.births))
    _must(_within(ends, 0, np.full(steps + 1, len(log.births) + 1)) and (np.diff(ends) >= 0).all())
    born = np.append(np.zeros(first_later, np.int64), _born_at(log))
    for side in (log.lefts, log.rights):
        _must(side[0] == -1 and (side[1:] >= 0).all())
        _must((side[1:] < len(cells.alphabet) + born[1:]).all())
    # A pair is born with the token that its step makes.
    newest = np.maximum(log.lefts, log.rights)[first_later:]
    _must((newest == len(cells.alphabet) + born[first_later:] - 1).all())
    known = first_later + ends
    _must(_within(log.merged, 1, known[:-1]) and len(np.unique(log.merged)) == steps)
    # Who loses occurrences in a step was there before it.
    _must(_within(log.taken_from, 1, np.repeat(known[:-1], np.diff(ends))))
    _must(log.next is None or 1 <= log.next < known[-1])
    forced = log.forced
    _must(len(forced) == len(log.passed_over) == len(log.passed_counts))
    _must(_within(forced, 0, np.full(len(forced), steps + 1)) and (np.diff(forced) > 0).all())
    _must(_within(log.passed_over, 0, known[forced]))
    _must(len(log.chosen_for) in (0, steps, steps + 1) and (log.chosen_for >= 0).all())
    ties = log.score_ties
    _must(ties is None or (len(ties) >= steps and min(ties, default=1) >= 0))


def _check_splits(cells: Cells, log: Log) -> None:
    """Merge step by step, and check what each step erases, and what pairs are born of it."""
    ids = cells.ids.astype(np.int64) - 1
    steps, erased = len(log.merged), log.erased.astype(np.int64)
    gone = erased != log.never
    _must(_within(erased[gone], 1, np.full(int(gone.sum()), steps + 1)))
    # No boundary is at an empty cell or after one.
    _must(not gone[0] and ((ids >= 0) | ~gone).all() and ((ids[:-1] >= 0) | ~gone[1:]).all())
    base = len(log.tokens) + 1
    order = np.flatnonzero(gone)
    order = order[np.argsort(erased[order], kind="stable")]
    edges = np.searchsorted(erased[order], np.arange(1, steps + 2))
    first, last = np.arange(len(ids)), np.arange(len(ids))
    cells_of, before, after = [], [], []
    alive = np.flatnonzero((ids[1:] >= 0) & (ids[:-1] >= 0)) + 1
    cells_of.append(alive)
    before.append(np.zeros(len(alive), np.int64))
    after.append(ids[alive - 1] * base + ids[alive])
    sides = np.stack((log.lefts[log.merged], log.rights[log.merged]), axis=1).tolist()
    for step, (left, right) in enumerate(sides):
        at = order[edges[step] : edges[step + 1]]
        begin = first[at - 1]
        _must(len(at) and (ids[begin] == left).all() and (ids[at] == right).all())
        _must((begin[1:] > at[:-1]).all())
        end = last[at]
        touched = np.unique(
            np.concatenate((begin[ids[begin - 1] >= 0], end[ids[end + 1] >= 0] + 1))
        )
        before.append(ids[first[touched - 1]] * base + ids[touched])
        ids[begin] = len(cells.alphabet) + step
        last[begin], first[end] = end, begin
        # Within a token nothing begins any more, but its end still tells a neighbour that it ends.
        after.append(ids[first[touched - 1]] * base + ids[touched])
        cells_of.append(touched)
    weights = cells.weights.astype(np.int64)
    replaced = np.zeros(steps + 1, np.int64)
    np.add.at(replaced, erased[gone], weights[gone])
    _must((replaced[1:] == log.replacements).all())
    born, where, inverse = np.unique(np.concatenate(after), return_index=True, return_inverse=True)
    counts = np.zeros(len(born), np.int64)
    np.add.at(counts, inverse, weights[np.concatenate(cells_of)])
    keys = log.lefts[1:].astype(np.int64) * base + log.rights[1:]
    by_key = np.argsort(keys)
    _must(len(keys) == len(born) and (keys[by_key] == born).all())
    said = np.concatenate((log.initial_counts[1:], log.births))
    _must((said[by_key] == counts).all() and log.initial_counts[0] == 0)
    losers = np.append(np.zeros(len(log.initial_counts) - 1, np.int64), keys[log.taken_from - 1])
    _must((losers[by_key] == np.concatenate(before)[where]).all())


def _check_counts(cells: Cells, log: Log) -> None:
    """Check the count of each winner, of what was passed over and of what would come next."""
    steps = np.arange(len(log.merged))
    _must((_counts_at(log, log.merged, steps) == log.counts).all())
    passed = _counts_at(log, log.passed_over, log.forced)
    _must((passed == log.passed_counts).all() and (passed[log.passed_over > 0] > 0).all())
    if log.next is not None:
        _must(log.next not in log.merged)
        _must(_counts_at(log, np.array([log.next]), np.array([len(steps)]))[0] > 0)


def _counts_at(log: Log, pairs: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """Return the occurrences of each pair after so many steps; 0 once it has been merged."""
    births = np.concatenate((log.initial_counts, log.births)).astype(np.int64)
    size = len(log.births) + 1
    keys = log.taken_from.astype(np.int64) * size + np.arange(len(log.births))
    order = np.argsort(keys)
    lost = np.append(0, np.cumsum(log.births[order].astype(np.int64)))
    keys, pairs = keys[order], pairs.astype(np.int64)
    until = np.searchsorted(keys, pairs * size + log.step_ends[steps])
    counts = births[pairs] - (lost[until] - lost[np.searchsorted(keys, pairs * size)])
    merged_at = np.full(len(births), len(log.merged))
    merged_at[log.merged] = np.arange(len(log.merged))
    return np.asarray(np.where(merged_at[pairs] < steps, 0, counts))


def _born_at(log: Log) -> np.ndarray:
    """Return the step, from 1, at which each later pair was born."""
    return np.repeat(np.arange(1, len(log.step_ends)), np.diff(log.step_ends))


def _within(values: np.ndarray, least: int, ends: np.ndarray) -> bool:
    return bool((values >= least).all() and (values < ends).all())
