"""Readings of two texts and their three runs: plain rows and numbers, one function a question.

Each takes the records of the joint run and of either text alone. "first" and "second" are the two
texts: as columns of tokens the splits by each one's own run, as columns of numbers occurrences in
each. A step beyond the end of a run shows its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bpe import Corpus, Tokenizer, Training
from bpe.readings.granularity import is_spaced
from bpe.readings.joint import JointRuns, SharedWord, VocabularyFilter, moved_cuts
from ui.cache import remembered
from ui.draw.readings import ROWS, Rows
from ui.draw.tokens import Token

NAME_LENGTH = 3
"""Letters a shared word must have more of to be looked at like a name."""

THRESHOLDS = (1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500)
"""How often a token must occur in one language to be allowed there."""


def joined(joint: Training, first: Training, second: Training) -> JointRuns:
    """Put the three runs side by side."""
    return JointRuns((first, second), joint)


def least_agreement(joint: Training, first: Training, second: Training) -> int:
    """Return the step at which the two runs alone split the fewest shared words alike."""
    return int(_agreement(joint, first, second).argmin())


@remembered
def _agreement(joint: Training, first: Training, second: Training) -> np.ndarray:
    return joined(joint, first, second).agreement()


@remembered
def shared_words(joint: Training, first: Training, second: Training, step: int) -> list[SharedWord]:
    """List the words of both texts, those that the two runs split differently first."""
    words = joined(joint, first, second).shared_words(step)
    return sorted(words, key=lambda word: word.agrees_alone)


@remembered
def has_spaces(corpus: Corpus) -> bool:
    """Whether white space parts the words of a text."""
    return is_spaced(corpus)


def shared_names(
    joint: Training, first: Training, second: Training, step: int, limit: int
) -> tuple[str, ...]:
    """Choose shared words to look at: of letters only, split differently at `step` if there are.

    Most frequent first, capitalised ones before others.
    """
    letters = [
        word
        for word in shared_words(joint, first, second, step)
        if word.text.strip().isalpha() and len(word.text.strip()) > NAME_LENGTH
    ]
    letters.sort(key=lambda word: (word.agrees_alone, not word.text.strip()[0].isupper()))
    return tuple(word.text for word in letters[:limit])


SPLITS = ("first", "second", "joint")
CUTS = tuple(f"{name}_cuts" for name in SPLITS)
"""Columns of tokens, and of those tokens, by number, that begin where not all three runs cut."""


@dataclass(frozen=True)
class NameSplits:
    """Some names in three splits, and how many words of both texts are split differently.

    Attributes:
        rows: word, the columns `SPLITS` and `CUTS`.
        shared: words of both texts.
        differing: those that the two runs alone split differently.
        are_spaced: of each text, whether white space parts its words.
    """

    rows: Rows
    shared: int
    differing: int
    are_spaced: tuple[bool, bool]


def name_splits(
    joint: Training,
    first: Training,
    second: Training,
    step: int,
    text: str,
    words: tuple[str, ...],
    least: int,
) -> NameSplits:
    """Split the words of a text, then shared words up to `least` in all, by each of three runs."""
    runs = joined(joint, first, second)
    snapshots = runs.at(step)
    rows: list[tuple[Any, ...]] = []
    encodings = [
        snapshot.training.tokenizer(snapshot.step).encode(text).words for snapshot in snapshots
    ]
    for one, other, both in zip(*encodings, strict=True):
        rows.append((one.text, one.tokens, other.tokens, both.tokens))
    rows = [*dict.fromkeys(rows)]
    asked = {row[0] for row in rows}
    more = [word for word in words if word not in asked][: max(0, least - len(rows))]
    rows += [(word, *(snapshot.tokens(word) for snapshot in snapshots)) for word in more]
    tokenizer = joint.tokenizer()
    rows = [(*row, *_cuts(tokenizer, row[1:])) for row in rows]
    shared = shared_words(joint, first, second, step)
    one, other = runs.corpora
    return NameSplits(
        Rows(("word", *SPLITS, *CUTS), rows).cut(),
        len(shared),
        sum(not word.agrees_alone for word in shared),
        (has_spaces(one), has_spaces(other)),
    )


def _cuts(tokenizer: Tokenizer, splits: Sequence[Sequence[Token]]) -> tuple[tuple[int, ...], ...]:
    """Return the columns `CUTS` of a word's splits; a mark inside of tokens moves no cut."""
    return moved_cuts([[*map(tokenizer.plain, split)] for split in splits])


