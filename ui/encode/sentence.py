"""The tab of the whole text: above its tokens, and which of its words is followed."""

from collections import Counter
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Corpus, Encoding, Tokenizer
from bpe.readings.granularity import is_spaced
from ui.controls.pickers import step_slider
from ui.draw import PALETTE, TOKEN_MAP
from ui.draw.say import say
from ui.draw.tokens import meaning, shorten, visible
from ui.encode.payload import map_payload
from ui.encode.text import Question, normalized
from ui.player.payload import as_json
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import t

WORDS = 40
"""Words of a text that can be chosen."""

_HERE = Path(__file__).resolve().parent

_mount = component("token_map", PALETTE, *TOKEN_MAP, _HERE / "map.js")


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
    source = as_json(payload)
    _mount(key=key, data={"payload": source, "step": step, "home": last}, height="content")
    if more:
        st.caption(t("encode.map_more", shown=len(drawn["tokens"]), more=more))


def _sizes(encoding: Encoding) -> list[list[Any]]:
    """Return [number, what it counts, is the loud one]; words only of text with spaces."""
    characters, tokens = len(encoding.text), len(encoding.tokens)
    words = [word.text for word in encoding.words]
    spaced = is_spaced(Corpus.from_counts(Counter(words))) if words else True
    numbers = {"characters": characters, "words": len(words), "tokens": tokens}
    if not spaced:
        del numbers["words"]
    sizes = [
        [
            f"{number:,}",
            t(f"encode.size_{name}_{'one' if number == 1 else 'many'}"),
            name == "tokens",
        ]
        for name, number in numbers.items()
    ]
    if words and spaced:
        sizes.append([f"{tokens / len(words):.2f}", t("encode.size_per_word"), False])
    if not spaced:
        sizes.append([f"{characters / tokens:.2f}", t("encode.size_per_token"), False])
    return sizes


def sentence_panel(question: Question) -> None:
    """Draw the text above its tokens, its words to choose from, and how many merges there are."""
    last = len(question.training.merges)
    token_map(question.tokenizer, question.encoding, question.step, last, "encode_map")
    rewritten = normalized(question)
    if rewritten != question.text:
        say("encode.normalized", text=visible(rewritten))
    _choose_word(question)
    step_slider("encode_step", last, last)


def _choose_word(question: Question) -> None:
    """Let the reader choose the word that is followed above."""
    found = question.encoding.words
    words = [*dict.fromkeys(word.text for word in found)][:WORDS]
    shown = found[question.place].text
    if len(words) > 1:
        st.pills(
            t("encode.word"),
            words,
            format_func=lambda word: shorten(visible(word)),
            key=session.widget("encode_word", shown if shown in words else None),
            on_change=lambda: session.remember("encode_word", session.value("encode_word")),
        )
