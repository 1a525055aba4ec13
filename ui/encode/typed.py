"""A vocabulary typed by hand: the longest token that fits, from the left, and back again."""

import streamlit as st

from bpe import PRESETS
from bpe.encoding.matching import cut_by_list
from ui.draw.parts import heading
from ui.draw.say import say
from ui.shell import session
from ui.shell.text import t

VOCABULARY, TEXT = "the</w> high est</w> moun tain</w>", "the highest mountain"
"""As articles have them."""

LONGEST = 400
SCHEME = PRESETS["paper"]


def typed() -> None:
    """Let the reader type tokens and a text; cut it by them, and decode what it was cut into."""
    heading("encode.typed_heading")
    left, right = st.columns(2)
    listed = left.text_input(
        t("encode.typed_tokens"), **session.kept("encode_typed", VOCABULARY), max_chars=LONGEST
    )
    text = right.text_input(
        t("encode.typed_text"), **session.kept("encode_typed_text", TEXT), max_chars=LONGEST
    )
    cut = cut_by_list(text[:LONGEST], listed[:LONGEST].split(), SCHEME.mark)
    say("encode.typed_cut", SCHEME, {"tokens": cut.tokens}, n=len(cut.tokens))
    if cut.missing:
        say("encode.typed_missing", missing="".join(cut.missing))
    say("encode.typed_back" if cut.marked else "encode.typed_joined", text=cut.text)
    st.caption(t("encode.typed_note"))
