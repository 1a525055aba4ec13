"""What several tabs of the page draw: a table, and the lattice of a word beside its splits."""

from __future__ import annotations

import streamlit as st

from bpe import PRESETS, Scheme
from ui.draw.say import say_text
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell.text import t
from ui.unigram import tables
from ui.unigram.drawing import percent, probability
from ui.unigram.lattice import lattice

SCHEME = PRESETS["sentencepiece"]

BESIDE = 9
"""Up to so many characters, a lattice leaves room for a list beside it."""


def word_lattice(model, word: str, drawn: dict, key: str, scheme) -> None:
    """Draw the picture beside the list of the word's splits."""
    if len(word) > BESIDE:
        picture, listed = st.container(), st.container()
    else:
        picture, listed = st.columns([3, 2], gap="medium")
    with picture:
        lattice(drawn, key=f"{key}_lattice")
        st.caption(t("unigram.lattice_how"))
    with listed.container(key=f"{key}_splits"):
        frame = tables.splits(model, word)
        more = frame.attrs.pop("more")
        best = frame.iloc[0]
        say_text(t("unigram.splits_best", share=percent(best["share"])), scheme, best["tokens"])
        caption = t("unigram.splits_caption", word=visible(word))
        page_table(
            frame,
            ("tokens", "share", "probability"),
            caption,
            scheme=scheme,
            labels={
                "share": lambda row: percent(row["share"]),
                "probability": lambda row: probability(row["probability"]),
            },
            bars="share",
        )
        total = percent(min(1.0, float(frame["share"].sum()))) if more else None
        note = t("unigram.splits_more", n=len(frame), share=total) if total else ""
        st.caption(note + t("unigram.splits_sum", p=probability(model.marginal(word))))


def page_table(frame, columns, caption: str, scheme: Scheme | None = SCHEME, **looks) -> None:
    nothing = "unigram.search_nothing"
    table(frame, columns, caption, scheme, area="unigram", nothing=nothing, **looks)


def say_here(name: str, **values) -> str:
    return t(f"unigram.{name}", **values)
