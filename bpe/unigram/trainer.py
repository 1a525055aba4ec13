"""Unigram LM training: start from many pieces and drop the least useful, round by round.

A round re-estimates the probabilities (EM) and then removes the pieces that the likelihood misses
least (Kudo 2018, in the steps of SentencePiece's `unigram_model_trainer.cc`). Every number that
decided something is kept, so a `UnigramTraining` can be replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np

from ..corpus import Corpus, as_corpus
from ..errors import CorpusError, check_whole
from ..schemes import PRESETS
from .pruning import Vocabulary
from .record import Spelling, UnigramRound, UnigramStop, UnigramTraining
from .seeds import find_seeds

SEEDS = 100_000
SEEDS_A_PIECE = 20
"""Seeds to start from: so many, or so many for each piece asked for, whichever is more."""

MARGIN = 1.1  # pruning by loss stops this close above the vocabulary size; then the score decides
LONGEST_WORD = 1024  # characters; a longer word is trained on in parts of this length


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

    It comes out smaller where too few are expected often enough to stay; then the record's `stop`
    has the reason "no_pieces".

    corpus: a text (read as the preset "sentencepiece" reads it), word counts, or a Corpus.
    seed_size: pieces to start from; by default 100,000, or 20 for each piece asked for where that
    is more. max_piece_length: in characters, mark included.
    shrink: the part of the pieces that a round keeps. em_rounds: EM passes before each removal.
    on_progress: called with (EM passes done, EM passes foreseen); may raise to cancel.

    Raises `CorpusError` if the corpus has more different characters than `vocab_size`, and
    `ValueError` for a number out of its range.
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
    state = Vocabulary(seeds, counts)
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
        best_log_likelihood, token_count = state.count_best()
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
                best_log_likelihood=best_log_likelihood,
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
    """Return the corpus' words with the mark in front and their counts, longest first."""
    words: Counter[str] = Counter()
    for word, count in zip(corpus.words, corpus.counts, strict=True):
        marked = mark + word
        for start in range(0, len(marked), LONGEST_WORD):
            words[marked[start : start + LONGEST_WORD]] += count
    return {word: words[word] for word in sorted(words, key=len, reverse=True)}


def _rounds_foreseen(size: int, target: int, shrink: float) -> int:
    rounds = 1
    while size > target:
        size = max(target, int(shrink * size))
        rounds += 1
    return rounds
