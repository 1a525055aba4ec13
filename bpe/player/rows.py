"""The rows of a run: one word per row, with each of its splits and the split's first step.

A split is [first step, tokens, places]. The places are the indices, in the split before, of the
left tokens of merged pairs: they give both the next merge and the tokens just made. In a run with
`recut`, whose splits do not follow from each other by merges, they are the places of tokens that
the split before did not have. A trace has one more column.

For a long word a split has the tokens in one window, and `GAP` for omitted tokens; `windows` has
for each split the place of its first token in the previous window, and the places just made: see
`Window`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from .. import EncodedWord, Scheme, TraceStep, Training
from ..notebook import colour
from .tokens import Ranks, Token, beginning, exact, pieces, short

Places = Sequence[int]

MAX_ROW_TOKENS = 60
"""Maximum number of tokens in a window."""


class Window(NamedTuple):
    """The visible tokens of a long word from one change to the next.

    Places in it include the gap before it, if there is one.

    Attributes:
        first, end, size: index in the word of its first token and after its last; number of tokens
            of the word.
        coming: places of the left tokens of pairs that the next change joins.
        made: places of the tokens that the last change made.
        moved: the place of the first token, or of its first part, in the previous window.
    """

    first: int
    end: int
    size: int
    coming: tuple[int, ...]
    made: tuple[int, ...]
    moved: int


def word_windows(
    sizes: Sequence[int],
    coming: Sequence[Places],
    made: Sequence[Places],
    room: int = MAX_ROW_TOKENS,
) -> list[Window]:
    """Return the window of each split of a word: `room` tokens around the next change.

    sizes: number of tokens of each split. coming, made: the places in it that the next change joins
    (left tokens) or begins with, and those that the last change made.
    """
    found: list[Window] = []
    before, gap = 0, 0
    joined: Places = ()
    for size, lefts, fresh in zip(sizes, coming, made, strict=True):
        place = next(iter((*lefts, *fresh)), 0)
        first = max(min(place - room // 2, size - room), 0)
        end = min(first + room, size)
        moved = first - before + gap + sum(left - n < first for n, left in enumerate(joined))
        before, gap, joined = first, int(first > 0), lefts
        pairs = tuple(left - first + gap for left in lefts if first <= left < end - 1)
        new = tuple(each - first + gap for each in fresh if first <= each < end)
        found.append(Window(first, end, size, pairs, new, moved))
    return found


def joined_windows(size: int, joins: Sequence[Places], room: int = MAX_ROW_TOKENS) -> list[Window]:
    """Return the windows of a word of this many tokens; each change joins some of them.

    joins: the places of the left tokens at each change, as indices before it.

    >>> [window.moved for window in joined_windows(100, [(0, 2), (90,)], 10)]
    [0, 87, 1]
    """
    sizes = accumulate((-len(lefts) for lefts in joins), initial=size)
    made = [[left - number for number, left in enumerate(lefts)] for lefts in joins]
    return word_windows([*sizes], [*joins, ()], [(), *made], room)


def changed_windows(sizes: Sequence[int], made: Sequence[Places]) -> list[Window]:
    """Return the windows of a word that is split again: the places of the tokens that each split
    made.

    The next change begins at the first of these places: both splits are equal before it.
    """
    return [each._replace(coming=()) for each in word_windows(sizes, [*made[1:], ()], made)]


def visible_ids(training: Training, word: str, seen: Sequence[Window]) -> Iterator[list[int]]:
    """Yield the IDs of the tokens in the window of each split of a word of the corpus."""
    cells = training.cells_of(training.word_index(word))
    for step, window in zip(training.steps_of(cells), seen, strict=True):
        begins = np.flatnonzero(training.log.erased[cells] > step)
        stop = cells.start + begins[window.end] if window.end < window.size else cells.stop
        yield training.cut_ids(slice(cells.start + begins[window.first], stop), step)


Split = list[Any]
"""[step, token indices, places] and in a trace the rank of each adjacent pair.

A rank is -1 if there is none, and None next to omitted tokens.
"""

Item = TypeVar("Item")

GAP = -1
NAMED = 8
"""Maximum number of characters of a row's name."""

