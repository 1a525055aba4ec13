"""Encoding a word: by each method, as a wall of its merges, and all words by two methods."""

from dataclasses import dataclass, replace
from functools import cached_property

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
        name: the method, or the rule for what is unknown.
        word: with its tokens and the steps that led to them.
        back: what its tokens decode to.
        is_best: it has the fewest tokens of all; or, of a word with unknown letters, gives it back.
    """

    name: str
    word: EncodedWord
    back: str
    is_best: bool


@dataclass(frozen=True)
class MethodResults:
    """A word by each method; `unknown` are its letters that the alphabet lacks."""

    text: str
    unknown: tuple[str, ...]
    endings: tuple[MethodResult, ...]


def encode_by_each_method(
    tokenizer: Tokenizer, text: str, place: int = 0, method: Method = "merges"
) -> MethodResults:
    """Encode the word of a text at a place; `method` is that of words with unknown letters.

    The rule for these that the tokenizer has comes first.

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


LONGEST_WORD = 200
"""Characters of a word up to which methods are compared on it."""


@dataclass(frozen=True)
class WordDifference:
    """A word that two methods encode differently, and how often it occurs."""

    text: str
    count: int
    merges: tuple[Token, ...]
    other: tuple[Token, ...]

    @property
    def gain(self) -> int:
        """Tokens the other method needs more (above 0) or fewer (below 0)."""
        return len(self.other) - len(self.merges)


@dataclass(frozen=True)
class MethodComparison:
    """Ordered merges and another method on every word of the corpus.

    Attributes:
        method: the other method.
        words, occurrences: how many were compared.
        left_out: words that were not, being longer than `LONGEST_WORD`.
        differences: the words encoded differently, most frequent first.
    """

    method: Method
    words: int
    occurrences: int
    left_out: int
    differences: tuple[WordDifference, ...]

    @cached_property
    def differing_occurrences(self) -> int:
        """Occurrences of the words encoded differently."""
        return sum(each.count for each in self.differences)

    @property
    def word_share(self) -> float:
        """Share of the words that are encoded differently, 0 to 1."""
        return len(self.differences) / self.words if self.words else 0.0

    @property
    def occurrence_share(self) -> float:
        """Share of their occurrences, 0 to 1."""
        return self.differing_occurrences / self.occurrences if self.occurrences else 0.0

    @cached_property
    def tokens(self) -> int:
        """Tokens the other method needs more (or fewer) in the whole corpus."""
        return sum(each.gain * each.count for each in self.differences)

    def where(self, sign: int) -> tuple[int, int]:
        """Return (words, occurrences) with fewer (-1), as many (0) or more (1) tokens."""
        found = [each for each in self.differences if (each.gain > 0) - (each.gain < 0) == sign]
        return len(found), sum(each.count for each in found)


def compare_methods(training: Training, step: int, method: Method) -> MethodComparison:
    """Encode every word of the corpus with the first `step` merges and by another method.

    The split by ordered merges is the one of the record.
    """
    tokenizer, snapshot = training.tokenizer(step), training.snapshot(step)
    differences, words, occurrences = [], 0, 0
    for word, count in training.corpus.items():
        if len(word) > LONGEST_WORD:
            continue
        words += 1
        occurrences += count
        merges = snapshot.tokens(word)
        other, _ = tokenizer.encode_word(word, method)
        if merges != other:
            differences.append(WordDifference(word, count, merges, other))
    differences.sort(key=lambda each: -each.count)
    left_out = len(training.corpus) - words
    return MethodComparison(method, words, occurrences, left_out, tuple(differences))


def first_whole_step(word: EncodedWord) -> int:
    """Return the step of a word's trace from which on it is cut into whole characters.

    0 where it always is, or where nothing is merged any more by then, or it never comes to that;
    and where a character is ASCII, for that is whole as a byte, and its merges are news.
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


@dataclass(frozen=True)
class MergeBrick:
    """A token on the way of a word: above the one it is merged into, below those it is made of.

    Attributes:
        start, end: the tokens of the first row that it stands for, the end not included.
        level, until: its first row, and the one after its last.
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
