"""Engines side by side: one text by the rules of two schemes, where they part, and why.

Why is found by trying: the first scheme is given parts of the second's rules. The fewest that lead
it the second's way explain the parting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, get_args

from ..merging.cells import Token
from ..merging.values import Merge
from ..schemes import Scheme
from ..text.characters import as_bytes
from ..training import Training

Part = Literal["words", "units", "mark", "score", "rules", "ties"]
PARTS: tuple[Part, ...] = get_args(Part)
"""What sets schemes apart, from how words are found to which of equals wins."""

MOST = 2
"""Parts that are tried together at most; where no so few suffice, it takes them all."""

_FIELDS: dict[Part, tuple[str, ...]] = {
    "words": ("normalizer", "pretokenizer", "pattern", "special_tokens"),
    "units": ("units",),
    "mark": ("boundary",),
    "score": ("score",),
    "rules": ("rules", "max_token_length"),
    "ties": ("tie_rule",),
}


@dataclass(frozen=True)
class Parting:
    """Where two runs first merge different pairs.

    Attributes:
        step: merges that both have applied before.
        first, second: what each merges then; `None` where a run has ended.
        parts: the parts of the rules in which the schemes differ, in the order of `PARTS`.
        causes: the smallest sets of them that would have led the first run the second's way.
    """

    step: int
    first: Merge | None
    second: Merge | None
    parts: tuple[Part, ...]
    causes: tuple[tuple[Part, ...], ...]


def plain(token: Token, scheme: Scheme) -> bytes:
    """Return what a token says, whatever the scheme: no mark, no space around it, in UTF-8.

    >>> from bpe import PRESETS
    >>> plain("est</w>", PRESETS["paper"]) == plain(b"est", PRESETS["gpt"])
    True
    """
    if isinstance(token, bytes):
        return token.strip(b" ")
    if scheme.boundary in ("prefix", "continuation"):
        token = token.removeprefix(scheme.mark)
    elif scheme.boundary in ("suffix", "attached"):
        token = token.removesuffix(scheme.mark)
    return as_bytes(token.strip(" "))


def differing(first: Scheme, second: Scheme) -> tuple[Part, ...]:
    """Return the parts of their rules in which two schemes differ, in the order of `PARTS`."""
    return tuple(
        part
        for part in PARTS
        if any(getattr(first, name) != getattr(second, name) for name in _FIELDS[part])
    )


def with_parts(first: Scheme, second: Scheme, parts: Iterable[Part]) -> Scheme | None:
    """Return the first scheme with some parts of the second's rules, or `None` where none can be.

    Bytes have neither mark nor rules for pieces: who changes to them loses these. They cannot be
    given either, nor a mark to words found by a pattern.
    """
    changes: dict[str, Any] = {
        name: getattr(second, name) for part in parts for name in _FIELDS[part]
    }
    if changes.get("units") == "bytes":
        changes |= {"boundary": "none", "rules": "none"}
    try:
        return replace(first, **changes)
    except ValueError:
        return None


def compare(
    first: Training, second: Training, learn: Callable[[Scheme, int], Training]
) -> Parting | None:
    """Return where two runs of one text part and why; `None` where one goes the other's way.

    `learn` trains on the same text by a scheme, so many merges at most. What tokens say decides,
    so a mark in one of two equal tokens is no difference.
    """
    step = parting_step(first, second)
    if step is None:
        return None
    parts = differing(first.scheme, second.scheme)

    def suffices(some: tuple[Part, ...]) -> bool:
        scheme = with_parts(first.scheme, second.scheme, some)
        if scheme is None:
            return False
        later = parting_step(learn(scheme, step + 1), second)
        return later is None or later > step

    causes: tuple[tuple[Part, ...], ...] = ()
    for size in range(1, min(MOST, len(parts)) + 1):
        causes = causes or tuple(filter(suffices, combinations(parts, size)))
    # Who changes to bytes loses the mark; where losing that is enough, it is the mark that does it.
    causes = tuple(
        each for each in causes if "units" not in each or _mark_for_units(each) not in causes
    )
    one, other = (run.merges[step] if step < len(run) else None for run in (first, second))
    return Parting(step, one, other, parts, causes or (parts,))


def parting_step(first: Training, second: Training) -> int | None:
    """Return the first step at which two runs merge pairs that say different things, or end."""
    for one, other in zip(first.merges, second.merges, strict=False):
        if _said(one, first.scheme) != _said(other, second.scheme):
            return one.rank
    shorter = min(len(first), len(second))
    ended = first if len(first) == shorter else second
    if len(first) == len(second) or ended.stop.reason in ("max_merges", "vocab_size"):
        return None
    return shorter


def overlap(first: Training, second: Training) -> tuple[int, int, int]:
    """Return how many learned tokens, by what they say, both runs have, and each of them."""
    said = [{plain(merge.token, run.scheme) for merge in run.merges} for run in (first, second)]
    return len(said[0] & said[1]), len(said[0]), len(said[1])


def _mark_for_units(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple("mark" if part == "units" else part for part in parts)


def _said(merge: Merge, scheme: Scheme) -> tuple[bytes, bytes]:
    left, right = merge.pair
    return plain(left, scheme), plain(right, scheme)
