"""Payload of `token_map.js`: a text in segments, its tokens, and the links between them."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from bpe import Scheme
from bpe.encoding.alignment import Segment
from bpe.player.tokens import beginning, exact, pieces
from ui.draw.tokens import colours, drawn_text

TOKEN_MAP = tuple(Path(__file__).with_name(f"token_map.{kind}") for kind in ("html", "css"))
"""Markup and styles of a text above its tokens, in a component."""

TokenText = Callable[[Segment, int, int], str]
"""Description of a token from its segment, its index, and the number of tokens."""


def map_payload(
    found: Sequence[Segment], scheme: Scheme, most: int, said: TokenText
) -> dict[str, Any]:
    """Return the payload of the segments of a text, up to `most` tokens.

    `segments`: [kind, drawn text, indices in `tokens`, continues on a new line]; kind is "text",
    "mark" (a boundary mark is here), "gap" (between words) or "lost" (no token at all). The other
    keys are those of `tokens_payload`.
    """
    segments = [_segment(each) for each in _first(found, most)]
    return {"segments": segments, **tokens_payload(found, scheme, most, said)}


def tokens_payload(
    found: Sequence[Segment], scheme: Scheme, most: int, said: TokenText
) -> dict[str, Any]:
    """Return the tokens of the segments of a text, up to `most`.

    `tokens`: [exact, colour, drawn, ID, description]. `more`: number of omitted tokens.
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
