"""Write one sentence of the catalogue with tokens in it, safe for any text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from ui.draw.tokens import Token, chips
from ui.shell.text import t


def say(name: str, scheme=None, tokens: Mapping[str, Sequence[Token]] | None = None, /, **values):
    """Write a sentence; a placeholder named in `tokens` becomes chips, a value plain text."""
    st.html(f'<p class="record-say">{sentence(name, scheme, tokens, **values)}</p>')


def sentence(
    name: str, scheme=None, tokens: Mapping[str, Sequence[Token]] | None = None, /, **values
) -> str:
    """Return the sentence as HTML. No text can pose as a placeholder: slots are numbered."""
    slots = {each: f"\ue000{place}\ue001" for place, each in enumerate(tokens or {})}
    clean = {
        key: value.replace("\ue000", "").replace("\ue001", "") if isinstance(value, str) else value
        for key, value in values.items()
    }
    text = escape(t(name, **clean, **slots))
    for each, slot in slots.items():
        text = text.replace(slot, chips(tokens[each], scheme))
    return text
