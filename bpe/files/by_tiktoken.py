"""Tokenizers that tiktoken runs: byte tokens with ranks, from which the merges are found."""

from __future__ import annotations

import base64
import binascii
import hashlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import regex

from ..encoding.encoded import Place
from ..errors import CorpusError, short
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.normalizers import normalize, places_before
from .checks import LARGEST_ID, are_ids, check_ids
from .ids import FoundMerges, Ids
from .known import FILES, Known, pattern_of, words_by_name
from .libraries import library, refusals
from .replay import Replay, replay
from .tokenizer import Cut, FileTokenizer

Ranks = Mapping[bytes, int]
_SECONDS = 10
_MOST_SPECIAL = 100_000


class TiktokenTokenizer(FileTokenizer):
    """A tokenizer run by the package tiktoken. Its ids are the ranks, `first` further on."""

    def __init__(
        self,
        file: str,
        ranks: dict[bytes, int],
        pattern: str,
        known: Known,
        form: str,
        first: int = 0,
    ) -> None:
        """Take ranks, the words' pattern, and what is known besides. Raises `CorpusError`."""
        self.format, self._file, self._first = form, file, first
        self.special = dict(known.special)
        self.scheme = Scheme(form, units="bytes", tie_rule="smallest-ids", pretokenizer="gpt4")
        self._normalizer = known.normalizer
        self._pattern = pattern
        specials = {token: id_ - first for token, id_ in self.special.items()} if not first else {}
        with refusals("tiktoken", file):
            self._library = library("tiktoken").Encoding(
                form, pat_str=pattern, mergeable_ranks=ranks, special_tokens=specials
            )
            # It is kept there for those who pickle; Rust has its own, and a third is 35 MB.
            self._library._mergeable_ranks = {}
        self._names = {id_: token for token, id_ in self.special.items()}
        self._ids = Ids([*(rank + first for rank in ranks.values()), *self._names])
        self._unmerged = _unmerged(ranks)

    @property
    def ids(self) -> Ids:
        """Every id that `decode` takes, in order."""
        return self._ids

    @cached_property
    def merges(self) -> FoundMerges:
        """(left, right, new) ids by rank, found anew: what tokens of lower rank leave of each."""
        unmerged = {rank + self._first for rank in self._unmerged} | self._names.keys()
        return FoundMerges((id_ for id_ in self._ids if id_ not in unmerged), self._pair)

    def _pair(self, id_: int) -> tuple[int, int]:
        left, right = _last_pair(self._bytes(id_), id_ - self._first, self._rank)
        return left + self._first, right + self._first

    @property
    def merge_count(self) -> int:
        """How many tokens are made of two others."""
        return len(self._ids) - len(self._names) - len(self._unmerged)

    def token(self, id_: int) -> Token:
        """Return the token of an id: bytes, or a special token's name."""
        return self._names.get(id_) or self._bytes(id_)

    def id(self, token: Token) -> int | None:
        """Return the id of a token, or None."""
        if isinstance(token, str):
            return self.special.get(token)
        rank = self._rank(token)
        return None if rank is None else rank + self._first

    def replay(self, ids: Sequence[int]) -> Replay:
        """Return the merges that lead to the ids of one word."""
        if any(id_ in self._names for id_ in ids):
            return Replay(tuple(ids))
        word = b"".join(map(self._bytes, ids))
        start = [self.id(bytes([byte])) for byte in word]
        return replay(
            [id_ for id_ in start if id_ is not None], ids, self._find, self.named, "whole"
        )

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """A pair is looked up by the bytes it joins to, however they are cut."""
        rank = self._rank(self._bytes(left) + self._bytes(right))
        if rank is None:
            return None
        return rank - bisect_left(self._unmerged, rank), rank + self._first

    def _bytes(self, id_: int) -> bytes:
        found: bytes = self._library.decode_single_token_bytes(id_ - self._first)
        return found

    def _rank(self, token: bytes) -> int | None:
        try:
            rank: int = self._library.encode_single_token(token)
        except KeyError:
            return None
        return None if rank + self._first in self._names else rank

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each token begins and ends in a text."""
        normalized = normalize(text, self._normalizer)
        begins, ends = places_before(text, self._normalizer)
        # For each byte the character it belongs to.
        owner = [at for at, character in enumerate(normalized) for _ in character.encode("utf-8")]
        places, size = [], 0
        for id_ in self._encoded(text):
            first, size = size, size + len(self._bytes(id_))
            places.append((begins[owner[first]], ends[owner[size - 1] + 1]))
        return places

    def _encoded(self, text: str) -> list[int]:
        with refusals("tiktoken", self._file):
            ranks: list[int] = self._library.encode_ordinary(normalize(text, self._normalizer))
        return [rank + self._first for rank in ranks] if self._first else ranks

    def _decoded(self, ids: list[int]) -> str:
        parts = [
            self._names[id_].encode() if id_ in self._names else self._bytes(id_) for id_ in ids
        ]
        return b"".join(parts).decode("utf-8", "replace")

    def _cut(self, text: str) -> Cut:
        text = normalize(text, self._normalizer)
        return text, list(self._at_words(text, self._encoded(text)))

    def _at_words(self, text: str, ids: Sequence[int]) -> Iterator[tuple[Place, list[int]]]:
        """Give each word its tokens; words that the library cut in another way stay together."""
        at, size, start, given = 0, 0, 0, 0
        rest = iter(ids)
        word: list[int] = []
        for begin, end in self._spans(text):
            if not word and size == given:
                start = begin
            size += len(text[begin:end].encode())
            while given < size and (id_ := next(rest, None)) is not None:
                word.append(id_)
                given += len(self._bytes(id_))
            at = end
            if given == size and word:
                yield (text[start:at], start, at), word
                word = []
        if word := [*word, *rest]:
            yield (text[start:at], start, at), word

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Return where the words of a text begin and end."""
        try:
            compiled = regex.compile(self._pattern.replace("++$", r"++\Z"), flags=regex.V1)
            return [match.span() for match in compiled.finditer(text, timeout=_SECONDS)]
        except regex.error:
            # The library's expressions are of another kind: a few are not known here.
            return [(0, len(text))]
        except TimeoutError as error:
            raise CorpusError("slow_words", seconds=_SECONDS) from error


