"""The rows of a run: a word each, and every split it has with the step the split begins at.

A split is [step it begins at, tokens, places]. The places are those of the left tokens, in the
split before, of the pairs that became one: what is merged next, and what was just made, is only
looked up in them. In a run with `recut`, where splits do not grow out of each other, they are the
places of the tokens that the split before did not have. In a trace one more column follows.

Of a long word a split has the tokens in one window, and `GAP` where tokens are left out; `windows`
has for each split where its first token was in the window before, and what was just made: see
`Window`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice, pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from bpe import EncodedWord, Scheme, TraceStep, Training
from ui.draw.readings import beginning
from ui.draw.tokens import Ranks, Token, colour, exact, pieces, short

Places = Sequence[int]

ROOM = 60
"""Tokens in a window."""


class Window(NamedTuple):
    """The visible tokens of a long word from one change of it to the next.

    Places in it count the gap before it, where there is one.

    Attributes:
        first, end, size: the place in the word of its first token and that behind the last; how
            many tokens the word has.
        coming: places of the left ones of the two tokens that the next change joins.
        made: places of the tokens that the last change made.
        moved: the place in the window before of the token that the first one is, or begins with.
    """

    first: int
    end: int
    size: int
    coming: tuple[int, ...]
    made: tuple[int, ...]
    moved: int


def word_windows(
    sizes: Sequence[int], coming: Sequence[Places], made: Sequence[Places], room: int = ROOM
) -> list[Window]:
    """Return the window of each split of a word: `room` tokens around the next change.

    sizes: the tokens of each split. coming, made: the places in it of what the next change joins,
    by the left tokens, or begins with, and of what the last one made.
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


def joined_windows(size: int, joins: Sequence[Places], room: int = ROOM) -> list[Window]:
    """Return the windows of a word of so many tokens: at each change some are joined.

    joins: the places of the left ones at each change, as they were before it.

    >>> [window.moved for window in joined_windows(100, [(0, 2), (90,)], 10)]
    [0, 87, 1]
    """
    sizes = accumulate((-len(lefts) for lefts in joins), initial=size)
    made = [[left - number for number, left in enumerate(lefts)] for lefts in joins]
    return word_windows([*sizes], [*joins, ()], [(), *made], room)


def changed_windows(sizes: Sequence[int], made: Sequence[Places]) -> list[Window]:
    """Return the windows of a word that is cut anew: the places of what each split has made.

    What a split makes next begins where the first of that does: up to there both are the same.
    """
    return [each._replace(coming=()) for each in word_windows(sizes, [*made[1:], ()], made)]


def visible_ids(training: Training, word: str, seen: Sequence[Window]) -> Iterator[list[int]]:
    """Yield the ids of the tokens in the window of each split of a word of the corpus."""
    cells = training.cells_of(training.word_index(word))
    for step, window in zip(training.steps_of(cells), seen, strict=True):
        begins = np.flatnonzero(training.log.erased[cells] > step)
        stop = cells.start + begins[window.end] if window.end < window.size else cells.stop
        yield training.cut_ids(slice(cells.start + begins[window.first], stop), step)


Split = list[Any]
"""[step, tokens by number, places] and in a trace the rank of each adjacent pair.

A rank is -1 where there is none, and None beside tokens that are left out.
"""

Item = TypeVar("Item")

GAP = -1
NAMED = 8
"""Characters that name a row whose tokens say the rest."""

LONGEST_DRAWN = 1_000
"""Characters of a token that are drawn; the exact form, by which it is found, has all."""

EXAMPLES = 3
EXAMPLE_LENGTH = 24


class Tokens:
    """Number tokens in the order they are met, so that the payload names each only once."""

    def __init__(self, scheme: Scheme | None = None, ranks: Ranks | None = None) -> None:
        self._scheme, self._ranks = scheme, ranks
        self._numbers: dict[Token, int] = {}

    def __call__(self, token: Token) -> int:
        """Return the token's number."""
        return self._numbers.setdefault(token, len(self._numbers))

    def all(self, tokens: Iterable[Token]) -> list[int]:
        """Return the number of each token."""
        return [self(token) for token in tokens]

    @property
    def named(self) -> list[Token]:
        """The tokens met so far, by their numbers."""
        return list(self._numbers)

    def table(self, *, is_cut: bool = False) -> list[list[Any]]:
        """Return a row a token: its exact form, its colour, and what to draw if that differs.

        The colour is its place in the palette by `ranks`; None of a letter.

        With `is_cut`, of a long token the beginning.
        """
        rows: list[list[Any]] = []
        for token in map(beginning, self.named) if is_cut else self.named:
            name, drawn = exact(token), pieces(beginning(token, LONGEST_DRAWN), self._scheme)
            place = colour(token, self._ranks)
            rows.append([name, place] + ([] if drawn == [("text", name)] else [drawn]))
        return rows


