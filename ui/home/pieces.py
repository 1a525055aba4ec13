"""Why pieces: the reader's sentence as letters, as subwords and as words, a row each."""

from pathlib import Path

import streamlit as st

from bpe import CorpusError
from ui.draw.parts import heading
from ui.draw.say import say
from ui.home.levels import learned, text_of
from ui.home.markup import ways
from ui.shell import session
from ui.shell.component import component
from ui.shell.text import language, refusal, t

WHY = "why"
"""The name of the place in an address."""

_come = component("come_in_sight", Path(__file__).with_name("come.js"))


def is_asked() -> bool:
    """Say whether the address leads to this part of the page."""
    return session.choices().get("at") == WHY


def fills_the_screen() -> bool:
    """Say whether a lesson shows this and nothing else of the page."""
    return is_asked() and "present" in session.choices()


def why_pieces(text: str) -> None:
    """Cut the sentence; who came for the question alone sees the rows once they ask for them."""
    hidden = is_asked() and session.answer_hidden()[1]
    with st.container(key="home_why"):
        if not fills_the_screen():
            heading("home.why")
        sample = text_of(language())
        try:
            lists = learned(sample)
        except CorpusError as error:
            st.error(refusal(error))
            return
        if hidden or fills_the_screen():
            say("home.sentence_said", text=text)
        st.html(ways(lists, text, t, hidden=hidden))
        if hidden:
            st.button(t("home.show"), on_click=session.hide_answer, args=(False,))
        else:
            say(f"home.why_said_{lists.counted}", text=sample.title[language()])


def come_in_sight() -> None:
    """Show the place that the address names, once all above it and below it is drawn."""
    if is_asked() and not fills_the_screen():
        _come(key="home_come", data={"place": ".st-key-home_why"}, height=1)
