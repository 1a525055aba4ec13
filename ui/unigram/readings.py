"""Readings of a Unigram training: plain rows and numbers, one function a question.

Tokens are `str`, splits tuples of them. Nothing here estimates a probability or drops a piece.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bpe.readings.comparison import (
    ComparedVocabulary,
    SplitWord,
    compared_vocabularies,
    shared_tokens,
    split_words,
)
from bpe.text.normalizers import normalize
from bpe.unigram import Split, UnigramModel, UnigramTraining
from ui.draw.readings import ROWS, Rows
from ui.draw.tokens import visible
from ui.shell.text import speaking
from ui.unigram.layout import training_drawing
from ui.unigram.requests import SCHEME
from ui.unigram.rounds import say_here

LONGEST_WORD = 24
"""Characters of a word to cut."""

OFFERED = 200
"""Words offered."""

OPENING_WORD_LENGTH = 5

_CLAUSE = re.compile(rf"\b\w{{2,{LONGEST_WORD}}}\b")

DRAWS, SPLITS_DRAWN, FIRST_DRAWS = 1000, 30, 12
"""Splits sampled; different ones in the table, and those in the list."""

EXAMPLES = 14
"""Tokens shown of those that a group of methods shares."""

SPLITS = 8
BORDER = 15
ORDERS = ("order", "border", "dearest")
"""The orders of a round's pieces: as they go, around the limit, the most costly first."""

DIFFERENT_WORDS = 12


def offered_words(training: UnigramTraining, opening: str | None) -> tuple[list[str], str]:
    """Return words to choose from, and the one to open with: `opening`, if the corpus spells it."""
    corpus = training.corpus
    order = sorted(range(len(corpus)), key=lambda place: -corpus.counts[place])[:OFFERED]
    offered = [corpus.words[place] for place in order if len(corpus.words[place]) <= LONGEST_WORD]
    if not offered:  # without spaces a word may be a paragraph: then its clauses are offered
        clauses = (each for place in order for each in _CLAUSE.findall(corpus.words[place]))
        offered = list(islice(dict.fromkeys(clauses), OFFERED))
    if opening is None or not set(normalize(opening, SCHEME.normalizer)) <= _characters(training):
        long = (word for word in offered if len(word) >= OPENING_WORD_LENGTH)
        opening = next(long, offered[0] if offered else "")
    return offered, opening


def _characters(training: UnigramTraining) -> set[str]:
    return set("".join(training.corpus.words))


def spelled_word(training: UnigramTraining, word: str) -> str:
    """Spell a word as in training: normalized, its mark in front; of several the first."""
    return next(iter(training.model.spell(word)), "")[: LONGEST_WORD + 1]


@dataclass(frozen=True)
class WordLattice:
    """The lattice of a word, laid out, and its best split.

    Attributes:
        drawing: see `training_drawing`.
        before, now: the best split with all pieces, and without those in `away`.
        away: the pieces taken away that there are at this step.
        tied: how many splits are as good as the best.
    """

    drawing: dict[str, Any]
    before: Split
    now: Split
    away: tuple[str, ...]
    tied: int


def word_lattice(
    training: UnigramTraining, word: str, step: int, away: tuple[str, ...], lang: str
) -> WordLattice:
    """Lay out the lattice of a word after `step` rounds, without the pieces in `away`."""
    model = training.snapshot(step).model
    [before], [now] = model.nbest(word, 1), model.without(away).nbest(word, 1)
    with speaking(lang):
        drawing = training_drawing(training, word, step, SCHEME, say_here, away)
    there = tuple(piece for piece in away if piece in model.pieces)
    return WordLattice(drawing, before, now, there, model.tied(word))


@dataclass(frozen=True)
class WordSplits:
    """The most probable splits of a word: see `splits`; and the probability of the word."""

    rows: Rows
    marginal: float


