"""What is asked of a tokenizer from files, where it is open: for a reader's, in a worker process.

So this imports no Streamlit; what it returns is small and known, whatever the files say.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import psutil

from bpe import CorpusError, EncodedWord, Scheme, Tokenizer
from bpe.encoding.alignment import placed
from bpe.encoding.encoded import EncodedText, Method
from bpe.encoding.matching import Ways
from bpe.files.replay import FileWord, Replay
from bpe.input.kinds import MEGABYTE
from bpe.interchange import FileTokenizer, Opened, load
from bpe.merging.cells import Token
from bpe.readings.prompts import cannot_follow, text_of
from ui.catalogue import Refusal
from ui.corpora.jobs import Report

KEPT = 150 * MEGABYTE
"""Bytes, and as many as its files have six times over, that an open tokenizer may keep."""

MOST_TOKENS, MOST_EACH = 1_000, 12
"""Tokens that any text may become; and so many more for each of its characters."""

LONGEST_BACK, LONGEST_EACH = 1_000, 500
"""Characters that any ids may become; and so many more for each of them."""

LONGEST_TOKEN = 10_000
"""Characters or bytes of a token: twenty times those of the longest one known."""

Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Description:
    """What is known of a tokenizer; all but one attribute are those of `FileTokenizer`.

    `nbytes`: of this note.
    """

    format: str
    model: str
    scheme: Scheme
    notes: tuple[str, ...]
    vocab_size: int
    merge_count: int
    nbytes: int = 2_000


@dataclass(frozen=True)
class Answer:
    """What a question was answered with, and about how many bytes both take."""

    value: Any
    nbytes: int


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


def open_files(files: Files, said: Mapping[str, Any]) -> Opened:
    """Open files; `said` is what else `load` takes.

    Raises CorpusError where they are no tokenizer, or one that is too much.
    """
    process, size = psutil.Process(), sum(map(len, files.values()))
    before = process.memory_info().rss
    try:
        tokenizer = load(files, **said)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_broken", error=_said(error)) from error
    longest = max(map(len, (*map(tokenizer.token, tokenizer.ids), *tokenizer.special)), default=0)
    if longest > LONGEST_TOKEN:
        raise Refusal("tokenizer_long_token", limit=LONGEST_TOKEN, length=longest)
    gc.collect()
    if process.memory_info().rss - before > KEPT + 6 * size:
        raise Refusal("tokenizer_memory", memory=(KEPT + 6 * size) // MEGABYTE)
    return tokenizer


def described(report: Report, tokenizer: Opened) -> Description:
    """Return what is known of an open tokenizer."""
    names = ("format", "model", "scheme", "notes", "vocab_size", "merge_count")
    known = {name: getattr(tokenizer, name) for name in names}
    return Description(**known)


def answered(
    report: Report, tokenizer: Opened, function: Callable[..., Any] | str, *arguments: Any
) -> Answer:
    """Call a function with a tokenizer, or a method of it."""
    try:
        if isinstance(function, str):
            value = getattr(tokenizer, function)(*arguments)
        else:
            value = function(tokenizer, *arguments)
    except (CorpusError, MemoryError):
        raise
    except Exception as error:
        raise Refusal("tokenizer_text_broken", error=_said(error)) from error
    return Answer(value, len(pickle.dumps((value, arguments), 5)))


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:80]


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


def decoded(tokenizer: Opened, ids: tuple[int, ...]) -> str:
    """Return the text of ids. Raises `Refusal` where it is longer than anybody could read."""
    text = tokenizer.decode(ids)
    limit = LONGEST_BACK + LONGEST_EACH * len(ids)
    if len(text) > limit:
        raise Refusal("tokenizer_long_text", limit=limit, length=len(text))
    return text


def places(tokenizer: Opened, text: str) -> list[tuple[int, int]]:
    """Return where each token of a text begins and ends in it."""
    return [(each.start, each.end) for each in placed(tokenizer, text, tokenizer.encode(text))]


def fewest(tokenizer: Tokenizer | Opened, text: str) -> int:
    """Return with how few of its tokens a text could be encoded."""
    return len(tokenizer.encode(text, "fewest-tokens").ids)


def ways_of(tokenizer: Tokenizer | Opened, text: str, most: int, method: Method) -> Ways:
    """Return in how many ways its tokens spell the words of a text, and a few; see `Ways`."""
    if isinstance(tokenizer, FileTokenizer):
        return tokenizer.ways(text, most)
    found = Ways(1, ((),))
    for word in tokenizer.encode(text, method).words:
        found = found.before(tokenizer.ways(word.text, most), most)
    return found


def refused_behind(
    tokenizer: Tokenizer | Opened, prompt: str, most: int, method: Method
) -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """Return how many tokens were tried behind a prompt, how far apart, and who cannot follow.

    Of more than `most` every second is tried, or every third, ...
    """
    known: Sequence[int]
    token: Callable[[int], Token]
    if isinstance(tokenizer, FileTokenizer):
        known, token = list(tokenizer.ids), tokenizer.token
    else:
        known, token = range(len(tokenizer.tokens)), tokenizer.tokens.__getitem__
    apart = ceil(len(known) / most)
    texts = ((id_, text_of(token(id_), tokenizer.scheme)) for id_ in known[::apart])
    tried = [(id_, text) for id_, text in texts if text]
    refused = cannot_follow(lambda each: tokenizer.encode(each, method).ids, prompt, tried)
    return len(tried), apart, refused


def special_in(tokenizer: Opened, text: str, first: int) -> tuple[dict[str, int], list[str]]:
    """Return the special tokens that a text names or becomes, and the names of the first few."""
    used = {*tokenizer.encode(text).ids}
    named = {name: id_ for name, id_ in tokenizer.special.items() if name in text or id_ in used}
    return named, list(tokenizer.special)[:first]
