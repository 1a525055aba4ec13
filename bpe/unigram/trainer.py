"""Unigram LM training: start from many pieces and drop the least useful, round by round.

A round re-estimates the probabilities (EM) and then removes the pieces with the smallest loss of
likelihood (Kudo 2018, in the order of SentencePiece's `unigram_model_trainer.cc`). Every number
used in a decision is recorded, so a `UnigramTraining` can be replayed.
"""

from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np

from ..corpus import Corpus, as_corpus
from ..errors import CorpusError, check_whole
from ..schemes import PRESETS
from ..text.pieces import BOUNDARY
from .model import UNKNOWN_PENALTY
from .record import (
    FATES,
    RoundLog,
    RoundState,
    Spelling,
    UnigramRound,
    UnigramStop,
    UnigramTraining,
)
from .seeds import Seeds, find_seeds

SEEDS = 100_000
SEEDS_A_PIECE = 20
"""Minimum number of seeds, and number of seeds per requested piece; the larger one applies."""

MARGIN = 1.1  # pruning by loss stops this close above the vocabulary size; then the score decides
MAX_WORD_CHARS = 1024  # characters; a longer word is split into parts of this length for training
RARE = 0.5
"""Minimum expected count of a piece, as in SentencePiece."""

KEPT, CHARACTER, LOW_COUNT, LOW_LOSS, LOW_SCORE = range(len(FATES))


