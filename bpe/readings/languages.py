"""Languages: what the same sentence costs in each, by a tokenizer learned here or read from a file.

The premium of a language is that of Petrov et al. (2023): how many times as many tokens as the
first the same sentence takes in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..encoding.encoded import EncodedText, Method
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import as_bytes


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

    def named(self, ids: Sequence[int], /) -> tuple[Token, ...]:
        """Return the tokens of ids."""

    def encode(self, text: str, method: Method = "merges", /) -> EncodedText:
        """Return the tokens of a text, and its words with their merges."""

    def decode(self, encoded: Sequence[int]) -> str:
        """Return the text of ids."""


def learned_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """Return the ids that stand for pieces of text: no special token, nothing for the unknown."""
    special = set(tokenizer.special.values())
    if isinstance(tokenizer, Tokenizer):
        special.add(tokenizer.unknown_id)
    return frozenset(id_ for id_ in tokenizer.ids if id_ not in special)


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
