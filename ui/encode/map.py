"""The token map: a text above its tokens; pointing at one shows the other, its id and its place."""

import json
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Encoding, Tokenizer
from ui.draw import CHIPS, PALETTE, TOKEN_MAP
from ui.draw.tokens import meaning
from ui.encode.payload import map_payload
from ui.shell.address import SCRIPT
from ui.shell.component import component
from ui.shell.text import t

_HERE = Path(__file__).resolve().parent

_mount = component("token_map", PALETTE, CHIPS, SCRIPT, *TOKEN_MAP, _HERE / "map.js")


def token_map(tokenizer: Tokenizer, encoding: Encoding, step: int, last: int, key: str) -> None:
    """Draw the map of one encoding by the tokenizer of `step`; it writes the step to the address.

    A text of very many tokens is drawn up to a limit, and the map says so.
    """
    drawn = map_payload(tokenizer, encoding, t)
    more = drawn.pop("more")
    payload = drawn | {
        "sizes": _sizes(encoding),
        "names": {
            "tokens": t("encode.map_tokens"),
            "hint": t("encode.map_hint"),
            "lost": t("encode.map_lost"),
            "mark": meaning(tokenizer.scheme),
        },
    }
    source = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    _mount(key=key, data={"payload": source, "step": step, "home": last}, height="content")
    if more:
        st.caption(t("encode.map_more", shown=len(drawn["tokens"]), more=more))


def _sizes(encoding: Encoding) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]."""
    characters, tokens = len(encoding.text), len(encoding.tokens)
    words = len(encoding.words)
    numbers = {"characters": characters, "words": words, "tokens": tokens}
    sizes = [
        [
            f"{number:,}",
            t(f"encode.size_{name}_{'one' if number == 1 else 'many'}"),
            name == "tokens",
        ]
        for name, number in numbers.items()
    ]
    if words:
        sizes.append([f"{tokens / words:.2f}", t("encode.size_per_word"), False])
    return sizes