MAX_DRAWN_CHARS = 1_000
"""Maximum number of drawn characters of a token; its exact form, for look-up, has all."""

EXAMPLES = 3
EXAMPLE_LENGTH = 24


class Tokens:
    """Number tokens in the order of first use, so that the payload contains each only once."""

    def __init__(self, scheme: Scheme | None = None, ranks: Ranks | None = None) -> None:
        self._scheme, self._ranks = scheme, ranks
        self._numbers: dict[Token, int] = {}

    def __call__(self, token: Token) -> int:
        """Return the token's index."""
        return self._numbers.setdefault(token, len(self._numbers))

    def all(self, tokens: Iterable[Token]) -> list[int]:
        """Return the index of each token."""
        return [self(token) for token in tokens]

    @property
    def named(self) -> list[Token]:
        """The tokens used so far, by index."""
        return list(self._numbers)

    def table(self, *, is_cut: bool = False) -> list[list[Any]]:
        """Return one row per token: its exact form, its colour, and its drawn form if that differs.

        The colour is its palette index by `ranks`; None for a letter.

        With `is_cut`, a long token is shortened.
        """
        rows: list[list[Any]] = []
        for token in map(beginning, self.named) if is_cut else self.named:
            name, drawn = exact(token), pieces(beginning(token, MAX_DRAWN_CHARS), self._scheme)
            place = colour(token, self._ranks)
            rows.append([name, place] + ([] if drawn == [("text", name)] else [drawn]))
        return rows


