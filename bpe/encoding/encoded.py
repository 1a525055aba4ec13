"""An encoded text: tokens and IDs immediately, words and their steps on demand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Literal, Protocol, Self

from ..merging.cells import Token
from ..notebook import Cell, show_tokens
from ..schemes import Scheme
from ..words import word_spans
from .spelling import Spelled

Method = Literal["merges", "longest-match", "longest-token-first", "fewest-tokens"]
METHODS: tuple[Method, ...] = ("merges", "longest-match", "longest-token-first", "fewest-tokens")


def usual_method(scheme: Scheme) -> Method:
    """Return the usual method for a scheme's tokenizers: WordPiece uses the longest match."""
    return "longest-match" if scheme.score == "wordpiece" else "merges"


Encoded = tuple[tuple[Token, ...], tuple[int, ...]]
"""Tokens and their IDs."""

Split = tuple[tuple[int, ...], tuple[Token, ...]]
"""IDs, and the spelling of each unknown token, in order."""

_ids_of = itemgetter(0)

WordPlace = tuple[str, int, int]
"""A word with its start and end in the normalized text (characters)."""


@dataclass(frozen=True)
class TraceStep:
    """One step of encoding a word.

    Attributes:
        rank: the rank of the merge applied; without merges, the rank of the matched token (`None`
            for a token of the alphabet).
        pair: the two tokens merged; empty without merges.
        tokens: the word's tokens after the step.
        candidates: before the step, the merge rank of each adjacent pair, or `None`.
        places: index of the left token of each merged pair, among the tokens before the step; for
            other methods, index of the matched token, among the tokens after it.

    >>> from bpe import train
    >>> encoding = train("low low", max_merges=2).tokenizer().encode("low")
    >>> [(step.rank, step.pair) for step in encoding.words[0].steps]
    [(0, ('l', 'o')), (1, ('lo', 'w'))]
    """

    rank: int | None
    pair: tuple[Token, Token] | tuple[()]
    tokens: tuple[Token, ...]
    candidates: tuple[int | None, ...] = ()
    places: tuple[int, ...] = ()


class Tracer(Protocol):
    """The part of a tokenizer that an encoded word uses."""

    def start(self, word: str) -> Encoded:
        """Return the tokens and the IDs of one word before any step."""

    def trace(self, word: str, method: Method) -> tuple[TraceStep, ...]:
        """Return every step of one word."""


class Encoder(Tracer, Protocol):
    """The part of a tokenizer that an encoded text uses."""

    scheme: Scheme
    special_ids: Mapping[str, int]

    @property
    def token_ranks(self) -> Mapping[Token, int]:
        """Learned token -> its rank."""

    def tokens_of(self, ids: Sequence[int], unknown: Sequence[Token]) -> tuple[Token, ...]:
        """Return the tokens of IDs; `unknown` spells the unknown ones, in order."""


MAX_TRACED_CHARS = 400
"""Maximum number of characters of a word whose steps are stored without a tokenizer."""


@dataclass(frozen=True)
class KnownSteps:
    """The stored steps of one word, used instead of the tokenizer."""

    tokens: tuple[Token, ...]
    steps: tuple[TraceStep, ...]

    def start(self, word: str) -> Encoded:
        """Return the tokens of the word before any step."""
        return self.tokens, ()

    def trace(self, word: str, method: Method) -> tuple[TraceStep, ...]:
        """Return every step of the word."""
        return self.steps


@dataclass(frozen=True)
class EncodedWord:
    """A word of the normalized text, from `start` up to `end` (characters), and its tokens.

    `method` is the encoding method; `is_special` is True for a special token, which has no steps.

    >>> from bpe import train
    >>> encoding = train("low lowest").tokenizer().encode("so low")
    >>> word = encoding.words[1]
    >>> word.text, word.start, word.end, word.tokens
    ('low', 3, 6, ('low</w>',))
    """

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    ids: tuple[int, ...]
    _tokenizer: Tracer = field(repr=False, compare=False)
    method: Method = field(default="merges", repr=False, compare=False)
    is_special: bool = field(default=False, repr=False, compare=False)

    @cached_property
    def start_tokens(self) -> tuple[Token, ...]:
        """The tokens before the first step."""
        return self.tokens if self.is_special else self._tokenizer.start(self.text)[0]

    @cached_property
    def steps(self) -> Sequence[TraceStep]:
        """Every step from `start_tokens` to `tokens`, in order; computed when first read.

        Each step contains all tokens of the word, so the total grows with the square of its length.
        """
        return () if self.is_special else self._tokenizer.trace(self.text, self.method)

    @property
    def why(self) -> str | None:
        """The reason for an incomplete replay; None if `steps` is complete."""
        return None

    def without_tokenizer(self) -> Self:
        """Return the same word with stored steps instead of the tokenizer, for example to pickle
        it.

        Beyond `MAX_TRACED_CHARS` characters no steps are stored: they grow with the square.
        """
        if len(self.text) > MAX_TRACED_CHARS:
            return replace(self, _tokenizer=KnownSteps(self.tokens, ()))
        return replace(self, _tokenizer=KnownSteps(self.start_tokens, tuple(self.steps)))


