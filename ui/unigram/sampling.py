"""The tab on sampling: splits drawn at random."""

import streamlit as st

from bpe.unigram import UnigramTraining
from ui.draw.parts import heading
from ui.draw.say import say, say_text
from ui.draw.tokens import chips, visible
from ui.shell import session
from ui.shell.text import t
from ui.unigram import tables
from ui.unigram.drawing import percent
from ui.unigram.parts import SCHEME, page_table

TEMPERATURES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

DRAWS = 1000


def sampling_panel(training: UnigramTraining, word: str, step: int) -> None:
    """Draw splits at random, in proportion to their probability at a temperature."""
    heading("unigram.sampling_heading")
    if not word:
        say("unigram.no_word")
        return
    say("unigram.sampling_why")
    choice, again = st.columns([3, 1], vertical_alignment="bottom")
    temperature = choice.select_slider(
        t("unigram.temperature"),
        TEMPERATURES,
        help=t("unigram.temperature_help"),
        **session.kept("unigram_temperature", 1.0),
    )
    again.button(t("unigram.again"), key="unigram_again", on_click=_draw_again, width="stretch")
    model = training.snapshot(step).model
    frame, first = tables.cloud(
        model, word, temperature, DRAWS, seed=session.recall("unigram_seed", 0)
    )
    say("unigram.first_draws")
    items = "".join(f"<li>{chips(tokens, SCHEME)}</li>" for tokens in first)
    st.html(f'<ol class="unigram-draws">{items}</ol>')
    caption = t("unigram.cloud_heading", n=DRAWS, different=len(frame), word=visible(word))
    say_text(caption)
    page_table(
        frame.head(30),
        ("tokens", "drawn", "share"),
        caption,
        titles={"share": "chance"},
        labels={"share": lambda row: percent(row["share"])},
        bars="drawn",
    )
    if len(frame) > 30:
        st.caption(t("unigram.cloud_more", n=len(frame) - 30))


def _draw_again() -> None:
    session.remember("unigram_seed", session.recall("unigram_seed", 0) + 1)