def looks_like_ranks(text: str) -> bool:
    """Say whether the first line is a token and a number."""
    fields = text.split("\n", 1)[0].split()
    return len(fields) == 2 and fields[1].isdigit() and not fields[0].startswith("#")


def from_ranks(file: str, data: bytes, pretokenizer: str | None) -> TiktokenTokenizer:
    """Open .tiktoken ranks; `pretokenizer` says how words are cut.

    Without it a known file's content says it, then its name; else words are cut as GPT-4 does.
    Raises `CorpusError`, with the line.
    """
    known = FILES.get(hashlib.sha256(data).hexdigest())
    ranks = _read_ranks(file, data)
    words = pretokenizer or (known.words if known else words_by_name(file))
    tokenizer = TiktokenTokenizer(
        file, ranks, pattern_of(words or "gpt4"), known or Known("gpt4"), "tiktoken"
    )
    if pretokenizer:
        tokenizer.cut_by = "reader"
    elif known:
        tokenizer.cut_by = "content"
    else:
        tokenizer.cut_by = "name" if words else "guess"
    return tokenizer


def from_tekken(file: str, whole: Mapping[str, Any]) -> TiktokenTokenizer:
    """Open Mistral's tekken.json: ids of special tokens come first. Raises `CorpusError`."""
    config, entries = whole["config"], whole["vocab"]
    pattern = config.get("pattern") if isinstance(config, Mapping) else None
    numbers = ("default_vocab_size", "default_num_special_tokens")
    if not isinstance(pattern, str) or not all(_is_size(config.get(name)) for name in numbers):
        raise CorpusError("tekken", file=file, value=short(config))
    size, first = (config[name] for name in numbers)
    if first > _MOST_SPECIAL:
        raise CorpusError("tekken", file=file, value=short(first))
    special = {f"<SPECIAL_{id_}>": id_ for id_ in range(first)}
    named = whole.get("special_tokens") or [
        {"rank": rank, "token_str": token} for rank, token in enumerate(_TEKKEN)
    ]
    try:
        for entry in named[:first]:
            special.pop(f"<SPECIAL_{entry['rank']}>", None)
            special[str(entry["token_str"])] = range(first)[entry["rank"]]
        ranks = {
            base64.b64decode(entry["token_bytes"], validate=True): int(entry["rank"])
            for entry in entries[: max(0, size - first)]
        }
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise CorpusError("tekken", file=file, value=short(error)) from error
    _check(file, ranks)
    return TiktokenTokenizer(file, ranks, pattern, Known("", special=special), "tekken", first)


