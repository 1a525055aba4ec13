"""Corpora from what readers bring. Processes that train load this, so it asks for little."""

from collections.abc import Callable
from typing import TypeVar

from bpe import Corpus, Scheme
from bpe.readings.joint import join_corpora
from bpe.schemes import as_scheme
from ui.catalogue import Refusal
from ui.corpora import limits

Made = TypeVar("Made", bound=Corpus)


def corpus_of_text(text: str, source: str, scheme: str | Scheme) -> Corpus:
    """Split a text into words as `scheme` says.

    Raises Refusal where there are none, or one is too long to be a word. A scheme that takes the
    whole text as one word has a limit of its own.
    """
    if not text.strip():
        raise Refusal("no_words")
    whole = as_scheme(scheme).pretokenizer == "text"
    if whole and len(text) > limits.LONGEST_WHOLE:
        raise Refusal("long_whole", length=len(text), limit=limits.LONGEST_WHOLE)
    corpus = Corpus.from_text(text, scheme, source=source)
    return corpus if whole else checked(corpus, limits.LONGEST_WORD)


def checked(corpus: Made, longest: int) -> Made:
    """Return a corpus.

    Raises Refusal for too many words, or one of more characters than the longest may have.
    """
    if len(corpus) > limits.MOST_WORDS:
        raise Refusal("many_words", number=len(corpus), limit=limits.MOST_WORDS)
    length = max(map(len, corpus.words))
    if length > longest:
        raise Refusal("long_word", length=length, limit=longest)
    return corpus


def joined(first: Callable[[], Corpus], second: Callable[[], Corpus]) -> Corpus:
    """Make two corpora and join them."""
    return checked(join_corpora(first(), second()), limits.LONGEST_WHOLE)
