"""What the player says at each step: which pair comes next and why, and why the run stopped."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from bpe import Corpus, EncodedWord, Merge, TraceStep, Training
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

    def rule(self, name: str) -> str:
        return self._translate(f"ties.wins_{name}")

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


def named(word: str, columns: int = NAMED_COLUMNS) -> str:
    """Return a word as a sentence names it; a Chinese character is as wide as two letters."""
    if word.isascii():
        return short(word, columns)
    widths = (1 + (unicodedata.east_asian_width(c) in "WF") for c in word[: columns + 1])
    return short(word, bisect_right(list(accumulate(widths)), columns))


WORDS_NAMED = 3

Trace = tuple[EncodedWord, Sequence[TraceStep]]
"""A word and the steps that change it."""


def captions(
    training: Training,
    places: Sequence[Sequence[str]],
    tokens: Tokens,
    translate: Translate,
) -> dict[str, list[Any]]:
    """Say for each step which pair comes next and why; at the last step why training stopped."""
    sentences = Sentences(tokens, translate)
    others = _others(training.corpus)
    totals = training.merged_word_counts.tolist()
    ties = training.tie_counts.tolist()
    for merge, tied, words, total in zip(training.merges, ties, places, totals, strict=True):
        kind = "occurs" if training.scheme.score == "count" else "scores"
        said = sentences.text("coming") + _occurs(kind, merge, words, total, others, sentences)
        if why := _why_chosen(training, merge, tied, sentences):
            said += sentences.text("between") + why
        sentences.say(said)
    sentences.say(_why_stopped(training, sentences))
    return sentences.all()


def _others(corpus: Corpus) -> str | None:
    """Return what words of a corpus are called that are not named; None where none ever is."""
    if len(corpus) == 1:
        return None
    return "words" if length_of_lines(corpus) is None else "lines"


def _occurs(
    kind: str,
    merge: Merge,
    words: Sequence[str],
    total: int,
    others: str | None,
    sentences: Sentences,
) -> str:
    """Say how often a pair occurs, perhaps its score, and some of its `total` words."""
    named = words[: _named(total)]
    more = total - len(named)
    kind = f"{kind}_{'one' if merge.count == 1 else 'many'}"
    if others:
        kind = f"{kind}_in_{others}" if more else f"{kind}_in"
    return sentences.text(
        kind,
        pair=sentences.pair(merge.pair),
        count=merge.count,
        score=f"{float(merge.score):.3g}",
        words=sentences.words(named),
        more=more,
    )


def _named(total: int) -> int:
    """Return how many of some words are named; "one other word" would take as much room."""
    return total if total <= WORDS_NAMED + 1 else WORDS_NAMED


def _why_chosen(training: Training, merge: Merge, tied: int, sentences: Sentences) -> str:
    """Say that a merge is forced, or which rule chose it among equals; else nothing."""
    if merge.forced:
        instead = training.passed_over[merge.rank]
        kind = "forced_too" if instead == merge.pair else "forced"
        return sentences.text(kind, pair=sentences.pair(instead))
    if tied == 1:
        return ""
    others, numbers = tied - 1, sentences.text("numbers").split()
    number = numbers[others] if others < len(numbers) else f"{others:,}"
    rule = sentences.rule(training.scheme.tie_rule)
    return sentences.text("tied_one" if others == 1 else "tied_many", number=number, rule=rule)


def _why_stopped(training: Training, sentences: Sentences) -> str:
    """Say why training stopped, and which merge would have come next."""
    stop, merges = training.stop, len(training.merges)
    reason: str = stop.reason
    if reason == "no_pairs" and training.has_forbidden:
        reason = "no_legal_pairs"
    if reason == "max_merges" and merges == 1:
        reason = "max_merges_one"
    size = len(training.alphabet) + merges
    said = sentences.text(f"stop_{reason}", merges=merges, size=size)
    if stop.merge is None:
        return said
    count = stop.merge.count
    kind = "next_one" if count == 1 else "next_many"
    following = sentences.text(kind, pair=sentences.pair(stop.merge.pair), count=count)
    return said + sentences.text("between") + following


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
