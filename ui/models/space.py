"""The chapter on a word with a space before it, and without."""

import streamlit as st

from ui.draw.parts import text_line
from ui.draw.say import say
from ui.models.letters import LONGEST_WORD
from ui.models.markup import token_rows
from ui.models.sides import Compared, beside, placed_tokens
from ui.shell.text import t


def space_panel(compared: Compared) -> None:
    """Encode a word alone and behind a space, and say what became of the space."""
    say("models.space_why")
    word = text_line(
        t("models.letters_word"), "models_space_word", "hello", LONGEST_WORD, width=320
    ).strip()
    if not word:
        say("models.empty")
        return
    for side in beside(compared):
        alone, behind = placed_tokens(side, word), placed_tokens(side, f" {word}")
        rows = [(t("models.space_alone"), alone), (t("models.space_behind"), behind)]
        st.html(token_rows(rows, side.scheme, t("models.space_table")))
        mark = side.scheme.mark if side.scheme.boundary == "prefix" else ""
        if [each.id for each in alone] == [each.id for each in behind]:
            say("models.space_same")
        elif mark and alone and str(alone[0].token).startswith(mark):
            say("models.space_put", mark=mark)
        else:
            say("models.space_other")
    say("models.space_so")
