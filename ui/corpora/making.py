"""Corpora from what readers bring. Processes that train load this, so it asks for little."""

from dataclasses import dataclass
from typing import TypeVar

from bpe import Corpus, Scheme
from bpe.schemes import as_scheme
from ui.catalogue import Refusal
from ui.corpora import limits

Made = TypeVar("Made", bound=Corpus)


@dataclass(frozen=True)
class Shortened(Corpus):
    """The words of a text but for those that are too long; `left_out`: how many different ones."""

    left_out: int = 0


def corpus_of_text(text: str, source: str, scheme: str | Scheme) -> Corpus:
    """Split a text into words as `scheme` says. Raises Refusal where there are none."""
    if not text.strip():
        raise Refusal("no_words")
    return shortened(Corpus.from_text(text, scheme, source=source), as_scheme(scheme))


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
