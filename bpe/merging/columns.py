"""The log of a run, and readings of its columns. Nothing here merges: everything is a look-up.

Every boundary between two adjacent cells of a word stores the step at which it was erased: a word
at step k is cut at every boundary erased later than k. Every pair stores its count at birth and the
count it lost to each later pair. That is all; see `bpe/merging/loop.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..corpus import Corpus
from ..errors import check_place, short
from ..schemes import Scheme
from .cells import Cells, Token, join, places_of
from .choice import forbidden, has_forbidden, pair_scores
from .values import Pair, Reason


@dataclass(frozen=True)
class Log:
    """The log of a run. Pair IDs count births from 1; 0 means no pair.

    Merge `i` leads from step `i` to `i + 1`.

    Attributes:
        tokens: every token, in ID order: the alphabet, then the merges.
        erased: for each cell the step at which the boundary before it was erased, or `never`
            (uint16 if possible, else int32).
        lefts, rights: the token IDs of each pair (int32).
        initial_counts: occurrences of the pairs at step 0.
        births: occurrences at birth of each later pair; `taken_from`: the pair that lost them.
        step_ends: number of births up to each step; one entry more than there are merges.
        merged: the pair of each merge; `counts`: its occurrences then; `replacements`: the number
            of replaced occurrences (fewer if they overlap).
        next: the pair that would have been merged next, or `None`.
        forced: the steps with a forced pair, ascending; the last one may be the step of `next`.
            `passed_over`: the pair that the rule would choose at each of them (possibly the same
            pair); `passed_counts`: its occurrences then.
        score_ties: number of best pairs at each choice, if the score is not the count.
        counters: exact amounts of work: merges, boundaries examined, pairs born, cells.
    """

    tokens: tuple[Token, ...]
    erased: np.ndarray
    lefts: np.ndarray
    rights: np.ndarray
    initial_counts: np.ndarray
    births: np.ndarray
    taken_from: np.ndarray
    step_ends: np.ndarray
    merged: np.ndarray
    counts: np.ndarray
    replacements: np.ndarray
    next: int | None
    forced: np.ndarray
    passed_over: np.ndarray
    passed_counts: np.ndarray
    score_ties: list[int] | None
    counters: dict[str, int]

    @property
    def never(self) -> int:
        """Value in `erased` for a boundary that no merge erased: larger than any step."""
        return int(np.iinfo(self.erased.dtype).max)

    def stopped_by(self, limit: Reason, most: float) -> Reason:
        """Return the reason why a run with a `limit` of `most` merges stopped."""
        if self.next is None:
            return "no_pairs"
        return "min_frequency" if len(self.merged) < most else limit


# Words of up to this many cells are cut faster in a plain loop than by numpy.
NARROW = 48

Places = tuple[int, ...]
"""Positions in a word at which tokens are merged: the index of each left token."""


class Columns:
    """The log of a run, with its corpus.

    Attributes, in addition to those of `Training`:
        ids: for each cell 1 + the ID of its initial token, or 0 for an empty one.
        starts: the first cell of each word, then the number of cells; a word's cells end before
            `starts[i + 1] - 1`.
        initial_frequencies: occurrences of each token of the alphabet before any merge (int64).
    """

    def __init__(
        self, scheme: Scheme, corpus: Corpus, cells: Cells, log: Log, min_frequency: int = 1
    ) -> None:
        self.scheme, self.corpus, self.min_frequency = scheme, corpus, min_frequency
        self.alphabet, self.tokens = cells.alphabet, log.tokens
        self.counters = log.counters
        self.log = log
        self.starts = np.append(cells.starts, len(cells.ids)).astype(np.int32)
        self.ids = cells.ids.astype(log.erased.dtype)
        self.initial_frequencies = cells.frequencies

    def __len__(self) -> int:
        """The number of merges; also the last step."""
        return len(self.log.merged)

    @property
    def special_ids(self) -> dict[str, int]:
        """Special token -> its ID, in the order of the scheme."""
        special, end = self.scheme.special_tokens, len(self.alphabet)
        return dict(zip(special, range(end - len(special), end), strict=True))

    @property
    def nbytes(self) -> int:
        """Bytes of the record, including the corpus (estimated for words and tokens)."""
        held = [self.starts, self.ids, self.initial_frequencies, *vars(self.log).values()]
        rest = self.corpus.nbytes + sum(400 + len(token) for token in self.tokens)
        return sum(item.nbytes for item in held if isinstance(item, np.ndarray)) + rest

    @cached_property
    def merge_ids(self) -> np.ndarray:
        """The token IDs of each merge's pair: one row per merge, left and right."""
        log = self.log
        return np.stack((log.lefts[log.merged], log.rights[log.merged]), axis=1)

    @property
    def has_forbidden(self) -> bool:
        """True if the scheme can forbid pairs."""
        return has_forbidden(self.scheme)

    def forbids(self, pair: int) -> str | None:
        """Return the name of the rule that forbids merging a pair, by ID, or `None`."""
        if not self.has_forbidden:
            return None
        if pair not in self._forbidden:
            ids = int(self.log.lefts[pair]), int(self.log.rights[pair])
            self._forbidden[pair] = self.forbids_ids(*ids)
        return self._forbidden[pair]

    def forbids_ids(self, left: int, right: int) -> str | None:
        """Return the name of the rule that forbids merging two tokens, by ID; see `forbids`."""
        size = self.token_sizes[left] + self.token_sizes[right]
        return forbidden(self.tokens[left], self.tokens[right], self.scheme, size)

    @cached_property
    def token_sizes(self) -> list[int]:
        """Number of alphabet tokens in each token, by ID."""
        sizes = [1] * len(self.alphabet)
        for left, right in self.merge_ids.tolist():
            sizes.append(sizes[left] + sizes[right])
        return sizes

    @cached_property
    def _forbidden(self) -> dict[int, str | None]:
        return {}

    @cached_property
    def token_counts(self) -> np.ndarray:
        """Tokens in the whole corpus at each step, from 0 to the end (int64)."""
        total = self.initial_frequencies.sum()
        return np.concatenate(([total], total - np.cumsum(self.log.replacements)))

    def token_counts_in(self, counts: Sequence[int]) -> np.ndarray:
        """Return `token_counts` for other counts of the same words (int64).

        `counts` is in the order of `corpus.words`; use it to measure one part of a corpus.
        """
        weights = np.asarray(counts, dtype=np.int64)
        erased = np.flatnonzero(self.log.erased < self.log.never)
        fewer = np.bincount(
            self.log.erased[erased], weights[self.words_at(erased)], minlength=len(self) + 1
        )
        start = weights @ np.diff(self.starts) - weights.sum()
        return np.asarray(start - np.cumsum(fewer).astype(np.int64))

    @property
    def replacements(self) -> np.ndarray:
        """Occurrences that each merge replaced: its count, or fewer if they overlap ("aaa")."""
        return self.log.replacements

    @cached_property
    def scores(self) -> np.ndarray:
        """The winner's count, or WordPiece score, at each step that has a merge."""
        log = self.log
        if self.scheme.score == "count":
            return log.counts
        met = self.frequencies_met(self.initial_frequencies, log.replacements)
        return pair_scores(log.counts, *met.T)

    def frequencies_met(self, frequencies: np.ndarray, replaced: np.ndarray) -> np.ndarray:
        """Return occurrences of left and right token of each merge just before it (int64).

        For the corpus or another text in the same alphabet: `frequencies` are the counts of the
        alphabet before any merge, `replaced` the occurrences that each merge replaced.
        """
        now, met = [*frequencies.tolist(), *replaced.tolist()], []
        for (a, b), times in zip(self.merge_ids.tolist(), replaced.tolist(), strict=True):
            met.append((now[a], now[b]))
            now[a] -= times
            now[b] -= times
        return np.array(met, dtype=np.int64).reshape(-1, 2)

    def pair(self, pair: int) -> Pair:
        """Return the two tokens of a pair, by ID."""
        return self.tokens[self.log.lefts[pair]], self.tokens[self.log.rights[pair]]

    def joined(self, pair: int) -> Token:
        """Return the token that merging a pair, by ID, makes."""
        return join(*self.pair(pair), self.scheme)

    def next_pair(self, step: int) -> int | None:
        """Return the ID of the pair that is, or would have been, merged after `step`, or `None`."""
        return int(self.log.merged[step]) if step < len(self) else self.log.next

    def history(self, word: str) -> list[tuple[int, tuple[Token, ...]]]:
        """Return every split the word ever had, each with its first step, from step 0 on."""
        cells = self.cells_of(self.word_index(word))
        return [(step, self.tokens_of(self.cut_ids(cells, step))) for step in self.steps_of(cells)]

    def next_places(self, word: str) -> list[Places]:
        """Return for each split of `history(word)` the places at which it is merged next.

        A place is the index of the left of two tokens that become one; places are in order and
        never overlap. For the last split they are the places of the merge that would come next.
        """
        index = self.word_index(word)
        cells = self.cells_of(index)
        merged = [self._merged_at(cells, step) for step in self.steps_of(cells)[1:]]
        return [*merged, self.places_at(index, len(self))]

    def change(self, index: int, step: int) -> tuple[list[int], list[int], Places]:
        """Return the change of a word, by index, by the merge after `step`.

        Its token IDs before and after, and the places as in `next_places`. Raises `ValueError` for
        an unknown word or merge.
        """
        index = check_place("index", index, len(self.corpus) - 1, "Use training.word_index(word).")
        step = check_place("step", step, len(self) - 1, "Use one below len(training.merges).")
        cells = self.cells_of(index)
        before, after = (self.cut_ids(cells, each) for each in (step, step + 1))
        return before, after, self._merged_at(cells, step + 1)

    def places_at(self, index: int, step: int) -> Places:
        """Return the places at which the merge after `step` changes a word, by index.

        After the last step they are the places of the merge that would come next.
        """
        cells = self.cells_of(index)
        if step < len(self):
            return self._merged_at(cells, step + 1)
        return self._would_merge_at(self.cut_ids(cells, step))

    def spelled_length(self, word: str) -> int:
        """Return the number of tokens of a word before any merge."""
        cells = self.cells_of(self.word_index(word))
        return int(cells.stop - cells.start)

    def words_at(self, cells: np.ndarray) -> np.ndarray:
        """Return the word of each cell, by its index in `corpus.words`."""
        return np.searchsorted(self.starts, cells, side="right") - 1

    def words_in(self, cells: np.ndarray) -> np.ndarray:
        """Return the words that contain any of the cells, by index, most frequent first.

        Raises `ValueError` for an unknown cell.
        """
        cells = np.asarray(cells)
        is_whole = cells.dtype.kind in "iu" or not cells.size
        if not is_whole or ((cells < 0) | (cells >= len(self.ids))).any():
            raise ValueError(
                f"cells must be places in training.ids, got {short(cells)}. Use training.cells_of."
            )
        places = distinct(self.frequency_places[self.words_at(cells)])
        return np.asarray(self.frequency_order[places])

    def merged_words(self, limit: int) -> list[tuple[str, ...]]:
        """Return for each merge the words it changed, most frequent first, at most `limit`."""
        _, words, _, parts = self._changes(limit)
        return [tuple(map(self.corpus.words.__getitem__, words[part].tolist())) for part in parts]

    def merged_times(self, limit: int) -> list[list[int]]:
        """Return for each merge its replacements in each of the words of `merged_words`.

        Counted in the whole corpus: two replacements in a word that occurs five times are ten.
        """
        _, words, times, parts = self._changes(limit)
        times *= self.word_counts[words]
        return [times[part].tolist() for part in parts]

    @cached_property
    def merged_word_counts(self) -> np.ndarray:
        """Number of distinct words that each merge changed (int64)."""
        steps, *_ = self._changes(0)
        return np.bincount(steps, minlength=len(self) + 1)[1:]

    def _changes(self, limit: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[slice]]:
        """Return each step with each word it changed: by step, then the most frequent first.

        The steps, the words, the number of pairs in each, and the range of each step, at most
        `limit` words.
        """
        cells = np.flatnonzero(self.log.erased < self.log.never)
        size = len(self.corpus)
        # One number for both: sorting numbers is many times faster than sorting by two columns.
        places = self.frequency_places[self.words_at(cells)]
        keys = np.sort(self.log.erased[cells].astype(np.int64) * size + places)
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        steps, order = np.divmod(keys[first], size)
        edges = np.searchsorted(steps, np.arange(1, len(self) + 2)).tolist()
        parts = [slice(start, min(end, start + limit)) for start, end in pairwise(edges)]
        times = np.diff(first, append=len(keys))
        return steps, self.frequency_order[order], times, parts

    @cached_property
    def word_counts(self) -> np.ndarray:
        """Occurrences of each word, in the order of the corpus (int64)."""
        return np.asarray(self.corpus.counts, dtype=np.int64)

    @cached_property
    def frequency_order(self) -> np.ndarray:
        """The words by index, most frequent first, equal ones in corpus order."""
        return np.argsort(-self.word_counts, kind="stable")

    @cached_property
    def frequency_places(self) -> np.ndarray:
        """The position of each word in `frequency_order` (int64)."""
        places = np.empty(len(self.corpus), dtype=np.int64)
        places[self.frequency_order] = np.arange(len(places))
        return places

    def word_index(self, word: str) -> int:
        """Return a word's index in `corpus.words`. Raises `ValueError` for an unknown word."""
        place = self.corpus.place(word)
        if place is None:
            raise ValueError(
                f"word must be one of the corpus, got {word!r}. "
                "Use training.tokenizer().encode for other text."
            )
        return place

    def cells_of(self, index: int) -> slice:
        """Return the cells of a word, by index."""
        start, following = self.starts[index : index + 2].tolist()
        return slice(start, following - 1)

    def tokens_of(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of some IDs. Raises `ValueError` for an unknown ID."""
        try:
            if min(ids, default=0) >= 0:
                return tuple(map(self.tokens.__getitem__, ids))
        except (TypeError, ValueError, IndexError):
            pass
        raise ValueError(
            f"ids must be of tokens, got {short(ids)}. Use those below len(training.tokens)."
        )

    def cut_ids(self, cells: slice | np.ndarray, step: int) -> list[int]:
        """Return the token IDs of some cells of one word at `step`."""
        first_ids, erased_at = self.ids[cells], self.log.erased[cells]
        if len(first_ids) > NARROW:
            ids, _ = self.cut(cells, step)
            return list(ids.tolist())
        cut: list[int] = []
        latest = 0
        for first, erased in zip(first_ids.tolist(), erased_at.tolist(), strict=True):
            if erased > step:
                cut.append(first - 1)
                latest = 0
            elif erased > latest:
                cut[-1] = len(self.alphabet) + erased - 1
                latest = erased
        return cut

    def cut(self, cells: slice | np.ndarray, step: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the token IDs of some cells at `step`, and the first cell of each.

        An empty cell has the ID -1.
        """
        erased = self.log.erased[cells]
        gone = erased <= step
        cut = np.flatnonzero(~gone)
        latest = np.maximum.reduceat(np.where(gone, erased, 0), cut).astype(np.int64)
        first = self.ids[cells][cut].astype(np.int64)
        return np.where(latest > 0, len(self.alphabet) + latest, first) - 1, cut

    def steps_of(self, cells: slice | np.ndarray) -> list[int]:
        """Return step 0 and the steps at which some cells of one word changed."""
        erased = self.log.erased[cells]
        return [0, *np.unique(erased[erased < self.log.never]).tolist()]

    def _merged_at(self, cells: slice | np.ndarray, step: int) -> Places:
        """Return the places of the tokens merged in `step`, as indices before it."""
        erased = self.log.erased[cells]
        alive, ended = np.flatnonzero(erased >= step), np.flatnonzero(erased == step)
        return tuple((np.searchsorted(alive, ended) - 1).tolist())

    def _would_merge_at(self, ids: Sequence[int]) -> Places:
        """Return the places of the merge that would come next, from the left."""
        if self.log.next is None:
            return ()
        pair = self.log.lefts[self.log.next], self.log.rights[self.log.next]
        return tuple(places_of(ids, pair))


def distinct(numbers: np.ndarray) -> np.ndarray:
    """Sort numbers in place and return each once: many times faster than `np.unique`."""
    numbers.sort()
    first = np.append(True, numbers[1:] != numbers[:-1])[: len(numbers)]
    return np.asarray(numbers[first])
