"""What a conversation costs: its text, what is wrapped around it, and all of it sent again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..merging.cells import Token
from ..text.characters import as_bytes
from .languages import AnyTokenizer

Message = tuple[str, str]
"""Who speaks, and what they say."""

Part = tuple[Token, int | None, bool]
"""A token, its id if the file has one, and whether it is of what was said."""

CONTENT = "{content}"


@dataclass(frozen=True)
class ChatFormat:
    """How a model is given a message, and how its reply is opened: special tokens and text.

    Attributes:
        special: which of the parts are special tokens.
    """

    message: tuple[str, ...]
    opening: tuple[str, ...]
    special: frozenset[str]


@dataclass(frozen=True)
class Turn:
    """What is sent for one reply: tokens of text, of what is wrapped around it; and all so far."""

    text: int
    wrapping: int
    so_far: int


def wrapped(
    tokenizer: AnyTokenizer, form: ChatFormat, messages: Sequence[Message]
) -> list[list[Part]]:
    """Return the tokens of each message, and last those that open the reply.

    The name of a special token in what is said stays text: it must not end a message.
    """
    last = _parts(tokenizer, form, form.opening, ("assistant", ""))
    return [*(_parts(tokenizer, form, form.message, each) for each in messages), last]


def _parts(
    tokenizer: AnyTokenizer, form: ChatFormat, layout: Sequence[str], message: Message
) -> list[Part]:
    found: list[Part] = []
    role, content = message
    for each in layout:
        if each in form.special:
            found.append((each, tokenizer.special.get(each), False))
            continue
        before, has_content, behind = each.replace("{role}", role).partition(CONTENT)
        text = before + content + behind if has_content else before
        encoding, at = tokenizer.encode(text), 0
        for token, id_ in zip(encoding.tokens, encoding.ids, strict=True):
            at += len(as_bytes(token))
            found.append((token, id_, bool(has_content) and at > len(as_bytes(before))))
    return found


def turns(messages: Sequence[Message], parts: Sequence[Sequence[Part]]) -> list[Turn]:
    """Return what is sent for each reply: all messages up to one of the user's, and the opening."""
    said = list(accumulate(sum(is_text for *_, is_text in each) for each in parts[:-1]))
    whole = list(accumulate(len(each) for each in parts[:-1]))
    found: list[Turn] = []
    for place, (role, _) in enumerate(messages):
        if role == "user":
            sent = whole[place] + len(parts[-1])
            before = found[-1].so_far if found else 0
            found.append(Turn(said[place], sent - said[place], before + sent))
    return found
