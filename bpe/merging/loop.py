"""run(): the merge loop, once, with everything written down.

How it is fast without compiled code (the same idea makes the record small):

* A boundary between two tokens is named by the cell at which the right token begins, and `at`
  holds the pair that meets there. Erasing a boundary is one write, `at[cell] = -step`, and that
  write is the history of every word.
* Each pair keeps the list of boundaries at which it was born. Lists are never cleaned: an entry
  is live exactly when `at` still holds the pair.
* A merge makes a token that never existed, so every pair with it is born in that step, with the
  largest count it will ever have, and takes that count from exactly one older pair. From then on
  a pair only loses. One entry for each birth records every pair's count at every step.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import numpy as np

from ..errors import short
from ..schemes import Scheme
from .cells import Cells
from .forced import Forced
from .log import Log
from .merge import CELL, CELL_BITS, WIDE, Chosen, merge_narrow, merge_wide
from .parity import Parity, Parts
from .queues import CountQueue, Pairs, ScoreQueue, merge_key, pair_rule
from .tokens import LONG, Tokens
from .values import Pair

Progress = Callable[[int, int], object]


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Pause the collector: training makes many objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@_without_garbage_collection()
def run(
    cells: Cells,
    scheme: Scheme,
    limit: float,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
    *,
    forced: Mapping[int, Pair] | None = None,
    parts: Parts | None = None,
    wide: float = WIDE,
    long: int = LONG,
    record: bool = True,
) -> Log:
    """Merge the best pair up to `limit` times and return what happened, in order.

    `forced` names pairs that are merged at their steps, whatever the rule would take and however
    rare they are. The queue is asked all the same, so that what the rule would have taken is
    written down. With `parts` every step is chosen for the part of the corpus that is worst off.
    `wide` is the list length from which numpy does a merge; `long` the size from which
    a token is not kept spelled; results depend on neither.
    `record=False` leaves the births out, to measure what recording costs.
    """
    if on_progress is not None and not callable(on_progress):
        raise ValueError(
            f"on_progress must be a function, got {short(on_progress)}. Leave it out for none."
        )
    pairs, at = _initial_pairs(cells)
    at_view, weights = np.frombuffer(at, np.int32), cells.weights
    weight_of = array(weights.dtype.char, weights.tobytes()).__getitem__
    lefts, rights, counts, places = pairs.lefts, pairs.rights, pairs.counts, pairs.boundaries
    initial_counts = np.array(counts, dtype=weights.dtype)
    tokens = Tokens(cells, scheme, long)
    sizes = tokens.sizes
    forbids = pair_rule(scheme, cells.uncovered, tokens, pairs)
    key = merge_key(scheme, tokens, pairs, at, forbids)
    queue: CountQueue | ScoreQueue
    if scheme.score == "count":
        queue = CountQueue(pairs, key)
    else:
        queue = ScoreQueue(pairs, key, cells.frequencies, min_frequency)

    wanted: Forced | Parity = Forced(forced or {}, forbids, tokens, pairs)
    if parts is not None:
        wanted = Parity(parts, cells, scheme, tokens, pairs, at, forbids, min_frequency)
    forced_steps: list[int] = []
    passed_over: list[int] = []
    passed_counts: list[int] = []
    births, taken_from, step_ends = array(weights.dtype.char), array("q"), [0]
    merged: list[int] = []
    merged_counts: list[int] = []
    replacements: list[int] = []
    examined = 0
    spelled = int(np.count_nonzero(cells.ids))
    total = int(min(limit, spelled))
    tick = max(1, total // 200)
    while True:
        done = len(merged)
        if on_progress and done % tick == 0:
            on_progress(done, total)
        best = queue.choose()
        if done in wanted:
            forced_steps.append(done)
            passed_over.append(best or 0)
            passed_counts.append(counts[best or 0])
            best = wanted.pair(done)
        elif best is not None and counts[best] < min_frequency:
            break
        if best is None or done >= limit or wanted.over:
            break
        a, b, boundaries, count = lefts[best], rights[best], places[best], counts[best]
        new, first_born = len(tokens), len(counts)
        examined += len(boundaries)
        chosen = Chosen(best, sizes[a], sizes[b], a == b, done + 1, first_born)
        if len(boundaries) > wide:
            born = merge_wide(at_view, weights, np.asarray(boundaries, dtype=np.int32), chosen)
        else:
            listed = boundaries if isinstance(boundaries, list) else boundaries.tolist()
            born = merge_narrow(at, weight_of, listed, chosen)
        replaced, losers, taken, cells_of, with_left, with_right = born
        lefts += [lefts[loser] for loser in losers[:with_left]]
        lefts += [new] * (len(losers) - with_left)
        rights += [new] * with_left
        rights += [rights[loser] for loser in losers[with_left:with_right]]
        rights += [new] * (len(losers) - with_right)
        for loser, occurrences in zip(losers, taken, strict=True):
            counts[loser] -= occurrences
        counts += taken
        places += cells_of
        if record:
            taken_from.extend(losers)
            births.extend(taken)
        counts[best] = 0
        places[best] = []
        if a != b:
            replaced = count
        if tokens.add(a, b):
            first = next(cell for cell in boundaries if at[cell] == -chosen.step)
            tokens.put(int(first) - sizes[a])
        merged.append(best)
        merged_counts.append(count)
        replacements.append(replaced)
        step_ends.append(len(births))
        queue.merged(best, losers, replaced)
        if wanted.last >= 0:
            wanted.merged(chosen, boundaries, losers)
    if done < limit:
        wanted.check_reached(done)
    if on_progress:
        on_progress(done, done)

    small = np.uint16 if len(tokens) < np.iinfo(np.uint16).max else np.int32
    return Log(
        tokens=tokens,
        erased=np.where(at_view < 0, -at_view, np.iinfo(small).max).astype(small),
        lefts=np.array(lefts, dtype=np.int32),
        rights=np.array(rights, dtype=np.int32),
        initial_counts=initial_counts,
        births=np.array(births, dtype=weights.dtype),
        taken_from=np.array(taken_from, dtype=np.intp),
        step_ends=np.array(step_ends, dtype=np.int64),
        merged=np.array(merged, dtype=np.int32),
        counts=np.array(merged_counts, dtype=np.int64),
        replacements=np.array(replacements, dtype=np.int64),
        next=best,
        forced=np.array(forced_steps, dtype=np.int64),
        passed_over=np.array(passed_over, dtype=np.int32),
        passed_counts=np.array(passed_counts, dtype=np.int64),
        chosen_for=np.array(wanted.chosen_for, dtype=np.int16),
        score_ties=queue.tie_counts,
        counters={
            "merges": done,
            "examined": examined,
            "born": len(counts) - 1,
            "cells": spelled,
        },
    )


def work_bound(units: int, longest: int, merges: float, scheme: Scheme, *, parts: int = 0) -> float:
    """Return how many seconds of one core a training takes at most, or so.

    units: characters of all distinct words together, or bytes where the scheme has them; longest:
    of the longest word; merges: the limit, `math.inf` for none; parts: as many as `Parts` has.

    Each merge erases a boundary, so there are no more merges than units, and all of them together
    go through no more boundaries than a few times the units. What a merge costs on its own depends
    on the tie rule and on the score: for WordPiece it scores every pair with either token again,
    which can be as many as there are units, so that this grows as merges times units. A rule about
    scripts looks at every character of the tokens that it may forbid.
    """
    steps = min(merges, units)
    step = 40e-6 * (1 + 2 * parts)
    if scheme.tie_rule not in ("first", "smallest-ids"):
        step += 150e-6 if longest > LONG else 30e-6
    if scheme.score != "count":
        step += 150e-6 + 10e-9 * units
    if scheme.rules != "none":
        step += 0.5e-6 * min(longest, scheme.max_token_length or 16)
    return 4e-6 * units + step * steps


def _initial_pairs(cells: Cells) -> tuple[Pairs, array[int]]:
    """Return the pairs of the alphabet, in the order in which the corpus first shows them.

    With them, for each cell the pair that meets at the boundary before it; 0 where none does.
    Pair 0 is no pair.
    """
    ids = cells.ids
    boundaries = np.flatnonzero((ids[1:] > 0) & (ids[:-1] > 0)) + 1
    size = len(cells.alphabet) + 1
    keys = ids[boundaries - 1].astype(np.int64) * size + ids[boundaries]
    if size**2 < 1 << (63 - CELL_BITS):
        # Sorting the numbers themselves is several times as fast as sorting an index.
        keys = keys << CELL_BITS | boundaries
        keys.sort()
        boundaries, keys = keys & CELL, keys >> CELL_BITS
    else:
        order = np.argsort(keys, kind="stable")
        boundaries, keys = boundaries[order], keys[order]
    boundaries = boundaries.astype(np.int32)
    at = array("i", bytes(4 * len(ids)))
    pairs = Pairs([-1], [-1], [0], [[]])
    if len(keys):
        first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
        counts = np.add.reduceat(cells.weights[boundaries], first)
        seen = np.argsort(boundaries[first])
        numbers = np.empty(len(seen), dtype=np.int32)
        numbers[seen] = np.arange(1, len(seen) + 1)
        np.frombuffer(at, np.int32)[boundaries] = np.repeat(
            numbers, np.diff(np.append(first, len(keys)))
        )
        groups = np.split(boundaries, first[1:])
        firsts = boundaries[first[seen]]
        pairs.lefts += (ids[firsts - 1] - 1).tolist()
        pairs.rights += (ids[firsts] - 1).tolist()
        pairs.counts += counts[seen].tolist()
        pairs.boundaries += [groups[group] for group in seen.tolist()]
    return pairs, at
