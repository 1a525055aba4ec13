"""The record of a Unigram training: each round's numbers and decisions for each piece, the
vocabulary between the rounds, and the reason why it stopped.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, get_args

import numpy as np

from ..corpus import Corpus
from ..errors import check_place, check_text
from .model import UnigramModel

Fate = Literal["kept", "character", "rare", "loss", "score"]
FATES: tuple[Fate, ...] = get_args(Fate)


@dataclass(frozen=True)
class PieceFate:
    """The fate of a piece in one round, with the numbers that decided it.

    Attributes:
        log_prob: natural log of its probability after the round's EM; for a rare piece, the last
            value.
        expected: expected occurrences in the corpus over all splits, from the last estimate.
        loss: decrease of the corpus's log-likelihood, in nats, without the piece; None if not
            computed.
        fate: "kept"; "character": never removed, so that every word has a split; "rare": expected
            less than 0.5 times; "loss": among the pieces with the smallest loss; "score": in the
            last round, not probable enough for the vocabulary.

    >>> from bpe.unigram import train_unigram
    >>> fates = train_unigram("highest lowest coolest", vocab_size=12).rounds[0].fates
    >>> [fate.piece for fate in fates if not fate.gone][:3]
    ['est', 'e', 's']
    """

    piece: str
    log_prob: float
    expected: float
    loss: float | None
    fate: Fate

    @property
    def gone(self) -> bool:
        """True if the round removed it."""
        return self.fate in ("rare", "loss", "score")

    @property
    def probability(self) -> float:
        """Its probability after the round's EM, 0 to 1."""
        return math.exp(self.log_prob)


class Spelling(NamedTuple):
    """The seeds by number, and the spelling of texts.

    Attributes:
        pieces: the seeds. mark, normalizer: as in `UnigramModel`.
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
    """The log of a round: parallel arrays, one entry for each piece at its start.

    Attributes:
        numbers: the numbers of these seeds. scores, expected, losses, fates: see `PieceFate`; a
            loss is NaN if it was not computed, a fate is an index in `FATES`.
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
        size_after_em, size_after: pieces after removing the rare ones, and after all removals.
        log_likelihoods: of the corpus over all splits, in nats: at the start, then after each EM
            pass (without rare pieces).
        token_count: tokens in the corpus with each word's best split, after EM.
        last: whether the pieces were cut to the vocabulary size by score instead of by loss.

    >>> from bpe.unigram import train_unigram
    >>> first = train_unigram("highest lowest coolest", vocab_size=12).rounds[0]
    >>> first.number, len(first.removed)
    (0, 2)
    """

    number: int
    size: int
    size_after_em: int
    size_after: int
    log_likelihoods: tuple[float, ...]
    token_count: int
    last: bool
    _log: RoundLog = field(repr=False)
    _spelling: Spelling = field(repr=False)

    @property
    def rare(self) -> int:
        """Number of pieces removed as too rare."""
        return self.size - self.size_after_em

    @property
    def cut(self) -> int:
        """Number of pieces removed by loss, or in the last round by score."""
        return self.size_after_em - self.size_after

    @cached_property
    def model(self) -> UnigramModel:
        """The model after EM, which determined the removals."""
        log = self._log
        stayed = log.fates != FATES.index("rare")
        return self._spelling.model(log.numbers[stayed], log.scores[stayed])

    @cached_property
    def removed(self) -> tuple[PieceFate, ...]:
        """The removed pieces: the rare ones by expected count, then the others by loss."""
        return tuple(fate for fate in self.fates if fate.gone)

    @cached_property
    def fates(self) -> tuple[PieceFate, ...]:
        """Every piece at the start: rare ones, then by loss (or score), smallest first."""
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
        """Return the tokens that would replace a piece if it were removed."""
        return self.model.best(piece, without=piece)


Reason = Literal["vocab_size", "no_pieces"]


@dataclass(frozen=True)
class UnigramStop:
    """The reason for the size of a vocabulary.

    Attributes:
        reason: "vocab_size" if it has the requested number of pieces; "no_pieces" if it has fewer,
            because no other pieces are expected often enough in the corpus.
        asked, found: requested pieces, and pieces in the vocabulary.
        candidates: number of possible pieces: the characters of the corpus, and its substrings, up
            to the maximum length, that occur twice.
        seeds: number of candidates, the heaviest ones, from which the training started.
        rare: number of seeds removed because EM expected them less than 0.5 times.

    >>> from bpe.unigram import train_unigram
    >>> train_unigram("highest lowest coolest", vocab_size=12).stop.reason
    'vocab_size'
    """

    reason: Reason
    asked: int
    found: int
    candidates: int
    seeds: int
    rare: int


class RoundState(NamedTuple):
    """The vocabulary between two rounds.

    Attributes:
        numbers, scores: the seeds in it, and the natural logs of their probabilities.
        token_count: see `UnigramSnapshot`.
    """

    numbers: np.ndarray
    scores: np.ndarray
    token_count: int


@dataclass(frozen=True, eq=False)
class UnigramSnapshot:
    """The vocabulary after some rounds.

    Attributes:
        round: completed rounds; 0 is the seed vocabulary.
        log_likelihood: of the training corpus with these pieces, over all splits, in nats.
        token_count: tokens in the corpus with each word's best split into these pieces.

    >>> from bpe.unigram import train_unigram
    >>> training = train_unigram("highest lowest coolest", vocab_size=12)
    >>> len(training.snapshot(0).pieces), len(training.snapshot(1).pieces)
    (14, 12)
    """

    round: int
    log_likelihood: float
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
        corpus: the training corpus; each of its words was prefixed with `mark`.
        alphabet: the single characters, which are never removed, in code point order.
        rounds: in order; the last one cuts to `vocab_size`.
        log_likelihood: of the corpus with the final pieces, over all splits, in nats.
        stop: the reason for the final size.

    >>> from bpe.unigram import train_unigram
    >>> training = train_unigram("highest lowest coolest", vocab_size=12)
    >>> len(training.pieces), training.sizes.tolist()
    (12, [14, 12])
    """

    corpus: Corpus
    mark: str
    vocab_size: int
    alphabet: tuple[str, ...]
    rounds: tuple[UnigramRound, ...]
    log_likelihood: float
    stop: UnigramStop
    _spelling: Spelling
    _states: tuple[RoundState, ...]

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
    def token_count(self) -> int:
        """Tokens in the corpus with each word's best split into the final pieces."""
        return self._states[-1].token_count

    @property
    def token_counts(self) -> np.ndarray:
        """Tokens in the corpus, with best splits, by number of completed rounds: 0 to the last."""
        return np.array([state.token_count for state in self._states])

    @property
    def sizes(self) -> np.ndarray:
        """Pieces in the vocabulary by number of completed rounds: 0 to the last."""
        return np.array([len(state.numbers) for state in self._states])

    def snapshot(self, round: int) -> UnigramSnapshot:
        """Return the state after `round` rounds: 0 is the start, `len(training)` the end.

        Raises `ValueError` for any other round.
        """
        way_out = "Use len(training) for the end."
        return self._snapshots[check_place("round", round, len(self), way_out)]

    def history(self, word: str) -> list[tuple[int, tuple[str, ...]]]:
        """Return every best split of a word of the corpus, with its first round.

        The mark is added in front; a character that no piece spells is a piece itself.
        """
        check_text(word)
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
                state.token_count,
                self._spelling.model(state.numbers, state.scores),
            )
            for number, (likelihood, state) in enumerate(
                zip(likelihoods, self._states, strict=True)
            )
        )
