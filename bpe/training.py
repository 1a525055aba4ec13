"""train(): the merge loop, once, with everything written down.

How it is fast without compiled code (the same idea makes the record small):

* A boundary between two tokens is named by the cell at which the right token begins. Erasing it
  is one write, `begins[cell] = -step`, and that write is the history of every word.
* Each pair keeps a list of the boundaries at which it was born. Lists are never cleaned: an entry
  is live exactly when the pair's two tokens still meet there.
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

from .cells import Cells, join, lay_out
from .corpus import Corpus, as_corpus
from .queues import CountQueue, Pairs, ScoreQueue, tie_key
from .record import Log, Training
from .schemes import Scheme, as_scheme

Progress = Callable[[int, int], object]

# Shorter lists are faster in a plain loop than in numpy; anything from 32 to 96 is within 5 %.
WIDE = 48


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
    _check_whole("max_merges", max_merges, 0, "Leave it out for no limit.")
    _check_whole("vocab_size", vocab_size, 0, "Leave it out for no limit.")
    _check_whole("min_frequency", min_frequency, 1, "Use 1 to merge every pair that occurs.")
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
    begins = array("i", cells.ids.tobytes())
    ends = array("i", cells.ids.tobytes())
    begins_view, ends_view = np.frombuffer(begins, np.int32), np.frombuffer(ends, np.int32)
    weights = array("q", cells.weights.tobytes())
    weight_of = weights.__getitem__

    tokens = ["", *cells.alphabet]
    sizes = [1] * len(tokens)
    # Larger than any 1 + token id, so that left * base + right names a pair.
    base = len(tokens) + len(begins)
    pairs = _initial_pairs(cells)
    lefts, rights, counts, places = pairs.lefts, pairs.rights, pairs.counts, pairs.boundaries
    pair_ids = dict(
        zip((a * base + b for a, b in zip(lefts, rights, strict=True)), range(len(counts)))
    )
    initial_counts = np.array(counts, dtype=np.int64)
    key = tie_key(scheme, tokens, pairs, begins, ends)
    if scheme.score == "count":
        queue = CountQueue(pairs, key)
    else:
        frequencies = np.bincount(cells.ids, cells.weights, len(tokens))
        queue = ScoreQueue(pairs, key, frequencies, min_frequency)

    taken_from, births, step_ends, merged, merged_counts, replacements = [], [], [0], [], [], []
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
        step = done + 1
        a, b, boundaries = lefts[best], rights[best], places[best]
        count_then = counts[best]
        a_size, b_size, new = sizes[a], sizes[b], len(tokens)
        tokens.append(join(tokens[a], tokens[b], scheme))
        sizes.append(a_size + b_size)
        examined += len(boundaries)

        if len(boundaries) > wide:
            boundaries = np.asarray(boundaries, dtype=np.int32)
            replaced, after, before = _merge_wide(
                begins_view, ends_view, cells.weights, boundaries, a, b, new, step, a_size, b_size
            )
        else:
            if type(boundaries) is not list:
                boundaries = boundaries.tolist()
            replaced, after, before = _merge_narrow(
                begins, ends, weight_of, boundaries, a, b, new, step, a_size, b_size
            )

        if a != b:
            replaced = counts[best]
        first_born = len(counts)
        # Right before left: in "abab" the second merge takes back a pair that the first one made.
        for neighbour, count, boundaries in after:
            loser = pair_ids[b * base + neighbour]
            pair_ids[new * base + neighbour] = len(counts)
            counts[loser] -= count
            counts.append(count)
            lefts.append(new)
            rights.append(neighbour)
            places.append(boundaries)
            if record:
                taken_from.append(loser)
                births.append(count)
        for neighbour, count, boundaries in before:
            loser = pair_ids[neighbour * base + a]
            pair_ids[neighbour * base + new] = len(counts)
            counts[loser] -= count
            counts.append(count)
            lefts.append(neighbour)
            rights.append(new)
            places.append(boundaries)
            if record:
                taken_from.append(loser)
                births.append(count)
        counts[best] = 0
        places[best] = None
        merged.append(best)
        merged_counts.append(count_then)
        replacements.append(replaced)
        step_ends.append(len(births))
        queue.merged(a, b, replaced, first_born)
    if on_progress:
        on_progress(done, done)

    return Log(
        tokens=tokens[1:],
        erased=begins_view,
        lefts=np.array(lefts, dtype=np.int32) - 1,
        rights=np.array(rights, dtype=np.int32) - 1,
        initial_counts=initial_counts,
        births=np.array(births, dtype=np.int64),
        taken_from=np.array(taken_from, dtype=np.int32),
        step_ends=np.array(step_ends, dtype=np.int64),
        merged=np.array(merged, dtype=np.int32),
        counts=np.array(merged_counts, dtype=np.int64),
        replacements=np.array(replacements, dtype=np.int64),
        next=best,
        score_ties=getattr(queue, "tie_counts", None),
        counters={
            "merges": done,
            "examined": examined,
            "born": len(counts),
            "cells": int(np.count_nonzero(cells.ids)),
        },
    )


def _merge_narrow(begins, ends, weight_of, boundaries, a, b, new, step, a_size, b_size):
    """Merge a and b at each live boundary, left to right, in a plain loop.

    Returns the occurrences replaced (worked out only where they can be fewer than the count: where
    a is b), then for the right and for the left side a list of
    (neighbour, occurrences, boundaries of the new pair).
    """
    after, before = {}, {}
    replaced = 0
    for boundary in boundaries:
        # A token ends in the cell before a live boundary, so `ends` is never stale here.
        if begins[boundary] == b and ends[boundary - 1] == a:
            start, end = boundary - a_size, boundary + b_size
            begins[boundary] = -step
            begins[start] = ends[end - 1] = new
            if a == b:
                replaced += weight_of(boundary)
            left, right = ends[start - 1], begins[end]
            if left:
                if left in before:
                    before[left].append(start)
                else:
                    before[left] = [start]
            if right:
                if right in after:
                    after[right].append(end)
                else:
                    after[right] = [end]
    return (
        replaced,
        [
            (right, weight_of(at[0]) if len(at) == 1 else sum(map(weight_of, at)), at)
            for right, at in after.items()
        ],
        [
            (left, weight_of(at[0]) if len(at) == 1 else sum(map(weight_of, at)), at)
            for left, at in before.items()
        ],
    )


def _merge_wide(begins, ends, weights, boundaries, a, b, new, step, a_size, b_size):
    """Do what `_merge_narrow` does, with numpy; all arrays are views of the same memory."""
    live = boundaries[(begins[boundaries] == b) & (ends[boundaries - 1] == a)]
    if a == b:
        # Of each run of touching occurrences every second one is merged: "aaa" has two, one goes.
        index = np.arange(len(live))
        run_starts = np.where(np.diff(live, prepend=-a_size) == a_size, 0, index)
        live = live[(index - np.maximum.accumulate(run_starts)) % 2 == 0]
    starts, nexts = live - a_size, live + b_size
    # The right neighbour as it was, the left one as it is: so the loop would have found them.
    rights = begins[nexts]
    begins[live] = -step
    begins[starts] = new
    ends[nexts - 1] = new
    lefts = ends[starts - 1]
    return (
        int(weights[live].sum()),
        _grouped(rights, nexts, weights),
        _grouped(lefts, starts, weights),
    )


def _grouped(neighbours, boundaries, weights):
    """Return (neighbour, occurrences, its boundaries in order) for each neighbour but 0."""
    order = np.argsort(neighbours, kind="stable")
    neighbours, boundaries = neighbours[order], boundaries[order]
    first = np.flatnonzero(np.diff(neighbours, prepend=0))
    if not len(first):
        return []
    occurrences = np.add.reduceat(weights[boundaries], first).tolist()
    edges = [*first.tolist(), len(neighbours)]
    return [
        (neighbour, count, boundaries[start:end])
        for neighbour, count, start, end in zip(
            neighbours[first].tolist(), occurrences, edges, edges[1:], strict=False
        )
    ]


def _initial_pairs(cells: Cells) -> Pairs:
    """Return the pairs of the alphabet, in the order in which the corpus first shows them."""
    ids = cells.ids
    boundaries = np.flatnonzero((ids[1:] > 0) & (ids[:-1] > 0)).astype(np.int32) + 1
    keys = ids[boundaries - 1].astype(np.int64) * (len(cells.alphabet) + 1) + ids[boundaries]
    keys = _densely_numbered(keys, (len(cells.alphabet) + 1) ** 2)
    order = np.argsort(keys, kind="stable")
    boundaries, keys = boundaries[order], keys[order]
    if not len(keys):
        return Pairs([], [], [], [])
    first = np.flatnonzero(np.append(True, keys[1:] != keys[:-1]))
    counts = np.add.reduceat(cells.weights[boundaries], first)
    groups = np.split(boundaries, first[1:])
    firsts = boundaries[first]
    seen = np.argsort(firsts)
    return Pairs(
        ids[firsts[seen] - 1].tolist(),
        ids[firsts[seen]].tolist(),
        counts[seen].tolist(),
        [groups[group] for group in seen.tolist()],
    )


def _densely_numbered(keys: np.ndarray, size: int) -> np.ndarray:
    """Return 16-bit numbers that group as `keys` do, where they fit: numpy sorts those fastest."""
    if size > 1 << 24:
        return keys
    number = np.zeros(size, dtype=np.int32)
    number[keys] = 1
    distinct = np.flatnonzero(number)
    if len(distinct) > 1 << 16:
        return keys
    number[distinct] = np.arange(len(distinct))
    return number.astype(np.uint16)[keys] if size < len(keys) else number[keys].astype(np.uint16)


def _check_whole(name: str, value: int | None, least: int, way_out: str) -> None:
    if value is None and name != "min_frequency":
        return
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(
            f"{name} must be a whole number of {least} or more, got {value!r}. {way_out}"
        )


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
