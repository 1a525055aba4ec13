"""check(): compare a list of merges with the record of the rule it was meant to follow."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..corpus import Corpus, as_corpus
from ..encoding.roundtrip import shared_prefix
from ..errors import CorpusError, short
from ..files.pairs import MergeList
from ..merging.loop import Progress
from ..merging.values import Merge, Pair
from ..readings.prediction import occurring_pairs
from ..schemes import Scheme, as_scheme
from ..text.characters import as_bytes, as_text, clusters, to_alias
from ..training import Training, train
from .diagnosis import Diagnosis, diagnose
from .spelling import USUAL_MARKS, spellings
from .trainer import NO_RULE

MAX_MERGES = 200_000
"""Maximum number of merges in a list."""


@dataclass(frozen=True)
class Difference:
    """The first difference between a list and the record; counts are the record's, at that step.

    Attributes:
        step: number of equal merges before; also the rank of the two that differ.
        theirs: the pair of the list; None if it has ended.
        ours: the merge of the record; None if it has ended.
        count: occurrences of their pair at this step; 0 if it does not occur.
        is_tied: whether their pair is among the best, so that only the tie rule excludes it.
        tied: the pairs with the best score, ours included.

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
        training: the record; at least as long as the list if the corpus allows.
        pairs: the merges of the list, as this scheme spells tokens.
        expected: number of merges that the list should have.
        difference: the first difference from the record; None if all agree.
        diagnosis: the explanation; None if all agree.

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
        """True if the list is the record, merge for merge."""
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
    """Compare a list of merges with the record, and name the mistake if they differ.

    Args:
        merges: pairs in the order in which they were learned: str or bytes. Bytes may be spelled
            with the printable aliases of byte-level files. For a list that `load_merges` read,
            errors name the line.
        corpus: the training text or counts; only with a text can a different pre-tokenization be
            detected.
        scheme, min_frequency: the rules that the list was meant to follow.
        max_merges, vocab_size: the expected length; by default the length of the list, or one more
            if the record ends with that merge.
        on_progress: called with (done, total) in merges of the record; an exception raised in it
            cancels the check.

    Raises `CorpusError` for no merges, too many merges, a first pair that does not occur in the
    text, and as `train` does.

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
    if is_free := max_merges is None and vocab_size is None:
        limits["max_merges"] = len(merges) + 2  # to see whether there is one more, and no other
    rules: dict[str, Any] = {"min_frequency": min_frequency, "on_progress": on_progress}
    training = train(corpus, scheme, **limits, **rules)
    expected = len(training)
    if len(merges) > expected and training.stop.reason in limits:
        # A record at least as long as the list, where it can be.
        training = train(corpus, scheme, max_merges=len(merges), **rules)
    return hold_against(
        training,
        merges,
        None if is_free else expected,
        text,
        counts_vocabulary=vocab_size is not None,
    )


def hold_against(
    training: Training,
    merges: Sequence[Pair],
    expected: int | None = None,
    text: str | None = None,
    *,
    counts_vocabulary: bool = False,
    on_progress: Progress | None = None,
) -> Check:
    """Do the same as `check` with a finished record.

    `expected` is the requested number of merges; None means the length of the list, or one more if
    the record ends with that merge. `text` is the text that the record's words come from. With
    `counts_vocabulary` a vocabulary size was requested, so a forgotten part of the vocabulary can
    explain a wrong length. `on_progress` is called with (done, at most) in tokens processed while
    searching for a cause; an exception raised in it cancels the search.

    Raises `CorpusError` if the first pair does not occur in the text, so the list cannot be its
    merges.

    >>> from bpe import train
    >>> from bpe.checking import hold_against
    >>> training = train("low lower", max_merges=2)
    >>> hold_against(training, [merge.pair for merge in training.merges]).agrees
    True
    """
    check_list(merges)
    scheme, corpus = training.scheme, training.corpus
    made = tuple(merge.pair for merge in training.merges)
    read = spellings(merges, scheme)
    spelling, pairs = max(
        read, key=lambda read: (shared_prefix(read[1], made), len(set(read[1]) & set(made)))
    )
    if pairs[0] not in made:
        seen = "\n".join(corpus.words) if text is None else text
        if not any(
            _is_of_text(first, seen) for first in (merges[0], *(each[0] for _, each in read))
        ):
            raise _no_list(merges)
    if expected is None:
        is_missing_one = len(made) == len(pairs) + 1 and _is_over(training)
        expected = len(pairs) + is_missing_one
    expected = min(expected, len(made))
    shared = at = shared_prefix(pairs, made)
    diagnosis: Diagnosis | None = None
    shown = pairs
    if shared < min(len(pairs), len(made)):
        skipped = made.index(pairs[0]) if pairs[0] in made else 0
        rest = made[skipped : skipped + len(pairs)]
        is_tail = skipped > 0 and len(rest) > 1 and pairs[: len(rest)] == rest
        tied = {each.pair for each in training.snapshot(0).ties}
        if not is_tail or pairs[0] in tied or len(rest) < len(pairs):
            is_short = len(pairs) < expected
            diagnosis = diagnose(
                pairs, shared, corpus, scheme, text, on_progress, is_short=is_short
            )
        if is_tail and (
            diagnosis is None or diagnosis.explained < len(pairs) or NO_RULE in diagnosis.rules
        ):
            detail = "headless" if skipped == 1 else "tail"
            diagnosis = Diagnosis("length", detail, explained=len(rest))
    elif len(pairs) != expected:
        at = min(len(pairs), expected)
        detail = _length_detail(len(pairs), expected, training, counts_vocabulary)
        diagnosis = Diagnosis("length", detail, explained=at)
    elif spelling != "plain":
        shown = read[0][1]
        at = shared_prefix(shown, made)
        diagnosis = Diagnosis(spelling, "list", explained=len(pairs))
    difference = None if diagnosis is None else _difference(training, shown, expected, at)
    return Check(training, pairs, expected, difference, diagnosis)


def _no_list(merges: Sequence[Pair]) -> CorpusError:
    value = short(merges[0])
    if isinstance(merges, MergeList):
        return CorpusError("first_merge", file=merges.file, line=merges.lines[0], value=value)
    return CorpusError("first_pair", value=value)


def _is_over(training: Training) -> bool:
    """Return whether no further merge can be learned by the record's rules."""
    stop = training.stop
    return stop.merge is None or stop.reason not in ("max_merges", "vocab_size")


