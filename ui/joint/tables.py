"""Read two languages and their three runs into rows: one function a table.

"first" and "second" are the two texts: as columns of tokens the splits by each one's own run, as
columns of numbers occurrences in each. A step beyond the end of a run shows its end.
"""

from typing import Any

import numpy as np

from bpe import Corpus, Training
from bpe.readings.granularity import is_spaced
from bpe.readings.joint import JointRuns, SharedWord, VocabularyFilter
from ui.cache import remembered
from ui.draw.readings import ROWS, Rows

NAME_LENGTH = 3
"""Letters a shared word must have more of to be looked at like a name."""

THRESHOLDS = (1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500)
"""How often a token must occur in one language to be allowed there."""


def joined(joint: Training, first: Training, second: Training) -> JointRuns:
    """Put the three runs side by side."""
    return JointRuns((first, second), joint)


def shared_words(runs: JointRuns, step: int) -> list[SharedWord]:
    """List the words of both texts, those that the two runs split differently first."""
    return _shared_words(runs.joint, *runs.alone, step)


@remembered
def _shared_words(
    joint: Training, first: Training, second: Training, step: int
) -> list[SharedWord]:
    words = joined(joint, first, second).shared_words(step)
    return sorted(words, key=lambda word: word.agrees_alone)


def agreement(runs: JointRuns) -> np.ndarray:
    """Return how many shared words the two runs split alike, by step."""
    return _agreement(runs.joint, *runs.alone)


@remembered
def _agreement(joint: Training, first: Training, second: Training) -> np.ndarray:
    return joined(joint, first, second).agreement()


def names(runs: JointRuns, step: int, limit: int) -> tuple[str, ...]:
    """Choose shared words to look at: of letters only, split differently at `step` if there are.

    Most frequent first, capitalised ones before others.
    """
    letters = [
        word
        for word in shared_words(runs, step)
        if word.text.strip().isalpha() and len(word.text.strip()) > NAME_LENGTH
    ]
    letters.sort(key=lambda word: (word.agrees_alone, not word.text.strip()[0].isupper()))
    return tuple(word.text for word in letters[:limit])


def splits(runs: JointRuns, step: int, text: str, words: tuple[str, ...], least: int) -> Rows:
    """Split the words of a text, then shared words up to `least` in all, by each of the three runs.

    Columns: word, first, second, joint (tokens), differ (the two runs alone do not agree).
    """
    snapshots = runs.at(step)
    rows: list[tuple[Any, ...]] = []
    encodings = [
        snapshot.training.tokenizer(snapshot.step).encode(text).words for snapshot in snapshots
    ]
    for first, second, joint in zip(*encodings, strict=True):
        rows.append((first.text, first.tokens, second.tokens, joint.tokens))
    rows = [*dict.fromkeys(rows)]
    asked = {row[0] for row in rows}
    more = [word for word in words if word not in asked][: max(0, least - len(rows))]
    rows += [(word, *(snapshot.tokens(word) for snapshot in snapshots)) for word in more]
    rows = [(*row, row[1] != row[2]) for row in rows]
    return Rows(("word", "first", "second", "joint", "differ"), rows)


def shared(runs: JointRuns, step: int, search: str = "", limit: int | None = ROWS) -> Rows:
    """List the words of both texts that show `search`, those split differently first.

    Columns: word, count_first, count_second, first, second, joint (tokens), differ.
    """
    wanted = search.casefold()
    found = [word for word in shared_words(runs, step) if wanted in word.text.casefold()]
    rows = [
        (word.text, *word.counts, *word.alone, word.joint, not word.agrees_alone)
        for word in found[:limit]
    ]
    columns = ("word", "count_first", "count_second", "first", "second", "joint", "differ")
    return Rows(columns, rows, len(found) > len(rows))


def costs(runs: JointRuns, step: int) -> Rows:
    """List what joint training costs each side at a step.

    Columns: side (0, 1), alone and joint (what white space parts, "word" or "line", the tokens of
    that text, and those of one such part), extra (joint beyond alone, as a share), reached (the
    first joint step with as few tokens as alone; None where it never comes).
    """
    rows = []
    for side in (0, 1):
        cost = runs.cost(side, step)
        part = "word" if has_spaces(runs.corpora[side]) else "line"
        alone = (part, cost.alone, cost.alone_per_word)
        joint = (part, cost.joint, cost.joint_per_word)
        rows.append((side, alone, joint, cost.extra, cost.reached))
    return Rows(("side", "alone", "joint", "extra", "reached"), rows)


@remembered
def has_spaces(corpus: Corpus) -> bool:
    """Whether white space parts the words of a text."""
    return is_spaced(corpus)


def tokens_by_step(runs: JointRuns, side: int) -> dict[str, np.ndarray]:
    """Return the tokens of one text by step: alone, and in the joint run."""
    joint = _token_counts(runs.joint, *runs.alone, side)
    return {"alone": runs.alone[side].token_counts, "joint": joint}


def keep(runs: JointRuns, step: int, side: int, threshold: int) -> VocabularyFilter:
    """Allow the joint tokens that one text has often enough at a step."""
    frequencies = runs.frequencies(side, runs.at(step)[2])
    return VocabularyFilter(runs.joint, frequencies.tolist(), threshold)


def filter_sums(runs: JointRuns, step: int, side: int, threshold: int) -> dict[str, int]:
    """Count what the filter does: entries, allowed, tokens before and after, of one text."""
    snapshot = runs.at(step)[2]
    frequencies = runs.frequencies(side, snapshot).tolist()
    chosen = VocabularyFilter(runs.joint, frequencies, threshold)
    return {
        "entries": len(snapshot.vocabulary),
        "allowed": chosen.allowed_count,
        "before": sum(frequencies),
        "after": chosen.token_count(frequencies),
    }


def split_back(runs: JointRuns, step: int, side: int, threshold: int, limit: int = ROWS) -> Rows:
    """List the words of one text that the filter splits further, most frequent first.

    Columns: word, count, before_tokens, tokens.
    """
    snapshot = runs.at(step)[2]
    found = runs.words_split_back(side, snapshot, keep(runs, step, side, threshold), limit + 1)
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:limit]]
    more = len(found) > len(rows)
    return Rows(("word", "count", "before_tokens", "tokens"), rows, more)


@remembered
def _token_counts(joint: Training, first: Training, second: Training, side: int) -> np.ndarray:
    return joined(joint, first, second).token_counts_by_step(side)
