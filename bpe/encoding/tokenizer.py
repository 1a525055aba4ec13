"""Tokenizer: encode new text with learned merges, showing every step; decode it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

from ..errors import check_choice, check_text, short
from ..merging.cells import Token, places_of
from ..notebook import ranks_of
from ..schemes import Scheme, as_scheme
from ..text.normalizers import normalize
from ..words import at_special, word_spans, words_of
from .encoded import METHODS, Encoded, Encoding, Method, Split, Splits, TraceStep, WordPlace
from .matching import Matcher, TokenSpan, merge_by_rank, replace_pair
from .spelling import UNKNOWN, Alphabet, Decoder, Spelled, Unit, tokens_of_ids


class Tokenizer:
    """Encode by ordered merges and decode.

    Attributes:
        scheme: how texts become words, and what is done with what is unknown.
        tokens: by id.
        merges: (left, right, new) ids, by rank. alphabet_ids: of the alphabet.
        unknown_id: the first id after them. special_ids: special token -> its id.

    Ids from `len(tokens)` on stand for what is not in the vocabulary: first `<unk>`, then the 256
    bytes of a character that is spelled in bytes (`<0xE5>`).

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
        """Take the tokens by id, the ids of the alphabet, and (left, right, new) ids by rank.

        special_ids: the id of each of the scheme's special tokens.
        """
        self.scheme, self.merges = scheme, tuple(merges)
        self.tokens = tuple(tokens)
        self.special_ids: Mapping[str, int] = dict(special_ids)
        self._alphabet = Alphabet(scheme, self.tokens, tuple(alphabet))
        self._ranks = {(left, right): rank for rank, (left, right, _) in enumerate(self.merges)}
        self._made = [new for _, _, new in self.merges]
        self._splits = {method: Splits(self, method) for method in METHODS}

    def with_scheme(self, scheme: str | Scheme) -> Tokenizer:
        """Return the same tokens and merges under other rules, which keep units and boundary.

        Raises `ValueError` for those that do not.
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
        """How many tokens there are: alphabet, mark, special tokens and merges.

        Without `<unk>` and its like.
        """
        return len(self.alphabet_ids) + len(self.special_ids) + len(self.merges)

    @property
    def alphabet_ids(self) -> tuple[int, ...]:
        """The ids of the tokens before any merge."""
        return self._alphabet.ids

    @property
    def unknown_id(self) -> int:
        """The first id after those of the tokens: what `<unk>` has where there is one."""
        return self._alphabet.unknown_id

    @property
    def vocabulary(self) -> Mapping[Token, int]:
        """Token -> id. Of two that read alike, the one that is no mark and was made first."""
        return self._decoder.vocabulary

    @property
    def ids(self) -> Collection[int]:
        """Every id that `decode` takes."""
        return self._decoder.ids

    @property
    def special(self) -> Mapping[str, int]:
        """Special token -> id, and that of what stands for the unknown: `<unk>`, `<0x00>` on."""
        return {**self.special_ids, **self._alphabet.special}

    def encode(
        self,
        text: str,
        method: Method = "merges",
        *,
        allow_special: bool | None = None,
    ) -> Encoding:
        """Cut at special tokens, normalize, split into words, and encode each word.

        With `allow_special` the name of a special token is that one token, as it is where that is
        `None`; without it text like any other.

        `method`: "merges" applies the merge of lowest rank until none is left (subword-nmt,
        Hugging Face, SentencePiece, GPT); "longest-match" takes the longest token that fits, from
        the left (WordPiece); "longest-token-first" cuts out the longest token that occurs anywhere,
        then goes on in the rest; "fewest-tokens" cuts the word into as few as can be, of several
        such ways the one with the longest first token.

        Raises `ValueError` for another method, and `CorpusError` for what is no text, or for half
        of a surrogate pair where words are spelled in bytes.
        """
        check_text(text)
        check_choice("method", method, METHODS)
        split = self._splits[method].__getitem__
        special = self._special_of(allow_special)
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

    def _special_of(self, allow: bool | None) -> Mapping[str, int]:
        """Return the special tokens that a text is cut at: all that there are, or none."""
        if allow is not None and not isinstance(allow, bool):
            raise ValueError(
                f"allow_special must be True, False or None, got {short(allow)}. "
                "Use None for what the tokenizer does."
            )
        return {} if allow is False else self.special_ids

    def encode_word(self, word: str, method: Method = "merges") -> Encoded:
        """Return the tokens and the ids of one word (already normalized and split off)."""
        check_text(word)
        check_choice("method", method, METHODS)
        ids, unknown = self._splits[method][word]
        return self.tokens_of(ids, unknown), ids

    def split(self, word: str, method: Method = "merges") -> Spelled:
        """Compute the ids of one word without a cache, and the spelling of each unknown one."""
        check_text(word)
        check_choice("method", method, METHODS)
        ids, unknown = self._spelled(word)
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
        ids, unknown = self._spelled(word)
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
        """Return the text of token ids, or of tokens.

        Words are parted by one space where the scheme has a boundary mark; without one, characters
        are just put together, since nothing says where a space was. Bytes that are not complete
        UTF-8 become U+FFFD; a token outside the vocabulary stands for what it reads. Raises
        `ValueError` for an id that does not exist.
        """
        return self._decoder.text(encoded)

    def start(self, word: str) -> Encoded:
        """Return the tokens and the ids of one word before any merge."""
        check_text(word)
        ids, unknown = self._spelled(word)
        return self.tokens_of(ids, unknown), tuple(ids)

    def tokens_of(self, ids: Sequence[int], unknown: Sequence[Token] = ()) -> tuple[Token, ...]:
        """Return the tokens of ids; `unknown` spells those that have `unknown_id`, in order."""
        return tuple(tokens_of_ids(ids, self.tokens, unknown))

    def units(self, word: str) -> list[Unit]:
        """Return the tokens of one word before any merge, each with the bytes it stands for."""
        check_text(word)
        return self._alphabet.units(word)

    def plain(self, token: Token) -> Token:
        """Return the token without a boundary mark that is part of it."""
        return self._alphabet.plain(token)

    def _words_of(self, text: str) -> tuple[str, list[str]]:
        """Return the normalized text and its words."""
        text = normalize(text, self.scheme.normalizer)
        return text, words_of(text, self.scheme)

    def _spelled(self, word: str) -> Spelled:
        """Return alphabet ids, and the spelling of each `unknown_id` among them, in order."""
        return self._alphabet.spelled(word)

    def _candidates(self, ids: Sequence[int]) -> tuple[tuple[int | None, ...], int | None]:
        """Return for each two neighbours the rank of their merge, and where the lowest is."""
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
        """Return the tokens that a method without merges cuts out of a word, in its order."""
        if method == "longest-match":
            return self._matcher.from_left(ids)
        if method == "longest-token-first":
            return self._matcher.longest_first(ids)
        return self._matcher.fewest(ids)

    def _match_trace(self, word: str, method: Method) -> tuple[TraceStep, ...]:
        """Return every token that is cut out, in order."""
        ids, unknown = self._to_match(*self._spelled(word))
        rank_of = {new: rank for rank, new in enumerate(self._made)}
        # Behind the first unit of a token stand empty places.
        held: list[int | None] = list(ids)
        steps = []
        for cut in self._cuts(ids, method):
            held[cut.at : cut.at + cut.size] = [cut.token, *[None] * (cut.size - 1)]
            tokens = self.tokens_of([id_ for id_ in held if id_ is not None], unknown)
            place = sum(id_ is not None for id_ in held[: cut.at])
            steps.append(TraceStep(rank_of.get(cut.token), (), tokens, (), (place,)))
        return tuple(steps)

    def _to_match(self, ids: list[int], unknown: tuple[Token, ...]) -> Spelled:
        """Return the ids to match; a WordPiece word with a missing piece is unknown as a whole."""
        if unknown and self.scheme.boundary == "continuation":
            return [self.unknown_id], (UNKNOWN,)
        return ids, unknown
