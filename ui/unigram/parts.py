"""What several tabs of the page draw: a table, and the list of a word's splits."""

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from bpe import PRESETS, Scheme
from bpe.unigram import UnigramModel
from ui.draw.say import say_text
from ui.draw.table import table
from ui.draw.tokens import visible
from ui.shell.text import t
from ui.unigram import tables
from ui.unigram.drawing import percent, probability

SCHEME = PRESETS["sentencepiece"]

BESIDE = 9
"""Up to so many characters, a lattice leaves room for a list beside it."""


def word_splits(model: UnigramModel, word: str, key: str, scheme: Scheme | None) -> None:
    """List the splits of a word; say which is the best, or how many are."""
    long = "" if len(word) <= BESIDE else "_long"
    with st.container(key=f"{key}_splits{long}"):
        frame = tables.splits(model, word)
        more = frame.attrs.pop("more")
        best = frame.iloc[0]
        tied = model.tied(word)
        name = "unigram.splits_tied" if tied > 1 else "unigram.splits_best"
        said = t(name, share=percent(best["share"]), n=tied)
        say_text(said, scheme, *([] if tied > 1 else [best["tokens"]]))
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


def page_table(
    frame: pd.DataFrame,
    columns: Sequence[str],
    caption: str,
    scheme: Scheme | None = SCHEME,
    **looks: Any,
) -> None:
    nothing = "unigram.search_nothing"
    table(frame, columns, caption, scheme, area="unigram", nothing=nothing, **looks)


def say_here(name: str, **values: object) -> str:
    return t(f"unigram.{name}", **values)
