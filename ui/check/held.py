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
from ui.check import mistakes
from ui.check.given import OWN, chosen, own_list
from ui.controls.asked import Asked
from ui.controls.controls import again
from ui.controls.running import result_of
from ui.corpora.cache import remembered
from ui.corpora.jobs import Job, reading
from ui.corpora.worker import report
from ui.shell import session
from ui.shell.choices import LIMITS

WORDS_OF_A_PAIR = 1
"""Words that are shown for each of the two pairs that differ."""


@dataclass(frozen=True)
class Held:
    """The list's name and what came of it."""

    name: str
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


def held(asked: Asked) -> Held | None:
    """Hold the chosen list against the record; None where the example cannot be made here."""
    name, text = chosen(), asked.source.text
    own = own_list()
    if name == OWN and own is not None:
        return Held(name, _own(asked, own.merges, text))
    merges = mistakes.made(asked.training, name, text, _example)
    if not merges:
        return None
    expected = len(merges) - (name == "one_more")
    return Held(name, _check(asked.training, merges, expected, text, False))


def _own(asked: Asked, merges: tuple[Pair, ...], text: str | None) -> Check:
    """Hold the reader's list against a record that is long enough for it.

    Where no limit was set, as many merges were asked for as the list has.
    """
    training, wanted = asked.training, min(len(merges), LIMITS["max_merges"].most)
    limits = session.choices().run
    is_free = limits.max_merges is None and limits.vocab_size is None
    expected = wanted if is_free else len(training)
    if len(training) < wanted and training.stop.reason in ("max_merges", "vocab_size"):
        training = again(asked, max_merges=wanted, vocab_size=None)
    elif is_free and len(training) > wanted:
        training = again(asked, max_merges=wanted)
    counts = limits.vocab_size is not None
    return _check(training, merges, expected, text, counts)


def checking(
    training: Training,
    merges: tuple[Pair, ...],
    expected: int,
    text: str | None,
    counts_vocabulary: bool,
) -> Job[Check]:
    """Ask for what `hold_against` finds; a text that it would not look at stays here.

    What comes back is without the record: `training` is None in it.
    """
    text = None if text is None or len(text) > LONGEST_TEXT else text
    job = reading(_hold_against, training, counts_vocabulary, merges, expected, text)
    return replace(job, stage="checking", is_long=True)


def _hold_against(training: Training, counts_vocabulary: bool, *asked: Any) -> Check:
    on_progress = partial(report, "checking")
    found = hold_against(
        training, *asked, counts_vocabulary=counts_vocabulary, on_progress=on_progress
    )
    return replace(found, training=None)  # type: ignore[arg-type]


def _check(training: Training, *against: Any) -> Check:
    # What is kept of a record must not hold it.
    return replace(_checked(training, *against), training=training)


@remembered
def _checked(training: Training, *against: Any) -> Check:
    return result_of(checking(training, *against), cancel=_give_up)


@remembered
def _example(training: Training, cause: str, detail: str, text: str | None) -> Sequence[Pair]:
    asked = reading(mistakes.example, training, cause, detail, text)
    return result_of(asked, cancel=_give_up)


def _give_up() -> None:
    """Show a list that is quickly found to be right."""
    session.choose(mistake="none", step=None)
