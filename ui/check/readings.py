"""Readings of a record: a list of merges held against it, the reader's or an example's.

An example is made by a trainer with one mistake. No Streamlit here: workers import this.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path

from bpe import Scheme, Training
from bpe.checking import Check, Diagnosis, hold_against
from bpe.checking.check import check_list
from bpe.checking.mistakes import LONGEST_TEXT, mistakes
from bpe.checking.trainer import SlowTrainer
from bpe.interchange import load_merges
from bpe.merging.values import Pair
from bpe.readings.prediction import occurring_pairs
from ui.cache import remembered
from ui.check import MISTAKES
from ui.corpora.sources import Source
from ui.corpora.worker import report
from ui.draw.readings import beginning
from ui.draw.tokens import Token

TRAINERS: dict[str, tuple[str, str]] = {
    "neighbours": ("stale", "kept"),
    "ties": ("tie", ""),
    "weights": ("weights", ""),
    "stale": ("stale", "frozen"),
    "overlap": ("overlap", "apart"),
    "once": ("merging", "once"),
    "twice": ("merging", "twice"),
    "text": ("merging", "text"),
    "words": ("words", "joined"),
    "spaces": ("pretokenizer", "whitespace"),
    "lower": ("pretokenizer", "lower"),
    "special": ("special", "text"),
    "aliases": ("aliases", "text"),
    "score": ("score", ""),
    "one_more": ("length", "one_more"),
    "none": ("tie", "none"),
}
"""Name of an example -> the mistake of its trainer; of a tie and a score the scheme says which."""

HANDOUT = "handout"
HANDOUT_CORPUS, HANDOUT_SCHEME = "low-lower", "cs336"
HANDOUT_MERGES: tuple[Pair, ...] = (
    (b"s", b"t"),
    (b"e", b"st"),
    (b"o", b"w"),
    (b"l", b"ow"),
    (b"w", b"est"),
    (b"n", b"e"),
)
"""The merges that the handout of Stanford's CS336, assignment 1, prints for its toy text."""

WORK = 1_500_000
"""Tokens that a trainer goes through before it ends, with fewer merges than the record."""

WORDS_OF_A_PAIR = 1
"""Words that are shown for each of the two pairs that differ."""

MOST_WORDS = 50
"""Words of a merge among which one is looked for that shows how a count changes."""

LONGEST_WORD = 5_000
"""Characters of a word that a player is asked to show."""

ShownPair = tuple[Token, ...]
"""Both tokens of a pair, as much as is shown of them."""


def offered_examples(scheme: Scheme) -> list[str]:
    """Return the names of the examples that a scheme can have."""
    gone = set()
    if scheme.units != "bytes":
        gone.add("aliases")
    if not scheme.special_tokens:
        gone.add("special")
    return [name for name in MISTAKES if name not in gone]


@dataclass(frozen=True)
class UploadedList:
    """A list of merges that the reader uploaded or pasted.

    Attributes:
        name: what it came as. file: where its bytes are. count: merges in it.
    """

    name: str
    file: str | PathLike[str]
    count: int = 0


def count_merges(uploaded: UploadedList) -> int:
    """Return how many merges are in a list. Raises CorpusError for what is none."""
    return len(_read_merges(uploaded))


def _read_merges(uploaded: UploadedList) -> Sequence[Pair]:
    merges = load_merges(uploaded.name, Path(uploaded.file).read_bytes())
    check_list(merges)
    return merges


@dataclass(frozen=True)
class ListDifference:
    """Where a list first leaves the record; see `bpe.checking.Difference`.

    Attributes:
        step: merges that both made alike before.
        theirs, ours: the pair of the list and that of the record; None where one has ended.
        count, ours_count: how often they occur at this step.
        is_tied: whether only the tie rule speaks against the list. tied: pairs in the lead.
    """

    step: int
    theirs: ShownPair | None
    ours: ShownPair | None
    count: int
    ours_count: int
    is_tied: bool
    tied: int