class EncodedText(Protocol):
    """An encoded text, from any tokenizer."""

    @property
    def text(self) -> str:
        """The text that the words' `start` and `end` refer to."""

    @property
    def words(self) -> tuple[EncodedWord, ...]:
        """The words, left to right."""

    @property
    def tokens(self) -> list[Token]:
        """Tokens of all words, left to right."""

    @property
    def ids(self) -> list[int]:
        """Their ids."""


class Encoding:
    """An encoded text: the normalized text, its words, and the tokens and ids of all of them.

    Creating an object per word occurrence would take the most time, so `words` creates them on
    demand. With many short texts, a dict per object would come next: hence slots.

    >>> from bpe import train
    >>> encoding = train("low lowest").tokenizer().encode("lowest low")
    >>> encoding.tokens, encoding.ids
    (['lowest</w>', 'low</w>'], [13, 9])
    """

    __slots__ = (
        "_ids",
        "_method",
        "_places",
        "_splits",
        "_text",
        "_tokenizer",
        "_tokens",
        "_words",
    )

    def __init__(
        self,
        text: str,
        splits: Sequence[Split],
        tokenizer: Encoder,
        method: Method = "merges",
        places: Sequence[WordPlace] | None = None,
    ) -> None:
        """Store a normalized text, the split of each word, and its place if known."""
        self._text, self._splits, self._places = text, splits, places
        self._tokenizer, self._method = tokenizer, method
        self._ids: list[int] | None = None
        self._tokens: list[Token] | None = None
        self._words: tuple[EncodedWord, ...] | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(text={self.text!r})"

    def __eq__(self, other: object) -> bool:
        """True if the other is the same text with the same tokens at the same places."""
        if not isinstance(other, Encoding):
            return NotImplemented
        mine, others = ((each._text, each._splits, each._places) for each in (self, other))
        return mine == others

    __hash__ = None  # type: ignore[assignment]

    @property
    def text(self) -> str:
        """The normalized text."""
        return self._text

    @property
    def words(self) -> tuple[EncodedWord, ...]:
        """The words, left to right."""
        if self._words is None:
            self._words = self._made_words()
        return self._words

    def _made_words(self) -> tuple[EncodedWord, ...]:
        places = self._places
        if places is None:
            spans = word_spans(self.text, self._tokenizer.scheme)
            places = [(self.text[start:end], start, end) for start, end in spans]
        named, tokenizer = self._tokenizer.tokens_of, self._tokenizer
        special = {(id_,) for id_ in tokenizer.special_ids.values()}
        return tuple(
            EncodedWord(
                *place, named(*split), split[0], tokenizer, self._method, split[0] in special
            )
            for place, split in zip(places, self._splits, strict=True)
        )

    @property
    def rows(self) -> list[dict[str, object]]:
        """One row per word, for a DataFrame: word, start, end, tokens and ids."""
        return [
            {"word": each.text, "start": each.start, "end": each.end}
            | {"tokens": each.tokens, "ids": each.ids}
            for each in self.words
        ]

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the tokens with their IDs."""
        title = f"{len(self.tokens)} tokens of {len(self.text)} characters"
        tokenizer = self._tokenizer
        mark, ranks = tokenizer.scheme.mark, tokenizer.token_ranks
        return show_tokens(title, self.tokens, self.ids, mark, ranks)

    def play(self, lang: str | None = None, height: int = 360) -> Cell:
        """Return the app's player for a notebook: each word by its merges, all words at once.

        lang, height: as in `Training.play`. Raises `ValueError` for any method except merges, and
        for a text of more than 2,000 characters.

        >>> from bpe import train
        >>> train("low lowest").tokenizer().encode("slowest").play()
        <Step player: a notebook draws it>
        """
        from ..player.cell import encoding_cell

        if self._method != "merges":
            raise ValueError(
                f"method must be 'merges' to be played, got {self._method!r}. "
                "Encode the text by merges."
            )
        tokenizer = self._tokenizer
        still = self._repr_html_()
        return encoding_cell(self, tokenizer.scheme, tokenizer.token_ranks, still, lang, height)

    @property
    def tokens(self) -> list[Token]:
        """Tokens of all words, left to right."""
        if self._tokens is None:
            unknown = [token for _, tokens in self._splits for token in tokens]
            self._tokens = list(self._tokenizer.tokens_of(self.ids, unknown))
        return self._tokens

    @property
    def ids(self) -> list[int]:
        """Token ids of all words, left to right."""
        if self._ids is None:
            self._ids = list(chain.from_iterable(map(_ids_of, self._splits)))
        return self._ids


KEPT = 1 << 16
"""Maximum number of cached words."""

MAX_KEPT_CHARS = 48
"""Longest word to cache, in characters: long words rarely repeat and may be whole texts."""


class Splits(dict[str, Split]):
    """Word -> its IDs by one method; encodes a word when it is first looked up."""

    def __init__(self, split: Callable[[str], Spelled]) -> None:
        super().__init__()
        self._split = split

    def __missing__(self, word: str) -> Split:
        ids, unknown = self._split(word)
        split = tuple(ids), unknown
        if len(word) <= MAX_KEPT_CHARS:
            if len(self) >= KEPT:
                self.clear()
            self[word] = split
        return split
