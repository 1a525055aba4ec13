"""A tokenizer, learned here or read from a file: look up, test and re-encode its tokens.

Tokens that encoding never produces occur in no training text (the unreachable tokens of Land and
Bartolo, 2024).
"""

from bisect import bisect_left
from codecs import getincrementaldecoder
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import islice
from math import ceil
from typing import NamedTuple, Protocol

import regex

from ..encoding.alignment import Segment
from ..encoding.encoded import EncodedText, Method
from ..encoding.tokenizer import Tokenizer
from ..merging.cells import Token
from ..schemes import Scheme
from ..text.characters import as_bytes, is_text, marker_bits


class AnyTokenizer(Protocol):
    """The interface of a tokenizer, learned here or read from a file."""

    @property
    def scheme(self) -> Scheme:
        """The boundary mark of its tokens."""

    @property
    def ids(self) -> Collection[int]:
        """All IDs."""

    @property
    def special(self) -> Mapping[str, int]:
        """Special tokens and their IDs."""

    @property
    def unknown_id(self) -> int | None:
        """The ID of the unknown token, or None."""

    def tokens_of(self, ids: Sequence[int], /) -> tuple[Token, ...]:
        """Return the tokens of IDs."""

    def encode(self, text: str, method: Method = "merges", /) -> EncodedText:
        """Return the tokens of a text, and its words with their merges."""

    def decode(self, encoded: Sequence[int]) -> str:
        """Return the text of IDs."""


Encode = Callable[[str], Sequence[int]]
"""Text -> IDs."""

_LOST = "\ufffd"


def fewest_token_count(tokenizer: AnyTokenizer, text: str) -> int:
    """Return the smallest number of its tokens that spell a text."""
    return len(tokenizer.encode(text, "fewest-tokens").ids)


def paired_segments(
    one: Sequence[Segment], other: Sequence[Segment]
) -> list[tuple[tuple[Segment, ...], tuple[Segment, ...]]]:
    """Cut a text where no token of two encodings is split: the segments of both, part by part."""
    reach = [{each.end for each in found} for found in (one, other)]
    last = max((each.end for each in (*one, *other)), default=0)
    ends = sorted({*(reach[0] & reach[1]), last})
    parts: list[tuple[list[Segment], list[Segment]]] = [([], []) for _ in ends]
    for side, found in enumerate((one, other)):
        for each in found:
            parts[bisect_left(ends, each.end)][side].append(each)
    return [(tuple(first), tuple(second)) for first, second in parts if first or second]


@dataclass(frozen=True)
class Arrival:
    """A token of a text whose tokens arrive one by one.

    Attributes:
        alone: its own decoded text.
        so_far: the decoded text of all tokens up to this one.
        printed: the part of it that no later token changes.
        held: bytes of an incomplete character; `needed`: its total number of bytes.
    """

    token: Token
    alone: str
    so_far: str
    printed: str
    held: bytes
    needed: int


def arrivals(tokenizer: AnyTokenizer, text: str) -> tuple[Arrival, ...]:
    """Return the tokens of a text as they arrive, with the text that may be printed so far."""
    encoding, found = tokenizer.encode(text), []
    ids, bytes_read = list(encoding.ids), getincrementaldecoder("utf-8")("replace")
    for n, (token, id_) in enumerate(zip(encoding.tokens, ids, strict=True), 1):
        bytes_read.decode(as_bytes(token))
        held, so_far = bytes_read.getstate()[0], tokenizer.decode(ids[:n])
        printed = so_far.removesuffix(_LOST) if held else so_far
        needed = marker_bits(held[0]) - 1 if held else 0
        alone = tokenizer.decode([id_])
        found.append(Arrival(token, alone, so_far, printed, held, needed))
    return tuple(found)


def tokens_refused_after(
    tokenizer: AnyTokenizer, prompt: str, most: int, method: Method
) -> tuple[int, int, tuple[tuple[int, str], ...]]:
    """Return the number of tokens tried after a prompt, their spacing, and those that cannot
    follow.

    If there are more than `most`, every second is tried, or every third, ...
    """
    known = _ids_with_tokens(tokenizer)
    apart = ceil(len(known) / most)
    ids = known[::apart]
    texts = (text_of(token, tokenizer.scheme) for token in tokenizer.tokens_of(ids))
    tried = [(id_, text) for id_, text in zip(ids, texts, strict=True) if text]
    refused = cannot_follow(lambda each: tokenizer.encode(each, method).ids, prompt, tried)
    return len(tried), apart, refused