def word_splits(
    training: UnigramTraining, step: int, word: str, away: tuple[str, ...]
) -> WordSplits:
    """Read the splits of a word after `step` rounds, without the pieces in `away`."""
    model = training.snapshot(step).model.without(away)
    return WordSplits(splits(model, word), model.marginal(word))


def splits(model: UnigramModel, word: str, limit: int = SPLITS) -> Rows:
    """List the most probable splits of a word, best first.

    Columns: tokens, probability (of just this split), share (of the word's probability).
    """
    found = model.nbest(word, limit + 1) if word else []
    rows = [(each.tokens, model.probability(each.tokens), each.share) for each in found[:limit]]
    return Rows(("tokens", "probability", "share"), rows, len(found) > limit)


@dataclass(frozen=True)
class RoundFacts:
    """What a round did: whether it is the last, the pieces it judged, log-likelihood (nats)."""

    last: bool
    judged: int
    before: float
    after: float


def round_facts(training: UnigramTraining, step: int) -> RoundFacts:
    """Read the round after `step`."""
    judge = training.rounds[step]
    return RoundFacts(judge.last, judge.size, judge.log_likelihoods[0], judge.log_likelihoods[-1])


def fates(training: UnigramTraining, step: int, show: str = "order", search: str = "") -> Rows:
    """List pieces that the round after `step` judged, in the order in which they would go.

    show: "order", from the first to go; "border", the last that go and the first that stay;
    "dearest", from the last that would go, characters left out.

    Columns: token, fate, gone (the round removed it), expected (occurrences over all splits),
    probability (after EM), loss (nats; None where none was computed), tokens (that would stand in
    for it; None for a character).
    """
    judge, wanted = training.rounds[step], search.casefold()
    found = [fate for fate in judge.fates if wanted in visible(fate.piece).casefold()]
    longer = [fate for fate in found if fate.fate != "character"]
    if show == "border":
        border = sum(fate.fate != "kept" for fate in longer)
        found = longer[max(0, border - BORDER) : border + BORDER]
    elif show == "dearest":
        found = longer[::-1]
    rows = [
        (
            fate.piece,
            fate.fate,
            fate.gone,
            fate.expected,
            fate.probability,
            fate.loss,
            None if fate.fate == "character" else judge.alternative(fate.piece),
        )
        for fate in found[:ROWS]
    ]
    columns = ("token", "fate", "gone", "expected", "probability", "loss", "tokens")
    return Rows(columns, rows, len(found) > len(rows))


@dataclass(frozen=True)
class PiecesAtStep:
    """The vocabulary after some rounds, and how it shrinks.

    Attributes:
        size, characters: pieces, and those of one character.
        rows: see `vocabulary`.
        by_round: "pieces" and "tokens" (of the corpus), by round.
    """

    size: int
    characters: int
    rows: Rows
    by_round: dict[str, list[int]]


def pieces_at(training: UnigramTraining, step: int, search: str) -> PiecesAtStep:
    """Read the vocabulary after `step` rounds, with the rows that show `search`."""
    return PiecesAtStep(
        len(training.snapshot(step)),
        len(training.alphabet),
        vocabulary(training, step, search=search),
        {"pieces": training.sizes.tolist(), "tokens": training.token_counts.tolist()},
    )


def vocabulary(
    training: UnigramTraining, step: int, limit: int | None = ROWS, search: str = ""
) -> Rows:
    """List the pieces after `step` rounds, the most probable first.

    Columns: rank (from 1), token, kind ("character" or "piece"), probability.
    """
    snapshot, alphabet, wanted = training.snapshot(step), {*training.alphabet}, search.casefold()
    found = [
        (rank, piece, "character" if piece in alphabet else "piece")
        for rank, piece in enumerate(snapshot.pieces, 1)
        if wanted in visible(piece).casefold()
    ]
    rows = [
        (rank, piece, kind, snapshot.model.probability([piece]))
        for rank, piece, kind in found[:limit]
    ]
    return Rows(("rank", "token", "kind", "probability"), rows, len(found) > len(rows))