def word_rows(
    training: Training,
    pinned: Sequence[str],
    words: int,
    tokens: Tokens,
    room: int = MAX_ROW_TOKENS,
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return one row per word, and the words: the pinned ones, then `words` of the most frequent.

    A word with more tokens than `room` has a window; `cut` is its initial number of tokens.
    """
    corpus, shown = training.corpus, _shown(training, pinned, words)
    lengths = np.diff(training.starts) - 1  # in tokens, at step 0
    rows = []
    for index, length in zip(shown, lengths[shown].tolist(), strict=True):
        word, joins = corpus.words[index], training.next_places(corpus.words[index])
        row: dict[str, Any] = {"text": short(word), "count": int(corpus.counts[index])}
        if length > room:
            seen = joined_windows(length, joins[:-1], room)
            ids = visible_ids(training, word, seen)
            drawn = (tokens.all(training.tokens_of(each)) for each in ids)
            row |= _in_sight(word, training.steps_of(training.cells_of(index)), drawn, seen)
        else:
            row["splits"] = [
                [step, tokens.all(split), list(places)]
                for (step, split), places in zip(training.history(word), [(), *joins], strict=False)
            ]
        if word in pinned:
            row["pinned"] = True
        rows.append(row)
    return rows, [corpus.words[index] for index in shown]


def names_of_rows(training: Training, pinned: Sequence[str], words: int) -> list[str]:
    """Return the words that have a row, in order."""
    return [training.corpus.words[index] for index in _shown(training, pinned, words)]


def _shown(training: Training, pinned: Sequence[str], words: int) -> list[int]:
    """Return the words that have a row, by index, in order."""
    places = [training.corpus.place(word) for word in pinned]
    frequent = training.frequency_order[:words].tolist()
    return list(dict.fromkeys(each for each in (*places, *frequent) if each is not None))


def _in_sight(
    word: str, steps: Iterable[int], drawn: Iterable[list[int]], seen: Sequence[Window]
) -> dict[str, Any]:
    """Return the row of a long word: `drawn` are the tokens in the window of each split."""
    joined = [(), *(window.coming for window in seen)]
    return {
        "cut": seen[0].size,
        "name": short(word, NAMED),
        "splits": [
            [step, _with_gaps(window, each, GAP), list(places)]
            for step, each, window, places in zip(steps, drawn, seen, joined, strict=False)
        ],
        "windows": [[window.moved, window.made] for window in seen],
    }


def examples(
    training: Training, places: Sequence[Sequence[str]], shown: Sequence[str], tokens: Tokens
) -> dict[str, list[Any]]:
    """Return for each merge a few changed words that have no row.

    `words` names them once, with their counts; `splits` has for each merge a list of
    [word, split before, split after, places of the pairs merged].
    """
    rowed = set(shown)
    found: dict[str, tuple[int, int]] = {}
    splits: list[list[Any]] = []
    for step, words in enumerate(places):
        fresh = (word for word in words if word not in rowed and len(word) <= EXAMPLE_LENGTH)
        splits.append([])
        for word in islice(fresh, EXAMPLES):
            if word not in found:
                found[word] = len(found), training.word_index(word)
            number, index = found[word]
            before, after, joined = training.change(index, step)
            both = (tokens.all(training.tokens_of(ids)) for ids in (before, after))
            splits[-1].append([number, *both, list(joined)])
    counts = training.corpus.counts
    named = [[short(word), counts[index]] for word, (_, index) in found.items()]
    return {"words": named, "splits": splits}


def traced_rows(
    traces: Iterable[tuple[Any, Sequence[Any]]], tokens: Tokens, *, recut: bool
) -> list[dict[str, Any]]:
    """Return one row per word of an encoding, from the steps of its trace that change it.

    Each split of a trace of merges comes with the rank of every adjacent pair.
    """
    rows = []
    for word, trace in traces:
        each = [word.start_tokens, *(step.tokens for step in trace)]
        made = [(), *(step.places for step in trace)]
        ranks = [*(step.candidates for step in trace), [None] * (len(each[-1]) - 1)]
        splits = [
            [step, tokens.all(split), list(places)]
            for step, (split, places) in enumerate(zip(each, made, strict=True))
        ]
        if not recut:
            for split, known in zip(splits, ranks, strict=True):
                split.append([-1 if rank is None else rank for rank in known])
        row: dict[str, Any] = {"text": short(word.text), "splits": splits}
        if seen := seen_of(word, trace):
            row |= _of_splits(word.text, splits, seen)
        rows.append(row)
    return rows


def seen_of(word: EncodedWord, trace: Sequence[TraceStep]) -> list[Window]:
    """Return the windows of a long word of a trace, one per split; empty for a short word."""
    size, places = len(word.start_tokens), [step.places for step in trace]
    if size <= MAX_ROW_TOKENS:
        return []
    if all(step.pair for step in trace):
        return joined_windows(size, places)
    return changed_windows([size, *(len(step.tokens) for step in trace)], [(), *places])


def of_pairs(window: Window, values: Sequence[Item]) -> list[Item | None]:
    """Return the values of the visible adjacent pairs, None next to a gap."""
    return _with_gaps(window, values[window.first : window.end - 1], None)


def _with_gaps(window: Window, items: Sequence[Item], gap: Item) -> list[Item]:
    """Return the visible tokens, with a gap on each side with omitted tokens."""
    return [*[gap] * (window.first > 0), *items, *[gap] * (window.end < window.size)]


def _of_splits(word: str, splits: Sequence[Split], seen: Sequence[Window]) -> dict[str, Any]:
    """Return the row of a long word from its complete splits."""
    drawn = [
        split[1][window.first : window.end] for split, window in zip(splits, seen, strict=True)
    ]
    row = _in_sight(word, [split[0] for split in splits], drawn, seen)
    for split, (*_, known), window in zip(row["splits"], splits, seen, strict=True):
        if len(splits[0]) > len(split):
            split.append(of_pairs(window, known))
    return row


def recut_row(
    word: str, count: int, history: Sequence[tuple[int, Sequence[Token]]], tokens: Tokens
) -> dict[str, Any]:
    """Return the row of a word whose splits do not follow by merges: (first step, tokens) each."""
    splits: list[Split] = [[step, tokens.all(split), []] for step, split in history]
    # Start and end in the word of each token of a split.
    spans = [[*pairwise(accumulate(map(len, each), initial=0))] for _, each in history]
    for before, after, split in zip(spans, spans[1:], splits[1:], strict=False):
        old = {*before}
        split[2] = [place for place, span in enumerate(after) if span not in old]
    row = {"text": short(word), "count": count, "splits": splits}
    long = max(len(split) for _, split in history)
    if long > MAX_ROW_TOKENS:
        seen = changed_windows([len(each[1]) for each in splits], [each[2] for each in splits])
        row |= _of_splits(word, splits, seen)
    return row
