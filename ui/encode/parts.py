"""What several tabs of this page share: the box of words, tables, how numbers are said."""

from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ui.draw.grid import shorten
from ui.draw.table import table
from ui.encode.text import Asked
from ui.shell.text import t

LONG_WORD = 60
"""Characters of a word that is followed by itself."""


def word_box(words: Sequence[str], key: str, differs: Callable[[str], bool] | None = None) -> str:
    """Let the reader choose a word; one that differs says so."""
    return st.selectbox(
        t("encode.word"),
        words,
        format_func=lambda word: (
            t("encode.word_differs", word=shorten(word))
            if differs and differs(word)
            else shorten(word)
        ),
        key=key,
    )


def draw_table(
    question: Asked, frame: pd.DataFrame, columns: Sequence[str], caption: str, **looks: Any
) -> None:
    """Draw a table with the headers of this page."""
    table(frame, columns, caption, question.training.scheme, area="encode", **looks)


def signed(n: int) -> str:
    """Write a difference with its sign."""
    return f"{n:+,}".replace("-", "−") if n else "="


def number(n: int, none: bool = True) -> str:
    """Return which sentence a number needs: none, one or many."""
    if n == 0 and none:
        return "none"
    return "one" if n == 1 else "many"


def slug(name: str) -> str:
    """Return a method as the catalogue's keys have it."""
    return name.replace("-", "_")
