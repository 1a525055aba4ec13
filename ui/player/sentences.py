"""Sentences about a run, in which tokens and words stay apart from the text around them."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

from ui.catalogue import Translate
from ui.draw.tokens import Token, short
from ui.player.rows import Tokens

NAMED_COLUMNS = 20


class Sentences:
    """Sentences for the caption, in which pairs and words stay apart from the text around them.

    While it is written, a sentence holds marks for them; `said` has it in parts: a pair as a list
    of two token numbers, a token as a list of one, a piece of text as its place in `texts`, a word
    as -1 less its place in `names`.
    """

    def __init__(self, tokens: Tokens, translate: Translate) -> None:
        self._tokens, self._translate = tokens, translate
        self._texts: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._said: list[list[Any]] = []

    def text(self, key: str, **values: object) -> str:
        return self._translate(f"player.{key}", **values)

    def pair(self, pair: tuple[Token, Token]) -> str:
        return "\0{},{}\0".format(*self._tokens.all(pair))

    def token(self, token: Token) -> str:
        return "\0{},\0".format(*self._tokens.all((token,)))

    def word(self, word: str) -> str:
        return f"\0{self._names.setdefault(word, len(self._names))}\0"

    def words(self, words: Iterable[str]) -> str:
        return self.text("comma").join(map(self.word, words))

    def say(self, sentence: str) -> None:
        parts: list[Any] = []
        for place, part in enumerate(sentence.split("\0")):
            if place % 2:
                numbers = [int(number) for number in part.split(",") if number]
                parts.append(numbers if "," in part else -1 - numbers[0])
            elif part:
                parts.append(self._texts.setdefault(part, len(self._texts)))
        self._said.append(parts)

    def all(self) -> dict[str, list[Any]]:
        names = [named(word) for word in self._names]
        return {"texts": list(self._texts), "names": names, "said": self._said}


def named(word: str, columns: int = NAMED_COLUMNS) -> str:
    """Return a word as a sentence names it; a Chinese character is as wide as two letters."""
    if word.isascii():
        return short(word, columns)
    widths = (1 + (unicodedata.east_asian_width(c) in "WF") for c in word[: columns + 1])
    return short(word, bisect_right(list(accumulate(widths)), columns))
