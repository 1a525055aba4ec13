"""Added tokens of a tokenizer.json: found in a text before any pre-tokenizer cuts it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import regex

from ..errors import CorpusError, short
from .checks import is_id
from .pipeline import Normalize

_SPACE_BEHIND = regex.compile(r"\s*")


@dataclass(frozen=True)
class Added:
    """One added token.

    Attributes:
        text: what is looked for; `content`: the same as the file has it, not normalized.
        id: its token id.
        single_word: only where no letter, digit or underscore stands beside it.
        takes_before, takes_behind: the white space beside it goes with it.
    """

    text: str
    content: str
    id: int
    single_word: bool
    takes_before: bool
    takes_behind: bool


@dataclass(frozen=True)
class Finder:
    """Added tokens that are looked for together: leftmost, then longest, then first in the file."""

    tokens: tuple[Added, ...] = ()

    @cached_property
    def by_text(self) -> dict[str, Added]:
        """What is found -> its token."""
        return {token.text: token for token in reversed(self.tokens)}

    @cached_property
    def _compiled(self) -> regex.Pattern[str]:
        longest_first = sorted(self.by_text, key=len, reverse=True)
        return regex.compile("|".join(map(regex.escape, longest_first)))

    def parts(self, text: str) -> Iterator[tuple[str, str | None]]:
        """Cut a text: (part, None), or (token with the spaces it takes, token)."""
        done = 0
        for match in self._compiled.finditer(text) if self.tokens else ():
            token, (start, end) = self.by_text[match.group()], match.span()
            # One that is no word of its own hides the shorter ones in it, as in the library.
            if token.single_word and (_is_word(text[:start][-1:]) or _is_word(text[end : end + 1])):
                continue
            if token.takes_before:
                start = max(done, len(text[:start].rstrip()))
            if token.takes_behind and (behind := _SPACE_BEHIND.match(text, end)):
                end = behind.end()
            if start > done:
                yield text[done:start], None
            yield text[start:end], token.text
            done = end
        if done < len(text) or not text:
            yield text[done:], None


def read_added(whole: Mapping[str, Any], normalize: Normalize, file: str) -> tuple[Finder, Finder]:
    """Return what finds the added tokens before a text is normalized, and after it.

    Raises `CorpusError` for an entry without text or id.
    """
    entries = whole.get("added_tokens") or []
    found: dict[bool, list[Added]] = {False: [], True: []}
    for place, entry in enumerate(entries if isinstance(entries, list) else [entries]):
        if (
            not isinstance(entry, Mapping)
            or not isinstance(entry.get("content"), str)
            or not entry["content"]
            or not is_id(entry.get("id"))
        ):
            raise CorpusError("added_token", file=file, place=place, value=short(entry))
        content, is_normalized = entry["content"], bool(entry.get("normalized"))
        text = normalize(content) if is_normalized else content
        if text:
            sides = (bool(entry.get(side)) for side in ("single_word", "lstrip", "rstrip"))
            found[is_normalized].append(Added(text, content, entry["id"], *sides))
    return Finder(tuple(found[False])), Finder(tuple(found[True]))


def _is_word(character: str) -> bool:
    return bool(regex.match(r"\w", character))
