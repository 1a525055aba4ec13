"""What takes long to be read off a record, as jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from bpe import Corpus, Training
from bpe.checking import Check, hold_against
from bpe.checking.mistakes import LONGEST_TEXT
from bpe.merging.values import Pair
from bpe.readings.cost import CostCurve, description_length_of
from ui.corpora.cache import name_of
from ui.corpora.jobs import Job
from ui.corpora.worker import report


def reading(function: Callable[..., Any], training: Training, *arguments: Any) -> Job[Any]:
    """Ask for `function(training, *arguments)`; whoever wants to keep what comes, remembers it."""
    # What is remembered of a job that was too much holds no corpus.
    names = [name_of(each) if isinstance(each, Corpus) else each for each in arguments]
    key = ("reading", function, name_of(training), *names)
    return Job(key, function, (training, *arguments))


def cost_of_unseen(training: Training, digest: str, corpus: Callable[[], Corpus]) -> Job[CostCurve]:
    """Ask for the cost, at every step, of a corpus that a run has not seen; `digest` names it."""
    key = ("unseen", name_of(training), digest)
    return Job(key, _cost_of_unseen, (training, corpus), is_kept=True)


def _cost_of_unseen(training: Training, corpus: Callable[[], Corpus]) -> CostCurve:
    return description_length_of(training, corpus())


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
    job = reading(_check, training, counts_vocabulary, merges, expected, text)
    return replace(job, stage="checking", is_long=True)


def _check(training: Training, counts_vocabulary: bool, *asked: Any) -> Check:
    on_progress = partial(report, "checking")
    found = hold_against(
        training, *asked, counts_vocabulary=counts_vocabulary, on_progress=on_progress
    )
    return replace(found, training=None)  # type: ignore[arg-type]
