"""What tokens hide of the text: letters, and the digits of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .placed import Placed

NUMBERS = ("1234567", "98765432109", "2026112118", "5040302010987654", "777777777")
"""Numbers by which one sees how a tokenizer groups digits."""

Place = Callable[[str], Sequence[Placed]]
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


def grouping(place: Place) -> str:
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
