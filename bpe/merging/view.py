"""View: the columns of a run at one step."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..errors import check_limit, check_whole
from ..schemes import TIE_RULES, Scheme, TieRule, tie_choices
from .cells import Token
from .choice import Key, pair_scores, renumber, tie_key, truly_best
from .columns import Columns, Places, distinct
from .values import Kind, Pair, PairChange, PairCount, VocabularyToken, WordSplit


class View:
    """The state after `step` merges: cheap to create, since every answer is a look-up."""

    def __init__(self, columns: Columns, step: int) -> None:
        self.columns, self.step = columns, step

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.step} of {len(self.columns)}>"

    @property
    def token_count(self) -> int:
        """Tokens in the whole corpus."""
        return int(self.columns.token_counts[self.step])

    def tokens(self, word: str) -> tuple[Token, ...]:
        """Return the current tokens of a word of the corpus. Raises `ValueError` for others."""
        return self.columns.tokens_of(self.token_ids(word))

    def token_ids(self, word: str) -> list[int]:
        """Return the IDs of `tokens(word)`."""
        return self._split(self.columns.word_index(word), self.step)

    def next_places(self, word: str) -> Places:
        """Return the places of the next merge in `tokens(word)`: the indices of the left tokens.

        They are in order and never overlap: of (a, a) in "aaa" only the first is merged. At the
        last step they are the places of the merge that would come next.
        """
        return self.columns.places_at(self.columns.word_index(word), self.step)

    def word(self, word: str) -> WordSplit:
        """Return a word of the corpus with its split. Raises `ValueError` for any other word."""
        return self._word(self.columns.word_index(word))

    def words(self, limit: int | None = None, offset: int = 0) -> list[WordSplit]:
        """Return distinct words, most frequent first, equal ones in corpus order."""
        check_limit("limit", limit)
        check_whole("offset", offset, 0, "Use 0 to begin with the most frequent.")
        order = self.columns.frequency_order[offset:]
        return [self._word(index) for index in order[:limit].tolist()]

    def changed_words(self, limit: int | None = None) -> list[WordSplit]:
        """Return the words that the last merge changed, most frequent first, with `before`."""
        check_limit("limit", limit)
        if not self.step:
            return []
        changed = self.columns.words_in(np.flatnonzero(self.columns.log.erased == self.step))
        return [self._word(index) for index in changed[:limit].tolist()]

    def pairs(self, limit: int | None = None) -> list[PairCount]:
        """Return the pairs that occur: the next merge first, then by score, then by birth."""
        return [self.pair_count(pair) for pair in self.pair_ids(limit)]

    def pair_ids(self, limit: int | None = None) -> list[int]:
        """Return the IDs of `pairs`, in its order; a million of them take 1 % of the memory."""
        check_limit("limit", limit)
        scores = self.pair_scores
        part = None if limit is None or limit >= len(scores) else -limit
        least = 0 if part is None else np.partition(scores, part)[part]
        found = np.flatnonzero(scores >= least if least > 0 else self.pair_counts)
        order = found[np.argsort(-scores[found], kind="stable")][:limit].tolist()
        return with_first(order, self.columns.next_pair(self.step), limit)

    @cached_property
    def ties(self) -> tuple[PairCount, ...]:
        """The tied pairs, the rule's choice first, then by birth.

        The first is the next merge unless another pair is forced.
        """
        return tuple(self.pair_count(pair) for pair in self.tied)

    @property
    def winners(self) -> dict[TieRule, Pair]:
        """Tie rule -> the pair that it would choose among `ties`; empty if no pair is left."""
        chosen = self.winners_by_choice
        return {rule: chosen[rule] for rule in TIE_RULES if chosen}

    @cached_property
    def winners_by_choice(self) -> dict[str, Pair]:
        """Name in `tie_choices` -> the pair that it would choose among `ties`."""
        if not (tied := self.tied):
            return {}
        columns, log = self.columns, self.columns.log
        ids, cells = self.row
        base = len(columns.tokens) + 1
        here = np.where((ids[:-1] >= 0) & (ids[1:] >= 0), ids[:-1] * base + ids[1:], -1)
        places = np.array(tied, dtype=np.int64)
        keys = log.lefts[places].astype(np.int64) * base + log.rights[places]
        found = np.flatnonzero(np.isin(here, keys))[::-1]
        # The cell of the right token, as in training. From the right, so that the leftmost
        # occurrence of each pair is stored last and stays.
        first = dict(zip(here[found].tolist(), cells[found + 1].tolist(), strict=True))
        first_cell = dict(zip(tied, map(first.__getitem__, keys.tolist()), strict=True))
        lefts = dict(zip(tied, log.lefts[places].tolist(), strict=True))
        rights = dict(zip(tied, log.rights[places].tolist(), strict=True))

        def key(choice: Scheme) -> Key:
            scheme, (left_of, right_of) = columns.scheme, (lefts, rights)
            if choice.byte_order != scheme.byte_order:
                other = renumber(scheme, choice.byte_order)
                left_of, right_of = (
                    {pair: other(id_) for pair, id_ in side.items()} for side in (lefts, rights)
                )
            first_of = first_cell.__getitem__
            return tie_key(choice.tie_rule, scheme, columns.tokens, left_of, right_of, first_of)

        choices = tie_choices(columns.scheme)
        return {name: columns.pair(min(tied, key=key(choice))) for name, choice in choices.items()}

    @property
    def kinds(self) -> dict[Kind, int]:
        """Number of vocabulary entries of each kind, in ID order."""
        columns = self.columns
        alphabet, special = len(columns.alphabet), len(columns.scheme.special_tokens)
        mark = int(
            columns.scheme.boundary in ("suffix", "prefix")
            and alphabet > special
            and columns.alphabet[alphabet - special - 1] == columns.scheme.mark
        )
        kinds: dict[Kind, int] = {"alphabet": alphabet - mark - special, "mark": mark}
        if special:
            kinds["special"] = special
        return {**kinds, "merge": self.step}

    @property
    def vocabulary(self) -> list[VocabularyToken]:
        """The tokens born so far, in ID order."""
        columns = self.columns
        kinds = [kind for kind, number in self.kinds.items() for _ in range(number)]
        born = [0] * len(columns.alphabet) + list(range(1, self.step + 1))
        counts = self.token_frequencies.tolist()
        rows = zip(columns.tokens, range(len(counts)), counts, born, kinds, strict=False)
        return [VocabularyToken(*row) for row in rows]

    def words_of_pairs(
        self, pairs: Sequence[PairCount], limit: int | None = None
    ) -> list[list[tuple[str, int]]]:
        """Return for each of this step's `pairs` the words it occurs in and their counts.

        Most frequent first, equal ones in corpus order, at most `limit` per pair.
        """
        corpus = self.columns.corpus
        words, spans = self._words_of([pair.ids for pair in pairs])
        found = [words[start:end][:limit].tolist() for start, end in spans]
        return [[(corpus.words[at], corpus.counts[at]) for at in each] for each in found]

    def word_numbers(self, pairs: Sequence[int]) -> list[int]:
        """Return the number of distinct words that contain each of this step's pairs, by ID."""
        log, places = self.columns.log, np.array(pairs, dtype=np.int64)
        tokens = np.stack((log.lefts[places], log.rights[places]), axis=1)
        return [end - start for start, end in self._words_of(tokens)[1]]

    def _words_of(self, pairs: npt.ArrayLike) -> tuple[np.ndarray, list[tuple[int, int]]]:
        """Return word indices, and for each pair (two token IDs) the range of its words."""
        columns = self.columns
        ids, cells = self.row
        base, size = len(columns.tokens), len(columns.corpus)
        wanted = np.asarray(pairs, np.int64).reshape(-1, 2)
        # Most tokens of the corpus are in none of the pairs; -1, an empty cell, is the last entry.
        begins, follows = np.zeros((2, base + 1), bool)
        begins[wanted[:, 0]] = follows[wanted[:, 1]] = True
        at = np.flatnonzero(begins[ids[:-1]] & follows[ids[1:]])
        keys, numbers = np.unique(wanted @ [base, 1], return_inverse=True)
        here = ids[at] * base + ids[at + 1]
        found = np.searchsorted(keys, here)
        at, found = (each[keys.take(found, mode="clip") == here] for each in (at, found))
        # One number for pair and word: sorting it is many times faster than sorting by columns.
        words = columns.words_at(cells[at])
        rows = distinct(found * size + columns.frequency_places[words])
        edges = np.searchsorted(rows, np.arange(len(keys) + 1) * size)
        spans = zip(edges[numbers].tolist(), edges[numbers + 1].tolist(), strict=True)
        return columns.frequency_order[rows % size], list(spans)

    def frequencies_in(self, counts: Sequence[int]) -> np.ndarray:
        """Return occurrences of each token, by ID, for other counts of the same words.

        `counts` is in the order of the corpus's words; use it to measure one part of a corpus.
        """
        ids, cells = self.row
        present = ids >= 0
        size = len(self.columns.alphabet) + self.step
        weights = np.asarray(counts, dtype=np.int64)[self.columns.words_at(cells[present])]
        return np.bincount(ids[present], weights, size).astype(np.int64)

    @property
    def changes(self) -> list[PairChange]:
        """Changes by the last merge: its own pair first, then each pair it made or took from."""
        if not self.step:
            return []
        columns, log = self.columns, self.columns.log
        before = View(columns, self.step - 1).pair_counts
        after = self.pair_counts
        merged = int(log.merged[self.step - 1])
        causes: dict[int, int] = {merged: merged}
        first_later = len(log.initial_counts)
        for entry in range(log.step_ends[self.step - 1], log.step_ends[self.step]):
            loser, born = int(log.taken_from[entry]), first_later + entry
            causes.setdefault(loser, born)
            causes.setdefault(born, loser)
        changes = [
            PairChange(
                columns.pair(pair),
                int(before[pair]) if pair < len(before) else 0,
                int(after[pair]),
                columns.pair(cause),
                pair == merged,
            )
            for pair, cause in causes.items()
        ]
        return [change for change in changes if change.before != change.after]

    @cached_property
    def token_frequencies(self) -> np.ndarray:
        """Occurrences of each token born so far, by token ID (int64)."""
        columns, step = self.columns, self.step
        replaced = columns.replacements[:step]
        frequencies = np.concatenate((columns.initial_frequencies, replaced)).astype(np.float64)
        for side in columns.merge_ids[:step].T:
            frequencies -= np.bincount(side, replaced, len(frequencies))
        return frequencies.astype(np.int64)

    @cached_property
    def pair_counts(self) -> np.ndarray:
        """Occurrences of each pair born so far, by pair ID."""
        log = self.columns.log
        born = log.step_ends[self.step]
        counts = np.concatenate((log.initial_counts, log.births[:born]))
        np.subtract.at(counts, log.taken_from[:born], log.births[:born])
        counts[log.merged[: self.step]] = 0
        return counts

    @property
    def different_pairs(self) -> int:
        """Number of different pairs that occur."""
        return int(np.count_nonzero(self.pair_counts))

    @cached_property
    def pair_scores(self) -> np.ndarray:
        """Sort key of each pair so far, its count or its score, by pair ID."""
        if self.columns.scheme.score == "count":
            return self.pair_counts
        return pair_scores(*self._terms(slice(len(self.pair_counts))))

    @cached_property
    def row(self) -> tuple[np.ndarray, np.ndarray]:
        """The whole corpus now: token IDs, -1 for an empty cell, and the first cell of each.

        `training.words_at` returns the words of the cells.
        """
        return self.columns.cut(slice(None), self.step)

    @property
    def rule_pair(self) -> int | None:
        """The ID of the pair that the rule chooses now: the next merge unless one is forced."""
        log = self.columns.log
        passed = log.passed_over[log.forced == self.step]
        return int(passed[0]) if len(passed) else self.columns.next_pair(self.step)

    @cached_property
    def tied(self) -> list[int]:
        """The pairs of `ties`, by ID: the rule's choice first, then by birth."""
        columns, scores, best = self.columns, self.pair_scores, self.rule_pair
        if best is None:
            return []
        tied = scores == scores[best]
        scored = columns.scheme.score != "count"
        if scored and self.pair_counts[best] >= columns.min_frequency:
            tied &= self.pair_counts >= columns.min_frequency
        pairs = [pair for pair in np.flatnonzero(tied).tolist() if not columns.forbids(pair)]
        if scored:
            pairs = [pairs[place] for place in truly_best(*self._terms(pairs)).tolist()]
        return with_first(pairs, best, None)

    def _terms(self, pairs: Sequence[int] | slice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the terms of some pairs' scores; see `pair_scores`."""
        log, frequencies = self.columns.log, self.token_frequencies
        sides = frequencies[log.lefts[pairs]], frequencies[log.rights[pairs]]
        return self.pair_counts[pairs], *sides

    def pair_count(self, pair: int) -> PairCount:
        """Return a pair, by ID, with its count now."""
        count, score = self.pair_counts[pair].item(), self.pair_scores[pair].item()
        return pair_count(self.columns, pair, count, score)

    def _split(self, index: int, step: int) -> list[int]:
        return self.columns.cut_ids(self.columns.cells_of(index), step)

    def _word(self, index: int) -> WordSplit:
        columns, corpus = self.columns, self.columns.corpus
        tokens = columns.tokens_of(self._split(index, self.step))
        erased = columns.log.erased[columns.cells_of(index)]
        changed = bool(self.step) and bool((erased == self.step).any())
        before = columns.tokens_of(self._split(index, self.step - 1)) if changed else tokens
        return WordSplit(corpus.words[index], corpus.counts[index], tokens, changed, before)


def pair_count(columns: Columns, pair: int, count: int, score: float) -> PairCount:
    """Return a pair, by ID, with its count at some step."""
    ids = int(columns.log.lefts[pair]), int(columns.log.rights[pair])
    return PairCount(columns.pair(pair), count, score, ids, columns.forbids(pair))


def with_first(pairs: Sequence[int], first: int | None, limit: int | None) -> list[int]:
    """Return `pairs` with `first` moved or added to the front, cut at `limit`."""
    if first is None:
        return list(pairs)
    return [first, *(pair for pair in pairs if pair != first)][:limit]
