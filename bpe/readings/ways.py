"""One word of a text, and where each way to encode it ends.

A word of known letters goes three ways. One with letters that the alphabet lacks goes one way, and
ends as each rule for what is unknown has it.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..encoding.encoded import EncodedWord, Method
from ..encoding.roundtrip import POLICIES, decoded, unknown_characters, with_policy
from ..encoding.tokenizer import Tokenizer

WAYS: tuple[Method, ...] = ("merges", "longest-match", "longest-token-first")


@dataclass(frozen=True)
class Ending:
    """What one way makes of a word.

    Attributes:
        name: the method, or the rule for what is unknown.
        word: with its tokens and the steps that led to them.
        back: what its tokens decode to.
        is_best: it has the fewest tokens of all; or, of a word with unknown letters, gives it back.
    """

    name: str
    word: EncodedWord
    back: str
    is_best: bool


@dataclass(frozen=True)
class Ways:
    """A word and its endings; `unknown` are its letters that the alphabet lacks."""

    text: str
    unknown: tuple[str, ...]
    endings: tuple[Ending, ...]


def ways(tokenizer: Tokenizer, text: str, place: int = 0, method: Method = "merges") -> Ways:
    """Follow the word of a text at a place; `method` is how words with unknown letters go.

    The rule for these that the tokenizer has comes first.

    >>> from bpe import train
    >>> found = ways(train("low low lower newest newest widest", "paper").tokenizer(), "lowest")
    >>> [(ending.name, len(ending.word.tokens), ending.is_best) for ending in found.endings]
    [('merges', 2, True), ('longest-match', 4, False), ('longest-token-first', 4, False)]
    """
    word = tokenizer.encode(text).words[place].text
    unknown = tuple(unknown_characters(tokenizer, word))
    if not unknown:
        followed = [(name, tokenizer.encode(text, name).words[place]) for name in WAYS]
        fewest = min(len(each.tokens) for _, each in followed)
        endings = [
            Ending(name, each, decoded(tokenizer, each), len(each.tokens) == fewest)
            for name, each in followed
        ]
        return Ways(word, (), tuple(endings))
    found = []
    for policy in sorted(POLICIES, key=lambda policy: policy != tokenizer.scheme.unknown):
        other = with_policy(tokenizer, policy)
        each = other.encode(text, method).words[place]
        back = decoded(other, each)
        found.append(Ending(policy, each, back, back == word))
    return Ways(word, unknown, tuple(found))
