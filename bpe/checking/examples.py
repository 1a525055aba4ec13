"""Examples: the lists that trainers with one mistake each learn, for whoever has none to check."""

from __future__ import annotations

from ..merging.values import Pair
from ..training import Training
from .suspects import Cause, innocent, suspects
from .trainer import SlowTrainer, learn

WORK = 1_500_000
"""Tokens that are gone through before an example ends, with fewer merges than the record."""


def example(
    training: Training, cause: Cause, detail: str = "", text: str | None = None
) -> list[Pair]:
    """Return the merges that a trainer with this mistake learns from the record's corpus.

    As many as the record has, fewer where `WORK` is done. For a tie, `detail` names the rule that
    the trainer breaks it by. Empty where the mistake cannot be made with this scheme
    or without a `text`.
    """
    scheme, corpus, merges = training.scheme, training.corpus, len(training)
    if cause == "tie":
        right = innocent(corpus, scheme)
        return learn(SlowTrainer(right.words(), scheme, right.deeds), detail, merges, WORK)
    for suspect in suspects(corpus, scheme, text):
        if (suspect.cause, suspect.detail) == (cause, detail):
            trainer = SlowTrainer(suspect.words(), suspect.scheme, suspect.deeds)
            return learn(trainer, scheme.tie_rule, merges, WORK)
    return []
