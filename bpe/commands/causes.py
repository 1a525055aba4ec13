"""Causes: each mistake that a check can name, in one sentence."""

from ..checking import Check, Diagnosis
from ..checking.diagnosis import NO_RULE
from ..merging.cells import Token
from ..text.bytelevel import to_alias

SENTENCES = {
    "tie": "Ties are broken another way",
    "weights": "Each distinct word is counted once, however often it occurs",
    "stale": "Counts are not brought up to date after a merge",
    "overlap": "Overlapping pairs are missed: in aaa the pair (a, a) counts twice",
    "merging": "Occurrences are replaced another way than from the left, all of them",
    "words": "Pairs are counted across the ends of words",
    "pretokenizer": "The text is cut into words another way",
    "special": "A special token is not kept apart from the text",
    "aliases": "Bytes are taken for the characters that files write them with",
    "boundary": "The ends of words are marked another way",
    "mark": "The mark at the ends of words is written with other characters",
    "units": "Words are spelled in other units, characters or bytes",
    "score": "The pair is chosen by another score",
    "rules": "Tokens are made that the scheme forbids",
    "length": "Merges are as expected, but not as many",
    "unknown": "None of the mistakes known here explains the list",
}


def explained(found: Diagnosis) -> str:
    """Return the cause in one sentence, with its kind and the tie rule of the list."""
    said = SENTENCES[found.cause]
    if found.detail:
        said += f" ({found.detail})"
    if found.rules:
        rules = ["no rule known here" if rule == NO_RULE else rule for rule in found.rules]
        said += f"; the list's ties: {' or '.join(rules)}"
    return said + "."


def difference(found: Check) -> str:
    """Return the first step that differs, both pairs and their counts, in one sentence."""
    first = found.difference
    if first is None:
        return "No merge differs."
    theirs = "the list ends" if first.theirs is None else f"the list merges {_pair(first.theirs)}"
    if first.theirs is not None:
        theirs += f", which occurs {_times(first.count)}"
    ours = "the record ends" if first.ours is None else f"the record {_pair(first.ours.pair)}"
    if first.ours is not None:
        ours += f", which occurs {_times(first.ours_count)}"
    return f"Merge {first.step + 1:,} differs: {theirs}; {ours}."


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def spelled(token: Token) -> str:
    """Return a token as files write it."""
    return to_alias(token) if isinstance(token, bytes) else token


def _pair(pair: tuple[Token, Token]) -> str:
    return f"({', '.join(map(repr, map(spelled, pair)))})"
