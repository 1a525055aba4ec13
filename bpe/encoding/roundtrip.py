"""Round trip: a text encoded and decoded again, its losses, and its unknown characters."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import get_args

from ..schemes import Unknown
from .encoded import EncodedWord, Encoding
from .tokenizer import Tokenizer

POLICIES: tuple[Unknown, ...] = get_args(Unknown)


@dataclass(frozen=True)
class RoundTrip:
    """A text, its decoded encoding, and the first difference between them.

    Attributes:
        text: the typed text.
        encoding: its encoding.
        normalized: its words, joined by one space if a mark states where words end.
        decoded: the decoded text.
        unknown: characters outside the alphabet, each once, in order.
    """

    text: str
    encoding: Encoding
    normalized: str
    decoded: str
    unknown: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if Decode(Encode(Normalize(t))) = Normalize(t)."""
        return self.decoded == self.normalized

    @property
    def is_exact(self) -> bool:
        """True if the decoded text equals the text itself, not only its normalized form."""
        return self.decoded == self.text

    @cached_property
    def difference(self) -> int | None:
        """Index of the first character that differs between `text` and `decoded`, or None."""
        return None if self.is_exact else shared_prefix(self.text, self.decoded)

    @property
    def causes(self) -> tuple[str, ...]:
        """Lossy stages, in the order of the pipeline: "normalizer", "spaces", "unknown"."""
        lost = {
            "normalizer": self.encoding.text != self.text,
            "spaces": self.normalized != self.encoding.text,
            "unknown": not self.holds,
        }
        return tuple(cause for cause, is_lost in lost.items() if is_lost)


def round_trip(tokenizer: Tokenizer, text: str, encoding: Encoding | None = None) -> RoundTrip:
    """Decode a text's encoding: `encoding`, or by default the one by merges."""
    encoding = encoding or tokenizer.encode(text)
    between = "" if tokenizer.scheme.boundary == "none" else " "
    return RoundTrip(
        text,
        encoding,
        between.join(word.text for word in encoding.words),
        decode_encoding(tokenizer, encoding),
        tuple(unknown_characters(tokenizer, text)),
    )


def decode_encoding(tokenizer: Tokenizer, encoding: Encoding | EncodedWord) -> str:
    """Decode the IDs, or the tokens if one is outside the vocabulary.

    Such a token has no ID.
    """
    if tokenizer.scheme.unknown == "pass" and tokenizer.unknown_id in encoding.ids:
        return tokenizer.decode(encoding.tokens)
    return tokenizer.decode(encoding.ids)


def shared_prefix(one: Iterable[object], other: Iterable[object]) -> int:
    """Return the length of the common prefix of two sequences.

    >>> shared_prefix([1, 2, 3], [1, 2, 4, 3])
    2
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def with_policy(tokenizer: Tokenizer, policy: Unknown) -> Tokenizer:
    """Return the same merges with another rule for characters outside the alphabet."""
    return tokenizer.with_scheme(replace(tokenizer.scheme, unknown=policy))


def unknown_characters(tokenizer: Tokenizer, text: str) -> list[str]:
    """List the distinct characters of the text's words that the alphabet lacks, in order.

    A character also counts if it is known, but not at this position in a word (with its mark).
    """
    known = with_policy(tokenizer, "pass")
    words = (word for word in known.encode(text).words if not word.is_special)
    starts = (known.start(word.text) for word in words)
    found = [
        str(known.plain(token))
        for tokens, ids in starts
        for token, id_ in zip(tokens, ids, strict=True)
        if id_ == known.unknown_id
    ]
    return list(dict.fromkeys(found))
