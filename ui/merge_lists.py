"""Compare lists of merges, a reader's or a wrong trainer's, with a record.

Workers import this module: it must not import Streamlit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from os import PathLike
from pathlib import Path

from bpe import Scheme, Training
from bpe.checking import Check, Diagnosis, Difference, hold_against
from bpe.checking.check import check_list
from bpe.checking.mistakes import MAX_TEXT_CHARS, mistakes
from bpe.checking.trainer import SlowTrainer
from bpe.files.pairs import load_merges, read_merges
from bpe.merging.values import Pair
from bpe.player.tokens import Token
from bpe.readings.prediction import occurring_pairs
from ui.cache import remembered
from ui.jobs import report
from ui.own_text.sources import Source

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
    "lower": ("case", ""),
    "special": ("special", "text"),
    "aliases": ("aliases", "text"),
    "score": ("score", ""),
    "one_more": ("length", "one_more"),
    "none": ("tie", "none"),
}
"""Name of an example -> cause and detail of its trainer's mistake; for a tie and a score the detail
depends on the scheme."""

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

MAX_WORK = 1_500_000
"""Work limit of an example's trainer, in tokens; it then stops with fewer merges."""

MAX_WORDS_SEARCHED = 50
"""Maximum number of changed words searched for an example of a changed count."""

MAX_WORD_CHARS = 5_000
"""Maximum number of characters of a word shown in the player."""


def offered_examples(scheme: Scheme) -> list[str]:
    """Return the names of the examples that are possible with a scheme."""
    gone = set()
    if scheme.units != "bytes":
        gone.add("aliases")
    if not scheme.special_tokens:
        gone.add("special")
    return [name for name in (*TRAINERS, HANDOUT) if name not in gone]


@dataclass(frozen=True)
class UploadedList:
    """A list of merges that the reader uploaded or pasted.

    Attributes:
        name: of the file. file: the path of its bytes. count: merges in it.
    """

    name: str
    file: str | PathLike[str]
    count: int = 0


def count_merges(uploaded: UploadedList) -> int:
    """Return the number of merges in a list. Raises CorpusError."""
    _, merges = read_merges(uploaded.name, Path(uploaded.file).read_bytes())
    check_list(merges)
    return len(merges)


@dataclass(frozen=True)
class CountChange:
    """A merge in a word that changed the count of an adjacent pair.

    Attributes:
        word, count: the most frequent such word.
        merged: the pair that was merged there.
        before, after: the tokens around it.
        pair: the pair whose count changed.
    """

    word: str
    count: int
    merged: Pair
    before: tuple[Token, ...]
    after: tuple[Token, ...]
    pair: Pair


@dataclass(frozen=True)
class ListCheck:
    """A list of merges compared with a record: a `bpe.checking.Check` without the record.

    Attributes:
        count: merges of the list. expected: number of merges it should have.
        words: the most frequent words with either of the two pairs that differ.
        missed: a count that changed but was not updated by the list's trainer, if that is the
            cause.
    """

    count: int
    expected: int
    difference: Difference | None
    diagnosis: Diagnosis | None
    words: tuple[str, ...]
    missed: CountChange | None = None


@remembered
def check_merges(
    training: Training,
    given: UploadedList | str,
    source: Source,
    expected: int | None = None,
    counts_vocabulary: bool = False,
) -> ListCheck | None:
    """Compare the reader's list or an example, by name, with a record. Raises CorpusError.

    None if the example's mistake is impossible here.
    """
    # For longer texts no other pre-tokenization is tried.
    text = None if source.characters > MAX_TEXT_CHARS else source.text
    if isinstance(given, str):
        merges: Sequence[Pair] = example_merges(training, given, text)
        expected = len(merges) - (given == "one_more")
    else:
        learned_from = "\n".join(training.corpus.words) if text is None else text
        merges = load_merges(given.name, Path(given.file).read_bytes(), learned_from)
    if not merges:
        return None
    found = hold_against(
        training,
        merges,
        expected,
        text,
        counts_vocabulary=counts_vocabulary,
        on_progress=partial(report, "checking"),
    )
    return with_words(found)


def with_words(found: Check) -> ListCheck:
    """Return a check with words that show the difference between list and record."""
    training, difference, diagnosis = found.training, found.difference, found.diagnosis
    words: list[str] = []
    missed = None
    if difference is not None:
        snapshot = training.snapshot(difference.step)
        ours = difference.ours.pair if difference.ours else None
        theirs = difference.theirs
        for places in occurring_pairs(snapshot, [pair for pair in (ours, theirs) if pair]):
            if places:
                [listed] = snapshot.words_of_pairs([snapshot.pair_count(min(places))], 1)
                words += [word for word, _ in listed]
        match diagnosis and (diagnosis.cause, diagnosis.detail):
            case ("stale", "kept") if theirs is not None:
                missed = count_change(training, theirs, difference.step, gains=False)
            case ("stale", "unborn") if ours is not None:
                missed = count_change(training, ours, difference.step, gains=True)
        words += [] if missed is None else [missed.word]
    shown = tuple(dict.fromkeys(word for word in words if len(word) <= MAX_WORD_CHARS))
    return ListCheck(len(found.pairs), found.expected, difference, diagnosis, shown, missed)


def count_change(training: Training, pair: Pair, step: int, *, gains: bool) -> CountChange | None:
    """Return the merge before `step` with the largest change of an adjacent pair, in one word."""
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
    for word in training.snapshot(at + 1).changed_words(MAX_WORDS_SEARCHED):
        if gains and pair not in pairwise(word.tokens):
            continue
        places = training.snapshot(at).next_places(word.text)
        for before, after, lost in _neighbours(word.before, places, merge.token):
            if pair == (after if gains else lost):
                return CountChange(word.text, word.count, merge.pair, before, after, pair)
    return None


def _neighbours(
    tokens: Sequence[Token], places: Sequence[int], made: Token
) -> Iterator[tuple[tuple[Token, ...], Pair, Pair]]:
    """Yield each merge in a word with the preceding token, then with the following one.

    Three tokens before the merge, the two after it, and the pair that the merge broke.
    """
    for at in places:
        if at:
            before = tuple(tokens[at - 1 : at + 2])
            yield before, (before[0], made), (before[0], before[1])
        if at + 2 < len(tokens):
            before = tuple(tokens[at : at + 3])
            yield before, (made, before[2]), (before[1], before[2])


def example_merges(training: Training, name: str, text: str | None) -> tuple[Pair, ...]:
    """Return the list of an example's trainer; empty if the mistake is impossible."""
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

    As many as the record has, or fewer when `MAX_WORK` is reached. For a tie, `detail` names the
    trainer's tie rule. Empty if the mistake is impossible with this scheme or without a `text`.
    """
    rule: str = training.scheme.tie_rule
    if cause == "tie":
        rule, detail = detail, ""
    for each in mistakes(training.corpus, training.scheme, text):
        if (each.cause, each.detail) == (cause, detail):
            trainer = SlowTrainer(each.words(), each.scheme, each.behaviour)
            learned: list[Pair] = []
            while len(learned) < len(training) and trainer.work <= MAX_WORK:
                if not (best := trainer.best()):
                    break
                learned.append(trainer.chosen(best, rule))
                trainer.merge(learned[-1])
            return learned
    return []
