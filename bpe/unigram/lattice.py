"""Lattice: all splits of many words into pieces at once, in flat numpy arrays.

A place is a boundary between two characters of a word, its start and its end included; an edge is a
piece that fits between two places of the same word. A path from a word's start to its end is one
split of that word. Words are ranked longest first, so the places at one depth are contiguous and
one numpy call advances all words together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np


class Places:
    """The places of words with the given lengths, in descending order.

    The place `depth` characters into the word of rank `rank` is `first[depth] + rank`; so the start
    of a word has the number `rank`.

    Attributes:
        first: first place at each depth; the last entry is the number of places.
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
        """Return the places at this depth in the words of these ranks."""
        places: np.ndarray = self.first[depth] + rank
        return places


class Lattice:
    """Edges sorted by the place they end at, then the longest first.

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
        """Build a lattice from edges in any order."""
        longest = len(places.first)
        order = np.argsort(end * longest + places.depth[start])
        head = np.searchsorted(end[order], np.arange(len(places) + 1))
        return cls(places, head, start[order], piece[order])

    def keep(self, wanted: np.ndarray) -> Lattice:
        """Return the lattice of the pieces selected by `wanted`, a mask by piece number."""
        mask = wanted[self.piece]
        head = np.concatenate(([0], np.cumsum(mask)))[self.head]
        return Lattice(self.places, head, self.start[mask], self.piece[mask])

    def inside(self, starts: np.ndarray, lengths: np.ndarray) -> Lattice:
        """Return the lattice of parts of words, without the edges that span a whole part.

        The parts begin at the places `starts` and have the given lengths, in descending order.
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
        """Return for each place the log probability of all paths to it from its word's start.

        With `np.maximum` as `join`, that of the best path only.
        """
        total = np.zeros(len(self.places))
        weights = scores[self.piece]
        for low, high in self.places.levels:
            begin, end = self.head[low], self.head[high]
            reached = total[self.start[begin:end]] + weights[begin:end]
            total[low:high] = join.reduceat(reached, self.head[low:high] - begin)
        return total

    def expected(self, scores: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, float]:
        """Return the expected count of each piece, and the log-likelihood of all words.

        counts: occurrences of each word, by rank. A split is weighted by its share of its word's
            probability. Probability flows from the ends of the words back to their starts, and at
            each place is divided among the edges that end there, so nothing under- or overflows.
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
        """Return the last edge of the best path to each place.

        Among equally good paths, the one with the longest last piece wins. Starts have edge -1.
        """
        value = self.forward(scores, np.maximum)
        on_best = np.flatnonzero(value[self.start] + scores[self.piece] == value[self.end])[::-1]
        last = np.full(len(self.places), -1)
        last[self.end[on_best]] = on_best  # among several, the last written one stays: the longest
        return last

    def walk(self, last: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield (ranks, pieces) along the best paths, from each word's last piece to its first."""
        words = len(self.places.lengths)
        rank, place = np.arange(words), self.places.ends
        while len(place):
            edge = last[place]
            yield rank, self.piece[edge]
            place = self.start[edge]
            inside = place >= words
            rank, place = rank[inside], place[inside]
