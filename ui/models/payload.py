"""Cut from two encodings of a text what the maps draw, and which token is linked to which."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from bpe import Scheme
from bpe.notebook import colour
from bpe.readings.placed import Placed, linked, pieces
from bpe.text.characters import is_text
from ui.draw.tokens import drawn_text, exact, shown_text, visible
from ui.draw.tokens import pieces as drawn_pieces

Translate = Callable[..., str]

DRAWN = 400
"""Tokens drawn at most."""


def map_payload(
    text: str, tokens: Sequence[Placed], scheme: Scheme, say: Translate
) -> dict[str, Any]:
    """Return what the browser draws of one tokenizer; as `ui.encode.payload.map_payload`."""
    found = pieces(text, tokens)
    shown = takewhile(lambda each: all(number < DRAWN for number in each.tokens), found)
    rows = [
        [
            exact(each.token),
            colour(each.token),
            drawn_pieces(each.token, scheme),
            each.id,
            _said(text, each, number, len(tokens), say),
        ]
        for number, each in enumerate(tokens[:DRAWN])
    ]
    return {
        "segments": [
            [
                "text" if each.tokens else "gap" if part.isspace() else "lost",
                drawn_text(part),
                list(each.tokens),
                "\n" in part,
            ]
            for each in shown
            for part in [text[each.start : each.end]]
        ],
        "tokens": rows,
        "more": len(tokens) - len(rows),
    }


def links(tokens: Sequence[Placed], others: Sequence[Placed]) -> list[list[int]]:
    """Return for each token that is drawn those of the other map that share some of its text."""
    found = linked(tokens[:DRAWN], others[:DRAWN])
    return [list(numbers) for numbers in found]


def _said(text: str, each: Placed, number: int, count: int, say: Translate) -> str:
    """Say which token this is, its id, and the text it stands for."""
    kind = "none" if each.start == each.end else "some"
    if isinstance(each.token, bytes) and not is_text(each.token):
        kind = "part"
    return say(
        f"models.map_{kind}",
        bytes=len(each.token),
        n=number + 1,
        all=count,
        token=visible(each.token),
        id=str(each.id),
        text=shown_text(text[each.start : each.end]),
    )
