"""Encode a word by each method, as a wall of its merges, and all words by two methods."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..encoding.encoded import EncodedWord, Method
from ..encoding.roundtrip import POLICIES, decode_encoding, unknown_characters, with_policy
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..text.characters import is_text
from ..training import Training

COMPARED_METHODS: tuple[Method, ...] = ("merges", "longest-match", "longest-token-first")


@dataclass(frozen=True)
class MethodResult:
    """A word encoded by one method or rule.

    Attributes:
        name: the method, or the rule for unknown characters.
        word: with its tokens and steps.
        back: its decoded tokens.
        is_best: it has the fewest tokens of all; or, for a word with unknown letters, it decodes to
            the word.
    """

    name: str
    word: EncodedWord
    back: str
    is_best: bool


@dataclass(frozen=True)
class MethodResults:
    """A word by each method; `unknown`: its letters that the alphabet lacks."""

    text: str
    unknown: tuple[str, ...]
    endings: tuple[MethodResult, ...]


def encode_by_each_method(
    tokenizer: Tokenizer, text: str, place: int = 0, method: Method = "merges"
) -> MethodResults:
    """Encode the word at a place of a text; `method` is used for words with unknown letters.

    The tokenizer's own rule for unknown characters comes first.

    >>> from bpe import train
    >>> training = train("low low lower newest newest widest", "paper")
    >>> found = encode_by_each_method(training.tokenizer(), "lowest")
    >>> [(ending.name, len(ending.word.tokens), ending.is_best) for ending in found.endings]
    [('merges', 2, True), ('longest-match', 4, False), ('longest-token-first', 4, False)]
    """
    word = tokenizer.encode(text).words[place].text
    unknown = tuple(unknown_characters(tokenizer, word))
    if not unknown:
        followed = [(name, tokenizer.encode(text, name).words[place]) for name in COMPARED_METHODS]
        fewest = min(len(each.tokens) for _, each in followed)
        endings = [
            MethodResult(name, each, decode_encoding(tokenizer, each), len(each.tokens) == fewest)
            for name, each in followed
        ]
        return MethodResults(word, (), tuple(endings))
    found = []
    for policy in sorted(POLICIES, key=lambda policy: policy != tokenizer.scheme.unknown):
        other = with_policy(tokenizer, policy)
        each = other.encode(text, method).words[place]
        back = decode_encoding(other, each)
        found.append(MethodResult(policy, each, back, back == word))
    return MethodResults(word, unknown, tuple(found))


MAX_WORD_CHARS = 200
"""Maximum number of characters of a word on which methods are compared."""


@dataclass(frozen=True, eq=False)
class MethodComparison:
    """Ordered merges and another method on every word of a corpus, in compact arrays.

    Attributes:
        method: the other method.
        words, occurrences: the number compared.
        left_out: number of words longer than `MAX_WORD_CHARS`.
        places: the words encoded differently, by their index in the corpus, most frequent first.
        counts: the occurrences of each.
        gains: the tokens that the other method needs more (above 0) or fewer (below 0) for each.
    """

    method: Method
    words: int
    occurrences: int
    left_out: int
    places: np.ndarray
    counts: np.ndarray
    gains: np.ndarray

    @property
    def differing_occurrences(self) -> int:
        """Occurrences of the words encoded differently."""
        return int(self.counts.sum())

    @property
    def word_share(self) -> float:
        """Share of the words that are encoded differently, 0 to 1."""
        return len(self.places) / self.words if self.words else 0.0

    @property
    def occurrence_share(self) -> float:
        """Share of their occurrences, 0 to 1."""
        return self.differing_occurrences / self.occurrences if self.occurrences else 0.0

    @property
    def token_difference(self) -> int:
        """Tokens the other method needs more (or fewer) in the whole corpus."""
        return int((self.gains * self.counts).sum())

    @property
    def fewer_same_more(self) -> tuple[int, int, int]:
        """Number of differently encoded words with fewer, as many and more tokens."""
        fewer, same, more = (int((np.sign(self.gains) == sign).sum()) for sign in (-1, 0, 1))
        return fewer, same, more


def compare_methods(training: Training, step: int, method: Method) -> MethodComparison:
    """Encode every word of the corpus with the first `step` merges and by another method.

    The split by ordered merges is the one of the record. 500,000 words take a minute or more.
    """
    tokenizer, snapshot, corpus = training.tokenizer(step), training.snapshot(step), training.corpus
    counts = np.array(corpus.counts, dtype=np.int64)
    is_compared = np.array([len(word) <= MAX_WORD_CHARS for word in corpus.words], dtype=bool)
    found = []
    for place in np.flatnonzero(is_compared).tolist():
        merges = snapshot.tokens(corpus.words[place])
        other, _ = tokenizer.encode_word(corpus.words[place], method)
        if merges != other:
            found.append((place, len(other) - len(merges)))
    places, gains = np.array(found, dtype=np.int64).reshape(-1, 2).T
    order = np.argsort(-counts[places], kind="stable")
    return MethodComparison(
        method,
        int(is_compared.sum()),
        int(counts[is_compared].sum()),
        int((~is_compared).sum()),
        places[order],
        counts[places[order]],
        gains[order],
    )


def first_whole_step(word: EncodedWord) -> int:
    """Return the step of a word's trace from which on its tokens are whole characters.

    0 if they always are, if no merge follows, or if they never are; also 0 if a character is ASCII:
    it is complete as a byte, and its merges are worth showing.
    """
    if any(character.isascii() for character in word.text):
        return 0
    splits = [word.start_tokens, *(step.tokens for step in word.steps)]
    broken = [
        step
        for step, split in enumerate(splits)
        if any(isinstance(token, bytes) and not is_text(token) for token in split)
    ]
    first = broken[-1] + 1 if broken else 0
    return first if first < len(word.steps) else 0


def whole_splits(word: EncodedWord) -> list[tuple[Sequence[Token], Sequence[int]]]:
    """Return the splits of a word's trace from `first_whole_step` on.

    Each has its tokens, and the places of the left tokens of its merges in the split before.
    """
    first = first_whole_step(word)
    start = word.steps[first - 1].tokens if first else word.start_tokens
    return [(start, ()), *((step.tokens, step.places) for step in word.steps[first:])]


@dataclass(frozen=True)
class MergeBrick:
    """A token during a word's merges: above the token it is merged into, below its parts.

    Attributes:
        start, end: the range of first-row tokens that it covers, the end not included.
        level, until: its first row, and the row after its last.
        rank: of the merge that made it; None in the first row.
    """

    token: Token
    start: int
    end: int
    level: int
    until: int
    rank: int | None


def merge_wall(word: EncodedWord, first: int = 0) -> tuple[MergeBrick, ...]:
    """Return the merges of a word from its step `first` on as rows of bricks, the first row first.

    >>> from bpe import train
    >>> [word] = train("low low", max_merges=2).tokenizer().encode("low").words
    >>> [(brick.token, brick.level, brick.until, brick.rank) for brick in merge_wall(word)[2:]]
    [('w', 0, 2, None), ('</w>', 0, 3, None), ('lo', 1, 2, 0), ('low', 2, 3, 1)]
    """
    steps = word.steps
    tokens = steps[first - 1].tokens if first else word.start_tokens
    standing = [MergeBrick(token, at, at + 1, 0, 0, None) for at, token in enumerate(tokens)]
    done: list[MergeBrick] = []
    for step in steps[first:]:
        joined: list[MergeBrick] = []
        rest = iter(enumerate(standing))
        for at, left in rest:
            if at not in step.places:
                joined.append(left)
                continue
            _, right = next(rest)
            level = max(left.level, right.level) + 1
            done += [replace(each, until=level) for each in (left, right)]
            token = step.tokens[len(joined)]
            joined.append(MergeBrick(token, left.start, right.end, level, 0, step.rank))
        standing = joined
    height = 1 + max((brick.level for brick in standing), default=0)
    done += [replace(each, until=height) for each in standing]
    return tuple(sorted(done, key=lambda brick: (brick.level, brick.start)))
