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
    """A text, its encoding decoded again, and where the two first differ.

    Attributes:
        text: as it was typed.
        encoding: of the text.
        normalized: its words, with one space between them where a mark says where words end.
        decoded: what came back.
        unknown: characters outside the alphabet, each once, in order.
    """

    text: str
    encoding: Encoding
    normalized: str
    decoded: str
    unknown: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether Decode(Encode(Normalize(t))) = Normalize(t)."""
        return self.decoded == self.normalized

    @property
    def is_exact(self) -> bool:
        """Whether the text itself came back, not only its normalized form."""
        return self.decoded == self.text

    @cached_property
    def difference(self) -> int | None:
        """Place of the first character that differs between text and decoded, or None."""
        return None if self.is_exact else shared_prefix(self.text, self.decoded)

    @property
    def causes(self) -> tuple[str, ...]:
        """What lost something, in the order of the pipeline: "normalizer", "spaces", "unknown"."""
        lost = {
            "normalizer": self.encoding.text != self.text,
            "spaces": self.normalized != self.encoding.text,
            "unknown": not self.holds,
        }
        return tuple(cause for cause, is_lost in lost.items() if is_lost)


def round_trip(tokenizer: Tokenizer, text: str, encoding: Encoding | None = None) -> RoundTrip:
    """Decode what `text` encodes to: `encoding`, or what its merges make of it."""
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
    """Decode the ids, or the tokens where one outside the vocabulary stands for itself.

    Such a token has no id of its own.
    """
    if tokenizer.scheme.unknown == "pass" and tokenizer.unknown_id in encoding.ids:
        return tokenizer.decode(encoding.tokens)
    return tokenizer.decode(encoding.ids)


def shared_prefix(one: Iterable[object], other: Iterable[object]) -> int:
    """Return how many leading items two sequences share.

    >>> shared_prefix([1, 2, 3], [1, 2, 4, 3])
    2
    """
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def with_policy(tokenizer: Tokenizer, policy: Unknown) -> Tokenizer:
    """Return the same merges with another rule for characters outside the alphabet."""
    return tokenizer.with_scheme(replace(tokenizer.scheme, unknown=policy))


def unknown_characters(tokenizer: Tokenizer, text: str) -> list[str]:
    """List the distinct characters of the text's words that the alphabet lacks, in order.

    A character that is known elsewhere in a word but not at this place (with its mark) counts.
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
