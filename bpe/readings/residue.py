"""Residue: tokens that were only steps on the way, taken out, and their places filled.

A token that hardly occurs at the end of a run keeps its place in the vocabulary. Here such tokens
are taken out: what encoding makes of them is cut again into the two parts each was made of. The
places that become free hold later merges, so a vocabulary of the same size comes from more merges
(the idea of LiteToken, 2026, which finds residue by other measures).
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from ..corpus import Corpus
from ..encoding.tokenizer import Tokenizer
from ..training import Training
from .compare import LONGEST
from .lives import Life, lives


@dataclass(frozen=True)
class Refilled:
    """Two vocabularies of one size, and how many tokens each makes of seen and unseen words.

    Attributes:
        taken: the lives of the tokens taken out, those with most occurrences at birth first.
        merges: those of the plain vocabulary: as many as the run has, but for the ones taken out.
        plain_seen, plain_unseen: tokens by the first `merges` merges.
        seen, unseen: tokens by all merges, without the tokens taken out.
    """

    taken: tuple[Life, ...]
    merges: int
    plain_seen: int
    plain_unseen: int
    seen: int
    unseen: int


def residue(training: Training, most: float) -> tuple[Life, ...]:
    """Return the merged tokens that kept at most this share, 0 to 1, of their occurrences."""
    found = [life for life in lives(training) if life.born and life.share <= most]
    return tuple(sorted(found, key=lambda life: (-life.births, life.id)))


def refilled(training: Training, unseen: Corpus, most: float) -> Refilled:
    """Take out the residue and compare with as large a vocabulary of the first merges alone.

    Seen are the words of the training; of unseen ones those with more than `LONGEST` characters
    are left out.
    """
    taken = residue(training, most)
    merges = len(training) - len(taken)
    out = {life.id for life in taken}
    sizes = cut_again(training.tokenizer(), out)
    end = training.snapshot(len(training))
    seen = end.token_count + sum(life.left * (sizes[life.id] - 1) for life in taken)
    plain, whole = training.tokenizer(merges), training.tokenizer()
    plain_unseen = all_unseen = 0
    for word, count in unseen.items():
        if len(word) > LONGEST:
            continue
        plain_unseen += int(count) * len(plain.encode_word(word)[1])
        ids = whole.encode_word(word)[1]
        all_unseen += int(count) * sum(sizes.get(id_, 1) for id_ in ids)
    return Refilled(
        taken,
        merges,
        training.snapshot(merges).token_count,
        plain_unseen,
        seen,
        all_unseen,
    )


def cut_again(tokenizer: Tokenizer, out: AbstractSet[int]) -> dict[int, int]:
    """Return of how many tokens that stay each token of `out` is made, by its id."""
    parts = {new: (left, right) for left, right, new in tokenizer.merges}

    @cache
    def size(id_: int) -> int:
        return sum(map(size, parts[id_])) if id_ in out else 1

    # Parts come before what they make, so that no call goes deep.
    return {id_: size(id_) for id_ in sorted(out)}
