"""A tokenizer that was read from a file: its library encodes, and its merges are replayed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import groupby, islice, pairwise
from typing import Self, cast

from ..encoding.encoded import EncodedWord, Method, TraceStep, WordPlace
from ..encoding.matching import fewest_cuts
from ..encoding.spelling import check_id
from ..errors import check_choice, check_text, utf8
from ..merging.cells import Token
from ..schemes import Scheme
from .checks import Ids

Find = Callable[[int, int], "tuple[int, int] | None"]
"""(left id, right id) -> rank of their merge and the id it makes, or None."""

LONGEST = 400
"""Parts of a word that is replayed: the tokens of all steps grow with the square of it."""


@dataclass(frozen=True)
class Replay:
    """Every merge of one word, from its smallest parts to the tokens of the library.

    Attributes:
        tokens: those before any merge. steps: the merges, in order; none where `why` says so.
        why: why there are no steps: "unigram", "wordpiece", "wordlevel" or "characters" for a model
            without merges, "whole" for a word that is taken whole before any merge, "parts" where a
            character has no token of its own, "other" where merges lead elsewhere, "fewest" where
            no merge was asked for, "long" for a word of more than `LONGEST` parts; else None.
    """

    tokens: tuple[Token, ...]
    steps: tuple[TraceStep, ...] = ()
    why: str | None = None


@dataclass(frozen=True)
class FileWord(EncodedWord):
    """A word as a library cut and encoded it."""

    _tokenizer: Callable[[tuple[int, ...]], Replay] = field(  # type: ignore[assignment]
        repr=False, compare=False
    )

    @cached_property
    def replay(self) -> Replay:
        """How its merges lead to its tokens, or why none do."""
        return self._tokenizer(self.ids)

    @property
    def start_tokens(self) -> tuple[Token, ...]:
        """The tokens before the first step."""
        return self.replay.tokens

    @property
    def steps(self) -> Sequence[TraceStep]:
        """Every step from `start_tokens` to `tokens`, in order."""
        return self.replay.steps

    @property
    def why(self) -> str | None:
        """The reason there is no replay; see `Replay`."""
        return self.replay.why

    def without_tokenizer(self) -> Self:
        """Return the same word with its replay in place of the tokenizer."""
        return replace(self, _tokenizer={self.ids: self.replay}.__getitem__)


def replay(
    start: Iterable[int],
    end: Sequence[int],
    find: Find,
    token: Callable[[int], Token],
    whole: str = "other",
) -> Replay:
    """Merge from `start` until nothing is left to merge, and hold the result against `end`.

    The lowest rank goes first, of equal ones the leftmost. One pair at a time, as these libraries
    do; the same pair again is shown in the same step. `whole`: why there is no replay where a word
    that is one token comes out otherwise.
    """
    ids = list(islice(start, LONGEST + 1))
    named = tuple(map(token, end))
    if len(ids) > LONGEST:
        return Replay(named, why="long")
    find, token = cache(find), cache(token)
    tokens = tuple(map(token, ids))
    steps: list[TraceStep] = []
    last: tuple[int, int] | None = None
    places: tuple[int, ...]
    while (following := _following(ids, find)) is not None:
        rank, at, new, ranks = following
        pair, places = (ids[at], ids[at + 1]), (at,)
        if pair == last:
            before = steps.pop()
            # Each merge so far has moved this one to the left.
            ranks, places = before.candidates, (*before.places, at + len(before.places))
        last = pair
        ids[at : at + 2] = [new]
        made = tuple(map(token, ids))
        steps.append(TraceStep(rank, (token(pair[0]), token(pair[1])), made, ranks, places))
    if ids != list(end):
        return Replay(named, why=whole if len(end) == 1 else "other")
    return Replay(tokens, tuple(steps))


def _following(
    ids: Sequence[int], find: Find
) -> tuple[int, int, int, tuple[int | None, ...]] | None:
    """Return rank, place and new id of the merge that goes next, and the ranks of all pairs."""
    found = [find(left, right) for left, right in pairwise(ids)]
    known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
    return (*min(known), tuple(each and each[0] for each in found)) if known else None


FORMATS = ("tokenizer.json", "tiktoken", "sentencepiece", "merges.txt")

TokenAt = Callable[[int, int], "int | None"]
"""(begin, end) among the units of a stretch of a word -> the id of the token that spells it."""

WordIds = list[tuple[WordPlace, list[int]]]
"""Of each word its place and its ids."""

CutText = tuple[str, WordIds]
"""A text, and its words."""


class FileTokenizer(ABC):
    """A tokenizer read from files. Ids are the files' own.

    Attributes:
        format: one of `FORMATS`. model: "BPE", "WordPiece", "Unigram", "WordLevel" or "characters".
        scheme: how its tokens are to be shown: units, and the mark of a word's begin or end.
        special: special token -> id. ids: every id that `decode` takes, in order.
        notes: what of the files plays no role here: "post_processor", "dropout", "truncation",
            "padding".
        alone: why a word that is one token has no replay where its merges lead elsewhere.

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
    alone: str = "whole"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.format} {self.model}: {self.vocab_size} tokens>"

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.ids)

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id, byte tokens as bytes; built on each call: the library keeps its own."""
        return {self.token(id_): id_ for id_ in reversed([*self.ids])}

    @property
    @abstractmethod
    def merge_count(self) -> int:
        """How many merges there are; none for a model without merges."""

    @abstractmethod
    def token(self, id_: int) -> Token:
        """Return the token of an id; a byte token as bytes."""

    @abstractmethod
    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""

    def encode(self, text: str, method: Method = "merges") -> FileEncoding:
        """Encode as the library does, without the special tokens it puts around a text.

        The name of a special token in a text is that token where the library takes it so:
        tokenizers does, tiktoken and sentencepiece do not.

        Or, by the method "fewest-tokens", each word in as few tokens of the vocabulary as can be.

        Raises `CorpusError` for what is no text, or for half of a surrogate pair, and `ValueError`
        for another method.
        """
        check_text(text)
        check_choice("method", method, ("merges", "fewest-tokens"))
        utf8(text)
        return FileEncoding(text, self, method)

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of ids or tokens, as the library does; special tokens are shown.

        Bytes that are not complete UTF-8 become U+FFFD. Raises `ValueError` for an id or a token
        that does not exist.
        """
        ids: list[int] = []
        for item in encoded:
            id_ = self.id(item) if isinstance(item, str | bytes) else item
            check_id(item if id_ is None else id_, self.ids, "one of the file's")
            ids.append(int(cast("int", id_)))
        return self._decoded(ids)

    def tokens_of(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of ids."""
        return tuple(map(self.token, ids))

    def replay(self, ids: Sequence[int]) -> Replay:
        """Return the merges that lead to the ids of one word."""
        if self.model != "BPE":
            return Replay(self.tokens_of(ids), why=self.model.lower())
        start = self._start(ids)
        if start is None:
            return Replay(self.tokens_of(ids), why="parts")
        return replay(start, ids, self._find, self.token, self.alone)

    def _start(self, ids: Sequence[int]) -> list[int] | None:
        """Return the tokens of one word before any merge.

        None where a character has no token of its own.
        """
        start: list[int] = []
        for place, id_ in enumerate(ids):
            parts: list[int | None] = [id_]
            if self._spells(id_):
                size, token = self._spelling([id_], place == 0, place == len(ids) - 1)
                parts = [token(at, at + 1) for at in range(size)]
            start += [part for part in parts if part is not None]
            if None in parts:
                return None
        return start

    def _fewest(self, ids: Sequence[int]) -> list[int]:
        """Return as few tokens as spell one word, given as the library encoded it.

        Tokens that spell nothing stay, and part the word.
        """
        found: list[int] = []
        at = 0
        for spells, group in groupby(ids, self._spells):
            stretch = list(group)
            begins, at = at == 0, at + len(stretch)
            if spells:
                size, token = self._spelling(stretch, begins, at == len(ids))
                cuts = fewest_cuts(size, partial(self._fitting, size, token))
                stretch = [cut.token for cut in cuts]
            found += stretch
        return found

    def _fitting(self, size: int, token: TokenAt, at: int) -> Iterator[tuple[int, int]]:
        """Yield size and id of every token that begins at a place of a stretch."""
        for end in range(at + 1, min(size, at + self._longest) + 1):
            if (id_ := token(at, end)) is not None and self._spells(id_):
                yield end - at, id_

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
    def _words_of(self, text: str) -> CutText:
        """Return the text that places count in, and for each word its place and its ids."""

    @abstractmethod
    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the id it makes, or None."""

    @cached_property
    def _longest(self) -> int:
        """Units of a word, bytes or characters, that a token has at most."""
        return max((len(self.token(id_)) for id_ in self.ids), default=1)

    @abstractmethod
    def _spells(self, id_: int) -> bool:
        """Say whether a token spells text: it is not special, unknown or in place of a byte."""

    @abstractmethod
    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        """Return how many units the tokens of a stretch have, and what finds any by its place.

        The stretch begins the word, or ends it, where that is said.
        """


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
    _method: Method = field(default="merges", repr=False)

    @cached_property
    def ids(self) -> list[int]:
        """Token ids, left to right."""
        if self._method == "merges":
            return self._tokenizer._encoded(self.given)
        return [id_ for _, ids in self._text_and_words[1] for id_ in ids]

    @cached_property
    def tokens(self) -> list[Token]:
        """Tokens, left to right."""
        return list(self._tokenizer.tokens_of(self.ids))

    @property
    def text(self) -> str:
        """The text that words' places count in: as given, or as the library normalized it."""
        return self._text_and_words[0]

    @cached_property
    def words(self) -> tuple[EncodedWord, ...]:
        """The words, left to right."""
        named, replay = self._tokenizer.tokens_of, cache(self._tokenizer.replay)
        if self._method != "merges":
            replay = cache(lambda ids: Replay(named(ids), why="fewest"))
        return tuple(
            FileWord(*place, named(ids), tuple(ids), replay, self._method)
            for place, ids in self._text_and_words[1]
        )

    @cached_property
    def _text_and_words(self) -> CutText:
        text, words = self._tokenizer._words_of(self.given)
        if self._method != "merges":
            words = [(place, self._tokenizer._fewest(ids)) for place, ids in words]
        return text, words
