"""Tokens: every token of a run by id. Long ones are spelled when asked for, and sorted unspelled.

Merges can put a word together letter by letter, into tokens of 1, 2, 3, ... n letters: spelled out,
or compared letter by letter, they would take work and memory that grow as n * n.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from ..schemes import Scheme
from .cells import Cells, Token, join
from .lazy import Lazy

LONG = 64
"""Cells up to which a token is kept spelled."""

_MARKED = 8
"""More cells than any mark has characters."""


class Tokens(Lazy[Token]):
    """The alphabet, then the token of each merge, in id order.

    Attributes:
        sizes: the cells of each token, by id. `lengths`: its characters, or bytes.
        spelled: the tokens by id; `None` for a long one.
        row: for each cell of the corpus 1 + the id of the token it began with, as in `Cells`.
    """

    def __init__(self, cells: Cells, scheme: Scheme, long: int = LONG) -> None:
        self.row, self.sizes = cells.ids, [1] * len(cells.alphabet)
        self.lengths = list(map(len, cells.alphabet))
        self._scheme, self._alphabet, self._long = scheme, cells.alphabet, long
        # Characters of the mark that the right one of two tokens loses.
        self._again = len(scheme.mark) if scheme.boundary == "continuation" else 0
        self.spelled: list[Token | None] = list(cells.alphabet)
        self._starts: dict[int, int] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds: nothing that can be worked out again."""
        worked_out = ("_levels", "_unmarked", "_is_one_each", "_written")
        return {name: value for name, value in vars(self).items() if name not in worked_out}

    def add(self, left: int, right: int) -> bool:
        """Add the token that merging two makes. Return whether it is long: then `put` its place."""
        size = self.sizes[left] + self.sizes[right]
        self.sizes.append(size)
        self.lengths.append(self.lengths[left] + self.lengths[right] - self._again)
        is_long = size > self._long
        self.spelled.append(None if is_long else self._join(left, right))
        return is_long

    def put(self, start: int) -> None:
        """Say at which cell the token begins that was added last."""
        self._starts[len(self.spelled) - 1] = start

    def __len__(self) -> int:
        """The number of tokens."""
        return len(self.spelled)

    def at(self, id_: int) -> Token:
        """Return the token of an id."""
        token = self.spelled[id_]
        return self.text(self._starts[id_], self.sizes[id_]) if token is None else token

    def first(self, count: int) -> Sequence[Token]:
        """Return the first tokens: spelled, or as these are where some of them are long."""
        if None not in self.spelled[:count]:
            return self[:count]
        found = copy(self)
        for name in ("sizes", "lengths", "spelled"):
            setattr(found, name, getattr(self, name)[:count])
        return found

    def named(self, ids: Sequence[int]) -> tuple[Token, ...]:
        """Return the tokens of ids."""
        found = tuple(map(self.spelled.__getitem__, ids))
        if None in found:
            return tuple(map(self.at, ids))
        return found  # type: ignore[return-value]

    def key(self, id_: int, falling: bool = False) -> Any:
        """Return what sorts as the token does, or, `falling`, in the opposite order."""
        token = self.spelled[id_]
        if token is not None:
            return descending(token) if falling else token
        return _LongKey(self, self._starts[id_], self.sizes[id_], self._long, falling)

    def joined_key(self, left: int, right: int, cell: Callable[[int], int], pair: int) -> Any:
        """Return length and key of a pair's token; its right one begins at `cell(pair)`."""
        size = self.sizes[left] + self.sizes[right]
        if size <= self._long:
            token = self._join(left, right)
            return len(token), token
        start = cell(pair) - self.sizes[left]
        length = self.lengths[left] + self.lengths[right] - self._again
        return length, _LongKey(self, start, size, self._long, False)

    def text(self, start: int, size: int) -> Token:
        """Return the token that some cells of one word spell."""
        written, begins = self._written
        first: Any = self._alphabet[self.row[start] - 1]
        rest: Token = written[begins[start + 1] : begins[start + size]]
        return first + rest  # type: ignore[no-any-return]

    @cached_property
    def _written(self) -> tuple[Token, np.ndarray]:
        """All cells as they are spelled within a token, and where each begins in that."""
        units: list[Any] = [self._empty, *self._unmarked]
        sizes = np.array(list(map(len, units)))[self.row]
        written = self._empty.join([units[id_] for id_ in self.row.tolist()])
        return written, np.append(0, np.cumsum(sizes))

    def order(self, start: int, size: int, other: int, other_size: int) -> int:
        """Compare two runs of cells by their texts: below 0 where the first is smaller.

        Where they part is looked up, not searched for.
        """
        first, second = (len(self._alphabet[self.row[at] - 1]) for at in (start, other))
        same = 0
        if self._is_one_each and (first == second or self._scheme.boundary != "continuation"):
            same = self._alike(start, other, min(size, other_size))
            if same == min(size, other_size):
                return size - other_size
            # What parts them is a character, or a mark that ends one of them.
            size, other_size = min(size, same + _MARKED), min(other_size, same + _MARKED)
        one = self.text(start + same, size - same)
        two = self.text(other + same, other_size - same)
        return (one > two) - (one < two)  # type: ignore[operator]

    def _join(self, left: int, right: int) -> Token:
        """Return the token that two short ones make."""
        return join(self.spelled[left], self.spelled[right], self._scheme)  # type: ignore[arg-type]

    @cached_property
    def _unmarked(self) -> list[Token]:
        """The alphabet as it is spelled within a token."""
        if not self._again:
            return list(self._alphabet)
        # Those that have no mark begin a word, and so stand within no token.
        return [token[self._again :] or token for token in self._alphabet]

    @property
    def _empty(self) -> Token:
        return b"" if self._scheme.units == "bytes" else ""

    @cached_property
    def _is_one_each(self) -> bool:
        """Whether each cell stands for one character or byte, and perhaps a mark."""
        mark = self._scheme.mark
        here = [self._unmarked[id_ - 1] for id_ in np.unique(self.row).tolist() if id_]
        ends = (unit.removesuffix(mark) if isinstance(unit, str) else unit for unit in here)
        return all(len(unit) <= 1 for unit in ends)

    def _alike(self, start: int, other: int, most: int) -> int:
        """Return how many cells two places have in common, up to `most`."""
        if start == other:
            return most
        same = 0
        for level in reversed(range(most.bit_length())):
            alike = self._windows(level)
            if same + (1 << level) <= most and alike[start + same] == alike[other + same]:
                same += 1 << level
        return same

    def _windows(self, level: int) -> np.ndarray:
        """Return for each cell a number that tells 2 ** level cells from there from others."""
        while len(self._levels) <= level:
            half, step = self._levels[-1], 1 << (len(self._levels) - 1)
            keys = half[:-step].astype(np.int64) * (int(half.max()) + 1) + half[step:]
            self._levels.append(np.unique(keys, return_inverse=True)[1].astype(np.int32))
        return self._levels[level]

    @cached_property
    def _levels(self) -> list[np.ndarray]:
        """What `_windows` has worked out. A mark reads like the same character typed as text."""
        numbers: dict[Token, int] = {}
        classes = [0, *(numbers.setdefault(unit, len(numbers) + 1) for unit in self._unmarked)]
        return [np.array(classes, np.int32)[self.row]]


