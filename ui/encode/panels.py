"""The tabs of the page Encode and decode. Each reads the trace, the tokenizer or a comparison."""

from functools import partial

import streamlit as st

from bpe import Training
from bpe.encoding.encoded import METHODS, Method
from ui.draw.parts import styles
from ui.draw.say import say
from ui.draw.tokens import visible
from ui.encode import PAGE
from ui.encode import markup as encode_markup
from ui.encode.back import decode_panel, unknown_panel
from ui.encode.curves import dropout_panel, merges_panel, typing_panel
from ui.encode.encoders import encoders_panel
from ui.encode.map import token_map
from ui.encode.parts import slug
from ui.encode.tables import distinct_words
from ui.encode.text import Asked, asked, normalized
from ui.player import encode_player
from ui.shell import session
from ui.shell.tabs import draw_tabs, open_tab
from ui.shell.text import t

IN_PLAYER = 400
"""Characters of a text whose trace the player gets."""

IN_PLAYER_WHOLE = 160
"""The same where the whole text is one word: its trace grows with the square."""


def encode_page(training: Training) -> None:
    """Draw the text, its token map, and all tabs; only the open tab is computed."""
    styles(encode_markup.STYLE)
    question = asked(training, _open)
    token_map(
        question.tokenizer, question.encoding, question.step, len(training.merges), "encode_map"
    )
    rewritten = normalized(question)
    if rewritten != question.text:
        say("encode.normalized", text=visible(rewritten))
    draw_tabs(
        PAGE,
        {
            "steps": partial(steps_panel, question),
            "encoders": partial(encoders_panel, question),
            "unknown": partial(unknown_panel, question),
            "decode": partial(decode_panel, question),
            "typing": partial(typing_panel, question),
            "dropout": partial(dropout_panel, question),
            "merges": partial(merges_panel, question),
        },
    )


def _open(tab: str) -> None:
    open_tab(PAGE, tab)


def steps_panel(question: Asked) -> None:
    """Play the trace: every adjacent pair with its rank, the lowest chosen; or token by token."""
    method = _encoder(question)
    encoding = question.encoding
    if not encoding.words:
        say("encode.empty")
        return
    if method != question.method:
        encoding = question.tokenizer.encode(question.text, method)
    limit = IN_PLAYER_WHOLE if len(encoding.words) == 1 else IN_PLAYER
    excerpt = question.text[:limit]
    if excerpt != question.text:
        encoding = question.tokenizer.encode(excerpt, method)
    encode_player(encoding, question.training.scheme, key="encode_trace")
    say(f"encode.steps_{slug(method)}")
    if method == "longest-token-first":
        words, differ = _others_than_by_merges(question)
        kind = "same" if not differ else "one" if words == 1 else "some"
        say(f"encode.first_{kind}", n=differ, words=words)
    if excerpt != question.text:
        st.caption(t("encode.excerpt", shown=limit, all=len(question.text)))


def _others_than_by_merges(question: Asked) -> tuple[int, int]:
    """Return how many distinct words the text has, and how many longest token first cuts else."""
    by_merges, by_first = (
        distinct_words(question.tokenizer.encode(question.text, method))
        for method in ("merges", "longest-token-first")
    )
    differ = sum(word.tokens != by_first[text].tokens for text, word in by_merges.items())
    return len(by_merges), differ


def _encoder(question: Asked) -> Method:
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
