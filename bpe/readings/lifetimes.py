"""Lifetimes: when each token of a run was born, its uses since, and its state at a step.

A token is made once, by its merge, with all the occurrences it will ever have; later merges only
take occurrences away. The occurrences left at the end are its residue. The skyline of a word draws
each boundary as high as the step that erased it: a cut at the height of a step shows the tokens of
that step; read upwards, it is the tree of the word's merges.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..errors import check_place, check_whole
from ..merging.cells import Token
from ..merging.values import Kind
from ..training import Snapshot, Training

BEFORE = 6
"""Number of visible cells of a long word before the token that is to be shown."""


@dataclass(frozen=True, slots=True)
class Lifetime:
    """The lifetime of one token.

    Attributes:
        born: the step that made it; 0 for the alphabet and the boundary mark.
        length: number of alphabet tokens in it.
        births: occurrences at birth, its maximum. Bytes may have none.
        left: occurrences at the end of the run.
        gone: the first step without occurrences; None if some are left, or if there never were any.
    """

    token: Token
    id: int
    born: int
    length: int
    births: int
    left: int
    gone: int | None

    @property
    def rank(self) -> int | None:
        """The rank of the merge that made it; None if no merge did."""
        return self.born - 1 if self.born else None

    @property
    def share(self) -> float:
        """Occurrences at the end divided by those at birth, 0 to 1; 0 without occurrences."""
        return self.left / self.births if self.births else 0.0


@dataclass(frozen=True)
class Successor:
    """A token that contains another one: the merge's step, and the occurrences that it took."""

    token: Token
    id: int
    step: int
    took: int


def lifetimes(training: Training) -> list[Lifetime]:
    """Return the lifetime of every token of the vocabulary, in ID order.

    >>> from bpe import train
    >>> found = lifetimes(train("hug hugs", "huggingface"))
    >>> [(life.token, life.births, life.gone) for life in found[4:]]
    [('hu', 2, 2), ('hug', 2, None), ('hugs', 1, None)]
    """
    left = training.snapshot(len(training)).token_frequencies.tolist()
    births = [*training.initial_frequencies.tolist(), *training.replacements.tolist()]
    alphabet, last = len(training.alphabet), len(training)
    last_taken = [0] * len(births)
    for step, (a, b) in enumerate(training.merge_ids.tolist(), 1):
        last_taken[a] = last_taken[b] = step
    born = [0] * alphabet + list(range(1, last + 1))
    rows = zip(training.tokens, born, training.token_sizes, births, left, last_taken, strict=True)
    return [
        Lifetime(token, id_, step, length, made, rest, gone if made and not rest else None)
        for id_, (token, step, length, made, rest, gone) in enumerate(rows)
    ]


def most_faded(found: Sequence[Lifetime]) -> Lifetime | None:
    """Return, among merged tokens that are gone at the end, the one that once covered most text.

    That is the one with most alphabet tokens in all its occurrences. If none is gone, the merged
    token with the smallest residue; None without merges.
    """
    merged = [life for life in found if life.born]
    gone = [life for life in merged if not life.left]
    if gone:
        return max(gone, key=lambda life: (life.births * life.length, -life.id))
    return min(merged, key=lambda life: (life.share, -life.births, life.id), default=None)


def occurrences_by_step(training: Training, id_: int) -> np.ndarray:
    """Return the occurrences of a token at each step, from 0 to the end: 0 before its birth.

    Raises `ValueError` for an unknown ID.
    """
    born = _born(training, id_)
    change = np.zeros(len(training) + 1, dtype=np.int64)
    change[born] = training.replacements[born - 1] if born else training.initial_frequencies[id_]
    for successor in successors(training, id_):
        change[successor.step] -= successor.took
    return np.cumsum(change)


def successors(training: Training, id_: int) -> list[Successor]:
    """Return the tokens that a token was merged into directly, in the order of their merges.

    Raises `ValueError` for an unknown ID.
    """
    _born(training, id_)
    times = (training.merge_ids == id_).sum(axis=1)
    alphabet = len(training.alphabet)
    return [
        Successor(
            training.tokens[alphabet + rank],
            alphabet + rank,
            rank + 1,
            int(times[rank]) * int(training.replacements[rank]),
        )
        for rank in np.flatnonzero(times).tolist()
    ]


def words_with(snapshot: Snapshot, id_: int) -> list[int]:
    """Return the words that contain a token at this step, by their index in `corpus.words`.

    Most frequent first, equal ones in the order of the corpus.
    """
    training = snapshot.training
    ids, cells = snapshot.row
    return list(training.words_in(cells[ids == id_]).tolist())


def _born(training: Training, id_: int) -> int:
    """Return the step that made a token, 0 for the alphabet."""
    check_place("id_", id_, len(training.tokens) - 1, "Use the ids of snapshot.vocabulary.")
    return max(0, id_ - len(training.alphabet) + 1)


@dataclass(frozen=True)
class WordToken:
    """A token that a word had: its first cell, its end, and its lifetime.

    Cells are those of the split at step 0, counted from the first visible one, `end` not included.
    The word has the token from step `born` up to, not including, `until`; None means the end.
    """

    token: Token
    id: int
    start: int
    end: int
    born: int
    until: int | None


