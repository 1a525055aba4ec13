"""Cells: every distinct word spelled in the alphabet, side by side in one row.

The row is what training works on and what the record is read from. A cell holds one token of the
alphabet; one empty cell stands before, between and after words, so that a neighbour can be looked
up without asking where a word ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .errors import CorpusError
from .schemes import Scheme

Token = str | bytes


@dataclass(frozen=True)
class Cells:
    """Distinct words as token ids of the alphabet.

    Attributes:
        alphabet: the tokens before any merge, in id order: single units by code point, then those
            with a mark attached, then the mark where it is a token of its own. All 256 for bytes.
        ids: one entry a cell: 1 + token id, or 0 for an empty cell (int32).
        weights: one entry a cell: occurrences of its word, 0 for an empty cell (int64).
        starts: first cell of each word (int64); the word's cells end before `starts[i + 1] - 1`.
    """

    alphabet: tuple[Token, ...]
    ids: np.ndarray
    weights: np.ndarray
    starts: np.ndarray


def spell(word: str, scheme: Scheme) -> list[Token]:
    """Return the word's tokens before any merge, left to right.

    >>> from bpe import PRESETS
    >>> spell("low", PRESETS["subword-nmt"])
    ['l', 'o', 'w</w>']
    """
    if scheme.units == "bytes":
        return [bytes([byte]) for byte in word.encode()]
    if scheme.boundary == "suffix":
        return [*word, scheme.mark]
    if scheme.boundary == "prefix":
        return [scheme.mark, *word]
    if scheme.boundary == "attached":
        return [*word[:-1], word[-1] + scheme.mark]
    if scheme.boundary == "continuation":
        return [word[0], *(scheme.mark + character for character in word[1:])]
    return list(word)


def join(left: Token, right: Token, scheme: Scheme) -> Token:
    """Return the token that merging the two makes.

    >>> from bpe import PRESETS
    >>> join("##e", "##st", PRESETS["wordpiece"])
    '##est'
    """
    if scheme.boundary == "continuation":
        return left + right[len(scheme.mark) :]
    return left + right


def lay_out(words: Sequence[str], counts: Sequence[int], scheme: Scheme) -> Cells:
    """Spell every word, in order, without a loop over characters; equal to `spell` of each.

    Raises `CorpusError` for half of a surrogate pair where words are spelled in bytes.
    """
    units, lengths = _units(words, scheme)
    own_mark = scheme.boundary in ("suffix", "prefix")
    spelled = lengths + own_mark
    starts = np.concatenate(([0], np.cumsum(spelled + 1)))[:-1] + 1
    unit_ends = np.cumsum(lengths)
    unit_starts = unit_ends - lengths

    cell_of_unit = np.arange(len(units)) + np.repeat(
        starts + (scheme.boundary == "prefix") - unit_starts, lengths
    )
    marked = np.zeros(len(units), dtype=bool)
    if scheme.boundary == "attached":
        marked[unit_ends - 1] = True
    elif scheme.boundary == "continuation":
        marked[:] = True
        marked[unit_starts] = False

    ids = np.zeros(int(spelled.sum()) + len(words) + 1, dtype=np.int32)
    if scheme.units == "bytes":
        alphabet: list[Token] = [bytes([byte]) for byte in range(256)]
        ids[cell_of_unit] = units.astype(np.int32) + 1
    else:
        plain, plain_ids = _numbered(units[~marked], 1)
        fixed, fixed_ids = _numbered(units[marked], 1 + len(plain))
        ids[cell_of_unit[~marked]] = plain_ids
        ids[cell_of_unit[marked]] = fixed_ids
        alphabet = [chr(unit) for unit in plain]
        if scheme.boundary == "attached":
            alphabet += [chr(unit) + scheme.mark for unit in fixed]
        else:
            alphabet += [scheme.mark + chr(unit) for unit in fixed]
    if own_mark:
        alphabet.append(scheme.mark)
        ids[starts if scheme.boundary == "prefix" else starts + lengths] = len(alphabet)

    weights = np.zeros(len(ids), dtype=np.int64)
    weights[:-1] = np.repeat(np.asarray(counts, dtype=np.int64), spelled + 1)
    weights[1:] = weights[:-1]
    weights[ids == 0] = 0
    return Cells(tuple(alphabet), ids, weights, starts)


def _units(words: Sequence[str], scheme: Scheme) -> tuple[np.ndarray, np.ndarray]:
    """Return the code points or bytes of all words in a row, and how many each word has."""
    text = "".join(words)
    if scheme.units == "characters":
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32), lengths
    try:
        units = np.frombuffer(text.encode(), np.uint8)
    except UnicodeEncodeError as error:
        raise CorpusError(
            f"text must be complete Unicode characters, got half of a surrogate pair, "
            f"U+{ord(text[error.start]):04X}. Remove it."
        ) from error
    sizes = (len(word) if word.isascii() else len(word.encode()) for word in words)
    return units, np.fromiter(sizes, np.int64, len(words))


def _numbered(units: np.ndarray, first: int) -> tuple[list[int], np.ndarray]:
    """Return the distinct units in code point order, and for each unit its number from `first`."""
    number = np.zeros(int(units.max()) + 1 if len(units) else 1, dtype=np.int32)
    number[units] = 1
    distinct = np.flatnonzero(number) if len(units) else np.zeros(0, dtype=np.int64)
    number[distinct] = np.arange(first, first + len(distinct))
    return distinct.tolist(), number[units]
