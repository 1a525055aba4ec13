"""Readings of a record: a text encoded by its tokens, decoded, and by every method.

No Streamlit here: workers import this.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from bpe import Corpus, EncodedWord, Encoding, Tokenizer, Training
from bpe.encoding.alignment import Segment, byte_places, byte_segments
from bpe.encoding.encoded import METHODS, Method
from bpe.encoding.roundtrip import round_trip, unknown_characters
from bpe.readings.granularity import is_spaced, length_of_lines
from bpe.readings.normalization import normalize_sentence
from bpe.readings.word_encoding import (
    MethodComparison,
    MethodResults,
    compare_methods,
    encode_by_each_method,
)
from bpe.schemes import Pretokenizer
from bpe.text.characters import byte_starts
from ui.cache import remembered
from ui.catalogue import Translate, translation
from ui.draw import token_map
from ui.draw.readings import LONGEST_SHOWN, ROWS, Rows, beginning
from ui.draw.tokens import Token, shown_text, visible
from ui.shell.text import speaking

WORDS, LONGEST_WORD, BEGINNING = 6, 40, 80
"""Words of the corpus that make a text, and characters of each; of a longer one so many."""

LONGEST_DECODED = 10_000
"""Characters that are shown of a decoded text."""

DRAWN = 800
"""Tokens drawn at most."""

OTHER_METHODS: tuple[Method, ...] = METHODS[1:]


@remembered
def tokenizer_at(training: Training, step: int) -> Tokenizer:
    """Return the tokenizer of a step, the same one each time: it keeps the words it has split."""
    return training.tokenizer(step)


def sample_text(training: Training) -> str:
    """Return the first words of the corpus as a text."""
    words = training.corpus.words
    short = [*islice((word for word in words if len(word) <= LONGEST_WORD), WORDS)]
    separator = "" if training.scheme.pretokenizer in ("gpt2", "gpt4") else " "
    return separator.join(short).strip() or words[0][:BEGINNING]


@dataclass(frozen=True)
class TextEncoding:
    """A text and its tokens.

    Attributes:
        text: what was encoded, normalized.
        rewritten: the same as a reader of SentencePiece would see it; else `text`.
        words: of the text. place: of the word that is followed.
        tokens, ids: of all words.
        is_spaced: whether spaces part the words.
        stranger: a word with a letter that the alphabet lacks, unless the followed one has some.
    """

    text: str
    rewritten: str
    words: tuple[str, ...]
    place: int
    tokens: tuple[Token, ...]
    ids: tuple[int, ...]
    is_spaced: bool
    stranger: str | None

    @property
    def word(self) -> str:
        """The word that is followed."""
        return self.words[self.place]


def encode_text(
    training: Training,
    step: int,
    text: str,
    method: Method,
    chosen: str | None = None,
    strangers: Sequence[str] = (),
) -> TextEncoding:
    """Encode a text; follow the chosen word, or the first one.

    strangers: words of which one may have an unknown letter.
    """
    tokenizer, scheme = tokenizer_at(training, step), training.scheme
    encoding = tokenizer.encode(text, method)
    words = tuple(word.text for word in encoding.words)
    place = words.index(chosen) if chosen in words else 0
    # SentencePiece's own normalizer also makes one space of a run of white space.
    by_sentence = scheme.rules == "sentencepiece"
    known = not any(unknown_characters(tokenizer, word) for word in words[place : place + 1])
    strange = (word for word in strangers if unknown_characters(tokenizer, word))
    return TextEncoding(
        encoding.text,
        normalize_sentence(text, scheme.normalizer) if by_sentence else encoding.text,
        words,
        place,
        tuple(encoding.tokens),
        tuple(encoding.ids),
        is_spaced(Corpus.from_counts(Counter(words))) if words else True,
        next(strange, None) if known else None,
    )


def word_results(
    training: Training, step: int, text: str, place: int, method: Method
) -> MethodResults:
    """Encode a word of a text by each method; `method` is that of words with unknown letters."""
    found = encode_by_each_method(tokenizer_at(training, step), text, place, method)
    endings = (replace(each, word=each.word.without_tokenizer()) for each in found.endings)
    return replace(found, endings=tuple(endings))


PATTERNS: tuple[Pretokenizer, ...] = ("gpt2", "gpt4", "text")

CutByPattern = tuple[str, tuple[Token, ...], tuple[bool, ...]]
"""A pattern, the tokens of a text cut by it, and which of them its own pattern does not give."""


def cut_by_patterns(training: Training, text: str) -> list[CutByPattern]:
    """Encode a text by the merges of a run on bytes, cut by its own pattern, then by others."""
    own, cuts = training.scheme.pretokenizer, list[CutByPattern]()
    here: set[tuple[int, int]] = set()
    for name in dict.fromkeys((own, *PATTERNS)):
        tokenizer = training.tokenizer().with_scheme(replace(training.scheme, pretokenizer=name))
        places = byte_places(tokenizer, tokenizer.encode(text))
        spans = [(each.start, each.end) for each in places]
        here = here or {*spans}
        tokens = tuple(each.token for each in places)
        cuts.append((name, tokens, tuple(span not in here for span in spans)))
    return cuts


def merged_word(training: Training, step: int, text: str, place: int) -> EncodedWord:
    """Encode a word of a text by merges."""
    return tokenizer_at(training, step).encode(text).words[place].without_tokenizer()


def text_map(training: Training, step: int, text: str, method: Method, lang: str) -> dict[str, Any]:
    """Return what the token map draws of a text, in a language."""
    tokenizer = tokenizer_at(training, step)
    with speaking(lang):
        return map_payload(tokenizer, tokenizer.encode(text, method), translation(lang))


def map_payload(tokenizer: Tokenizer, encoding: Encoding, say: Translate) -> dict[str, Any]:
    """Return what the browser draws; each token says which characters or bytes it stands for."""
    text = encoding.text
    characters = {byte: at for at, byte in enumerate(byte_starts(text))}

    def said(segment: Segment, number: int, count: int) -> str:
        place = segment.places[number - segment.first]
        values = {
            "n": number + 1,
            "all": count,
            "token": visible(beginning(place.token)),
            "id": str(place.id),
            "text": shown_text(segment.text),
        }
        if place.start == place.end:
            return say("encode.map_mark", **values)
        first, last = characters.get(place.start), characters.get(place.end)
        if first is None or last is None:
            kind = "one" if place.end - place.start == 1 else "many"
            return say(
                f"encode.map_part_{kind}",
                first=place.start - segment.start + 1,
                last=place.end - segment.start,
                size=segment.end - segment.start,
                **values,
            )
        kind = "one" if last - first == 1 else "many"
        values["text"] = shown_text(text[first:last])
        return say(f"encode.map_{kind}", first=first + 1, last=last, **values)

    return token_map.map_payload(byte_segments(tokenizer, encoding), tokenizer.scheme, DRAWN, said)


MethodTrace = tuple[tuple[Token, ...], Rows]
"""The tokens of a word by one method, and its splits on the way."""


def word_traces(training: Training, step: int, text: str, place: int) -> list[MethodTrace]:
    """Encode a word of a text by each of `METHODS`."""
    tokenizer = tokenizer_at(training, step)
    words = (tokenizer.encode(text, method).words[place] for method in METHODS)
    return [(word.tokens, trace_rows(word)) for word in words]


def trace_rows(word: EncodedWord) -> Rows:
    """List the splits of one word on its way, those that changed nothing left out.

    Columns: way (0 is the start), tokens.
    """
    splits: list[tuple[Token, ...]] = [word.start_tokens]
    for step in word.steps:
        if step.tokens != splits[-1]:
            splits.append(step.tokens)
    rows = [*enumerate(splits[:ROWS])]
    return Rows(("way", "tokens"), rows, len(splits) > ROWS).cut()


@dataclass(frozen=True)
class MethodNumbers:
    """Ordered merges and another method on every word of the corpus: `MethodComparison` counted.

    Attributes:
        different, different_occurrences: words encoded differently.
        fewer, same, more: of these, those with so many tokens.
        tokens: that the other method needs more (or fewer) in the whole corpus.
    """

    method: Method
    words: int
    occurrences: int
    left_out: int
    different: int
    different_occurrences: int
    word_share: float
    occurrence_share: float
    fewer: int
    same: int
    more: int
    tokens: int


@dataclass(frozen=True)
class MethodsComparison:
    """Each other method against ordered merges; `are_lines`: the corpus is of lines, not words."""

    methods: tuple[MethodNumbers, ...]
    are_lines: bool


def compare_all_methods(training: Training, step: int) -> MethodsComparison:
    """Compare each other method with ordered merges, on every word of the corpus."""
    found = [_compared(training, step, method) for method in OTHER_METHODS]
    is_lines = length_of_lines(training.corpus) is not None
    return MethodsComparison(tuple(map(method_numbers, found)), is_lines)


@remembered
def _compared(training: Training, step: int, method: Method) -> MethodComparison:
    return compare_methods(training, step, method)


def method_numbers(found: MethodComparison) -> MethodNumbers:
    """Count what a comparison has found."""
    fewer, same, more = (found.where(sign)[0] for sign in (-1, 0, 1))
    return MethodNumbers(
        found.method,
        found.words,
        found.occurrences,
        found.left_out,
        len(found.differences),
        found.differing_occurrences,
        found.word_share,
        found.occurrence_share,
        fewer,
        same,
        more,
        found.tokens,
    )


def different_words(training: Training, step: int, method: Method, search: str) -> Rows:
    """List the words that a method encodes differently, of those with `search` in them."""
    return difference_rows(_compared(training, step, method), search)


def difference_rows(found: MethodComparison, search: str = "") -> Rows:
    """List the words encoded differently that have `search` in them, most frequent first.

    Columns: word, count, before_tokens (by merges), tokens (by the other method), gain (tokens
    more or fewer).
    """
    wanted = search.casefold()
    shown = [each for each in found.differences if wanted in each.text.casefold()]
    rows = [(each.text, each.count, each.merges, each.other, each.gain) for each in shown[:ROWS]]
    columns = ("word", "count", "before_tokens", "tokens", "gain")
    return Rows(columns, rows, len(shown) > len(rows)).cut()


@dataclass(frozen=True)
class Items:
    """Ids or tokens to decode, or the first that is none.

    Attributes:
        items: as `Tokenizer.decode` takes them.
        bad: the first part that names no id or token.
        largest: the largest id there is.
    """

    items: tuple[int | Token, ...]
    bad: str | None
    largest: int


def read_items(tokenizer: Tokenizer, text: str, kind: str) -> Items:
    """Read ids or visible tokens parted by white space (ids also by commas)."""
    known: dict[str, int | Token]
    if kind == "ids":
        parts = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        ids = set(tokenizer.ids)
        numbers = {part: int(part) for part in parts if _is_number(part)}
        known = {part: id_ for part, id_ in numbers.items() if id_ in ids}
    else:
        parts = text.split()
        # Four bytes make a character at most: a longer token is none of the parts.
        longest = 4 * max(map(len, parts), default=0)
        named = tokenizer.vocabulary.items()
        known = {visible(token): id_ for token, id_ in named if len(token) <= longest}
        known |= tokenizer.special
        if tokenizer.scheme.unknown == "pass":
            known = {part: part for part in parts} | known
    bad = next((part for part in parts if part not in known), None)
    items = tuple(known[part] for part in parts if part in known)
    return Items(items, bad, max(tokenizer.ids, default=0))


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) < 12


@dataclass(frozen=True)
class Decoded:
    """A decoded text, and whether it goes on; or the part that could not be, see `Items`."""

    text: str
    is_cut: bool
    bad: str | None
    largest: int


def decode_items(training: Training, step: int, text: str, kind: str) -> Decoded:
    """Decode ids or visible tokens, as far as is shown."""
    tokenizer = tokenizer_at(training, step)
    found = read_items(tokenizer, text, kind)
    if found.bad is not None:
        return Decoded("", False, found.bad[:LONGEST_SHOWN], found.largest)
    size, count = 0, 0
    for item in found.items:
        if size > 4 * LONGEST_DECODED:  # bytes of a character, at most
            break
        count += 1
        if isinstance(item, int) and item < len(training.tokens):
            size += len(training.tokens[item])
    whole = tokenizer.decode(found.items[:count])
    shown = whole[:LONGEST_DECODED]
    is_cut = count < len(found.items) or len(shown) < len(whole)
    return Decoded(shown, is_cut, None, found.largest)


@dataclass(frozen=True)
class ReturnedText:
    """A text, what came back of it, and why not all did; see `bpe.encoding.roundtrip.RoundTrip`."""

    text: str
    decoded: str
    difference: int | None
    causes: tuple[str, ...]


def returned_text(training: Training, step: int, text: str, method: Method) -> ReturnedText:
    """Encode a text and decode it again."""
    tokenizer = tokenizer_at(training, step)
    trip = round_trip(tokenizer, text, tokenizer.encode(text, method))
    return ReturnedText(text, trip.decoded, trip.difference, trip.causes)
