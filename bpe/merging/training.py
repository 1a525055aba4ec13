"""train(): the merge loop, once, with everything written down.

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

from ..corpus import Corpus, as_corpus
from ..errors import check_whole
from ..schemes import Scheme, as_scheme
from .cells import Cells, join, lay_out
from .queues import CountQueue, Pairs, ScoreQueue, tie_key
from .record import Log, Training

Progress = Callable[[int, int], object]

# Shorter lists are faster in a plain loop than in numpy; anything from 32 to 96 is within 5 %.
WIDE = 48

# A boundary as one sortable number: on which side of the new token it is, the pair, the cell.
_CELL_BITS = 31
_CELL = (1 << _CELL_BITS) - 1
_AFTER, _BETWEEN = 1 << 61, 1 << 62
_PAIR = (1 << 61) - 1 - _CELL


def train(
    corpus: str | Mapping[str, int] | Corpus,
    scheme: str | Scheme = "paper",
    *,
    max_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
) -> Training:
    """Learn merges until a limit is met, and return the record of the whole run.

    Args:
        corpus: a text, a mapping word -> count, or a `Corpus` (whose words are taken as they are).
        scheme: a preset's name or a `Scheme`.
        max_merges: merges to learn at most; `None` for no such limit.
        vocab_size: tokens to end with at most: alphabet, boundary mark and merges.
        min_frequency: occurrences a pair must have to be merged.
        on_progress: called with (done, total) in merges; what it raises ends the training.

    Raises `ValueError` for a limit that cannot be met and `CorpusError` for a corpus with no word.
    """
    scheme = as_scheme(scheme)
    for name, limit in (("max_merges", max_merges), ("vocab_size", vocab_size)):
        if limit is not None:
            check_whole(name, limit, 0, "Leave it out for no limit.")
    check_whole("min_frequency", min_frequency, 1, "Use 1 to merge every pair that occurs.")
    corpus = as_corpus(corpus, scheme)
    cells = lay_out(corpus.words, corpus.counts, scheme)
    if vocab_size is not None and vocab_size < len(cells.alphabet):
        raise ValueError(
            f"vocab_size must be at least {len(cells.alphabet)}, the size of the alphabet with its "
            f"boundary mark, got {vocab_size}. Raise it, or train on a text with fewer characters."
        )
    limits = {
        "vocab_size": np.inf if vocab_size is None else vocab_size - len(cells.alphabet),
        "max_merges": np.inf if max_merges is None else max_merges,
    }
    reason = min(limits, key=limits.get)
    with _without_garbage_collection():
        log = run(cells, scheme, limits[reason], min_frequency, on_progress)
    if log.next is None:
        reason = "no_pairs"
    elif len(log.merged) < limits[reason]:
        reason = "min_frequency"
    return Training(scheme, corpus, cells, log, reason, min_frequency)


def run(
    cells: Cells,
    scheme: Scheme,
    limit: float,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
    *,
    wide: float = WIDE,
    record: bool = True,
) -> Log:
    """Merge the best pair up to `limit` times and return what happened, in order.

    `wide` is the list length from which numpy does a merge; results do not depend on it.
    `record=False` leaves the births out, to measure what recording costs.
    """
    pairs, at = _initial_pairs(cells)
    at_view, weights = np.frombuffer(at, np.int32), cells.weights
    weight_of = array(weights.dtype.char, weights.tobytes()).__getitem__
    lefts, rights, counts, places = pairs.lefts, pairs.rights, pairs.counts, pairs.boundaries
    initial_counts = np.array(counts, dtype=weights.dtype)
    tokens = list(cells.alphabet)
    sizes = [1] * len(tokens)
    key = tie_key(scheme, tokens, pairs, at)
    if scheme.score == "count":
        queue = CountQueue(pairs, key)
    else:
        queue = ScoreQueue(pairs, key, cells.frequencies, min_frequency)

    births, taken_from, step_ends = array(weights.dtype.char), array("q"), [0]
    merged, merged_counts, replacements = [], [], []
    examined = 0
    total = int(min(limit, np.count_nonzero(cells.ids)))
    tick = max(1, total // 200)
    while True:
        done = len(merged)
        if on_progress and done % tick == 0:
            on_progress(done, total)
        best = queue.choose()
        if best is None or done >= limit or counts[best] < min_frequency:
            break
        a, b, boundaries, count = lefts[best], rights[best], places[best], counts[best]
        new, first_born = len(tokens), len(counts)
        examined += len(boundaries)
        if len(boundaries) > wide:
            boundaries = np.asarray(boundaries, dtype=np.int32)
            replaced, born = _merge_wide(
                at_view, weights, boundaries, best, sizes[a], sizes[b], a == b, done + 1, first_born
            )
        else:
            if type(boundaries) is not list:
                boundaries = boundaries.tolist()
            replaced, born = _merge_narrow(
                at, weight_of, boundaries, best, sizes[a], sizes[b], a == b, done + 1, first_born
            )
        losers, taken, cells_of, with_left, with_right = born
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
        places[best] = None
        if a != b:
            replaced = count
        tokens.append(join(tokens[a], tokens[b], scheme))
        sizes.append(sizes[a] + sizes[b])
        merged.append(best)
        merged_counts.append(count)
        replacements.append(replaced)
        step_ends.append(len(births))
        queue.merged(a, b, replaced, first_born)
    if on_progress:
        on_progress(done, done)

    small = np.uint16 if len(tokens) < np.iinfo(np.uint16).max else np.int32
    return Log(
        tokens=tuple(tokens),
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
        score_ties=getattr(queue, "tie_counts", None),
        counters={
            "merges": done,
            "examined": examined,
            "born": len(counts) - 1,
            "cells": int(np.count_nonzero(cells.ids)),
        },
    )


def _merge_narrow(at, weight_of, boundaries, best, a_size, b_size, twins, step, first_born):
    """Merge the pair `best` at each live boundary, left to right, in a plain loop.

    Returns the occurrences replaced (worked out only for twins, two equal tokens, where they can
    be fewer than the count) and the pairs born, numbered from `first_born`: the pairs they take
    from, the occurrences taken, their boundaries, and the two places in these lists up to which
    the new token is the right one, and from which on it is both. Within each of these three parts
    pairs are in the order of their first boundary.
    """
    before, after, between = {}, {}, []
    replaced = 0
    last_end = -1
    for boundary in boundaries:
        # Of the two boundaries in "aaa" the second is now where the new token ends.
        if at[boundary] != best or (twins and boundary == last_end):
            continue
        at[boundary] = -step
        if twins:
            replaced += weight_of(boundary)
        start, end = boundary - a_size, boundary + b_size
        left, right = at[start], at[end]
        if start == last_end:
            # Two new tokens meet only where b and a did, so this is one pair all along.
            met = left
            after[met].pop()
            if not after[met]:
                del after[met]
            between.append(start)
        elif left:
            if left in before:
                before[left].append(start)
            else:
                before[left] = [start]
        if right:
            if right in after:
                after[right].append(end)
            else:
                after[right] = [end]
        last_end = end
    losers, groups = [*before, *after], [*before.values(), *after.values()]
    if between:
        losers.append(met)
        groups.append(between)
    for pair, group in enumerate(groups, first_born):
        for boundary in group:
            at[boundary] = pair
    taken = [
        weight_of(group[0]) if len(group) == 1 else sum(map(weight_of, group)) for group in groups
    ]
    return replaced, (losers, taken, groups, len(before), len(before) + len(after))


def _merge_wide(at, weights, boundaries, best, a_size, b_size, twins, step, first_born):
    """Do what `_merge_narrow` does, with numpy."""
    live = boundaries[at[boundaries] == best]
    if twins:
        # In each run of touching occurrences every second one is merged, from the left.
        index = np.arange(len(live))
        run_starts = np.where(np.diff(live, prepend=-a_size) == a_size, 0, index)
        live = live[(index - np.maximum.accumulate(run_starts)) % 2 == 0]
    starts, ends = live - a_size, live + b_size
    keys = np.concatenate((at[starts], at[ends])).astype(np.int64) << _CELL_BITS
    keys |= np.concatenate((starts, ends))
    keys[len(starts) :] |= _AFTER
    at[live] = -step
    replaced = int(weights[live].sum()) if twins else 0

    touching = np.flatnonzero(starts[1:] == ends[:-1])
    if len(touching):
        keys[len(starts) + touching] = 0
        keys[touching + 1] |= _BETWEEN
    keys = keys[keys & _PAIR != 0]
    if not len(keys):
        return replaced, ([], [], [], 0, 0)
    keys.sort()
    cells = (keys & _CELL).astype(np.int32)
    groups = keys >> _CELL_BITS
    first = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
    sides_and_losers = groups[first]
    # By side and first boundary; a side stays where it is.
    order = np.argsort(keys[first] & ~_PAIR)
    numbers = np.empty(len(order), dtype=np.int32)
    numbers[order] = np.arange(first_born, first_born + len(order), dtype=np.int32)
    ends = np.append(first[1:], len(cells))
    at[cells] = np.repeat(numbers, ends - first)
    edges = zip(first[order].tolist(), ends[order].tolist(), strict=True)
    return replaced, (
        (sides_and_losers[order] & (_PAIR >> _CELL_BITS)).tolist(),
        np.add.reduceat(weights[cells], first)[order].tolist(),
        [cells[start:end] for start, end in edges],
        int(np.searchsorted(sides_and_losers, _AFTER >> _CELL_BITS)),
        int(np.searchsorted(sides_and_losers, _BETWEEN >> _CELL_BITS)),
    )


def _initial_pairs(cells: Cells) -> tuple[Pairs, array]:
    """Return the pairs of the alphabet, in the order in which the corpus first shows them.

    With them, for each cell the pair that meets at the boundary before it; 0 where none does.
    Pair 0 is no pair.
    """
    ids = cells.ids
    boundaries = np.flatnonzero((ids[1:] > 0) & (ids[:-1] > 0)) + 1
    size = len(cells.alphabet) + 1
    keys = ids[boundaries - 1].astype(np.int64) * size + ids[boundaries]
    if size**2 < 1 << (63 - _CELL_BITS):
        # Sorting the numbers themselves is several times as fast as sorting an index.
        keys = keys << _CELL_BITS | boundaries
        keys.sort()
        boundaries, keys = keys & _CELL, keys >> _CELL_BITS
    else:
        order = np.argsort(keys, kind="stable")
        boundaries, keys = boundaries[order], keys[order]
    boundaries = boundaries.astype(np.int32)
    at = array("i", bytes(4 * len(ids)))
    pairs = Pairs([-1], [-1], [0], [None])
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
