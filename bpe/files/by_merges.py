"""Tokenizers whose rules are merges and nothing else, run here: subword-nmt's and minbpe's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import regex

from ..encoding import ranks
from ..encoding.decoding import Decoder, check_id
from ..encoding.encoded import WordPlace
from ..encoding.spelling import UNKNOWN
from ..encoding.tokenizer import Tokenizer
from ..errors import CorpusError, short
from ..merging.cells import Token
from ..schemes import PRESETS, Boundary, Scheme
from .checks import BAD_PATTERN, LARGEST, LARGEST_ID, read_merge_lines
from .tokenizer import FileTokenizer

MARK = "</w>"
_SECONDS = 10


class MergesTokenizer(Tokenizer):
    """A tokenizer of ours that merges every occurrence of a pair at once, as both formats do.

    Attributes are those of `FileTokenizer`.
    """

    model = "BPE"
    notes: tuple[str, ...] = ()
    cut_by = "file"
    cuts_special = False

    def __init__(
        self,
        scheme: Scheme,
        tokens: Sequence[Token],
        alphabet: Iterable[int],
        merges: Sequence[tuple[int, int, int]],
        form: str,
        words: regex.Pattern[str] | None = None,
        special: Mapping[str, int] | None = None,
    ) -> None:
        """Take a tokenizer's parts, its words' pattern if it has one, and special tokens."""
        super().__init__(scheme, tokens, alphabet, merges, special or {})
        self.format, self._words_pattern = form, words

    @property
    def special(self) -> Mapping[str, int]:
        """Special token -> id."""
        return self.special_ids

    @property
    def merge_count(self) -> int:
        """How many merges there are."""
        return len(self.merges)

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.tokens) + len(self.special_ids)

    @cached_property
    def ids(self) -> frozenset[int]:
        """Every id that `decode` takes."""
        extra = [self.unknown_id] if self.format == "subword-nmt" else self.special_ids.values()
        return frozenset([*range(len(self.tokens)), *extra])

    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""
        found = self.special_ids.get(token) if isinstance(token, str) else None
        return self.vocabulary.get(token) if found is None else found

    def token(self, id_: int) -> Token:
        """Return the token of an id."""
        found = self._names.get(id_)
        return self.tokens[id_] if found is None else found

    def named(self, ids: Sequence[int], unknown: Sequence[Token] = ()) -> tuple[Token, ...]:
        """Return the tokens of ids; `unknown` spells those that have `unknown_id`, in order."""
        # Special ids are the file's own, and may be any; who has them knows every byte.
        return tuple(map(self.token, ids)) if self.special_ids else super().named(ids, unknown)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.scheme, self._alphabet, self.merges, self.tokens, {})

    @cached_property
    def _names(self) -> dict[int, str]:
        names = {named: token for token, named in self.special_ids.items()}
        return names | {self.unknown_id: UNKNOWN} if self.format == "subword-nmt" else names

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text: neither format says of tokens to put around it."""
        return self.encode(text).ids

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of ids or tokens. Raises `ValueError` for an id that does not exist."""
        return super().decode(map(self._checked, encoded))

    def _checked(self, item: int | Token) -> int | Token:
        """Return an id or a token, the name in place of an id that is not among the tokens."""
        if isinstance(item, str | bytes):
            return item
        check_id(item, self.ids, "one of the file's")
        return self._names.get(item, item)

    def _merged(self, ids: list[int]) -> list[int]:
        return ranks.merge_everywhere(ids, self._ranks, self._made)

    def _cut(self, text: str) -> tuple[str, list[str], list[WordPlace] | None]:
        if self._words_pattern is None:
            return super()._cut(text)
        try:
            found = list(self._words_pattern.finditer(text, timeout=_SECONDS))
        except TimeoutError as error:
            raise CorpusError("slow_words", seconds=_SECONDS) from error
        places = [(match.group(), *match.span()) for match in found if match.group()]
        return text, [word for word, _, _ in places], places


FileTokenizer.register(MergesTokenizer)


def from_codes(name: str, text: str) -> MergesTokenizer:
    """Open codes of subword-nmt or fastBPE; ids, which neither has, run over alphabet and merges.

    fastBPE's lines have a count at their end, and no version before them: it attaches the mark.

    Raises `CorpusError`, with the line.
    """
    first = text.split("\n", 1)[0]
    boundary: Boundary = "suffix"
    if first.startswith("#version:"):
        number = regex.sub(r"(\.0+)*$", "", (first.split() or [""])[-1])
        if number not in ("0.1", "0.2"):
            raise CorpusError("version", file=name, value=short(first))
        boundary = "suffix" if number == "0.1" else "attached"
    elif len(first.split()) == 3:
        boundary = "attached"
    merges = list(dict.fromkeys(read_merge_lines(name, text)))
    if not any(MARK in right for _, right in merges):
        raise CorpusError("no_mark", file=name, mark=MARK)
    made = {left + right for left, right in merges}
    parts = dict.fromkeys(part for pair in merges for part in pair if part not in made)
    units = sorted(part for part in parts if len(part.removesuffix(MARK)) <= 1)
    tokens = [*units, *(part for part in parts if len(part.removesuffix(MARK)) > 1)]
    tokens += dict.fromkeys(left + right for left, right in merges)
    ids = {token: id_ for id_, token in enumerate(tokens)}
    scheme = replace(PRESETS["subword-nmt"], name=name, boundary=boundary)
    triples = [(ids[left], ids[right], ids[left + right]) for left, right in merges]
    return MergesTokenizer(scheme, tokens, range(len(units)), triples, "subword-nmt")


def from_minbpe(name: str, text: str) -> MergesTokenizer:
    """Open a .model of minbpe: its pattern, special tokens, and merges by id from 256 on.

    Raises `CorpusError`, with the line.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != "minbpe v1" or len(lines) < 3 or not lines[2].strip().isdigit():
        raise CorpusError("minbpe", file=name, line=min(len(lines), 3), value=short(lines[-1][:60]))
    words = None
    if source := lines[1].strip():
        try:
            words = regex.compile(source)
        except BAD_PATTERN as error:
            raise CorpusError("minbpe", file=name, line=2, value=short(source)) from error
    count = int(lines[2].strip()[:9])
    special: dict[str, int] = {}
    tokens: list[Token] = [bytes([byte]) for byte in range(256)]
    merges: list[tuple[int, int, int]] = []
    size = 0
    for number, line in enumerate(lines[3:], 4):
        fields = line.rsplit(" ", 1) if number < 4 + count else line.split()
        if not fields and number >= 4 + count:
            continue
        is_special = number < 4 + count
        if len(fields) != 2 or not all(each.isdigit() for each in fields[is_special:]):
            raise CorpusError("minbpe", file=name, line=number, value=short(line))
        if is_special:
            special[fields[0]] = min(int(fields[1][:9]), LARGEST_ID)
            continue
        left, right = (int(each[:9]) for each in fields)
        if max(left, right) >= len(tokens):
            raise CorpusError("minbpe", file=name, line=number, value=short(line))
        merges.append((left, right, len(tokens)))
        pair = tokens[left], tokens[right]
        tokens.append(b"".join(part for part in pair if isinstance(part, bytes)))
        size += len(tokens[-1])
        if size > LARGEST:
            raise CorpusError("minbpe", file=name, line=number, value=short(line))
    scheme = replace(PRESETS["minbpe"], name=name)
    return MergesTokenizer(scheme, tokens, range(256), merges, "minbpe", words, special)
