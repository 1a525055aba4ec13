"""The page: one word, the ways to encode it row by row, and a tab for each question."""

from functools import partial

import streamlit as st

from bpe import Training
from bpe.readings.word_encoding import encode_by_each_method
from ui.draw.parts import styles
from ui.draw.say import say
from ui.encode import PAGE
from ui.encode import markup as encode_markup
from ui.encode.back import decode_panel
from ui.encode.code import code_panel
from ui.encode.encoders import encoders_panel
from ui.encode.sentence import sentence_panel
from ui.encode.text import LONG_WORD, Question, ask, followed
from ui.encode.ways import ways_run
from ui.player import covered_player
from ui.shell import session
from ui.shell.address import step_in_address
from ui.shell.tabs import draw_tabs
from ui.shell.text import t


def encode_page(training: Training) -> None:
    """Draw the text and the rows of one word; only the open tab is computed."""
    styles(encode_markup.STYLE)
    question = ask(training)
    if not question.encoding.words:
        say("encode.empty")
        return
    _rows(question)
    opened = draw_tabs(
        PAGE,
        {
            "sentence": partial(sentence_panel, question),
            "encoders": partial(encoders_panel, question),
            "decode": partial(decode_panel, question),
            "code": partial(code_panel, question),
        },
    )
    if opened != "sentence":
        # The map, which keeps the step in the address, is not there.
        step_in_address(question.step, len(training.merges), "encode_step_address")


def _rows(question: Question) -> None:
    """Draw the rows of the word: covered, until the reader says which is best or steps."""
    found = encode_by_each_method(question.tokenizer, *followed(question), question.method)
    run = ways_run(found, question.training.scheme, t)
    is_told = session.choices().get("hide") == "0"
    covered_player(run, "encode_trace", default=run["steps"] if is_told else 0)
    length = len(question.encoding.words[question.place].text)
    if length > LONG_WORD:
        st.caption(t("encode.excerpt", shown=LONG_WORD, all=length))
