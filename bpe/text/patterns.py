"""Patterns: regular expressions that users give, which may be invalid or never end."""

from functools import lru_cache

import regex

from ..errors import CorpusError, short

LONGEST = 2_000
"""Characters of a pattern."""

_SECONDS, _SECONDS_A_MILLION = 3, 4
Spans = list[tuple[int, int]]


def check_pattern(pattern: object) -> None:
    """Raise `ValueError` for a pattern that cannot cut a text from the left."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= LONGEST:
        raise ValueError(
            f"pattern must be a regular expression of 1 to {LONGEST} characters, "
            f"got {short(pattern)}. Use None for the pre-tokenizer's own."
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


def matches(pattern: str, text: str) -> Spans:
    """Return (start, end) of each match in the text, in characters, in order; none is empty.

    Raises `CorpusError` where that takes longer than any sensible pattern does.
    """
    seconds = _SECONDS + _SECONDS_A_MILLION * len(text) // 1_000_000
    try:
        found = [match.span() for match in _compiled(pattern).finditer(text, timeout=seconds)]
    except (TimeoutError, MemoryError) as error:
        raise CorpusError("slow_pattern", seconds=seconds) from error
    return [(start, end) for start, end in found if start < end]


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern)
