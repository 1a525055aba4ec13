"""Cells: every distinct word spelled in the alphabet, one after the other in one array.

Training works on this array and the record is read from it. A cell contains one token of the
alphabet; an empty cell precedes, separates and follows the words, so adjacent cells can be looked
up without checking for a word's end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..corpus import MAX_COUNT
from ..errors import CorpusError, utf8
from ..schemes import Scheme
from ..text.characters import bytes_by_id

Token = str | bytes

_BLOCK = 1 << 16


@dataclass(frozen=True)
class Cells:
    """Distinct words as token IDs of the alphabet.

    Attributes:
        alphabet: the tokens before any merge, in ID order: single units by code point, then those
            with a mark attached, then the mark if it is a separate token. All 256 for bytes, in the
            scheme's byte order. Then the special tokens, which no cell contains.
        ids: one entry per cell: 1 + token ID, or 0 for an empty cell (int32).
        weights: one entry per cell: occurrences of its word, 0 for an empty cell.
        starts: first cell of each word (int64); the word's cells end before `starts[i + 1] - 1`.
    """

    alphabet: tuple[Token, ...]
    ids: np.ndarray
    weights: np.ndarray
    starts: np.ndarray

    @property
    def frequencies(self) -> np.ndarray:
        """Occurrences of each token of the alphabet, by ID (int64)."""
        total = np.zeros(len(self.alphabet) + 1)
        # In blocks, since bincount converts its input to a wider type.
        for start in range(0, len(self.ids), _BLOCK):
            block = slice(start, start + _BLOCK)
            total += np.bincount(self.ids[block], self.weights[block], len(total))
        return total[1:].astype(np.int64)


def spell(word: str, scheme: Scheme) -> list[Token]:
    """Return the word's tokens before any merge, left to right.

    Raises `CorpusError` for half of a surrogate pair if words are spelled in bytes.

    >>> from bpe import PRESETS
    >>> spell("low", PRESETS["subword-nmt"])
    ['l', 'o', 'w</w>']
    """
    if scheme.units == "bytes":
        return [bytes([byte]) for byte in utf8(word)]
    if scheme.boundary == "suffix":
        return [*word, scheme.mark]
    if scheme.boundary == "prefix":
        return [scheme.mark, *word]
    if scheme.boundary == "attached":
        return [*word[:-1], word[-1:] + scheme.mark]
    if scheme.boundary == "continuation":
        return [*word[:1], *(scheme.mark + character for character in word[1:])]
    return list(word)


def join(left: Token, right: Token, scheme: Scheme) -> Token:
    """Return the token that merging the two makes.

    >>> from bpe import PRESETS
    >>> join("##e", "##st", PRESETS["wordpiece"])
    '##est'
    """
    if scheme.boundary == "continuation":
        right = right[len(scheme.mark) :]
    # Both are text or both are bytes, depending on the scheme.
    return left + right  # type: ignore[operator]


def lay_out(words: Sequence[str], counts: Sequence[int], scheme: Scheme) -> Cells:
    """Spell every word, in order, without a loop over characters; equal to `spell` for each.

    Raises `CorpusError` for half of a surrogate pair if words are spelled in bytes, and for more
    tokens than can be counted exactly.
    """
    before, after = scheme.boundary == "prefix", scheme.boundary == "suffix"
    # One character represents each empty cell and each separate mark.
    blank = "\0" * (1 + before + after)
    text = "\0" * (1 + before) + blank.join(words) + "\0" * (1 + after)
    units, lengths = _units(text, words, scheme)
    spelled = lengths + before + after
    ends = np.cumsum(spelled + 1)
    starts = np.append(1, ends[:-1] + 1)

    letters = np.ones(len(units), dtype=bool)
    letters[0] = letters[ends] = False
    alphabet: list[Token] = []
    ids = np.zeros(len(units), dtype=np.int32)
    if scheme.units == "bytes":
        by_id = bytes_by_id(scheme.byte_order)
        alphabet += [bytes([byte]) for byte in by_id]
        one_more = np.zeros(256, dtype=np.int32)
        one_more[list(by_id)] = np.arange(1, 257)
        ids[letters] = one_more[units[letters]]
    else:
        own_mark = starts if before else ends - 1
        if before or after:
            letters[own_mark] = False
        marked = np.zeros(len(units), dtype=bool)
        if scheme.boundary == "attached":
            marked[ends - 1] = True
        elif scheme.boundary == "continuation":
            marked |= letters
            marked[starts] = False
        plain, plain_ids = _numbered(units[letters & ~marked], 1)
        fixed, fixed_ids = _numbered(units[marked], 1 + len(plain))
        ids[letters & ~marked], ids[marked] = plain_ids, fixed_ids
        attached = scheme.boundary == "attached"
        alphabet += plain
        alphabet += [unit + scheme.mark if attached else scheme.mark + unit for unit in fixed]
        if before or after:
            alphabet.append(scheme.mark)
            ids[own_mark] = len(alphabet)
    total = float(np.asarray(counts, dtype=np.float64) @ spelled)
    if total > MAX_COUNT:
        raise CorpusError("counts_large", largest=MAX_COUNT, total=total)
    alphabet += _special_ones(scheme)
    return Cells(tuple(alphabet), ids, _spread(counts, starts, len(ids)), starts)


def _spread(counts: Sequence[int], starts: np.ndarray, size: int) -> np.ndarray:
    """Return for each of `size` cells the count of its word; 0 for an empty cell.

    The type is int32 if no sum over cells can exceed it, which is common, else int64.
    """
    ends, each = np.append(starts[1:], size), np.asarray(counts, dtype=np.int64)
    total = each @ (ends - starts)
    weights = np.zeros(size, dtype=np.int32 if total < np.iinfo(np.int32).max else np.int64)
    weights[1:] = np.repeat(each.astype(weights.dtype), ends - starts)
    weights[ends - 1] = 0
    return weights


def _special_ones(scheme: Scheme) -> list[Token]:
    """Return the special tokens as the scheme's units spell them, in the order of their ids."""
    if scheme.units == "bytes":
        return [token.encode() for token in scheme.special_tokens]
    return list(scheme.special_tokens)


def _units(text: str, words: Sequence[str], scheme: Scheme) -> tuple[np.ndarray, np.ndarray]:
    """Return the code points or bytes of the text, and the number in each word."""
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    if scheme.units == "characters":
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32), lengths
    units = np.frombuffer(utf8(text), np.uint8)
    if not text.isascii():
        lengths = np.fromiter((len(word.encode()) for word in words), np.int64, len(words))
    return units, lengths


def _numbered(units: np.ndarray, first: int) -> tuple[list[str], np.ndarray]:
    """Return the distinct characters by code point, and for each unit its index, from `first`."""
    number = np.zeros(int(units.max(initial=0)) + 1, dtype=np.int32)
    number[units] = 1
    distinct = np.flatnonzero(number)
    number[distinct] = np.arange(first, first + len(distinct))
    return list(map(chr, distinct.tolist())), number[units]


def places_of(ids: Sequence[object], pair: tuple[object, object]) -> list[int]:
    """Return the places at which `pair` is replaced: from the left, never overlapping. IDs may be
    tokens.

    >>> places_of([1, 1, 1, 1, 1], (1, 1))
    [0, 2]
    """
    places: list[int] = []
    for at, each in enumerate(pairwise(ids)):
        if each == pair and (not places or places[-1] < at - 1):
            places.append(at)
    return places
