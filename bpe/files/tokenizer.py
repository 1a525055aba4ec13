"""A tokenizer read from a file: its library encodes, and its merges are replayed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import groupby, islice, pairwise
from typing import Self, cast

from ..encoding.encoded import EncodedWord, Method, TraceStep, WordPlace
from ..encoding.matching import fewest_cuts
from ..encoding.spelling import AllowedSpecial, allowed_ids, check_id
from ..errors import check_choice, check_text, utf8
from ..merging.cells import Token
from ..schemes import Scheme
from ..words import at_special
from .checks import Ids
from .patterns import WordRules

Find = Callable[[int, int], "tuple[int, int] | None"]
"""(left ID, right ID) -> rank of their merge and the ID it makes, or None."""

MAX_PARTS = 400
"""Maximum number of parts of a replayed word: the tokens of all steps grow with its square."""


@dataclass(frozen=True)
class Replay:
    """Every merge of one word, from its smallest parts to the library's tokens.

    Attributes:
        tokens: the tokens before any merge. steps: the merges, in order; empty if `why` is set.
        why: why there are no steps: "unigram", "wordpiece", "wordlevel" or "characters" for a model
            without merges, "whole" for a word matched as a whole before any merge, "parts" if a
            character has no token, "other" if the merges lead to other tokens, "fewest" if the
            method uses no merges, "long" for a word of more than `MAX_PARTS` parts; else None.
    """

    tokens: tuple[Token, ...]
    steps: tuple[TraceStep, ...] = ()
    why: str | None = None


@dataclass(frozen=True)
class FileWord(EncodedWord):
    """A word as a library split and encoded it."""

    _tokenizer: Callable[[tuple[int, ...]], Replay] = field(  # type: ignore[assignment]
        repr=False, compare=False
    )

    @cached_property
    def replay(self) -> Replay:
        """The replay of its merges, or the reason why there is none."""
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
        """The reason why there is no replay; see `Replay`."""
        return self.replay.why

    def without_tokenizer(self) -> Self:
        """Return the same word with a stored replay instead of the tokenizer."""
        return replace(self, _tokenizer={self.ids: self.replay}.__getitem__)


def replay(
    start: Iterable[int],
    end: Sequence[int],
    find: Find,
    token: Callable[[int], Token],
    whole: str = "other",
) -> Replay:
    """Merge from `start` until no merge applies, and compare the result with `end`.

    The lowest rank comes first, then the leftmost. One pair at a time, as in these libraries;
    repetitions of the same pair are shown in one step. `whole`: the reason for no replay if a word
    that is one token does not result from merges.
    """
    ids = list(islice(start, MAX_PARTS + 1))
    named = tuple(map(token, end))
    if len(ids) > MAX_PARTS:
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
            # Each earlier merge has moved this place to the left.
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
    """Return rank, place and new ID of the next merge, and the ranks of all pairs."""
    found = [find(left, right) for left, right in pairwise(ids)]
    known = [(each[0], at, each[1]) for at, each in enumerate(found) if each is not None]
    return (*min(known), tuple(each and each[0] for each in found)) if known else None


FORMATS = (
    *("tokenizer.json", "tiktoken", "sentencepiece", "merges.txt"),
    *("tekken.json", "vocab.txt", "minbpe"),
)

TokenAt = Callable[[int, int], "int | None"]
"""(begin, end) in units of a part of a word -> ID of the token that spells it."""

WordIds = list[tuple[WordPlace, list[int]]]
"""Place and IDs of each word."""

CutText = tuple[str, WordIds]
"""A text, and its words."""


class FileTokenizer(ABC):
    """A tokenizer read from files. IDs are those of the files.

    Attributes:
        file: the name of the file, for messages. format: one of `FORMATS`.
        model: "BPE", "WordPiece", "Unigram", "WordLevel" or "characters".
        words: the word rules and their source, if they are not in the file itself; else None.
        scheme: how its tokens are shown: units, and the mark of a word's begin or end.
        unknown_id: the ID for text without a token, or None.
        special: special token -> id. ids: all IDs that `decode` accepts, in order.
        notes: codes of warnings: "post_processor", "dropout", "truncation" and "padding" in the
            file are ignored here; "lowercase" is assumed because no token has a capital letter;
            "numbering": models of this class use other IDs.
        alone: the reason for no replay if a one-token word does not result from merges.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tiktoken
    >>> ranks = to_tiktoken(train("low lower lowest", "gpt"))
    >>> tokenizer = load({"mine.tiktoken": ranks.encode()}, "gpt4")
    >>> tokenizer.encode("lower").tokens
    [b'low', b'e', b'r']
    """

    file: str
    format: str
    words: WordRules | None = None
    model: str = "BPE"
    scheme: Scheme
    special: Mapping[str, int]
    ids: Ids
    unknown_id: int | None = None
    notes: tuple[str, ...] = ()
    alone: str = "whole"
    _finds_special = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.format} {self.model}: {self.vocab_size} tokens>"

    @property
    def vocab_size(self) -> int:
        """Number of tokens, special ones included."""
        return len(self.ids)

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> ID, byte tokens as bytes; built on each call: the library keeps a copy."""
        return {self.token(id_): id_ for id_ in reversed([*self.ids])}

    @property
    @abstractmethod
    def merge_count(self) -> int:
        """Number of merges; 0 for a model without merges."""

    @abstractmethod
    def token(self, id_: int) -> Token:
        """Return the token of an ID; a byte token as bytes."""

    @abstractmethod
    def id(self, token: Token) -> int | None:
        """Return the ID of a token, or None."""

    def encode(
        self,
        text: str,
        method: Method = "merges",
        *,
        allowed_special: AllowedSpecial | None = None,
    ) -> FileEncoding:
        """Encode as the library does, without the special tokens it adds around a text.

        Or, with the method "fewest-tokens", each word in as few tokens of the vocabulary as
        possible.

        `allowed_special`: special tokens that are recognized in the text, "all" or some names; the
            name of any other is ordinary text. None is the library's default: tokenizers recognizes
            all, tiktoken and sentencepiece none.
        If tiktoken would raise for a name that is not allowed, this encodes it as text: its
        `disallowed_special=()`. A token that a tokenizer.json adds without calling it special is
        always recognized.

        Raises `CorpusError` unless the text is a str, or for half of a surrogate pair, and
        `ValueError` for an unknown method or special token.
        """
        check_text(text)
        check_choice("method", method, ("merges", "fewest-tokens"))
        utf8(text)
        if allowed_special is None:
            return FileEncoding(text, self, method)
        allowed = allowed_ids(allowed_special, self.special)
        if self._finds_special and all(name in allowed for name in self.special if name in text):
            # The library strips spaces around some of them.
            return FileEncoding(text, self, method)
        return FileEncoding(text, self, method, allowed)

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of IDs or tokens, as the library does, including special tokens.

        Bytes that are not complete UTF-8 become U+FFFD. Raises `ValueError` for an ID or a token
        that does not exist.
        """
        ids: list[int] = []
        for item in encoded:
            id_ = self.id(item) if isinstance(item, str | bytes) else item
            check_id(item if id_ is None else id_, self.ids, "one of the file's")
            ids.append(int(cast("int", id_)))
        return self._decoded(ids)

    def tokens_of(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of IDs."""
        return tuple(map(self.token, ids))

    def replay(self, ids: Sequence[int]) -> Replay:
        """Return the merges that lead to the IDs of one word."""
        if self.model != "BPE":
            return Replay(self.tokens_of(ids), why=self.model.lower())
        start = self._start(ids)
        if start is None:
            return Replay(self.tokens_of(ids), why="parts")
        return replay(start, ids, self._find, self.token, self.alone)

    def _start(self, ids: Sequence[int]) -> list[int] | None:
        """Return the tokens of one word before any merge.

        None if a character has no token.
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
        """Return the fewest tokens that spell one word, given as the library encoded it.

        Tokens that spell nothing are kept, and separate its parts.
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
        """Yield ID and size of every token that begins at a place of a part."""
        for end in range(at + 1, min(size, at + self._longest) + 1):
            if (id_ := token(at, end)) is not None and self._spells(id_):
                yield id_, end - at

    @abstractmethod
    def places(self, text: str) -> list[tuple[int, int]]:
        """Return the start and end of each token of `encode`, in characters of the text.

        A token with part of a character covers the whole character; for a token that represents
        nothing, start equals end.
        """

    def _as_text(self) -> AbstractContextManager[object]:
        """Return a context in which the library treats names of special tokens as text."""
        return nullcontext()

    @abstractmethod
    def _encoded(self, text: str) -> list[int]:
        """Return the library's IDs of a text."""

    @abstractmethod
    def _decoded(self, ids: list[int]) -> str:
        """Return the library's text of existing IDs."""

    @abstractmethod
    def _words_of(self, text: str) -> CutText:
        """Return the text that places refer to, and the place and IDs of each word."""

    @abstractmethod
    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """Return the rank of a pair's merge and the ID it makes, or None."""

    @cached_property
    def _longest(self) -> int:
        """Units, bytes or characters, of the longest token."""
        return max((len(self.token(id_)) for id_ in self.ids), default=1)

    @abstractmethod
    def _spells(self, id_: int) -> bool:
        """Return whether a token spells text: not special, not unknown, not a byte fallback."""

    @abstractmethod
    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        """Return the number of units of each token of a part, and a look-up of tokens by place.

        The flags state whether the part begins or ends the word.
        """


