"""Report card: how a tokenizer, learned here or read from a file, does on a text.

Where measures come from: tokens per word and words kept whole are the fertility and, from 1, the
proportion of continued words of Rust et al. (2021); Rényi efficiency is that of Zouhar et al.
(2023), which their package tokenization-scorer computes; the Gini coefficient is that of Gini
(1912), half the mean difference between two frequencies, divided by their mean; the premium of a
language, how many times as many tokens as the first the same sentence takes in it, that of Petrov
et al. (2023).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import regex

from ..encoding.encoded import EncodedText, Method
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import UNSPACED, as_bytes
from ..text.normalizers import normalize

POWER = 2.5
"""The power of the Rényi entropy that went best with translation in Zouhar et al. (2023)."""

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


class AnyTokenizer(Protocol):
    """What is asked of a tokenizer, learned here or read from a file."""

    @property
    def scheme(self) -> Scheme:
        """How its tokens are marked."""

    @property
    def ids(self) -> Collection[int]:
        """Every id."""

    @property
    def special(self) -> Mapping[str, int]:
        """Names and ids of those that stand for no piece of text."""

    @property
    def merges(self) -> Sequence[tuple[int, int, int]]:
        """(left, right, new) ids by rank."""

    def named(self, ids: Sequence[int], /) -> tuple[Token, ...]:
        """Return the tokens of ids."""

    def encode(self, text: str, method: Method = "merges", /) -> EncodedText:
        """Return the tokens of a text, and its words with their merges."""

    def decode(self, encoded: Sequence[int]) -> str:
        """Return the text of ids."""


@dataclass(frozen=True)
class Report:
    """What a tokenizer makes of a text. A measure is None where there is nothing to divide by.

    Attributes:
        characters, bytes: of the text.
        words: runs of letters and digits; none in a text without spaces between words.
        whole: how many of them are one token, alone or with the space before them.
        frequencies: of each token used in the text, the largest first.
        unknown: how many of these occurrences stand for what the tokenizer does not know.
        vocabulary: how many tokens there are, those that stand for no text left out.
        used: how many of these occur in the text.
    """

    characters: int
    bytes: int
    words: int
    whole: int
    frequencies: tuple[int, ...]
    unknown: int
    vocabulary: int
    used: int

    @cached_property
    def tokens(self) -> int:
        """Tokens in the text."""
        return sum(self.frequencies)

    @property
    def tokens_per_word(self) -> float | None:
        """All tokens of the text for each of its words, also those of spaces and punctuation."""
        return _share(self.tokens, self.words)

    @property
    def characters_per_token(self) -> float | None:
        """Characters (code points) that a token stands for, on average."""
        return _share(self.characters, self.tokens)

    @property
    def bytes_per_token(self) -> float | None:
        """Bytes of UTF-8 that a token stands for, on average."""
        return _share(self.bytes, self.tokens)

    @property
    def whole_share(self) -> float | None:
        """Share of the words that are kept whole, 0 to 1."""
        return _share(self.whole, self.words)

    @property
    def efficiency(self) -> float | None:
        """Rényi efficiency of the tokens used, 0 to 1; see `renyi_efficiency`."""
        return renyi_efficiency(self.frequencies)

    @property
    def inequality(self) -> float | None:
        """Gini coefficient of the tokens used; see `gini`."""
        return gini(self.frequencies)

    @property
    def unused_share(self) -> float | None:
        """Share of the vocabulary that the text does not use, 0 to 1."""
        return _share(self.vocabulary - self.used, self.vocabulary)


def report(tokenizer: AnyTokenizer, text: str, method: Method = "merges") -> Report:
    """Encode a text and count. One read from a file encodes in its own way, whatever that is.

    Raises `CorpusError` for what the tokenizer cannot encode.
    """
    learned = learned_ids(tokenizer)
    counts = Counter(tokenizer.encode(text, method).ids)
    words = words_of(text)
    whole = sum(n for word, n in words.items() if is_whole(tokenizer, word, learned, method))
    return Report(
        characters=len(text),
        bytes=len(as_bytes(text)),
        words=sum(words.values()),
        whole=whole,
        frequencies=tuple(sorted(counts.values(), reverse=True)),
        unknown=sum(n for id_, n in counts.items() if id_ not in learned),
        vocabulary=len(learned),
        used=sum(id_ in learned for id_ in counts),
    )


def words_of(text: str) -> Counter[str]:
    """Count the runs of letters and digits; none where most letters are of unspaced scripts."""
    words = Counter(_WORD.findall(text))
    letters = sum(len(word) * n for word, n in words.items())
    unspaced = sum(len(UNSPACED.findall(word)) * n for word, n in words.items())
    return words if 2 * unspaced <= letters else Counter()


def is_whole(
    tokenizer: AnyTokenizer, word: str, learned: Collection[int], method: Method = "merges"
) -> bool:
    """Say whether a word is one token, alone or with a space before it, and nothing of it lost."""
    for text in (word, " " + word):
        ids = tokenizer.encode(text, method).ids
        if len(ids) == 1 and ids[0] in learned:
            return len(tokenizer.decode(ids).strip()) >= len(normalize(word, "nfc"))
    return False


def learned_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """Return the ids that stand for pieces of text: no special token, nothing for the unknown."""
    special = set(tokenizer.special.values())
    if isinstance(tokenizer, Tokenizer):
        special.add(tokenizer.unknown_id)
    return frozenset(id_ for id_ in tokenizer.ids if id_ not in special)


def renyi_efficiency(frequencies: Sequence[int], power: float = POWER) -> float | None:
    """Return the Rényi entropy of token frequencies, as a share of the most there can be, 0 to 1.

    The most is that of as many tokens, all equally frequent. None for fewer than two tokens.
    `power` is above 0; at 1 the entropy is Shannon's. Equal to tokenization-scorer.
    """
    if power <= 0:
        raise ValueError(f"power must be above 0, got {power!r}. Use 2.5 as the paper does.")
    if len(frequencies) < 2:
        return None
    shares = np.asarray(frequencies, float) / sum(frequencies)
    if power == 1:
        entropy = -float(np.sum(shares * np.log2(shares)))
    else:
        entropy = float(np.log2(np.sum(shares**power))) / (1 - power)
    return entropy / float(np.log2(len(shares)))


def gini(frequencies: Sequence[int]) -> float | None:
    """Return the Gini coefficient: 0 where all are equally frequent, near 1 where one does it all.

    None for no frequency.
    """
    if not frequencies:
        return None
    ordered = np.sort(np.asarray(frequencies, float))
    n = len(ordered)
    ranks = 2 * np.arange(1, n + 1) - n - 1
    return float(ranks @ ordered / (n * ordered.sum()))


@dataclass(frozen=True)
class Said:
    """A sentence in one language, encoded.

    Attributes:
        language: as it was named. characters, bytes: of the sentence (code points, UTF-8).
        tokens: how many it takes. unknown: how many of them stand for what is not known.
        premium: how many times as many as the first language takes; None where that takes none.
    """

    language: str
    characters: int
    bytes: int
    tokens: int
    unknown: int
    premium: float | None


def said_in(
    tokenizer: AnyTokenizer,
    sentences: Mapping[str, str] | Iterable[tuple[str, str]],
    method: Method = "merges",
) -> list[Said]:
    """Encode the sentence in each language; the first is the one the others are compared with.

    sentences: language -> sentence, or such pairs.
    """
    learned = learned_ids(tokenizer)
    found: list[Said] = []
    for language, text in dict(sentences).items():
        ids = tokenizer.encode(text, method).ids
        first = found[0].tokens if found else len(ids)
        unknown = sum(id_ not in learned for id_ in ids)
        premium = len(ids) / first if first else None
        size = len(as_bytes(text))
        found.append(Said(language, len(text), size, len(ids), unknown, premium))
    return found


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
