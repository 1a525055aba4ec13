"""What is often said of BPE, measured on a run: how far each of these sentences is true of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ..merging.cells import Token
from ..merging.values import Pair
from ..text.characters import is_text
from ..training import Snapshot, Training
from .cost import token_units
from .likelihood import PairMeasures, measure

EQUAL = 1e-6
"""Bits by which two amounts may differ and still be called equal."""


@dataclass(frozen=True)
class Saving:
    """What the next merge takes off the description length, and the most that any would.

    Attributes:
        pair, bits: the pair that is merged next, and what it saves; below 0 where it costs.
        best, best_bits: the pair that would save most of those that may be merged.
    """

    pair: Pair
    bits: float
    best: Pair
    best_bits: float

    @property
    def is_best(self) -> bool:
        """Whether no other pair would save more."""
        return self.best_bits - self.bits < EQUAL


@dataclass(frozen=True)
class PairKinds:
    """What the pairs were made of that a run merged.

    Attributes:
        merges: merges in all.
        units: merges of two tokens of the alphabet.
        broken: tokens that are bytes and spell no whole characters.
    """

    merges: int
    units: int
    broken: int

    @property
    def longer(self) -> int:
        """The other merges: they have a part that was merged before."""
        return self.merges - self.units


def bits_saved(
    found: PairMeasures, snapshot: Snapshot, units: np.ndarray | None = None
) -> np.ndarray:
    """Return what each pair would take off L(D, V) if it were merged now, in bits.

    In the order of `found`, which is `measure(snapshot)`; L(D, V) is that of `bpe.readings.cost`.
    `units` is `token_units(training)`, to be given where many steps are asked for.
    """
    training = snapshot.training
    lengths = token_units(training) if units is None else units
    spelled = lengths[found.lefts] + lengths[found.rights] + 1
    saved: np.ndarray = found.gain_bits - spelled * np.log2(len(training.alphabet) + 1)
    return saved


def saving(snapshot: Snapshot, units: np.ndarray | None = None) -> Saving | None:
    """Set the next merge beside the one that would save most; None at the last step.

    Only pairs that the run may merge are looked at: its minimum frequency and its rules hold.
    """
    training, pairs = snapshot.training, np.flatnonzero(snapshot.pair_counts)
    if snapshot.step == len(training):
        return None
    found = measure(snapshot)
    saved = bits_saved(found, snapshot, units)
    next_row = int(np.searchsorted(pairs, training.log.merged[snapshot.step]))
    order = np.argsort(-saved, kind="stable").tolist()
    best = next(
        row
        for row in order
        if found.count[row] >= training.min_frequency and training.forbids(int(pairs[row])) is None
    )
    return Saving(
        found.pair(next_row), float(saved[next_row]), found.pair(best), float(saved[best])
    )


def best_savings(training: Training, steps: int) -> int:
    """Count at how many of the first `steps` merges no other pair would have saved more bits."""
    units = token_units(training)
    savings = (saving(training.snapshot(step), units) for step in range(min(steps, len(training))))
    return sum(each is not None and each.is_best for each in savings)


def pair_kinds(training: Training) -> PairKinds:
    """Sum up what the pairs were made of that a run merged."""
    of_units = (training.merge_ids < len(training.alphabet)).all(axis=1)
    made = training.tokens[len(training.alphabet) :]
    broken = sum(isinstance(token, bytes) and not is_text(token) for token in made)
    return PairKinds(len(training), int(of_units.sum()), broken)


def whole_words(snapshot: Snapshot) -> int:
    """Count the distinct words of the corpus that are one token, the boundary mark included."""
    ids, cells = snapshot.row
    words = snapshot.training.words_at(cells[ids >= 0])
    return int((np.bincount(words, minlength=len(snapshot.training.corpus)) == 1).sum())


def born_log_probability(training: Training, rank: int) -> float:
    """Return ln(n / N) of the token that a merge made: its share of the corpus at its birth."""
    return float(np.log(training.replacements[rank] / training.token_counts[rank + 1]))


@dataclass(frozen=True)
class Seams:
    """Where tokens cut words whose morphemes are known.

    Attributes:
        words: distinct words of the corpus that are among the known ones.
        seams: places between two of their morphemes.
        cuts: places at which tokens cut them.
        met: the cuts that are at such a place.
    """

    words: int
    seams: int
    cuts: int
    met: int


def seams(snapshot: Snapshot, morphemes: Iterable[tuple[str, ...]]) -> Seams:
    """Hold the cuts of tokens inside words against the morphemes of these words.

    A word of the corpus counts once, whatever space or mark it brings. `morphemes` are those of
    each known word, which is ASCII: a byte is a character.
    """
    training = snapshot.training
    known = {"".join(parts): _inner(map(len, parts)) for parts in morphemes}
    mark = training.scheme.mark
    cuts: dict[str, set[int]] = {}
    for word in training.corpus.words:
        name = word.strip()
        if name in known and name not in cuts:
            spelled = [_letters(token, mark) for token in snapshot.tokens(word)]
            cuts[name] = _inner(map(len, spelled))
    return Seams(
        len(cuts),
        sum(len(known[word]) for word in cuts),
        sum(map(len, cuts.values())),
        sum(len(known[word] & found) for word, found in cuts.items()),
    )


def _letters(token: Token, mark: str) -> str:
    text = token.decode("latin-1") if isinstance(token, bytes) else token
    return (text.replace(mark, "") if mark else text).strip()


def _inner(lengths: Iterable[int]) -> set[int]:
    """Return the places between pieces of these lengths; those at the ends are none."""
    places = [0, *accumulate(lengths)]
    return set(places) - {0, places[-1]}


@dataclass(frozen=True)
class Met:
    """The first choice of a run beside the order in which its pairs are first met.

    Attributes:
        pairs: distinct pairs before any merge.
        first, first_count: the pair that is met first, and its occurrences.
        place: how many pairs are met until the one that is merged first, itself included.
    """

    pairs: int
    first: Pair
    first_count: int
    place: int


def first_met(training: Training) -> Met | None:
    """Say when a run met the pair that it merged first; None for a run without merges."""
    if not len(training):
        return None
    counts = training.log.initial_counts  # in the order of meeting, from 1
    return Met(len(counts) - 1, training.pair(1), int(counts[1]), int(training.log.merged[0]))


@dataclass(frozen=True)
class PrintedSplit:
    """A split of a word that is printed somewhere, held against a run.

    Attributes:
        last: the word's tokens at the last step.
        steps: the steps at which the word is cut as printed, marks left aside.
        unknown: the characters of the word that the alphabet has not, in order.
        spells: whether the printed tokens spell the word.
    """

    last: tuple[Token, ...]
    steps: tuple[int, ...]
    unknown: tuple[str, ...]
    spells: bool

    @property
    def verdict(self) -> str:
        """What holds: "steps", or why no step cuts it so: "misspelt", "unknown" or "never"."""
        if self.steps or not self.spells:
            return "steps" if self.steps else "misspelt"
        return "unknown" if self.unknown else "never"


def printed_split(training: Training, word: str, printed: Iterable[str]) -> PrintedSplit:
    """Hold a printed split of a word, which may be new, against every step of a run of characters.

    >>> from bpe import train
    >>> found = printed_split(train("low low lower", "paper"), "lower", ["low", "e", "r"])
    >>> found.steps, found.verdict
    ((2, 3), 'steps')
    """
    tokenizers = [training.tokenizer(step) for step in range(len(training) + 1)]
    splits = [tuple(tokenizer.encode(word).tokens) for tokenizer in tokenizers]
    mark, wanted = training.scheme.mark, tuple(printed)
    bare = [tuple(filter(None, (_letters(token, mark) for token in each))) for each in splits]
    known = {_letters(token, mark) for token in training.alphabet}
    return PrintedSplit(
        splits[-1],
        tuple(step for step, split in enumerate(bare) if split == wanted),
        tuple(dict.fromkeys(letter for letter in word if letter not in known)),
        "".join(wanted) == word,
    )


def crossing(training: Training) -> list[int]:
    """Return the ranks of the merges of text whose tokens reach across a space."""
    tokens = training.tokens[len(training.alphabet) :]
    return [
        rank
        for rank, token in enumerate(tokens)
        if isinstance(token, str) and " " in token and token.strip()
    ]
