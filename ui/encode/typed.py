"""A vocabulary typed by hand: the longest token that fits, from the left, and back again."""

import streamlit as st

from bpe import PRESETS
from bpe.encoding.matching import longest_of
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
    vocabulary, words = listed[:LONGEST].split(), text[:LONGEST].split()
    # Tokens without marks say nothing of where words end.
    mark = SCHEME.mark if any(token.endswith(SCHEME.mark) for token in vocabulary) else ""
    cut = [each for word in words for each in longest_of(word + mark, vocabulary)]
    tokens = [token for token, is_known in cut if is_known]
    say("encode.typed_cut", SCHEME, {"tokens": tokens}, n=len(tokens))
    missing = "".join(dict.fromkeys(part for part, is_known in cut if not is_known))
    if missing:
        say("encode.typed_missing", missing=missing)
    back = "".join(tokens).replace(mark, " ").strip() if mark else "".join(tokens)
    say("encode.typed_back" if mark else "encode.typed_joined", text=back)
    st.caption(t("encode.typed_note"))
