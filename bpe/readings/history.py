"""History: what a vocabulary says about the text that it was learned from.

Tokens that encoding does not come to were not trained by any text (the
unreachable tokens of Land and Bartolo, 2024): whether it comes to one is seen by encoding what it
reads. What merges leave behind in a run of our own is read in `lives`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

import regex

from ..merging.cells import Token
from .languages import AnyTokenizer, learned_ids

ANCHORS = ("ꙮ", "⸎")
"""A letter and a sign so rare that no vocabulary has merged them with others."""

_LOST = "\ufffd"


@dataclass(frozen=True)
class Entry:
    """A token of a vocabulary, what it reads, and the ids that encoding just that gives."""

    token: Token
    id: int
    text: str
    ids: tuple[int, ...]


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary looked through.

    Attributes:
        longest: the tokens that read longest, in characters; of equal ones the lower id first.
        by_script: the same of those with a letter of each of `SCRIPTS`, where there are any.
        unreachable: tokens that encoding what they read does not give, neither alone nor with a
            rare letter or sign before or behind it, in order of ids.
        asked: tokens that were tried.
        partial: tokens not tried, since they hold a part of a character and are no text.
    """

    longest: tuple[Entry, ...]
    by_script: Mapping[str, tuple[Entry, ...]]
    unreachable: tuple[Entry, ...]
    asked: int
    partial: int


SCRIPTS = (
    *("Latin", "Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Greek", "Arabic", "Hebrew"),
    *("Devanagari", "Bengali", "Tamil", "Thai", "Armenian", "Georgian"),
)
"""Scripts by their names in Unicode, whose longest tokens can be asked for."""


def look_through(tokenizer: AnyTokenizer, longest: int, of_script: int = 40) -> Vocabulary:
    """Decode every token and encode it again. Lists `longest` tokens, and so many `of_script`.

    Pieces that only go on a word (WordPiece's ##) are not tried: which word leads to them depends
    on all others.
    """
    prefix = tokenizer.scheme.mark if tokenizer.scheme.boundary == "continuation" else None
    entries: list[Entry] = []
    asked = partial = 0
    unreachable = []
    for id_ in sorted(learned_ids(tokenizer)):
        (token,), text = tokenizer.named([id_]), tokenizer.decode([id_])
        entries.append(Entry(token, id_, text, (id_,)))
        if _LOST in text or not text:
            partial += 1
        elif prefix is None or not str(token).startswith(prefix):
            asked += 1
            if (ids := _elsewhere(tokenizer, id_, text)) is not None:
                unreachable.append(Entry(token, id_, text, ids))
    whole = (entry for entry in entries if _LOST not in entry.text)
    first = sorted(whole, key=lambda entry: -len(entry.text))
    by_script: dict[str, tuple[Entry, ...]] = {}
    for script in SCRIPTS:
        has_letter = regex.compile(rf"\p{{Script={script}}}").search
        found = tuple(islice((each for each in first if has_letter(each.text)), of_script))
        if found:
            by_script[script] = found
    return Vocabulary(tuple(first[:longest]), by_script, tuple(unreachable), asked, partial)


def _elsewhere(tokenizer: AnyTokenizer, id_: int, text: str) -> tuple[int, ...] | None:
    """Return the ids that encoding a token's text gives where none of them is the token's."""
    found = any(id_ in tokenizer.encode(around).ids for around in placings(text))
    return None if found else tuple(tokenizer.encode(text).ids)


def placings(text: str) -> Iterable[str]:
    """Yield a text by itself, and with a rare letter or sign before or behind it."""
    yield text
    for anchor in ANCHORS:
        yield anchor + text
        yield text + anchor
