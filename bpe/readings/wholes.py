"""From which merge on what a reader sees as one character lies in a single token."""

from __future__ import annotations

from itertools import accumulate

from ..encoding.tokenizer import Tokenizer
from ..text.characters import byte_starts, graphemes


def whole_from(tokenizer: Tokenizer, text: str) -> dict[int, int | None]:
    """Return how many merges make each grapheme whole, by its first byte; None: all do not.

    Of tokens that are bytes. What is one byte is whole with none.

    >>> from bpe import train
    >>> whole_from(train("好 好 的", "gpt").tokenizer(), "好a的")
    {0: 2, 3: 0, 4: None}
    """
    encoding = tokenizer.encode(text)
    places, gone = byte_starts(encoding.text), dict[int, int]()
    for word in encoding.words:
        start, before = places[word.start], list(word.start_tokens)
        for step in word.steps:
            ends = {*accumulate(map(len, step.tokens))}
            for end in {*accumulate(map(len, before))} - ends:
                gone[start + end] = (step.rank or 0) + 1
            before = list(step.tokens)
    found = dict[int, int | None]()
    for each in graphemes(encoding.text):
        inner = [gone.get(at) for at in range(each.start + 1, each.end)]
        merges = [at for at in inner if at is not None]
        found[each.start] = max(merges, default=0) if len(merges) == len(inner) else None
    return found
