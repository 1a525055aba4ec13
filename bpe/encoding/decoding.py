"""Decoding: the surface of each token, and the text of many."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from typing import NamedTuple

from ..errors import short
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import as_bytes
from .spelling import UNKNOWN, Alphabet


class Surface(NamedTuple):
    """A token's part of a text in UTF-8, and whether a word begins or ends with it."""

    data: bytes
    begins: bool
    ends: bool


class Surfaces(dict[int, Surface]):
    """Id -> its surface; that of a merge is built on first use.

    All of them may take work and memory that grow as the square of their number.
    """

    def __init__(
        self, units: Mapping[int, Surface], merges: Iterable[tuple[int, int, int]]
    ) -> None:
        super().__init__(units)
        self._parts: dict[int, tuple[int, int]] = {}
        self.ids = set(units)
        for left, right, new in merges:
            # A file may list a merge before those of its parts.
            if left in self.ids and right in self.ids and new not in self.ids:
                self._parts[new] = left, right
                self.ids.add(new)

    def __missing__(self, id_: int) -> Surface:
        units, rest = list[Surface](), [id_]
        while rest:
            each = rest.pop()
            if each in self:
                units.append(self[each])
            else:
                rest += reversed(self._parts[each])
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
        """Take the parts of a tokenizer."""
        self._special_ids = special_ids
        self._scheme, self._alphabet, self._merges = scheme, alphabet, tuple(merges)
        self._tokens = tokens

    @cached_property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id; see `Tokenizer.vocabulary`."""
        made = [new for _, _, new in self._merges]
        used = [*self._alphabet.ids, *made, *self._special_ids.values()]
        return {self._tokens[id_]: id_ for id_ in reversed(used)}

    @property
    def ids(self) -> Collection[int]:
        """Every id that there is."""
        return self._surfaces.ids

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
        """Return the surface of an id or a token. Raises `ValueError` for an id there is not."""
        if isinstance(item, str | bytes):
            known = self._by_name.get(item)
            return self._as_read(item) if known is None else self._surfaces[known]
        check_id(item, self._surfaces.ids)
        return self._surfaces[item]

    @cached_property
    def _surfaces(self) -> Surfaces:
        """Surfaces from the alphabet up, so that a typed "</w>" stays text."""
        boundary, alphabet = self._scheme.boundary, self._alphabet
        surfaces: dict[int, Surface] = {}
        for id_ in alphabet.ids:
            token = self._tokens[id_]
            if id_ == alphabet.mark_id:
                surfaces[id_] = Surface(b"", boundary == "prefix", boundary == "suffix")
            elif len(token) == 1:
                # A mark alone is a character that somebody typed.
                surfaces[id_] = Surface(as_bytes(token), boundary == "continuation", False)
            else:
                surfaces[id_] = Surface(alphabet.plain_bytes(token), False, boundary == "attached")
        for name, id_ in self._special_ids.items():
            begins = boundary in ("prefix", "continuation")
            surfaces[id_] = Surface(name.encode(), begins, boundary in ("suffix", "attached"))
        for name, id_ in alphabet.special.items():
            if name == UNKNOWN:
                surfaces[id_] = Surface(name.encode(), boundary == "continuation", False)
            else:
                surfaces[id_] = Surface(bytes([id_ - alphabet.unknown_id - 1]), False, False)
        return Surfaces(surfaces, self._merges)

    @cached_property
    def _by_name(self) -> dict[Token, int]:
        names: dict[Token, int] = {}
        names.update(self._alphabet.special)
        return names | dict(self.vocabulary)

    def _as_read(self, token: Token) -> Surface:
        """Return the surface of a token outside the vocabulary, its mark found by its spelling."""
        marked = self._alphabet.plain(token) != token
        begins = self._scheme.boundary == "continuation" and not marked
        ends = self._scheme.boundary == "attached" and marked
        return Surface(self._alphabet.plain_bytes(token), begins, ends)


def check_id(id_: object, known: Collection[int], rule: str = "") -> None:
    """Raise `ValueError` for anything but a whole number in `known`.

    rule: what an id must be, where `known` has holes.
    """
    if isinstance(id_, bool) or not isinstance(id_, Integral) or id_ not in known:
        raise ValueError(
            f"id must be {rule or f'a whole number from 0 to {max(known, default=0)}'}, "
            f"got {id_!r}. Use ids of this tokenizer."
        )
