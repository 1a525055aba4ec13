"""Tokenizers that tiktoken runs: byte tokens with ranks, from which the merges are found.

A .tiktoken file says neither how words are cut nor which special tokens there are; some are
recognised by their content.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import regex

from ..encoding.encoded import WordPlace
from ..errors import CorpusError, library
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import byte_owners
from ..text.normalizers import normalize, places_before
from ..text.pretokenizers import pattern
from .checks import BAD_PATTERN, refusals
from .ids import FoundMerges, Ids
from .replay import last_pair
from .tokenizer import CutText, FileTokenizer, TokenAt

Ranks = Mapping[bytes, int]
_SECONDS = 10

ENDOFTEXT = "<|endoftext|>"
_FIM = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
_ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_WHITE = r"\s*[\r\n]+|\s+(?!\S)|\s+"

# As tiktoken and the models' owners have them. At a text's end, cl100k takes white space whole,
# which "gpt4", the pattern as it was published, does not.
PATTERNS = {
    "r50k": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "llama3": (
        _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _WHITE
    ),
    "qwen": _ENDINGS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|" + _WHITE,
    "qwen35": (
        _ENDINGS
        + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|"
        + _WHITE
    ),
    "o200k": "|".join(
        (
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
            + f"{_ENDINGS}?",
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
            + f"{_ENDINGS}?",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            _WHITE,
        )
    ),
}


@dataclass(frozen=True)
class Known:
    """What a file of ranks does not say: a name in `PATTERNS`, a normalizer, special tokens."""

    words: str
    normalizer: str = "none"
    special: dict[str, int] = field(default_factory=dict)


def _from(first: int, *tokens: str) -> dict[str, int]:
    return {token: first + place for place, token in enumerate(tokens)}


_QWEN = (ENDOFTEXT, "<|im_start|>", "<|im_end|>")
# Checksum (SHA-256) of the unpacked file -> what is known of it.
FILES = {
    "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930": Known(
        "r50k", special={ENDOFTEXT: 50256}
    ),
    "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069": Known(
        "r50k", special={ENDOFTEXT: 50256}
    ),
    "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7": Known(
        "cl100k", special=_from(100257, ENDOFTEXT, *_FIM) | {"<|endofprompt|>": 100276}
    ),
    "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d": Known(
        "o200k", special={ENDOFTEXT: 199999, "<|endofprompt|>": 200018}
    ),
    "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186": Known(
        "qwen", "nfc", _from(151643, *_QWEN, *(f"<|extra_{n}|>" for n in range(205)))
    ),
    "8dde380a6405e935f5de16a99eb61c824f3f814dd1ed298784c72babb7a03cdd": Known(
        "qwen35", "nfc", _from(248044, *_QWEN)
    ),
}


def pattern_of(name: str) -> str:
    """Return the pattern of a name in `PATTERNS`, or of one of our pre-tokenizers."""
    return PATTERNS[name] if name in PATTERNS else pattern(name)


def words_by_name(file: str) -> str | None:
    """Return the pattern that a file's name speaks of, or None."""
    for part, words in (
        ("o200k", "o200k"),
        ("cl100k", "cl100k"),
        ("r50k", "r50k"),
        ("p50k", "r50k"),
        ("gpt2", "r50k"),
        ("qwen", "qwen"),
        ("llama", "llama3"),
    ):
        if part in file.lower():
            return words
    return None


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
        self.ids = Ids([*(rank + first for rank in ranks.values()), *self._names])
        self._unmerged = _unmerged(ranks)
        self._longest = max(map(len, ranks), default=1)

    @cached_property
    def merges(self) -> FoundMerges:
        """(left, right, new) ids by rank, found anew: what tokens of lower rank leave of each."""
        unmerged = {rank + self._first for rank in self._unmerged} | self._names.keys()
        return FoundMerges((id_ for id_ in self.ids if id_ not in unmerged), self._pair)

    def _pair(self, id_: int) -> tuple[int, int]:
        limit = self._place(id_ - self._first)
        return last_pair(self._start([id_]), self._find, limit) or next(self._cuts(id_))

    @property
    def merge_count(self) -> int:
        return len(self.ids) - len(self._names) - len(self._unmerged)

    def token(self, id_: int) -> Token:
        return self._names.get(id_) or self._bytes(id_)

    def id(self, token: Token) -> int | None:
        if isinstance(token, str):
            return self.special.get(token)
        rank = self._rank(token)
        return None if rank is None else rank + self._first

    def _start(self, ids: Sequence[int]) -> Iterator[int]:
        for id_ in ids:
            if id_ in self._names:
                yield id_
                continue
            for byte in self._bytes(id_):
                yield self._library.encode_single_token(bytes([byte])) + self._first

    @property
    def longest(self) -> int:
        return self._longest

    def spells(self, id_: int) -> bool:
        return id_ not in self._names

    def spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        word = b"".join(map(self._bytes, ids))
        return len(word), lambda begin, end: self.id(word[begin:end])

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """A pair is looked up by the bytes it joins to, however they are cut; names stay whole."""
        if left in self._names or right in self._names:
            return None
        rank = self._rank(self._bytes(left) + self._bytes(right))
        if rank is None:
            return None
        return self._place(rank), rank + self._first

    def _place(self, rank: int) -> int:
        """Return which merge of the list it is that makes a token."""
        return rank - bisect_left(self._unmerged, rank)

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
        normalized = normalize(text, self._normalizer)
        begins, ends = places_before(text, self._normalizer)
        owner = byte_owners(normalized)
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

    def _cut(self, text: str) -> CutText:
        text = normalize(text, self._normalizer)
        return text, list(self._at_words(text, self._encoded(text)))

    def _at_words(self, text: str, ids: Sequence[int]) -> Iterator[tuple[WordPlace, list[int]]]:
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
        except BAD_PATTERN:
            # The library's expressions are of another kind: a few are not known here.
            return [(0, len(text))]
        except TimeoutError as error:
            raise CorpusError("slow_words", seconds=_SECONDS) from error


def _unmerged(ranks: Ranks) -> list[int]:
    """Return the ranks of tokens that no two others make, in order: bytes, and what stands alone.

    Most tokens are one byte more than another, so the slow look is for few.
    """
    left = [token for token in ranks if token[1:] not in ranks]
    left = [token for token in left if token[:-1] not in ranks]
    # Of a token of a megabyte every other cut would be a megabyte to look up.
    sizes = {len(token) for token in ranks if token}
    return sorted(
        ranks[token]
        for token in left
        if not any(
            token[:at] in ranks and token[at:] in ranks for at in sizes if len(token) - at in sizes
        )
    )
