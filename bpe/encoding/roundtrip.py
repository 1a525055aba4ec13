"""Round trip: a text normalized, encoded and decoded again, and what was lost on the way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .encoded import Encoding
from .tokenizer import Tokenizer
from .unknown import unknown_characters


@dataclass(frozen=True)
class RoundTrip:
    """A text, what came back from encoding and decoding it, and where the two first differ.

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
        return first_difference(self.text, self.decoded)

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
        decoded(tokenizer, encoding),
        tuple(unknown_characters(tokenizer, text)),
    )


def decoded(tokenizer: Tokenizer, encoding: Encoding) -> str:
    """Decode the ids, or the tokens where one outside the vocabulary stands for itself.

    Such a token has no id of its own.
    """
    if tokenizer.scheme.unknown == "pass" and tokenizer.unknown_id in encoding.ids:
        return tokenizer.decode(encoding.tokens)
    return tokenizer.decode(encoding.ids)


def first_difference(left: str, right: str) -> int | None:
    """Return the place of the first character in which two texts differ, or None.

    >>> first_difference("low", "lower"), first_difference("low", "low")
    (3, None)
    """
    if left == right:
        return None
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(left), len(right)))
