"""Engines side by side: one text by the rules of two schemes, where they part, and what differs."""

from __future__ import annotations

from typing import Literal

from ..merging.cells import Token
from ..merging.values import Merge
from ..schemes import Scheme
from ..text.characters import as_bytes
from ..training import Training

Part = Literal["words", "units", "mark", "score", "rules", "ties"]

PARTS: dict[Part, tuple[str, ...]] = {
    "words": ("normalizer", "pretokenizer", "pattern", "special_tokens"),
    "units": ("units",),
    "mark": ("boundary",),
    "score": ("score",),
    "rules": ("rules", "max_token_length"),
    "ties": ("tie_rule",),
}
"""What sets schemes apart, from how words are found to which of equals wins -> its fields."""


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
        for part, names in PARTS.items()
        if any(getattr(first, name) != getattr(second, name) for name in names)
    )


def parting_step(first: Training, second: Training) -> int | None:
    """Return the first step at which two runs merge different pairs; `None` where they do not.

    What tokens say decides, so a mark in one of two equal tokens is no difference; nor is the end
    of a run that a limit ended.
    """
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


def _said(merge: Merge, scheme: Scheme) -> tuple[bytes, bytes]:
    left, right = merge.pair
    return plain(left, scheme), plain(right, scheme)
