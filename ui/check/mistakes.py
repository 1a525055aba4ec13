"""Lists to look at before one has a list: trainers with one mistake each, and a course's toy."""

from collections.abc import Callable, Sequence

from bpe import Scheme, Training
from bpe.checking.mistakes import mistakes
from bpe.checking.trainer import SlowTrainer
from bpe.merging.values import Pair
from ui.check import MISTAKES as NAMES

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

FIRST = NAMES[0]

WORK = 1_500_000
"""Tokens that a trainer goes through before it ends, with fewer merges than the record."""


def offered(scheme: Scheme) -> list[str]:
    """Return the names of the examples that a scheme can have."""
    gone = set()
    if scheme.units != "bytes":
        gone.add("aliases")
    if not scheme.special_tokens:
        gone.add("special")
    return [name for name in NAMES if name not in gone]


def example(
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
            return _learned(SlowTrainer(each.words(), each.scheme, each.behaviour), rule, training)
    return []


def _learned(trainer: SlowTrainer, rule: str, training: Training) -> list[Pair]:
    learned: list[Pair] = []
    while len(learned) < len(training) and trainer.work <= WORK and (best := trainer.best()):
        learned.append(trainer.chosen(best, rule))
        trainer.merge(learned[-1])
    return learned


def made(
    training: Training,
    name: str,
    text: str | None,
    learn: Callable[[Training, str, str, str | None], Sequence[Pair]] = example,
) -> tuple[Pair, ...]:
    """Return the list of an example's trainer; empty where it can make no mistake of the kind.

    `learn` has a trainer that makes a mistake learn; it is `example`, or calls it.
    """
    if name == HANDOUT:
        return HANDOUT_MERGES
    cause, detail = TRAINERS[name]
    scheme = training.scheme
    if cause == "length" or detail == "none":
        return tuple(merge.pair for merge in training.merges)
    if cause == "tie":
        detail = _other_rule(scheme)
    elif cause == "score":
        detail = "count" if scheme.score == "wordpiece" else "wordpiece"
    return tuple(learn(training, cause, detail, text))


def _other_rule(scheme: Scheme) -> str:
    """Return a tie rule that is taken for the scheme's own."""
    return "largest" if scheme.tie_rule == "first" else "first"
