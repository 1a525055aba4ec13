"""Vocabularies: the tokenizers that several trainings on one corpus made, side by side.

All are spelled alike, as Unigram spells: the mark ▁ where a word begins, nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ..merging.cells import Token
from ..training import Training
from ..unigram.record import UnigramTraining

MARK = "▁"


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A tokenizer at the end of its training.

    Attributes:
        name: what it is called.
        tokens: its vocabulary.
        token_count: tokens in the corpus.
        words: word occurrences in the corpus.
        split: gives the tokens of a word.
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
        """Tokens of a word occurrence, on average."""
        return self.token_count / self.words

    @property
    def mean_length(self) -> float:
        """Characters of a token in the vocabulary, on average, the mark not counted."""
        return sum(len(token.removeprefix(MARK)) for token in self.tokens) / len(self.tokens)


class Overlap(NamedTuple):
    """Tokens that just these vocabularies have, the longest first, then by code point."""

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
        """Whether all cut it alike."""
        return len(set(self.splits)) == 1


def vocabularies(unigram: UnigramTraining, others: Mapping[str, Training]) -> list[Vocabulary]:
    """Return the vocabularies of the other trainings by name, and that of "unigram" last.

    The others must be trained on the same corpus, with characters as units.
    """
    words = sum(unigram.corpus.counts)
    found = [
        Vocabulary(
            name,
            frozenset(_common(token, training) for token in training.tokens),
            int(training.token_counts[-1]),
            words,
            partial(_split, training),
            len(training.tokens) == len(unigram.pieces),
        )
        for name, training in others.items()
    ]
    model, mark = unigram.model, unigram.mark
    own = frozenset(unigram.pieces)
    count = unigram.token_count
    mine = Vocabulary("unigram", own, count, words, lambda word: model.best(mark + word), True)
    return [*found, mine]


def overlaps(compared: Sequence[Vocabulary]) -> list[Overlap]:
    """Return who shares which tokens, those that most have first; each token is in one of them."""
    owners: dict[tuple[str, ...], list[str]] = {}
    for token in frozenset().union(*(each.tokens for each in compared)):
        names = tuple(each.name for each in compared if token in each.tokens)
        owners.setdefault(names, []).append(token)
    return [
        Overlap(names, tuple(sorted(tokens, key=lambda token: (-len(token), token))))
        for names, tokens in sorted(owners.items(), key=lambda each: (-len(each[0]), each[0]))
    ]


def split_words(
    compared: Sequence[Vocabulary], unigram: UnigramTraining, search: str = ""
) -> Iterator[SplitWord]:
    """Yield the words of the corpus that contain `search` with all splits, most frequent first."""
    wanted = search.casefold()
    for word, count in sorted(unigram.corpus.items(), key=lambda each: -each[1]):
        if wanted in word.casefold():
            yield SplitWord(word, count, tuple(each.split(word) for each in compared))


def _split(training: Training, word: str) -> tuple[str, ...]:
    tokens = training.snapshot(len(training)).tokens(word)
    return tuple(_common(token, training) for token in tokens)


def _common(token: Token, training: Training) -> str:
    """Spell a token the way Unigram does."""
    scheme = training.scheme
    if isinstance(token, bytes):
        raise ValueError(
            f"tokens must be characters, got {token!r}. Train with a scheme of characters."
        )
    if scheme.boundary == "prefix":
        return token
    return token.removeprefix(scheme.mark) if token.startswith(scheme.mark) else MARK + token