# What tekken files say nothing of, up to their version 7 (Mistral's own list).
_TEKKEN = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]"),
    *("[IMG_END]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    "[TOOL_CONTENT]",
)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_ID


def _read_ranks(file: str, data: bytes) -> dict[bytes, int]:
    try:
        lines = data.splitlines()
        found = {
            binascii.a2b_base64(a, strict_mode=True): int(b)
            for a, b in map(bytes.split, filter(None, lines))
        }
        is_whole = len(found) == len(lines) - lines.count(b"") and b"" not in found
        if not is_whole:
            raise ValueError(file)
    except ValueError:
        found = _read_slowly(file, data.decode("utf-8-sig", "replace"))
    _check(file, found)
    return found


def _read_slowly(file: str, text: str) -> dict[bytes, int]:
    """Read line by line. Raises `CorpusError` for the first one that is no token and rank."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        fields = line.split()
        if len(fields) != 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise CorpusError("rank_line", file=file, line=number, value=short(line))
        try:
            token = base64.b64decode(fields[0], validate=True)
        except (binascii.Error, ValueError) as error:
            raise CorpusError(
                "rank_token", file=file, line=number, value=short(fields[0])
            ) from error
        if not token or token in ranks:
            raise CorpusError("rank_again", file=file, line=number, value=short(token))
        ranks[token] = int(fields[1][:12])
    return ranks


def _check(file: str, ranks: Ranks) -> None:
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CorpusError("rank_bytes", file=file, byte=missing[0])
    if not are_ids(ranks.values()):
        check_ids(ranks, file)


def _unmerged(ranks: Ranks) -> list[int]:
    """Return the ranks of tokens that no two others make, in order: bytes, and what stands alone.

    Most tokens are one byte more than another, so the slow look is for few.
    """
    left = [token for token in ranks if token[1:] not in ranks]
    left = [token for token in left if token[:-1] not in ranks]
    return sorted(
        ranks[token]
        for token in left
        if not any(token[:at] in ranks and token[at:] in ranks for at in range(2, len(token) - 1))
    )


def _last_pair(token: bytes, limit: int, rank_of: Callable[[bytes], int | None]) -> tuple[int, int]:
    """Return the ranks of the two tokens left of one when only lower ranks may be made.

    Where more are left, those of its first cut into two tokens.
    """

    def lower(part: bytes) -> int:
        rank = rank_of(part)
        return limit if rank is None else min(rank, limit)

    parts = [token[at : at + 1] for at in range(len(token))]
    while len(parts) > 2:
        found = [lower(left + right) for left, right in pairwise(parts)]
        if min(found) >= limit:
            break
        at = found.index(min(found))
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
    for left, right in [(parts[0], parts[1])] if len(parts) == 2 else cuts:
        ranks = rank_of(left), rank_of(right)
        if ranks[0] is not None and ranks[1] is not None:
            return ranks[0], ranks[1]
    raise AssertionError(token)