def _is_of_text(pair: Pair, seen: str) -> bool:
    """Return whether a pair can be the first merge learned from a text.

    Both parts must be characters or bytes of the text, or longer tokens that are adjacent in it if
    the first merges are missing. Case, accents and marks are ignored.
    """
    data, folded = as_bytes(seen), _folded(seen)
    if all(isinstance(token, bytes) for token in pair):
        if as_bytes(pair[0]) + as_bytes(pair[1]) in data:
            return True
        known = {*data, *as_bytes(to_alias(data))}
        if all(len(token) == 1 and as_bytes(token)[0] in known for token in pair):
            return True
    texts = [_folded(_MARKS.sub("", as_text(token))) for token in pair]
    return "".join(texts) in folded or all(
        text in folded and len(clusters(text)) < 2 for text in texts
    )


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold()


_MARKS = re.compile(r"\A(?:##|[▁Ġ_·])|(?:" + "|".join(map(re.escape, USUAL_MARKS)) + r"|@@)\Z")


def check_list(merges: Sequence[object]) -> None:
    """Raise `CorpusError` for a list with no merges, or with more than `MAX_MERGES`."""
    if not merges:
        raise CorpusError("no_merges")
    if len(merges) > MAX_MERGES:
        raise CorpusError("many_merges", most=MAX_MERGES, given=len(merges))


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
    """Return the likely reason why a list of correct merges is too long or too short."""
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
