"""Words: split a text by a scheme's special tokens and its pre-tokenizer or pattern."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from .errors import CorpusError
from .schemes import Scheme
from .text.normalizers import normalize
from .text.pieces import learned_lines, learned_word
from .text.pretokenizers import each_word, matches, pretokenize_spans


def words_of(text: str, scheme: Scheme) -> Iterable[str]:
    """Return the words of a normalized text without special tokens, in order; none is empty.

    Lazily: no list is built for a long text.
    """
    if scheme.pattern is None:
        return each_word(text, scheme.pretokenizer)
    return (text[start:end] for start, end in matches(scheme.pattern, text))


def word_spans(text: str, scheme: Scheme) -> list[tuple[int, int]]:
    """Return (start, end) of each word of `words_of`, in characters."""
    if scheme.pattern is None:
        return pretokenize_spans(text, scheme.pretokenizer)
    return matches(scheme.pattern, text)


def at_special(text: str, special: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Cut a text at special tokens: yield each part, and whether it is special; no part is empty.

    From the left; if several begin at the same place, the longest wins.

    >>> list(at_special("a<s>b", ("<s>",)))
    [('a', False), ('<s>', True), ('b', False)]
    >>> list(at_special("abc", ("ab", "abc")))
    [('abc', True)]
    """
    last = 0
    # Some models have tens of thousands: one pattern for all takes seconds to compile.
    named = tuple(token for token in special if token and token in text)
    for match in _special_pattern(named).finditer(text) if named else ():
        if match.start() > last:
            yield text[last : match.start()], False
        yield match.group(), True
        last = match.end()
    if last < len(text):
        yield text[last:], False


def count_words_of(text: str, scheme: Scheme) -> dict[str, int]:
    """Count the words of a text in first-seen order, without special tokens."""
    counts: Counter[str] = Counter()
    if scheme.rules == "sentencepiece":
        text = learned_lines(text)
    for part, is_special in at_special(text, scheme.special_tokens):
        if not is_special:
            counts.update(learned_words(part, scheme))
    return dict(counts)


def learned_words(part: str, scheme: Scheme) -> Iterable[str]:
    """Return the words that training counts in a text without special tokens, in order."""
    words = words_of(normalize(part, scheme.normalizer), scheme)
    return map(learned_word, words) if scheme.rules == "sentencepiece" else words


def check_words(counted: Scheme, scheme: Scheme) -> None:
    """Raise `CorpusError` if counts were split by rules that give other words than the scheme's."""
    if fields := differences(counted, scheme):
        raise CorpusError(
            "counted_otherwise",
            counted=_word_rules(counted, fields),
            given=_word_rules(scheme, fields),
        )


def differences(counted: Scheme, scheme: Scheme) -> list[str]:
    """Return the fields of `Scheme` by which two schemes may split a text differently."""
    asked = ("normalizer", "pretokenizer", "pattern", "special_tokens", "rules")
    return [name for name in asked if getattr(counted, name) != getattr(scheme, name)]


def _word_rules(scheme: Scheme, fields: list[str]) -> str:
    named = ", ".join(f"{field}={getattr(scheme, field)!r}" for field in fields)
    return f"{scheme.name} ({named})"


@lru_cache(maxsize=32)
def _special_pattern(special: tuple[str, ...]) -> regex.Pattern[str]:
    longest_first = sorted(special, key=len, reverse=True)
    return regex.compile("|".join(map(regex.escape, longest_first)))
