"""Unknown characters: which ones a text has, and the same merges with another rule for them."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from ..schemes import Unknown
from .tokenizer import Tokenizer

POLICIES: tuple[Unknown, ...] = get_args(Unknown)


def with_policy(tokenizer: Tokenizer, policy: Unknown) -> Tokenizer:
    """Return the same merges with another rule for characters outside the alphabet."""
    return Tokenizer(
        replace(tokenizer.scheme, unknown=policy),
        tokenizer.tokens,
        tokenizer.alphabet_ids,
        tokenizer.merges,
        tokenizer.special_ids,
    )


def unknown_characters(tokenizer: Tokenizer, text: str) -> list[str]:
    """List the distinct characters of the text's words that the alphabet lacks, in order.

    A character that is known elsewhere in a word but not at this place (with its mark) counts.
    """
    known = with_policy(tokenizer, "pass")
    words = (word for word in known.encode(text).words if not word.is_special)
    starts = (known.start(word.text) for word in words)
    found = [
        str(known.plain(token))
        for tokens, ids in starts
        for token, id_ in zip(tokens, ids, strict=True)
        if id_ == known.unknown_id
    ]
    return list(dict.fromkeys(found))
