"""UnigramModel: pieces with log probabilities, and the splits of a word into them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any

from ..errors import check_text, check_whole, short
from ..text.normalizers import normalize
from ..text.pretokenizers import pretokenize

UNKNOWN_PENALTY = 10.0

TIE = 1e-9
"""Maximum difference of log probabilities of equally probable splits."""

MAX_TIED_SPLITS = 100


@dataclass(frozen=True)
class Edge:
    """A piece that fits into a word: from character `start` up to, not including, `end`.

    Attributes:
        share: share of the word's probability of all splits with this edge, 0 to 1.
        best: whether the best split contains it.
        known: whether the piece is in the vocabulary; else it is an unknown character.

    >>> from bpe.unigram import UnigramModel
    >>> edges = UnigramModel({"u": -1.4, "g": -1.4, "ug": -0.7}).lattice("ug")
    >>> [(edge.start, edge.end, edge.piece) for edge in edges]
    [(0, 1, 'u'), (0, 2, 'ug'), (1, 2, 'g')]
    """

    start: int
    end: int
    piece: str
    log_prob: float
    share: float
    best: bool
    known: bool


@dataclass(frozen=True)
class Split:
    """A split of a word; `share` is its part of the word's probability, 0 to 1.

    >>> from bpe.unigram import UnigramModel
    >>> splits = UnigramModel({"u": -1.4, "g": -1.4, "ug": -0.7}).nbest("ug", 2)
    >>> [(split.tokens, round(split.share, 2)) for split in splits]
    [(('ug',), 0.89), (('u', 'g'), 0.11)]
    """

    tokens: tuple[str, ...]
    log_prob: float
    share: float


class UnigramModel:
    """Model in which a word's pieces occur independently of each other, each with its probability.

    A `word` must already contain the boundary mark (see `spell`). A character that is not a piece
    counts as unknown and scores 10 less than the least likely piece, as in SentencePiece.

    >>> from math import log
    >>> from bpe.unigram import UnigramModel
    >>> model = UnigramModel({"h": log(0.2), "u": log(0.2), "g": log(0.2), "ug": log(0.4)})
    >>> model.best("hug"), round(model.probability(["h", "ug"]), 2)
    (('h', 'ug'), 0.08)
    """

    def __init__(
        self, pieces: Mapping[str, float], *, mark: str = "", normalizer: str = "none"
    ) -> None:
        """Take piece -> natural log probability. Raises `ValueError` for anything else."""
        if not isinstance(pieces, Mapping) or not pieces or not all(map(_is_piece, pieces.items())):
            raise ValueError(
                "pieces must be at least one, not empty, each with a finite number, "
                f"got {short(pieces)}. "
                "Give each piece its log probability."
            )
        self.pieces = dict(pieces)
        self.mark = mark
        self.normalizer = normalizer
        self.unknown_score = min(self.pieces.values()) - UNKNOWN_PENALTY
        self._longest = max(map(len, self.pieces))

    def __repr__(self) -> str:
        return f"<UnigramModel: {len(self.pieces)} pieces>"

    def without(self, pieces: Iterable[str]) -> UnigramModel:
        """Return this model without some pieces; the others keep their probabilities.

        Single characters always stay, so that every word still has a split.

        >>> from math import log
        >>> model = UnigramModel({"u": log(0.2), "g": log(0.2), "ug": log(0.6)})
        >>> model.best("ug"), model.without(["ug", "g"]).best("ug")
        (('ug',), ('u', 'g'))
        """
        away = None if isinstance(pieces, str) or not isinstance(pieces, Iterable) else [*pieces]
        if away is None or not all(isinstance(piece, str) for piece in away):
            raise ValueError(
                f"pieces must be a list of texts, got {short(pieces)}. Put them between brackets."
            )
        gone = {piece for piece in away if len(piece) > 1}
        left = {piece: score for piece, score in self.pieces.items() if piece not in gone}
        return UnigramModel(left, mark=self.mark, normalizer=self.normalizer) if left else self

    def spell(self, text: str) -> list[str]:
        """Return the words of a text in the form of this model: normalized, with the mark in front.

        >>> UnigramModel({"a": 0.0}, mark="▁").spell("low lower")
        ['▁low', '▁lower']
        """
        check_text(text)
        words = pretokenize(normalize(text, self.normalizer), "space")
        return [self.mark + word for word in words]

    def best(self, word: str, *, without: str | None = None) -> tuple[str, ...]:
        """Return the most probable split (Viterbi), excluding the piece `without`.

        Among equally good splits, the one with the longest last piece wins.
        """
        reached = [0.0]
        last: list[str] = [""]
        for edges in self._edges(word, without):
            value, piece = -math.inf, ""
            for start, candidate, score in edges:
                if reached[start] + score > value:
                    value, piece = reached[start] + score, candidate
            reached.append(value)
            last.append(piece)
        tokens = []
        place = len(word)
        while place:
            tokens.append(last[place])
            place -= len(last[place])
        return tuple(reversed(tokens))

    def nbest(self, word: str, n: int) -> list[Split]:
        """Return the n most probable splits, best first; fewer if the word has fewer."""
        check_whole("n", n, 1, "Ask for at least one split.")
        reached: list[list[tuple[float, tuple[str, ...]]]] = [[(0.0, ())]]
        for edges in self._edges(word):
            candidates = [
                (value + score, (*tokens, piece))
                for start, piece, score in edges
                for value, tokens in reached[start]
            ]
            candidates.sort(key=lambda candidate: -candidate[0])
            reached.append(candidates[:n])
        whole = self.log_marginal(word)
        return [Split(tokens, value, math.exp(value - whole)) for value, tokens in reached[-1]]

    def tied(self, word: str) -> int:
        """Return the number of splits as probable as the best one, itself included.

        Equal probabilities may differ in their last digits, as their logarithms are added in a
        different order. Counts up to `MAX_TIED_SPLITS`.
        """
        found = self.nbest(word, MAX_TIED_SPLITS)
        return sum(found[0].log_prob - each.log_prob < TIE for each in found)

    def sample(self, word: str, seed: int | random.Random | None = None) -> tuple[str, ...]:
        """Draw a random split of a word, each with its share of the word's probability.

        seed: a number, or a generator to continue.
        """
        if seed is not None and not isinstance(seed, random.Random):
            check_whole("seed", seed, 0, "Leave it out for another each time.")
        rng = seed if isinstance(seed, random.Random) else random.Random(seed)
        edges = self._edges(word)
        reached = self._forward(edges)
        tokens = []
        place = len(word)
        while place:
            choices = edges[place - 1]
            weights = [
                math.exp(reached[start] + score - reached[place]) for start, _, score in choices
            ]
            place, piece, _ = rng.choices(choices, weights)[0]
            tokens.append(piece)
        return tuple(reversed(tokens))

    def lattice(self, word: str) -> tuple[Edge, ...]:
        """Return every edge of the word's lattice, sorted by start, then by end."""
        edges = self._edges(word)
        reached = self._forward(edges)
        mass = [0.0] * len(word) + [1.0]
        place, on_best = 0, set()
        for token in self.best(word):
            on_best.add((place, place + len(token)))
            place += len(token)
        found = []
        for end in range(len(word), 0, -1):
            for start, piece, score in edges[end - 1]:
                share = mass[end] * math.exp(reached[start] + score - reached[end])
                mass[start] += share
                best = (start, end) in on_best
                found.append(Edge(start, end, piece, score, share, best, piece in self.pieces))
        return tuple(sorted(found, key=lambda edge: (edge.start, edge.end)))

    def log_probability(self, tokens: Sequence[str]) -> float:
        """Return the natural log probability of a single split; -inf if it cannot occur."""
        return sum((self._score(token) for token in tokens), 0.0)

    def probability(self, tokens: Sequence[str]) -> float:
        """Return the probability of a single split: the product of its pieces' probabilities."""
        return math.exp(self.log_probability(tokens))

    def log_marginal(self, word: str) -> float:
        """Return the natural log probability of the word: the sum over all its splits."""
        return self._forward(self._edges(word))[-1]

    def marginal(self, word: str) -> float:
        """Return the probability of the word: the sum over all its splits."""
        return math.exp(self.log_marginal(word))

    @cached_property
    def ranked(self) -> tuple[tuple[str, float], ...]:
        """(piece, log probability) of every piece, the most probable first."""
        return tuple(sorted(self.pieces.items(), key=lambda item: -item[1]))

    def _score(self, token: str) -> float:
        unknown = self.unknown_score if len(token) == 1 else -math.inf
        return self.pieces.get(token, unknown)

    def _edges(self, word: str, without: str | None = None) -> list[list[tuple[int, str, float]]]:
        """Return (start, piece, score) of the edges into each place after the first.

        Longest first; an unknown character has an edge too.
        """
        check_text(word)
        edges = []
        for end in range(1, len(word) + 1):
            found = []
            for start in range(max(0, end - self._longest), end):
                piece = word[start:end]
                score = self.pieces.get(piece)
                if score is not None and piece != without:
                    found.append((start, piece, score))
            if not found or found[-1][0] != end - 1:
                found.append((end - 1, word[end - 1], self.unknown_score))
            edges.append(found)
        return edges

    def _forward(self, edges: list[list[tuple[int, str, float]]]) -> list[float]:
        """Return the log of the summed probabilities of all paths to each place."""
        reached = [0.0]
        for found in edges:
            values = [reached[start] + score for start, _, score in found]
            top = max(values)
            reached.append(top + math.log(sum(math.exp(value - top) for value in values)))
        return reached


def _is_piece(item: tuple[object, Any]) -> bool:
    piece, score = item
    is_number = type(score) is float or isinstance(score, Real)
    is_finite = is_number and abs(score) < math.inf
    return is_finite and isinstance(piece, str) and piece != ""
