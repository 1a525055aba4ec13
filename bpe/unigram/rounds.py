"""A round of a Unigram training: its numbers, and what they decided about each piece."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, get_args

import numpy as np

from .model import UnigramModel

Fate = Literal["kept", "character", "rare", "loss", "score"]
FATES: tuple[Fate, ...] = get_args(Fate)


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

    @property
    def gone(self) -> bool:
        """Whether the round removed it."""
        return self.fate in ("rare", "loss", "score")

    @property
    def probability(self) -> float:
        """Its probability after the round's EM, 0 to 1."""
        return math.exp(self.log_prob)


class Spelling(NamedTuple):
    """What numbers stand for: the seeds by number, and how a model spells a text.

    Attributes:
        pieces: the seeds. mark, normalizer: as `UnigramModel` takes them.
    """

    pieces: tuple[str, ...]
    mark: str
    normalizer: str

    def model(self, numbers: np.ndarray, scores: np.ndarray) -> UnigramModel:
        """Return the model of some seeds, by number, with their log probabilities."""
        spelled = map(self.pieces.__getitem__, numbers.tolist())
        pieces = dict(zip(spelled, scores.tolist(), strict=True))
        return UnigramModel(pieces, mark=self.mark, normalizer=self.normalizer)


class RoundLog(NamedTuple):
    """What a round wrote down of each piece it began with: parallel arrays.

    Attributes:
        numbers: which seeds these are. scores, expected, losses, fates: see `PieceFate`; a loss is
            NaN where none was computed, a fate a place in `FATES`.
    """

    numbers: np.ndarray
    scores: np.ndarray
    expected: np.ndarray
    losses: np.ndarray
    fates: np.ndarray


@dataclass(frozen=True, eq=False)
class UnigramRound:
    """One round: EM, then removal.

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
    _log: RoundLog = field(repr=False)
    _spelling: Spelling = field(repr=False)

    @property
    def rare(self) -> int:
        """How many pieces were too rare to stay."""
        return self.size - self.size_after_em

    @property
    def cut(self) -> int:
        """How many pieces were removed by loss, or in the last round by score."""
        return self.size_after_em - self.size_after

    @cached_property
    def model(self) -> UnigramModel:
        """The model after EM, by which the removals were judged."""
        log = self._log
        stayed = log.fates != FATES.index("rare")
        return self._spelling.model(log.numbers[stayed], log.scores[stayed])

    @cached_property
    def removed(self) -> tuple[PieceFate, ...]:
        """The pieces it removed: the rare ones by expected count, then by what each costs."""
        return tuple(fate for fate in self.fates if fate.gone)

    @cached_property
    def fates(self) -> tuple[PieceFate, ...]:
        """Every piece it began with: rare ones, then by loss (or score), cheapest first."""
        log = self._log
        rare, character = (log.fates == FATES.index(name) for name in ("rare", "character"))
        value = np.where(rare, log.expected, log.scores if self.last else log.losses)
        return tuple(
            PieceFate(
                self._spelling.pieces[log.numbers[i]],
                float(log.scores[i]),
                float(log.expected[i]),
                None if np.isnan(log.losses[i]) else float(log.losses[i]),
                FATES[log.fates[i]],
            )
            for i in np.lexsort((value, character, ~rare)).tolist()
        )

    def alternative(self, piece: str) -> tuple[str, ...]:
        """Return the tokens that would stand in for a piece if it were removed."""
        return self.model.best(piece, without=piece)
