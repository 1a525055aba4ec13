"""Cuts: where a document may be parted so that its parts have the words of the whole.

Where words never cross a line end, that is after each. The GPT patterns take line ends into words
and look at what follows them, so there it is between two characters that no word has in a row:

- gpt2: a character that is no white space, then a line end;
- gpt4: a letter or a number, then a line end; or line ends right after another sign, all of which
  are its word's, then what is no white space.

A document is one part where nothing is known of its words' ends: with a pattern of one's own, with
the pre-tokenizer "text", with a normalizer before a GPT pattern, and with a special token that has
a line end in it.
"""

from __future__ import annotations

import regex

from ..schemes import Scheme

# Searched from the right, for the last place.
_AFTER_LINE = regex.compile(r"(?r)(?<=[\r\n])")
_GPT = {
    "gpt2": regex.compile(r"(?r)(?<=\S)(?=[\r\n])"),
    "gpt4": regex.compile(
        r"(?r)(?<=[\p{L}\p{N}])(?=[\r\n])|(?<=[^\s\p{L}\p{N}][\r\n]+)(?=\S)",
    ),
}


def has_words_in_lines(scheme: Scheme) -> bool:
    """Say whether a line end always ends a word, whatever stands around it."""
    return _cut(scheme) is _AFTER_LINE


def last_cut(text: str, scheme: Scheme) -> int:
    """Return the last place at which the text may be cut, in characters; 0 where there is none.

    What follows the text does not matter: both sides of a cut stand in it, or the side before it is
    enough.
    """
    place = _cut(scheme)
    found = place.search(text) if place else None
    return found.start() if found else 0


def can_cut(scheme: Scheme) -> bool:
    """Say whether a document of this scheme has places at which it may be cut."""
    return _cut(scheme) is not None


def cuts_of(text: str, scheme: Scheme) -> set[int]:
    """Return all places, in characters, at which the text may be cut, whatever stands around it."""
    place = _cut(scheme)
    return {found.start() for found in place.finditer(text)} if place else set()


def _cut(scheme: Scheme) -> regex.Pattern[str] | None:
    if scheme.pattern is not None:
        return None
    if any(set("\r\n") & set(token) for token in scheme.special_tokens):
        return None
    if scheme.ends_words_at_lines:
        return _AFTER_LINE
    return _GPT.get(scheme.pretokenizer) if scheme.normalizer == "none" else None
