"""Patterns: regular expressions that somebody typed, which may be wrong or never end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import regex

from ..errors import CorpusError, short

LONGEST = 2_000
"""Characters of a pattern."""

MOST_PARTS = 100_000
"""Characters of a pattern times the counts in it, at most: `a{9}` is spelled out nine times."""

_SECONDS, _SECONDS_A_MILLION = 3, 4
_COUNT = regex.compile(r"\{([^,}]*)")
Spans = list[tuple[int, int]]
_CALLS_ITSELF = regex.compile(r"(?<!\\)(?:\\\\)*\(\?(?:R|[+-]?\d|&|P>)")


def check_pattern(pattern: object) -> None:
    """Raise `ValueError` for what is no regular expression that can cut a text from the left."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        raise ValueError(
            f"pattern must be a regular expression of 1 to {LONGEST} characters, "
            f"got {short(pattern)}. Use None for the pre-tokenizer's own."
        )
    if _CALLS_ITSELF.search(pattern):
        raise ValueError(
            f"pattern must not call itself or a part of itself, got {short(pattern)}. "
            "Write that part out."
        )
    if _parts(pattern) > MOST_PARTS:
        raise ValueError(
            f"pattern must have at most {MOST_PARTS:,} parts with each repeat written out, got "
            f"{short(pattern)}. Use smaller counts."
        )
    try:
        compiled = _compiled(pattern)
    except (regex.error, ValueError, OverflowError, RecursionError, KeyError) as error:
        raise ValueError(
            f"pattern must be a regular expression, got {short(pattern)}, of which regex says: "
            f"{error}. Correct it."
        ) from error
    if compiled.flags & regex.REVERSE:
        raise ValueError(
            f"pattern must search from the left, got {short(pattern)}. Leave out (?r)."
        )


def _parts(pattern: str) -> int:
    """Return at least as many parts as a pattern is compiled to; a few of them crash `regex`."""
    parts = len(pattern)
    for count in _COUNT.findall(pattern):
        digits = regex.sub(r"[^0-9]", "", count)[:9]
        parts *= max(1, int(digits or 1))
    return parts


def matches(pattern: str, text: str) -> Spans:
    """Return (start, end) of each match in the text, in characters, in order; none is empty.

    Raises `CorpusError` where that takes longer than any sensible pattern does.
    """
    return _match(pattern, text)


def match_by(function: Callable[[str, str], Spans]) -> None:
    """Have a function do what `matches` does in this process: it may run `matches_here` in another.

    Then a pattern can take all time and memory without harm.
    """
    global _match
    _match = function


def seconds_for(text: str) -> int:
    """Return after how many seconds a pattern is given up on a text."""
    return _SECONDS + _SECONDS_A_MILLION * len(text) // 1_000_000


def matches_here(pattern: str, text: str) -> Spans:
    """Do what `matches` does, in this process."""
    seconds = seconds_for(text)
    try:
        found = [match.span() for match in _compiled(pattern).finditer(text, timeout=seconds)]
    except (TimeoutError, MemoryError) as error:
        raise CorpusError("slow_pattern", seconds=seconds) from error
    return [(start, end) for start, end in found if start < end]


_match = matches_here


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern)
