"""What the player says at each step: of a run of merges the facts, of an encoding the sentences."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import regex

from bpe import EncodedWord, Merge, TraceStep, Training
from bpe.readings.granularity import length_of_lines
from ui.catalogue import Translate
from ui.draw.tokens import Token, short
from ui.player.rows import Tokens

NAMED_COLUMNS = 20


class Sentences:
    """Sentences for the caption, in which pairs and words stay apart from the text around them.

    While it is written, a sentence holds marks for them; `said` has it in parts: a pair as a list
    of two token numbers, a token as a list of one, a piece of text as its place in `texts`, a word
    as -1 less its place in `names`.
    """

    def __init__(self, tokens: Tokens, translate: Translate) -> None:
        self._tokens, self._translate = tokens, translate
        self._texts: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._said: list[list[Any]] = []

    def text(self, key: str, **values: object) -> str:
        return self._translate(f"player.{key}", **values)

    def pair(self, pair: tuple[Token, Token]) -> str:
        return "\0{},{}\0".format(*self._tokens.all(pair))

    def token(self, token: Token) -> str:
        return "\0{},\0".format(*self._tokens.all((token,)))

    def word(self, word: str) -> str:
        return f"\0{self._names.setdefault(word, len(self._names))}\0"

    def words(self, words: Iterable[str]) -> str:
        return self.text("comma").join(map(self.word, words))

    def say(self, sentence: str) -> None:
        parts: list[Any] = []
        for place, part in enumerate(sentence.split("\0")):
            if place % 2:
                numbers = [int(number) for number in part.split(",") if number]
                parts.append(numbers if "," in part else -1 - numbers[0])
            elif part:
                parts.append(self._texts.setdefault(part, len(self._texts)))
        self._said.append(parts)

    def all(self) -> dict[str, list[Any]]:
        names = [named(word) for word in self._names]
        return {"texts": list(self._texts), "names": names, "said": self._said}


WIDE = r"[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60]"
"""A character as wide as two letters, as looks.js has it, too."""


def named(word: str, columns: int = NAMED_COLUMNS) -> str:
    """Return a word as a sentence names it; a Chinese character is as wide as two letters."""
    if word.isascii():
        return short(word, columns)
    widths = (1 + bool(regex.match(WIDE, character)) for character in word[: columns + 1])
    return short(word, bisect_right(list(accumulate(widths)), columns))


WORDS_NAMED = 3

Trace = tuple[EncodedWord, Sequence[TraceStep]]
"""A word and the steps that change it."""


def facts(training: Training, places: Sequence[Sequence[str]], tokens: Tokens) -> dict[str, Any]:
    """Return what the sentences of a run say besides what it holds: see `captions.js`.

    `named` has for each merge how many words it changes, and the first ones by their place in
    `names`; `forced` for each merge that is: the pair that the rule would take, its count, its
    score. `next` is the pair that would have come next, and its count.
    """
    names: dict[str, int] = {}
    totals = training.merged_word_counts.tolist()
    reason: str = training.stop.reason
    return {
        "rule": training.scheme.tie_rule,
        "known": len(training.corpus),
        "lines": length_of_lines(training.corpus) is not None,
        "size": len(training.alphabet) + len(training),
        "stop": "no_legal_pairs" if reason == "no_pairs" and training.has_forbidden else reason,
        "next": _next(training.stop.merge, tokens),
        "forced": {
            step: [tokens.all(pair), (forced := training.merges[step]).count, f"{forced.score:.3g}"]
            for step, pair in training.passed_over.items()
        },
        "named": [
            [total, *(names.setdefault(word, len(names)) for word in words[: _named(total)])]
            for total, words in zip(totals, places, strict=True)
        ],
        "names": [*map(named, names)],
    }


def _next(merge: Merge | None, tokens: Tokens) -> list[int] | None:
    return None if merge is None else [*tokens.all(merge.pair), merge.count]


def _named(total: int) -> int:
    """Return how many of some words are named; "one other word" would take as much room."""
    return total if total <= WORDS_NAMED + 1 else WORDS_NAMED


def encoding_captions(
    traces: Sequence[Trace], tokens: Tokens, translate: Translate
) -> dict[str, list[Any]]:
    """Say for each step what comes next in the words that still change."""
    sentences = Sentences(tokens, translate)
    for step in range(max((len(trace) for _, trace in traces), default=0) + 1):
        moving = [(word, trace[step]) for word, trace in traces if step < len(trace)]
        sentences.say(_encoding_caption(moving, sentences))
    return sentences.all()


def _encoding_caption(moving: Sequence[tuple[EncodedWord, TraceStep]], sentences: Sentences) -> str:
    """Say what comes next in the first few words that still change."""
    if not moving:
        return sentences.text("encoded")
    shown = moving[: _named(len(moving))]
    said = [_lowest(word, step, sentences) for word, step in shown]
    if more := len(moving) - len(shown):
        said.append(sentences.text("lowest_more", more=more))
    return sentences.text("between").join(said)


def _lowest(word: EncodedWord, step: TraceStep, sentences: Sentences) -> str:
    """Name the pair of a word that is merged next, and its rank."""
    assert step.pair
    left, right = step.pair
    pair, name = sentences.pair((left, right)), sentences.word(word.text)
    return sentences.text("lowest", word=name, pair=pair, rank=step.rank)
