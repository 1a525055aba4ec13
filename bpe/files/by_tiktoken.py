"""Tokenizers that tiktoken runs: byte tokens with ranks, from which the merges are found.

A .tiktoken file says neither how words are cut nor which special tokens there are.
"""

import binascii
from bisect import bisect_left
from collections.abc import Mapping, Sequence

import regex

from ..errors import CorpusError, library, short
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import byte_owners
from ..text.normalizers import normalize, places_before
from ..text.pretokenizers import pattern
from .checks import Ids, check_ids, library_errors
from .tokenizer import CutText, FileTokenizer, TokenAt, WordIds

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


def looks_like_ranks(text: str) -> bool:
    """Say whether the first line is a token in base64 and a number."""
    return regex.fullmatch(r"(?:[A-Za-z0-9+/=]{4})+ [0-9]+\s*", text.split("\n", 1)[0]) is not None


class TiktokenTokenizer(FileTokenizer):
    """A tokenizer run by the package tiktoken. Its ids are the ranks."""

    format = "tiktoken"

    def __init__(
        self,
        file: str,
        text: str,
        words: str = "gpt4",
        normalizer: str = "none",
        special: Mapping[str, int] | None = None,
    ) -> None:
        """Take the lines of a .tiktoken file, and the settings that it lacks.

        words: how a text is cut, a name in `PATTERNS` or of one of our pre-tokenizers.
        Raises `CorpusError`, with the line.
        """
        ranks = _read_ranks(file, text)
        self._file, self._normalizer, self.special = file, normalizer, dict(special or {})
        check_ids({**ranks, **self.special}, file)
        self.scheme = Scheme("tiktoken", units="bytes", tie_rule="smallest-ids")
        self._pattern = PATTERNS[words] if words in PATTERNS else pattern(words)
        with library_errors("tiktoken", file):
            self._library = library("tiktoken").Encoding(
                file, pat_str=self._pattern, mergeable_ranks=ranks, special_tokens=self.special
            )
            # Only pickling needs this copy of 35 MB; Rust has its own.
            self._library._mergeable_ranks = {}
        self._names = {id_: token for token, id_ in self.special.items()}
        self.ids = Ids([*ranks.values(), *self._names])
        self._unmerged = _unmerged(ranks)

    @property
    def merge_count(self) -> int:
        """How many tokens two others make."""
        return len(self.ids) - len(self._unmerged) - len(self._names)

    def pairs(self) -> list[tuple[bytes, bytes]]:
        """Return the merges by rank: the last pair on the way to each token; else its first cut."""
        whole, pairs = {*self._unmerged, *self._names}, list[tuple[bytes, bytes]]()
        for id_ in self.ids:
            if id_ not in whole:
                token, steps = self._bytes(id_), self.replay([id_]).steps
                cuts = ((token[:at], token[at:]) for at in range(1, len(token)))
                first = (cut for cut in cuts if None not in map(self.id, cut))
                pairs.append(steps[-1].pair if steps else next(first))  # type: ignore[arg-type]
        return pairs

    def token(self, id_: int) -> Token:
        return self._names.get(id_) or self._bytes(id_)

    def id(self, token: Token) -> int | None:
        if isinstance(token, str):
            return self.special.get(token)
        try:
            rank: int = self._library.encode_single_token(token)
        except KeyError:
            return None
        return None if rank in self._names else rank

    def _spells(self, id_: int) -> bool:
        return id_ not in self._names

    def _spelling(self, ids: Sequence[int], begins: bool, ends: bool) -> tuple[int, TokenAt]:
        word = b"".join(map(self._bytes, ids))
        return len(word), lambda begin, end: self.id(word[begin:end])

    def _find(self, left: int, right: int) -> tuple[int, int] | None:
        """A pair is looked up by the bytes it joins to, however they are cut; names stay whole."""
        if left in self._names or right in self._names:
            return None
        rank = self.id(self._bytes(left) + self._bytes(right))
        return None if rank is None else (self._place(rank), rank)

    def _place(self, rank: int) -> int:
        """Return which merge of the list it is that makes a token."""
        return rank - bisect_left(self._unmerged, rank)

    def _bytes(self, id_: int) -> bytes:
        found: bytes = self._library.decode_single_token_bytes(id_)
        return found

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
        with library_errors("tiktoken", self._file):
            ids: list[int] = self._library.encode_ordinary(normalize(text, self._normalizer))
        return ids

    def _decoded(self, ids: list[int]) -> str:
        text: str = self._library.decode(ids)
        return text

    def _words_of(self, text: str) -> CutText:
        text = normalize(text, self._normalizer)
        # By the bytes of all words before: where a word starts, and where one ends.
        starts, ends, size = dict[int, int](), dict[int, int](), 0
        source = self._pattern.replace("++$", r"++\Z")
        for match in regex.finditer(source, text, flags=regex.V1):
            starts[size] = match.start()
            size += len(match.group().encode())
            ends[size] = match.end()
        words, ids, first, last = WordIds(), list[int](), 0, 0
        for id_ in self._encoded(text):
            ids.append(id_)
            last += len(self._bytes(id_))
            # Words that the library cut in another way stay together.
            if last in ends:
                start, end = starts[first], ends[last]
                words.append(((text[start:end], start, end), ids))
                ids, first = [], last
        return text, words


def _read_ranks(file: str, text: str) -> dict[bytes, int]:
    """Return token -> rank. Raises `CorpusError` for the first line that is neither."""
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != 2 or not fields[1].isascii() or not fields[1].isdigit():
            raise CorpusError("rank_line", file=file, line=number, value=short(line))
        try:
            token = binascii.a2b_base64(fields[0], strict_mode=True)
        except ValueError as error:
            raise CorpusError(
                "rank_token", file=file, line=number, value=short(fields[0])
            ) from error
        if not token or token in ranks:
            raise CorpusError("rank_again", file=file, line=number, value=short(token))
        ranks[token] = int(fields[1][:12])
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise CorpusError("rank_bytes", file=file, byte=missing[0])
    return ranks


def _unmerged(ranks: Mapping[bytes, int]) -> list[int]:
    """Return the ranks of tokens that no two others make, in order: bytes, and what stands alone.

    Most tokens are one byte more than another, so the slow look is for few.
    """
    left = [token for token in ranks if token[1:] not in ranks and token[:-1] not in ranks]
    return sorted(
        ranks[token]
        for token in left
        if not any(token[:at] in ranks and token[at:] in ranks for at in range(1, len(token)))
    )
