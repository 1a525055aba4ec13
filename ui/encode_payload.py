"""Cut from an encoding what the token map draws: segments of the text, tokens, and their links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bpe.places import Place, Segment, segments, token_places
from bpe.tokenizer import Encoding, Tokenizer
from ui.tokens import colour, exact, pieces, visible

Translate = Callable[..., str]

DRAWN = 800
"""Tokens drawn at most."""


def map_payload(tokenizer: Tokenizer, encoding: Encoding, say: Translate) -> dict:
    """Return what the browser draws.

    `segments`: [kind, drawn text, places in `tokens`, goes on in a new line]; kind is "text",
    "mark" (a boundary mark stands here), "gap" (between words) or "lost" (no token at all).
    `tokens`: [exact, colour, drawn, id, what to say of it]. `more`: tokens left out.
    """
    scheme = tokenizer.scheme
    found = segments(tokenizer, encoding)
    places = token_places(tokenizer, encoding)
    cut, count = len(found), 0
    for at, segment in enumerate(found):
        count += len(segment.tokens)
        if count > DRAWN:
            cut = at
            break
    shown = found[:cut]
    size = max((token + 1 for each in shown for token in each.tokens), default=0)
    words = {token: at for at, each in enumerate(shown) for token in each.tokens}
    rows = []
    for at, place in enumerate(places[:size]):
        segment = shown[words[at]]
        sentence = _sentence(at, place, segment, places, encoding, say)
        rows.append(
            [
                exact(place.token),
                colour(place.token),
                pieces(place.token, scheme),
                place.id,
                sentence,
            ]
        )
    return {
        "segments": [_segment(each) for each in shown],
        "tokens": rows,
        "more": len(places) - size,
    }


def _segment(segment: Segment) -> list:
    kind = "text" if segment.word else "gap"
    if not segment.text:
        kind = "mark"
    elif segment.word and not segment.tokens:
        kind = "lost"
    return [kind, pieces(segment.text), list(segment.tokens), "\n" in segment.text]


def _sentence(
    at: int,
    place: Place,
    segment: Segment,
    places: Sequence[Place],
    encoding: Encoding,
    say: Translate,
) -> str:
    """Say which token this is, its id, and the characters or bytes it stands for."""
    values = {
        "n": at + 1,
        "all": len(places),
        "token": visible(place.token),
        "id": place.id,
        "text": visible(segment.text),
    }
    if place.start == place.end:
        return say("encode.map_mark", **values)
    raw = encoding.text.encode("utf-8", "surrogatepass")
    begins = _characters(raw[: place.start])
    ends = _characters(raw[: place.end])
    if begins is None or ends is None:
        owned = [places[token] for token in segment.tokens]
        first, last = min(each.start for each in owned), max(each.end for each in owned)
        return say(
            "encode.map_part",
            first=place.start - first + 1,
            last=place.end - first,
            size=last - first,
            **values,
        )
    covered = visible(encoding.text[begins:ends])
    kind = "one" if ends - begins == 1 else "many"
    values["text"] = covered
    return say(f"encode.map_{kind}", first=begins + 1, last=ends, **values)


def _characters(raw: bytes) -> int | None:
    """Count the characters, or return None where the bytes end inside one."""
    try:
        return len(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None