@dataclass(frozen=True)
class CountChange:
    """A merge in a word that changed the count of a pair beside it.

    Attributes:
        word, count: the most frequent such word. merged: the pair that was merged there.
        before, after: the tokens around it. pair: the one whose count changed.
    """

    word: str
    count: int
    merged: ShownPair
    before: ShownPair
    after: ShownPair
    pair: ShownPair


@dataclass(frozen=True)
class ListCheck:
    """A list of merges and what became of it.

    Attributes:
        count: merges of the list. expected: merges that it was to have.
        difference, diagnosis: where it first leaves the record, and why; None where all agree.
        words: the most frequent words with either of the two pairs that differ.
        missed: where a count changed that the list's trainer did not correct, if that is why.
    """

    count: int
    expected: int
    difference: ListDifference | None
    diagnosis: Diagnosis | None
    words: tuple[str, ...]
    missed: CountChange | None = None

    @property
    def opening_step(self) -> int:
        """The step that the player opens at: the first that differs, or the end."""
        return self.difference.step if self.difference else self.expected


def check_uploaded(
    training: Training,
    uploaded: UploadedList,
    source: Source,
    expected: int,
    counts_vocabulary: bool,
) -> ListCheck:
    """Hold the reader's list against a record."""
    return _checked(training, _read_merges(uploaded), source, expected, counts_vocabulary)


@remembered
def check_example(training: Training, name: str, source: Source) -> ListCheck | None:
    """Hold an example against a record; None where its mistake cannot be made here."""
    merges = example_merges(training, name, _text_of(source))
    if not merges:
        return None
    expected = len(merges) - (name == "one_more")
    return _checked(training, merges, source, expected, counts_vocabulary=False)


def _text_of(source: Source) -> str | None:
    """Return the text that words are cut out of in other ways; None of a long one."""
    return None if source.characters > LONGEST_TEXT else source.text


def _checked(
    training: Training,
    merges: Sequence[Pair],
    source: Source,
    expected: int,
    counts_vocabulary: bool,
) -> ListCheck:
    found = hold_against(
        training,
        merges,
        expected,
        _text_of(source),
        counts_vocabulary=counts_vocabulary,
        on_progress=partial(report, "checking"),
    )
    return shown_check(found)


def shown_check(found: Check) -> ListCheck:
    """Return what a page shows of a check."""
    missed, words = _missed_change(found), _words_of_pairs(found)
    if missed is not None and len(missed.word) <= LONGEST_WORD:
        words = tuple(dict.fromkeys((*words, missed.word)))
    return ListCheck(
        len(found.pairs), found.expected, _shown_difference(found), found.diagnosis, words, missed
    )


def _missed_change(found: Check) -> CountChange | None:
    """Return a change of a count that the list's trainer did not make, if old counts misled it."""
    diagnosis, difference = found.diagnosis, found.difference
    if diagnosis is None or difference is None or diagnosis.cause != "stale":
        return None
    if diagnosis.detail == "kept" and difference.theirs is not None:
        return count_change(found.training, difference.theirs, difference.step, gains=False)
    if diagnosis.detail == "unborn" and difference.ours is not None:
        return count_change(found.training, difference.ours.pair, difference.step, gains=True)
    return None


def count_change(training: Training, pair: Pair, step: int, *, gains: bool) -> CountChange | None:
    """Return the merge before `step` beside which a pair gained or lost most, in one word."""
    found = [
        change
        for at in range(step - 1, -1, -1)
        if (change := _change_at(training, pair, at, gains)) is not None
    ]
    return max(found, key=lambda change: change.count, default=None)


def _change_at(training: Training, pair: Pair, at: int, gains: bool) -> CountChange | None:
    merge = training.merges[at]
    left, right = merge.pair
    if not (merge.token in pair if gains else pair[0] == right or pair[1] == left):
        return None
    for word in training.snapshot(at + 1).changed_words(MOST_WORDS):
        if gains and pair not in pairwise(word.tokens):
            continue
        places = training.snapshot(at).next_places(word.text)
        for before, after, changed in _changes(word.before, places, merge.token, gains):
            if changed == pair:
                told = (tuple(map(beginning, each)) for each in (merge.pair, before, after, pair))
                return CountChange(word.text, word.count, *told)
    return None


