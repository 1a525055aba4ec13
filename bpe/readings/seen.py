"""What a vocabulary of whole words covers: words that occur once, and words never seen."""

from __future__ import annotations

from collections.abc import Iterable

from ..corpus import Corpus


def words_seen_once(corpus: Corpus) -> int:
    """Return how many distinct words of the corpus occur only once in it."""
    return int(sum(count == 1 for count in corpus.counts))


def are_seen(words: Iterable[str], corpus: Corpus) -> list[bool]:
    """Say of each word, in order, whether it is a word of the corpus."""
    seen = set(corpus.words)
    return [word in seen for word in words]
