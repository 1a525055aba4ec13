"""Letters: characters, letters and digits inside tokens, and the merges that complete them."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import regex

from ..encoding.alignment import PlacedToken, segments
from ..encoding.tokenizer import Tokenizer
from ..text.characters import as_text, byte_starts, graphemes

NUMBERS = ("1234567", "98765432109", "2026112118", "5040302010987654", "777777777")
"""Numbers that show how a tokenizer groups digits."""

PlaceTokens = Callable[[str], Sequence[PlacedToken]]
"""Returns every token of a text with its place."""


def split_character(text: str, tokens: Sequence[PlacedToken]) -> tuple[str, int] | None:
    """Return the first character of a text with several tokens, and their number."""
    for segment in segments(text, tokens):
        if len(segment.text) == 1 and len(segment.tokens) > 1:
            return segment.text, len(segment.tokens)
    return None


def word_forms(word: str) -> dict[str, str]:
    """Return a word at the start, after a space, with a capital, in capitals, in the plural.

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


def letter_counts(text: str, tokens: Sequence[PlacedToken], letter: str) -> list[int]:
    """Return the number of times a letter, small or capital, is in the text of each token."""
    wanted = letter.casefold()
    return [text[each.start : each.end].casefold().count(wanted) for each in tokens]


def digit_groups(text: str, tokens: Sequence[PlacedToken]) -> list[str]:
    """Return the digits of each token that contains digits, left to right."""
    held = ("".join(filter(str.isdigit, text[each.start : each.end])) for each in tokens)
    return [digits for digits in held if digits]


def digit_grouping(place: PlaceTokens) -> str:
    """Return how digits are grouped: "ones", "left" or "right" (threes), "learned" or "unknown".

    "learned" groups are frequent strings of any length. "unknown": some digit has no token with its
    text, so a model reads `<unk>` or nothing. Tested on `NUMBERS`.
    """
    if not all(_spells_digits(each, place(each)) for each in NUMBERS):
        return "unknown"
    rules = {"ones": r"\d", "left": r"\d{1,3}", "right": r"\d{1,3}(?=(?:\d{3})*$)"}
    for name, rule in rules.items():
        if all(digit_groups(each, place(each)) == regex.findall(rule, each) for each in NUMBERS):
            return name
    return "learned"


def _spells_digits(number: str, tokens: Sequence[PlacedToken]) -> bool:
    """Return whether each digit of a number is in a token that contains it."""
    texts = (as_text(each.token) for each in tokens if each.start < each.end)
    return number == "".join("".join(filter(str.isdigit, text)) for text in texts)


def merges_until_whole(tokenizer: Tokenizer, text: str) -> dict[int, int | None]:
    """Return the number of merges that complete each grapheme, by its first byte; None if all do
    not.

    For byte-level tokens. A single byte is complete with none.

    >>> from bpe import train
    >>> merges_until_whole(train("好 好 的", "gpt").tokenizer(), "好a的")
    {0: 2, 3: 0, 4: None}
    """
    encoding = tokenizer.encode(text)
    places, gone = byte_starts(encoding.text), dict[int, int]()
    for word in encoding.words:
        start, before = places[word.start], list(word.start_tokens)
        for step in word.steps:
            ends = {*accumulate(map(len, step.tokens))}
            for end in {*accumulate(map(len, before))} - ends:
                gone[start + end] = (step.rank or 0) + 1
            before = list(step.tokens)
    found = dict[int, int | None]()
    for each in graphemes(encoding.text):
        inner = [gone.get(at) for at in range(each.start + 1, each.end)]
        merges = [at for at in inner if at is not None]
        found[each.start] = max(merges, default=0) if len(merges) == len(inner) else None
    return found
