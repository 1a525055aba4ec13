"""What is asked of a tokenizer from files, where it is open: for a reader's, in a worker process.

So this imports no Streamlit; what it returns is small and known, whatever the files say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from bpe import CorpusError, EncodedWord, Scheme
from bpe.encoding.alignment import placed
from bpe.encoding.encoded import EncodedText, Method
from bpe.files.replay import FileWord, Replay
from bpe.interchange import Opened, load
from bpe.merging.cells import Token
from ui.catalogue import Refusal

MOST_TOKENS, MOST_EACH = 1_000, 12
"""Tokens that any text may become; and so many more for each of its characters."""


@dataclass(frozen=True)
class Description:
    """What is known of a tokenizer: these attributes of `FileTokenizer`."""

    format: str
    model: str
    scheme: Scheme
    notes: tuple[str, ...]
    vocab_size: int
    merge_count: int


@dataclass(frozen=True)
class Encoded:
    """A text as a tokenizer encoded it; see `EncodedText`."""

    text: str
    words: tuple[EncodedWord, ...]

    @property
    def tokens(self) -> list[Token]:
        """Tokens, left to right."""
        return [token for word in self.words for token in word.tokens]

    @property
    def ids(self) -> list[int]:
        """Their ids."""
        return [id_ for word in self.words for id_ in word.ids]


def open_files(files: Mapping[str, bytes], said: Mapping[str, Any]) -> Opened:
    """Open files; `said` is what else `load` takes.

    Raises CorpusError where they are no tokenizer.
    """
    with _one_sentence("tokenizer_broken"):
        return load(files, **said)


def described(tokenizer: Opened) -> Description:
    """Return what is known of an open tokenizer."""
    names = (each.name for each in fields(Description))
    return Description(**{name: getattr(tokenizer, name) for name in names})


def answered(tokenizer: Opened, function: Callable[..., Any] | str, *arguments: Any) -> Any:
    """Call a function with a tokenizer, or a method of it."""
    with _one_sentence("tokenizer_text_broken"):
        if isinstance(function, str):
            return getattr(tokenizer, function)(*arguments)
        return function(tokenizer, *arguments)


@contextmanager
def _one_sentence(code: str) -> Iterator[None]:
    """Say in one sentence whatever a library raises over a file or a text."""
    try:
        yield
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal(code, error=f"{type(error).__name__}: {error}"[:80]) from error


def encoded(tokenizer: Opened, text: str, method: Method) -> Encoded:
    """Encode a text and replay its words.

    Raises `Refusal` where it becomes more tokens than anybody could look at.
    """
    encoding: EncodedText = tokenizer.encode(text, method)
    limit, count = MOST_TOKENS + MOST_EACH * len(text), len(encoding.ids)
    if count > limit:
        raise Refusal("tokenizer_many_tokens", limit=limit, tokens=count)
    replays: dict[tuple[int, ...], Replay] = {}
    words = []
    for word in encoding.words:
        assert isinstance(word, FileWord)
        replays[word.ids] = word.replay
        words.append(replace(word, _tokenizer=replays.__getitem__))
    return Encoded(encoding.text, tuple(words))


def places(tokenizer: Opened, text: str) -> list[tuple[int, int]]:
    """Return where each token of a text begins and ends in it."""
    return [(each.start, each.end) for each in placed(tokenizer, text, tokenizer.encode(text))]
