"""Joint: one vocabulary for two corpora, and the tokens that each language uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..corpus import Corpus
from ..encoding.spelling import UNKNOWN
from ..merging.cells import Token
from ..merging.values import WordSplit
from ..training import Snapshot, Training


class SharedWords:
    """The shared words of both corpora, and the steps at which the two separate runs split them
    alike.

    Attributes:
        texts: the words, most frequent first, by the rarer side.
        counts: the occurrences of each in both corpora.
    """

    def __init__(self, first: Training, second: Training) -> None:
        """Compare two runs with the same rules: equal cuts of a word are equal splits."""
        runs = first, second
        one, other = (dict(run.corpus.items()) for run in runs)
        self.texts = sorted(
            (word for word in one if word in other), key=lambda word: -min(one[word], other[word])
        )
        self.counts = [(one[word], other[word]) for word in self.texts]
        self._last = max(map(len, runs))
        (places, erased), (_, other_erased) = (
            _erased(run, self.texts, self._last + 1) for run in runs
        )
        # While only one of the runs has erased a boundary, the splits differ. The spans of a word
        # that overlap or touch are joined. Span and word are sorted as one number: many times
        # faster than by two columns.
        size = self._last + 2
        begins, ends = np.minimum(erased, other_erased), np.maximum(erased, other_erased)
        apart = np.flatnonzero(begins < ends)
        keys = places[apart] * size
        order = np.argsort(begins[apart] + keys)
        begins, ends = (begins[apart] + keys)[order], (ends[apart] + keys)[order]
        ends = np.maximum.accumulate(ends)
        is_first = np.append(True, begins[1:] > ends[:-1])[: len(begins)]
        self._words, self._begins = np.divmod(begins[is_first], size)
        self._ends = ends[np.append(is_first[1:], True)[: len(ends)]] % size

    def differ(self, step: int) -> np.ndarray:
        """Return for each word whether the two split it differently; a run keeps its last state."""
        at = min(step, self._last)
        differing = np.zeros(len(self.texts), dtype=bool)
        differing[self._words[(self._begins <= at) & (at < self._ends)]] = True
        return differing

    @property
    def agreement(self) -> np.ndarray:
        """Number of words that both split alike, by step, to the end of the longer run."""
        size = self._last + 2
        begun, ended = (np.bincount(each, minlength=size) for each in (self._begins, self._ends))
        return (len(self.texts) - np.cumsum(begun - ended))[:-1]


def _erased(run: Training, words: Sequence[str], never: int) -> tuple[np.ndarray, np.ndarray]:
    """Return for each cell of some words the index of its word, and the step that erases it."""
    # `run.word_index` for each word would take seconds.
    index_of = {word: index for index, word in enumerate(run.corpus.words)}
    index = np.array([index_of[word] for word in words], dtype=np.int64)
    starts = run.starts[index].astype(np.int64)
    lengths = run.starts[index + 1] - 1 - starts
    places = np.repeat(np.arange(len(index)), lengths)
    before = np.cumsum(lengths) - lengths
    erased = run.log.erased[np.arange(len(places)) + (starts - before)[places]].astype(np.int64)
    return places, np.where(erased >= run.log.never, never, erased)


def moved_cuts(splits: Sequence[Sequence[Token]]) -> tuple[tuple[int, ...], ...]:
    """Return for each split of one word the indices of tokens whose start is not a cut in all
    splits.

    Tokens have no attached mark. A split with unknown characters is not compared.

    >>> moved_cuts([("Bar", "ack"), ("Bar", "ac", "k"), ("Bar", "<unk>")])
    ((), (2,), ())
    """
    known = [() if UNKNOWN in split else split for split in splits]
    begins = [[*accumulate(map(len, split), initial=0)][:-1] for split in known]
    compared = [set(each) for each in begins if each]
    common = compared[0].intersection(*compared) if compared else set()
    return tuple(tuple(n for n, at in enumerate(each) if at not in common) for each in begins)


class JointCost(NamedTuple):
    """The cost of joint training for one corpus.

    Attributes:
        alone, joint: tokens of that corpus under its own merges, and under the joint ones.
        words: word occurrences in it.
        reached: the first joint step at which it is as short as alone; None if it never is.
    """

    alone: int
    joint: int
    words: int
    reached: int | None

    @property
    def extra(self) -> float:
        """Additional tokens with the joint merges, as a share of the tokens with its own merges."""
        return self.joint / self.alone - 1

    @property
    def alone_per_word(self) -> float:
        """Tokens per word with its own merges."""
        return self.alone / self.words

    @property
    def joint_per_word(self) -> float:
        """Tokens per word with the joint merges."""
        return self.joint / self.words


class VocabularyFilter:
    """Split tokens that are not allowed, as `apply_bpe.py` of subword-nmt does.

    A token too rare in one language is replaced by the two tokens of its merge, and so on, until
    each is allowed or part of the alphabet.

    Attributes:
        allowed_count: number of allowed vocabulary entries.
    """

    def __init__(
        self, training: Training, frequencies: Sequence[int] | np.ndarray, threshold: int
    ) -> None:
        """Allow the tokens that occur at least `threshold` times in one language.

        `frequencies`: by token id of `training`, as `JointRuns.frequencies` returns them.
        """
        self._tokens = training.tokens
        alphabet = len(training.alphabet)
        allowed = [bool(count >= threshold) for count in frequencies]
        self.allowed_count = sum(allowed)
        self._parts: list[tuple[int, ...]] = [(id_,) for id_ in range(alphabet)]
        for id_ in range(alphabet, len(allowed)):
            left, right = training.merge_ids[id_ - alphabet].tolist()
            parts = (id_,) if allowed[id_] else self._parts[left] + self._parts[right]
            self._parts.append(parts)

    def tokens(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of some IDs after splitting those that are not allowed."""
        return tuple(self._tokens[part] for id_ in ids for part in self._parts[id_])

    def token_count(self, frequencies: Sequence[int] | np.ndarray) -> int:
        """Return a text's number of tokens after the filter, from its token frequencies before."""
        return sum(int(n) * len(parts) for n, parts in zip(frequencies, self._parts, strict=True))


