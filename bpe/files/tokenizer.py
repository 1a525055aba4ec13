"""A tokenizer that was read from a file: its library encodes, and its merges are replayed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import groupby
from typing import cast

from ..encoding.decoding import check_id
from ..encoding.encoded import EncodedWord, Method, TraceStep, WordPlace
from ..encoding.matching import Ways, all_ways, fewest_cuts
from ..errors import check_choice, check_text, utf8
from ..merging.cells import Token
from ..schemes import Scheme
from ..words import at_special
from .ids import Ids
from .replay import FileWord, Replay, Replays, replay, unmoved

FORMATS = (
    "tokenizer.json",
    "merges.txt",
    "subword-nmt",
    "tiktoken",
    "vocab.txt",
    "sentencepiece",
    "tekken",
    "minbpe",
)

Merges = Sequence[tuple[int, int, int]]
TokenAt = Callable[[int, int], "int | None"]
"""(begin, end) among the units of a stretch of a word -> the id of the token that spells it."""

WordIds = list[tuple[WordPlace, list[int]]]
"""Of each word its place and its ids."""

CutText = tuple[str, WordIds]
"""A text, and its words."""


class FileTokenizer(ABC):
    """A tokenizer read from files. Ids are the files' own.

    Attributes:
        format: one of `FORMATS`. model: "BPE", "WordPiece", "Unigram" or "WordLevel".
        scheme: how its tokens are to be shown: units, and the mark of a word's begin or end.
        special: special token -> id. ids: every id that `decode` takes, in order.
        notes: what of the files plays no role here: "post_processor", "dropout", "truncation",
            "padding", "mending".
        cuts_special: whether the library reads the name of a special token in a text as that token,
            unless told: tokenizers does, tiktoken, sentencepiece and minbpe do not.
        alone: why a word that is one token has no replay where its merges lead elsewhere.
        cut_by: what says how words are cut: the "file", its known "content", its "name", the
            "reader", or a "guess".

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tiktoken
    >>> ranks = to_tiktoken(train("low lower lowest", "gpt"))
    >>> tokenizer = load({"mine.tiktoken": ranks.encode()}, "gpt4")
    >>> tokenizer.encode("lower").tokens
    [b'low', b'e', b'r']
    """

    format: str
    model: str = "BPE"
    scheme: Scheme
    special: Mapping[str, int]
    ids: Ids
    notes: tuple[str, ...] = ()
    cut_by: str = "file"
    cuts_special: bool = False
    alone: str = "whole"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.format} {self.model}: {self.vocab_size} tokens>"

    def __len__(self) -> int:
        """The number of tokens; see `vocab_size`."""
        return self.vocab_size

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.ids)

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id, byte tokens as bytes; made anew, since the library keeps its own."""
        vocabulary: dict[Token, int] = {}
        for id_ in self.ids:
            vocabulary.setdefault(self.token(id_), id_)
        return vocabulary

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Tokens by id; a hole is an empty string. Made anew."""
        known = self.ids
        return tuple(
            self.token(id_) if id_ in known else "" for id_ in range(max(known, default=-1) + 1)
        )

    @property
    @abstractmethod
    def merges(self) -> Merges:
        """(left, right, new) ids by rank; none for a model without merges."""

    @property
    def merge_count(self) -> int:
        """How many merges there are, without looking for each."""
        return len(self.merges)

    @abstractmethod
    def token(self, id_: int) -> Token:
        """Return the token of an id; a byte token as bytes."""

    @abstractmethod
    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""

    def encode(
        self,
        text: str,
        method: Method = "merges",
        *,
        allow_special: bool | None = None,
    ) -> FileEncoding:
        """Encode as the library does, without the special tokens it puts around a text.

        With `allow_special` the name of a special token is that one token, without it text like any
        other; `None` is what the library does unless told, as `cuts_special` says.

        Or, by the method "fewest-tokens", each word in as few tokens of the vocabulary as can be.

        Raises `CorpusError` for what is no text, or for half of a surrogate pair, and `ValueError`
        for another method.
        """
        check_text(text)
        check_choice("method", method, ("merges", "fewest-tokens"))
        utf8(text)
        as_usual = allow_special is None or allow_special == self.cuts_special
        cut_text = self._cut if as_usual else self._cut_otherwise
        if method == "fewest-tokens":
            normalized, cut = cut_text(text)
            fewest = cache(self._fewest)
            found = [(place, list(fewest(tuple(ids)))) for place, ids in cut]
            return FileEncoding(text, self, (normalized, found), method)
        return FileEncoding(text, self, None if as_usual else cut_text(text))

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text with the special tokens that its library puts around it.

        Raises `CorpusError` as `encode` does.
        """
        return self.encode(text).ids

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of ids or tokens, as the library does; special tokens are shown.

        Bytes that are not complete UTF-8 become U+FFFD. Raises `ValueError` for an id or a token
        that does not exist.
        """
        known = self.ids
        ids: list[int] = []
        for item in encoded:
            id_ = self.id(item) if isinstance(item, str | bytes) else item
            check_id(item if id_ is None else id_, known, "one of the file's")
            ids.append(int(cast("int", id_)))
        return self._decoded(ids)

    def trace(self, word: str, method: Method = "merges") -> tuple[TraceStep, ...]:
        """Return the merges of the first word of a text."""
        words = self.encode(word, method).words
        return tuple(words[0].steps) if words else ()

    def named(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of ids."""
        return tuple(map(self.token, ids))

    @property
    @abstractmethod
    def longest(self) -> int:
        """Units of a word, bytes or characters, that a token has at most."""

    @abstractmethod
    def spells(self, id_: int) -> bool:
        """Say whether a token spells text: it is not special, unknown or in place of a byte."""

    @abstractmethod
    def spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        """Return how many units the tokens of a stretch have, and what finds a token by its place.

        The stretch begins the word, or ends it, where that is said.
        """

    def replay(self, ids: Sequence[int]) -> Replay:
        """Return the merges that lead to the ids of one word."""
        if self.model != "BPE":
            return unmoved(ids, self.token, self.model.lower())
        start = self._start(ids)
        if start is None:
            return unmoved(ids, self.token, "parts")
        return replay(start, ids, self._find, self.token, self.alone)

    @abstractmethod
    def _start(self, ids: Sequence[int]) -> Iterable[int] | None:
        """Return what the tokens of one word were before any merge.

        None where a character has no token of its own.
        """

    @abstractmethod
    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends in it, in characters, as `encode` goes.

        A token that holds part of a character has the whole of it; one that stands for nothing
        of the text ends where it begins.
        """

    @abstractmethod
    def _encoded(self, text: str) -> list[int]:
        """Return the library's ids of a text."""

    @abstractmethod
    def _decoded(self, ids: list[int]) -> str:
        """Return the library's text of ids that exist."""

    @abstractmethod
    def _cut(self, text: str) -> CutText:
        """Return the text that places count in, and for each word its place and its ids."""

    def _cut_otherwise(self, text: str) -> CutText:
        """Return what `_cut` does with the names of special tokens read as those, in their places.

        Where the library does that by itself, with the names as text.
        """
        normalized = ""
        found: WordIds = []
        for part, is_special in at_special(text, tuple(self.special)):
            at = len(normalized)
            words: WordIds = []
            if is_special:
                words.append(((part, 0, len(part)), [self.special[part]]))
            else:
                part, words = self._cut(part)
            found += [((word, at + start, at + end), ids) for (word, start, end), ids in words]
            normalized += part
        return normalized, found

    def ways(self, text: str, most: int) -> Ways:
        """Return in how many ways its tokens spell the words of a text, and `most` of them.

        Those with fewest tokens come first; `encode` gives one of all. Tokens that spell nothing
        stay as they are. Raises `CorpusError` as `encode` does.
        """
        found = Ways(1, ((),))
        for ids in (each.ids for each in self.encode(text).words):
            for stretch, spelled in self._stretches(ids):
                ways = Ways(1, (tuple(stretch),))
                if spelled is not None:
                    size, piece = spelled
                    ways = all_ways(size, partial(self._fitting, size, piece), most)
                found = found.before(ways, most)
        return found

    def _fewest(self, ids: tuple[int, ...]) -> list[int]:
        """Return as few tokens as can be for the text of one word, given as the library encoded it.

        Tokens that spell nothing stay, and part the word. Of several ways, the one whose first
        token is longest, then whose second one is, and so on.
        """
        found: list[int] = []
        for stretch, spelled in self._stretches(ids):
            if spelled is not None:
                size, piece = spelled
                cuts = fewest_cuts(size, partial(self._fitting, size, piece))
                stretch = [cut.token for cut in cuts] or stretch
            found += stretch
        return found

    def _stretches(
        self, ids: Sequence[int]
    ) -> Iterator[tuple[list[int], tuple[int, TokenAt] | None]]:
        """Yield the stretches of a word's tokens: with `spelling` those that spell text."""
        at = 0
        for spells, group in groupby(ids, self.spells):
            stretch = list(group)
            begins, at = at == 0, at + len(stretch)
            yield stretch, self.spelling(stretch, begins, at == len(ids)) if spells else None

    def _fitting(self, size: int, piece: TokenAt, at: int) -> Iterator[tuple[int, int]]:
        """Yield size and id of every token that begins at a place of a stretch."""
        for end in range(at + 1, min(size, at + self.longest) + 1):
            if (id_ := piece(at, end)) is not None:
                yield end - at, id_

    def _cuts(self, id_: int) -> Iterator[tuple[int, int]]:
        """Yield the two tokens of each cut of a token in two, from the left."""
        token = self.token(id_)
        for at in range(1, len(token)):
            left, right = self.id(token[:at]), self.id(token[at:])
            if left is not None and right is not None:
                yield left, right

    @abstractmethod
    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the id it makes, or None."""

    def _words(self, cut: WordIds, method: Method) -> tuple[EncodedWord, ...]:
        fewest = partial(unmoved, token=self.token, why="fewest")
        replays = Replays(fewest if method == "fewest-tokens" else self.replay)
        return tuple(
            FileWord(*place, self.named(ids), tuple(ids), replays, method) for place, ids in cut
        )


@dataclass(frozen=True)
class FileEncoding:
    """A text as a library encodes it: ids at once; tokens and words when they are asked for.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tiktoken
    >>> ranks = to_tiktoken(train("low lower lowest", "gpt"))
    >>> load({"mine.tiktoken": ranks.encode()}, "gpt4").encode("low").ids
    [257]
    """

    given: str
    _tokenizer: FileTokenizer = field(repr=False, compare=False)
    _other: CutText | None = field(default=None, repr=False)
    _method: Method = field(default="merges", repr=False)

    @cached_property
    def ids(self) -> list[int]:
        """Token ids, left to right."""
        if self._other is not None:
            return [id_ for _, ids in self._other[1] for id_ in ids]
        return self._tokenizer._encoded(self.given)

    @cached_property
    def tokens(self) -> list[Token]:
        """Tokens, left to right."""
        return list(self._tokenizer.named(self.ids))

    @property
    def text(self) -> str:
        """What the words' start and end count in: the text, or what a library made of it."""
        return self._text_and_words[0]

    @property
    def words(self) -> tuple[EncodedWord, ...]:
        """The words, left to right."""
        return self._text_and_words[1]

    @cached_property
    def _text_and_words(self) -> tuple[str, tuple[EncodedWord, ...]]:
        text, cut = self._other or self._tokenizer._cut(self.given)
        return text, self._tokenizer._words(cut, self._method)
