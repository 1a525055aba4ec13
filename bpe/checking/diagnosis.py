"""Diagnosis: which known mistake explains a list of merges, judged by how far it leads along it.

No guess is made: each mistake is set to work, led by the list, and holds as long as each merge of
the list was best by its counts. Only one that leads to the end, or far beyond the record, is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..corpus import Corpus
from ..merging.loop import Progress
from ..merging.values import Pair
from ..schemes import TIE_RULES, Scheme
from .mistakes import Cause, Mistake, mistakes
from .trainer import NO_RULE, WORK, Behaviour, Led, SlowTrainer, Words, lead

BEYOND = 5
"""Merges that a cause must explain beyond the record where it does not explain all."""

ALL_WORK = 12_000_000
"""Tokens, as of `WORK`, for all mistakes together."""


@dataclass(frozen=True)
class Diagnosis:
    """A cause, and what speaks for it.

    Attributes:
        cause: what kind of mistake it is. detail: which of that kind; "" where there is one.
        rules: the tie rules that would have made each choice: `("none",)` where no known one
            would, nothing where the scheme's own did.
        explained: leading merges of the list that the cause explains; all of them is a proof.
        also: other mistakes, as (cause, detail), that explain as many merges.
        is_cut: whether the list was so long that not all of it was followed.

    >>> from bpe.checking import check
    >>> found = check([("o", "w"), ("l", "ow")], "low lower", max_merges=2)
    >>> found.diagnosis.cause, found.diagnosis.rules
    ('tie', ('largest',))
    """

    cause: Cause
    detail: str = ""
    rules: tuple[str, ...] = ()
    explained: int = 0
    also: tuple[tuple[Cause, str], ...] = ()
    is_cut: bool = False


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
        if mistake.cause == "tie" and any(led.by_rule[each] == len(pairs) for each in TIE_RULES):
            break
    far = max((each.explained for _, each in found), default=0)
    tied = [each for each in found if each[1].cause == "tie" and each[1].explained > agreed]
    if far <= agreed:
        return Diagnosis("unknown", explained=agreed)
    if far < len(pairs) and far - agreed < BEYOND and not any(each.is_cut for _, each in found):
        # Too little to tell by, but that a pair was tied is plain.
        found = tied
        far = max((each.explained for _, each in found), default=0)
    best = sorted((each for each in found if each[1].explained == far), key=lambda each: each[0])
    if not best:
        return Diagnosis("unknown", explained=agreed)
    departures, first = best[0]
    also = [(each.cause, each.detail) for rank, each in best[1:] if rank == departures]
    return replace(first, also=tuple(dict.fromkeys(also)))


def _tried(
    pairs: Sequence[Pair],
    corpus: Corpus,
    scheme: Scheme,
    text: str | None,
    on_progress: Progress | None,
) -> Iterator[tuple[Mistake, Led]]:
    """Lead each mistake along the list; those that do just what another did are passed over."""
    seen: set[tuple[Words, Behaviour]] = set()
    left = ALL_WORK
    for mistake in mistakes(corpus, scheme, text):
        if on_progress is not None:
            on_progress(ALL_WORK - max(left, 0), ALL_WORK)
        words = mistake.words()
        if not words or (words, mistake.behaviour) in seen or left <= 0:
            continue
        seen.add((words, mistake.behaviour))
        trainer = SlowTrainer(words, mistake.scheme, mistake.behaviour)
        led = lead(trainer, pairs, min(WORK, left))
        left -= trainer.work
        yield mistake, led


def _judged(mistake: Mistake, led: Led, scheme: Scheme) -> Iterator[tuple[int, Diagnosis]]:
    """Yield (departures, diagnosis): with the scheme's tie rule, with others, with no known one."""
    is_tie = mistake.cause == "tie"
    most = max(led.by_rule[rule] for rule in TIE_RULES)
    rules = tuple(rule for rule in TIE_RULES if led.by_rule[rule] == most)
    own, best = led.by_rule[scheme.tie_rule], led.by_rule[NO_RULE]

    def judged(explained: int, rules: tuple[str, ...] = ()) -> Diagnosis:
        return Diagnosis(mistake.cause, mistake.detail, rules, explained, is_cut=led.is_cut)

    if not is_tie:
        yield 1, judged(own)
    if most > own:
        yield 0 if is_tie else 3, judged(most, rules)
    if best > most:
        yield 2 if is_tie else 4, judged(best, (NO_RULE,))
