"""The chapter Streaming: tokens arrive one by one, decoded alone and with a buffer."""

from __future__ import annotations

import streamlit as st

from ui.corpora.foreign import ask
from ui.corpora.questions import streamed
from ui.draw.say import say
from ui.models.asked import Asked
from ui.models.markup import arriving
from ui.models.parts import beside
from ui.shell import session
from ui.shell.text import t

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