def _changes(
    tokens: Sequence[Token], places: Sequence[int], made: Token, gains: bool
) -> Iterator[tuple[ShownPair, ShownPair, ShownPair]]:
    """Yield what stands beside each merge in a word: before, after, and the pair that changes."""
    for at in places:
        if at:
            before, after = tuple(tokens[at - 1 : at + 2]), (tokens[at - 1], made)
            yield before, after, after if gains else before[:2]
        if at + 2 < len(tokens):
            before, after = tuple(tokens[at : at + 3]), (made, tokens[at + 2])
            yield before, after, after if gains else before[1:]


def _shown_difference(found: Check) -> ListDifference | None:
    each = found.difference
    if each is None:
        return None
    theirs, ours = each.theirs, each.ours
    return ListDifference(
        each.step,
        None if theirs is None else tuple(map(beginning, theirs)),
        None if ours is None else tuple(map(beginning, ours.pair)),
        each.count,
        0 if ours is None else int(ours.count),
        each.is_tied,
        each.tied,
    )


def _words_of_pairs(found: Check) -> tuple[str, ...]:
    """Return the most frequent words that either of the two pairs that differ occurs in."""
    difference = found.difference
    if difference is None:
        return ()
    snapshot = found.training.snapshot(difference.step)
    ours = difference.ours.pair if difference.ours else None
    both = [pair for pair in (ours, difference.theirs) if pair]
    pairs = [snapshot.pair_count(min(each)) for each in occurring_pairs(snapshot, both) if each]
    listed = snapshot.words_of_pairs(pairs, WORDS_OF_A_PAIR) if pairs else []
    words = dict.fromkeys(word for words in listed for word, _ in words)
    return tuple(word for word in words if len(word) <= LONGEST_WORD)


def count_mistakes(training: Training) -> Counter[str]:
    """Return how many known mistakes there are of each cause, for a text by this scheme."""
    found = mistakes(training.corpus, training.scheme, text="")
    return Counter(each.cause for each in found)


def example_merges(training: Training, name: str, text: str | None) -> tuple[Pair, ...]:
    """Return the list of an example's trainer; empty where it can make no mistake of the kind."""
    if name == HANDOUT:
        return HANDOUT_MERGES
    cause, detail = TRAINERS[name]
    scheme = training.scheme
    if cause == "length" or detail == "none":
        return tuple(merge.pair for merge in training.merges)
    if cause == "tie":
        detail = "largest" if scheme.tie_rule == "first" else "first"
    elif cause == "score":
        detail = "count" if scheme.score == "wordpiece" else "wordpiece"
    return tuple(mistaken_merges(training, cause, detail, text))


def mistaken_merges(
    training: Training, cause: str, detail: str = "", text: str | None = None
) -> list[Pair]:
    """Return the merges that a trainer with this mistake learns from the record's corpus.

    As many as the record has, fewer where `WORK` is done. For a tie, `detail` names the rule that
    the trainer breaks it by. Empty where the mistake cannot be made with this scheme or without a
    `text`.
    """
    rule: str = training.scheme.tie_rule
    if cause == "tie":
        rule, detail = detail, ""
    for each in mistakes(training.corpus, training.scheme, text):
        if (each.cause, each.detail) == (cause, detail):
            trainer = SlowTrainer(each.words(), each.scheme, each.behaviour)
            return _learned(trainer, rule, len(training))
    return []


def _learned(trainer: SlowTrainer, rule: str, most: int) -> list[Pair]:
    learned: list[Pair] = []
    while len(learned) < most and trainer.work <= WORK and (best := trainer.best()):
        learned.append(trainer.chosen(best, rule))
        trainer.merge(learned[-1])
    return learned