class SeedVocabulary:
    """The shrinking vocabulary. Arrays are by seed number; a round never changes an array in place.

    Attributes:
        present: mask of the seeds in the vocabulary.
        scores: natural log of each present piece's probability.
        characters: number of seeds that are single characters.
    """

    def __init__(self, seeds: Seeds, counts: np.ndarray) -> None:
        self.seeds = seeds
        self.counts = counts
        self.lattice = seeds.lattice
        self.is_character = seeds.lengths == 1
        self.characters = int(self.is_character.sum())
        self.present = np.ones(len(seeds.pieces), bool)
        self.scores = np.log(seeds.weights / seeds.weights.sum())

    @property
    def size(self) -> int:
        return int(self.present.sum())

    def now(self) -> RoundState:
        """Return the state between two rounds."""
        numbers = np.flatnonzero(self.present)
        return RoundState(numbers, self.scores[numbers], self.count_tokens())

    def begin_round(self) -> None:
        """Begin the log of a round, an entry for each piece."""
        self._begun = np.flatnonzero(self.present)
        self._fates = np.where(self.is_character, CHARACTER, KEPT)
        self._round_scores = self.scores
        self._expected = np.zeros(len(self.scores))
        self._losses = np.full(len(self.scores), np.nan)

    def round_log(self) -> RoundLog:
        """Return the log since `begin_round`."""
        by_number = (self._round_scores, self._expected, self._losses, self._fates)
        return RoundLog(self._begun, *(array[self._begun] for array in by_number))

    def estimate(self) -> float:
        """Do one EM pass; return the log-likelihood with the scores before it."""
        expected, likelihood = self.lattice.expected(self.scores, self.counts)
        self._expected = np.where(self.present, expected, self._expected)
        self._remove(self.present & ~self.is_character & (expected < RARE), LOW_COUNT)
        self.scores = self._maximized(expected)
        self._round_scores = np.where(self.present, self.scores, self._round_scores)
        return likelihood

    def log_likelihood(self) -> float:
        """Return the log-likelihood of the corpus over all splits, in nats."""
        return float(self.counts @ self.lattice.forward(self.scores)[self.lattice.places.ends])

    def count_tokens(self) -> int:
        """Return the number of tokens with each word's best split."""
        last = self.lattice.best_paths(self.scores)
        self._frequency = np.zeros(len(self.scores))
        for rank, piece in self.lattice.walk(last):
            self._frequency += np.bincount(piece, self.counts[rank], len(self.scores))
        return int(self._frequency.sum())

    def prune_by_loss(self, size: int) -> None:
        """Keep the characters and, up to `size` pieces, those with the largest loss."""
        judged = np.flatnonzero(self.present & ~self.is_character)
        self._losses[judged] = self._costs(judged)
        self._keep_highest(self._losses, size, LOW_LOSS)

    def cut_by_score(self, size: int) -> None:
        """Keep the characters and, up to `size` pieces, the most probable ones."""
        self._keep_highest(self.scores, size, LOW_SCORE)

    def _costs(self, pieces: np.ndarray) -> np.ndarray:
        """Return the loss of the best splits, in nats, if a piece is replaced by its next best
        split.

        The uses of a removed piece go to the pieces of its next best split; a piece that is never
        used has no loss.
        """
        lengths, frequency = self.seeds.lengths[pieces], self._frequency
        order = np.argsort(-lengths, kind="stable")
        inner = self.lattice.inside(self.seeds.firsts[pieces[order]], lengths[order])
        last = inner.best_paths(self.scores)
        uses = frequency[pieces[order]]
        parts = np.zeros(len(pieces))
        joined = np.zeros(len(pieces))
        with np.errstate(divide="ignore", invalid="ignore"):
            for rank, part in inner.walk(last):
                parts[rank] += 1
                joined[rank] += np.log(frequency[part] + uses[rank])
            whole = frequency.sum()
            with_it = np.log(uses) - np.log(whole)
            without = joined - parts * np.log(whole + uses * (parts - 1))
            losses = np.empty(len(pieces))
            losses[order] = np.where(uses > 0, uses * (with_it - without), 0.0)
        return losses

    def _keep_highest(self, values: np.ndarray, size: int, fate: int) -> None:
        judged = np.flatnonzero(self.present & ~self.is_character)
        # Rounded, so that noise in the last bits does not matter: among equals, the earlier seed.
        order = judged[np.argsort(-values[judged].round(9), kind="stable")]
        removed = np.zeros(len(values), bool)
        removed[order[size - self.characters :]] = True
        self._remove(removed, fate)

    def _remove(self, removed: np.ndarray, fate: int) -> None:
        if removed.any():
            self._fates = np.where(removed, fate, self._fates)
            self.present = self.present & ~removed
            self.lattice = self.lattice.keep(self.present)

    def _maximized(self, expected: np.ndarray) -> np.ndarray:
        """Return new scores: digamma instead of log penalizes rare pieces (variational Bayes).

        A rare character stays, as unlikely as an unknown one.
        """
        enough = self.present & (expected >= RARE)
        if not enough.any():
            enough = self.present & (expected > 0)
        scores = np.full(len(expected), -np.inf)
        scores[enough] = digamma(expected[enough]) - digamma(expected[enough].sum())
        scores[self.present & ~enough] = scores[enough].min() - UNKNOWN_PENALTY
        return scores


def digamma(x: np.ndarray) -> np.ndarray:
    """Return the derivative of log gamma for x > 0, to about 14 digits."""
    steps = 10
    y = np.asarray(x, dtype=float)
    shifted = y + steps
    r = 1 / shifted**2
    tail = r * (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r / 132))))
    value: np.ndarray = np.log(shifted) - 0.5 / shifted - tail
    for k in range(steps):
        value -= 1 / (y + k)
    return value


