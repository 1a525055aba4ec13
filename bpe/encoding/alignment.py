"""Alignment: which part of the text each token stands for, with what a reader sees kept whole.

Places are counted in UTF-8 bytes of the normalized text, so that a token that holds part of a
character has one too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ..merging.cells import Token
from ..text.characters import Grapheme, Part, as_bytes, graphemes, parts_held
from .encoded import Encoding
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class TokenPlace:
    """A token and the bytes `start` to `end` of the text it stands for.

    A boundary mark that is a token of its own stands for none: `start` equals `end`. `characters`
    has the same places counted in characters, or is None where one of them is inside a character.
    """

    token: Token
    id: int
    start: int
    end: int
    characters: tuple[int, int] | None


@dataclass(frozen=True)
class Segment:
    """The shortest run of whole graphemes that whole tokens make up.

    Attributes:
        text: what a reader sees; empty for a boundary mark of its own. `start`: its first byte.
        first: number of the first token in the list of tokens.
        places: the tokens; empty where no token stands for the text.
        word: the text is inside a word, so a token was to be expected.
    """

    text: str
    start: int
    first: int
    places: tuple[TokenPlace, ...]
    word: bool

    @property
    def tokens(self) -> tuple[int, ...]:
        """Numbers of the tokens in the list of tokens."""
        return tuple(range(self.first, self.first + len(self.places)))

    @cached_property
    def graphemes(self) -> tuple[Grapheme, ...]:
        """What a reader takes for the characters of the text."""
        return graphemes(self.text, self.start)

    @property
    def size(self) -> int:
        """Bytes of the text."""
        return self.graphemes[-1].end - self.start if self.text else 0

    def parts(self, place: TokenPlace) -> tuple[Part, ...]:
        """Return the characters that a token of this segment holds in part."""
        return parts_held(self.graphemes, place.start, place.end)


def token_places(tokenizer: Tokenizer, encoding: Encoding) -> list[TokenPlace]:
    """Return the place of every token, in the order of the tokens."""
    sizes = _sizes(tokenizer)
    offsets = _byte_offsets(encoding.text)
    characters = {offset: at for at, offset in enumerate(offsets)}
    places: list[TokenPlace] = []
    for word in encoding.words:
        at = offsets[word.start]
        if word.is_special:
            [token], [id_] = word.tokens, word.ids
            places.append(TokenPlace(token, id_, at, offsets[word.end], (word.start, word.end)))
            continue
        units = tokenizer.units(word.text)
        whole = word.ids == (tokenizer.unknown_id,)
        used = 0
        for token, id_ in zip(word.tokens, word.ids, strict=True):
            # WordPiece gives up a whole word for one unknown character.
            size = len(units) if whole else sizes.get(id_, 1)
            start, end = at + units[used].start, at + units[used + size - 1].end
            used += size
            inside = start in characters and end in characters
            spelled = (characters[start], characters[end]) if inside else None
            places.append(TokenPlace(token, id_, start, end, spelled))
    return places


def segments(tokenizer: Tokenizer, encoding: Encoding) -> list[Segment]:
    """Cut the text where neither a token nor a grapheme goes across; texts join to the whole."""
    places, words = token_places(tokenizer, encoding), encoding.words
    found: list[Segment] = []
    # Of the segment under way: its text, its first byte, its first character and token.
    text, start, character, token = "", 0, 0, 0
    last = word = 0

    def take_marks() -> None:
        nonlocal token, last
        while last < len(places) and places[last].end == start:
            found.append(Segment("", start, last, (places[last],), True))
            last += 1
        token = last

    for grapheme in graphemes(encoding.text):
        if not text:
            take_marks()
        text += grapheme.text
        while last < len(places) and places[last].start < grapheme.end:
            last += 1
        if last > token and places[last - 1].end > grapheme.end:
            continue
        while word < len(words) and words[word].end <= character:
            word += 1
        end = character + len(text)
        inside = word < len(words) and words[word].start < end
        found.append(Segment(text, start, token, tuple(places[token:last]), inside))
        text, start, character = "", grapheme.end, end
    take_marks()
    return found


def _sizes(tokenizer: Tokenizer) -> dict[int, int]:
    """Return token id -> how many tokens of the alphabet it is made of."""
    sizes = dict.fromkeys(tokenizer.alphabet_ids, 1)
    for left, right, new in tokenizer.merges:
        sizes[new] = sizes[left] + sizes[right]
    return sizes


def _byte_offsets(text: str) -> list[int]:
    """Return the byte at which each character begins, and the length."""
    return [0, *accumulate(len(as_bytes(character)) for character in text)]
