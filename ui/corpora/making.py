"""Corpora from what readers bring. Processes that train load this, so it asks for little."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from bpe import Corpus, Scheme
from bpe.readings.joint import join_corpora
from bpe.schemes import as_scheme
from ui.catalogue import Refusal
from ui.corpora import limits

Made = TypeVar("Made", bound=Corpus)


# A full stop ends one where white space follows, and a Chinese one anywhere.
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?!\s))*+(?:[.!?。！？\n]++|\Z)\s*+")

SHARE, SEED = 0.2, 0
"""Part of the sentences that is held out, and by what they are drawn."""


@dataclass(frozen=True)
class Shortened(Corpus):
    """The words of a text but for those that are too long; `left_out`: how many different ones."""

    left_out: int = 0


def corpus_of_text(text: str, source: str, scheme: str | Scheme) -> Corpus:
    """Split a text into words as `scheme` says. Raises Refusal where there are none."""
    if not text.strip():
        raise Refusal("no_words")
    return shortened(Corpus.from_text(text, scheme, source=source), as_scheme(scheme))


def corpus_of_part(text: str, is_held: bool, source: str, scheme: Scheme) -> Corpus:
    """Split into words the sentences of a text that are held out, or those that are kept.

    A sentence ends at its sign or at the line's end. Raises Refusal where a part has no words.
    """
    sentences = [each for each in _SENTENCE.findall(text) if each.strip()]
    out = np.random.default_rng(SEED).random(len(sentences)) < SHARE
    if sentences and out.all() == out.any():
        out[0] = not out[0]  # neither part is empty
    chosen = (each for each, is_out in zip(sentences, out, strict=True) if is_out == is_held)
    return corpus_of_text("".join(chosen), source, scheme)


def shortened(corpus: Corpus, scheme: Scheme) -> Corpus:
    """Return the corpus of a text, without words of more bytes than one may have.

    A scheme that takes a whole text as one word has a limit of its own. Raises Refusal for a text
    beyond that, for too many words, and where all are too long.
    """
    if scheme.pretokenizer == "text":
        length = max(map(len, corpus.words))
        if length > limits.LONGEST_WHOLE:
            raise Refusal("long_whole", length=length, limit=limits.LONGEST_WHOLE)
        return few(corpus)
    kept = {word: count for word, count in corpus.items() if not limits.beyond(word)}
    if len(kept) in (0, len(corpus)):
        return checked(corpus)
    left_out = len(corpus) - len(kept)
    return few(Shortened(tuple(kept), tuple(kept.values()), corpus.source, left_out=left_out))


def checked(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words, or one of too many bytes."""
    length = max(map(limits.beyond, corpus.words))
    if length:
        raise Refusal("long_word", length=length, limit=limits.LONGEST_WORD)
    return few(corpus)


def few(corpus: Made) -> Made:
    """Return a corpus. Raises Refusal for too many words."""
    if len(corpus) > limits.MOST_WORDS:
        raise Refusal("many_words", number=len(corpus), limit=limits.MOST_WORDS)
    return corpus


def joined(first: Callable[[], Corpus], second: Callable[[], Corpus]) -> Corpus:
    """Make two corpora and join them."""
    return few(join_corpora(first(), second()))
