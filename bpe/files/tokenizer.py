"""A tokenizer that was read from a file: it encodes as the file's library does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import regex

from ..encoding.tokenizer import UNKNOWN, Encoded, Method, Tokenizer, TraceStep
from ..merging.cells import Token
from ..schemes import Scheme
from .pipeline import Cut, Normalize

FORMATS = ("tokenizer.json", "merges.txt", "subword-nmt", "tiktoken")


@dataclass(frozen=True)
class Rules:
    """What a file says besides tokens and merges.

    Attributes:
        format: one of `FORMATS`.
        normalize, cut: what is done to a text, and what parts it into words.
        prefix: put before each character of a word but the first; `suffix`: after the last one.
        unknown: id for what is unknown, or None to drop it; `fuse_unknown`: one for a run of them.
        byte_fallback: spell what is unknown in bytes, where all of them are tokens.
        ignore_merges: take a word whole where it is a token.
        more_ranks: (left, right) -> (rank, new id) of pairs beside those of the merges.
        added: added token -> id. raw_added, normalized_added: what finds them in a text before
            and after it is normalized.
        space: what decoding writes as a space; `leading_space`: and drops at the start.
        notes: parts of the file that play no role here.
    """

    format: str
    normalize: Normalize
    cut: Cut
    prefix: str = ""
    suffix: str = ""
    unknown: int | None = None
    fuse_unknown: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    more_ranks: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    added: Mapping[str, int] = field(default_factory=dict)
    raw_added: regex.Pattern[str] | None = None
    normalized_added: regex.Pattern[str] | None = None
    space: str = ""
    leading_space: bool = False
    notes: tuple[str, ...] = ()


class FileTokenizer(Tokenizer):
    """A tokenizer read from a file. Ids are the file's own.

    Attributes:
        format: one of `bpe.interchange.FORMATS`.
        notes: parts of the file that play no role here: "post_processor", "dropout", "truncation",
            "padding".
    """

    def __init__(
        self,
        scheme: Scheme,
        tokens: Sequence[Token],
        alphabet: Iterable[int],
        merges: Sequence[tuple[int, int, int]],
        rules: Rules,
    ) -> None:
        super().__init__(scheme, tokens, alphabet, merges)
        self._ranks |= rules.more_ranks
        self.format, self.notes, self._rules = rules.format, rules.notes, rules
        self._vocabulary = {token: id_ for id_, token in enumerate(tokens) if token != ""}

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id, as in the file; byte tokens are bytes."""
        return self._vocabulary

    def trace(self, word: str, method: Method = "merges") -> tuple[TraceStep, ...]:
        """Return every step of encoding one word; none for a word the file takes whole."""
        if word in self._rules.added:
            return ()
        if method != "merges" or self.format == "subword-nmt":
            return super().trace(word, method)
        ids, unknown = self._spelled(word)
        steps: list[TraceStep] = []
        last = None
        while True:
            ranks, at = self._candidates(ids)
            if at is None:
                break
            rank, merged = ranks[at], (ids[at], ids[at + 1])
            # One place at a time, as these libraries do, then shown as one step.
            ids = [*ids[:at], self._ranks[merged][1], *ids[at + 2 :]]
            if merged == last:
                ranks = steps.pop().candidates
            pair = self.tokens[merged[0]], self.tokens[merged[1]]
            steps.append(TraceStep(rank, pair, self._named(ids, unknown)[0], ranks))
            last = merged
        if tuple(ids) != self._merge_word(word)[1]:
            return ()
        return tuple(steps)

    def decode(self, encoded: Sequence[int] | Sequence[Token]) -> str:
        """Return the text of ids or tokens; bytes that are not complete UTF-8 become U+FFFD.

        Raises `ValueError` for an id that does not exist.
        """
        rules = self._rules
        parts: list[bytes] = []
        for place, item in enumerate(encoded):
            token = item if isinstance(item, str | bytes) else self._token(item)
            if isinstance(token, bytes):
                parts.append(token)
                continue
            byte = _fallback_byte(token) if rules.byte_fallback else None
            if byte is not None:
                parts.append(bytes([byte]))
                continue
            if rules.suffix and token.endswith(rules.suffix):
                token = token[: -len(rules.suffix)] + " " * (place < len(encoded) - 1)
            elif rules.prefix:
                continued = token.startswith(rules.prefix)
                token = token[len(rules.prefix) :] if continued else " " * (place > 0) + token
            parts.append(token.encode("utf-8", "surrogatepass"))
        text = b"".join(parts).decode("utf-8", "replace")
        if rules.space:
            text = text.replace(rules.space, " ").removeprefix(" " * rules.leading_space)
        return text

    def _token(self, id_: int) -> Token:
        if 0 <= id_ < len(self.tokens) and self.tokens[id_] != "":
            return self.tokens[id_]
        if id_ == self.unknown_id and self.format == "subword-nmt":
            return UNKNOWN
        raise ValueError(f"id must be one of the file's, got {id_!r}. Use ids of this tokenizer.")

    def encode_word(
        self,
        word: str,
        method: Method = "merges",
        dropout: float = 0.0,
        draw: Callable[[], float] = random.random,
    ) -> Encoded:
        """Return the tokens and the ids of one word; an added token is taken whole."""
        if word not in self._rules.added:
            return super().encode_word(word, method, dropout, draw)
        id_ = self._rules.added[word]
        return (self.tokens[id_],), (id_,)

    def _cut(self, text: str) -> tuple[str, list[tuple[str, int, int]]]:
        """Do the same as the file's library; an added token is a word of its own."""
        rules, at = self._rules, 0
        normalized: list[str] = []
        words: list[tuple[str, int, int]] = []
        for part, added in _parts(text, rules.raw_added):
            if added is not None:
                normalized.append(part)
                words.append((added, at, at + len(part)))
                at += len(part)
                continue
            for rest, token in _parts(rules.normalize(part), rules.normalized_added):
                normalized.append(rest)
                if token is not None:
                    words.append((token, at, at + len(rest)))
                else:
                    words += [
                        (word, start, start + len(word) - before)
                        for word, start, before in rules.cut([(rest, at, 0)] if rest else [])
                        if word
                    ]
                at += len(rest)
        return "".join(normalized), words

    def _spelled(self, word: str) -> tuple[list[int], list[Token]]:
        if self.format == "subword-nmt":
            return super()._spelled(word)
        rules = self._rules
        ids: list[int] = []
        units: list[Token]
        if self.scheme.units == "bytes":
            units = [bytes([byte]) for byte in word.encode("utf-8", "surrogatepass")]
        else:
            last = len(word) - 1
            units = [
                rules.prefix * (place > 0) + unit + rules.suffix * (place == last)
                for place, unit in enumerate(word)
            ]
        fused = False
        for unit in units:
            known = self._vocabulary.get(unit)
            if known is None and rules.byte_fallback and isinstance(unit, str):
                raw = [f"<0x{byte:02X}>" for byte in unit.encode("utf-8", "surrogatepass")]
                if all(byte in self._vocabulary for byte in raw):
                    ids += [self._vocabulary[byte] for byte in raw]
                    fused = False
                    continue
            if known is not None:
                ids.append(known)
                fused = False
            elif rules.unknown is not None and not (fused and rules.fuse_unknown):
                ids.append(rules.unknown)
                fused = True
        return ids, []

    def _merge_word(self, word: str) -> Encoded:
        if self._rules.ignore_merges:
            whole = word.encode("utf-8", "surrogatepass") if self.scheme.units == "bytes" else word
            if whole in self._vocabulary:
                return (whole,), (self._vocabulary[whole],)
        return super()._merge_word(word)

    def _merge_short(self, ids: list[int]) -> list[int]:
        if self.format == "subword-nmt":
            return super()._merge_short(ids)
        return self._merge_long(ids)

    @cached_property
    def _longest(self) -> tuple[dict[tuple[int, ...], int], int]:
        spelling: dict[int, tuple[int, ...]] = {id_: (id_,) for id_ in self.alphabet_ids}
        for left, right, new in self.merges:
            # A file may list a merge before those of its parts.
            if left in spelling and right in spelling:
                spelling.setdefault(new, spelling[left] + spelling[right])
        by_spelling = {units: id_ for id_, units in spelling.items()}
        return by_spelling, max(map(len, by_spelling), default=0)


def _parts(text: str, compiled: regex.Pattern[str] | None) -> Iterator[tuple[str, str | None]]:
    """Cut a text at added tokens: (part, None) or (token with the spaces it takes, token)."""
    at = 0
    if compiled is not None:
        for match in compiled.finditer(text):
            if match.start() > at:
                yield text[at : match.start()], None
            yield match.group(), next(group for group in match.groups() if group is not None)
            at = match.end()
    if at < len(text) or not text:
        yield text[at:], None


def _fallback_byte(token: str) -> int | None:
    match = regex.fullmatch(r"<0x([0-9A-F]{2})>", token)
    return int(match[1], 16) if match else None
