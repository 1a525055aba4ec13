"""Token costs: of one sentence in many languages, and of a conversation.

The premium of a language follows Petrov et al. (2023): the sentence's tokens divided by those of
the first language.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ..encoding.encoded import Method
from ..merging.cells import Token
from ..text.characters import as_bytes
from .tokenizers import AnyTokenizer, learned_ids


@dataclass(frozen=True)
class SentenceCost:
    """A sentence in one language, encoded.

    Attributes:
        language: the given name. characters, bytes: of the sentence (code points, UTF-8).
        tokens: number of tokens. unknown: number of unknown tokens among them.
        premium: tokens divided by those of the first language; None if that has none.
    """

    language: str
    characters: int
    bytes: int
    tokens: int
    unknown: int
    premium: float | None


def sentence_costs(
    tokenizer: AnyTokenizer,
    sentences: Mapping[str, str] | Iterable[tuple[str, str]],
    method: Method = "merges",
) -> list[SentenceCost]:
    """Encode the sentence in each language; the others are compared with the first.

    sentences: language -> sentence, or such pairs.
    """
    learned = learned_ids(tokenizer)
    found: list[SentenceCost] = []
    for language, text in dict(sentences).items():
        ids = tokenizer.encode(text, method).ids
        first = found[0].tokens if found else len(ids)
        unknown = sum(id_ not in learned for id_ in ids)
        premium = len(ids) / first if first else None
        size = len(as_bytes(text))
        found.append(SentenceCost(language, len(text), size, len(ids), unknown, premium))
    return found


Message = tuple[str, str]
"""The speaker's role, and the text."""

ChatToken = tuple[Token, int | None, bool]
"""A token, its ID if the file has one, and whether it belongs to the message's text."""

CONTENT = "{content}"


@dataclass(frozen=True)
class ChatFormat:
    """The format of a message and of the beginning of a reply: special tokens and text.

    Attributes:
        special: the parts that are special tokens.
    """

    message: tuple[str, ...]
    opening: tuple[str, ...]
    special: frozenset[str]


@dataclass(frozen=True)
class TurnCost:
    """The tokens sent for one reply: of text, of the format, and the total so far."""

    text: int
    wrapping: int
    so_far: int


def chat_tokens(
    tokenizer: AnyTokenizer, form: ChatFormat, messages: Sequence[Message]
) -> list[list[ChatToken]]:
    """Return the tokens of each message, then those that begin the reply.

    The name of a special token inside a message stays text: it must not end the message.
    """
    last = _message_tokens(tokenizer, form, form.opening, ("assistant", ""))
    return [*(_message_tokens(tokenizer, form, form.message, each) for each in messages), last]


def _message_tokens(
    tokenizer: AnyTokenizer, form: ChatFormat, layout: Sequence[str], message: Message
) -> list[ChatToken]:
    found: list[ChatToken] = []
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


def turn_costs(messages: Sequence[Message], parts: Sequence[Sequence[ChatToken]]) -> list[TurnCost]:
    """Return each reply's cost: all messages up to a user's message, and its own beginning."""
    said = list(accumulate(sum(is_text for *_, is_text in each) for each in parts[:-1]))
    whole = list(accumulate(len(each) for each in parts[:-1]))
    found: list[TurnCost] = []
    for place, (role, _) in enumerate(messages):
        if role == "user":
            sent = whole[place] + len(parts[-1])
            before = found[-1].so_far if found else 0
            found.append(TurnCost(said[place], sent - said[place], before + sent))
    return found