@dataclass(frozen=True, eq=False)
class JointRuns:
    """Three records: each corpus separately, and both together.

    Attributes:
        alone: the trainings on either corpus.
        joint: the training on both, whose words are those of the first corpus and then of the
            second, with counts added up; see `join_corpora`.
    """

    alone: tuple[Training, Training]
    joint: Training

    @property
    def corpora(self) -> tuple[Corpus, Corpus]:
        """The two corpora."""
        return self.alone[0].corpus, self.alone[1].corpus

    def at(self, step: int | None = None) -> tuple[Snapshot, Snapshot, Snapshot]:
        """Return the states of both separate runs and of the joint run at a step, or at the end.

        A run that has ended keeps its last state.
        """
        first, second = self.alone
        return _at(first, step), _at(second, step), _at(self.joint, step)

    def cost(self, side: int, step: int | None = None) -> JointCost:
        """Return the cost of joint training for one corpus at a step, or at the end."""
        alone, joint = _at(self.alone[side], step), _at(self.joint, step)
        reached = np.flatnonzero(self.token_counts_by_step(side) <= alone.token_count)
        return JointCost(
            alone=alone.token_count,
            joint=int(self.frequencies(side, joint).sum()),
            words=sum(self.corpora[side].counts),
            reached=int(reached[0]) if len(reached) else None,
        )

    def sizes(self, step: int | None = None) -> dict[str, int]:
        """Return the sizes of the vocabularies at a step, or at the end.

        Keys: first, second, joint, shared (by the first two), apart (sum of the first two).
        """
        first, second, joint = (
            [each.token for each in snapshot.vocabulary] for snapshot in self.at(step)
        )
        sizes = {"first": len(first), "second": len(second), "joint": len(joint)}
        return sizes | {"shared": len({*first} & {*second}), "apart": len(first) + len(second)}

    def frequencies(self, side: int, snapshot: Snapshot) -> np.ndarray:
        """Return the occurrences in one corpus of each token of the joint run, by token ID."""
        return snapshot.frequencies_in(self._counts[side])

    def token_counts_by_step(self, side: int) -> np.ndarray:
        """Return tokens of one corpus under the joint merges at each step of the joint run."""
        return self._token_counts[side]

    @cached_property
    def shared(self) -> SharedWords:
        """The words of both corpora."""
        return SharedWords(*self.alone)

    def words_split_back(
        self, side: int, snapshot: Snapshot, keep: VocabularyFilter, limit: int | None = None
    ) -> list[WordSplit]:
        """Return the words of one corpus that `keep` splits further, most frequent first.

        `tokens` are those after the filter, `before` those of the joint run.
        """
        training, counts = snapshot.training, self._counts[side]
        found: list[WordSplit] = []
        for index in np.argsort(-np.asarray(counts), kind="stable").tolist():
            if len(found) == limit or not counts[index]:
                break
            word = training.corpus.words[index]
            ids = snapshot.token_ids(word)
            split = keep.tokens(ids)
            if len(split) > len(ids):
                before = tuple(map(training.tokens.__getitem__, ids))
                found.append(WordSplit(word, counts[index], split, True, before))
        return found

    @cached_property
    def _counts(self) -> tuple[list[int], ...]:
        """Occurrences in each corpus of each word of the joint run; 0 if it lacks the word."""
        counts = (dict(corpus.items()) for corpus in self.corpora)
        return tuple([each.get(word, 0) for word in self.joint.corpus.words] for each in counts)

    @cached_property
    def _token_counts(self) -> tuple[np.ndarray, ...]:
        return tuple(map(self.joint.token_counts_in, self._counts))


def join_corpora(first: Corpus, second: Corpus) -> Corpus:
    """Return one corpus with the words of both and their counts added up."""
    counts = dict(first.items())
    for word, count in second.items():
        counts[word] = counts.get(word, 0) + count
    return Corpus.from_counts(counts, source=f"{first.source} + {second.source}")


def _at(training: Training, step: int | None) -> Snapshot:
    return training.snapshot(len(training) if step is None else min(step, len(training)))
