"""What is read off a tokenizer, whether it was learned here or read from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from math import ceil
from typing import NamedTuple

import regex

from ..encoding.encoded import Method
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import is_text
from .languages import AnyTokenizer

Encode = Callable[[str], Sequence[int]]
"""Text -> ids."""


def fewest(tokenizer: AnyTokenizer, text: str) -> int:
    """Return with how few of its tokens a text could be encoded."""
    return len(tokenizer.encode(text, "fewest-tokens").ids)


def refused_behind(
    tokenizer: AnyTokenizer, prompt: str, most: int, method: Method
) -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """Return how many tokens were tried behind a prompt, how far apart, and who cannot follow.

    Of more than `most` every second is tried, or every third, ...
    """
    known = _known(tokenizer)
    apart = ceil(len(known) / most)
    ids = known[::apart]
    texts = (text_of(token, tokenizer.scheme) for token in tokenizer.named(ids))
    tried = [(id_, text) for id_, text in zip(ids, texts, strict=True) if text]
    refused = cannot_follow(lambda each: tokenizer.encode(each, method).ids, prompt, tried)
    return len(tried), apart, refused


def cannot_follow(
    encode: Encode, prompt: str, tokens: Iterable[tuple[int, str]]
) -> tuple[tuple[int, str], ...]:
    """Return those of some tokens (id, text) that do not keep the tokens of a prompt.

    A token keeps them where encoding both texts gives those and this one. Where it does not,
    another token would have been made across the cut, so that no text a model was trained on has
    this token there.
    """
    before = list(encode(prompt))
    return tuple(
        (id_, text) for id_, text in tokens if list(encode(prompt + text)) != [*before, id_]
    )


def _known(tokenizer: AnyTokenizer) -> Sequence[int]:
    """Return every id that has a token of its own: of a run that for the unknown has none."""
    return range(len(tokenizer.tokens)) if isinstance(tokenizer, Tokenizer) else [*tokenizer.ids]


def special_in(tokenizer: AnyTokenizer, text: str, first: int) -> tuple[dict[str, int], list[str]]:
    """Return the special tokens that a text names or becomes, and the names of the first few."""
    used = {*tokenizer.encode(text).ids}
    named = {name: id_ for name, id_ in tokenizer.special.items() if name in text or id_ in used}
    return named, list(tokenizer.special)[:first]


class Hit(NamedTuple):
    """A token that was looked for: its id, and what it reads; "" for a part of a character."""

    id: int
    token: Token
    text: str


@dataclass(frozen=True)
class Asked:
    """What is looked for: a number or a part of what a token reads, with a letter of a script."""

    text: str
    script: str | None = None


@dataclass(frozen=True)
class Found:
    """How many tokens there are that were looked for, the first of them, how they are shown."""

    scheme: Scheme
    count: int
    hits: tuple[Hit, ...]


def find(scheme: Scheme, tokens: Iterable[tuple[int, Token]], asked: Asked, most: int) -> Found:
    """Find tokens: that of the number first, then what reads just so, then the shortest.

    Of a script those with most letters of it come first; of equal ones the lower id.
    """
    number = int(asked.text) if regex.fullmatch("[0-9]{1,18}", asked.text) else None
    letters = regex.compile(rf"\p{{Script={asked.script}}}").findall if asked.script else None
    found = [
        Hit(id_, token, text)
        for id_, token in tokens
        if ((text := reads(token, scheme)) and asked.text in text) or id_ == number
        if not letters or letters(text)
    ]

    def order(hit: Hit) -> tuple[bool, bool, int, int]:
        length = -len(letters(hit.text)) if letters else len(hit.text)
        return hit.id != number, hit.text != asked.text, length, hit.id

    return Found(scheme, len(found), tuple(nsmallest(most, found, order)))


def find_in(tokenizer: AnyTokenizer, asked: Asked, most: int) -> Found:
    """Do what `find` does, in the whole list of a tokenizer."""
    ids = _known(tokenizer)
    return find(tokenizer.scheme, zip(ids, tokenizer.named(ids), strict=True), asked, most)


def text_of(token: Token, scheme: Scheme) -> str | None:
    """Return the text a token adds behind other text; None for a part of a character."""
    if isinstance(token, bytes):
        return token.decode() if is_text(token) else None
    mark = scheme.mark
    if not mark:
        return token
    if scheme.boundary == "prefix":
        return token.replace(mark, " ")
    if scheme.boundary == "continuation":
        # Without the mark it begins a word.
        return token.removeprefix(mark) if token.startswith(mark) else f" {token}"
    return None


def reads(token: Token, scheme: Scheme) -> str:
    """Return what a token reads, with a space where its mark stands; "" for part of a character."""
    text = text_of(token, scheme)
    if text is None and isinstance(token, str):
        return token.replace(scheme.mark, " ")
    return text or ""


def blanks(tokens: Iterable[Token], scheme: Scheme) -> int:
    """Count the tokens that are nothing but white space."""
    texts = (text_of(token, scheme) for token in tokens)
    return sum(text is not None and text != "" and text.isspace() for text in texts)


def rows_around(
    tokenizer: AnyTokenizer, id_: int, rows: int | None
) -> tuple[int, list[tuple[int, Token | None]]]:
    """Return how many rows a model has for its ids, and the first, the last and those around one.

    rows: what the model has, or None for just as many as are needed. A spare one has no token.
    """
    count = rows or max(tokenizer.ids) + 1
    near = sorted({0, id_ - 1, id_, id_ + 1, count - 1}.intersection(range(count)))
    found: dict[int, Token | None] = dict.fromkeys(near)
    found |= {at: name for name, at in tokenizer.special.items() if at in near}
    for at, name in found.items():
        if name is None and at in tokenizer.ids:
            [found[at]] = tokenizer.named([at])
    return count, [*found.items()]
