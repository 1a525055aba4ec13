"""Training that goes on: new merges on top of a tokenizer that is already there.

Each word begins as the base encodes it, so the tokens of the base are the alphabet of the run, and
no token of the base is ever cut anew. What the packages bpe-continue and SuperBPE's second stage
learn is this: the one from a list that a model has, the other from merges learned within words, on
words that now hold spaces.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np

from .corpus import Corpus
from .encoding.encoded import EncodedWord
from .encoding.tokenizer import Tokenizer
from .errors import CorpusError, check_text, check_whole
from .files.tokenizer import FileTokenizer
from .merging.cells import Cells, Token, spread
from .merging.log import Log
from .merging.loop import Progress, run
from .merging.values import Reason
from .schemes import Scheme
from .text.characters import as_text
from .training import Training

Base = Tokenizer | FileTokenizer

_KIND: dict[str, type] = {"bytes": bytes, "characters": str}
_APART = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"
SUPERWORDS = rf"{_APART}|(?:(?!{_APART})[^\n])+\n?|\n"
"""A pattern whose words go on over spaces, up to the end of a line.

Up to three digits, two or more symbols, and spaces before another white space are words of their
own. Source: the second stage of SuperBPE (Liu et al. 2025, arXiv 2503.13423) as its repository
trains it; what it takes apart is the same, and lines are what it is fed.
"""


class Continued(Training):
    """The record of a run that went on from the tokens of a base; see `continue_training`.

    Attributes:
        base_ids: for each token of the alphabet its id in the base; those come first that are used.
    """

    def __init__(
        self,
        scheme: Scheme,
        corpus: Corpus,
        cells: Cells,
        log: Log,
        reason: Reason,
        min_frequency: int,
        base: Base,
        base_ids: tuple[int, ...],
    ) -> None:
        super().__init__(scheme, corpus, cells, log, reason, min_frequency)
        self.base_ids = base_ids
        self._base = base if type(base) is Tokenizer else None

    def save(self, path: str | Path) -> None:
        """Raise `ValueError`: a file does not hold the base, which the tokenizer needs."""
        raise ValueError(
            f"training must be one of train, got a {type(self).__name__} for {str(path)!r}. "
            "Keep the text, and continue the training again."
        )

    def tokenizer(self, step: int | None = None) -> Tokenizer:
        """Return the base with the first `step` merges behind its own; all of them by default.

        New tokens have the ids after those of the base. Raises `ValueError` where the base was
        read from a file, since its own library encodes with it.
        """
        base = self._base
        if base is None:
            raise ValueError(
                "base must be a tokenizer of a training, got one that was read from a file. "
                "Read the splits from training.snapshot(step)."
            )
        last, size = len(self) if step is None else self.snapshot(step).step, len(base.tokens)
        ids = [*self.base_ids, *range(size, size + last)]
        pairs = self.merge_ids[:last].tolist()
        merges = [(ids[a], ids[b], size + rank) for rank, (a, b) in enumerate(pairs)]
        tokens = (*base.tokens, *self.tokens[len(self.alphabet) :][:last])
        everything = (*base.merges, *merges)
        return Tokenizer(base.scheme, tokens, base.alphabet_ids, everything, base.special_ids)


def continue_training(
    base: Base,
    text: str,
    *,
    scheme: Scheme | None = None,
    max_merges: int | None = None,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
) -> Continued:
    """Learn more merges on a text, each of tokens that the base or this run has made.

    Args:
        base: the tokenizer to go on from; of a file a BPE model.
        text: what to learn from. The base cuts it into words and encodes these.
        scheme: by what rules to go on; by default those of the base. Other words than those of
            the base can be had for a tokenizer of this package only.
        max_merges: new merges to learn at most; `None` for no such limit.
        min_frequency: occurrences a pair must have to be merged.
        on_progress: called with (done, total) in merges; what it raises ends the training.

    Among equal counts a list read from a file goes on by the smallest (left id, right id), as
    bpe-continue 0.1.0 does. What the base does not know is never merged, nor are special tokens,
    nor single bytes among tokens of characters.

    Raises `ValueError` for a limit out of its range, for a base that has no merges to go on from
    and for a scheme that limits the length of tokens, and `CorpusError` for a text without words.
    """
    if max_merges is not None:
        check_whole("max_merges", max_merges, 0, "Leave it out for no limit.")
    check_whole("min_frequency", min_frequency, 1, "Use 1 to merge every pair that occurs.")
    check_text(text)
    known: Iterable[int] = base.ids
    if isinstance(base, Tokenizer):
        known = range(base.unknown_id)
        if scheme is not None:
            # Another scheme's words, and its own special tokens.
            base = base.with_scheme(replace(scheme, special_tokens=tuple(base.special_ids)))
    scheme = _scheme(base, scheme)
    counts, spelled = _counted(base.encode(text).words, base)
    if not counts:
        raise CorpusError("no_words")
    cells, base_ids = _laid_out(counts, spelled, {*known}, scheme)
    corpus = Corpus.from_counts(counts, source="text")
    limit = math.inf if max_merges is None else max_merges
    log = run(cells, scheme, limit, min_frequency, on_progress)
    reason = log.stopped_by("max_merges", limit)
    return Continued(scheme, corpus, cells, log, reason, min_frequency, base, base_ids)


def _scheme(base: Base, scheme: Scheme | None) -> Scheme:
    """Return the rules of the run. Raises `ValueError` where a base cannot go on by them."""
    if isinstance(base, FileTokenizer):
        if scheme is not None:
            raise ValueError(
                "scheme must be left out for a tokenizer read from a file, got one. "
                "Its own library cuts words, and ties go to the smallest ids."
            )
        if base.model != "BPE":
            raise ValueError(
                f"base must be a BPE tokenizer, got one of model {base.model}. "
                "Only BPE has merges to go on from."
            )
        scheme = replace(base.scheme, tie_rule="smallest-ids", score="count")
    scheme = scheme or base.scheme
    if scheme.max_token_length is not None:
        raise ValueError(
            f"max_token_length must be None, got {scheme.max_token_length}. "
            "The tokens of a base are counted as wholes here."
        )
    return replace(scheme, special_tokens=(), character_coverage=1.0)


def _counted(
    words: Iterable[EncodedWord], base: Base
) -> tuple[dict[str, int], dict[str, list[tuple[int, Token]]]]:
    """Return how often each word occurs, and its ids with their tokens."""
    counts: dict[str, int] = {}
    spelled: dict[str, list[tuple[int, Token]]] = {}
    for word in words:
        if not word.ids:
            continue
        name = word.text if isinstance(base, Tokenizer) else _name(word.tokens)
        counts[name] = counts.get(name, 0) + 1
        if name not in spelled:
            spelled[name] = list(zip(word.ids, word.tokens, strict=True))
    return counts, spelled


def _name(tokens: tuple[Token, ...]) -> str:
    """Return what a word reads like, its own spaces and marks included."""
    if all(isinstance(token, bytes) for token in tokens):
        return as_text(b"".join(tokens))  # type: ignore[arg-type]
    return "".join(map(as_text, tokens))


def _laid_out(
    counts: dict[str, int],
    spelled: dict[str, list[tuple[int, Token]]],
    known: set[int],
    scheme: Scheme,
) -> tuple[Cells, tuple[int, ...]]:
    """Return the words in a row of cells, and for each token of the alphabet its id in the base.

    The alphabet is in the order of these ids, but a mark of its own, and behind it what the base
    does not know, come last.
    """
    used = {id_: token for each in spelled.values() for id_, token in each}
    known = {id_ for id_ in used if id_ in known and isinstance(used[id_], _KIND[scheme.units])}
    own_mark = scheme.mark if scheme.boundary in ("suffix", "prefix") else None

    def place(id_: int) -> tuple[bool, bool, int]:
        return id_ not in known, used[id_] == own_mark, id_

    order = sorted(used, key=place)
    number = {id_: at for at, id_ in enumerate(order, 1)}
    words = [[*(number[id_] for id_, _ in spelled[word]), 0] for word in counts]
    row = [0, *chain.from_iterable(words)]
    starts = np.cumsum([1, *map(len, words[:-1])])
    cells = Cells(
        tuple(used[id_] for id_ in order),
        np.array(row, dtype=np.int32),
        spread([*counts.values()], starts, len(row)),
        starts,
        range(len(known), len(order)),
    )
    return cells, tuple(order)
