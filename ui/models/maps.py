"""Two token maps of one text; a click on a token asks for the merges of its word."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bpe.readings.placed import Placed
from ui.draw import CHIPS, PALETTE, TOKEN_MAP
from ui.draw.tokens import meaning
from ui.models.payload import links, map_payload
from ui.models.sides import Side
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import t

_HERE = Path(__file__).resolve().parent
KEY = "models_maps"

_mount = component("token_maps", PALETTE, CHIPS, *TOKEN_MAP, _HERE / "maps.css", _HERE / "maps.js")


def token_maps(
    text: str,
    sides: Sequence[Side],
    tokens: Sequence[Sequence[Placed]],
    asked: Callable[[int, int], None],
) -> int:
    """Draw both maps. Returns how many tokens of the longer one are left out.

    `asked` takes the side and the number of a token that was clicked.
    """
    maps = []
    # Each map has room for one hint while nothing is pointed at.
    hints = t("models.map_given"), t("models.map_hint")
    for side, found, hint in zip(sides, tokens, hints, strict=True):
        drawn = map_payload(text, found, side.scheme, t)
        maps.append(
            drawn
            | {
                "title": side.title,
                "sizes": _sizes(text, found, side),
                "names": {
                    "tokens": t("models.map_tokens", name=side.title),
                    "mark": meaning(side.scheme),
                    "hint": hint,
                },
            }
        )
    payload = {
        "maps": maps,
        "links": [links(tokens[0], tokens[1]), links(tokens[1], tokens[0])],
        "names": {"lost": t("models.map_lost")},
    }
    _mount(
        key=KEY,
        data={"payload": json.dumps(payload, ensure_ascii=False, separators=(",", ":"))},
        on_word_change=lambda: _hear(asked),
        height="content",
    )
    return max(each["more"] for each in maps)


def _hear(asked: Callable[[int, int], None]) -> None:
    """Take over a click. It comes from outside: anything else is ignored."""
    match (session.value(KEY) or {}).get("word"):
        case [0 | 1 as side, int(token)] if token >= 0 and type(token) is int:
            asked(side, token)


def _sizes(text: str, tokens: Sequence[Placed], side: Side) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]."""
    sizes: list[list[Any]] = [[f"{len(tokens):,}", t("models.size_tokens"), True]]
    if tokens:
        sizes.append([f"{len(text) / len(tokens):.2f}", t("models.size_per_token"), False])
    if (fewest := side.fewest(text)) < len(tokens):
        sizes.append([f"{fewest:,}", t("models.size_fewest"), False])
    return sizes