class _LongKey:
    """Sorts among short tokens, as `Tokens.key` has them, and others of its kind by its text."""

    __slots__ = ("_falling", "_head", "_size", "_start", "_tokens")

    def __init__(self, tokens: Tokens, start: int, size: int, long: int, falling: bool) -> None:
        self._tokens, self._start, self._size, self._falling = tokens, start, size, falling
        # More than a short token can have, so that this tells it from any of them.
        self._head = tokens.text(start, min(size, long + 2 * _MARKED))

    def _order(self, other: object) -> int:
        """Compare: below 0 where this comes first."""
        if isinstance(other, _LongKey):
            if self._head != other._head:
                order = -1 if self._head < other._head else 1  # type: ignore[operator]
            else:
                spans = self._start, self._size, other._start, other._size
                order = self._tokens.order(*spans)
            return -order if self._falling else order
        head: Any = self._head
        if len(other) > len(head):  # type: ignore[arg-type]
            # Only where the alphabet itself has longer tokens.
            head = self._tokens.text(self._start, self._size)
        if self._falling:
            return _compare_falling(head, other)  # type: ignore[arg-type]
        return int(head > other) - int(head < other)

    def __eq__(self, other: object) -> bool:
        return self._order(other) == 0

    def __lt__(self, other: object) -> bool:
        return self._order(other) < 0

    def __gt__(self, other: object) -> bool:
        return self._order(other) > 0

    __hash__ = None  # type: ignore[assignment]


def descending(token: Token) -> tuple[int, ...]:
    """Return a key that sorts the largest token first; the end of a token counts as smallest."""
    codes = token if isinstance(token, bytes) else map(ord, token)
    return (*(-code for code in codes), 1)


def _compare_falling(head: Token, other: tuple[int, ...]) -> int:
    """Compare `descending(head)` to another such key; mostly the first character tells."""
    codes = head if isinstance(head, bytes) else map(ord, head)
    for code, met in zip(codes, other, strict=False):
        if -code != met:
            return -1 if -code < met else 1
    return int(other[len(head)] < 1)
