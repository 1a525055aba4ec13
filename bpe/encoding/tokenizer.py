"""Tokenizer: encode new text with learned merges, showing every step; decode it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from types import MappingProxyType

from ..errors import check_choice, check_text
from ..merging.cells import Token, places_of
from ..notebook import ranks_of
from ..schemes import Scheme, as_scheme
from ..text.normalizers import normalize
from ..words import at_special, word_spans, words_of
from .encoded import METHODS, Encoded, Encoding, Method, Split, Splits, TraceStep, WordPlace
from .matching import Matcher, TokenSpan, merge_by_rank, replace_pair
from .spelling import (
    UNKNOWN,
    AllowedSpecial,
    Alphabet,
    Decoder,
    Spelled,
    Unit,
    allowed_ids,
    tokens_of_ids,
)


class Tokenizer:
    """Encode by ordered merges and decode.

    Attributes:
        scheme: pre-tokenization, units, and the handling of unknown characters.
        tokens: by id.
        merges: (left, right, new) ids, by rank. alphabet_ids: of the alphabet.
        unknown_id: the first ID after the tokens. special_ids: special token -> its id.

    IDs from `len(tokens)` on represent text outside the vocabulary: first `<unk>`, then the 256
    bytes for characters spelled in bytes (`<0xE5>`).

    >>> from bpe import train
    >>> tokenizer = train("low lower lowest").tokenizer()
    >>> tokenizer.encode("slow").tokens
    ['s', 'low</w>']
    >>> tokenizer.decode(tokenizer.encode("lower low").ids)
    'lower low'
    """

    def __init__(
        self,
        scheme: Scheme,
        tokens: Sequence[Token],
        alphabet: Iterable[int],
        merges: Sequence[tuple[int, int, int]],
        special_ids: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        """Take the tokens by ID, the IDs of the alphabet, and (left, right, new) IDs by rank.

        special_ids: the ID of each of the scheme's special tokens.
        """
        self.scheme, self.merges = scheme, tuple(merges)
        self.tokens = tuple(tokens)
        self.special_ids: Mapping[str, int] = dict(special_ids)
        self._alphabet = Alphabet(scheme, self.tokens, tuple(alphabet))
        self._ranks = {(left, right): rank for rank, (left, right, _) in enumerate(self.merges)}
        self._made = [new for _, _, new in self.merges]
        self._splits = {method: Splits(partial(self._split, method)) for method in METHODS}

    def with_scheme(self, scheme: str | Scheme) -> Tokenizer:
        """Return the same tokens and merges under other rules with the same units and boundary.

        Raises `ValueError` if units or boundary differ.
        """
        scheme = as_scheme(scheme)
        for name in ("units", "boundary"):
            own, given = getattr(self.scheme, name), getattr(scheme, name)
            if own != given:
                raise ValueError(
                    f"{name} must be {own!r}, as the tokens are, got {given!r}. "
                    "Use dataclasses.replace(tokenizer.scheme, ...)."
                )
        return Tokenizer(scheme, self.tokens, self.alphabet_ids, self.merges, self.special_ids)

    @property
    def token_ranks(self) -> dict[Token, int]:
        """Learned token -> the rank of the merge that first made it."""
        return ranks_of(self.tokens[made] for made in self._made)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self.scheme.name}: {self.vocab_size} tokens, "
            f"{len(self.merges)} merges>"
        )

    def __len__(self) -> int:
        """The number of tokens; see `vocab_size`."""
        return self.vocab_size

    @property
    def vocab_size(self) -> int:
        """Number of tokens: alphabet, mark, special tokens and merges.

        `<unk>` and byte fallback are not counted.
        """
        return len(self.alphabet_ids) + len(self.special_ids) + len(self.merges)

    @property
    def alphabet_ids(self) -> tuple[int, ...]:
        """The IDs of the tokens before any merge."""
        return self._alphabet.ids

    @property
    def unknown_id(self) -> int:
        """The first ID after the tokens: the ID of `<unk>` if the scheme has it."""
        return self._alphabet.unknown_id

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> ID. If two have the same text, the older one that is not a mark."""
        return self._decoder.vocabulary

    @property
    def ids(self) -> Collection[int]:
        """All IDs that `decode` accepts."""
        return self._decoder.ids

    @property
    def special(self) -> Mapping[str, int]:
        """Special token -> ID, including `<unk>` and `<0x00>` onwards if the scheme uses them."""
        return {**self.special_ids, **self._alphabet.special}

    def encode(
        self,
        text: str,
        method: Method = "merges",
        *,
        allowed_special: AllowedSpecial = "all",
    ) -> Encoding:
        """Cut at special tokens, normalize, split into words, and encode each word.

        `allowed_special`: special tokens that are recognized in the text, "all" or some names; the
        name of any other is ordinary text. Training cuts its text at all of them, so "all" is the
        default. Unlike tiktoken's `encode`, this never rejects a text that contains one.

        `method`: "merges" applies the merge of lowest rank until none is left (subword-nmt,
        Hugging Face, SentencePiece, GPT); "longest-match" takes the longest token that fits, from
        the left (WordPiece); "longest-token-first" matches the longest token that occurs anywhere,
        then continues in the rest; "fewest-tokens" uses as few tokens as possible, preferring the
        longest first token.

        Raises `ValueError` for an unknown method or special token, and `CorpusError` unless the
        text is a str, or for half of a surrogate pair if words are spelled in bytes.
        """
        check_text(text)
        check_choice("method", method, METHODS)
        split = self._splits[method].__getitem__
        special = allowed_ids(allowed_special, self.special_ids)
        if not special:
            text, words = self._words_of(text)
            return Encoding(text, list(map(split, words)), self, method)
        normalized, splits, places = "", list[Split](), list[WordPlace]()
        for part, is_special in at_special(text, tuple(special)):
            at = len(normalized)
            if is_special:
                splits.append(((special[part],), ()))
                places.append((part, at, at + len(part)))
                normalized += part
                continue
            part, words = self._words_of(part)
            splits += map(split, words)
            spans = word_spans(part, self.scheme)
            places += [(part[start:end], at + start, at + end) for start, end in spans]
            normalized += part
        return Encoding(normalized, splits, self, method, places)

    def encode_word(self, word: str, method: Method = "merges") -> Encoded:
        """Return the tokens and the IDs of one word (already normalized and split off)."""
        check_text(word)
        check_choice("method", method, METHODS)
        ids, unknown = self._splits[method][word]
        return self.tokens_of(ids, unknown), ids

    def split(self, word: str, method: Method = "merges") -> Spelled:
        """Compute the IDs of one word without a cache, and the spelling of each unknown one."""
        check_text(word)
        check_choice("method", method, METHODS)
        return self._split(method, word)

    def _split(self, method: Method, word: str) -> Spelled:
        ids, unknown = self._alphabet.spelled(word)
        if method == "merges":
            return merge_by_rank(ids, self._ranks, self._made), unknown
        ids, unknown = self._to_match(ids, unknown)
        if method == "longest-match":
            return self._matcher.matched(ids), unknown
        return [cut.token for cut in sorted(self._cuts(ids, method))], unknown

    def trace(self, word: str, method: Method = "merges") -> tuple[TraceStep, ...]:
        """Return every step of encoding one word (already normalized and split off)."""
        check_text(word)
        check_choice("method", method, METHODS)
        if method != "merges":
            return self._match_trace(word, method)
        ids, unknown = self._alphabet.spelled(word)
        steps: list[TraceStep] = []
        while True:
            candidates, at = self._candidates(ids)
            if at is None:
                return tuple(steps)
            left, right = ids[at], ids[at + 1]
            rank, places = self._ranks[left, right], places_of(ids, (left, right))
            ids = replace_pair(ids, places, self._made[rank])
            tokens = self.tokens_of(ids, unknown)
            pair = self.tokens[left], self.tokens[right]
            steps.append(TraceStep(rank, pair, tokens, candidates, tuple(places)))

    def decode(self, encoded: Iterable[int | Token]) -> str:
        """Return the text of token IDs, or of tokens.

        Words are separated by one space if the scheme has a boundary mark; without a mark, tokens
        are joined directly, since spaces were not recorded. Bytes that are not complete UTF-8
        become U+FFFD; a token outside the vocabulary decodes to its own text. Raises `ValueError`
        for an ID that does not exist.
        """
        return self._decoder.text(encoded)

    def start(self, word: str) -> Encoded:
        """Return the tokens and the IDs of one word before any merge."""
        check_text(word)
        ids, unknown = self._alphabet.spelled(word)
        return self.tokens_of(ids, unknown), tuple(ids)

    def tokens_of(self, ids: Sequence[int], unknown: Sequence[Token] = ()) -> tuple[Token, ...]:
        """Return the tokens of IDs; `unknown` spells those with `unknown_id`, in order."""
        return tuple(tokens_of_ids(ids, self.tokens, unknown))

    def units(self, word: str) -> list[Unit]:
        """Return the tokens of one word before any merge, each with the bytes it represents."""
        check_text(word)
        return self._alphabet.units(word)

    def plain(self, token: Token) -> Token:
        """Return the token without a boundary mark that is part of it."""
        return self._alphabet.plain(token)

    def _words_of(self, text: str) -> tuple[str, Iterable[str]]:
        """Return the normalized text and its words."""
        text = normalize(text, self.scheme.normalizer)
        return text, words_of(text, self.scheme)

    def _candidates(self, ids: Sequence[int]) -> tuple[tuple[int | None, ...], int | None]:
        """Return the merge rank of each adjacent pair, and the places of the lowest one."""
        found = tuple(map(self._ranks.get, pairwise(ids)))
        known = [(rank, at) for at, rank in enumerate(found) if rank is not None]
        return found, min(known)[1] if known else None

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(self.alphabet_ids, self.merges)

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.scheme, self._alphabet, self.merges, self.tokens, self.special_ids)

    def _cuts(self, ids: Sequence[int], method: Method) -> Iterable[TokenSpan]:
        """Return the tokens that a method without merges matches in a word, in its order."""
        if method == "longest-match":
            return self._matcher.from_left(ids)
        if method == "longest-token-first":
            return self._matcher.longest_first(ids)
        return self._matcher.fewest(ids)

    def _match_trace(self, word: str, method: Method) -> tuple[TraceStep, ...]:
        """Return every step of a method without merges: one matched token each, in order."""
        ids, unknown = self._to_match(*self._alphabet.spelled(word))
        rank_of = {new: rank for rank, new in enumerate(self._made)}
        # The places after a token's first unit are empty.
        held: list[int | None] = list(ids)
        steps = []
        for cut in self._cuts(ids, method):
            held[cut.at : cut.at + cut.size] = [cut.token, *[None] * (cut.size - 1)]
            tokens = self.tokens_of([id_ for id_ in held if id_ is not None], unknown)
            place = sum(id_ is not None for id_ in held[: cut.at])
            steps.append(TraceStep(rank_of.get(cut.token), (), tokens, (), (place,)))
        return tuple(steps)

    def _to_match(self, ids: list[int], unknown: tuple[Token, ...]) -> Spelled:
        """Return the IDs to match; a WordPiece word with a missing piece is unknown as a whole."""
        if unknown and self.scheme.boundary == "continuation":
            return [self.unknown_id], (UNKNOWN,)
        return ids, unknown
