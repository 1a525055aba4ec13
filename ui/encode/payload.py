"""Cut from an encoding what the token map draws: segments of the text, tokens, and their links."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

import regex

from bpe.encoding.alignment import Place, Segment, segments, token_places
from bpe.encoding.tokenizer import Encoding, Tokenizer
from ui.draw.tokens import colour, exact, pieces, visible

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
    return [kind, _drawn(segment.text), list(segment.tokens), "\n" in segment.text]


def _drawn(text: str) -> list[tuple[str, str]]:
    """Return what to draw of a text: graphemes stay whole, what would not show has a glyph."""
    drawn: list[tuple[str, str]] = []
    for grapheme in regex.findall(r"\X", text):
        begins = unicodedata.category(grapheme[0])[0]
        whole = len(grapheme) > 1 and begins not in "CMZ"
        for kind, shown in [("text", grapheme)] if whole else pieces(grapheme):
            if kind == "text" and drawn and drawn[-1][0] == "text":
                drawn[-1] = ("text", drawn[-1][1] + shown)
            else:
                drawn.append((kind, shown))
    return drawn


def _shown(text: str) -> str:
    return "".join(
        shown if kind == "text" or len(shown) == 1 else f"⟨{shown}⟩" for kind, shown in _drawn(text)
    )


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
        "text": _shown(segment.text),
    }
    if place.start == place.end:
        return say("encode.map_mark", **values)
    raw = encoding.text.encode("utf-8", "surrogatepass")
    begins = _characters(raw[: place.start])
    ends = _characters(raw[: place.end])
    if begins is None or ends is None:
        owned = [places[token] for token in segment.tokens]
        first, last = min(each.start for each in owned), max(each.end for each in owned)
        kind = "one" if place.end - place.start == 1 else "many"
        return say(
            f"encode.map_part_{kind}",
            first=place.start - first + 1,
            last=place.end - first,
            size=last - first,
            **values,
        )
    covered = _shown(encoding.text[begins:ends])
    kind = "one" if ends - begins == 1 else "many"
    values["text"] = covered
    return say(f"encode.map_{kind}", first=begins + 1, last=ends, **values)


def _characters(raw: bytes) -> int | None:
    """Count the characters, or return None where the bytes end inside one."""
    try:
        return len(raw.decode("utf-8", "surrogatepass"))
    except UnicodeDecodeError:
        return None
