"""What takes long to be read off a record, as jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

from bpe import Corpus, Training
from bpe.checking import Check, hold_against
from bpe.checking.mistakes import LONGEST_TEXT
from bpe.checking.spelling import Listed
from ui.corpora.jobs import Job, Report, size_of
from ui.corpora.remembered import remembered

READING = 2_000
"""Merges that take as long to learn as a reading takes."""

CHECKING = 50 * READING
"""The same of a reading that sets many slow trainers to work."""


def reading(
    function: Callable[..., Any], training: Training, *arguments: Any, hard: int = READING
) -> Job[Any]:
    """Ask for `function(training, *arguments)`; whoever wants to keep what comes, remembers it.

    `hard`: merges that take as long to learn.
    """
    # What is remembered of a job that was too much holds no corpus.
    names = [name_of(each) if isinstance(each, Corpus) else each for each in arguments]
    return Job(
        key=("reading", function, name_of(training), *names),
        function=_read,
        arguments=(function, training, *arguments),
        work=hard * size_of(training.corpus),
    )


def _read(report: Report, function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def checking(
    training: Training,
    merges: tuple[Listed, ...],
    expected: int,
    text: str | None,
    counts_vocabulary: bool,
) -> Job[Check]:
    """Ask for what `hold_against` finds; a text that it would not look at stays here.

    What comes back is without the record: `training` is None in it.
    """
    text = None if text is None or len(text) > LONGEST_TEXT else text
    what = (merges, expected, text, counts_vocabulary)
    return Job(
        key=("checking", name_of(training), what),
        function=_check,
        arguments=(training, *what),
        stage="checking",
        work=CHECKING * size_of(training.corpus),
    )


def _check(
    report: Report,
    training: Training,
    merges: tuple[Listed, ...],
    expected: int,
    text: str | None,
    counts_vocabulary: bool,
) -> Check:
    found = hold_against(
        training,
        merges,
        expected,
        text,
        counts_vocabulary=counts_vocabulary,
        on_progress=partial(report, "checking"),
    )
    return replace(found, training=None)  # type: ignore[arg-type]


@remembered(1)
def name_of(there: object) -> str:
    """Name a record for as long as it is there."""
    return uuid4().hex
