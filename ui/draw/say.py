"""Write sentences of the catalogue, with tokens in their placeholders; safe for any text."""

import re
from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from bpe import Merge, Scheme
from bpe.player.tokens import Token, beginning, pieces
from ui.component import Markup
from ui.draw.tokens import chips
from ui.text import t

_SLOT = re.compile("\ue000(\\d+)\ue001([,.;:!?)，。；：、！？）”》]*)")

Tokens = Mapping[str, Sequence[Token]]
"""Placeholder -> tokens."""


def say(
    name: str, scheme: Scheme | None = None, tokens: Tokens | None = None, /, **values: object
) -> None:
    """Write a sentence; a placeholder named in `tokens` becomes chips, a value plain text."""
    _paragraph(sentence(name, scheme, tokens, **values))


def say_text(text: str, scheme: Scheme | None = None, tokens: Sequence[Token] = ()) -> None:
    """Write a literal text, with `tokens` as chips after it."""
    _paragraph(escape(text) + (f" {chips(tokens, scheme)}" if tokens else ""))


def say_written(content: str) -> None:
    """Write a result of `sentence`."""
    _paragraph(content)


def merge_tokens(merge: Merge) -> Tokens:
    """Return the placeholders of sentences about a merge: {pair} and {token}."""
    return {"pair": merge.pair, "token": (merge.token,)}


def sentence(
    name: str, scheme: Scheme | None = None, tokens: Tokens | None = None, /, **values: object
) -> str:
    """Return the sentence as HTML. No text can imitate a placeholder: slots are numbered."""
    slots = {each: f"\ue000{place}\ue001" for place, each in enumerate(tokens or {})}
    clean = {
        key: value.replace("\ue000", "").replace("\ue001", "") if isinstance(value, str) else value
        for key, value in values.items()
    }
    shown = [chips(map(beginning, each), scheme) for each in (tokens or {}).values()]

    def drawn(slot: re.Match[str]) -> str:
        chip = shown[int(slot[1])]
        return f'<span class="unbroken">{chip}{slot[2]}</span>' if slot[2] else chip

    # In one pass: a token that looks like a slot is not replaced.
    return _SLOT.sub(drawn, escape(t(name, **clean, **slots)))


def write(markup: str) -> None:
    """Put markup on the page."""
    st.html(Markup(markup))


def text_markup(text: str) -> Markup:
    """Return a text as HTML with every character visible; lines may break after a glyph."""
    return Markup(
        "".join(
            escape(each) if kind == "text" else f'<span class="{kind}">{escape(each)}</span><wbr>'
            for kind, each in pieces(text)
        )
    )


def _paragraph(content: str) -> None:
    write(f'<p class="record-say">{content}</p>')
