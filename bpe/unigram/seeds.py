"""Seeds: the substrings that Unigram training starts from, and all of their occurrences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .lattice import Lattice, Places


@dataclass(frozen=True, eq=False)
class Seeds:
    """The seed pieces: the characters in code point order, then the others, heaviest first.

    Attributes:
        weights: occurrences of each piece in the corpus times its length.
        lengths: characters in each piece.
        firsts: a place at which each piece begins.
        lattice: all occurrences of all pieces in the words.
        candidates: number of pieces to choose from.
    """

    pieces: tuple[str, ...]
    weights: np.ndarray
    lengths: np.ndarray
    firsts: np.ndarray
    lattice: Lattice
    candidates: int


def find_seeds(words: Sequence[str], counts: np.ndarray, size: int, longest: int) -> Seeds:
    """Return all characters, and the heaviest substrings that occur twice, up to `size` in all.

    words: longest first; counts: occurrences of each. longest: maximum number of characters of a
        substring. Among equally heavy substrings the shorter comes first, then the smaller by code
        point.

    Substrings grow by one character at a time. Each has a number, so a substring of length n is a
    pair: the number of its first n-1 characters, and its last character. Since it occurs no more
        often than its prefix, a substring that occurs once is not extended.
    """
    places = Places(np.fromiter(map(len, words), int, len(words)))
    alphabet, letters = _code_points(words, places)
    after = np.arange(len(places)) + np.diff(places.first)[places.depth]
    weight = counts[places.rank]

    start = np.flatnonzero(letters >= 0)
    end = after[start]
    number = letters[start]
    found = [(start, end, number)]
    many = [np.bincount(number, weight[start], len(alphabet))]
    firsts = [_first_of(number, start, len(alphabet))]
    for _ in range(2, longest + 1):
        grows = letters[end] >= 0
        start, end, number = start[grows], end[grows], number[grows]
        key = number * len(alphabet) + letters[end]
        end = after[end]
        kinds, number = np.unique(key, return_inverse=True)
        occurs = np.bincount(number, weight[start], len(kinds))
        often = occurs >= 2
        here = often[number]
        start, end = start[here], end[here]
        number = (np.cumsum(often) - 1)[number[here]]
        if not len(start):
            break
        found.append((start, end, number))
        many.append(occurs[often])
        firsts.append(_first_of(number, start, int(often.sum())))

    lengths = np.repeat(np.arange(1, len(many) + 1), list(map(len, many)))
    weights = np.concatenate(many) * lengths
    longer = np.arange(len(alphabet), len(weights))
    heaviest = longer[np.argsort(-weights[longer], kind="stable")]
    chosen = np.concatenate((np.arange(len(alphabet)), heaviest[: max(0, size - len(alphabet))]))
    seed_of = np.full(len(weights), -1)
    seed_of[chosen] = np.arange(len(chosen))

    shift = np.cumsum([0, *map(len, many)])
    start, end = (np.concatenate([level[part] for level in found]) for part in (0, 1))
    number = np.concatenate([level[2] + by for level, by in zip(found, shift[:-1], strict=True)])
    piece = seed_of[number]
    is_seed = piece >= 0
    lattice = Lattice.of_edges(places, start[is_seed], end[is_seed], piece[is_seed])
    first, lengths = np.concatenate(firsts)[chosen], lengths[chosen]
    pieces = tuple(
        words[rank][depth : depth + length]
        for rank, depth, length in zip(
            places.rank[first].tolist(),
            places.depth[first].tolist(),
            lengths.tolist(),
            strict=True,
        )
    )
    return Seeds(pieces, weights[chosen], lengths, first, lattice, len(weights))


def _code_points(words: Sequence[str], places: Places) -> tuple[np.ndarray, np.ndarray]:
    """Return the alphabet's code points and, for each position, the index of the next character.

    It is -1 after the end of a word.
    """
    code_points = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), "<u4")
    alphabet, letter = np.unique(code_points, return_inverse=True)
    rank = np.repeat(np.arange(len(words)), places.lengths)
    depth = np.arange(len(rank)) - (np.cumsum(places.lengths) - places.lengths)[rank]
    letters = np.full(len(places), -1)
    letters[places.at(rank, depth)] = letter
    return alphabet, letters


def _first_of(number: np.ndarray, start: np.ndarray, kinds: int) -> np.ndarray:
    """Return for each number its first place in `start`."""
    first = np.empty(kinds, int)
    first[number[::-1]] = start[::-1]
    return first
