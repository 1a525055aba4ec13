"""The page: a text above its tokens, its trace, and a tab for each question."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bpe import Corpus, Encoding, Tokenizer, Training
from bpe.encoding.encoded import METHODS, Method
from bpe.readings.levels import is_spaced
from ui.draw import CHIPS, PALETTE, TOKEN_MAP
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.tokens import meaning, visible
from ui.encode import PAGE
from ui.encode import markup as encode_markup
from ui.encode.back import decode_panel, unknown_panel
from ui.encode.encoders import encoders_panel
from ui.encode.payload import map_payload
from ui.encode.tables import distinct_words
from ui.encode.text import Question, ask, normalized, slug
from ui.player import encode_player
from ui.player.payload import as_json
from ui.shell import session
from ui.shell.address import SCRIPT
from ui.shell.component import component
from ui.shell.tabs import draw_tabs, open_tab
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


IN_PLAYER = 400
"""Characters of a text whose trace the player gets."""

IN_PLAYER_WHOLE = 160
"""The same where the whole text is one word: its trace grows with the square."""


def encode_page(training: Training) -> None:
    """Draw the text, its token map, its trace, and all tabs; only the open tab is computed."""
    styles(encode_markup.STYLE)
    question = ask(training, _open)
    with st.container(key="encode_stage"):
        with st.container():
            _map(question)
            method = _encoder(question)
        if not question.encoding.words:
            say("encode.empty")
            return
        shown = _trace(question, method)
    _say_trace(question, method, shown)
    draw_tabs(
        PAGE,
        {
            "encoders": partial(encoders_panel, question),
            "unknown": partial(unknown_panel, question),
            "decode": partial(decode_panel, question),
        },
    )


def _open(tab: str) -> None:
    open_tab(PAGE, tab)


def _map(question: Question) -> None:
    """Draw the text above its tokens, and what a normalizer made of it."""
    last = len(question.training.merges)
    token_map(question.tokenizer, question.encoding, question.step, last, "encode_map")
    rewritten = normalized(question)
    if rewritten != question.text:
        say("encode.normalized", text=visible(rewritten))


def _trace(question: Question, method: Method) -> int:
    """Play every adjacent pair with its rank, the lowest chosen; or token by token.

    Returns how many characters of the text are played.
    """
    encoding = question.encoding
    limit = IN_PLAYER_WHOLE if len(encoding.words) == 1 else IN_PLAYER
    excerpt = question.text[:limit]
    if (excerpt, method) != (question.text, question.method):
        encoding = question.tokenizer.encode(excerpt, method)
    encode_player(encoding, question.training.scheme, key="encode_trace")
    return len(excerpt)


def _say_trace(question: Question, method: Method, shown: int) -> None:
    """Say how the trace goes, and how much of the text it is of."""
    say(f"encode.steps_{slug(method)}")
    if method == "longest-token-first":
        words, differ = _others_than_by_merges(question)
        kind = "same" if not differ else "one" if words == 1 else "some"
        say(f"encode.first_{kind}", n=differ, words=words)
    if shown < len(question.text):
        st.caption(t("encode.excerpt", shown=shown, all=len(question.text)))


def _others_than_by_merges(question: Question) -> tuple[int, int]:
    """Return how many distinct words the text has, and how many longest token first cuts else."""
    by_merges, by_first = (
        distinct_words(question.tokenizer.encode(question.text, method))
        for method in ("merges", "longest-token-first")
    )
    differ = sum(word.tokens != by_first[text].tokens for text, word in by_merges.items())
    return len(by_merges), differ


def _encoder(question: Question) -> Method:
    """Let the reader choose how the trace encodes; another scheme begins with its own way."""
    if session.recall("encode_how_of") != question.method:
        session.remember("encode_how_of", question.method)
        session.widget("encode_how", question.method)
    chosen = st.segmented_control(
        t("encode.how"),
        METHODS,
        required=True,
        format_func=lambda method: t(f"encode.method_{slug(method)}"),
        key="encode_how",
        persist_state="session",
        label_visibility="collapsed",
        width="content",
    )
    return chosen or question.method