@dataclass(frozen=True)
class Skyline:
    """A word's boundaries and all tokens it ever had.

    Attributes:
        heights: for each boundary between two cells the step that erased it; None for one that
            no merge erased.
        tokens: sorted by the step of birth, then from the left; so the cells of step 0 come first.
        first: number of cells of the word before the visible ones.
        length: number of cells of the whole word.
    """

    word: str
    heights: tuple[int | None, ...]
    tokens: tuple[WordToken, ...]
    first: int
    length: int

    def at(self, step: int) -> list[WordToken]:
        """Return the word's tokens at a step, from the left."""
        alive = (t for t in self.tokens if t.born <= step and (t.until is None or step < t.until))
        return sorted(alive, key=lambda token: token.start)


def skyline(
    training: Training,
    word: str,
    limit: int | None = None,
    id_: int | None = None,
    most: int | None = None,
) -> Skyline:
    """Return the skyline of a word of the corpus.

    If a word has more than `limit` cells, about that many are returned, between two boundaries that
    no merge erases: the beginning, or the cells around the first place of a token, by ID. If these
    are more than `most` cells, because of a very long token, `tokens` is empty. Raises `ValueError`
    for a limit below 1 and for a word not in the corpus.

    >>> from bpe import train
    >>> found = skyline(train("hug hug hugs", "huggingface"), "hugs")
    >>> found.heights, [token.token for token in found.at(2)]
    ((1, 2, 3), ['hug', 's'])
    """
    if limit is not None:
        check_whole("limit", limit, 1, "Use None for the whole word.")
    cells, length = training.cells_of(training.word_index(word)), training.spelled_length(word)
    first, end = 0, length
    if limit is not None and length > limit:
        first, end = _stretch_around(training, cells, limit, id_)
        cells = slice(cells.start + first, cells.start + end)
    if most is not None and end - first > most:
        return Skyline(word, (), (), first, length)
    log = training.log
    erased = log.erased[cells].tolist()
    heights = tuple(None if step == log.never else step for step in erased[1:])
    open_: dict[tuple[int, int, int], int] = {}
    found: list[WordToken] = []
    for step in training.steps_of(cells):
        ids, cut = training.cut(cells, step)
        starts = cut.tolist()
        spans = dict.fromkeys(zip(ids.tolist(), starts, [*starts[1:], end - first], strict=True))
        for span in [span for span in open_ if span not in spans]:
            found.append(WordToken(training.tokens[span[0]], *span, open_.pop(span), step))
        for span in spans:
            open_.setdefault(span, step)
    for span, born in open_.items():
        found.append(WordToken(training.tokens[span[0]], *span, born, None))
    found.sort(key=lambda token: (token.born, token.start))
    return Skyline(word, heights, tuple(found), first, length)


def _stretch_around(
    training: Training, cells: slice, limit: int, id_: int | None
) -> tuple[int, int]:
    """Return the range of visible cells of a word, counted from its beginning.

    Both ends are boundaries that no merge erases, with at least `limit` cells between them.
    """
    place = 0
    if id_ is not None:
        ids, starts = training.cut(cells, _born(training, id_))
        place = next(iter(starts[ids == id_].tolist()), 0)
    lasting = np.flatnonzero(training.log.erased[cells] == training.log.never)
    first = int(lasting[lasting <= max(place - BEFORE, 0)][-1])
    after = lasting[lasting >= first + limit]
    return first, int(after[0]) if len(after) else cells.stop - cells.start


Status = Literal["in use", "intermediate", "dead"]

STATUSES: tuple[Status, ...] = ("in use", "intermediate", "dead")


@dataclass(frozen=True)
class TokenState:
    """A token of the vocabulary and whether the corpus still has it.

    `status`: "in use" if the corpus contains it now; "intermediate" if it survives only inside
    longer tokens; "dead" if it does not occur at all. `inside`: the most frequent token in use that
    was merged from it, directly or indirectly; None if there is none.
    """

    token: Token
    id: int
    kind: Kind
    born: int
    count: int
    status: Status
    inside: Token | None


def token_states(snapshot: Snapshot) -> list[TokenState]:
    """Return the state of every token of a vocabulary at a step, in ID order.

    A merged token is never dead in its training text: each occurrence it loses, a longer token that
    contains it gains. Only bytes and special tokens that do not occur are dead.

    >>> from bpe import train
    >>> entries = token_states(train("hug hug", "huggingface").snapshot(2))
    >>> [(entry.token, entry.status, entry.inside) for entry in entries][-2:]
    [('hu', 'intermediate', 'hug'), ('hug', 'in use', None)]
    """
    training = snapshot.training
    vocabulary = snapshot.vocabulary
    counts = snapshot.token_frequencies.tolist()
    inside: list[int | None] = [None] * len(counts)
    first = len(training.alphabet)
    for rank in range(snapshot.step - 1, -1, -1):
        new = first + rank
        for part in training.merge_ids[rank].tolist():
            hosts = {new if counts[new] else None, inside[new], inside[part]} - {None}
            inside[part] = max(hosts, key=lambda id_: (counts[id_], -id_), default=None)
    return [
        TokenState(
            entry.token,
            entry.id,
            entry.kind,
            entry.born,
            entry.count,
            "in use" if entry.count else "dead" if host is None else "intermediate",
            None if host is None else training.tokens[host],
        )
        for entry, host in ((entry, inside[entry.id]) for entry in vocabulary)
    ]
