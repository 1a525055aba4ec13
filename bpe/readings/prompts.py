"""What a cut, a special token or a stream does to the tokens of a text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..encoding.roundtrip import agreed
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import is_text

Encode = Callable[[str], Sequence[int]]
"""Text -> ids."""

Decode = Callable[[Sequence[int]], str]
"""Ids -> text."""

REPLACEMENT = "\ufffd"


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


def can_follow(encode: Encode, prompt: str, id_: int, text: str) -> bool:
    """Say whether a token keeps the tokens of a prompt: encoding both gives those and this one.

    Where it does not, another token would have been made across the cut, so that no text a model
    was trained on has this token there.
    """
    return list(encode(prompt + text)) == [*encode(prompt), id_]


def kept_of_prompt(encode: Encode, prompt: str, text: str) -> int:
    """Return how many tokens of a prompt are also those that begin the whole text.

    The others have to be taken back before the tokens of the whole text can come.
    """
    return agreed(encode(prompt), encode(text))


def cannot_follow(
    encode: Encode, prompt: str, tokens: Iterable[tuple[int, str]]
) -> tuple[tuple[int, str], ...]:
    """Return those of some tokens (id, text) that `can_follow` says no of."""
    before = list(encode(prompt))
    return tuple(
        (id_, text) for id_, text in tokens if list(encode(prompt + text)) != [*before, id_]
    )


@dataclass(frozen=True)
class Arrived:
    """A token of a stream: its text when decoded alone, and what a buffer can show with it."""

    alone: str
    shown: str


def stream(decode: Decode, ids: Sequence[int]) -> tuple[Arrived, ...]:
    """Return for each token what it decodes to alone, and what becomes certain with it.

    A buffer holds back an end that decodes to U+FFFD, until more bytes make it a character or the
    stream is over. Joined, what it shows is the text of all tokens.
    """
    found: list[Arrived] = []
    given = ""
    for count, id_ in enumerate(ids, 1):
        whole = decode(ids[:count])
        sure = whole if count == len(ids) else whole.rstrip(REPLACEMENT)
        fresh = sure[len(given) :] if sure.startswith(given) else ""
        given += fresh
        found.append(Arrived(decode([id_]), fresh))
    return tuple(found)


def blanks(tokens: Iterable[Token], scheme: Scheme) -> int:
    """Count the tokens that are nothing but white space."""
    texts = (text_of(token, scheme) for token in tokens)
    return sum(text is not None and text != "" and text.isspace() for text in texts)
