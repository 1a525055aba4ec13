"""The algorithm in plain Python, written for a given text and scheme.

The program runs as shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from bpe import Scheme, Training
from bpe.text.pretokenizers import pattern

MAX_CHARS_INLINE = 2_000
"""Maximum number of characters of a text inside the program; a longer one is read from a file."""

FILE = "corpus.txt"

_OWN_CUTS = "\x1c\x1d\x1e\x1f\r"
"""White space that Python and the libraries treat differently."""

_WORDS = {
    "whitespace": "text.split()",
    "split": "text.split()",
    "space": 're.findall(r"[^ \\r\\n]+", text)',
    "text": "[text]",
    "gpt2": "regex.findall(PATTERN, text)",
    "gpt4": "regex.findall(PATTERN, text)",
}
_CUT = {
    "none": "[*w]",
    "suffix": '[*w, "</w>"]',
    "attached": '[*w[:-1], w[-1] + "</w>"]',
    "prefix": '["▁", *w]',
    "continuation": '[w[0], *("##" + c for c in w[1:])]',
}
_BEST = {
    "first": "max(pairs, key={of}.get)",
    "largest": "max(pairs, key=lambda p: ({of}[p], p))",
    "smallest": "min(pairs, key=lambda p: (-{of}[p], p))",
    "smallest-ids": "min(pairs, key=lambda p: (-{of}[p], *map(ids.get, p)))",
    "shortest": "min(pairs, key=lambda p: (-{of}[p], len(made[p]), made[p]))",
}


@dataclass(frozen=True)
class Program:
    """A program; `loop`, `pairs`, `best`, `merged` and `grown` are line numbers, from 0.

    These lines begin the loop, count the pairs, choose the best one, merge words, and extend the
    vocabulary.
    """

    text: str
    loop: int
    pairs: int
    best: int
    merged: int
    grown: int


def is_offered(training: Training, text: str | None) -> bool:
    """Return whether a short program learns the same, from a text or a few counted words."""
    scheme, words = training.scheme, training.corpus.words
    is_plain = (
        scheme.normalizer == "none"
        and scheme.rules == "none"
        and scheme.pattern is None
        and scheme.max_token_length is None
        and scheme.pretokenizer in _WORDS
    )
    if (
        not is_plain
        or training.forced
        or (text is None and sum(map(len, words)) > MAX_CHARS_INLINE)
    ):
        return False
    marks = (*scheme.special_tokens, *filter(None, [scheme.mark]), *_OWN_CUTS)
    return not any(mark in (text or "".join(words)) for mark in marks)


def program_of(training: Training, text: str | None) -> Program | None:
    """Return the program that learns a run from a text, or from words and counts; None if there is
    no short one.
    """
    if not is_offered(training, text):
        return None
    scheme, least = training.scheme, training.min_frequency
    is_limited = training.stop.reason in ("max_merges", "vocab_size")
    frequent = f"    pairs = {{pair: n for pair, n in pairs.items() if n >= {least}}}"
    lines = [
        *_begin(training, text),
        f"while len(merges) < {len(training)}:" if is_limited else "while True:",
        "    pairs = Counter()",
        "    for word, tokens in splits.items():",
        "        for pair in zip(tokens, tokens[1:]):",
        "            pairs[pair] += words[word]",
        *([frequent] if least > 1 else []),
        "    if not pairs:",
        "        break",
        *_choose(scheme),
        f"    new = {_joined('best', scheme)}",
        "    for tokens in splits.values():",
        "        at = 0",
        "        while at < len(tokens) - 1:",
        "            if (tokens[at], tokens[at + 1]) == best:",
        "                tokens[at : at + 2] = [new]",
        "            at += 1",
        "    merges.append(best)",
        "    vocabulary.append(new)",
        "    print(best)",
    ]
    starts = (
        "while ",
        "    pairs = ",
        "    best = ",
        "    for tokens in splits.v",
        "    vocabulary.append",
    )
    told = [next(at for at, line in enumerate(lines) if line.startswith(each)) for each in starts]
    return Program("\n".join(lines) + "\n", *told)


def _begin(training: Training, text: str | None) -> list[str]:
    """Return the code before the loop: the text, its words, and their spelling."""
    scheme = training.scheme
    is_pattern, is_bytes = scheme.pretokenizer in ("gpt2", "gpt4"), scheme.units == "bytes"
    cut = "[bytes([b]) for b in w.encode()]" if is_bytes else _CUT[scheme.boundary]
    is_cut = text is not None
    return [
        "from collections import Counter",
        *(["from fractions import Fraction"] if scheme.score == "wordpiece" else []),
        *(["import re"] if is_cut and scheme.pretokenizer == "space" else []),
        *(["import regex"] if is_cut and is_pattern else []),
        "",
        *(
            _read(scheme, text)
            if text is not None
            else [f"words = {dict(training.corpus.items())!r}"]
        ),
        f"splits = {{w: {cut} for w in words}}",
        f"vocabulary = {_alphabet(scheme)}",
        "merges = []",
        "",
    ]


def _alphabet(scheme: Scheme) -> str:
    """Return the code that lists the tokens before any merge, in ID order.

    Tokens with the mark come last.
    """
    if scheme.units == "bytes":
        if scheme.byte_order == "gpt2":
            # Printable bytes first, as in GPT-2's encoder.py.
            hidden = "lambda b: b == 32 or not chr(b).isprintable()"
            return f"[bytes([b]) for b in sorted(range(256), key={hidden})]"
        return "[bytes([b]) for b in range(256)]"
    order = f', key=lambda t: ("{scheme.mark}" in t, t)' if scheme.mark else ""
    return f"sorted(set().union(*splits.values()){order})"


def _read(scheme: Scheme, text: str) -> list[str]:
    given = (
        repr(text) if len(text) <= MAX_CHARS_INLINE else f'open("{FILE}", encoding="utf-8").read()'
    )
    is_pattern = scheme.pretokenizer in ("gpt2", "gpt4")
    return [
        f"text = {given}",
        *([f"PATTERN = {pattern(scheme.pretokenizer)!r}"] if is_pattern else []),
        f"words = Counter({_WORDS[scheme.pretokenizer]})",
    ]


def _joined(pair: str, scheme: Scheme) -> str:
    rest = f'.removeprefix("{scheme.mark}")' if scheme.boundary == "continuation" else ""
    return f"{pair}[0] + {pair}[1]{rest}"


def _choose(scheme: Scheme) -> list[str]:
    """Return the code that chooses the best pair."""
    needed = {
        "smallest-ids": ["    ids = {token: id for id, token in enumerate(vocabulary)}"],
        "shortest": [f"    made = {{p: {_joined('p', scheme)} for p in pairs}}"],
    }
    of = "pairs" if scheme.score == "count" else "score"
    best = f"    best = {_BEST[scheme.tie_rule].format(of=of)}"
    return [*_score(scheme), *needed.get(scheme.tie_rule, []), best]


def _score(scheme: Scheme) -> list[str]:
    if scheme.score == "count":
        return []
    return [
        "    count = Counter()",
        "    for word, tokens in splits.items():",
        "        for token in tokens:",
        "            count[token] += words[word]",
        "    score = {}",
        "    for (left, right), n in pairs.items():",
        "        score[left, right] = Fraction(n, count[left] * count[right])",
    ]
