"""Sequences whose items are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from operator import eq
from typing import TypeVar, overload

Item = TypeVar("Item", covariant=True)


class Lazy(Sequence[Item]):
    """Items in order, each made when it is asked for; equal to a tuple or list of the same."""

    @abstractmethod
    def at(self, place: int) -> Item:
        """Return the item at a place from 0 up to the length."""

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        places = range(len(self))[place]
        return tuple(map(self.at, places)) if isinstance(places, range) else self.at(places)

    def __iter__(self) -> Iterator[Item]:
        return map(self.at, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lazy | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(tuple(self))
