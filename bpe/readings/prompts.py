"""What a cut does to the tokens of a text: which of them can still come behind a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import is_text

Encode = Callable[[str], Sequence[int]]
"""Text -> ids."""


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


def blanks(tokens: Iterable[Token], scheme: Scheme) -> int:
    """Count the tokens that are nothing but white space."""
    texts = (text_of(token, scheme) for token in tokens)
    return sum(text is not None and text != "" and text.isspace() for text in texts)