def word_rows(
    training: Training, pinned: Sequence[str], words: int, tokens: Tokens
) -> tuple[list[dict[str, Any]], list[str]]:
    """Return a row a word, and the words: the pinned ones, then `words` of the most frequent.

    Of a long word a window is drawn; `cut` says how many tokens it first had in all.
    """
    corpus, shown = training.corpus, _shown(training, pinned, words)
    rows, names = [], []

    def named(ids: list[int]) -> list[int]:
        return tokens.all(training.tokens_of(ids))

    lengths = np.diff(training.starts) - 1  # in tokens, at step 0
    for index, length in zip(shown, lengths[shown].tolist(), strict=True):
        word = corpus.words[index]
        names.append(word)
        row: dict[str, Any] = {"text": short(word), "count": int(corpus.counts[index])}
        if length > ROOM:
            *joins, _ = training.next_places(word)
            steps = training.steps_of(training.cells_of(index))
            seen = joined_windows(length, joins)
            drawn = map(named, visible_ids(training, word, seen))
            row |= _in_sight(word, steps, drawn, seen)
        else:
            row["splits"] = _splits(training, word, tokens)
        if word in pinned:
            row["pinned"] = True
        rows.append(row)
    return rows, names


def names_of_rows(training: Training, pinned: Sequence[str], words: int) -> list[str]:
    """Return the words that have a row, in order."""
    return [training.corpus.words[index] for index in _shown(training, pinned, words)]


def _shown(training: Training, pinned: Sequence[str], words: int) -> list[int]:
    """Return the words that have a row, by their index, in order."""
    places = [training.corpus.place(word) for word in pinned]
    frequent = training.frequency_order[:words].tolist()
    return list(dict.fromkeys(each for each in (*places, *frequent) if each is not None))


def _splits(training: Training, word: str, tokens: Tokens) -> list[Split]:
    history = training.history(word)
    joined = [(), *training.next_places(word)]
    return [
        [step, tokens.all(split), list(places)]
        for (step, split), places in zip(history, joined, strict=False)
    ]


def _in_sight(
    word: str, steps: Iterable[int], drawn: Iterable[list[int]], seen: Sequence[Window]
) -> dict[str, Any]:
    """Return what a row has of a long word: `drawn` are the tokens in the window of each split."""
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
    """Return for each merge a few words it changes that have no row of their own.

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
    """Return a row a word of an encoding, from the steps of its trace that change it.

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
    """Return what is drawn of a long word of a trace at each of its splits; of others nothing."""
    size, places = len(word.start_tokens), [step.places for step in trace]
    if size <= ROOM:
        return []
    if all(step.pair for step in trace):
        return joined_windows(size, places)
    return changed_windows([size, *(len(step.tokens) for step in trace)], [(), *places])


def of_pairs(window: Window, values: Sequence[Item]) -> list[Item | None]:
    """Return what is said of the pairs in sight: of each two neighbours, None beside a gap."""
    return _with_gaps(window, values[window.first : window.end - 1], None)


def _with_gaps(window: Window, items: Sequence[Item], gap: Item) -> list[Item]:
    """Return what is in sight, and a gap on each side where tokens are left out."""
    return [*[gap] * (window.first > 0), *items, *[gap] * (window.end < window.size)]


def _of_splits(word: str, splits: Sequence[Split], seen: Sequence[Window]) -> dict[str, Any]:
    """Return what a row has of a long word whose splits are there as a whole."""
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
    """Return the row of a word whose splits are no joinings: (step it begins at, tokens) each."""
    splits: list[Split] = [[step, tokens.all(split), []] for step, split in history]
    for (_, before), (_, after), split in zip(history, history[1:], splits[1:], strict=False):
        old = set(_spans(before))
        split[2] = [place for place, span in enumerate(_spans(after)) if span not in old]
    row = {"text": short(word), "count": count, "splits": splits}
    long = max(len(split) for _, split in history)
    if long > ROOM:
        seen = changed_windows([len(each[1]) for each in splits], [each[2] for each in splits])
        row |= _of_splits(word, splits, seen)
    return row


def _spans(split: Sequence[Token]) -> list[tuple[int, int]]:
    """Return where each token of a split starts and ends in the word."""
    return list(pairwise(accumulate(map(len, split), initial=0)))
