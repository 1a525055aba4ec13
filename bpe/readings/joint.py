"""Joint: one vocabulary for two corpora, and what each language keeps of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..corpus import Corpus
from ..encoding.spelling import UNKNOWN
from ..merging.cells import Token
from ..merging.values import WordSplit
from ..training import Snapshot, Training


@dataclass(frozen=True)
class SharedWord:
    """A word of both corpora: its occurrences in each, and its tokens in the three runs."""

    text: str
    counts: tuple[int, int]
    alone: tuple[tuple[Token, ...], tuple[Token, ...]]
    joint: tuple[Token, ...]

    @property
    def agrees_alone(self) -> bool:
        """Whether the two runs of one language each split it alike."""
        return self.alone[0] == self.alone[1]


def moved_cuts(splits: Sequence[Sequence[Token]]) -> tuple[tuple[int, ...], ...]:
    """Return for each split of one word its tokens, by number, that begin where not all splits cut.

    Tokens are without a mark that is part of them. A split with unknown characters is not compared.

    >>> moved_cuts([("Bar", "ack"), ("Bar", "ac", "k"), ("Bar", "<unk>")])
    ((), (2,), ())
    """
    known = [() if UNKNOWN in split else split for split in splits]
    begins = [[*accumulate(map(len, split), initial=0)][:-1] for split in known]
    compared = [set(each) for each in begins if each]
    common = compared[0].intersection(*compared) if compared else set()
    return tuple(tuple(n for n, at in enumerate(each) if at not in common) for each in begins)


class JointCost(NamedTuple):
    """What joint training costs one corpus.

    Attributes:
        alone, joint: tokens of that corpus under its own merges, and under the joint ones.
        words: word occurrences in it.
        reached: the first joint step at which it is as short as alone; None where it never is.
    """

    alone: int
    joint: int
    words: int
    reached: int | None

    @property
    def extra(self) -> float:
        """Tokens that the joint merges take beyond its own, as a share of those."""
        return self.joint / self.alone - 1

    @property
    def alone_per_word(self) -> float:
        """Tokens a word under its own merges."""
        return self.alone / self.words

    @property
    def joint_per_word(self) -> float:
        """Tokens a word under the joint merges."""
        return self.joint / self.words


class VocabularyFilter:
    """Split back tokens that are not allowed, as `apply_bpe.py` of subword-nmt does.

    A token seen too seldom in one language is replaced by the two tokens of its merge, and these
    by theirs, until each is allowed or of the alphabet.

    Attributes:
        allowed_count: how many vocabulary entries are allowed.
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
        """Return the tokens for some ids, those that are not allowed split back."""
        return tuple(self._tokens[part] for id_ in ids for part in self._parts[id_])

    def token_count(self, frequencies: Sequence[int] | np.ndarray) -> int:
        """Return the tokens of a text after the filter, from its token frequencies before."""
        return sum(int(n) * len(parts) for n, parts in zip(frequencies, self._parts, strict=True))


@dataclass(frozen=True, eq=False)
class JointRuns:
    """Three records: each corpus alone, and both joined.

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
        """Return the state of the two and of the joint run at a step, or at the end of each.

        A step beyond the end of a run is its end.
        """
        first, second = self.alone
        return _at(first, step), _at(second, step), _at(self.joint, step)

    def cost(self, side: int, step: int | None = None) -> JointCost:
        """Return what joint training costs one corpus at a step, or at the end."""
        alone, joint = _at(self.alone[side], step), _at(self.joint, step)
        reached = np.flatnonzero(self.token_counts_by_step(side) <= alone.token_count)
        return JointCost(
            alone=alone.token_count,
            joint=int(self.frequencies(side, joint).sum()),
            words=sum(self.corpora[side].counts),
            reached=int(reached[0]) if len(reached) else None,
        )

    def sizes(self, step: int | None = None) -> dict[str, int]:
        """Return how many entries the vocabularies have at a step, or at the end.

        Keys: first, second, joint, shared (by the first two), apart (the first two kept apart).
        """
        first, second, joint = (
            [each.token for each in snapshot.vocabulary] for snapshot in self.at(step)
        )
        sizes = {"first": len(first), "second": len(second), "joint": len(joint)}
        return sizes | {"shared": len({*first} & {*second}), "apart": len(first) + len(second)}

    def frequencies(self, side: int, snapshot: Snapshot) -> np.ndarray:
        """Return occurrences in one corpus of each token of the joint run, by token id."""
        return snapshot.frequencies_in(self._counts_of(side))

    def token_counts_by_step(self, side: int) -> np.ndarray:
        """Return tokens of one corpus under the joint merges at each step of the joint run."""
        return self.joint.token_counts_in(self._counts_of(side))

    def agreement(self) -> np.ndarray:
        """Return how many shared words the two runs of one language split alike, by step.

        From step 0 to the end of the longer run; the shorter one rests at its end.
        """
        one, other = self.alone
        known = set(other.corpus.words)
        change = np.zeros(max(map(len, self.alone)) + 2, dtype=np.int64)
        for word in filter(known.__contains__, one.corpus.words):
            mine, theirs = (dict(run.history(word)) for run in (one, other))
            left = right = None
            alike = False
            for step in sorted({*mine, *theirs}):
                left, right = mine.get(step, left), theirs.get(step, right)
                if (left == right) != alike:
                    alike = not alike
                    change[step] += 1 if alike else -1
        return np.cumsum(change)[:-1]

    def words_split_back(
        self, side: int, snapshot: Snapshot, keep: VocabularyFilter, limit: int | None = None
    ) -> list[WordSplit]:
        """Return the words of one corpus that `keep` splits further, most frequent first.

        `tokens` are those after the filter, `before` those of the joint run.
        """
        training, counts = snapshot.training, self._counts_of(side)
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

    def _counts_of(self, side: int) -> list[int]:
        """Return occurrences in one corpus of each word of the joint run; 0 where it has none."""
        counts = dict(self.corpora[side].items())
        return [counts.get(word, 0) for word in self.joint.corpus.words]

    def shared_words(self, step: int | None = None) -> list[SharedWord]:
        """Return the words of both corpora, most frequent first (by the rarer side)."""
        first, second = (dict(corpus.items()) for corpus in self.corpora)
        own, other, joint = self.at(step)
        shared = sorted(
            (word for word in first if word in second),
            key=lambda word: -min(first[word], second[word]),
        )
        return [
            SharedWord(
                word,
                (first[word], second[word]),
                (own.tokens(word), other.tokens(word)),
                joint.tokens(word),
            )
            for word in shared
        ]


def join_corpora(first: Corpus, second: Corpus) -> Corpus:
    """Return one corpus with the words of both and their counts added up."""
    counts = dict(first.items())
    for word, count in second.items():
        counts[word] = counts.get(word, 0) + count
    return Corpus.from_counts(counts, source=f"{first.source} + {second.source}")


def _at(training: Training, step: int | None) -> Snapshot:
    return training.snapshot(len(training) if step is None else min(step, len(training)))