@dataclass(frozen=True)
class SampledSplits:
    """Splits of a word, drawn by their probability.

    Attributes:
        different: how many different ones.
        rows: those drawn most often; see `sampled_splits`. first: the first few as drawn.
    """

    different: int
    rows: Rows
    first: list[tuple[str, ...]]


def word_samples(
    training: UnigramTraining, step: int, word: str, away: tuple[str, ...], seed: int
) -> SampledSplits:
    """Sample splits of a word after `step` rounds, without the pieces in `away`."""
    model = training.snapshot(step).model.without(away)
    rows, first = sampled_splits(model, word, DRAWS, seed)
    return SampledSplits(len(rows), replace(rows, cells=rows.cells[:SPLITS_DRAWN]), first)


def sampled_splits(
    model: UnigramModel, word: str, draws: int, seed: int
) -> tuple[Rows, list[tuple[str, ...]]]:
    """Sample splits of a word; return them with their frequencies, and the first few as drawn.

    Columns: tokens, drawn (how often), share (how much of the word's probability is its), most
    often drawn first. The same seed draws the same splits.
    """
    rng = random.Random(seed)
    drawn = [model.sample(word, rng) for _ in range(draws)]
    whole = model.marginal(word)
    rows = [
        (tokens, count, model.probability(tokens) / whole)
        for tokens, count in Counter(drawn).most_common()
    ]
    return Rows(("tokens", "drawn", "share"), rows), drawn[:FIRST_DRAWS]


SharedExamples = tuple[tuple[str, ...], int, tuple[str, ...]]
"""Names of vocabularies, how many tokens only they share, and some of these."""


@dataclass(frozen=True)
class Comparison:
    """Vocabularies of one size beside each other.

    Attributes:
        sizes: see `sizes`.
        smaller: name and size of those that stopped before they had as many pieces.
        shared: which names share tokens that no other has, how many, and some of them.
        words: the most frequent words that are not cut alike by all. alike: how many are.
    """

    sizes: Rows
    smaller: list[tuple[str, int]]
    shared: list[SharedExamples]
    words: list[SplitWord]
    alike: int


def comparison(unigram: UnigramTraining, *given: Any) -> Comparison:
    """Compare a Unigram vocabulary with those of other trainings on the same corpus.

    Given are these, a tuple of their names, and what the words are to contain.
    """
    *others, names, search = given
    compared = compared_vocabularies(unigram, dict(zip(names, others, strict=True)))
    words, alike = side_by_side(compared, unigram, search)
    return Comparison(
        sizes(compared),
        [(each.name, len(each.tokens)) for each in compared if not each.is_full],
        [
            (each.names, len(each.tokens), each.tokens[:EXAMPLES])
            for each in shared_tokens(compared)
        ],
        words,
        alike,
    )


def sizes(compared: Sequence[ComparedVocabulary]) -> Rows:
    """List the tokenizers. Columns: name, size, in_corpus (tokens), per_word, length.

    per_word: tokens of a word occurrence, on average. length: characters of a token in the
    vocabulary, on average, the mark ▁ not counted.
    """
    rows = [
        (each.name, len(each.tokens), each.token_count, each.tokens_per_word, each.mean_length)
        for each in compared
    ]
    return Rows(("name", "size", "in_corpus", "per_word", "length"), rows)


def side_by_side(
    compared: Sequence[ComparedVocabulary], training: UnigramTraining, search: str = ""
) -> tuple[list[SplitWord], int]:
    """Return the most frequent words that are not cut alike by all, and how many are cut alike.

    With `search`, the words that contain it, cut alike or not.
    """
    found: list[SplitWord] = []
    alike = 0
    for word in split_words(compared, training, search):
        if word.is_alike and not search:
            alike += 1
            continue
        found.append(word)
        if len(found) == DIFFERENT_WORDS:
            break
    return found, alike
