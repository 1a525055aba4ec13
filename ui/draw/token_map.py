"""What `token_map.js` draws: a text in segments, its tokens, and which stand for which."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from bpe import Scheme
from bpe.encoding.alignment import Segment
from ui.draw.readings import beginning
from ui.draw.tokens import colours, drawn_text, exact, pieces

TOKEN_MAP = tuple(Path(__file__).with_name(f"token_map.{kind}") for kind in ("html", "css"))
"""The markup and the looks of a text above its tokens, in a component."""

TokenText = Callable[[Segment, int, int], str]
"""Describe a token by its segment, its number among all tokens, and how many there are."""


def map_payload(
    found: Sequence[Segment], scheme: Scheme, most: int, said: TokenText
) -> dict[str, Any]:
    """Return what the browser draws of the segments of a text, up to `most` tokens.

    `segments`: [kind, drawn text, places in `tokens`, goes on in a new line]; kind is "text",
    "mark" (a boundary mark stands here), "gap" (between words) or "lost" (no token at all).
    The others are those of `tokens_payload`.
    """
    segments = [_segment(each) for each in _first(found, most)]
    return {"segments": segments, **tokens_payload(found, scheme, most, said)}


def tokens_payload(
    found: Sequence[Segment], scheme: Scheme, most: int, said: TokenText
) -> dict[str, Any]:
    """Return the tokens of the segments of a text, up to `most`.

    `tokens`: [exact, colour, drawn, id, what to say of it]. `more`: tokens left out.
    """
    count, shown = sum(len(each.places) for each in found), _first(found, most)
    looks = iter(colours([place.token for each in shown for place in each.places]))
    rows = [
        [
            exact(beginning(place.token)),
            next(looks),
            pieces(beginning(place.token), scheme),
            place.id,
            said(segment, number, count),
        ]
        for segment in shown
        for number, place in zip(segment.tokens, segment.places, strict=True)
    ]
    return {"tokens": rows, "more": count - len(rows)}


def _first(found: Sequence[Segment], most: int) -> list[Segment]:
    return [*takewhile(lambda each: each.first + len(each.places) <= most, found)]


def _segment(segment: Segment) -> list[Any]:
    kind = "text" if segment.places else "gap" if segment.text.isspace() else "lost"
    if not segment.text:
        kind = "mark"
    return [kind, drawn_text(segment.text), list(segment.tokens), "\n" in segment.text]
