"""Pre-tokenizers: split a text into words before any merge. No merge crosses a cut.

"whitespace", "split" and "space" drop the separators; the others keep every character ("bert" drops
white space). "whitespace" is Unicode's, "split" Python's `str.split()`. The GPT patterns are those
of the tokenizers with these names.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

import regex

from ..errors import CorpusError, check_choice, short

MAX_PATTERN_CHARS = 2_000
"""Maximum number of characters of a pattern."""

_SECONDS, _SECONDS_A_MILLION = 3, 4
Spans = list[tuple[int, int]]


def check_pattern(pattern: object) -> None:
    """Raise `ValueError` for a pattern that cannot split a text from left to right."""
    if not isinstance(pattern, str) or not 0 < len(pattern) <= MAX_PATTERN_CHARS:
        raise ValueError(
            f"pattern must be a regular expression of 1 to {MAX_PATTERN_CHARS} characters, "
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

    Raises `CorpusError` if the time limit is exceeded.
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


PRETOKENIZERS = ("whitespace", "split", "space", "text", "gpt2", "gpt4", "bert")

# Python's str.split() also cuts at these four, which lack Unicode's White_Space property.
_SEPARATORS = frozenset("\x1c\x1d\x1e\x1f")

# Punctuation by the tables of the tokenizers package: Unicode 8, and every ASCII symbol.
_PUNCTUATION = (
    r"[[\p{P}!-/:-@\[-`{-~\u166D\U000111C9]--["
    r"\u061D\u09FD\u0A76\u0C77\u0C84\u1B4E\u1B4F\u1B7D-\u1B7F\u2E43-\u2E63"
    r"\U00010D6E\U00010EAD\U00010ED0\U00010F55-\U00010F59\U00010F86-\U00010F89"
    r"\U000113D4\U000113D5\U000113D7\U000113D8\U0001144B-\U0001144F\U0001145A\U0001145B"
    r"\U0001145D\U00011660-\U0001166C\U000116B9\U0001183B\U00011944-\U00011946\U000119E2"
    r"\U00011A3F-\U00011A46\U00011A9A-\U00011A9C\U00011A9E-\U00011AA2\U00011B00-\U00011B09"
    r"\U00011BE1\U00011C41-\U00011C45\U00011C70\U00011C71\U00011EF7\U00011EF8"
    r"\U00011F43-\U00011F4F\U00011FFF\U00012FF1\U00012FF2\U00016D6D-\U00016D6F"
    r"\U00016E97-\U00016E9A\U00016FE2\U0001E5FF\U0001E95E\U0001E95F]]"
)

_PATTERNS = {
    "whitespace": regex.compile(r"\S+"),
    "split": regex.compile(r"[^\s\x1c-\x1f]+"),
    "space": regex.compile(r"[^ \r\n]+"),
    "text": regex.compile(r"(?s:.+)"),
    "gpt2": regex.compile(
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    ),
    "gpt4": regex.compile(
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
    ),
    "bert": regex.compile(rf"{_PUNCTUATION}|[^\s{_PUNCTUATION}]+", flags=regex.V1),
}
# The "Chinese characters" that BERT's normalizer separates: ideographs, no kana, no punctuation.
_CHINESE = regex.compile(
    r"[\u4E00-\u9FFF\u3400-\u4DBF\U00020000-\U0002A6DF\U0002A700-\U0002B73F"
    r"\U0002B740-\U0002B81F\U0002B920-\U0002CEAF\uF900-\uFAFF\U0002F800-\U0002FA1F]"
)
# They never cut inside a run of letters and digits.
_KEEPS_RUNS = ("whitespace", "split", "space", "text", "bert")


def pattern(name: str) -> str:
    """Return the regular expression (regex module) whose matches are the words."""
    check_choice("pretokenizer", name, PRETOKENIZERS)
    return _PATTERNS[name].pattern


def pretokenize(text: str, name: str) -> list[str]:
    """Return the words of the text in order; none is empty."""
    check_choice("pretokenizer", name, PRETOKENIZERS)
    return list(each_word(text, name))


def each_word(text: str, name: str) -> Iterable[str]:
    """Do the same as `pretokenize`, lazily: no list is built for a long text.

    The name is not checked.
    """
    if name in _KEEPS_RUNS and text.isalnum():
        return [text]
    # Printable characters are none of them, and are faster to test.
    if name == "split" or (
        name == "whitespace" and (text.isprintable() or not _SEPARATORS & set(text))
    ):
        return text.split()
    if name == "space":
        return filter(None, text.replace("\n", " ").replace("\r", " ").split(" "))
    return map(itemgetter(0), _PATTERNS[name].finditer(text))


def pretokenize_spans(text: str, name: str) -> list[tuple[int, int]]:
    """Return (start, end) of each word of the text, in characters, in order."""
    check_choice("pretokenizer", name, PRETOKENIZERS)
    return [match.span() for match in _PATTERNS[name].finditer(text)]


def bert_spans(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each word as split by all of BERT, in characters, in order.

    Its pre-tokenizer is "bert"; its normalizer first adds spaces around each Chinese character. The
    normalizer's other rules (lower case, accents) are omitted.
    """
    spans = []
    for start, end in pretokenize_spans(text, "bert"):
        at = start
        for match in _CHINESE.finditer(text, start, end):
            spans += [(at, match.start()), match.span()]
            at = match.end()
        spans.append((at, end))
    return [(start, end) for start, end in spans if start < end]