@dataclass(frozen=True)
class FileEncoding:
    """A text as a library encodes it: IDs immediately, tokens and words on demand.

    >>> from bpe import train
    >>> from bpe.interchange import load, to_tiktoken
    >>> ranks = to_tiktoken(train("low lower lowest", "gpt"))
    >>> load({"mine.tiktoken": ranks.encode()}, "gpt4").encode("low").ids
    [257]
    """

    given: str
    _tokenizer: FileTokenizer = field(repr=False, compare=False)
    _method: Method = field(default="merges", repr=False)
    _allowed: Mapping[str, int] | None = field(default=None, repr=False)

    @cached_property
    def ids(self) -> list[int]:
        """Token IDs, left to right."""
        if self._method == "merges" and self._allowed is None:
            return self._tokenizer._encoded(self.given)
        return [id_ for _, ids in self._text_and_words[1] for id_ in ids]

    @cached_property
    def tokens(self) -> list[Token]:
        """Tokens, left to right."""
        return list(self._tokenizer.tokens_of(self.ids))

    @property
    def text(self) -> str:
        """The text that the words' places refer to: as given, or as the library normalized it."""
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
        if self._allowed is None:
            text, words = self._tokenizer._words_of(self.given)
        else:
            text, words = self._cut_at_special(self._allowed)
        if self._method != "merges":
            words = [(place, self._tokenizer._fewest(ids)) for place, ids in words]
        return text, words

    def _cut_at_special(self, allowed: Mapping[str, int]) -> CutText:
        whole, words = "", WordIds()
        with self._tokenizer._as_text():
            for part, is_special in at_special(self.given, tuple(allowed)):
                if is_special:
                    text, found = part, [((part, 0, len(part)), [allowed[part]])]
                else:
                    text, found = self._tokenizer._words_of(part)
                at, whole = len(whole), whole + text
                words += [((word, at + a, at + b), ids) for (word, a, b), ids in found]
        return whole, words
