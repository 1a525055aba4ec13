"""Which characters of a text each token stands for, whatever encoded it, and what it hides of them:
letters, and the digits of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..encoding.alignment import token_places
from ..encoding.encoded import EncodedText, EncodedWord, Encoding
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..text.characters import byte_owners, graphemes, is_text
from ..text.normalizers import places_before


@dataclass(frozen=True)
class Placed:
    """A token and the characters `start` up to `end` of the text it stands for.

    A token that holds part of a character has the whole of it; one that stands for nothing of the
    text, such as a boundary mark of its own, ends where it begins.
    """

    token: Token
    id: int
    start: int
    end: int


@dataclass(frozen=True)
class Piece:
    """The shortest run of whole graphemes, `start` up to `end`, that whole tokens make up.

    `tokens` are their numbers; none where no token stands for the text.
    """

    start: int
    end: int
    tokens: tuple[int, ...]


class Placing(Protocol):
    """What knows where its tokens are; see `FileTokenizer.places`."""

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token of a text begins and ends in it, in characters."""


def placed(tokenizer: Tokenizer | Placing, text: str, encoding: EncodedText) -> tuple[Placed, ...]:
    """Return every token of a text's encoding with its place in the text as it was given."""
    if isinstance(tokenizer, Tokenizer) and isinstance(encoding, Encoding):
        return _by_merges(tokenizer, text, encoding)
    assert not isinstance(tokenizer, Tokenizer)
    found = zip(encoding.tokens, encoding.ids, tokenizer.places(text), strict=True)
    return tuple(Placed(token, id_, *place) for token, id_, place in found)


def pieces(text: str, tokens: Sequence[Placed]) -> tuple[Piece, ...]:
    """Cut a text where neither a token nor a grapheme goes across; the pieces join to the whole."""
    found: list[Piece] = []
    start = end = token = 0
    for grapheme in graphemes(text):
        end += len(grapheme.code_points)
        last = token
        while last < len(tokens) and tokens[last].start < end:
            last += 1
        if any(each.end > end for each in tokens[token:last]):
            continue
        numbers = (n for n in range(token, last) if tokens[n].start < tokens[n].end)
        found.append(Piece(start, end, tuple(numbers)))
        start, token = end, last
    return tuple(found)


def halves(text: str, tokens: Sequence[Placed]) -> tuple[str, int] | None:
    """Return the first character of a text that takes several tokens, and how many they are."""
    for piece in pieces(text, tokens):
        if piece.end - piece.start == 1 and len(piece.tokens) > 1:
            return text[piece.start : piece.end], len(piece.tokens)
    return None


def whole_from(word: EncodedWord) -> int:
    """Return the step of a word's trace from which on it is cut into whole characters.

    0 where it always is, or where nothing is merged any more by then, or it never comes to that;
    and where a character is ASCII, for that is whole as a byte, and its merges are news.
    """
    if any(character.isascii() for character in word.text):
        return 0
    splits = [word.start_tokens, *(step.tokens for step in word.steps)]
    broken = [
        step
        for step, split in enumerate(splits)
        if any(isinstance(token, bytes) and not is_text(token) for token in split)
    ]
    first = broken[-1] + 1 if broken else 0
    return first if first < len(word.steps) else 0


def linked(tokens: Sequence[Placed], others: Sequence[Placed]) -> tuple[tuple[int, ...], ...]:
    """Return for each token the numbers of the others that stand for some of the same text."""
    found, first = [], 0
    for each in tokens:
        while first < len(others) and others[first].end <= each.start:
            first += 1
        numbers = []
        for n in range(first, len(others)):
            if others[n].start >= each.end:
                break
            if max(each.start, others[n].start) < min(each.end, others[n].end):
                numbers.append(n)
        found.append(tuple(numbers))
    return tuple(found)


def _by_merges(tokenizer: Tokenizer, text: str, encoding: Encoding) -> tuple[Placed, ...]:
    """Count the bytes of what was normalized in characters of what was given."""
    begins, ends = places_before(text, tokenizer.scheme.normalizer)
    owner = byte_owners(encoding.text)
    return tuple(
        Placed(
            each.token,
            each.id,
            begins[owner[each.start]],
            ends[owner[each.end - 1] + 1] if each.start < each.end else begins[owner[each.start]],
        )
        for each in token_places(tokenizer, encoding)
    )


NUMBERS = ("1234567", "98765432109", "2026112118", "5040302010987654", "777777777")
"""Numbers by which one sees how a tokenizer groups digits."""

PlaceTokens = Callable[[str], Sequence[Placed]]
"""Returns every token of a text with its place."""


def word_forms(word: str) -> dict[str, str]:
    """Return a word as it stands at the start, after a space, with a capital, in capitals, with s.

    >>> word_forms("car")
    {'plain': 'car', 'space': ' car', 'capital': 'Car', 'upper': 'CAR', 'plural': 'cars'}
    """
    return {
        "plain": word,
        "space": f" {word}",
        "capital": word[:1].upper() + word[1:],
        "upper": word.upper(),
        "plural": f"{word}s",
    }


def letter_counts(text: str, tokens: Sequence[Placed], letter: str) -> list[int]:
    """Return how often a letter, small or capital, is in the text of each token."""
    wanted = letter.casefold()
    return [text[each.start : each.end].casefold().count(wanted) for each in tokens]


def digit_groups(text: str, tokens: Sequence[Placed]) -> list[str]:
    """Return the digits of each token that has any, left to right."""
    held = ("".join(filter(str.isdigit, text[each.start : each.end])) for each in tokens)
    return [digits for digits in held if digits]


def grouping(place: PlaceTokens) -> str:
    """Say how digits are grouped: "ones", "left" (threes from there), "right", or "learned".

    Learned are groups of any length, the ones that were frequent. Seen on `NUMBERS`.
    """
    seen = {number: digit_groups(number, place(number)) for number in NUMBERS}
    rules: dict[str, Callable[[str], list[str]]] = {
        "ones": list,
        "left": lambda number: [number[at : at + 3] for at in range(0, len(number), 3)],
        "right": _threes_from_the_right,
    }
    for name, rule in rules.items():
        if all(groups == rule(number) for number, groups in seen.items()):
            return name
    return "learned"


def _threes_from_the_right(number: str) -> list[str]:
    first = len(number) % 3
    rest = [number[at : at + 3] for at in range(first, len(number), 3)]
    return [number[:first], *rest] if first else rest
