"""Readings of two runs: where they part and meet, their pairs, and a text by the tokens of one.

A fork is a step and another pair that is merged there. No Streamlit here: workers import this.
"""

from dataclasses import dataclass
from itertools import islice

from bpe import Merge, Scheme, Training
from bpe.encoding.encoded import usual_method
from bpe.merging.values import Pair
from bpe.readings.comparison import (
    Meeting,
    TwoRuns,
    differing_rules,
    parting_step,
    shared_token_counts,
    suggested_fork,
)
from bpe.readings.scores import score_of
from ui.cache import remembered
from ui.draw.readings import ROWS, Rows, beginning, matcher
from ui.draw.tokens import Token

NEVER = -1
"""In place of a step that does not come."""

BEFORE, AFTER = 2, 6
"""Merges shown before the parting and from it on."""

TOKENS = 40
"""Tokens named that only one run has."""


@dataclass(frozen=True)
class Fork:
    """A step, and the ids of the two tokens that are merged there instead."""

    step: int
    left: int
    right: int


def fork_pair(training: Training, fork: Fork) -> Pair | None:
    """Return the two tokens of a fork; None where the run has no such tokens at that step."""
    known = len(training.alphabet) + fork.step
    if fork.step >= len(training) or max(fork.left, fork.right) >= known:
        return None
    return training.tokens[fork.left], training.tokens[fork.right]


@remembered
def first_fork(training: Training) -> Fork | None:
    """Return a fork that is worth a look, if the run has one."""
    choice = suggested_fork(training)
    return None if choice is None else Fork(choice.step, *choice.pair.ids)


@dataclass(frozen=True)
class ForkChoice:
    """A fork on offer: its pair as it is shown, and how often that occurs."""

    fork: Fork
    pair: tuple[Token, ...]
    count: int


def fork_choices(training: Training, step: int, search: str, most: int) -> list[ForkChoice] | None:
    """Return the first pairs that show `search` and could be merged at a step in place of the next.

    None where nothing is merged then.
    """
    snapshot = training.snapshot(step)
    if step == len(training) or snapshot.next is None:
        return None
    matches, following = matcher(search), snapshot.next.pair
    ids = snapshot.pair_ids(None if search else 20 * most)
    possible = (
        each
        for each in map(snapshot.pair_count, ids)
        if not each.forbidden and each.pair != following and matches(*each.pair)
    )
    return [
        ForkChoice(Fork(step, *each.ids), tuple(map(beginning, each.pair)), each.count)
        for each in islice(possible, most)
    ]


def scored_pairs(training: Training, step: int) -> Rows:
    """List the pairs at a step, what is merged next on top; of a run that has ended, the last step.

    Columns: pair, count, left_count, right_count, fraction (the score as it is written by hand),
    score, chosen (it is merged next).
    """
    snapshot = training.snapshot(min(step, len(training)))
    rows = []
    found = snapshot.pairs(ROWS + 1)
    following = snapshot.next.pair if snapshot.next else None
    for each in found[:ROWS]:
        score = score_of(snapshot, each)
        value = float(score.fraction)
        rows.append((each.pair, *score, str(score), value, each.pair == following))
    names = ("pair", "count", "left_count", "right_count", "fraction", "score", "chosen")
    return Rows(names, rows, len(found) > len(rows)).cut()


def are_alike(first: Scheme, second: Scheme) -> bool:
    """Whether two schemes split the same words, by rules that differ in the score at most."""
    return {*differing_rules(first, second)} <= {"score"}


@remembered
def parting(first: Training, second: Training) -> int:
    """Return the step at which two runs first differ, or `NEVER`."""
    if are_alike(first.scheme, second.scheme):
        found = TwoRuns(first, second).parting
    else:
        found = parting_step(first, second)
    return NEVER if found is None else found


@dataclass(frozen=True)
class WordsComparison:
    """Two runs of the same words.

    Attributes:
        both, lost, gained: how many tokens both learned, or one alone.
        met: where they first split all words alike after they parted.
        again: how many merges later they part again, or None.
        differences: the steps at which they merge different pairs, and how many there are.
    """

    both: int
    lost: int
    gained: int
    met: Meeting | None
    again: int | None
    differences: Rows
    number: int


@remembered
def compare_words(first: Training, second: Training) -> WordsComparison:
    """Compare two runs of the same words."""
    both = TwoRuns(first, second)
    learned, met, found = both.learned(both.last), both.met, both.differences()
    rows = [
        (
            each.step,
            each.first and each.first.pair,
            _later(each.first, each.first_later),
            each.second and each.second.pair,
            _later(each.second, each.second_later),
        )
        for each in found[:ROWS]
    ]
    names = ("step", "first", "first_later", "second", "second_later")
    return WordsComparison(
        len(learned.both),
        len(learned.first),
        len(learned.second),
        met,
        None if met is None else both.parts_again(met),
        Rows(names, rows, len(found) > len(rows)).cut(),
        len(found),
    )


def _later(merge: Merge | None, step: int | None) -> int | None:
    """Return when the other run makes the token; None where there is no pair."""
    return None if merge is None else NEVER if step is None else step


LearnedAlone = tuple[int, tuple[Token, ...]]
"""How many tokens only one run has, and the last of them."""


def learned_alone(
    first: Training, second: Training, step: int
) -> tuple[LearnedAlone, LearnedAlone]:
    """Return what only the first, and only the second run has learned by a step."""
    learned = TwoRuns(first, second).learned(step)
    one, other = (
        (len(tokens), tuple(map(beginning, tokens[-TOKENS:])))
        for tokens in (learned.first, learned.second)
    )
    return one, other


@dataclass(frozen=True)
class RulesComparison:
    """Two runs of one text by different rules.

    Attributes:
        both, in_first, in_second: how many learned tokens both have, and each of them.
        merges: of each run, around the step at which they part.
    """

    both: int
    in_first: int
    in_second: int
    merges: tuple[Rows, Rows]


@remembered
def compare_rules(first: Training, second: Training) -> RulesComparison:
    """Compare two runs that part, by different rules."""
    step = parting(first, second)
    merges = _merges_around(first, step), _merges_around(second, step)
    return RulesComparison(*shared_token_counts(first, second), merges)


def _merges_around(run: Training, step: int) -> Rows:
    """List the merges of a run around a step.

    Columns: step, pair, count, parts (it is the merge at `step` itself).
    """
    merges = run.merges[max(0, step - BEFORE) : step + AFTER]
    rows = [(each.rank, each.pair, each.count, each.rank == step) for each in merges]
    return Rows(("step", "pair", "count", "parts"), rows).cut()


def encode(training: Training, step: int, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text by those of a step."""
    tokenizer = training.tokenizer(min(step, len(training)))
    return tuple(tokenizer.encode(text, usual_method(training.scheme)).tokens)


SAMPLE_WORD, SAMPLE_TEXT = "hugs", "hugs bugs pugs gun mug"
"""A word of the sample of five, and for it: words known, new, and with a piece missing."""


def example_text(training: Training, longest: int) -> str:
    """Return a few words to encode: the sample's own, or the longest frequent ones."""
    if training.corpus.place(SAMPLE_WORD) is not None:
        return SAMPLE_TEXT
    words = [each.text.strip() for each in training.snapshot(0).words(200)]
    words = [word for word in words if word.isalpha()] or words
    return " ".join(sorted(words, key=len, reverse=True)[:3])[:longest]
