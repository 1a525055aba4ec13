"""Tokenizer: encode new text with learned merges, showing every step; decode it again."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import Literal

from ..errors import check_choice, check_text
from ..merging.cells import Token, spell
from ..merging.values import Pair
from ..schemes import Scheme
from ..text.normalizers import normalize
from ..text.pretokenizers import pretokenize_spans

UNKNOWN = "<unk>"
Method = Literal["merges", "longest-match", "longest-token-first"]
METHODS: tuple[Method, ...] = ("merges", "longest-match", "longest-token-first")

Encoded = tuple[tuple[Token, ...], tuple[int, ...]]
"""Tokens, and their ids."""

# From this many tokens on a heap finds the lowest rank faster than a search of the whole word.
_LONG = 48


@dataclass(frozen=True)
class TraceStep:
    """One step of encoding a word.

    Attributes:
        rank: the rank of the merge applied; for longest match, that of the token cut out (`None`
            where it is of the alphabet).
        pair: the two tokens merged; empty for longest match.
        tokens: the word's tokens after the step.
        candidates: before the step, for each two neighbours the rank of their merge or `None`.
        places: of the left token of each pair merged, among the tokens before the step; for
            longest match, of the token cut out, among the tokens after it.
    """

    rank: int | None
    pair: Pair | tuple[()]
    tokens: tuple[Token, ...]
    candidates: tuple[int | None, ...] = ()
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class EncodedWord:
    """A word of the normalized text, from `start` up to `end` (characters), and its tokens."""

    text: str
    start: int
    end: int
    tokens: tuple[Token, ...]
    ids: tuple[int, ...]
    _tokenizer: Tokenizer = field(repr=False, compare=False)
    _method: Method = field(default="merges", repr=False, compare=False)

    @cached_property
    def start_tokens(self) -> tuple[Token, ...]:
        """The tokens before the first step."""
        return self._tokenizer.start(self.text)[0]

    @cached_property
    def steps(self) -> tuple[TraceStep, ...]:
        """Every step from `start_tokens` to `tokens`, in order."""
        return self._tokenizer.trace(self.text, self._method)


@dataclass(frozen=True)
class Encoding:
    """An encoded text: the normalized text and its words; `tokens` and `ids` run over all words."""

    text: str
    words: tuple[EncodedWord, ...]

    @cached_property
    def tokens(self) -> list[Token]:
        """Tokens of all words, left to right."""
        return [token for word in self.words for token in word.tokens]

    @cached_property
    def ids(self) -> list[int]:
        """Token ids of all words, left to right."""
        return [id_ for word in self.words for id_ in word.ids]


class Tokenizer:
    """Encode by ordered merges and decode.

    Attributes:
        scheme: how texts become words, and what is done with what is unknown.
        tokens: by id. merges: (left, right, new) ids, by rank. alphabet_ids: of the alphabet.
        unknown_id: the first id after them.

    Ids from `len(tokens)` on stand for what is not in the vocabulary: first `<unk>`, then the 256
    bytes of a character that is spelled in bytes (`<0xE5>`).
    """

    def __init__(
        self,
        scheme: Scheme,
        tokens: Sequence[Token],
        alphabet: Iterable[int],
        merges: Sequence[tuple[int, int, int]],
    ) -> None:
        """Take the tokens by id, the ids of the alphabet, and (left, right, new) ids by rank."""
        self.scheme, self.tokens, self.merges = scheme, tuple(tokens), tuple(merges)
        self.unknown_id = len(self.tokens)
        self.alphabet_ids = ids = tuple(alphabet)
        # The mark comes last in the alphabet: the same character typed as text is another token,
        # or the mark itself where the corpus has no such character.
        self._alphabet = {self.tokens[id_]: id_ for id_ in reversed(ids)}
        own_mark = scheme.boundary in ("suffix", "prefix")
        marks = [id_ for id_ in ids if own_mark and self.tokens[id_] == scheme.mark]
        self._mark_id = marks[-1] if marks else None
        self._ranks = {
            (left, right): (rank, new) for rank, (left, right, new) in enumerate(self.merges)
        }
        self._cache: dict[str, Encoded] = {}

    def encode(
        self,
        text: str,
        method: Method = "merges",
        *,
        dropout: float = 0.0,
        seed: int | None = None,
    ) -> Encoding:
        """Normalize, split into words, and encode each word.

        `method`: "merges" applies the merge of lowest rank until none is left (subword-nmt,
        Hugging Face, SentencePiece, GPT); "longest-match" takes the longest token that fits, from
        the left (WordPiece); "longest-token-first" cuts out the longest token that occurs anywhere,
        then goes on in the rest. `dropout` leaves out each candidate merge with that probability,
        drawn anew before each step (subword-nmt's BPE-dropout), and needs "merges".

        Raises `ValueError` for another method or a probability outside 0 to 1, and `CorpusError`
        for what is no text, or for half of a surrogate pair where words are spelled in bytes.
        """
        check_text(text)
        check_choice("method", method, METHODS)
        if not 0 <= dropout <= 1:
            raise ValueError(f"dropout must be from 0 to 1, got {dropout!r}. Use 0 for none.")
        if dropout and method != "merges":
            raise ValueError(
                f"dropout must be 0 for method {method!r}, got {dropout!r}. Use method 'merges'."
            )
        draw = random.Random(seed).random
        text, cut = self._cut(text)
        words = []
        for word, start, end in cut:
            tokens, ids = self.encode_word(word, method, dropout, draw)
            words.append(EncodedWord(word, start, end, tokens, ids, self, method))
        return Encoding(text, tuple(words))

    def encode_word(
        self,
        word: str,
        method: Method = "merges",
        dropout: float = 0.0,
        draw: Callable[[], float] = random.random,
    ) -> Encoded:
        """Return the tokens and the ids of one word (already normalized and split off).

        `draw` returns a number from 0 up to 1 for each candidate merge. See `encode`.
        """
        if method != "merges":
            return self._match(word, method)
        if not dropout:
            return self._merge_word(word)
        ids, unknown = self._spelled(word)
        return self._named(self._drop_out(ids, dropout, draw), unknown)

    def trace(self, word: str, method: Method = "merges") -> tuple[TraceStep, ...]:
        """Return every step of encoding one word (already normalized and split off)."""
        if method != "merges":
            return self._match_trace(word, method)
        ids, unknown = self._spelled(word)
        steps = []
        while True:
            ranks, at = self._candidates(ids)
            if at is None:
                return tuple(steps)
            left, right = ids[at : at + 2]
            places = _places(ids, left, right)
            ids = _replace(ids, left, right, self._ranks[left, right][1])
            pair = self.tokens[left], self.tokens[right]
            steps.append(TraceStep(ranks[at], pair, self._named(ids, unknown)[0], ranks, places))

    def decode(self, encoded: Sequence[int] | Sequence[Token]) -> str:
        """Return the text of token ids, or of tokens.

        Words are parted by one space where the scheme has a boundary mark; without one, characters
        are just put together, since nothing says where a space was. Bytes that are not complete
        UTF-8 become U+FFFD. Raises `ValueError` for an id that does not exist.
        """
        parts: list[bytes] = []
        attached = self.scheme.boundary == "attached"
        for item in encoded:
            if isinstance(item, str | bytes):
                surface, begins, ends = self._surface_of_token(item)
            else:
                surface, begins, ends = self._surface_of_id(item)
            if begins and parts:
                parts.append(b" ")
            parts.append(surface)
            if ends:
                parts.append(b" ")
        if parts and (self.scheme.boundary == "suffix" or attached) and parts[-1] == b" ":
            parts.pop()
        return b"".join(parts).decode("utf-8", "replace")

    def start_ids(self, word: str) -> list[int]:
        """Return the ids of `start(word)`."""
        return self._spelled(word)[0]

    def start(self, word: str) -> Encoded:
        """Return the tokens and the ids of one word before any merge."""
        return self._named(*self._spelled(word))

    def knows(self, token: Token) -> bool:
        """Say whether the alphabet has a token."""
        return token in self._alphabet

    def plain(self, token: Token) -> Token:
        """Return the token without a boundary mark that is part of it."""
        mark = self.scheme.mark
        if self.scheme.boundary == "attached":
            return token.removesuffix(mark)
        if self.scheme.boundary == "continuation":
            return token.removeprefix(mark)
        return token

    def _cut(self, text: str) -> tuple[str, list[tuple[str, int, int]]]:
        """Return the normalized text, and its words with where they start and end in it."""
        text = normalize(text, self.scheme.normalizer)
        spans = pretokenize_spans(text, self.scheme.pretokenizer)
        return text, [(text[start:end], start, end) for start, end in spans]

    def _merge_word(self, word: str) -> Encoded:
        if word in self._cache:
            return self._cache[word]
        ids, unknown = self._spelled(word)
        if len(ids) > _LONG:
            # Not kept: a long word seldom comes twice, and the text itself can be one.
            return self._named(self._merge_long(ids), unknown)
        if len(self._cache) > 1 << 16:
            self._cache.clear()
        encoded = self._cache[word] = self._named(self._merge_short(ids), unknown)
        return encoded

    def _candidates(self, ids: list[int]) -> tuple[tuple[int | None, ...], int | None]:
        """Return for each two neighbours the rank of their merge, and where the lowest is."""
        found = [self._ranks.get(pair) for pair in itertools.pairwise(ids)]
        ranks = tuple(entry and entry[0] for entry in found)
        known = [at for at, rank in enumerate(ranks) if rank is not None]
        return ranks, min(known, key=ranks.__getitem__, default=None)

    def _spelled(self, word: str) -> tuple[list[int], list[Token]]:
        """Return alphabet ids, and the spelling of each `unknown_id` among them, in order."""
        ids: list[int] = []
        unknown: list[Token] = []
        policy = self.scheme.unknown
        spelling = spell(word, self.scheme)
        mark_at = {"prefix": 0, "suffix": len(spelling) - 1}.get(self.scheme.boundary)
        for at, token in enumerate(spelling):
            known = self._mark_id if at == mark_at else self._alphabet.get(token)
            if known is not None:
                ids.append(known)
            elif policy == "bytes" and isinstance(token, str):
                for byte in self.plain(token).encode("utf-8", "surrogatepass"):
                    ids.append(self.unknown_id + 1 + byte)
            elif policy != "drop":
                ids.append(self.unknown_id)
                unknown.append(token if policy == "pass" else UNKNOWN)
        return ids, unknown

    def _named(self, ids: list[int], unknown: list[Token]) -> Encoded:
        spellings = iter(unknown)
        tokens = tuple(
            self.tokens[id_]
            if id_ < self.unknown_id
            else next(spellings)
            if id_ == self.unknown_id
            else f"<0x{id_ - self.unknown_id - 1:02X}>"
            for id_ in ids
        )
        return tokens, tuple(ids)

    def _merge_short(self, ids: list[int]) -> list[int]:
        while len(ids) > 1:
            best = min(
                (
                    (*self._ranks[pair], pair)
                    for pair in itertools.pairwise(ids)
                    if pair in self._ranks
                ),
                default=None,
            )
            if best is None:
                break
            _, new, (left, right) = best
            ids = _replace(ids, left, right, new)
        return ids

    def _merge_long(self, ids: list[int]) -> list[int]:
        """Do what `_merge_short` does with a heap and links between neighbours."""
        size = len(ids)
        following, preceding = list(range(1, size + 1)), list(range(-1, size - 1))
        heap = [
            (*self._ranks[pair], at, pair)
            for at, pair in enumerate(itertools.pairwise(ids))
            if pair in self._ranks
        ]
        heapify(heap)
        gone = -1
        ids = list(ids)
        while heap:
            _, new, at, (left, right) = heappop(heap)
            after = following[at]
            if ids[at] != left or after == size or ids[after] != right:
                continue
            ids[at], ids[after] = new, gone
            following[at] = after = following[after]
            if after < size:
                preceding[after] = at
            for start, end in ((preceding[at], at), (at, after)):
                if start >= 0 and end < size and (pair := (ids[start], ids[end])) in self._ranks:
                    heappush(heap, (*self._ranks[pair], start, pair))
        return [id_ for id_ in ids if id_ != gone]

    def _drop_out(self, ids: list[int], dropout: float, draw) -> list[int]:
        """`encode` of subword-nmt's `apply_bpe.py`: each pair is kept when a draw exceeds p."""
        while len(ids) > 1:
            kept = [
                (self._ranks[pair], at)
                for at, pair in enumerate(itertools.pairwise(ids))
                if draw() > dropout and pair in self._ranks
            ]
            if not kept:
                break
            best = min(kept)[0]
            merged, last = [], 0
            for at in (at for entry, at in kept if entry == best):
                if at >= last:
                    merged += [*ids[last:at], best[1]]
                    last = at + 2
            ids = merged + ids[last:]
        return ids

    @cached_property
    def _longest(self) -> tuple[dict[tuple[int, ...], int], int]:
        """The vocabulary by spelling in alphabet ids, and the longest spelling."""
        spelling = {id_: (id_,) for id_ in self.alphabet_ids}
        for left, right, new in self.merges:
            spelling[new] = spelling[left] + spelling[right]
        by_spelling = {units: id_ for id_, units in spelling.items()}
        return by_spelling, max(map(len, by_spelling), default=0)

    @cached_property
    def _rank_of(self) -> dict[int, int]:
        return {new: rank for rank, (_, _, new) in enumerate(self.merges)}

    def _match(self, word: str, method: Method) -> Encoded:
        """Encode by longest match; return the tokens and the ids."""
        ids, unknown = self._spelled_to_match(word)
        for _ in self._cut_out(ids, method):
            pass
        return self._named(ids, unknown)

    def _match_trace(self, word: str, method: Method) -> tuple[TraceStep, ...]:
        """Return every token that longest match cuts out, in order."""
        ids, unknown = self._spelled_to_match(word)
        return tuple(
            TraceStep(self._rank_of.get(token), (), self._named(ids, unknown)[0], places=(at,))
            for at, token in self._cut_out(ids, method)
        )

    def _spelled_to_match(self, word: str) -> tuple[list[int], list[Token]]:
        """Spell a word; WordPiece gives up one with a piece missing, unknown as a whole."""
        ids, unknown = self._spelled(word)
        if self.scheme.boundary == "continuation" and self.unknown_id in ids:
            return [self.unknown_id], [UNKNOWN]
        return ids, unknown

    def _cut_out(self, ids: list[int], method: Method) -> Iterator[tuple[int, int]]:
        """Put one token after the other into `ids`, in place, and yield its place and its id."""
        vocabulary, longest = self._longest
        done = [False] * len(ids)
        while not all(done):
            at, size = self._next_match(ids, done, vocabulary, longest, method)
            token = vocabulary.get(tuple(ids[at : at + size]), ids[at])
            ids[at : at + size], done[at : at + size] = [token], [True]
            yield at, token

    @staticmethod
    def _next_match(ids, done, vocabulary, longest, method) -> tuple[int, int]:
        """Return where the next token is cut out, and from how many ids."""
        free = [at for at, is_done in enumerate(done) if not is_done]
        if method == "longest-match":
            free = free[:1]
        room = {}
        for at in free:
            end = at
            while end < len(ids) and not done[end] and end - at < longest:
                end += 1
            room[at] = end - at
        for size in range(max(room.values()), 1, -1):
            for at in free:
                if size <= room[at] and tuple(ids[at : at + size]) in vocabulary:
                    return at, size
        return free[0], 1

    @cached_property
    def _surfaces(self) -> dict[int, tuple[bytes, bool, bool]]:
        """Token id -> its text in UTF-8, whether it begins a word, whether it ends one.

        Put together from the alphabet, so that a "</w>" somebody typed stays text.
        """
        boundary = self.scheme.boundary
        surfaces = {}
        for id_ in self.alphabet_ids:
            token = self.tokens[id_]
            if isinstance(token, bytes):
                surfaces[id_] = token, False, False
            elif id_ == self._mark_id:
                surfaces[id_] = b"", boundary == "prefix", boundary == "suffix"
            else:
                ends = boundary == "attached" and len(token) > 1
                begins = boundary == "continuation" and len(token) == 1
                text = self.plain(token) if ends or not begins else token
                surfaces[id_] = text.encode("utf-8", "surrogatepass"), begins, ends
        for left, right, new in self.merges:
            (a, begins, _), (b, _, ends) = surfaces[left], surfaces[right]
            surfaces[new] = a + b, begins, ends
        return surfaces

    def _surface_of_id(self, id_: int) -> tuple[bytes, bool, bool]:
        if id_ in self._surfaces:
            return self._surfaces[id_]
        if id_ == self.unknown_id:
            return UNKNOWN.encode(), self.scheme.boundary == "continuation", False
        if self.unknown_id < id_ <= self.unknown_id + 256:
            return bytes([id_ - self.unknown_id - 1]), False, False
        raise ValueError(
            f"id must be from 0 to {self.unknown_id + 256}, got {id_!r}. Use ids of this tokenizer."
        )

    @cached_property
    def _ids_by_token(self) -> dict[Token, int]:
        used = [*self.alphabet_ids, *(new for _, _, new in self.merges)]
        ids = {self.tokens[id_]: id_ for id_ in reversed(used)}
        ids |= {f"<0x{byte:02X}>": self.unknown_id + 1 + byte for byte in range(256)}
        return {UNKNOWN: self.unknown_id} | ids

    def _surface_of_token(self, token: Token) -> tuple[bytes, bool, bool]:
        if token in self._ids_by_token:
            return self._surface_of_id(self._ids_by_token[token])
        plain = self.plain(token)
        ends = self.scheme.boundary == "attached" and plain != token
        begins = self.scheme.boundary == "continuation" and plain == token
        surface = plain if isinstance(plain, bytes) else plain.encode("utf-8", "surrogatepass")
        return surface, begins, ends


def _places(ids: list[int], left: int, right: int) -> tuple[int, ...]:
    """Return where `_replace` finds `left` `right`: the places of the left ones."""
    places: list[int] = []
    for at, pair in enumerate(itertools.pairwise(ids)):
        if pair == (left, right) and (not places or places[-1] < at - 1):
            places.append(at)
    return tuple(places)


def _replace(ids: list[int], left: int, right: int, new: int) -> list[int]:
    """Return `ids` with `new` for each `left` `right`, from the left, never overlapping."""
    replaced = []
    at, last = 0, len(ids) - 1
    while at <= last:
        if at < last and ids[at] == left and ids[at + 1] == right:
            replaced.append(new)
            at += 2
        else:
            replaced.append(ids[at])
            at += 1
    return replaced
