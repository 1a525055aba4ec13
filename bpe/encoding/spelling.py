"""Spelling: map words to alphabet IDs and IDs back to text, including unknown characters."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from numbers import Integral
from typing import Literal, NamedTuple, TypeVar

from ..errors import short
from ..merging.cells import Token, spell
from ..schemes import Scheme
from ..text.characters import as_bytes

UNKNOWN = "<unk>"

Id = TypeVar("Id", bound=int | None)

Spelled = tuple[list[int], tuple[Token, ...]]
"""IDs, and the spelling of each unknown one."""


class Unit(NamedTuple):
    """A token before any merge, and the bytes `start` to `end` of the word that it represents.

    A separate mark represents no bytes.
    """

    id: int
    start: int
    end: int


class Alphabet:
    """The tokens before any merge.

    Attributes:
        ids: of the alphabet. mark_id: ID of the mark if it is a separate token, or None.
        unknown_id: the ID of `<unk>`; the IDs of the 256 bytes follow.
    """

    def __init__(self, scheme: Scheme, tokens: Sequence[Token], ids: Sequence[int]) -> None:
        """Take the tokens by ID and the IDs of the alphabet; unknown IDs come after `tokens`."""
        self.ids, self.unknown_id = tuple(ids), len(tokens)
        self._scheme, mark = scheme, scheme.mark
        own_mark = scheme.boundary in ("prefix", "suffix")
        marks = [id_ for id_ in self.ids if own_mark and tokens[id_] == mark]
        self.mark_id = marks[-1] if marks else None
        # The mark comes last in the alphabet: the same character typed as text is another token,
        # or the mark itself if the corpus lacks that character.
        self._by_unit: dict[str | int, int] = {}
        # A separate mark is a mark on an empty text.
        self._by_marked = {} if self.mark_id is None else {"": self.mark_id}
        for id_ in reversed(self.ids):
            token = tokens[id_]
            if isinstance(token, bytes):
                self._by_unit[token[0]] = id_
            elif own_mark or len(token) == 1:
                self._by_unit[token] = id_
            elif isinstance(plain := self.plain(token), str):
                self._by_marked[plain] = id_

    @property
    def special(self) -> dict[str, int]:
        """Name -> ID of replacements for unknown characters: `<unk>`, `<0x00>` to `<0xFF>`."""
        policy = self._scheme.unknown
        if self._scheme.units == "bytes" or policy == "drop":
            return {}
        size = 256 if policy == "bytes" else 0
        bytes_ = {_byte_name(byte): self.unknown_id + 1 + byte for byte in range(size)}
        return {UNKNOWN: self.unknown_id} | bytes_

    def spelled(self, word: str) -> Spelled:
        """Return the IDs of a word, and the spelling of each `unknown_id` among them, in order."""
        try:
            return self._look_up(word, self._by_unit.__getitem__, self._by_marked.__getitem__), ()
        except (KeyError, UnicodeEncodeError):
            pass
        ids: list[int] = []
        unknown: list[Token] = []
        for token, id_ in self._spelling(word):
            for unit in self._instead(token, ids[-1:]) if id_ is None else (id_,):
                ids.append(unit)
                if unit == self.unknown_id:
                    unknown.append(token if self._scheme.unknown == "pass" else UNKNOWN)
        return ids, tuple(unknown)

    def units(self, word: str) -> list[Unit]:
        """Return the tokens of a word before any merge, in order, each with its place."""
        units: list[Unit] = []
        at = 0
        spelling = self._spelling(word)
        mark_at = {"prefix": 0, "suffix": len(spelling) - 1}.get(self._scheme.boundary)
        for place, (token, id_) in enumerate(spelling):
            start = at
            at += 0 if place == mark_at else len(self.plain_bytes(token))
            before = [unit.id for unit in units[-1:]]
            instead = [id_] if id_ is not None else self._instead(token, before)
            if len(instead) > 1 or (instead and instead[0] > self.unknown_id):
                units += (Unit(byte, start + n, start + n + 1) for n, byte in enumerate(instead))
            elif instead:
                units.append(Unit(instead[0], start, at))
            elif self._is_fused(before):
                units[-1] = units[-1]._replace(end=at)
        return units

    def _instead(self, token: Token, before: Sequence[int]) -> list[int]:
        """Return replacement IDs (`<unk>` or bytes) for a token missing from the alphabet."""
        policy = self._scheme.unknown
        if policy == "bytes" and isinstance(token, str):
            return [self.unknown_id + 1 + byte for byte in self.plain_bytes(token)]
        return [] if policy == "drop" or self._is_fused(before) else [self.unknown_id]

    def _is_fused(self, before: Sequence[int]) -> bool:
        fuses = self._scheme.fuse_unknown and self._scheme.unknown == "unk"
        return fuses and list(before) == [self.unknown_id]

    def plain(self, token: Token) -> Token:
        """Return the token without a boundary mark that is part of it."""
        if isinstance(token, str) and self._scheme.boundary == "attached":
            return token.removesuffix(self._scheme.mark)
        if isinstance(token, str) and self._scheme.boundary == "continuation":
            return token.removeprefix(self._scheme.mark)
        return token

    def plain_bytes(self, token: Token) -> bytes:
        """Return `plain(token)` in UTF-8."""
        return as_bytes(self.plain(token))

    def _spelling(self, word: str) -> list[tuple[Token, int | None]]:
        """Return the tokens that `spell` returns for a word, each with its ID or None."""
        tokens = spell(word, self._scheme)
        ids = self._look_up(word, self._by_unit.get, self._by_marked.get)
        return list(zip(tokens, ids, strict=True))

    def _look_up(
        self, word: str, unit: Callable[[str | int], Id], marked: Callable[[str], Id]
    ) -> list[Id]:
        """Look up the ID of each token of a word before any merge."""
        boundary = self._scheme.boundary
        if boundary == "attached":
            return [*map(unit, word[:-1]), marked(word[-1:])]
        if boundary == "continuation":
            return [*map(unit, word[:1]), *map(marked, word[1:])]
        if boundary == "prefix":
            return [marked(""), *map(unit, word)]
        if boundary == "suffix":
            return [*map(unit, word), marked("")]
        return list(map(unit, word.encode() if self._scheme.units == "bytes" else word))


def tokens_of_ids(
    ids: Sequence[int], tokens: Sequence[Token], unknown: Sequence[Token]
) -> list[Token]:
    """Return the tokens of IDs; `unknown` spells those with ID `len(tokens)`, in order."""
    size = len(tokens)
    if max(ids, default=-1) < size:
        return list(map(tokens.__getitem__, ids))
    spellings = iter(unknown)
    beyond = {id_: _byte_name(id_ - size - 1) for id_ in ids if id_ > size}
    return [
        tokens[id_] if id_ < size else next(spellings) if id_ == size else beyond[id_]
        for id_ in ids
    ]


def _byte_name(byte: int) -> str:
    return f"<0x{byte:02X}>"


class Surface(NamedTuple):
    """A token's part of a text in UTF-8, and whether a word begins or ends with it."""

    data: bytes
    begins: bool
    ends: bool


