"""What is read off a tokenizer, whether it was learned here or read from a file."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ..encoding.encoded import Method
from ..encoding.tokenizer import Tokenizer
from .languages import AnyTokenizer
from .prompts import cannot_follow, text_of


def fewest(tokenizer: AnyTokenizer, text: str) -> int:
    """Return with how few of its tokens a text could be encoded."""
    return len(tokenizer.encode(text, "fewest-tokens").ids)


def refused_behind(
    tokenizer: AnyTokenizer, prompt: str, most: int, method: Method
) -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """Return how many tokens were tried behind a prompt, how far apart, and who cannot follow.

    Of more than `most` every second is tried, or every third, ...
    """
    known: Sequence[int] = list(tokenizer.ids)
    if isinstance(tokenizer, Tokenizer):
        known = range(len(tokenizer.tokens))
    apart = ceil(len(known) / most)
    ids = known[::apart]
    texts = (text_of(token, tokenizer.scheme) for token in tokenizer.named(ids))
    tried = [(id_, text) for id_, text in zip(ids, texts, strict=True) if text]
    refused = cannot_follow(lambda each: tokenizer.encode(each, method).ids, prompt, tried)
    return len(tried), apart, refused


def special_in(tokenizer: AnyTokenizer, text: str, first: int) -> tuple[dict[str, int], list[str]]:
    """Return the special tokens that a text names or becomes, and the names of the first few."""
    used = {*tokenizer.encode(text).ids}
    named = {name: id_ for name, id_ in tokenizer.special.items() if name in text or id_ in used}
    return named, list(tokenizer.special)[:first]