def cannot_follow(
    encode: Encode, prompt: str, tokens: Iterable[tuple[int, str]]
) -> tuple[tuple[int, str], ...]:
    """Return the tokens (ID, text) that do not preserve the tokens of a prompt.

    A token preserves them if encoding both texts together gives the prompt's tokens and this one.
    If not, another token would have crossed the cut, so no training text of a model has this token
    there.
    """
    before = list(encode(prompt))
    return tuple(
        (id_, text) for id_, text in tokens if list(encode(prompt + text)) != [*before, id_]
    )


def _ids_with_tokens(tokenizer: AnyTokenizer) -> Sequence[int]:
    """Return every ID with a token; in a run the unknown token has none."""
    return range(len(tokenizer.tokens)) if isinstance(tokenizer, Tokenizer) else [*tokenizer.ids]


def special_in(tokenizer: AnyTokenizer, text: str, first: int) -> tuple[dict[str, int], list[str]]:
    """Return the special tokens that occur in a text or its encoding, and the first few names."""
    used = {*tokenizer.encode(text).ids}
    named = {name: id_ for name, id_ in tokenizer.special.items() if name in text or id_ in used}
    return named, list(tokenizer.special)[:first]


class TokenHit(NamedTuple):
    """A found token: its ID and its text; "" for a part of a character."""

    id: int
    token: Token
    text: str


@dataclass(frozen=True)
class TokenQuery:
    """A search for tokens: an ID or a part of their text, with a letter of a script."""

    text: str
    script: str | None = None


@dataclass(frozen=True)
class TokenHits:
    """The number of found tokens, the first of them, and the scheme to show them."""

    scheme: Scheme
    count: int
    hits: tuple[TokenHit, ...]


def find_tokens(
    scheme: Scheme, tokens: Iterable[tuple[int, Token]], asked: TokenQuery, most: int
) -> TokenHits:
    """Find tokens: the one with this ID first, then exact matches, then the shortest.

    With a script, those with most of its letters come first; then the lower ID.
    """
    number = int(asked.text) if regex.fullmatch("[0-9]{1,18}", asked.text) else None
    letters = regex.compile(rf"\p{{Script={asked.script}}}").findall if asked.script else None
    found = [
        TokenHit(id_, token, text)
        for id_, token in tokens
        if ((text := reads(token, scheme)) and asked.text in text) or id_ == number
        if not letters or letters(text)
    ]

    def order(hit: TokenHit) -> tuple[bool, bool, int, int]:
        length = -len(letters(hit.text)) if letters else len(hit.text)
        return hit.id != number, hit.text != asked.text, length, hit.id

    return TokenHits(scheme, len(found), tuple(nsmallest(most, found, order)))


def find_in_vocabulary(tokenizer: AnyTokenizer, asked: TokenQuery, most: int) -> TokenHits:
    """Find tokens in the whole vocabulary of a tokenizer."""
    ids = _ids_with_tokens(tokenizer)
    return find_tokens(
        tokenizer.scheme, zip(ids, tokenizer.tokens_of(ids), strict=True), asked, most
    )


def text_of(token: Token, scheme: Scheme) -> str | None:
    """Return the text that a token adds after other text; None for a part of a character."""
    if isinstance(token, bytes):
        return token.decode() if is_text(token) else None
    mark = scheme.mark
    if not mark:
        return token
    if scheme.boundary == "prefix":
        return token.replace(mark, " ")
    if scheme.boundary == "continuation":
        # Without the mark it is the beginning of a word.
        return token.removeprefix(mark) if token.startswith(mark) else f" {token}"
    return None


def reads(token: Token, scheme: Scheme) -> str:
    """Return a token's text, with a space for its mark; "" for part of a character."""
    text = text_of(token, scheme)
    if text is None and isinstance(token, str):
        return token.replace(scheme.mark, " ")
    return text or ""


def blank_token_count(tokens: Iterable[Token], scheme: Scheme) -> int:
    """Count the tokens that consist of white space."""
    texts = (text_of(token, scheme) for token in tokens)
    return sum(text is not None and text.isspace() for text in texts)


