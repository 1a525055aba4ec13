"""The record of a Unigram training: every round's numbers, and what they decided."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from ..corpus import Corpus
from .model import UnigramModel

Fate = Literal["kept", "character", "rare", "loss", "score"]
FATES: tuple[Fate, ...] = get_args(Fate)
ABSENT = -1


@dataclass(frozen=True)
class PieceFate:
    """What one round did to a piece, and by which numbers.

    Attributes:
        log_prob: natural log of its probability after the round's EM; of a rare piece, the last.
        expected: occurrences in the corpus expected over all splits, as last estimated.
        loss: nats the corpus' likelihood would lose without it; None where none was computed.
        fate: "kept"; "character": never removed, so that every word can be cut; "rare": expected
            less than 0.5 times; "loss": among those whose removal costs least; "score": in the
            last round, not probable enough to fit into the vocabulary.
    """

    piece: str
    log_prob: float
    expected: float
    loss: float | None
    fate: Fate


@dataclass(frozen=True, eq=False)
class UnigramRound:
    """One round: EM, then removal. Arrays are by seed number; `pieces` are the seeds' spellings.

    Attributes:
        number: from 0; it leads from snapshot `number` to the next.
        size: pieces at its start.
        size_after_em, size_after: pieces once the rare ones, and once all removed ones are gone.
        log_likelihoods: nats, of the corpus over all splits: at its start, then after each EM pass
            (rare pieces already gone).
        best_log_likelihood: nats, of the best splits only, after EM.
        token_count: tokens in the corpus when each word is cut at its best, after EM.
        last: whether the pieces were cut to the vocabulary size by score instead of by loss.
    """

    number: int
    size: int
    size_after_em: int
    size_after: int
    log_likelihoods: tuple[float, ...]
    best_log_likelihood: float
    token_count: int
    last: bool
    _pieces: tuple[str, ...]
    _scores: np.ndarray
    _expected: np.ndarray
    _losses: np.ndarray
    _fates: np.ndarray
    _spelling: dict[str, str]

    @cached_property
    def model(self) -> UnigramModel:
        """The model after EM, by which the removals were judged."""
        absent = (ABSENT, FATES.index("rare"))
        present = np.flatnonzero(np.isin(self._fates, absent, invert=True))
        return _model(self._pieces, self._scores, present, self._spelling)

    @cached_property
    def removed(self) -> tuple[PieceFate, ...]:
        """The pieces it removed: the rare ones by expected count, then by what each costs."""
        return tuple(fate for fate in self.fates if fate.fate in ("rare", "loss", "score"))

    @cached_property
    def fates(self) -> tuple[PieceFate, ...]:
        """Every piece it began with: rare ones, then by loss (or score), cheapest first."""
        present = np.flatnonzero(self._fates != ABSENT)
        rare = self._fates[present] == FATES.index("rare")
        value = self._scores if self.last else self._losses
        value = np.where(rare, self._expected[present], value[present])
        character = self._fates[present] == FATES.index("character")
        order = present[np.lexsort((value, character, ~rare))]
        return tuple(
            PieceFate(
                self._pieces[i],
                float(self._scores[i]),
                float(self._expected[i]),
                None if np.isnan(self._losses[i]) else float(self._losses[i]),
                FATES[self._fates[i]],
            )
            for i in order
        )

    def alternative(self, piece: str) -> tuple[str, ...]:
        """Return the tokens that would stand in for a piece if it were removed."""
        return self.model.best(piece, without=piece)


@dataclass(frozen=True, eq=False)
class UnigramSnapshot:
    """The vocabulary after so many rounds.

    Attributes:
        round: rounds done; 0 is the seed vocabulary.
        log_likelihood: nats, of the training corpus over all splits.
        pieces: piece -> natural log of its probability, the most probable first.
    """

    round: int
    log_likelihood: float
    model: UnigramModel

    @cached_property
    def pieces(self) -> dict[str, float]:
        return dict(self.model.ranked)

    def __len__(self) -> int:
        return len(self.model.pieces)


@dataclass(frozen=True, eq=False)
class UnigramTraining:
    """The record of a run.

    Attributes:
        corpus: what it was trained on; `mark` was put in front of each of its words.
        alphabet: the single characters, which are never removed, in code point order.
        rounds: in order; the last one cuts to `vocab_size`.
        log_likelihood, best_log_likelihood: nats, of the corpus under the final pieces: over all
            splits, and of the best ones.
        token_count: tokens in the corpus when each word is cut at its best by the final pieces.
    """

    corpus: Corpus
    mark: str
    vocab_size: int
    alphabet: tuple[str, ...]
    rounds: tuple[UnigramRound, ...]
    log_likelihood: float
    best_log_likelihood: float
    token_count: int
    _states: tuple[tuple[np.ndarray, np.ndarray], ...]

    @property
    def pieces(self) -> dict[str, float]:
        """The final vocabulary: piece -> natural log of its probability, most probable first."""
        return self._snapshots[-1].pieces

    @property
    def model(self) -> UnigramModel:
        """The final model."""
        return self._snapshots[-1].model

    def snapshot(self, round: int) -> UnigramSnapshot:
        """Return the state after `round` rounds: 0 is the start, `len(training.rounds)` the end.

        Raises `ValueError` for a round outside of that.
        """
        if isinstance(round, bool) or round not in range(len(self.rounds) + 1):
            raise ValueError(
                f"round must be a whole number from 0 to {len(self.rounds)}, got {round!r}. "
                "Use len(training.rounds) for the end."
            )
        return self._snapshots[int(round)]

    @property
    def nbytes(self) -> int:
        """Bytes of the rounds' arrays, without the corpus."""
        arrays = [array for state in self._states for array in state]
        for done in self.rounds:
            arrays += [done._scores, done._expected, done._losses, done._fates]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def _snapshots(self) -> tuple[UnigramSnapshot, ...]:
        likelihoods = [done.log_likelihoods[0] for done in self.rounds] + [self.log_likelihood]
        first = self.rounds[0]
        return tuple(
            UnigramSnapshot(
                number, likelihood, _model(first._pieces, scores, present, first._spelling)
            )
            for number, (likelihood, (scores, present)) in enumerate(
                zip(likelihoods, self._states, strict=True)
            )
        )


def _model(
    pieces: tuple[str, ...], scores: np.ndarray, present: np.ndarray, spelling: dict[str, str]
) -> UnigramModel:
    values = scores[present].tolist()
    return UnigramModel(
        {pieces[i]: value for i, value in zip(present.tolist(), values, strict=True)}, **spelling
    )
