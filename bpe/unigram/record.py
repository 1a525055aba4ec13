"""The record of a Unigram training: the vocabulary between its rounds, and why it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from ..corpus import Corpus
from .model import UnigramModel
from .rounds import Spelling, UnigramRound
from .tokenizer import UnigramTokenizer

Reason = Literal["vocab_size", "no_pieces"]


@dataclass(frozen=True)
class UnigramStop:
    """Why a vocabulary has the size it has.

    Attributes:
        reason: "vocab_size" where it has as many pieces as were asked for; "no_pieces" where it has
            fewer, because no others were left that are expected often enough in the corpus.
        asked, found: pieces asked for, and pieces in the vocabulary.
        candidates: what could have become a piece: the characters of the corpus, and the
            substrings, up to the longest piece allowed, that occur twice.
        seeds: how many of these, the heaviest, the training started from.
        rare: how many of the seeds went because EM expected them less than half a time.
    """

    reason: Reason
    asked: int
    found: int
    candidates: int
    seeds: int
    rare: int


class State(NamedTuple):
    """The vocabulary between two rounds.

    Attributes:
        numbers, scores: of the seeds in it, and the natural logs of their probabilities.
        best_log_likelihood, token_count: see `UnigramSnapshot`.
    """

    numbers: np.ndarray
    scores: np.ndarray
    best_log_likelihood: float
    token_count: int


@dataclass(frozen=True, eq=False)
class UnigramSnapshot:
    """The vocabulary after so many rounds.

    Attributes:
        round: rounds done; 0 is the seed vocabulary.
        log_likelihood, best_log_likelihood: nats, of the training corpus under these pieces: over
            all splits, and of the best ones.
        token_count: tokens in the corpus when each word is cut at its best by these pieces.
    """

    round: int
    log_likelihood: float
    best_log_likelihood: float
    token_count: int
    model: UnigramModel

    @cached_property
    def pieces(self) -> dict[str, float]:
        """Piece -> natural log of its probability, the most probable first."""
        return dict(self.model.ranked)

    def __len__(self) -> int:
        """The number of pieces."""
        return len(self.model.pieces)


@dataclass(frozen=True, eq=False, repr=False)
class UnigramTraining:
    """The record of a run.

    Attributes:
        corpus: what it was trained on; `mark` was put in front of each of its words.
        alphabet: the single characters, which are never removed, in code point order.
        rounds: in order; the last one cuts to `vocab_size`.
        log_likelihood: nats, of the corpus under the final pieces, over all splits.
        stop: why there are no more pieces.
    """

    corpus: Corpus
    mark: str
    vocab_size: int
    alphabet: tuple[str, ...]
    rounds: tuple[UnigramRound, ...]
    log_likelihood: float
    stop: UnigramStop
    _spelling: Spelling
    _states: tuple[State, ...]

    def __len__(self) -> int:
        """The number of rounds: `snapshot(len(training))` is the end."""
        return len(self.rounds)

    def __repr__(self) -> str:
        return (
            f"<UnigramTraining: {self.stop.found} pieces of {self.vocab_size} asked for, "
            f"{len(self)} rounds from {self.stop.seeds} seeds>"
        )

    @property
    def pieces(self) -> dict[str, float]:
        """The final vocabulary: piece -> natural log of its probability, most probable first."""
        return self._snapshots[-1].pieces

    @property
    def model(self) -> UnigramModel:
        """The final model."""
        return self._snapshots[-1].model

    @property
    def best_log_likelihood(self) -> float:
        """Nats, of the best splits of the corpus by the final pieces."""
        return self._states[-1].best_log_likelihood

    @property
    def token_count(self) -> int:
        """Tokens in the corpus when each word is cut at its best by the final pieces."""
        return self._states[-1].token_count

    @property
    def token_counts(self) -> np.ndarray:
        """Tokens in the corpus, each word cut at its best, by rounds done: 0 to the last."""
        return np.array([state.token_count for state in self._states])

    @property
    def sizes(self) -> np.ndarray:
        """Pieces in the vocabulary by rounds done: 0 to the last."""
        return np.array([len(state.numbers) for state in self._states])

    def snapshot(self, round: int) -> UnigramSnapshot:
        """Return the state after `round` rounds: 0 is the start, `len(training)` the end.

        Raises `ValueError` for a round outside of that.
        """
        if isinstance(round, bool) or round not in range(len(self) + 1):
            raise ValueError(
                f"round must be a whole number from 0 to {len(self)}, got {round!r}. "
                "Use len(training) for the end."
            )
        return self._snapshots[int(round)]

    def tokenizer(self, round: int | None = None) -> UnigramTokenizer:
        """Return the tokenizer of the final pieces, or of those after `round` rounds."""
        return UnigramTokenizer(self.snapshot(len(self) if round is None else round).model)

    def history(self, word: str) -> list[tuple[int, tuple[str, ...]]]:
        """Return every best split a word of the corpus has, with the round it begins at.

        The mark is put in front; one character for each that no piece spells.
        """
        found: list[tuple[int, tuple[str, ...]]] = []
        for snapshot in self._snapshots:
            split = snapshot.model.best(self.mark + word)
            if not found or found[-1][1] != split:
                found.append((snapshot.round, split))
        return found

    @property
    def nbytes(self) -> int:
        """Bytes of the rounds' arrays, without the corpus."""
        arrays = [array for state in self._states for array in (state.numbers, state.scores)]
        arrays += [array for done in self.rounds for array in done._log]
        return sum(array.nbytes for array in arrays)

    @cached_property
    def _snapshots(self) -> tuple[UnigramSnapshot, ...]:
        likelihoods = [done.log_likelihoods[0] for done in self.rounds] + [self.log_likelihood]
        return tuple(
            UnigramSnapshot(
                number,
                likelihood,
                state.best_log_likelihood,
                state.token_count,
                self._spelling.model(state.numbers, state.scores),
            )
            for number, (likelihood, state) in enumerate(
                zip(likelihoods, self._states, strict=True)
            )
        )
