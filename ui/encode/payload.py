"""Cut from an encoding what the token map draws: segments of the text, tokens, and their links."""

from collections.abc import Callable
from typing import Any

from bpe import Encoding, Tokenizer
from bpe.encoding.alignment import Segment, segments
from bpe.notebook import colour
from ui.draw.tokens import drawn_text, exact, pieces, shown_text, visible

Translate = Callable[..., str]

DRAWN = 800
"""Tokens drawn at most."""


def map_payload(tokenizer: Tokenizer, encoding: Encoding, say: Translate) -> dict[str, Any]:
    """Return what the browser draws.

    `segments`: [kind, drawn text, places in `tokens`, goes on in a new line]; kind is "text",
    "mark" (a boundary mark stands here), "gap" (between words) or "lost" (no token at all).
    `tokens`: [exact, colour, drawn, id, what to say of it]. `more`: tokens left out.
    """
    scheme = tokenizer.scheme
    found = segments(tokenizer, encoding)
    count = sum(len(each.places) for each in found)
    shown = []
    for segment in found:
        if segment.first + len(segment.places) > DRAWN:
            break
        shown.append(segment)
    places = [
        (segment, number, place)
        for segment in shown
        for number, place in zip(segment.tokens, segment.places, strict=True)
    ]
    rows = [
        [
            exact(place.token),
            colour(place.token),
            pieces(place.token, scheme),
            place.id,
            _sentence(segment, number, count, encoding.text, say),
        ]
        for segment, number, place in places
    ]
    return {
        "segments": [_segment(each) for each in shown],
        "tokens": rows,
        "more": count - len(rows),
    }


def _segment(segment: Segment) -> list[Any]:
    kind = "text" if segment.word else "gap"
    if not segment.text:
        kind = "mark"
    elif segment.word and not segment.tokens:
        kind = "lost"
    return [kind, drawn_text(segment.text), list(segment.tokens), "\n" in segment.text]


def _sentence(segment: Segment, number: int, count: int, text: str, say: Translate) -> str:
    """Say which token this is, its id, and the characters or bytes it stands for."""
    place = segment.places[number - segment.first]
    values = {
        "n": number + 1,
        "all": count,
        "token": visible(place.token),
        "id": str(place.id),
        "text": shown_text(segment.text),
    }
    if place.start == place.end:
        return say("encode.map_mark", **values)
    if place.characters is None:
        kind = "one" if place.end - place.start == 1 else "many"
        return say(
            f"encode.map_part_{kind}",
            first=place.start - segment.start + 1,
            last=place.end - segment.start,
            size=segment.size,
            **values,
        )
    first, last = place.characters
    kind = "one" if last - first == 1 else "many"
    values["text"] = shown_text(text[first:last])
    return say(f"encode.map_{kind}", first=first + 1, last=last, **values)