def train_unigram(
    corpus: str | Mapping[str, int] | Corpus,
    *,
    vocab_size: int,
    seed_size: int | None = None,
    max_piece_length: int = 16,
    shrink: float = 0.75,
    em_rounds: int = 2,
    mark: str = "▁",
    on_progress: Callable[[int, int], object] | None = None,
) -> UnigramTraining:
    """Learn a Unigram vocabulary of `vocab_size` pieces, single characters included.

    The vocabulary is smaller if too few pieces are expected often enough; then the record's `stop`
    has the reason "no_pieces".

    corpus: a text (split as in the preset "sentencepiece"), word counts, or a Corpus.
    seed_size: number of pieces to start from; by default 100,000, or 20 per requested piece if that
        is more. max_piece_length: in characters, mark included.
    shrink: the share of the pieces that a round keeps. em_rounds: EM passes before each removal.
    on_progress: called with (completed EM passes, expected EM passes); may raise to cancel.

    Raises `CorpusError` if the corpus has more different characters than `vocab_size`, and
    `ValueError` for a number out of range.

    >>> from bpe.unigram import train_unigram
    >>> training = train_unigram("highest lowest coolest", vocab_size=12)
    >>> training.model.best("▁lowest")
    ('▁', 'l', 'o', 'w', 'est')
    """
    check_whole("vocab_size", vocab_size, 1, "8000 is usual for a large text.")
    if seed_size is None:
        seed_size = max(SEEDS, SEEDS_A_PIECE * vocab_size)
    for name, value in (
        ("seed_size", seed_size),
        ("max_piece_length", max_piece_length),
        ("em_rounds", em_rounds),
    ):
        check_whole(name, value, 1, "Leave it at its default.")
    if not 0 < shrink < 1:
        raise ValueError(
            f"shrink must be above 0 and below 1, got {shrink!r}. SentencePiece uses 0.75."
        )
    scheme = PRESETS["sentencepiece"]
    normalizer = "none" if isinstance(corpus, Mapping) else scheme.normalizer
    corpus = as_corpus(corpus, scheme)
    words = _words(corpus, mark)
    counts = np.array(list(words.values()), dtype=float)
    seeds = find_seeds(list(words), counts, seed_size, max_piece_length)
    state = SeedVocabulary(seeds, counts)
    if vocab_size < state.characters:
        raise CorpusError("vocab_size", least=state.characters, given=vocab_size)
    target = int(vocab_size * MARGIN)
    passes = em_rounds * _rounds_foreseen(len(seeds.pieces), target, shrink)
    done = 0
    rounds: list[UnigramRound] = []
    spelling = Spelling(seeds.pieces, mark, normalizer)
    states = [state.now()]
    while not rounds or not rounds[-1].last:
        size = state.size
        state.begin_round()
        likelihoods = []
        for _ in range(em_rounds):
            likelihoods.append(state.estimate())
            done += 1
            if on_progress is not None:
                on_progress(min(done, passes), passes)
        likelihoods.append(state.log_likelihood())
        token_count = state.count_tokens()
        size_after_em = state.size
        last = size_after_em <= target
        if last:
            state.cut_by_score(vocab_size)
        else:
            state.prune_by_loss(max(target, int(shrink * size_after_em)))
        rounds.append(
            UnigramRound(
                number=len(rounds),
                size=size,
                size_after_em=size_after_em,
                size_after=state.size,
                log_likelihoods=tuple(likelihoods),
                token_count=token_count,
                last=last,
                _log=state.round_log(),
                _spelling=spelling,
            )
        )
        states.append(state.now())
    if on_progress is not None:
        on_progress(passes, passes)
    return UnigramTraining(
        corpus=corpus,
        mark=mark,
        vocab_size=vocab_size,
        alphabet=seeds.pieces[: state.characters],
        rounds=tuple(rounds),
        log_likelihood=state.log_likelihood(),
        stop=UnigramStop(
            reason="vocab_size" if state.size == vocab_size else "no_pieces",
            asked=vocab_size,
            found=state.size,
            candidates=seeds.candidates,
            seeds=len(seeds.pieces),
            rare=sum(done.rare for done in rounds),
        ),
        _spelling=spelling,
        _states=tuple(states),
    )


def _words(corpus: Corpus, mark: str) -> dict[str, int]:
    """Return the corpus's words with the mark in front, with their counts, longest first."""
    words: Counter[str] = Counter()
    for word, count in corpus.items():
        for part in filter(None, (mark + word).split(BOUNDARY)):
            for start in range(0, len(part), MAX_WORD_CHARS):
                words[part[start : start + MAX_WORD_CHARS]] += count
    return {word: words[word] for word in sorted(words, key=len, reverse=True)}


def _rounds_foreseen(size: int, target: int, shrink: float) -> int:
    rounds = 1
    while size > target:
        size = max(target, int(shrink * size))
        rounds += 1
    return rounds
