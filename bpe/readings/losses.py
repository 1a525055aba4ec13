"""Losses of encoding a text: white space, and characters that no token represents."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import regex

from ..encoding.alignment import Placing, place_tokens
from ..encoding.tokenizer import Tokenizer
from .tokenizers import AnyTokenizer


class FileTokens(AnyTokenizer, Placing, Protocol):
    """The interface of a tokenizer read from a file."""


@dataclass(frozen=True)
class TextLosses:
    """Parts of a text that its tokens do not contain.

    Attributes:
        decoded: the text that the tokens decode to.
        spaces: whether different white space would give the same tokens.
        dropped: characters that no token represents, each once, in order; without white space.
        unknown: parts of the text read as the unknown token, each once, in order.
    """

    decoded: str
    spaces: bool
    dropped: tuple[str, ...]
    unknown: tuple[str, ...]


def text_losses(tokenizer: Tokenizer | FileTokens, text: str) -> TextLosses:
    """Return the parts of a text lost by encoding, except for the normalizer's changes.

    BERT keeps no white space and uses it only to split words; a tokenizer without bytes and without
    an unknown token drops unknown characters.

    >>> from bpe import train
    >>> run = train("low lower lowest", "huggingface").tokenizer()
    >>> text_losses(run, "low  blower")
    TextLosses(decoded='lowlower', spaces=True, dropped=('b',), unknown=())
    """
    encoding = tokenizer.encode(text)
    ids: Sequence[int] = list(encoding.ids)
    placed = place_tokens(tokenizer, text, encoding)

    def is_same(other: str) -> bool:
        return list(tokenizer.encode(other).ids) == ids

    # Token offsets are unreliable: the token of an accented letter may exclude its accent, and a
    # token may span a dropped character. So a character counts as dropped if nothing changes
    # without it.
    held = {at for each in placed for at in range(each.start, each.end)}
    bare = {each for at, each in enumerate(text) if at not in held}
    dropped = tuple(
        each
        for each in dict.fromkeys(text)
        if not each.isspace()
        and (each in bare or not tokenizer.encode(each).ids)
        and (is_same(text.replace(each, "")) or is_same(text.replace(each, " ")))
    )
    spaced = regex.sub(r"\s+", lambda found: "\n " if found[0] == " " else " ", text)
    unknown = (text[each.start : each.end] for each in placed if each.id == tokenizer.unknown_id)
    return TextLosses(
        tokenizer.decode(ids),
        spaced != text and is_same(spaced),
        dropped,
        tuple(dict.fromkeys(filter(None, unknown))),
    )
