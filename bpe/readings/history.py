"""History: what a vocabulary says about the text that it was learned from.

The merge of a pair comes early where the pair was frequent, so a list read from its beginning is a
description of its corpus. Tokens that encoding does not come to were not trained by any text (the
unreachable tokens of Land and Bartolo, 2024): whether it comes to one is seen by encoding what it
reads. What merges leave behind in a run of our own is read in `lives`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

import regex

from ..corpus import Corpus
from ..errors import CorpusError
from ..merging.cells import Token
from ..merging.values import Pair
from ..schemes import PRESETS
from ..training import Training, train
from .languages import AnyTokenizer, learned_ids


@dataclass(frozen=True)
class Played:
    """A run whose merges are those of a list, on a text; and the rank of each in the list."""

    training: Training
    ranks: tuple[int, ...]


def as_run(tokenizer: AnyTokenizer, text: str, limit: int) -> Played | None:
    """Return what the merges of rank 0 up to `limit` do to the words of a text, as a run.

    Those of them that come to be used, each at all its places, in the order of the list. Words
    stay out that begin with more than their bytes or characters, or that have no replay. None
    where nothing is left to merge, and for a list in which a merge stands before its parts'.
    """
    in_bytes = tokenizer.scheme.units == "bytes"
    counts: Counter[str] = Counter()
    used: dict[tuple[int, Pair], None] = {}
    seen: dict[str, bool] = {}
    for word in tokenizer.encode(text).words:
        if word.text not in seen:
            units = [bytes([unit]) for unit in word.text.encode()] if in_bytes else [*word.text]
            seen[word.text] = word.why is None and list(word.start_tokens) == units != []
            for step in word.steps if seen[word.text] else ():
                if step.rank is not None and step.rank < limit and step.pair:
                    used[step.rank, step.pair] = None
        counts[word.text] += seen[word.text]
    order = sorted(used, key=lambda each: each[0])
    if not order:
        return None
    try:
        training = train(
            Corpus.from_counts(+counts),
            PRESETS["gpt" if in_bytes else "huggingface"],
            forced=dict(enumerate(pair for _, pair in order)),
            max_merges=len(order),
        )
    except CorpusError:
        # A merge stands before those of its parts, as no training would leave it.
        return None
    return Played(training, tuple(rank for rank, _ in order))


ANCHORS = ("ꙮ", "⸎")
"""A letter and a sign so rare that no vocabulary has merged them with others."""

_LOST = "\ufffd"


@dataclass(frozen=True)
class Entry:
    """A token of a vocabulary, what it reads, and the ids that encoding just that gives."""

    token: Token
    id: int
    text: str
    ids: tuple[int, ...]


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary looked through.

    Attributes:
        longest: the tokens that read longest, in characters; of equal ones the lower id first.
        by_script: the same of those with a letter of each of `SCRIPTS`, where there are any.
        unreachable: tokens that encoding what they read does not give, neither alone nor with a
            rare letter or sign before or behind it, in order of ids.
        asked: tokens that were tried.
        partial: tokens not tried, since they hold a part of a character and are no text.
    """

    longest: tuple[Entry, ...]
    by_script: Mapping[str, tuple[Entry, ...]]
    unreachable: tuple[Entry, ...]
    asked: int
    partial: int


SCRIPTS = (
    *("Latin", "Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Greek", "Arabic", "Hebrew"),
    *("Devanagari", "Bengali", "Tamil", "Thai", "Armenian", "Georgian"),
)
"""Scripts by their names in Unicode, whose longest tokens can be asked for."""


def look_through(tokenizer: AnyTokenizer, longest: int, of_script: int = 40) -> Vocabulary:
    """Decode every token and encode it again. Lists `longest` tokens, and so many `of_script`.

    Pieces that only go on a word (WordPiece's ##) are not tried: which word leads to them depends
    on all others.
    """
    prefix = tokenizer.scheme.mark if tokenizer.scheme.boundary == "continuation" else None
    entries: list[Entry] = []
    asked = partial = 0
    unreachable = []
    for id_ in sorted(learned_ids(tokenizer)):
        (token,), text = tokenizer.named([id_]), tokenizer.decode([id_])
        entries.append(Entry(token, id_, text, (id_,)))
        if _LOST in text or not text:
            partial += 1
        elif prefix is None or not str(token).startswith(prefix):
            asked += 1
            if (ids := _elsewhere(tokenizer, id_, text)) is not None:
                unreachable.append(Entry(token, id_, text, ids))
    whole = (entry for entry in entries if _LOST not in entry.text)
    first = sorted(whole, key=lambda entry: -len(entry.text))
    by_script: dict[str, tuple[Entry, ...]] = {}
    for script in SCRIPTS:
        has_letter = regex.compile(rf"\p{{Script={script}}}").search
        found = tuple(islice((each for each in first if has_letter(each.text)), of_script))
        if found:
            by_script[script] = found
    return Vocabulary(tuple(first[:longest]), by_script, tuple(unreachable), asked, partial)


def _elsewhere(tokenizer: AnyTokenizer, id_: int, text: str) -> tuple[int, ...] | None:
    """Return the ids that encoding a token's text gives where none of them is the token's."""
    for around in _around(text):
        if id_ in tokenizer.encode(around).ids:
            return None
    return tuple(tokenizer.encode(text).ids)


def _around(text: str) -> Iterable[str]:
    yield text
    for anchor in ANCHORS:
        yield anchor + text
        yield text + anchor
