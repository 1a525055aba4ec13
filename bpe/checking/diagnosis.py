"""Diagnosis: the known mistake that explains most of a list of merges.

Nothing is guessed: a trainer with each mistake follows the list for as long as each merge of the
list is best by the trainer's counts. A mistake is named only if it explains the whole list or far
more of it than the record does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..corpus import Corpus
from ..merging.loop import Progress
from ..merging.values import Pair
from ..schemes import Scheme
from .mistakes import Mistake, mistakes
from .trainer import NO_RULE, WORK, Behaviour, Led, SlowTrainer, Words, known_rules, lead

BEYOND = 5
"""Number of merges that a cause must explain beyond the record if it does not explain all."""

ALL_WORK = 12_000_000
"""Work limit for all mistakes together, in the unit of `WORK`."""


@dataclass(frozen=True)
class Diagnosis:
    """A cause and its evidence.

    Attributes:
        cause: the kind of mistake. detail: the variant of that kind; "" if there is only one.
        rules: the names in `known_rules` that would have made each choice: `("none",)` if no known
            rule would, empty if the scheme's own rule did.
        explained: number of leading merges of the list that the cause explains; all of them are a
            proof.

    >>> from bpe.checking import check
    >>> found = check([("o", "w"), ("l", "ow")], "low lower", max_merges=2)
    >>> found.diagnosis.cause, found.diagnosis.rules
    ('tie', ('largest', 'last'))
    """

    cause: str
    detail: str = ""
    rules: tuple[str, ...] = ()
    explained: int = 0


def diagnose(
    pairs: Sequence[Pair],
    agreed: int,
    corpus: Corpus,
    scheme: Scheme,
    text: str | None = None,
    on_progress: Progress | None = None,
    *,
    is_short: bool = False,
) -> Diagnosis:
    """Return the cause that explains most of a list that agrees with the record up to `agreed`.

    Among causes that explain equally many merges, the one with the fewest departures from the
    scheme wins; if the list `is_short`, one whose trainer stops where the list ends. `on_progress`
    is called with (done, at most) in processed tokens, before each mistake.
    """
    found: list[tuple[int, Diagnosis]] = []
    for mistake, led, trainer in _tried(pairs, corpus, scheme, text, on_progress):
        ends = is_short and led[NO_RULE] == len(pairs) and not trainer.best()
        found += [(rank - 9 * ends, each) for rank, each in _judged(mistake, led, scheme)]
        if mistake.cause == "tie" and any(led[rule] == len(pairs) for rule in known_rules(scheme)):
            break
    best = _farthest(found)
    if best.explained < min(len(pairs), agreed + BEYOND):
        # Too few merges to identify a mistake, but the tie is certain.
        best = _farthest([each for each in found if each[1].cause == "tie"])
    return best if best.explained > agreed else Diagnosis("unknown", explained=agreed)


def _farthest(found: Sequence[tuple[int, Diagnosis]]) -> Diagnosis:
    nothing = 0, Diagnosis("unknown")
    return max(found, key=lambda each: (each[1].explained, -each[0]), default=nothing)[1]


def _tried(
    pairs: Sequence[Pair],
    corpus: Corpus,
    scheme: Scheme,
    text: str | None,
    on_progress: Progress | None,
) -> Iterator[tuple[Mistake, Led, SlowTrainer]]:
    """Replay the list with each mistake; skip a mistake that behaves like an earlier one."""
    seen: set[tuple[Words, Behaviour, Scheme]] = set()
    left = ALL_WORK
    for mistake in mistakes(corpus, scheme, text):
        if on_progress is not None:
            on_progress(ALL_WORK - max(left, 0), ALL_WORK)
        words = mistake.words()
        made = words, mistake.behaviour, mistake.scheme
        if not words or made in seen or left <= 0:
            continue
        seen.add(made)
        trainer = SlowTrainer(words, mistake.scheme, mistake.behaviour)
        led = lead(trainer, pairs, min(WORK, left))
        left -= trainer.work
        yield mistake, led, trainer


def _judged(mistake: Mistake, led: Led, scheme: Scheme) -> Iterator[tuple[int, Diagnosis]]:
    """Yield (departures, diagnosis): by the scheme's tie rule, by other known ones, by none."""
    is_tie = mistake.cause == "tie"
    own, best = led[scheme.tie_rule], led[NO_RULE]
    known = {rule: followed for rule, followed in led.items() if rule != NO_RULE}
    most = max(known.values())
    rules = tuple(rule for rule, followed in known.items() if followed == most)
    judged = partial(Diagnosis, mistake.cause, mistake.detail)
    if not is_tie:
        yield 1, judged((), own)
    if most > own:
        yield 0 if is_tie else 3, judged(rules, most)
    if best > most:
        yield 2 if is_tie else 4, judged((NO_RULE,), best)
