"""Languages: what the same sentence costs in each, by one tokenizer.

How many times as many tokens as the first language takes: the premium of
Petrov et al. (2023).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..encoding.encoded import Method
from .report import Encodes, learned_ids


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
    tokenizer: Encodes,
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
        size = len(text.encode("utf-8", "surrogatepass"))
        found.append(Said(language, len(text), size, len(ids), unknown, premium))
    return found
