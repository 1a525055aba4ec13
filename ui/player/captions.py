"""What the player says at each step: which pair comes next and why, and why the run stopped."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from bpe import EncodedWord, Merge, Scheme, TraceStep, Training
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
    numbers = sentences.text("numbers").split()
    rule = translate(f"ties.wins_{training.scheme.tie_rule}")
    known, lines = len(training.corpus) > 1, length_of_lines(training.corpus) is not None
    totals = training.merged_word_counts.tolist()
    ties = training.tie_counts.tolist()
    for merge, tied, words, total in zip(training.merges, ties, places, totals, strict=True):
        occurs = _occurs(merge, training.scheme, sentences)
        if known:
            more = total - len(words[:WORDS_NAMED])
            kind = _in_words(more, lines)
            listed = sentences.words(words[:WORDS_NAMED])
            said = sentences.text(kind, occurs=occurs, words=listed, more=more)
        else:
            said = sentences.text("occurs", occurs=occurs)
        if merge.forced:
            instead = training.passed_over[merge.rank]
            kind = "forced_too" if instead == merge.pair else "forced"
            pair = sentences.pair(instead)
            said += sentences.text("between") + sentences.text(kind, pair=pair)
        elif tied > 1:
            others = tied - 1
            number = numbers[others] if others < len(numbers) else f"{others:,}"
            kind = "tied_one" if others == 1 else "tied_many"
            said += sentences.text("between") + sentences.text(kind, number=number, rule=rule)
        sentences.say(sentences.text("coming") + said)
    sentences.say(_why_stopped(training, sentences))
    return sentences.all()


def _in_words(more: int, lines: bool) -> str:
    """Name the sentence by how many words, or lines, it does not name."""
    if not more:
        return "in_words"
    if lines:
        return "in_words_and_one_lines" if more == 1 else "in_words_and_more_lines"
    return "in_words_and_one" if more == 1 else "in_words_and_more"


def _occurs(merge: Merge, scheme: Scheme, sentences: Sentences) -> str:
    """Say how often a pair occurs, and its score where that is what decides."""
    kind = "occurs" if scheme.score == "count" else "scores"
    return sentences.text(
        f"{kind}_{'one' if merge.count == 1 else 'many'}",
        pair=sentences.pair(merge.pair),
        count=merge.count,
        score=f"{float(merge.score):.3g}",
    )


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
    listed = sentences.text("semicolon").join(
        _next_named(word, step, sentences) for word, step in moving[:WORDS_NAMED]
    )
    more = len(moving) - WORDS_NAMED
    kind = "lowest_in" + ("" if more <= 0 else "_and_one" if more == 1 else "_and_more")
    return sentences.text(kind, listed=listed, more=more)


def _next_named(word: EncodedWord, step: TraceStep, sentences: Sentences) -> str:
    """Name a word with the pair merged next and its rank."""
    assert step.pair
    left, right = step.pair
    pair, name = sentences.pair((left, right)), sentences.word(word.text)
    return sentences.text("lowest", word=name, pair=pair, rank=step.rank)
