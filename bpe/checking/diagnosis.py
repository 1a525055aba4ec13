"""Diagnosis: the known mistake that explains most of a list of merges.

No guess is made: each mistake is set to work, led by the list, and holds as long as each merge of
the list was best by its counts. Only one that leads to the end, or far beyond the record, is named.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ..corpus import Corpus
from ..merging.loop import Progress
from ..merging.values import Pair
from ..schemes import TIE_RULES, Scheme
from .mistakes import Mistake, mistakes
from .trainer import NO_RULE, WORK, Behaviour, Led, SlowTrainer, Words, lead

BEYOND = 5
"""Merges that a cause must explain beyond the record where it does not explain all."""

ALL_WORK = 12_000_000
"""Tokens, as of `WORK`, for all mistakes together."""


@dataclass(frozen=True)
class Diagnosis:
    """A cause and its evidence.

    Attributes:
        cause: what kind of mistake it is. detail: which of that kind; "" where there is one.
        rules: the tie rules that would have made each choice: `("none",)` where no known one
            would, nothing where the scheme's own did.
        explained: leading merges of the list that the cause explains; all of them is a proof.

    >>> from bpe.checking import check
    >>> found = check([("o", "w"), ("l", "ow")], "low lower", max_merges=2)
    >>> found.diagnosis.cause, found.diagnosis.rules
    ('tie', ('largest',))
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
) -> Diagnosis:
    """Return the cause that explains most of a list that agrees with the record up to `agreed`.

    Of causes that explain as much, the one with the fewest departures from the scheme comes first.
    `on_progress` is called with (done, at most) in tokens gone through, before each mistake.
    """
    found: list[tuple[int, Diagnosis]] = []
    for mistake, led in _tried(pairs, corpus, scheme, text, on_progress):
        found += _judged(mistake, led, scheme)
        if mistake.cause == "tie" and any(led[each] == len(pairs) for each in TIE_RULES):
            break
    best = _farthest(found)
    if best.explained < min(len(pairs), agreed + BEYOND):
        # Too little to tell by, but that a pair was tied is plain.
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
) -> Iterator[tuple[Mistake, Led]]:
    """Replay the list with each mistake; skip one that behaves as another did."""
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
        yield mistake, led


def _judged(mistake: Mistake, led: Led, scheme: Scheme) -> Iterator[tuple[int, Diagnosis]]:
    """Yield (departures, diagnosis): with the scheme's tie rule, with others, with no known one."""
    is_tie = mistake.cause == "tie"
    most = max(led[rule] for rule in TIE_RULES)
    rules = tuple(rule for rule in TIE_RULES if led[rule] == most)
    own, best = led[scheme.tie_rule], led[NO_RULE]
    judged = partial(Diagnosis, mistake.cause, mistake.detail)
    if not is_tie:
        yield 1, judged((), own)
    if most > own:
        yield 0 if is_tie else 3, judged(rules, most)
    if best > most:
        yield 2 if is_tie else 4, judged((NO_RULE,), best)