class Surfaces(dict[int, Surface]):
    """ID -> its surface; the surface of a merge is built on first use.

    Building all of them can take quadratic time and memory.
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
    """Decode IDs or tokens to text."""

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
        """All IDs."""
        return self._surfaces.ids

    def text(self, items: Iterable[int | Token]) -> str:
        """Return the text of IDs, or of tokens. See `Tokenizer.decode`."""
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
        """Return the surface of an ID or a token. Raises `ValueError` for an unknown ID."""
        if isinstance(item, str | bytes):
            known = self._by_name.get(item)
            return self._as_read(item) if known is None else self._surfaces[known]
        check_id(item, self._surfaces.ids)
        return self._surfaces[item]

    @cached_property
    def _surfaces(self) -> Surfaces:
        """Surfaces built from the alphabet, so that a typed "</w>" stays text."""
        boundary, alphabet = self._scheme.boundary, self._alphabet
        surfaces: dict[int, Surface] = {}
        for id_ in alphabet.ids:
            token = self._tokens[id_]
            if id_ == alphabet.mark_id:
                surfaces[id_] = Surface(b"", boundary == "prefix", boundary == "suffix")
            elif len(token) == 1:
                # A mark alone is a typed character.
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
        """Return the surface of a token outside the vocabulary; the mark is found by its text."""
        marked = self._alphabet.plain(token) != token
        begins = self._scheme.boundary == "continuation" and not marked
        ends = self._scheme.boundary == "attached" and marked
        return Surface(self._alphabet.plain_bytes(token), begins, ends)


def check_id(id_: object, known: Collection[int], rule: str = "") -> None:
    """Raise `ValueError` unless the ID is an integer in `known`.

    rule: error text if `known` has gaps.
    """
    if isinstance(id_, bool) or not isinstance(id_, Integral) or id_ not in known:
        raise ValueError(
            f"id must be {rule or f'a whole number from 0 to {max(known, default=0)}'}, "
            f"got {id_!r}. Use ids of this tokenizer."
        )


AllowedSpecial = Literal["all"] | Collection[str]


def allowed_ids(allowed: AllowedSpecial, special: Mapping[str, int]) -> Mapping[str, int]:
    """Return the special tokens that are recognized in texts, with their IDs.

    allowed: "all", or some of the names in `special`. Raises `ValueError` for anything else.
    """
    if isinstance(allowed, str) and allowed == "all":
        return special
    wrong: list[object] = [allowed]
    if isinstance(allowed, Collection) and not isinstance(allowed, str):
        wrong = [name for name in allowed if not isinstance(name, str) or name not in special]
    if wrong:
        raise ValueError(
            "allowed_special must be 'all' or special tokens of this tokenizer, "
            f"got {short(wrong[0])}. Use () for none of them."
        )
    return {name: special[name] for name in allowed}
