"""A tokenizer, learned here or read from a file: its tokens looked up, tried and encoded again.

Tokens that encoding does not come to were not trained by any text (the unreachable tokens of Land
and Bartolo, 2024).
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
        """How its tokens are marked."""

    @property
    def ids(self) -> Collection[int]:
        """Every id."""

    @property
    def special(self) -> Mapping[str, int]:
        """Names and ids of those that stand for no piece of text."""

    def tokens_of(self, ids: Sequence[int], /) -> tuple[Token, ...]:
        """Return the tokens of ids."""

    def encode(self, text: str, method: Method = "merges", /) -> EncodedText:
        """Return the tokens of a text, and its words with their merges."""

    def decode(self, encoded: Sequence[int]) -> str:
        """Return the text of ids."""


Encode = Callable[[str], Sequence[int]]
"""Text -> ids."""

_LOST = "\ufffd"


def fewest_token_count(tokenizer: AnyTokenizer, text: str) -> int:
    """Return with how few of its tokens a text could be encoded."""
    return len(tokenizer.encode(text, "fewest-tokens").ids)


def paired_segments(
    one: Sequence[Segment], other: Sequence[Segment]
) -> list[tuple[tuple[Segment, ...], tuple[Segment, ...]]]:
    """Cut a text where neither of two readings goes across: the segments of both, part by part."""
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
        alone: what it decodes to by itself.
        so_far: what all tokens up to this one decode to.
        printed: what of that no later token changes.
        held: bytes of a character that is not whole yet; `needed`: how many it will have.
    """

    token: Token
    alone: str
    so_far: str
    printed: str
    held: bytes
    needed: int


def arrivals(tokenizer: AnyTokenizer, text: str) -> tuple[Arrival, ...]:
    """Return the tokens of a text as they arrive, with what may be printed by then."""
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
    """Return how many tokens were tried behind a prompt, how far apart, and who cannot follow.

    Of more than `most` every second is tried, or every third, ...
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
    """Return those of some tokens (id, text) that do not keep the tokens of a prompt.

    A token keeps them where encoding both texts gives those and this one. Where it does not,
    another token would have been made across the cut, so that no text a model was trained on has
    this token there.
    """
    before = list(encode(prompt))
    return tuple(
        (id_, text) for id_, text in tokens if list(encode(prompt + text)) != [*before, id_]
    )


def _ids_with_tokens(tokenizer: AnyTokenizer) -> Sequence[int]:
    """Return every id that has a token of its own: of a run that for the unknown has none."""
    return range(len(tokenizer.tokens)) if isinstance(tokenizer, Tokenizer) else [*tokenizer.ids]


def special_in(tokenizer: AnyTokenizer, text: str, first: int) -> tuple[dict[str, int], list[str]]:
    """Return the special tokens that a text names or becomes, and the names of the first few."""
    used = {*tokenizer.encode(text).ids}
    named = {name: id_ for name, id_ in tokenizer.special.items() if name in text or id_ in used}
    return named, list(tokenizer.special)[:first]


class TokenHit(NamedTuple):
    """A token found: its id, and its text; "" for a part of a character."""

    id: int
    token: Token
    text: str


@dataclass(frozen=True)
class TokenQuery:
    """A search for tokens: an id or a part of their text, with a letter of a script."""

    text: str
    script: str | None = None


@dataclass(frozen=True)
class TokenHits:
    """The number of tokens found, the first of them, and the scheme that shows them."""

    scheme: Scheme
    count: int
    hits: tuple[TokenHit, ...]


def find_tokens(
    scheme: Scheme, tokens: Iterable[tuple[int, Token]], asked: TokenQuery, most: int
) -> TokenHits:
    """Find tokens: that of the number first, then what reads just so, then the shortest.

    Of a script those with most letters of it come first; of equal ones the lower id.
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
    """Return the text a token adds behind other text; None for a part of a character."""
    if isinstance(token, bytes):
        return token.decode() if is_text(token) else None
    mark = scheme.mark
    if not mark:
        return token
    if scheme.boundary == "prefix":
        return token.replace(mark, " ")
    if scheme.boundary == "continuation":
        # Without the mark it begins a word.
        return token.removeprefix(mark) if token.startswith(mark) else f" {token}"
    return None


def reads(token: Token, scheme: Scheme) -> str:
    """Return a token's text, with a space where its mark stands; "" for part of a character."""
    text = text_of(token, scheme)
    if text is None and isinstance(token, str):
        return token.replace(scheme.mark, " ")
    return text or ""


def blank_token_count(tokens: Iterable[Token], scheme: Scheme) -> int:
    """Count the tokens that are nothing but white space."""
    texts = (text_of(token, scheme) for token in tokens)
    return sum(text is not None and text.isspace() for text in texts)


def rows_around(
    tokenizer: AnyTokenizer, id_: int, rows: int | None
) -> tuple[int, list[tuple[int, Token | None]]]:
    """Return how many rows a model has for its ids, and the first, the last and those around one.

    rows: what the model has, or None for just as many as are needed. A spare one has no token.
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
"""A letter and a sign so rare that no vocabulary has merged them with others."""


@dataclass(frozen=True)
class VocabularyEntry:
    """A token of a vocabulary, its text, and the ids that encode this text."""

    token: Token
    id: int
    text: str
    ids: tuple[int, ...]


@dataclass(frozen=True)
class VocabularyAudit:
    """The findings of `audit_vocabulary`.

    Attributes:
        longest: the tokens that read longest, in characters; of equal ones the lower id first.
        by_script: the same of those with a letter of each of `SCRIPTS`, where there are any.
        unreachable: tokens that encoding what they read does not give, neither alone nor with a
            rare letter or sign before or behind it, in order of ids.
        asked: tokens that were tried.
        partial: tokens not tried, since they hold a part of a character and are no text.
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
"""Scripts by their names in Unicode, whose longest tokens can be asked for."""


def audit_vocabulary(tokenizer: AnyTokenizer, longest: int, of_script: int = 40) -> VocabularyAudit:
    """Decode every token and encode it again. Lists `longest` tokens, and so many `of_script`.

    Pieces that only go on a word (WordPiece's ##) are not tried: which word leads to them depends
    on all others.
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
    """Return the ids that encoding a token's text gives where none of them is the token's."""
    found = any(id_ in tokenizer.encode(around).ids for around in contexts(text))
    return None if found else tuple(tokenizer.encode(text).ids)


def contexts(text: str) -> Iterable[str]:
    """Yield a text by itself, and with a rare letter or sign before or behind it."""
    yield text
    for anchor in ANCHORS:
        yield anchor + text
        yield text + anchor


def learned_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """Return the ids that stand for pieces of text: no special token, nothing for the unknown."""
    special = set(tokenizer.special.values())
    if isinstance(tokenizer, Tokenizer):
        special.add(tokenizer.unknown_id)
    return frozenset(id_ for id_ in tokenizer.ids if id_ not in special)
