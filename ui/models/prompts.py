"""The chapters Edge of a prompt and Streaming: a text that is cut, or arrives in parts."""

from typing import Any

import streamlit as st

from bpe.encoding.encoded import Method
from bpe.readings.prompts import can_follow
from ui.corpora.foreign import AnyTokenizer, ask
from ui.corpora.questions import refused_behind, streamed
from ui.corpora.remembered import remembered
from ui.draw.say import say
from ui.models.asked import Asked, beside, placed
from ui.models.markup import arriving, cut_text, token_rows
from ui.models.sides import Side
from ui.shell import session
from ui.shell.text import t

LONGEST_PROMPT = 80
TRIED = 3_000
"""Tokens that are tried behind the cut at most: of a larger vocabulary every second, third, ..."""

SHOWN = 12
LONGEST_TOKEN = 16


def edge_panel(asked: Asked) -> None:
    """Cut the text at a slider, and say for each tokenizer what cannot come next."""
    say("models.edge_why")
    text = asked.text[:LONGEST_PROMPT]
    if len(text) < 2:
        say("models.empty")
        return
    opening = text.rfind(" ", 0, text.find("?") if "?" in text else len(text)) + 1
    kept = session.recall("models_edge", opening or 1)
    cut = st.slider(
        t("models.edge_cut"),
        1,
        len(text) - 1,
        key=session.widget("models_edge", min(max(kept, 1), len(text) - 1)),
        on_change=session.keep,
        args=("models_edge",),
    )
    prompt, rest = text[:cut], text[cut:]
    st.html(cut_text(prompt, rest))
    for side in beside(asked):
        rows = [
            (t("models.edge_prompt"), placed(side, prompt)[-8:]),
            (t("models.edge_whole"), _around(side, text, cut)),
        ]
        st.html(token_rows(rows, side.scheme, t("models.edge_table")))
        _next(side, prompt, rest)
        tried, apart, refused = _refused(side.tokenizer, prompt, side.method)
        if tried:
            name = "models.edge_all" if apart == 1 else "models.edge_count"
            say(name, n=len(refused), tried=tried, th=apart)
        if refused:
            words = [each for each in refused if each[1].isalpha()] or refused
            first = tuple(side.token(id_) for id_, _ in words[-SHOWN:])
            say("models.edge_some", side.scheme, {"tokens": first})
    say("models.edge_so")


def _around(side: Side, text: str, cut: int) -> list[Any]:
    """Return the tokens of the whole text near the cut."""
    tokens = placed(side, text)
    at = next((n for n, each in enumerate(tokens) if each.end > cut), len(tokens))
    return list(tokens[max(0, at - 3) : at + 3])


def _next(side: Side, prompt: str, rest: str) -> None:
    """Say of the longest token that the text goes on with whether it can still come."""
    for size in range(min(len(rest), LONGEST_TOKEN), 0, -1):
        found = side.spelled(rest[:size], prompt)
        if found is not None:
            follows = can_follow(side.ids, prompt, found, rest[:size])
            name = "models.edge_can" if follows else "models.edge_cannot"
            say(name, side.scheme, {"token": (side.token(found),)})
            return


@remembered(last=8)
def _refused(
    tokenizer: AnyTokenizer, prompt: str, method: Method
) -> tuple[int, int, tuple[Any, ...]]:
    return ask(tokenizer, refused_behind, prompt, TRIED, method)


MOST = 60
"""Tokens of a stream at most: each is decoded with all before it."""


def streaming_panel(asked: Asked) -> None:
    """Let tokens arrive with a slider; show what each way can show so far."""
    say("models.streaming_why")
    streams = []
    for side, encoding in zip(asked.sides, asked.encodings, strict=True):
        streams.append(ask(side.tokenizer, streamed, tuple(encoding.ids[:MOST])))
    last = max(map(len, streams))
    if last < 2:
        say("models.empty")
        return
    kept = session.recall("models_arrived", 10)
    arrived = st.slider(
        t("models.streaming_arrived"),
        1,
        last,
        key=session.widget("models_arrived", min(max(kept, 1), last)),
        on_change=session.keep,
        args=("models_arrived",),
    )
    for _side, found in zip(beside(asked), streams, strict=True):
        some = found[:arrived]
        st.html(arriving(t("models.streaming_alone"), [each.alone for each in some]))
        st.html(arriving(t("models.streaming_buffer"), [each.shown for each in some]))
        waiting = sum("\ufffd" in each.alone for each in some)
        say(f"models.streaming_{'some' if waiting else 'none'}", n=waiting)
    say("models.streaming_so")