@dataclass(frozen=True)
class SharedWords:
    """The words of both texts, those split differently first.

    Attributes:
        count: how many there are.
        rows: word, count_first, count_second, the columns `SPLITS` and `CUTS`.
        alike: by step, how many the two runs alone split alike.
    """

    count: int
    rows: Rows
    alike: list[int]


def words_in_both(
    joint: Training, first: Training, second: Training, step: int, search: str
) -> SharedWords:
    """Read the words of both texts, with the rows of those that show `search`."""
    words, wanted = shared_words(joint, first, second, step), search.casefold()
    found = [word for word in words if wanted in word.text.casefold()]
    tokenizer = joint.tokenizer()
    rows = [
        (word.text, *word.counts, *splits, *_cuts(tokenizer, splits))
        for word in found[:ROWS]
        for splits in [(*word.alone, word.joint)]
    ]
    columns = ("word", "count_first", "count_second", *SPLITS, *CUTS)
    shown = Rows(columns, rows, len(found) > len(rows)).cut()
    return SharedWords(len(words), shown, _agreement(joint, first, second).tolist())


@dataclass(frozen=True)
class JointCosts:
    """What joint training costs each text at a step.

    Attributes:
        sizes: of the vocabularies, as `JointRuns.sizes` names them.
        rows: side (0, 1), alone and joint (what white space parts, "word" or "line", the tokens of
            that text, and those of one such part), extra (joint beyond alone, as a share), reached
            (the first joint step with as few tokens as alone; None where it never comes).
        by_step: of each side, its tokens by step "alone" and in the "joint" run.
    """

    sizes: dict[str, int]
    rows: Rows
    by_step: list[dict[str, list[int]]]


def joint_costs(joint: Training, first: Training, second: Training, step: int) -> JointCosts:
    """Read the tokens of each text alone and joined."""
    runs = joined(joint, first, second)
    rows = []
    for side in (0, 1):
        cost = runs.cost(side, step)
        part = "word" if has_spaces(runs.corpora[side]) else "line"
        own = (part, cost.alone, cost.alone_per_word)
        both = (part, cost.joint, cost.joint_per_word)
        rows.append((side, own, both, cost.extra, cost.reached))
    by_step = [
        {
            "alone": runs.alone[side].token_counts.tolist(),
            "joint": _token_counts(joint, first, second, side).tolist(),
        }
        for side in (0, 1)
    ]
    columns = ("side", "alone", "joint", "extra", "reached")
    return JointCosts(runs.sizes(step), Rows(columns, rows), by_step)


@remembered
def _token_counts(joint: Training, first: Training, second: Training, side: int) -> np.ndarray:
    return joined(joint, first, second).token_counts_by_step(side)


@dataclass(frozen=True)
class FilterResult:
    """What a vocabulary filter does to one text.

    Attributes:
        sums: joint "entries", those "allowed", tokens of the text "before" and "after".
        rows: the words that it splits further, most frequent first: word, count, before_tokens,
            tokens.
    """

    sums: dict[str, int]
    rows: Rows


def filtered(
    joint: Training, first: Training, second: Training, step: int, side: int, threshold: int
) -> FilterResult:
    """Allow the joint tokens that one text has often enough at a step; split back the others."""
    runs = joined(joint, first, second)
    snapshot = runs.at(step)[2]
    frequencies = runs.frequencies(side, snapshot).tolist()
    keep = VocabularyFilter(joint, frequencies, threshold)
    found = runs.words_split_back(side, snapshot, keep, ROWS + 1)
    rows = [(each.text, each.count, each.before, each.tokens) for each in found[:ROWS]]
    sums = {
        "entries": len(snapshot.vocabulary),
        "allowed": keep.allowed_count,
        "before": sum(frequencies),
        "after": keep.token_count(frequencies),
    }
    columns = ("word", "count", "before_tokens", "tokens")
    return FilterResult(sums, Rows(columns, rows, len(found) > len(rows)).cut())
