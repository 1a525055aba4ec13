"""What the page shows: a list, the record it is held against, and what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bpe import Training
from bpe.checking import Check, hold_against
from bpe.checking.mistakes import LONGEST_TEXT
from bpe.merging.values import Pair
from bpe.readings.prediction import occurring_pairs
from ui.cache import remembered
from ui.check import mistakes
from ui.check.given import OWN, chosen, own_list
from ui.corpora.run import Run
from ui.corpora.worker import report
from ui.shell import session
from ui.shell.choices import LIMITS

WORDS_OF_A_PAIR = 1
"""Words that are shown for each of the two pairs that differ."""


@dataclass(frozen=True)
class Held:
    """The list's name and what came of it."""

    name: str
    run: Run
    check: Check

    @property
    def opening(self) -> int:
        """The step that the player opens at: the first that differs, or the end."""
        difference = self.check.difference
        return difference.step if difference else self.check.expected

    @property
    def words(self) -> tuple[str, ...]:
        """The most frequent words that either of the two pairs that differ occurs in."""
        difference = self.check.difference
        if difference is None:
            return ()
        snapshot = self.check.training.snapshot(difference.step)
        ours = difference.ours.pair if difference.ours else None
        both = [pair for pair in (ours, difference.theirs) if pair]
        found = [snapshot.pair_count(min(each)) for each in occurring_pairs(snapshot, both) if each]
        listed = snapshot.words_of_pairs(found, WORDS_OF_A_PAIR) if found else []
        return tuple(dict.fromkeys(word for words in listed for word, _ in words))


def held(run: Run) -> Held | None:
    """Hold the chosen list against the record; None where the example cannot be made here."""
    name, text = chosen(), run.source.text
    own = own_list()
    if name == OWN and own is not None:
        return _own(run, own.merges, text)
    merges = mistakes.made(run.training, name, text, _example)
    if not merges:
        return None
    expected = len(merges) - (name == "one_more")
    return Held(name, run, _check(run, merges, expected, text, False))


def _own(run: Run, merges: tuple[Pair, ...], text: str | None) -> Held:
    """Hold the reader's list against a record that is long enough for it.

    Where no limit was set, as many merges were asked for as the list has.
    """
    wanted = min(len(merges), LIMITS["max_merges"].most)
    limits = session.choices().run
    is_free = limits.max_merges is None and limits.vocab_size is None
    expected = wanted if is_free else len(run)
    if len(run) < wanted and run.summary.stop_reason in ("max_merges", "vocab_size"):
        run = replace(run, max_merges=wanted, vocab_size=None)
    elif is_free and len(run) > wanted:
        run = replace(run, max_merges=wanted)
    counts = limits.vocab_size is not None
    return Held(OWN, run, _check(run, merges, expected, text, counts))


def _hold_against(training: Training, counts_vocabulary: bool, *run: Any) -> Check:
    on_progress = partial(report, "checking")
    found = hold_against(
        training, *run, counts_vocabulary=counts_vocabulary, on_progress=on_progress
    )
    return replace(found, training=None)  # type: ignore[arg-type]


def _check(run: Run, *against: Any) -> Check:
    # What is kept of a record must not hold it.
    return replace(_checked(run.training, *against), training=run.training)


@remembered
def _checked(training: Training, *against: Any) -> Check:
    merges, expected, text, counts = against
    text = None if text is None or len(text) > LONGEST_TEXT else text
    return _hold_against(training, counts, merges, expected, text)


@remembered
def _example(training: Training, cause: str, detail: str, text: str | None) -> Sequence[Pair]:
    return mistakes.example(training, cause, detail, text)
