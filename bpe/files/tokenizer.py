"""A tokenizer that was read from a file: it encodes as the file's library does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import regex

from ..encoding import ranks
from ..encoding.decoding import check_id
from ..encoding.encoded import Method, Place, Split, TraceStep
from ..encoding.spelling import UNKNOWN, Spelled
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..schemes import Scheme
from .added import Finder
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
        more_ranks: (left, right) -> rank of pairs beside those of the merges.
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
    more_ranks: Mapping[tuple[int, int], int] = field(default_factory=dict)
    added: Mapping[str, int] = field(default_factory=dict)
    raw_added: Finder = field(default_factory=Finder)
    normalized_added: Finder = field(default_factory=Finder)
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

    @property
    def vocab_size(self) -> int:
        """How many tokens the file has."""
        return len(self.vocabulary)

    @property
    def ids(self) -> Collection[int]:
        """Every id that `decode` takes."""
        return self._token_by_id.keys()

    @cached_property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id, as in the file; byte tokens are bytes."""
        return {token: id_ for id_, token in enumerate(self.tokens) if token != ""}

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
            candidates, at = self._candidates(ids)
            if at is None:
                break
            merged = ids[at], ids[at + 1]
            rank = self._ranks[merged]
            places: tuple[int, ...] = (at,)
            # One place at a time, as these libraries do, then shown as one step.
            ids = ranks.replace_pair(ids, places, self._made[rank])
            if merged == last:
                before = steps.pop()
                # Each merge so far has moved this one to the left.
                candidates = before.candidates
                places = (*before.places, at + len(before.places))
            pair = self.tokens[merged[0]], self.tokens[merged[1]]
            tokens = self.named(ids, unknown)
            steps.append(TraceStep(rank, pair, tokens, candidates, places))
            last = merged
        if ids != self.split(word)[0]:
            return ()
        return tuple(steps)

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of ids or tokens; bytes that are not complete UTF-8 become U+FFFD.

        Raises `ValueError` for an id that does not exist.
        """
        rules = self._rules
        parts: list[bytes] = []
        items = list(encoded)
        for place, item in enumerate(items):
            token = item if isinstance(item, str | bytes) else self._token(item)
            if isinstance(token, bytes):
                parts.append(token)
                continue
            byte = _fallback_byte(token) if rules.byte_fallback else None
            if byte is not None:
                parts.append(bytes([byte]))
                continue
            if rules.suffix and token.endswith(rules.suffix):
                token = token[: -len(rules.suffix)] + " " * (place < len(items) - 1)
            elif rules.prefix:
                continued = token.startswith(rules.prefix)
                token = token[len(rules.prefix) :] if continued else " " * (place > 0) + token
            parts.append(token.encode("utf-8", "surrogatepass"))
        text = b"".join(parts).decode("utf-8", "replace")
        if rules.space:
            text = text.replace(rules.space, " ").removeprefix(" " * rules.leading_space)
        return text

    def _token(self, id_: int) -> Token:
        check_id(id_, self._token_by_id, "one of the file's")
        return self._token_by_id[id_]

    @cached_property
    def _token_by_id(self) -> Mapping[int, Token]:
        passed = {self.unknown_id: UNKNOWN} if self.format == "subword-nmt" else {}
        return {id_: token for token, id_ in self.vocabulary.items()} | passed

    def split(self, word: str, method: Method = "merges") -> Spelled:
        """Return the ids of one word, worked out anew; an added token is taken whole."""
        rules = self._rules
        if word in rules.added:
            return [rules.added[word]], ()
        if rules.ignore_merges and method == "merges":
            whole = word.encode("utf-8", "surrogatepass") if self.scheme.units == "bytes" else word
            if whole in self.vocabulary:
                return [self.vocabulary[whole]], ()
        return super().split(word, method)

    def _with_dropout(self, word: str, dropout: float, draw: Callable[[], float]) -> Split:
        if word in self._rules.added:
            return (self._rules.added[word],), ()
        return super()._with_dropout(word, dropout, draw)

    def _cut(self, text: str) -> tuple[str, list[str], list[Place] | None]:
        """Do the same as the file's library; an added token is a word of its own."""
        rules, at = self._rules, 0
        normalized: list[str] = []
        words: list[Place] = []
        for part, added in rules.raw_added.parts(text):
            if added is not None:
                normalized.append(part)
                words.append((added, at, at + len(part)))
                at += len(part)
                continue
            for rest, token in rules.normalized_added.parts(rules.normalize(part)):
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
        return "".join(normalized), [word for word, _, _ in words], words

    def _spelled(self, word: str) -> Spelled:
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
        # As in the library, a character spelled in bytes overtakes an unknown one before it.
        waiting: list[int] = []
        for unit in units:
            known = self.vocabulary.get(unit)
            if known is None and rules.byte_fallback and isinstance(unit, str):
                raw = [f"<0x{byte:02X}>" for byte in unit.encode("utf-8", "surrogatepass")]
                if all(byte in self.vocabulary for byte in raw):
                    ids += [self.vocabulary[byte] for byte in raw]
                    continue
            if known is not None:
                ids += [*waiting, known]
                waiting = []
            elif rules.unknown is not None:
                if waiting and not rules.fuse_unknown:
                    ids += waiting
                waiting = [rules.unknown]
        return [*ids, *waiting], ()

    def _merged(self, ids: list[int]) -> list[int]:
        if self.format == "subword-nmt":
            return ranks.merge_everywhere(ids, self._ranks, self._made)
        return super()._merged(ids)


def _fallback_byte(token: str) -> int | None:
    match = regex.fullmatch(r"<0x([0-9A-F]{2})>", token)
    return int(match[1], 16) if match else None
