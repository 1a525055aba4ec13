"""Examples: the lists that trainers with one mistake each learn, for whoever has none to check."""

from __future__ import annotations

from ..merging.values import Pair
from ..training import Training
from .mistakes import Cause, correct, mistakes
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
        right = correct(corpus, scheme)
        return learn(SlowTrainer(right.words(), scheme, right.behaviour), detail, merges, WORK)
    for mistake in mistakes(corpus, scheme, text):
        if (mistake.cause, mistake.detail) == (cause, detail):
            trainer = SlowTrainer(mistake.words(), mistake.scheme, mistake.behaviour)
            return learn(trainer, scheme.tie_rule, merges, WORK)
    return []
