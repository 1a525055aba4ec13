"""Cut from two encodings of a text what the picture draws: part by part, one above the other."""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import Any

from bpe import Scheme
from bpe.encoding.alignment import PlacedToken, Segment, overlapping, segments
from bpe.readings.tokenizers import paired_segments
from bpe.text.characters import is_text
from ui.catalogue import Translate
from ui.draw.readings import beginning
from ui.draw.token_map import tokens_payload
from ui.draw.tokens import drawn_text, shown_text, visible

DRAWN = 400
"""Tokens drawn at most of one tokenizer."""


def readings_payload(
    text: str, tokens: Sequence[Sequence[PlacedToken]], schemes: Sequence[Scheme], say: Translate
) -> dict[str, Any]:
    """Return what the browser draws of two readings of a text.

    `maps`: of each, what `tokens_payload` has of its first tokens.
    `parts`: [goes on in a new line, the readings part here, a row a reading]; in a row stand
    numbers of tokens and, drawn, the text that no token stands for.
    `links`: for each token of either those of the other that share some of its text.
    """
    found = [segments(text, each) for each in tokens]
    parts = paired_segments(found[0], found[1])
    sizes = (tuple(_size(row) for row in part) for part in parts)
    sums = accumulate(sizes, lambda before, here: (before[0] + here[0], before[1] + here[1]))
    ends = [*takewhile(lambda each: max(each) <= DRAWN, sums)]
    return {
        "maps": [
            _map(text, found[side], schemes[side], ends[-1][side] if ends else 0, say)
            for side in (0, 1)
        ],
        "parts": [_part(part) for part in parts[: len(ends)]],
        "links": [_links(tokens[0], tokens[1]), _links(tokens[1], tokens[0])],
    }


def _size(row: Sequence[Segment]) -> int:
    return sum(len(each.places) for each in row)


def _part(part: Sequence[Sequence[Segment]]) -> list[Any]:
    cuts = [[place.end for each in row for place in each.places] for row in part]
    is_last = any("\n" in each.text for each in part[0])
    return [is_last, cuts[0] != cuts[1], *map(_row, part)]


def _row(row: Sequence[Segment]) -> list[Any]:
    drawn: list[Any] = []
    for each in row:
        drawn += each.tokens if each.places or not each.text.strip() else [drawn_text(each.text)]
    return drawn


def _map(
    text: str, found: Sequence[Segment], scheme: Scheme, most: int, say: Translate
) -> dict[str, Any]:
    """Return the first tokens of one reading; each says what text it stands for."""

    def said(segment: Segment, number: int, count: int) -> str:
        each = segment.places[number - segment.first]
        kind = "none" if each.start == each.end else "some"
        if isinstance(each.token, bytes) and not is_text(each.token):
            kind = "part"
        return say(
            f"models.map_{kind}",
            bytes=len(each.token),
            n=number + 1,
            all=count,
            token=visible(beginning(each.token)),
            id=str(each.id),
            text=shown_text(text[each.start : each.end]),
        )

    return tokens_payload(found, scheme, most, said)


def _links(tokens: Sequence[PlacedToken], others: Sequence[PlacedToken]) -> list[list[int]]:
    found = overlapping(tokens[:DRAWN], others[:DRAWN])
    return [list(numbers) for numbers in found]
