"""How the number by which each pair won is worked out, as one writes it by hand."""

from __future__ import annotations

from ..training import Training

MOST = 4
"""Words whose counts are added up in sight."""


def worked_out(training: Training) -> list[str]:
    """Return for each merge "5 / (20 × 5) = 0.05" or "10 + 5 + 5 = 20"; "" where that is long."""
    if training.scheme.score == "count":
        return _added(training)
    initial = training.initial_frequencies
    met = training.frequencies_met(initial, training.replacements).tolist()
    return [
        f"{merge.count:,} / ({left:,} × {right:,}) = {merge.score:.3g}"
        for merge, (left, right) in zip(training.merges, met, strict=True)
    ]


def _added(training: Training) -> list[str]:
    """Add up what each word has of a pair, where these are a few."""
    totals = training.merged_word_counts.tolist()
    sums = []
    for merge, words, total in zip(
        training.merges, training.merged_words(MOST), totals, strict=True
    ):
        few = words if 1 < total <= MOST else ()
        counts = [_count(training, word, merge.rank) for word in few]
        # Pairs that overlap are counted, and not all of them merged.
        said = " + ".join(f"{count:,}" for count in counts) + f" = {merge.count:,}"
        sums.append(said if sum(counts) == merge.count else "")
    return sums


def _count(training: Training, word: str, rank: int) -> int:
    """Return how often a word's merges of this rank occur in the text."""
    index = training.word_index(word)
    *_, places = training.change(index, rank)
    return len(places) * training.corpus.counts[index]
