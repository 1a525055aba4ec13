"""The log of a run, and what can be read off its columns. Nothing here merges: all are look-ups.

Every boundary between two neighbouring cells of a word remembers the step at which it was erased:
a word at step k is cut wherever that step is later than k. Every pair remembers the count it was
born with and what it lost to each later pair. That is all; see `bpe/merging/loop.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..corpus import Corpus
from ..errors import check_place, short
from ..schemes import Scheme
from .cells import Cells, Token, join, places_of
from .choice import forbidden, has_forbidden, pair_scores
from .values import Pair, Reason


@dataclass(frozen=True)
class Log:
    """The log of a run. Pair ids count births from 1, and pair 0 is no pair.

    Merge `i` leads from step `i` to `i + 1`.

    Attributes:
        tokens: every token, in id order: the alphabet, then the merges.
        erased: for each cell the step at which the boundary before it was erased, or `never`
            (uint16 where that is enough, else int32).
        lefts, rights: the token ids of each pair (int32).
        initial_counts: occurrences of the pairs that step 0 has.
        births: occurrences at birth of each later pair; `taken_from`: the pair that lost them.
        step_ends: births up to each step, one entry more than there are merges.
        merged: the pair of each merge; `counts`: its occurrences then; `replacements`: how many
            of them were replaced (fewer where they overlap).
        next: the pair that would have been merged next, or `None`.
        forced: the steps at which a given pair was merged, ascending; the last may be that of
            `next`. `passed_over`: the pair that the rule takes at each of them (it may be the very
            one); `passed_counts`: its occurrences then.
        score_ties: pairs tied for the lead at each choice, where the score is not the count.
        counters: merges, boundaries examined, pairs born, cells: exact amounts of work.
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
        """What stands in `erased` for a boundary that no merge erased: more than any step."""
        return int(np.iinfo(self.erased.dtype).max)

    def stopped_by(self, limit: Reason, most: float) -> Reason:
        """Return why a run with a `limit` of so many merges at `most` stopped."""
        if self.next is None:
            return "no_pairs"
        return "min_frequency" if len(self.merged) < most else limit


# Words of up to so many cells are cut faster in a plain loop than by numpy.
NARROW = 48

Places = tuple[int, ...]
"""Where in a word tokens are merged: the place of each left one of two, counted in tokens."""


