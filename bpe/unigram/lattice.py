"""Lattice: every way to cut many words into pieces at once, in flat numpy arrays.

A place is a gap between two characters of a word, its start and its end included; an edge is a
piece that fits between two places of the same word. A path from a word's start to its end is one
split of that word. Words are ranked longest first, so the places at one depth lie side by side and
one numpy call takes a step in all words together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np


class Places:
    """The places of words with the given lengths, which must not rise.

    The place `depth` characters into the word of rank `rank` is `first[depth] + rank`; the start of
    a word has its rank as its number.

    Attributes:
        first: first place at each depth; one more entry, the number of places, ends it.
        levels: (first, after the last) of the places at each depth from 1 on.
        depth, rank: of each place.
        ends: the last place of each word.
    """

    def __init__(self, lengths: np.ndarray) -> None:
        self.lengths = lengths
        longest = int(lengths[0])
        reaching = len(lengths) - np.searchsorted(lengths[::-1], np.arange(longest + 1))
        self.first = np.concatenate(([0], np.cumsum(reaching)))
        self.levels = list(pairwise(self.first[1:].tolist()))
        self.depth = np.repeat(np.arange(longest + 1), reaching)
        self.rank = np.arange(len(self.depth)) - self.first[self.depth]
        self.ends = self.at(np.arange(len(lengths)), lengths)

    def __len__(self) -> int:
        return len(self.depth)

    def at(self, rank: np.ndarray, depth: np.ndarray) -> np.ndarray:
        """Return the places so many characters into the words of these ranks."""
        places: np.ndarray = self.first[depth] + rank
        return places


class Lattice:
    """Edges in the order of the place they end at; among those, the longest first.

    Every place but a word's start must have an edge that ends there. Scores are natural logarithms
    of probabilities, one for each piece number.
    """

    def __init__(
        self, places: Places, head: np.ndarray, start: np.ndarray, piece: np.ndarray
    ) -> None:
        self.places = places
        self.head = head  # the edges head[p] to head[p + 1] end at place p
        self.start = start
        self.piece = piece
        self.end = np.repeat(np.arange(len(places)), np.diff(head))

    @classmethod
    def of_edges(
        cls, places: Places, start: np.ndarray, end: np.ndarray, piece: np.ndarray
    ) -> Lattice:
        """Build a lattice of edges in any order."""
        longest = len(places.first)
        order = np.argsort(end * longest + places.depth[start])
        head = np.searchsorted(end[order], np.arange(len(places) + 1))
        return cls(places, head, start[order], piece[order])

    def keep(self, wanted: np.ndarray) -> Lattice:
        """Return the lattice of the pieces for which `wanted`, a mask by piece number, is true."""
        mask = wanted[self.piece]
        head = np.concatenate(([0], np.cumsum(mask)))[self.head]
        return Lattice(self.places, head, self.start[mask], self.piece[mask])

    def inside(self, starts: np.ndarray, lengths: np.ndarray) -> Lattice:
        """Return the lattice of stretches of this one, without the edges that span a stretch.

        The stretches begin at the places `starts` and have the given lengths, which must not rise.
        """
        places, outer = Places(lengths), self.places
        first_depth = outer.depth[starts]
        at = outer.at(outer.rank[starts][places.rank], first_depth[places.rank] + places.depth)
        many = self.head[at + 1] - self.head[at]
        many[: len(lengths)] = 0
        owner = np.repeat(np.arange(len(places)), many)
        skip = np.cumsum(many) - many
        edge = np.arange(len(owner)) + (self.head[at] - skip)[owner]
        rank = places.rank[owner]
        depth = outer.depth[self.start[edge]] - first_depth[rank]
        fits = (depth > 0) | ((depth == 0) & (places.depth[owner] < lengths[rank]))
        owner, edge, rank, depth = owner[fits], edge[fits], rank[fits], depth[fits]
        head = np.searchsorted(owner, np.arange(len(places) + 1))
        return Lattice(places, head, places.at(rank, depth), self.piece[edge])

    def forward(self, scores: np.ndarray, join: np.ufunc = np.logaddexp) -> np.ndarray:
        """Return a log probability for each place: of all paths to it from its word's start.

        With `np.maximum` for `join`, of the best path only.
        """
        total = np.zeros(len(self.places))
        weights = scores[self.piece]
        for low, high in self.places.levels:
            begin, end = self.head[low], self.head[high]
            reached = total[self.start[begin:end]] + weights[begin:end]
            total[low:high] = join.reduceat(reached, self.head[low:high] - begin)
        return total

    def expected(self, scores: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, float]:
        """Return how often each piece is expected, and the log-likelihood of all words.

        counts: occurrences of each word, by rank. A split weighs as much as its share of its
        word's probability. Mass flows from the ends of the words back to their starts, and at
        each place divides among the edges that end there, so nothing under- or overflows.
        """
        total = self.forward(scores)
        share = np.exp(total[self.start] + scores[self.piece] - total[self.end])
        mass = np.zeros(len(self.places))
        mass[self.places.ends] = counts
        for low, high in reversed(self.places.levels):
            edges = slice(self.head[low], self.head[high])
            share[edges] *= mass[self.end[edges]]
            np.add.at(mass, self.start[edges], share[edges])
        expected = np.bincount(self.piece, share, len(scores))
        return expected, float(counts @ total[self.places.ends])

    def best_paths(self, scores: np.ndarray) -> np.ndarray:
        """Return the edge that the best path takes to each place.

        Among equally good paths, the one whose last piece is the longest. Starts have edge -1.
        """
        value = self.forward(scores, np.maximum)
        on_best = np.flatnonzero(value[self.start] + scores[self.piece] == value[self.end])[::-1]
        last = np.full(len(self.places), -1)
        last[self.end[on_best]] = on_best  # of several, the last written stays: the longest
        return last

    def walk(self, last: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield (ranks, pieces): the words' last pieces on the best paths, then those before."""
        words = len(self.places.lengths)
        rank, place = np.arange(words), self.places.ends
        while len(place):
            edge = last[place]
            yield rank, self.piece[edge]
            place = self.start[edge]
            inside = place >= words
            rank, place = rank[inside], place[inside]
