"""Decoding: what each token stands for in the text, and the text of many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from typing import Any, NamedTuple

from ..errors import short
from ..merging.cells import Token
from ..merging.tokens import LONG
from ..schemes import Scheme
from .spelling import UNKNOWN, Alphabet


class Surface(NamedTuple):
    """What a token adds to a text: UTF-8, and whether a word begins or ends with it."""

    data: bytes
    begins: bool
    ends: bool


Halves = tuple[Any, Any]
"""The two parts of a token, each a surface or halves."""


def _joined(left: Surface | Halves, right: Surface | Halves) -> Surface | Halves:
    """Return what two parts make, put together where it is short."""
    if isinstance(left, Surface) and isinstance(right, Surface):
        (one, begins, _), (other, _, ends) = left, right
        if len(one) + len(other) <= LONG:
            return Surface(one + other, begins, ends)
    return left, right


class Surfaces(dict[int, Surface]):
    """Id -> what it adds to a text; what is long, put together when it is first asked for.

    All of them may take work and memory that grow as the square of their number.
    """

    def __init__(self, parts: Mapping[int, Surface | Halves]) -> None:
        super().__init__((id_, part) for id_, part in parts.items() if isinstance(part, Surface))
        self._parts = parts

    def __missing__(self, id_: int) -> Surface:
        units, rest = list[Surface](), [self._parts[id_]]
        while rest:
            part = rest.pop()
            if isinstance(part, Surface):
                units.append(part)
            else:
                rest += reversed(part)
        data = b"".join(unit.data for unit in units)
        self[id_] = found = Surface(data, units[0].begins, units[-1].ends)
        return found


class Decoder:
    """Turn ids or tokens into text."""

    def __init__(
        self,
        scheme: Scheme,
        alphabet: Alphabet,
        merges: Iterable[tuple[int, int, int]],
        tokens: Sequence[Token],
        special_ids: Mapping[str, int],
    ) -> None:
        """Take what a tokenizer is made of."""
        self._special_ids = special_ids
        self._scheme, self._alphabet, self._merges = scheme, alphabet, tuple(merges)
        self._tokens = tokens

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle holds: no halves in halves, thousands deep."""
        without = ("_parts", "_surfaces")
        return {name: value for name, value in vars(self).items() if name not in without}

    @cached_property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id; see `Tokenizer.vocabulary`."""
        made = [new for _, _, new in self._merges]
        used = [*self._alphabet.ids, *made, *self._special_ids.values()]
        return {self._tokens[id_]: id_ for id_ in reversed(used)}

    @property
    def ids(self) -> Collection[int]:
        """Every id that there is."""
        return self._parts.keys()

    def text(self, items: Iterable[int | Token]) -> str:
        """Return the text of ids, or of tokens. See `Tokenizer.decode`."""
        if not isinstance(items, Iterable):
            raise ValueError(
                f"encoded must be ids or tokens, got {short(items)}. Give encoding.ids, say."
            )
        parts: list[bytes] = []
        ended = False
        for item in items:
            surface, begins, ends = self.surface(item)
            if ended or (begins and parts):
                parts.append(b" ")
            parts.append(surface)
            ended = ends
        return b"".join(parts).decode("utf-8", "replace")

    def surface(self, item: int | Token) -> Surface:
        """Return what an id or a token stands for. Raises `ValueError` for an id there is not."""
        if isinstance(item, str | bytes):
            known = self._by_name.get(item)
            return self._as_read(item) if known is None else self._surfaces[known]
        check_id(item, self._parts)
        return self._surfaces[item]

    @cached_property
    def _surfaces(self) -> Surfaces:
        return Surfaces(self._parts)

    @cached_property
    def _parts(self) -> dict[int, Surface | Halves]:
        """Put together from the alphabet, so that a "</w>" somebody typed stays text."""
        boundary, alphabet = self._scheme.boundary, self._alphabet
        surfaces: dict[int, Surface | Halves] = {}
        for id_ in alphabet.ids:
            token = self._tokens[id_]
            if id_ == alphabet.mark_id:
                surfaces[id_] = Surface(b"", boundary == "prefix", boundary == "suffix")
            elif len(token) == 1:
                # A mark alone is a character that somebody typed.
                data = token if isinstance(token, bytes) else _utf8(token)
                surfaces[id_] = Surface(data, boundary == "continuation", False)
            else:
                surfaces[id_] = Surface(alphabet.plain_bytes(token), False, boundary == "attached")
        for left, right, new in self._merges:
            surfaces[new] = _joined(surfaces[left], surfaces[right])
        for name, id_ in self._special_ids.items():
            begins = boundary in ("prefix", "continuation")
            surfaces[id_] = Surface(name.encode(), begins, boundary in ("suffix", "attached"))
        for name, id_ in alphabet.special.items():
            if name == UNKNOWN:
                surfaces[id_] = Surface(name.encode(), boundary == "continuation", False)
            else:
                surfaces[id_] = Surface(bytes([id_ - alphabet.unknown_id - 1]), False, False)
        return surfaces

    @cached_property
    def _by_name(self) -> dict[Token, int]:
        names: dict[Token, int] = {}
        names.update(self._alphabet.special)
        return names | dict(self.vocabulary)

    def _as_read(self, token: Token) -> Surface:
        """Return what a token outside the vocabulary says: its mark by how it reads."""
        marked = self._alphabet.plain(token) != token
        begins = self._scheme.boundary == "continuation" and not marked
        ends = self._scheme.boundary == "attached" and marked
        return Surface(self._alphabet.plain_bytes(token), begins, ends)


def check_id(id_: object, known: Collection[int], rule: str = "") -> None:
    """Raise `ValueError` for what is no whole number, or not in `known`.

    rule: what an id must be, where `known` has holes.
    """
    if isinstance(id_, bool) or not isinstance(id_, Integral) or id_ not in known:
        raise ValueError(
            f"id must be {rule or f'a whole number from 0 to {max(known, default=0)}'}, "
            f"got {id_!r}. Use ids of this tokenizer."
        )


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
