"""The record of a run, read at any step. Nothing here merges: every answer is a look-up.

Every boundary between two neighbouring cells of a word remembers the step at which it was erased:
a word at step k is cut wherever that step is later than k. Every pair remembers the count it was
born with and what it lost to each later pair. That is all; see `bpe/merging/training.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..corpus import Corpus
from ..errors import check_whole
from ..schemes import TIE_RULES, Scheme
from ..text.pieces import sentencepiece_forbids
from .cells import Cells, Token, join
from .leaders import Leader, count_tied, leaders_by_count, leaders_by_score, with_first

if TYPE_CHECKING:
    from ..encoding.tokenizer import Tokenizer

# Words of up to so many cells are cut faster in a plain loop than by numpy.
NARROW = 48

Pair = tuple[Token, Token]
Reason = Literal["vocab_size", "max_merges", "min_frequency", "no_pairs"]


@dataclass(frozen=True)
class Log:
    """What a run wrote down. Pair ids count births from 1, and pair 0 is no pair.

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
    score_ties: list[int] | None
    counters: dict[str, int]

    @property
    def never(self) -> int:
        """What stands in `erased` for a boundary that no merge erased: more than any step."""
        return int(np.iinfo(self.erased.dtype).max)


@dataclass(frozen=True)
class Merge:
    """A learned rule: `pair` becomes `token`. It takes step `rank` to step `rank + 1`.

    `count` is the pair's occurrences when it was chosen (overlapping ones included, so "aaaa" has
    three of (a, a)); `score` what it was chosen by: the count, or the WordPiece score.
    """

    rank: int
    pair: Pair
    token: Token
    count: int
    score: float
    _training: Training = field(repr=False, compare=False)

    @property
    def ties(self) -> tuple[Pair, ...]:
        """Every pair that shared the lead, the winner first; just the winner if none did."""
        return tuple(tie.pair for tie in self._training.snapshot(self.rank).ties)


@dataclass(frozen=True)
class Stop:
    """Why training stopped, and the merge that would have come next (`None` for "no_pairs")."""

    reason: Reason
    merge: Merge | None


@dataclass(frozen=True)
class PairCount:
    """A pair at a step: its occurrences and its score.

    `ids` are its token ids; `forbidden` says which rule of the scheme keeps it from being merged.
    """

    pair: Pair
    count: int
    score: float
    ids: tuple[int, int] = field(default=(-1, -1), repr=False, compare=False)
    forbidden: str | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class PairChange:
    """What the last merge did to a pair's count; 0 stands for a pair that is not there.

    `cause` is the pair the occurrences went to or came from.
    """

    pair: Pair
    before: int
    after: int
    cause: Pair


@dataclass(frozen=True)
class WordSplit:
    """A distinct word, its occurrences and its tokens; by the last merge: `changed`, `before`."""

    text: str
    count: int
    tokens: tuple[Token, ...]
    changed: bool
    before: tuple[Token, ...] = field(default=(), repr=False, compare=False)


class VocabularyToken(NamedTuple):
    """A token, its id, its occurrences now and the step it was born at (0 for the alphabet)."""

    token: Token
    id: int
    count: int
    born: int
    kind: Literal["alphabet", "mark", "merge"]


