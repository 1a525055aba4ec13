"""Cut from an encoding what the token map draws, and say of each token what it stands for."""

from typing import Any

from bpe import Encoding, Tokenizer
from bpe.encoding.alignment import Segment, byte_segments
from bpe.text.characters import byte_starts
from ui.catalogue import Translate
from ui.draw import token_map
from ui.draw.tokens import shown_text, visible

DRAWN = 800
"""Tokens drawn at most."""


def map_payload(tokenizer: Tokenizer, encoding: Encoding, say: Translate) -> dict[str, Any]:
    """Return what the browser draws; each token says which characters or bytes it stands for."""
    text = encoding.text
    characters = {byte: at for at, byte in enumerate(byte_starts(text))}

    def said(segment: Segment, number: int, count: int) -> str:
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
        first, last = characters.get(place.start), characters.get(place.end)
        if first is None or last is None:
            kind = "one" if place.end - place.start == 1 else "many"
            return say(
                f"encode.map_part_{kind}",
                first=place.start - segment.start + 1,
                last=place.end - segment.start,
                size=segment.end - segment.start,
                **values,
            )
        kind = "one" if last - first == 1 else "many"
        values["text"] = shown_text(text[first:last])
        return say(f"encode.map_{kind}", first=first + 1, last=last, **values)

    return token_map.map_payload(byte_segments(tokenizer, encoding), tokenizer.scheme, DRAWN, said)
