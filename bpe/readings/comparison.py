"""Trainings on one corpus side by side: their rules, their merges, their vocabularies.

Two runs may differ in the scheme, the tie rule, or in one pair that was forced at a step. Compared
vocabularies are all spelled like Unigram's: with the mark ▁ at a word's beginning.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Literal, NamedTuple

import numpy as np

from ..encoding.roundtrip import shared_prefix
from ..merging.cells import Token
from ..merging.values import Merge, PairCount
from ..schemes import Scheme
from ..text.characters import as_bytes
from ..training import Training
from ..unigram.record import UnigramTraining

RulePart = Literal["words", "units", "mark", "score", "rules", "ties"]

RULE_PARTS: dict[RulePart, tuple[str, ...]] = {
    "words": ("normalizer", "pretokenizer", "pattern", "special_tokens"),
    "units": ("units",),
    "mark": ("boundary",),
    "score": ("score",),
    "rules": ("rules", "max_token_length"),
    "ties": ("tie_rule", "byte_order"),
}
"""Differences between schemes, from pre-tokenization to the tie rule -> their fields."""


def plain_bytes(token: Token, scheme: Scheme) -> bytes:
    """Return a token's text in UTF-8, without mark and spaces: comparable between schemes.

    >>> from bpe import PRESETS
    >>> plain_bytes("est</w>", PRESETS["paper"]) == plain_bytes(b"est", PRESETS["gpt"])
    True
    """
    if isinstance(token, bytes):
        return token.strip(b" ")
    if scheme.boundary in ("prefix", "continuation"):
        token = token.removeprefix(scheme.mark)
    elif scheme.boundary in ("suffix", "attached"):
        token = token.removesuffix(scheme.mark)
    return as_bytes(token.strip(" "))


def differing_rules(first: Scheme, second: Scheme) -> tuple[RulePart, ...]:
    """Return the names of `RULE_PARTS` in which two schemes differ, in order."""
    return tuple(
        part
        for part, names in RULE_PARTS.items()
        if any(getattr(first, name) != getattr(second, name) for name in names)
    )


def parting_step(first: Training, second: Training) -> int | None:
    """Return the first step at which two runs merge different pairs; `None` if they do not.

    Only the text of tokens counts, so a mark is not a difference; nor is the end of a run by a
    limit.
    """
    for one, other in zip(first.merges, second.merges, strict=False):
        if _plain_pair(one, first.scheme) != _plain_pair(other, second.scheme):
            return one.rank
    shorter = min(len(first), len(second))
    ended = first if len(first) == shorter else second
    if len(first) == len(second) or ended.stop.reason in ("max_merges", "vocab_size"):
        return None
    return shorter


def shared_token_counts(first: Training, second: Training) -> tuple[int, int, int]:
    """Return the numbers of learned tokens, by text, shared by both runs and in each run."""
    said = [
        {plain_bytes(token, run.scheme) for token in run.tokens[len(run.alphabet) :]}
        for run in (first, second)
    ]
    return len(said[0] & said[1]), len(said[0]), len(said[1])


def _plain_pair(merge: Merge, scheme: Scheme) -> tuple[bytes, bytes]:
    left, right = merge.pair
    return plain_bytes(left, scheme), plain_bytes(right, scheme)


STEPS_SEARCHED = 50
"""Number of steps from the first tie on that are searched for a fork."""


class LearnedTokens(NamedTuple):
    """Tokens learned by a step, oldest first: by both runs, by the first or the second only."""

    both: tuple[Token, ...]
    first: tuple[Token, ...]
    second: tuple[Token, ...]


class PairAtStep(NamedTuple):
    """A pair that could be forced, and its step."""

    step: int
    pair: PairCount


class Meeting(NamedTuple):
    """A step in each of two runs with equal splits of every word of the corpus."""

    first: int
    second: int


@dataclass(frozen=True)
class MergeDifference:
    """A step at which two runs merge different pairs; `None` if a run has ended.

    Attributes:
        step: number of merges both have applied before.
        first, second: the merge of each run at this step.
        first_later, second_later: the step at which the other run makes the same token, if ever.
    """

    step: int
    first: Merge | None
    second: Merge | None
    first_later: int | None
    second_later: int | None


class TwoRuns:
    """Two records of one corpus, read in parallel; a run that has ended keeps its last state."""

    def __init__(self, first: Training, second: Training) -> None:
        self.runs = (first, second)
        self.last = max(len(first), len(second))

    @property
    def parting(self) -> int | None:
        """The first step with different choices; None if there is none."""
        return self.parts_again(Meeting(0, 0))

    @property
    def meeting(self) -> int | None:
        """The first step after the parting at which both split every word alike, or None."""
        return next((met.first for met in self._meetings() if met.first == met.second), None)

    @property
    def met(self) -> Meeting | None:
        """The first steps after the parting at which both split every word alike."""
        return next(self._meetings(), None)

    def _meetings(self) -> Iterator[Meeting]:
        return iter(()) if self.parting is None else meetings(*self.runs, self.parting)

    def learned(self, step: int) -> LearnedTokens:
        """Return the tokens learned by a step."""
        first, second = (run.tokens[len(run.alphabet) :][:step] for run in self.runs)
        in_first, in_second = set(first), set(second)
        return LearnedTokens(
            both=tuple(token for token in first if token in in_second),
            first=tuple(token for token in first if token not in in_second),
            second=tuple(token for token in second if token not in in_first),
        )

    def parts_again(self, met: Meeting) -> int | None:
        """Return the number of merges from a meeting to the next different choice, or `None`."""
        left = [run.log.merged[step:].tolist() for run, step in zip(self.runs, met, strict=True)]
        alike = shared_prefix(
            *(map(run.pair, pairs) for run, pairs in zip(self.runs, left, strict=True))
        )
        return alike if alike < min(map(len, left)) else None

    def differences(self) -> list[MergeDifference]:
        """Return every step at which the two merge different pairs, or only one of them merges."""
        first, second = self.runs
        return [
            MergeDifference(step, one, other, _step_made(second, one), _step_made(first, other))
            for step, (one, other) in enumerate(zip_longest(first.merges, second.merges))
            if one is None or other is None or one.pair != other.pair
        ]


def suggested_fork(training: Training) -> PairAtStep | None:
    """Return a pair that is worth forcing: the loser of a tie that the run never merges.

    Among the losers of the first such steps, choose the one that stays available longest before
    other merges consume it. Without such a loser, the first pair that lost a tie, or else the
    second pair of the first step; `None` if no step has two pairs.
    """
    tied = np.flatnonzero(training.tie_counts > 1)
    merged = set(training.log.merged.tolist())
    for step in tied[:STEPS_SEARCHED].tolist():
        lost = [pair for pair in training.snapshot(step).tied[1:] if pair not in merged]
        if lost:
            longest = max(lost, key=lambda pair: _last_loss(training, pair))
            return PairAtStep(step, training.snapshot(step).pair_count(longest))
    if len(tied):
        return PairAtStep(int(tied[0]), training.snapshot(int(tied[0])).ties[1])
    for step, pairs in zip(
        range(min(len(training), STEPS_SEARCHED)), training.top_pairs(2), strict=False
    ):
        if len(pairs) > 1:
            return PairAtStep(step, pairs[1])
    return None


def meetings(first: Training, second: Training, after: int = -1) -> Iterator[Meeting]:
    """Yield all later steps at which two runs of one corpus split every word alike, in order.

    Step 0 is the first of them. The number of tokens falls with every merge, so a step of one run
    matches at most one step of the other. Equal splits are equal sets of erased boundaries,
    compared by the sum of a random number per boundary; every match is then verified, lazily.
    """
    numbers = np.random.default_rng(0).integers(1, 2**63, len(first.ids), dtype=np.uint64)
    of_second = {each: step for step, each in enumerate(_sums(second, numbers).tolist())}
    for step, each in enumerate(_sums(first, numbers).tolist()):
        other = of_second.get(each, -1)
        if min(step, other) > after and _alike(first, second, step, other):
            yield Meeting(step, other)


def _step_made(run: Training, merge: Merge | None) -> int | None:
    """Return the first step at which a run has the token of a merge; `None` for never."""
    rank = run.token_ranks.get(merge.token) if merge else None
    return None if rank is None else rank + 1


def _last_loss(training: Training, pair: int) -> int:
    """Return the last birth that took from a pair; -1 if there is none."""
    losses = np.flatnonzero(training.log.taken_from == pair)
    return int(losses[-1]) if len(losses) else -1


def _sums(run: Training, numbers: np.ndarray) -> np.ndarray:
    """Return for each step the sum of the random numbers of all erased boundaries."""
    erased = np.flatnonzero(run.log.erased < run.log.never)
    steps = run.log.erased[erased]
    order = np.argsort(steps, kind="stable")
    sums = np.concatenate(([np.uint64(0)], np.cumsum(numbers[erased[order]])))
    return sums[np.searchsorted(steps[order], np.arange(len(run) + 1), side="right")]


def _alike(first: Training, second: Training, one: int, other: int) -> bool:
    return np.array_equal(first.log.erased <= one, second.log.erased <= other)


MARK = "▁"


@dataclass(frozen=True, eq=False)
class ComparedVocabulary:
    """A tokenizer at the end of its training.

    Attributes:
        name: its name.
        tokens: its vocabulary.
        token_count: tokens in the corpus.
        words: word occurrences in the corpus.
        split: returns the tokens of a word.
        is_full: whether it has as many tokens as the Unigram vocabulary.
    """

    name: str
    tokens: frozenset[str]
    token_count: int
    words: int
    split: Callable[[str], tuple[str, ...]]
    is_full: bool

    @property
    def tokens_per_word(self) -> float:
        """Average number of tokens per word occurrence."""
        return self.token_count / self.words

    @property
    def mean_length(self) -> float:
        """Average number of characters of a token in the vocabulary, without the mark."""
        return sum(len(token.removeprefix(MARK)) for token in self.tokens) / len(self.tokens)


class SharedTokens(NamedTuple):
    """Tokens that exactly these vocabularies have, the longest first, then by code point."""

    names: tuple[str, ...]
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class SplitWord:
    """A word, its occurrences, and its tokens by each vocabulary."""

    text: str
    count: int
    splits: tuple[tuple[str, ...], ...]

    @property
    def is_alike(self) -> bool:
        """True if all splits are equal."""
        return len(set(self.splits)) == 1


def compared_vocabularies(
    unigram: UnigramTraining, others: Mapping[str, Training]
) -> list[ComparedVocabulary]:
    """Return the vocabularies of the other trainings by name, and "unigram" last.

    The others must be trained on the same corpus, with characters as units.
    """
    words = sum(unigram.corpus.counts)
    found = [
        ComparedVocabulary(
            name,
            frozenset(_as_unigram(token, training) for token in training.tokens),
            int(training.token_counts[-1]),
            words,
            partial(_tokens_of_word, training),
            len(training.tokens) == len(unigram.pieces),
        )
        for name, training in others.items()
    ]
    model, mark = unigram.model, unigram.mark
    own = frozenset(unigram.pieces)
    count = unigram.token_count
    mine = ComparedVocabulary(
        "unigram", own, count, words, lambda word: model.best(mark + word), True
    )
    return [*found, mine]


def shared_tokens(compared: Sequence[ComparedVocabulary]) -> list[SharedTokens]:
    """Return the tokens of each combination of vocabularies, the largest combination first."""
    owners: dict[tuple[str, ...], list[str]] = {}
    for token in frozenset().union(*(each.tokens for each in compared)):
        names = tuple(each.name for each in compared if token in each.tokens)
        owners.setdefault(names, []).append(token)
    return [
        SharedTokens(names, tuple(sorted(tokens, key=lambda token: (-len(token), token))))
        for names, tokens in sorted(owners.items(), key=lambda each: (-len(each[0]), each[0]))
    ]


def split_words(
    compared: Sequence[ComparedVocabulary], unigram: UnigramTraining, search: str = ""
) -> Iterator[SplitWord]:
    """Yield the words of the corpus that contain `search` with all splits, most frequent first."""
    wanted = search.casefold()
    for word, count in sorted(unigram.corpus.items(), key=lambda each: -each[1]):
        if wanted in word.casefold():
            yield SplitWord(word, count, tuple(each.split(word) for each in compared))


def _tokens_of_word(training: Training, word: str) -> tuple[str, ...]:
    tokens = training.snapshot(len(training)).tokens(word)
    return tuple(_as_unigram(token, training) for token in tokens)


def _as_unigram(token: Token, training: Training) -> str:
    """Spell a token as Unigram does."""
    scheme = training.scheme
    if isinstance(token, bytes):
        raise ValueError(
            f"tokens must be characters, got {token!r}. Train with a scheme of characters."
        )
    if scheme.boundary == "prefix":
        return token
    return token.removeprefix(scheme.mark) if token.startswith(scheme.mark) else MARK + token
