"""The chapter Letters: what a model is given in their place."""

from __future__ import annotations

import streamlit as st

from bpe.readings.spelled import letter_counts, word_forms
from ui.draw.say import say
from ui.models.asked import Asked
from ui.models.markup import counted, numbers_only, token_rows
from ui.models.parts import beside, placed
from ui.shell import session
from ui.shell.text import t

LONGEST_WORD = 40


def letters_panel(asked: Asked) -> None:
    """Show a word as numbers, then with its letters, then in other forms."""
    say("models.letters_why")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            t("models.letters_word"),
            max_chars=LONGEST_WORD,
            width=320,
            **session.kept("models_letters_word", "strawberry"),
        )[:LONGEST_WORD].strip()
        letter = st.text_input(
            t("models.letters_letter"),
            max_chars=1,
            width=160,
            **session.kept("models_letters_letter", "r"),
        )[:1]
        shown = st.toggle(t("models.letters_show"), **session.kept("models_letters_show", False))
    if not word:
        say("models.empty")
        return
    for side in beside(asked):
        tokens = placed(side, word)
        if shown and letter:
            counts = letter_counts(word, tokens, letter)
            st.html(counted(word, tokens, counts))
            say("models.letters_are", n=sum(counts), letter=letter, tokens=len(tokens))
        else:
            st.html(numbers_only(tokens))
            say("models.letters_given", letter=letter or "?")
        rows = [
            (t(f"models.letters_{name}"), placed(side, form))
            for name, form in word_forms(word).items()
        ]
        st.html(
            token_rows(rows, side.scheme if shown else None, t("models.letters_forms", word=word))
        )
    say("models.letters_so")
