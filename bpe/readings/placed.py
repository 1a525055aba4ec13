"""What tokens hide of a text: parts of characters, letters, and the digits of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import regex

from ..encoding.alignment import Placed, segments
from ..encoding.encoded import EncodedWord
from ..merging.cells import Token
from ..text.characters import is_text

NUMBERS = ("1234567", "98765432109", "2026112118", "5040302010987654", "777777777")
"""Numbers by which one sees how a tokenizer groups digits."""

PlaceTokens = Callable[[str], Sequence[Placed]]
"""Returns every token of a text with its place."""


def halves(text: str, tokens: Sequence[Placed]) -> tuple[str, int] | None:
    """Return the first character of a text that takes several tokens, and how many they are."""
    for segment in segments(text, tokens):
        if len(segment.text) == 1 and len(segment.tokens) > 1:
            return segment.text, len(segment.tokens)
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


@dataclass(frozen=True)
class Brick:
    """A token on the way of a word: above the one it is merged into, below those it is made of.

    Attributes:
        start, end: the tokens of the first row that it stands for, the end not included.
        level, until: its first row, and the one after its last.
        rank: of the merge that made it; None in the first row.
    """

    token: Token
    start: int
    end: int
    level: int
    until: int
    rank: int | None


def bricks(word: EncodedWord, first: int = 0) -> tuple[Brick, ...]:
    """Return the merges of a word from its step `first` on as a wall of bricks, row by row.

    >>> from bpe import train
    >>> [word] = train("low low", max_merges=2).tokenizer().encode("low").words
    >>> [(brick.token, brick.level, brick.until, brick.rank) for brick in bricks(word)[2:]]
    [('w', 0, 2, None), ('</w>', 0, 3, None), ('lo', 1, 2, 0), ('low', 2, 3, 1)]
    """
    steps = word.steps
    tokens = steps[first - 1].tokens if first else word.start_tokens
    standing = [Brick(token, at, at + 1, 0, 0, None) for at, token in enumerate(tokens)]
    done: list[Brick] = []
    for step in steps[first:]:
        joined: list[Brick] = []
        rest = iter(enumerate(standing))
        for at, left in rest:
            if at not in step.places:
                joined.append(left)
                continue
            _, right = next(rest)
            level = max(left.level, right.level) + 1
            done += [replace(each, until=level) for each in (left, right)]
            token = step.tokens[len(joined)]
            joined.append(Brick(token, left.start, right.end, level, 0, step.rank))
        standing = joined
    height = 1 + max((brick.level for brick in standing), default=0)
    done += [replace(each, until=height) for each in standing]
    return tuple(sorted(done, key=lambda brick: (brick.level, brick.start)))


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
    rules = {"ones": r"\d", "left": r"\d{1,3}", "right": r"\d{1,3}(?=(?:\d{3})*$)"}
    for name, rule in rules.items():
        if all(digit_groups(each, place(each)) == regex.findall(rule, each) for each in NUMBERS):
            return name
    return "learned"