class Columns:
    """The log of a run, with the corpus that it is about.

    Attributes, beside those that `Training` names:
        ids: for each cell 1 + the id of the token it began with, or 0 for an empty one.
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
        """Special token -> its id, in the order of the scheme."""
        special, end = self.scheme.special_tokens, len(self.alphabet)
        return dict(zip(special, range(end - len(special), end), strict=True))

    @property
    def nbytes(self) -> int:
        """Bytes the record holds, the corpus included (an estimate for words and tokens)."""
        held = [self.starts, self.ids, self.initial_frequencies, *vars(self.log).values()]
        rest = self.corpus.nbytes + sum(400 + len(token) for token in self.tokens)
        return sum(item.nbytes for item in held if isinstance(item, np.ndarray)) + rest

    @cached_property
    def merge_ids(self) -> np.ndarray:
        """The token ids of each merge's pair: one row a merge, left and right."""
        log = self.log
        return np.stack((log.lefts[log.merged], log.rights[log.merged]), axis=1)

    @property
    def has_forbidden(self) -> bool:
        """Whether there can be pairs that must not be merged."""
        return has_forbidden(self.scheme)

    def forbids(self, pair: int) -> str | None:
        """Return which rule of the scheme keeps a pair, by id, from being merged, or `None`."""
        if not self.has_forbidden:
            return None
        if pair not in self._forbidden:
            ids = int(self.log.lefts[pair]), int(self.log.rights[pair])
            self._forbidden[pair] = self.forbids_ids(*ids)
        return self._forbidden[pair]

    def forbids_ids(self, left: int, right: int) -> str | None:
        """Return which rule keeps two tokens, by id, from being merged; see `forbids`."""
        size = self.token_sizes[left] + self.token_sizes[right]
        return forbidden(self.tokens[left], self.tokens[right], self.scheme, size)

    @cached_property
    def token_sizes(self) -> list[int]:
        """The tokens of the alphabet that each token is made of, by id."""
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
        """Return what `token_counts` would be had each word of the corpus occurred `counts` times.

        `counts` is in the order of `corpus.words`: so one part of a corpus can be asked (int64).
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
        """Occurrences that each merge replaced: its count, or fewer where they overlap ("aaa")."""
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

        In the corpus or another text in the same alphabet: `frequencies` are those of the alphabet
        before any merge, `replaced` the occurrences that each merge replaced.
        """
        now, met = [*frequencies.tolist(), *replaced.tolist()], []
        for (a, b), times in zip(self.merge_ids.tolist(), replaced.tolist(), strict=True):
            met.append((now[a], now[b]))
            now[a] -= times
            now[b] -= times
        return np.array(met, dtype=np.int64).reshape(-1, 2)

    def pair(self, pair: int) -> Pair:
        """Return the two tokens of a pair by its id, which counts births from 1."""
        return self.tokens[self.log.lefts[pair]], self.tokens[self.log.rights[pair]]

    def joined(self, pair: int) -> Token:
        """Return the token that merging a pair, by its id, makes."""
        return join(*self.pair(pair), self.scheme)

    def next_pair(self, step: int) -> int | None:
        """Return the id of the pair that is merged after `step`, or would have been, or `None`."""
        return int(self.log.merged[step]) if step < len(self) else self.log.next

    def history(self, word: str) -> list[tuple[int, tuple[Token, ...]]]:
        """Return every split the word ever had, with the step it began at; the first is step 0."""
        cells = self.cells_of(self.word_index(word))
        return [(step, self.tokens_of(self.cut_ids(cells, step))) for step in self.steps_of(cells)]

    def next_places(self, word: str) -> list[Places]:
        """Return for each split of `history(word)` the places at which it is merged next.

        A place is that of the left one of two tokens that become one; they never overlap, and are
        in order. The last split's are those that the merge would have that would come next.
        """
        index = self.word_index(word)
        cells = self.cells_of(index)
        merged = [self._merged_at(cells, step) for step in self.steps_of(cells)[1:]]
        return [*merged, self.places_at(index, len(self))]

    def change(self, index: int, step: int) -> tuple[list[int], list[int], Places]:
        """Return how the merge after `step` changes a word, by its index.

        Its token ids before and after, and the places as in `next_places`. Raises `ValueError` for
        a word or a merge there is not.
        """
        index = check_place("index", index, len(self.corpus) - 1, "Use training.word_index(word).")
        step = check_place("step", step, len(self) - 1, "Use one below len(training.merges).")
        cells = self.cells_of(index)
        before, after = (self.cut_ids(cells, each) for each in (step, step + 1))
        return before, after, self._merged_at(cells, step + 1)

    def places_at(self, index: int, step: int) -> Places:
        """Return the places at which the merge after `step` merges a word, by its index.

        After the last step they are those that the merge would have that would come next.
        """
        cells = self.cells_of(index)
        if step < len(self):
            return self._merged_at(cells, step + 1)
        return self._would_merge_at(self.cut_ids(cells, step))

    def spelled_length(self, word: str) -> int:
        """Return how many tokens a word of the corpus has before any merge."""
        cells = self.cells_of(self.word_index(word))
        return int(cells.stop - cells.start)

    def words_at(self, cells: np.ndarray) -> np.ndarray:
        """Return the word that each cell belongs to, by its place in `corpus.words`."""
        return np.searchsorted(self.starts, cells, side="right") - 1

    def words_in(self, cells: np.ndarray) -> np.ndarray:
        """Return the words that have some of the cells, by their index, most frequent first.

        Raises `ValueError` for a cell there is not.
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
        steps, words = self._changes()
        edges = np.searchsorted(steps, np.arange(1, len(self) + 2))
        starts, ends = edges[:-1], np.minimum(edges[1:], edges[:-1] + limit)
        return [
            tuple(self.corpus.words[word] for word in words[start:end].tolist())
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]

    @cached_property
    def merged_word_counts(self) -> np.ndarray:
        """Distinct words that each merge changed: those the pair occurred in (int64)."""
        steps, _ = self._changes()
        return np.bincount(steps, minlength=len(self) + 1)[1:]

    def _changes(self) -> tuple[np.ndarray, np.ndarray]:
        """Return each step with each word it changed: by step, then the most frequent first."""
        cells = np.flatnonzero(self.log.erased < self.log.never)
        size = len(self.corpus)
        # One number for both: sorting numbers is many times as fast as sorting by two columns.
        places = self.frequency_places[self.words_at(cells)]
        keys = self.log.erased[cells].astype(np.int64) * size + places
        steps, order = np.divmod(distinct(keys), size)
        return steps, self.frequency_order[order]

    @cached_property
    def word_counts(self) -> np.ndarray:
        """Occurrences of each word, in the order of the corpus (int64)."""
        return np.asarray(self.corpus.counts, dtype=np.int64)

    @cached_property
    def frequency_order(self) -> np.ndarray:
        """The words by their index, most frequent first, equal ones in the order of the corpus."""
        return np.argsort(-self.word_counts, kind="stable")

    @cached_property
    def frequency_places(self) -> np.ndarray:
        """The place of each word in `frequency_order` (int64)."""
        places = np.empty(len(self.corpus), dtype=np.int64)
        places[self.frequency_order] = np.arange(len(places))
        return places

    def word_index(self, word: str) -> int:
        """Return a word's place in `corpus.words`. Raises `ValueError` for any other."""
        place = self.corpus.place(word)
        if place is None:
            raise ValueError(
                f"word must be one of the corpus, got {word!r}. "
                "Use training.tokenizer().encode for other text."
            )
        return place

    def cells_of(self, index: int) -> slice:
        """Return the cells of a word, by its index."""
        start, following = self.starts[index : index + 2].tolist()
        return slice(start, following - 1)

    def tokens_of(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of some ids. Raises `ValueError` for an id there is not."""
        try:
            if min(ids, default=0) >= 0:
                return tuple(map(self.tokens.__getitem__, ids))
        except (TypeError, ValueError, IndexError):
            pass
        raise ValueError(
            f"ids must be of tokens, got {short(ids)}. Use those below len(training.tokens)."
        )

    def cut_ids(self, cells: slice | np.ndarray, step: int) -> list[int]:
        """Return the token ids that some cells of one word make at `step`."""
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
        """Return the token ids that some cells make at `step`, and which cell each begins with.

        An empty cell comes out as id -1.
        """
        erased = self.log.erased[cells]
        gone = erased <= step
        cut = np.flatnonzero(~gone)
        latest = np.maximum.reduceat(np.where(gone, erased, 0), cut).astype(np.int64)
        first = self.ids[cells][cut].astype(np.int64)
        return np.where(latest > 0, len(self.alphabet) + latest, first) - 1, cut

    def steps_of(self, cells: slice | np.ndarray) -> list[int]:
        """Return the steps at which some cells of one word changed, step 0 before them."""
        erased = self.log.erased[cells]
        return [0, *np.unique(erased[erased < self.log.never]).tolist()]

    def _merged_at(self, cells: slice | np.ndarray, step: int) -> Places:
        """Return the places of the tokens that became one in `step`, as they were before it."""
        erased = self.log.erased[cells]
        alive, ended = np.flatnonzero(erased >= step), np.flatnonzero(erased == step)
        return tuple((np.searchsorted(alive, ended) - 1).tolist())

    def _would_merge_at(self, ids: Sequence[int]) -> Places:
        """Return the places at which the merge that would come next would merge: from the left."""
        if self.log.next is None:
            return ()
        pair = self.log.lefts[self.log.next], self.log.rights[self.log.next]
        return tuple(places_of(ids, pair))


def distinct(numbers: np.ndarray) -> np.ndarray:
    """Sort numbers in place and return each of them once: many times as fast as `np.unique`."""
    numbers.sort()
    first = np.append(True, numbers[1:] != numbers[:-1])[: len(numbers)]
    return np.asarray(numbers[first])
