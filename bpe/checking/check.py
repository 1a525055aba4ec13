"""check(): compare a list of merges with the record of the rule it was meant to follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..corpus import Corpus, as_corpus
from ..encoding.roundtrip import shared_prefix
from ..errors import CorpusError
from ..merging.loop import Progress
from ..merging.values import Merge, Pair
from ..readings.prediction import occurring_pairs
from ..schemes import Scheme, as_scheme
from ..training import Training, train
from .diagnosis import Diagnosis, diagnose
from .spelling import spellings

MOST_MERGES = 200_000
"""Merges that a list may have."""


@dataclass(frozen=True)
class Difference:
    """Where a list first leaves the record; all counts are the record's, at that step.

    Attributes:
        step: merges that both made alike before; also the rank of the two that differ.
        theirs: the pair of the list; None where it has ended.
        ours: the merge of the record; None where it has ended.
        count: occurrences of their pair at this step; 0 where it does not occur.
        is_tied: whether their pair shares the lead, so that only the tie rule speaks against it.
        tied: pairs that share the lead, ours included.

    >>> from bpe.checking import check
    >>> difference = check([("o", "w")], "low lower", max_merges=1).difference
    >>> difference.step, difference.theirs, difference.ours.pair, difference.is_tied
    (0, ('o', 'w'), ('l', 'o'), True)
    """

    step: int
    theirs: Pair | None
    ours: Merge | None
    count: int
    is_tied: bool
    tied: int


@dataclass(frozen=True)
class Check:
    """A list of merges compared with the record.

    Attributes:
        training: the record; at least as long as the list where the corpus allows.
        pairs: the merges of the list, as this scheme spells tokens.
        expected: merges that the list was to have.
        difference: where it first leaves the record; None where all agree.
        diagnosis: why; None where all agree.

    >>> from bpe.checking import check
    >>> found = check([("o", "w"), ("l", "ow")], "low lower", max_merges=2)
    >>> found.agrees, found.diagnosis.cause
    (False, 'tie')
    """

    training: Training
    pairs: tuple[Pair, ...]
    expected: int
    difference: Difference | None
    diagnosis: Diagnosis | None

    @property
    def agrees(self) -> bool:
        """Whether the list is the record, merge for merge."""
        return self.diagnosis is None


def check(
    merges: Sequence[Pair],
    corpus: str | Mapping[str, int] | Corpus,
    scheme: str | Scheme = "paper",
    *,
    max_merges: int | None = None,
    vocab_size: int | None = None,
    min_frequency: int = 1,
    on_progress: Progress | None = None,
) -> Check:
    """Hold a list of merges against the record, and name the mistake where they differ.

    Args:
        merges: pairs in the order in which they were learned: str or bytes. Bytes may be spelled
            in the characters that byte-level files write them with.
        corpus: what they were learned from; only of a text can be told whether it was cut into
            words in another way.
        scheme, min_frequency: the rules that they should have been learned by.
        max_merges, vocab_size: how many there should be; as many as there are by default.
        on_progress: called with (done, total) in merges of the record; what it raises ends it.

    Raises `CorpusError` for no merges, too many of them, and as `train` does.

    >>> from bpe.checking import check
    >>> found = check([("l", "o"), ("lo", "w")], "low lower", max_merges=2)
    >>> found.agrees
    True
    """
    scheme = as_scheme(scheme)
    text = corpus if isinstance(corpus, str) else None
    corpus = as_corpus(corpus, scheme)
    check_list(merges)
    limits: dict[str, Any] = {"max_merges": max_merges, "vocab_size": vocab_size}
    if max_merges is None and vocab_size is None:
        limits["max_merges"] = len(merges)
    rules: dict[str, Any] = {"min_frequency": min_frequency, "on_progress": on_progress}
    training = train(corpus, scheme, **limits, **rules)
    expected = len(training)
    if len(merges) > expected and training.stop.reason in limits:
        # A record at least as long as the list, where it can be.
        training = train(corpus, scheme, max_merges=len(merges), **rules)
    return hold_against(training, merges, expected, text, counts_vocabulary=vocab_size is not None)


def hold_against(
    training: Training,
    merges: Sequence[Pair],
    expected: int | None = None,
    text: str | None = None,
    *,
    counts_vocabulary: bool = False,
    on_progress: Progress | None = None,
) -> Check:
    """Do what `check` does with a record that is already trained.

    `expected` merges were asked for, by default as many as the record has; `text` is what the
    record's words were cut from; `counts_vocabulary` says that a size of the vocabulary was asked
    for, so that forgetting a part of it can explain a length. `on_progress` is called with (done,
    at most) in tokens that trainers go through in search of a cause; what it raises ends it.

    >>> from bpe import train
    >>> from bpe.checking import hold_against
    >>> training = train("low lower", max_merges=2)
    >>> hold_against(training, [merge.pair for merge in training.merges]).agrees
    True
    """
    check_list(merges)
    scheme, corpus = training.scheme, training.corpus
    expected = len(training) if expected is None else min(expected, len(training))
    made = tuple(merge.pair for merge in training.merges)
    spelling, pairs = max(
        spellings(merges, scheme),
        key=lambda read: (shared_prefix(read[1], made), len(set(read[1]) & set(made))),
    )
    shared = at = shared_prefix(pairs, made)
    diagnosis: Diagnosis | None = None
    shown = pairs
    if len(pairs) > 1 and pairs == made[1 : len(pairs) + 1] and pairs != made[: len(pairs)]:
        diagnosis = Diagnosis("length", "headless", explained=len(pairs))
    elif shared < min(len(pairs), len(made)):
        diagnosis = diagnose(pairs, shared, corpus, scheme, text, on_progress)
    elif len(pairs) != expected:
        at = min(len(pairs), expected)
        detail = _length_detail(len(pairs), expected, training, counts_vocabulary)
        diagnosis = Diagnosis("length", detail, explained=at)
    elif spelling != "plain":
        shown = spellings(merges, scheme)[0][1]
        at = shared_prefix(shown, made)
        diagnosis = Diagnosis(spelling, "list", explained=len(pairs))
    difference = None if diagnosis is None else _difference(training, shown, expected, at)
    return Check(training, pairs, expected, difference, diagnosis)


def check_list(merges: Sequence[Pair]) -> None:
    """Raise `CorpusError` for a list with no merges, or with more than `MOST_MERGES`."""
    if not merges:
        raise CorpusError("no_merges")
    if len(merges) > MOST_MERGES:
        raise CorpusError("many_merges", most=MOST_MERGES, given=len(merges))


def _difference(training: Training, pairs: Sequence[Pair], expected: int, step: int) -> Difference:
    snapshot = training.snapshot(step)
    theirs = pairs[step] if step < len(pairs) else None
    ours = training.merges[step] if step < expected else None
    counts, tied = snapshot.pair_counts, snapshot.tied
    [mine] = occurring_pairs(snapshot, [theirs]) if theirs else [[]]
    return Difference(
        step,
        theirs,
        ours,
        count=max((int(counts[pair]) for pair in mine), default=0),
        is_tied=any(pair in tied for pair in mine),
        tied=len(tied),
    )


def _length_detail(given: int, expected: int, training: Training, counts_vocabulary: bool) -> str:
    """Return the likely reason why a list of right merges is too long or too short."""
    more = given - expected
    if more > 0 and expected == len(training):
        return "ended" if training.stop.reason == "no_pairs" else "frequency"
    if (
        more < 0
        and training.merges[given].count == 1
        and (not given or training.merges[given - 1].count > 1)
    ):
        return "frequency"
    special = len(training.scheme.special_tokens)
    if counts_vocabulary and more == special:
        return "special"
    # The mark, too, is easily forgotten.
    if counts_vocabulary and len(training.alphabet) - more in (0, 1, special):
        return "alphabet"
    if abs(more) == 1:
        return "one_more" if more > 0 else "one_fewer"
    return "more" if more > 0 else "fewer"