def rows_around(
    tokenizer: AnyTokenizer, id_: int, rows: int | None
) -> tuple[int, list[tuple[int, Token | None]]]:
    """Return the number of a model's embedding rows, and the first, the last and those around an
    ID.

    rows: the model's number, or None for one per ID. A spare row has no token.
    """
    count = rows or max(tokenizer.ids) + 1
    near = sorted({0, id_ - 1, id_, id_ + 1, count - 1}.intersection(range(count)))
    found: dict[int, Token | None] = dict.fromkeys(near)
    found |= {at: name for name, at in tokenizer.special.items() if at in near}
    for at, name in found.items():
        if name is None and at in tokenizer.ids:
            [found[at]] = tokenizer.tokens_of([at])
    return count, [*found.items()]


ANCHORS = ("ꙮ", "⸎")
"""A letter and a sign so rare that no vocabulary merges them with others."""


@dataclass(frozen=True)
class VocabularyEntry:
    """A token of a vocabulary, its text, and the IDs that encode this text."""

    token: Token
    id: int
    text: str
    ids: tuple[int, ...]


@dataclass(frozen=True)
class VocabularyAudit:
    """The findings of `audit_vocabulary`.

    Attributes:
        longest: the tokens with the longest text, in characters; then the lower ID first.
        by_script: the same for tokens with a letter of each of `SCRIPTS`, if there are any.
        unreachable: tokens that encoding their own text does not produce, neither alone nor with a
            rare letter or sign before or after it, in ID order.
        asked: number of tokens tried.
        partial: tokens not tried, since they contain part of a character and are not text.
    """

    longest: tuple[VocabularyEntry, ...]
    by_script: Mapping[str, tuple[VocabularyEntry, ...]]
    unreachable: tuple[VocabularyEntry, ...]
    asked: int
    partial: int


SCRIPTS = (
    *("Latin", "Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Greek", "Arabic", "Hebrew"),
    *("Devanagari", "Bengali", "Tamil", "Thai", "Armenian", "Georgian"),
)
"""Scripts, by Unicode name, whose longest tokens can be listed."""


def audit_vocabulary(tokenizer: AnyTokenizer, longest: int, of_script: int = 40) -> VocabularyAudit:
    """Decode every token and encode it again. Lists `longest` tokens, and this many `of_script`.

    Pieces that only continue a word (WordPiece's ##) are not tried: the words that contain them
    depend on all other pieces.
    """
    prefix = tokenizer.scheme.mark if tokenizer.scheme.boundary == "continuation" else None
    entries: list[VocabularyEntry] = []
    asked = partial = 0
    unreachable = []
    for id_ in sorted(learned_ids(tokenizer)):
        (token,), text = tokenizer.tokens_of([id_]), tokenizer.decode([id_])
        entries.append(VocabularyEntry(token, id_, text, (id_,)))
        if _LOST in text or not text:
            partial += 1
        elif prefix is None or not str(token).startswith(prefix):
            asked += 1
            if (ids := _other_ids(tokenizer, id_, text)) is not None:
                unreachable.append(VocabularyEntry(token, id_, text, ids))
    whole = (entry for entry in entries if _LOST not in entry.text)
    first = sorted(whole, key=lambda entry: -len(entry.text))
    by_script: dict[str, tuple[VocabularyEntry, ...]] = {}
    for script in SCRIPTS:
        has_letter = regex.compile(rf"\p{{Script={script}}}").search
        found = tuple(islice((each for each in first if has_letter(each.text)), of_script))
        if found:
            by_script[script] = found
    return VocabularyAudit(tuple(first[:longest]), by_script, tuple(unreachable), asked, partial)


def _other_ids(tokenizer: AnyTokenizer, id_: int, text: str) -> tuple[int, ...] | None:
    """Return the IDs that encode a token's text if the token is not among them."""
    found = any(id_ in tokenizer.encode(around).ids for around in contexts(text))
    return None if found else tuple(tokenizer.encode(text).ids)


def contexts(text: str) -> Iterable[str]:
    """Yield a text alone, and with a rare letter or sign before or after it."""
    yield text
    for anchor in ANCHORS:
        yield anchor + text
        yield text + anchor


def learned_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """Return the IDs of ordinary tokens: without special and unknown tokens."""
    special = set(tokenizer.special.values())
    if isinstance(tokenizer, Tokenizer):
        special.add(tokenizer.unknown_id)
    return frozenset(id_ for id_ in tokenizer.ids if id_ not in special)