class Training:
    """The record of one run, made by `train`.

    Attributes:
        scheme, corpus: what was trained on, and how.
        alphabet: the tokens before any merge, in id order; a mark of its own comes last.
        tokens: all tokens in id order: alphabet, mark, merges.
        stop: why training stopped.
        min_frequency: occurrences a pair had to have.
        counters: exact amounts of work: merges, boundaries examined, pairs born, cells.
        log: what the run wrote down, which all else is read from.
    """

    def __init__(
        self,
        scheme: Scheme,
        corpus: Corpus,
        cells: Cells,
        log: Log,
        reason: Reason,
        min_frequency: int = 1,
    ) -> None:
        self.scheme, self.corpus, self.min_frequency = scheme, corpus, min_frequency
        self.alphabet, self.tokens = cells.alphabet, log.tokens
        self.counters = log.counters
        self.log = log
        self._starts = np.append(cells.starts, len(cells.ids)).astype(np.int32)
        self._ids = cells.ids.astype(log.erased.dtype)
        self._initial_frequencies = cells.frequencies
        self.stop = Stop(reason, None if log.next is None else self._merge(len(log.merged)))

    def __len__(self) -> int:
        """The number of merges; also the last step."""
        return len(self.log.merged)

    def __repr__(self) -> str:
        return (
            f"<Training {self.scheme.name}: {len(self.corpus)} words, {len(self)} merges, "
            f"stopped by {self.stop.reason}>"
        )

    @cached_property
    def merges(self) -> tuple[Merge, ...]:
        """The learned merges in rank order."""
        return tuple(self._merge(rank) for rank in range(len(self)))

    def snapshot(self, step: int) -> Snapshot:
        """Return the state after `step` merges: 0 is the start, `len(training.merges)` the end.

        Raises `ValueError` for a step outside of that.
        """
        if isinstance(step, bool) or step not in range(len(self) + 1):
            raise ValueError(
                f"step must be a whole number from 0 to {len(self)}, got {step!r}. "
                "Use len(training.merges) for the end."
            )
        return Snapshot(self, int(step))

    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """Return the tokenizer that the first `step` merges make; all of them by default."""
        from ..encoding.tokenizer import Tokenizer

        return Tokenizer.from_training(
            self, len(self) if step is None else self.snapshot(step).step
        )

    @cached_property
    def token_counts(self) -> np.ndarray:
        """Tokens in the whole corpus at each step, from 0 to the end (int64)."""
        total = self._initial_frequencies.sum()
        return np.concatenate(([total], total - np.cumsum(self.log.replacements)))

    def token_counts_in(self, counts: Sequence[int]) -> np.ndarray:
        """Return what `token_counts` would be had each word of the corpus occurred `counts` times.

        `counts` is in the order of `corpus.words`: so one part of a corpus can be asked (int64).
        """
        counts = np.asarray(counts, dtype=np.int64)
        erased = np.flatnonzero(self.log.erased < self.log.never)
        fewer = np.bincount(
            self.log.erased[erased], counts[self.words_at(erased)], minlength=len(self) + 1
        )
        return counts @ np.diff(self._starts) - counts.sum() - np.cumsum(fewer).astype(np.int64)

    @property
    def replacements(self) -> np.ndarray:
        """Occurrences that each merge replaced: its count, or fewer where they overlap ("aaa")."""
        return self.log.replacements

    @cached_property
    def merge_ids(self) -> np.ndarray:
        """The token ids of each merge's pair: one row a merge, left and right."""
        log = self.log
        return np.stack((log.lefts[log.merged], log.rights[log.merged]), axis=1)

    @cached_property
    def tie_counts(self) -> np.ndarray:
        """Pairs tied for the lead at each step that has a merge, the winner included (int64)."""
        if self.log.score_ties is not None:
            return np.array(self.log.score_ties[: len(self)], dtype=np.int64)
        return count_tied(self.log, self.forbids)

    @cached_property
    def scores(self) -> np.ndarray:
        """The winner's count, or WordPiece score, at each step that has a merge."""
        log = self.log
        if self.scheme.score == "count":
            return log.counts
        frequencies = np.concatenate((self._initial_frequencies, log.replacements))
        scores = np.empty(len(self))
        for rank, ((a, b), replaced) in enumerate(
            zip(self.merge_ids.tolist(), log.replacements.tolist(), strict=True)
        ):
            scores[rank] = log.counts[rank] / (float(frequencies[a]) * float(frequencies[b]))
            frequencies[a] -= replaced
            frequencies[b] -= replaced
        return scores

    def history(self, word: str, limit: int | None = None) -> list[tuple[int, tuple[Token, ...]]]:
        """Return every split the word ever had, with the step it began at; the first is step 0.

        Of a word with more than `limit` tokens at step 0 only the beginning is returned: up to the
        first boundary from there on that no merge ever erased, so that no token is cut.
        """
        index = self._word_index(word)
        start, end = self._starts[index], self._starts[index + 1] - 1
        if limit is not None and end - start > limit:
            alive = np.flatnonzero(self.log.erased[start + limit : end] == self.log.never)
            end = start + limit + alive[0] if len(alive) else end
        erased = self.log.erased[start:end]
        steps = [0, *np.unique(erased[erased < self.log.never]).tolist()]
        return [(step, self._named(self._cut_word(start, end, step))) for step in steps]

    def spelled_length(self, word: str) -> int:
        """Return how many tokens a word of the corpus has before any merge."""
        index = self._word_index(word)
        return int(self._starts[index + 1] - 1 - self._starts[index])

    def words_at(self, cells: np.ndarray) -> np.ndarray:
        """Return the word that each cell belongs to, by its place in `corpus.words`."""
        return np.searchsorted(self._starts, cells, side="right") - 1

    def merged_words(self, limit: int) -> list[tuple[str, ...]]:
        """Return for each merge the words it changed, most frequent first, at most `limit`."""
        cells = np.flatnonzero(self.log.erased < self.log.never)
        steps, words = self.log.erased[cells].astype(np.int64), self.words_at(cells)
        order = np.lexsort((words, -self._word_counts[words], steps))
        steps, words = _distinct(steps[order], words[order])
        edges = np.searchsorted(steps, np.arange(1, len(self) + 2))
        starts, ends = edges[:-1], np.minimum(edges[1:], edges[:-1] + limit)
        return [
            tuple(self.corpus.words[word] for word in words[start:end].tolist())
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]

    @cached_property
    def merged_word_counts(self) -> np.ndarray:
        """Distinct words that each merge changed: those the pair occurred in (int64)."""
        cells = np.flatnonzero(self.log.erased < self.log.never)
        both = self.log.erased[cells].astype(np.int64) * len(self.corpus) + self.words_at(cells)
        steps = np.unique(both) // len(self.corpus)
        return np.bincount(steps, minlength=len(self) + 1)[1:]

    def top_pairs(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[PairCount]]:
        """Yield for each step from `start` up to `stop` the first pairs of `snapshot(step).pairs`.

        Pairs that a rule of the scheme forbids are left out. `stop` defaults to the last step.
        Raises `ValueError` for a limit below 1 or a step that the run has not.
        """
        made: dict[Leader, PairCount] = {}
        for leaders in self.leaders(limit, start, stop):
            for leader in leaders:
                if leader not in made:
                    made[leader] = self._pair_count(*leader)
            yield [made[leader] for leader in leaders]

    def leaders(
        self, limit: int, start: int = 0, stop: int | None = None
    ) -> Iterator[list[Leader]]:
        """Yield what `top_pairs` does as bare numbers: pair id (see `pair`), count and score."""
        check_whole("limit", limit, 1, "Ask for at least one pair.")
        first, last = self.snapshot(start), self.snapshot(len(self) if stop is None else stop)
        leaders = leaders_by_count if self.scheme.score == "count" else leaders_by_score
        return leaders(self, limit, first.step, last.step)

    def pair(self, pair: int) -> Pair:
        """Return the two tokens of a pair by its id, which counts births from 1."""
        return self.tokens[self.log.lefts[pair]], self.tokens[self.log.rights[pair]]

    @property
    def nbytes(self) -> int:
        """Bytes the record holds, the corpus's words included (an estimate for those)."""
        held = [self._starts, self._ids, self._initial_frequencies, *vars(self.log).values()]
        words = 200 * len(self.corpus) + 400 * len(self.tokens)
        return sum(item.nbytes for item in held if isinstance(item, np.ndarray)) + words

    @cached_property
    def _word_indices(self) -> dict[str, int]:
        return {word: index for index, word in enumerate(self.corpus.words)}

    def _word_index(self, word: str) -> int:
        if word not in self._word_indices:
            raise ValueError(
                f"word must be one of the corpus, got {word!r}. "
                "Use training.tokenizer().encode for other text."
            )
        return self._word_indices[word]

    @cached_property
    def _frequency_order(self) -> np.ndarray:
        return np.argsort(-self._word_counts, kind="stable")

    @cached_property
    def _word_counts(self) -> np.ndarray:
        return np.asarray(self.corpus.counts, dtype=np.int64)

    def forbids(self, pair: int) -> str | None:
        """Return which rule of the scheme keeps a pair, by id, from being merged, or `None`."""
        if self.scheme.rules == "none":
            return None
        if pair not in self._forbidden:
            self._forbidden[pair] = sentencepiece_forbids(self._join(pair))
        return self._forbidden[pair]

    @cached_property
    def _forbidden(self) -> dict[int, str | None]:
        return {}

    def _join(self, pair: int) -> Token:
        return join(*self.pair(pair), self.scheme)

    def next_pair(self, step: int) -> int | None:
        """Return the id of the pair that is merged after `step`, or would have been, or `None`."""
        return int(self.log.merged[step]) if step < len(self) else self.log.next

    def _merge(self, rank: int) -> Merge:
        """The merge of that rank; of the rank after the last, the one that would have come next."""
        if rank < len(self):
            pair = int(self.log.merged[rank])
            count, score = self.log.counts[rank].item(), self.scores[rank].item()
        else:
            pair = self.log.next
            snapshot = Snapshot(self, rank)
            count, score = (
                snapshot.pair_counts[pair].item(),
                snapshot.pair_scores[pair].item(),
            )
        return Merge(rank, self.pair(pair), self._join(pair), count, score, self)

    def _pair_count(self, pair: int, count: int, score: float) -> PairCount:
        ids = int(self.log.lefts[pair]), int(self.log.rights[pair])
        return PairCount(self.pair(pair), count, score, ids, self.forbids(pair))

    def _named(self, ids: Sequence[int]) -> tuple[Token, ...]:
        return tuple(map(self.tokens.__getitem__, ids))

    def _split(self, index: int, step: int) -> list[int]:
        return self._cut_word(self._starts[index], self._starts[index + 1] - 1, step)

    def _cut_word(self, start: int, end: int, step: int) -> list[int]:
        if end - start <= NARROW:
            return self._narrow_cut(start, end, step)
        return self._cut(start, end, step)[0].tolist()

    def _narrow_cut(self, start: int, end: int, step: int) -> list[int]:
        """Return what `_cut` does of cells that are not empty, in a plain loop."""
        ids: list[int] = []
        latest = 0
        cells = zip(self._ids[start:end].tolist(), self.log.erased[start:end].tolist(), strict=True)
        for first, erased in cells:
            if erased > step:
                ids.append(first - 1)
                latest = 0
            elif erased > latest:
                ids[-1] = len(self.alphabet) + erased - 1
                latest = erased
        return ids

    def _cut(self, start: int, end: int, step: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the token ids of the cells from `start` up to `end` at `step`, and their cells.

        An empty cell comes out as id -1.
        """
        erased = self.log.erased[start:end]
        gone = erased <= step
        cut = np.flatnonzero(~gone)
        latest = np.maximum.reduceat(np.where(gone, erased, 0), cut).astype(np.int64)
        first = self._ids[start:end][cut].astype(np.int64)
        return np.where(latest > 0, len(self.alphabet) + latest, first) - 1, cut


class Snapshot:
    """The state after `step` merges: a view of the record, cheap to make."""

    def __init__(self, training: Training, step: int) -> None:
        self.training, self.step = training, step

    def __repr__(self) -> str:
        return f"<Snapshot {self.step} of {len(self.training)}>"

    @property
    def token_count(self) -> int:
        """Tokens in the whole corpus."""
        return int(self.training.token_counts[self.step])

    @property
    def next(self) -> Merge | None:
        """The merge that comes next; at the end the one that would have, or `None`."""
        if self.step < len(self.training):
            return self.training.merges[self.step]
        return self.training.stop.merge

    def tokens(self, word: str) -> tuple[Token, ...]:
        """Return a word of the corpus as it is split now. Raises `ValueError` for any other."""
        return self.training._named(self.token_ids(word))

    def token_ids(self, word: str) -> list[int]:
        """Return the ids of `tokens(word)`."""
        return self.training._split(self.training._word_index(word), self.step)

    def words(self, limit: int | None = None, offset: int = 0) -> list[WordSplit]:
        """Return distinct words, most frequent first, equal ones in corpus order."""
        order = self.training._frequency_order[offset:]
        return [self._word(index) for index in order[:limit].tolist()]

    def changed_words(self, limit: int | None = None) -> list[WordSplit]:
        """Return the words that the last merge changed, most frequent first, with `before`."""
        training = self.training
        if not self.step:
            return []
        cells = np.flatnonzero(training.log.erased == self.step)
        changed = np.unique(training.words_at(cells))
        order = changed[np.argsort(-training._word_counts[changed], kind="stable")]
        return [self._word(index) for index in order[:limit].tolist()]

    def pairs(self, limit: int | None = None) -> list[PairCount]:
        """Return the pairs that occur: the next merge first, then by score, then by birth."""
        training, scores = self.training, self.pair_scores
        if limit is None or limit >= len(scores) or np.partition(scores, -limit)[-limit] <= 0:
            occurring = np.flatnonzero(self.pair_counts)
            order = occurring[np.argsort(-scores[occurring], kind="stable")].tolist()
        else:
            least = np.partition(scores, -limit)[-limit]
            above = np.flatnonzero(scores > least)
            above = above[np.argsort(-scores[above], kind="stable")].tolist()
            order = above + np.flatnonzero(scores == least)[: limit - len(above)].tolist()
        order = with_first(order, training.next_pair(self.step), limit)
        return [self._pair(pair) for pair in order]

    @cached_property
    def ties(self) -> tuple[PairCount, ...]:
        """Every pair that shares the lead, the next merge first, then in the order of birth."""
        return tuple(self._pair(pair) for pair in self._tied)

    @property
    def winners(self) -> dict[str, Pair]:
        """Tie rule -> the pair that it would choose of `ties`; empty when no pair is left."""
        chosen = self.choose(self._tied) if self._tied else {}
        return {rule: self.training.pair(pair) for rule, pair in chosen.items()}

    def choose(self, tied: Sequence[int]) -> dict[str, int]:
        """Return tie rule -> the pair that it would choose of these, which all occur, by id."""
        training, log = self.training, self.training.log
        ids, _ = self.row
        base = len(training.tokens) + 1
        keys = {int(log.lefts[pair]) * base + int(log.rights[pair]): pair for pair in tied}
        here = np.where((ids[:-1] >= 0) & (ids[1:] >= 0), ids[:-1] * base + ids[1:], -1)
        first = here[np.argmax(np.isin(here, list(keys)))]

        def ids_of(pair: int) -> tuple[int, int]:
            return int(log.lefts[pair]), int(log.rights[pair])

        # Sorted by ids, so that the first of those that read alike is the one with smaller ids.
        tied = sorted(tied, key=ids_of)
        chosen = {
            "first": keys[int(first)],
            "largest": max(tied, key=training.pair),
            "smallest-ids": tied[0],
            "shortest": min(
                tied, key=lambda pair: (len(training._join(pair)), training._join(pair))
            ),
        }
        return {rule: chosen[rule] for rule in TIE_RULES}

    @property
    def vocabulary(self) -> list[VocabularyToken]:
        """The tokens born so far, in id order."""
        training = self.training
        size = len(training.alphabet)
        marks = size - 1 if training.scheme.boundary in ("suffix", "prefix") else size
        kinds = ["alphabet"] * marks + ["mark"] * (size - marks) + ["merge"] * self.step
        born = [0] * size + list(range(1, self.step + 1))
        counts = self.token_frequencies.tolist()
        rows = zip(training.tokens, range(len(counts)), counts, born, kinds, strict=False)
        return list(map(VocabularyToken._make, rows))

    def pair_words(self, pair: Pair, limit: int | None = None) -> list[tuple[str, int]]:
        """Return the words that the pair occurs in and their counts, most frequent first."""
        tokens = self.training.tokens
        lefts, rights = ([id_ for id_, each in enumerate(tokens) if each == side] for side in pair)
        same = [(left, right) for left in lefts for right in rights]
        found = {word: None for words in self._words_with(same) for word in words}
        # Two pairs can read alike, so their words are put in order once more.
        return sorted(found, key=lambda word: -word[1])[:limit]

    def words_of_pairs(
        self, pairs: Sequence[PairCount], limit: int | None = None
    ) -> list[list[tuple[str, int]]]:
        """Return for each of this snapshot's `pairs` what `pair_words` does, in one reading."""
        return self._words_with([pair.ids for pair in pairs], limit)

    def _words_with(
        self, pairs: Sequence[tuple[int, int]], limit: int | None = None
    ) -> list[list[tuple[str, int]]]:
        """Return the words that hold each of these pairs of token ids, most frequent first."""
        training, corpus = self.training, self.training.corpus
        ids, cells = self.row
        base = len(training.tokens)
        keys = np.where(ids[1:] >= 0, ids[:-1] * base + ids[1:], -1)
        wanted = np.array([left * base + right for left, right in pairs], np.int64)
        at = np.flatnonzero(np.isin(keys, wanted))
        keys, words = keys[at], training.words_at(cells[at])
        order = np.lexsort((words, -training._word_counts[words], keys))
        keys, words = _distinct(keys[order], words[order])
        starts = np.searchsorted(keys, wanted)
        ends = np.searchsorted(keys, wanted, side="right")
        if limit is not None:
            ends = np.minimum(ends, starts + limit)
        return [
            [(corpus.words[index], corpus.counts[index]) for index in words[start:end].tolist()]
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]

    def frequencies_in(self, counts: Sequence[int]) -> np.ndarray:
        """Return occurrences of each token, by id, had each word of the corpus occurred `counts`.

        `counts` is in the order of `training.corpus.words`: so one part of a corpus can be asked.
        """
        ids, cells = self.row
        present = ids >= 0
        size = len(self.training.alphabet) + self.step
        weights = np.asarray(counts, dtype=np.int64)[self.training.words_at(cells[present])]
        return np.bincount(ids[present], weights, size).astype(np.int64)

    @property
    def changes(self) -> list[PairChange]:
        """What the last merge did: its own pair first, then each pair that it made or took from."""
        if not self.step:
            return []
        training, log = self.training, self.training.log
        before = training.snapshot(self.step - 1).pair_counts
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
                training.pair(pair),
                int(before[pair]) if pair < len(before) else 0,
                int(after[pair]),
                training.pair(cause),
            )
            for pair, cause in causes.items()
        ]
        return [change for change in changes if change.before != change.after]

    @cached_property
    def token_frequencies(self) -> np.ndarray:
        """Occurrences of each token born so far, by token id (int64)."""
        training, log, step = self.training, self.training.log, self.step
        frequencies = np.concatenate(
            (training._initial_frequencies, log.replacements[:step])
        ).astype(np.float64)
        for side in training.merge_ids[:step].T:
            frequencies -= np.bincount(side, log.replacements[:step], len(frequencies))
        return frequencies.astype(np.int64)

    @cached_property
    def pair_counts(self) -> np.ndarray:
        """Occurrences of each pair born so far, by pair id."""
        log = self.training.log
        born = log.step_ends[self.step]
        counts = np.concatenate((log.initial_counts, log.births[:born]))
        np.subtract.at(counts, log.taken_from[:born], log.births[:born])
        counts[log.merged[: self.step]] = 0
        return counts

    @cached_property
    def pair_scores(self) -> np.ndarray:
        """What each pair born so far is ranked by, its count or its score, by pair id."""
        if self.training.scheme.score == "count":
            return self.pair_counts
        counts, log = self.pair_counts, self.training.log
        frequencies = self.token_frequencies.astype(np.float64)
        products = frequencies[log.lefts[: len(counts)]] * frequencies[log.rights[: len(counts)]]
        return np.divide(counts, products, out=np.zeros(len(counts)), where=counts > 0)

    @cached_property
    def _tied(self) -> list[int]:
        training, scores = self.training, self.pair_scores
        best = training.next_pair(self.step)
        if best is None:
            return []
        tied = scores == scores[best]
        if training.scheme.score != "count" and self.pair_counts[best] >= training.min_frequency:
            tied &= self.pair_counts >= training.min_frequency
        pairs = [pair for pair in np.flatnonzero(tied).tolist() if not training.forbids(pair)]
        return with_first(pairs, best, None)

    @cached_property
    def row(self) -> tuple[np.ndarray, np.ndarray]:
        """The whole corpus now: token ids, -1 for an empty cell, and the cells they begin at.

        `training.words_at` tells the words of the cells.
        """
        return self.training._cut(0, len(self.training._ids), self.step)

    def _pair(self, pair: int) -> PairCount:
        return self.training._pair_count(
            pair, self.pair_counts[pair].item(), self.pair_scores[pair].item()
        )

    def _word(self, index: int) -> WordSplit:
        training = self.training
        tokens = training._named(training._split(index, self.step))
        cells = training.log.erased[training._starts[index] : training._starts[index + 1] - 1]
        changed = bool(self.step) and bool((cells == self.step).any())
        before = training._named(training._split(index, self.step - 1)) if changed else tokens
        return WordSplit(
            training.corpus.words[index], training.corpus.counts[index], tokens, changed, before
        )


def _distinct(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows of two sorted columns, each row once."""
    differs = np.ones(len(first), dtype=bool)
    differs[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    return first[differs], second[differs]
