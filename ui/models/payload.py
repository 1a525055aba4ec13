"""Cut from two encodings of a text what the maps draw, and which token is linked to which."""

from collections.abc import Sequence
from typing import Any

from bpe import Scheme
from bpe.encoding.alignment import PlacedToken, Segment, overlapping, segments
from bpe.text.characters import is_text
from ui.catalogue import Translate
from ui.draw import token_map
from ui.draw.readings import beginning
from ui.draw.tokens import shown_text, visible

DRAWN = 400
"""Tokens drawn at most."""


def map_payload(
    text: str, tokens: Sequence[PlacedToken], scheme: Scheme, say: Translate
) -> dict[str, Any]:
    """Return what the browser draws of one tokenizer; each token says what text it stands for."""

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

    return token_map.map_payload(segments(text, tokens), scheme, DRAWN, said)


def links(tokens: Sequence[PlacedToken], others: Sequence[PlacedToken]) -> list[list[int]]:
    """Return for each token that is drawn those of the other map that share some of its text."""
    found = overlapping(tokens[:DRAWN], others[:DRAWN])
    return [list(numbers) for numbers in found]
